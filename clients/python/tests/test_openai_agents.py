"""OpenAI Agents SDK."""

import json

import pytest
from agents import Agent, Model, ModelResponse, RunConfig, Runner, SQLiteSession, Usage, set_tracing_disabled
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from rememberd_client import NotFound
from rememberd_client.openai_agents import MemorySession, TurnKeeper, consolidator, context_filter, function_tools

set_tracing_disabled(True)
pytestmark = pytest.mark.anyio


def says(text):
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[part])


def calls(name, **arguments):
    return ResponseFunctionToolCall(type="function_call", call_id=name, name=name, arguments=json.dumps(arguments))


class Scripted(Model):
    """Gives its outputs in turn; an output may be a function of what the model was given."""

    def __init__(self, *outputs):
        self.outputs, self.seen = list(outputs), []

    async def get_response(self, system_instructions, input, *rest, **more):
        self.seen.append((system_instructions, input))
        output = self.outputs.pop(0)
        return ModelResponse(output=[output(input) if callable(output) else output], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **more):
        raise NotImplementedError


def told(input):
    return [json.loads(item["output"]) for item in input if item.get("type") == "function_call_output"]


@pytest.mark.parametrize("arguments", ["null", "[]", '"tea"', "5", "{", '{"query": "\\ud800"}', "[" * 100_000])
async def test_a_model_that_writes_no_object_is_told_so(later, arguments):
    (search,) = [tool for tool in await function_tools(later) if tool.name == "search_memory"]
    assert (await search.on_invoke_tool(None, arguments)).startswith("Error: ")


async def test_an_agent_gets_context_and_calls_the_tools(later):
    await later.remember("Maya is allergic to hazelnuts.")
    model = Scripted(
        calls("remember_fact", content="Maya has a cat."), calls("search_memory", query="x", limit=0), says("Noted.")
    )
    agent = Agent(name="Helper", instructions="Be brief.", model=model, tools=await function_tools(later))
    run = RunConfig(call_model_input_filter=context_filter(later, "tuesday"))
    result = await Runner.run(agent, "What is Maya allergic to?", run_config=run, hooks=TurnKeeper(later, "tuesday"))
    assert result.final_output == "Noted."
    for instructions, _ in model.seen:
        assert instructions.startswith("Be brief.")
        assert "Maya is allergic to hazelnuts." in instructions
    outputs = [item["output"] for item in model.seen[-1][1] if item.get("type") == "function_call_output"]
    assert json.loads(outputs[0])["outcome"] == "created"
    assert outputs[1].startswith("Error: 422")
    assert "limit" in outputs[1]


async def test_the_hooks_keep_each_runs_question_and_answer(later, said):
    agent = Agent(name="Helper", model=Scripted(says("One."), says("Two.")))
    for question in ("First?", "Second?"):
        await Runner.run(agent, question, hooks=TurnKeeper(later, "tuesday"))
    assert said("tuesday") == [("user", "First?"), ("assistant", "One."), ("user", "Second?"), ("assistant", "Two.")]


async def test_a_memory_that_does_not_answer_does_not_stop_the_agent(nobody, caplog):
    model = Scripted(says("Hello."))
    run = RunConfig(call_model_input_filter=context_filter(nobody))
    agent = Agent(name="Helper", instructions="Be brief.", model=model)
    result = await Runner.run(agent, "Hello?", run_config=run, hooks=TurnKeeper(nobody, "s1"))
    assert (result.final_output, model.seen[0][0]) == ("Hello.", "Be brief.")
    assert [record.levelname for record in caplog.records if record.name == "rememberd_client"] == ["WARNING"] * 2


async def test_a_session_goes_on_as_the_sdks_own(later):
    """The same runs over both kinds of session: the model is given the same."""
    given = []
    for session in (MemorySession(later, "talk"), SQLiteSession("talk")):
        model = Scripted(calls("remember_fact", content="Maya has a cat."), says("Noted."), says("A cat."))
        agent = Agent(name="Helper", model=model, tools=await function_tools(later))
        await Runner.run(agent, "Maya has a cat.", session=session)
        await Runner.run(agent, "Which animal?", session=session)
        # What the tool answered has ids of its own.
        items = [item for _, input in model.seen for item in input]
        given.append([{name: value for name, value in item.items() if name != "output"} for item in items])
        assert [item.get("role", item.get("type")) for item in await session.get_items()] == [
            "user",
            "function_call",
            "function_call_output",
            "assistant",
            "user",
            "assistant",
        ]
        assert [item["role"] for item in await session.get_items(limit=2)] == ["user", "assistant"]
        assert await session.get_items(limit=0) == []
        last = await session.pop_item()
        assert last["content"][0]["text"] == "A cat."
        assert (await session.get_items())[-1]["role"] == "user"
        await session.clear_session()
        assert await session.get_items() == []
        assert await session.pop_item() is None
    assert given[0] == given[1]


