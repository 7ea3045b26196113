import asyncio
import json
import os

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

set_tracing_disabled(True)
SERVER = {"url": "http://127.0.0.1:8001/mcp", "headers": {"Authorization": f"Bearer {os.environ['MEMORY_KEY']}"}}
TURN = {"role": "user", "content": "My sister Ana moved to Lisbon."}
CALLS = {
    "save_turns": {"session_id": "monday", "messages": [TURN]},
    "get_context": {"prompt": "Where does my sister live?"},
}


class Scripted(Model):  # your model in its place
    async def get_response(self, system_instructions, input, *rest, **more):
        if input[-1].get("type") == "function_call_output":
            print("the model is told:", input[-1]["output"])
        for name, arguments in CALLS.items():
            if not any(item.get("name") == name for item in input):
                said = ResponseFunctionToolCall(
                    type="function_call", call_id=name, name=name, arguments=json.dumps(arguments)
                )
                return ModelResponse(output=[said], usage=Usage(), response_id=None)
        part = ResponseOutputText(text="In Lisbon.", type="output_text", annotations=[])
        said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[part])
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **more):
        raise NotImplementedError


async def main():
    async with MCPServerStreamableHttp(params=SERVER) as memory:
        result = await Runner.run(Agent(name="Helper", model=Scripted(), mcp_servers=[memory]), TURN["content"])
        print(result.final_output)


asyncio.run(main())
