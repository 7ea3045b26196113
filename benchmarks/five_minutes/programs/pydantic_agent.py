import asyncio

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel
from rememberd_client import AsyncRememberd
from rememberd_client.pydantic_ai import LongTermMemory


def scripted(messages, info):  # your model in its place
    print("the model is told:", info.instructions)
    return ModelResponse(parts=[TextPart("Noted.")])


async def main():
    async with AsyncRememberd() as memory:
        for day, asked in {"monday": "My sister Ana moved to Lisbon.", "tuesday": "Where does my sister live?"}.items():
            agent = Agent(FunctionModel(scripted), capabilities=[LongTermMemory(memory, day)])
            await agent.run(asked)


asyncio.run(main())
