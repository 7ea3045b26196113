from langgraph.config import get_store
from langgraph.graph import START, MessagesState, StateGraph
from rememberd_client import Rememberd
from rememberd_client.langgraph import MemoryRetriever, MemoryStore


def note(state):  # your model in its place
    get_store().put(("users", "maya"), "sister", {"text": state["messages"][-1].content})
    return {"messages": [("ai", "Noted.")]}


with Rememberd() as memory:
    builder = StateGraph(MessagesState).add_node("note", note).add_edge(START, "note")
    graph = builder.compile(store=MemoryStore(memory))
    graph.invoke({"messages": [("user", "My sister Ana moved to Lisbon.")]})
    print("the store has:", MemoryStore(memory).get(("users", "maya"), "sister").value)
    (found, *_) = MemoryRetriever(memory=memory).invoke("Where does my sister live?")
    print("the retriever finds:", found.page_content)
