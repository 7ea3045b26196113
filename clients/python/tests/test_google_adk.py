"""Google's Agent Development Kit."""

import pytest
from google.adk.agents import LlmAgent
from google.adk.events import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import load_memory
from google.genai import types
from rememberd_client import ApiError, Rememberd, Unreachable
from rememberd_client.google_adk import MemoryService, tell_model

pytestmark = pytest.mark.anyio


def content(text, role="user"):
    return types.Content(role=role, parts=[types.Part(text=text)])


class Scripted(BaseLlm):
    model: str = "scripted"
    parts: list = []
    seen: list = []

    async def generate_content_async(self, llm_request, stream=False):
        self.seen.append(llm_request.contents)
        yield LlmResponse(content=types.Content(role="model", parts=[self.parts.pop(0)]))


@pytest.fixture
async def service(place):
    found = MemoryService(place["url"], place["key"], namespace=place["namespace"] + "-{app}-{user}")
    yield found
    await found.close()


async def talk(runner, session, *texts):
    for text in texts:
        async for _ in runner.run_async(user_id=session.user_id, session_id=session.id, new_message=content(text)):
            pass


async def test_what_was_said_in_a_session_is_loaded_in_another(service, place):
    sessions = InMemorySessionService()
    asked = {"query": "Where does my sister live?"}
    call = types.Part(function_call=types.FunctionCall(name="load_memory", args=asked))
    model = Scripted(parts=[types.Part(text="How nice."), call, types.Part(text="In Lisbon.")], seen=[])
    agent = LlmAgent(name="helper", model=model, tools=[load_memory])
    runner = Runner(app_name="shop", agent=agent, session_service=sessions, memory_service=service)
    first = await sessions.create_session(app_name="shop", user_id="ann")
    await talk(runner, first, "My sister Ana lives in Lisbon.")
    for _ in range(2):  # a session may be handed in again
        await service.add_session_to_memory(
            await sessions.get_session(app_name="shop", user_id="ann", session_id=first.id)
        )
    second = await sessions.create_session(app_name="shop", user_id="ann")
    await talk(runner, second, "Where does my sister live?")
    answers = [part.function_response for item in model.seen[-1] for part in item.parts if part.function_response]
    assert "My sister Ana lives in Lisbon." in str(answers[0].response)
    with Rememberd(**place | {"namespace": place["namespace"] + "-shop-ann"}) as memory:
        turns = [(turn["role"], turn["source_role"], turn["content"]) for turn in memory.messages(first.id)]
    assert turns == [("user", "user", "My sister Ana lives in Lisbon."), ("assistant", "helper", "How nice.")]


async def test_users_have_namespaces_of_their_own(service):
    entry = MemoryEntry(content=content("Ann likes tea."), timestamp="2026-05-01")
    await service.add_memory(app_name="shop", user_id="ann", memories=[entry])
    found = await service.search_memory(app_name="shop", user_id="ann", query="tea")
    assert [entry.content.parts[0].text for entry in found.memories] == ["Ann likes tea."]
    assert found.memories[0].timestamp.startswith("2026-05-01")
    assert (await service.search_memory(app_name="shop", user_id="bob", query="tea")).memories == []


async def test_a_key_for_others_is_told(place):
    elsewhere = MemoryService(place["url"], place["key"])
    with pytest.raises(ApiError, match="403"):
        await elsewhere.search_memory(app_name="shop", user_id="ann", query="tea")
    await elsewhere.close()


async def test_a_memory_that_does_not_answer_is_told_to_the_model_which_goes_on(place):
    sessions, nobody = InMemorySessionService(), MemoryService("http://127.0.0.1:9", place["key"])
    nobody._of("shop", "ann").retries = 0

    def asking():
        call = types.Part(function_call=types.FunctionCall(name="load_memory", args={"query": "tea"}))
        return Scripted(parts=[call, types.Part(text="I cannot look it up.")], seen=[])

    async def asked(model, **more):
        agent = LlmAgent(name="helper", model=model, tools=[load_memory], **more)
        runner = Runner(app_name="shop", agent=agent, session_service=sessions, memory_service=nobody)
        await talk(runner, await sessions.create_session(app_name="shop", user_id="ann"), "Do I like tea?")

    with pytest.raises(Unreachable):
        await asked(asking())
    model = asking()
    await asked(model, on_tool_error_callback=tell_model)
    (answer,) = [part.function_response for item in model.seen[-1] for part in item.parts if part.function_response]
    assert "does not answer" in answer.response["error"]
    await nobody.close()


async def test_characters_that_no_store_takes_lose_no_turn_of_a_session(service, place):
    event = Event(author="user", content=content("What is \ud83d and \x00?"))
    await service.add_events_to_memory(app_name="shop", user_id="ann", events=[event], session_id="odd")
    with Rememberd(**place | {"namespace": place["namespace"] + "-shop-ann"}) as memory:
        assert [turn["content"] for turn in memory.messages("odd")] == ["What is \ufffd and \ufffd?"]
    assert (await service.search_memory(app_name="shop", user_id="ann", query="\ud800")).memories is not None
