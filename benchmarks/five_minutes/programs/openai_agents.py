import asyncio

from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage, set_tracing_disabled
from openai.types.responses import ResponseOutputMessage, ResponseOutputText
from rememberd_client import AsyncRememberd
from rememberd_client.openai_agents import TurnKeeper, context_filter, function_tools

set_tracing_disabled(True)


class Scripted(Model):  # your model in its place
    async def get_response(self, system_instructions, input, *rest, **more):
        print("the model is told:", system_instructions)
        part = ResponseOutputText(text="Noted.", type="output_text", annotations=[])
        said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[part])
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *rest, **more):
        raise NotImplementedError


async def main():
    async with AsyncRememberd() as memory:
        agent = Agent(name="Helper", instructions="Be brief.", model=Scripted(), tools=await function_tools(memory))
        for day, asked in {"monday": "My sister Ana moved to Lisbon.", "tuesday": "Where does my sister live?"}.items():
            run = RunConfig(call_model_input_filter=context_filter(memory, day))
            await Runner.run(agent, asked, run_config=run, hooks=TurnKeeper(memory, day))


asyncio.run(main())