async def test_a_session_is_found_later_and_takes_what_others_said_in_it(later, memory):
    session = MemorySession(later, "monday")
    await session.add_items([{"role": "user", "content": "My sister Ana lives in Lisbon."}])
    memory.add("monday", [{"role": "assistant", "content": "How nice."}, {"role": "tool", "content": "42"}])
    assert await session.get_items() == [
        {"role": "user", "content": "My sister Ana lives in Lisbon."},
        {"role": "assistant", "content": "How nice."},
    ]
    assert "Lisbon" in memory.session("tuesday").context("Where does my sister live?")
    many = [{"role": "user", "content": f"Number {number}."} for number in range(120)]
    await session.add_items(many)
    assert (await session.get_items())[2:] == many
    assert await session.get_items(limit=110) == many[10:]


LONG = "A line of a page. " * 1500
IMAGE = {"type": "input_image", "image_url": "data:image/png;base64," + "A" * 20_000}


@pytest.mark.parametrize(
    "item",
    [
        {"role": "user", "content": LONG},
        {"type": "function_call_output", "call_id": "c", "output": LONG},
        {"type": "function_call", "call_id": "c", "name": "write_file", "arguments": json.dumps({"text": LONG})},
        {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "gAAA" * 6000},
        {"type": "function_call_output", "call_id": "c", "output": "\n"},
        {"role": "assistant", "content": [{"type": "output_text", "text": " "}]},
    ],
    ids=["message", "output", "call", "reasoning", "blank-output", "blank-message"],
)  # fmt: skip
async def test_a_session_keeps_items_of_any_length_and_those_that_say_nothing(later, item):
    session = MemorySession(later, "talk")
    await session.add_items([{"role": "user", "content": "Before."}, item, {"role": "user", "content": "After."}])
    assert (await session.get_items())[1] == item


async def test_the_words_of_a_long_message_are_the_turns(later, said):
    await MemorySession(later, "talk").add_items([{"role": "user", "content": LONG}])
    assert said("talk") == [("user", LONG)]


SENTENCE = "My sister Ana lives in Lisbon."


@pytest.mark.parametrize("text", [SENTENCE, LONG])
async def test_the_words_beside_a_picture_are_the_turns_and_the_picture_is_told_of(later, said, text):
    session = MemorySession(later, "talk")
    await session.add_items([{"role": "user", "content": [{"type": "input_text", "text": text}, IMAGE]}])
    told = f"{text}\n[input_image: too long to be kept]"
    assert said("talk") == [("user", told)]
    assert await session.get_items() == [{"role": "user", "content": [{"type": "input_text", "text": told}]}]


async def test_no_secret_is_kept_among_the_parts_of_a_long_answer(later, said):
    session = MemorySession(later, "talk")
    lines = ['curl -u "bob:hunter2x0" x', 'sshpass -p "hunter2x0" ssh a', 'server.login("a@b.de", "hunter2xy9")']
    parts = [{"type": "input_text", "text": text} for text in (*lines, *("A short line." for _ in range(1200)))]
    await session.add_items([{"type": "function_call_output", "call_id": "c", "output": parts}])
    (item,) = await session.get_items()
    for kept in (said("talk")[0][1], json.dumps(item)):
        assert "hunter2" not in kept
    assert item["output"][0]["text"].endswith("A short line.")


async def test_of_a_long_answer_that_says_nothing_nothing_is_kept(later):
    session = MemorySession(later, "talk")
    answer = {"type": "function_call_output", "call_id": "c", "output": " " * 20_000}
    await session.add_items([answer])
    assert await session.get_items() == [{**answer, "output": ""}]


async def test_a_session_marks_what_cannot_be_stored(later):
    session = MemorySession(later, "talk")
    await session.add_items([{"type": "function_call_output", "call_id": "c", "output": "a\0b\ud83d \U0001f600"}])
    (item,) = await session.get_items()
    assert item["output"] == "a\ufffdb\ufffd \U0001f600"


async def test_the_consolidator_is_an_agent_of_six_tools(later, memory):
    memory.add("monday", [{"role": "user", "content": "I moved to Lisbon."}])

    def save(input):
        (episode,) = told(input)[0]["episodes"]
        fact = {"content": "The user lives in Lisbon.", "source_ids": [episode["id"]]}
        return calls("save_facts_batch", session_id="monday", facts=[fact])

    model = Scripted(
        calls("get_episodes_for_consolidation", session_id="monday"), save,
        calls("mark_session_consolidated", session_id="monday"), says("Done."),
    )  # fmt: skip
    agent = await consolidator(later, model=model)
    assert {tool.name for tool in agent.tools} == {
        "get_episodes_for_consolidation", "save_facts_batch", "mark_session_consolidated", "is_session_consolidated",
        "detect_conflicts", "resolve_conflict",
    }  # fmt: skip
    await Runner.run(agent, "Session: monday")
    assert told(model.seen[-1][1])[-1] == {"session_id": "monday", "consolidated": True, "pending_count": 0}
    (fact,) = memory.memories(kind="fact")
    assert fact["content"] == "The user lives in Lisbon."
    with pytest.raises(NotFound):
        await later.get("fact_0")
