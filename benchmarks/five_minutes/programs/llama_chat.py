import asyncio

from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.memory import Memory
from rememberd_client import AsyncRememberd
from rememberd_client.llama_index import MemoryBlock


async def main():
    async with AsyncRememberd() as memory:
        monday = MemoryBlock(name="rememberd", memory=memory, session_id="monday")
        await monday.aput([ChatMessage(role="user", content="My sister Ana moved to Lisbon.")])
        tuesday = MemoryBlock(name="rememberd", memory=memory, session_id="tuesday")
        chat = Memory.from_defaults(session_id="tuesday", memory_blocks=[tuesday])
        engine = SimpleChatEngine.from_defaults(llm=MockLLM(), memory=chat)  # your model in its place
        print("the model is told:", await engine.achat("Where does my sister live?"))


asyncio.run(main())
