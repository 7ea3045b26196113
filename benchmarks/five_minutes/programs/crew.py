import json

from crewai import Agent, Crew, Task
from crewai.llms.base_llm import BaseLLM
from rememberd_client import Rememberd
from rememberd_client.crewai import function_tools


def step(tool, **arguments):
    return f"Thought: the memory helps.\nAction: {tool}\nAction Input: {json.dumps(arguments)}"


class Scripted(BaseLLM):  # your model in its place
    script: list = [
        step("remember_fact", content="The user's sister Ana lives in Lisbon."),
        step("search_memory", query="Where does my sister live?"),
        "Thought: I now can give a great answer\nFinal Answer: In Lisbon.",
    ]

    def call(self, messages, *rest, **more):
        _, observed, told = messages[-1]["content"].partition("Observation: ")
        print("the model is told:", told[:200]) if observed else None
        return self.script.pop(0)

    def supports_function_calling(self):
        return False


with Rememberd() as memory:
    host = Agent(role="Host", goal="Help", backstory="A host.", llm=Scripted(model="s"), tools=function_tools(memory))
    task = Task(description="Where does my sister live?", expected_output="A city.", agent=host)
    print(Crew(agents=[host], tasks=[task]).kickoff().raw)
    print("the memory holds:", [fact["content"] for fact in memory.memories(kind="fact")])
