"""The Python client in the OpenAI Agents SDK, with a scripted model. It runs where the SDK is installed, or where
AGENTS_PYTHON has it."""

import importlib.util
import os
import subprocess
import sys

import pytest
from django.conf import settings

from memory.models import Memory
from memory.services import namespaces
from tests.store import committed

__all__ = ["committed"]

PYTHON = os.environ.get("AGENTS_PYTHON") or (sys.executable if importlib.util.find_spec("agents") else "")
SCRIPT = """
import asyncio, json, sys
from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage, set_tracing_disabled
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from rememberd_client import AsyncRememberd
from rememberd_client.openai_agents import context_filter, function_tools

set_tracing_disabled(True)
url, key = sys.argv[1:]

def says(text):
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[part])

def calls(name, **arguments):
    return ResponseFunctionToolCall(type="function_call", call_id=name, name=name, arguments=json.dumps(arguments))

class Scripted(Model):
    def __init__(self, *outputs):
        self.outputs, self.seen = list(outputs), []

    async def get_response(self, system_instructions, input, *rest, **more):
        self.seen.append((system_instructions, input))
        return ModelResponse(output=[self.outputs.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **more):
        raise NotImplementedError

async def main():
    async with AsyncRememberd(url, key) as memory:
        await memory.remember("Maya is allergic to hazelnuts.")
        model = Scripted(calls("remember_fact", content="Maya has a cat."), calls("search_memory", query="x", limit=0),
                         says("Noted."))
        agent = Agent(name="Helper", instructions="Be brief.", model=model, tools=await function_tools(memory))
        run = RunConfig(call_model_input_filter=context_filter(memory, "tuesday"))
        result = await Runner.run(agent, "What is Maya allergic to?", run_config=run)
        assert result.final_output == "Noted."
        for instructions, _ in model.seen:
            assert instructions.startswith("Be brief."), instructions
            assert "Maya is allergic to hazelnuts." in instructions, instructions
        told = [item["output"] for item in model.seen[-1][1] if item.get("type") == "function_call_output"]
        assert json.loads(told[0])["outcome"] == "created", told
        assert told[1].startswith("Error: 422") and "limit" in told[1], told
    async with AsyncRememberd("http://127.0.0.1:9", key, retries=0) as nobody:
        model = Scripted(says("Hello."))
        run = RunConfig(call_model_input_filter=context_filter(nobody))
        await Runner.run(Agent(name="Helper", instructions="Be brief.", model=model), "Hello?", run_config=run)
        assert model.seen[0][0] == "Be brief.", model.seen
    print("all well")

asyncio.run(main())
"""


@pytest.mark.skipif(not PYTHON, reason="openai-agents is not installed (pip install it, or AGENTS_PYTHON=its python)")
def test_an_agent_gets_context_and_calls_the_tools(live_server, committed, make_key, tmp_path):
    done = subprocess.run(
        [PYTHON, "-c", SCRIPT, live_server.url, make_key("acme/alice")],
        capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(settings.BASE_DIR / "clients/python/src")},
    )  # fmt: skip
    assert done.stdout == "all well\n", done.stderr
    facts = Memory.objects.within(namespaces.find("acme/alice")).filter(kind="fact")
    assert {fact.content for fact in facts} == {"Maya is allergic to hazelnuts.", "Maya has a cat."}
