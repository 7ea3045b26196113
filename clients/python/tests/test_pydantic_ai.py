"""Pydantic AI."""

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from rememberd_client.pydantic_ai import LongTermMemory

pytestmark = pytest.mark.anyio


class Scripted:
    def __init__(self, *parts):
        self.parts, self.seen = list(parts), []

    def __call__(self, messages, info):
        self.seen.append((messages, info))
        return ModelResponse(parts=[self.parts.pop(0)])


async def test_an_agent_gets_context_calls_the_tools_and_its_turns_are_kept(later, memory, said):
    memory.remember("Maya is allergic to hazelnuts.")
    script = Scripted(
        ToolCallPart("remember_fact", {"content": "Maya has a cat."}), ToolCallPart("search_memory", {"query": 1}),
        TextPart("Noted."),
    )  # fmt: skip
    agent = Agent(FunctionModel(script), instructions="Be brief.", capabilities=[LongTermMemory(later, "tuesday")])
    result = await agent.run("What is Maya allergic to?")
    assert result.output == "Noted."
    messages, info = script.seen[-1]
    assert "Be brief." in info.instructions
    assert "Maya is allergic to hazelnuts." in info.instructions
    assert {"get_context", "search_memory", "remember_fact"} <= {tool.name for tool in info.function_tools}
    returned = [part.content for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]
    assert '"created"' in returned[0]
    assert returned[1].startswith("Error: 422")
    assert said("tuesday") == [("user", "What is Maya allergic to?"), ("assistant", "Noted.")]
    assert {fact["content"] for fact in memory.memories(kind="fact")} == {
        "Maya is allergic to hazelnuts.",
        "Maya has a cat.",
    }


@pytest.mark.parametrize("with_tools, warnings", [(False, 2), (True, 3)])
async def test_a_memory_that_does_not_answer_does_not_stop_an_agent(nobody, caplog, with_tools, warnings):
    script = Scripted(TextPart("Hello."))
    agent = Agent(FunctionModel(script), capabilities=[LongTermMemory(nobody, "s1", with_tools=with_tools)])
    assert (await agent.run("Hello?")).output == "Hello."
    assert script.seen[0][1].function_tools == []
    told = [record.levelname for record in caplog.records if record.name == "rememberd_client"]
    assert told == ["WARNING"] * warnings


async def test_characters_that_no_store_takes_stop_no_agent_and_lose_no_turn(later, said):
    script = Scripted(TextPart("Half a \ud83d face."))
    agent = Agent(FunctionModel(script), capabilities=[LongTermMemory(later, "odd", with_tools=False)])
    assert (await agent.run("What is \udfff and \x00?")).output == "Half a \ud83d face."
    assert said("odd") == [("user", "What is \ufffd and \ufffd?"), ("assistant", "Half a \ufffd face.")]
