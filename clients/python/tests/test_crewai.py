"""CrewAI."""

import json

import pytest
from crewai import Agent, Crew, Task
from crewai.llms.base_llm import BaseLLM
from rememberd_client import Rememberd
from rememberd_client.crewai import function_tools


class Scripted(BaseLLM):
    """A model that calls the tools of its script, then says its last line."""

    script: list = []
    seen: list = []

    def call(self, messages, tools=None, callbacks=None, available_functions=None, **rest):
        self.seen.append(json.loads(json.dumps(messages, default=str)))
        return self.script.pop(0)

    def supports_function_calling(self):
        return False


def step(tool, **arguments):
    return f"Thought: the memory helps.\nAction: {tool}\nAction Input: {json.dumps(arguments)}"


def crew_of(memory, *script):
    model = Scripted(model="scripted", script=list(script), seen=[])
    host = Agent(role="Host", goal="Seat guests", backstory="A host.", llm=model, tools=function_tools(memory))
    task = Task(description="What is Maya allergic to?", expected_output="A word.", agent=host)
    return Crew(agents=[host], tasks=[task]), model


def test_an_agent_calls_the_tools_and_each_call_asks_anew(memory):
    memory.remember("Maya is allergic to hazelnuts.")
    crew, model = crew_of(
        memory,
        step("search_memory", query="What is Maya allergic to?"),
        step("remember_fact", content="Maya is allergic to kiwis."),
        step("search_memory", query="What is Maya allergic to?"),
        step("forget_fact", fact_id="fact_00000000000000000000000000"),
        "Thought: I now can give a great answer\nFinal Answer: Hazelnuts and kiwis.",
    )
    assert crew.kickoff().raw == "Hazelnuts and kiwis."
    told = [seen[-2]["content"].partition("Observation: ")[2] for seen in model.seen]
    assert "hazelnuts" in told[1]
    assert "kiwis" not in told[1]
    assert '"created"' in told[2]
    assert "hazelnuts" in told[3]
    assert "kiwis" in told[3]
    assert "Error: 404" in told[4]
    assert {fact["content"] for fact in memory.memories(kind="fact")} == {
        "Maya is allergic to hazelnuts.",
        "Maya is allergic to kiwis.",
    }


def test_the_tools_are_those_of_the_service_with_their_arguments(memory):
    offered = {tool["function"]["name"]: tool["function"]["parameters"] for tool in memory.tools()}
    made = {tool.name: tool for tool in function_tools(memory)}
    assert made.keys() == offered.keys()
    for name, schema in offered.items():
        assert made[name].args_schema.model_fields.keys() == schema["properties"].keys()
        needed = {field for field, told in made[name].args_schema.model_fields.items() if told.is_required()}
        assert needed == set(schema.get("required", []))
        assert name in made[name].model_dump_json()


def test_a_memory_that_does_not_answer_is_told_to_the_model(memory, place):
    tools = {tool.name: tool for tool in function_tools(memory)}
    with Rememberd(**place | {"url": "http://127.0.0.1:9"}, retries=0) as nobody:
        assert tools["search_memory"].model_copy(update={"memory": nobody}).run(query="tea").startswith("Error: ")


@pytest.mark.parametrize("query", ["half a \ud83d face", "a \x00 sign", float("nan")])
def test_arguments_that_cannot_be_sent_or_kept_are_told_to_the_model(memory, query):
    tools = {tool.name: tool for tool in function_tools(memory)}
    assert tools["search_memory"]._run(query=query).startswith("Error: ")
