"""LlamaIndex."""

import pytest
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.memory import Memory
from rememberd_client import Unreachable
from rememberd_client.llama_index import MemoryBlock

pytestmark = pytest.mark.anyio


def chat_memory(block, limit=3000):
    return Memory.from_defaults(
        session_id="tuesday", token_limit=limit, chat_history_token_ratio=0.2, token_flush_size=1, memory_blocks=[block]
    )


async def test_the_model_is_given_what_the_memory_holds(later, memory):
    memory.remember("Maya is allergic to hazelnuts.")
    engine = SimpleChatEngine.from_defaults(
        llm=MockLLM(), memory=chat_memory(MemoryBlock(name="rememberd", memory=later, session_id="tuesday"))
    )
    answer = await engine.achat("What is Maya allergic to?")  # the scripted model says what it was given
    assert "Maya is allergic to hazelnuts." in answer.response
    assert "<rememberd>" in answer.response


async def test_what_leaves_the_short_term_memory_is_kept(later, said):
    short = chat_memory(MemoryBlock(name="rememberd", memory=later, session_id="tuesday"), limit=100)
    for number in range(8):
        await short.aput(ChatMessage(role="user", content=f"Number {number} is a long enough message, I should say."))
        await short.aput(ChatMessage(role="assistant", content=f"Answer {number} is long enough as well, I believe."))
    kept = said("tuesday")
    assert kept[:2] == [
        ("user", "Number 0 is a long enough message, I should say."),
        ("assistant", "Answer 0 is long enough as well, I believe."),
    ]
    assert len(kept) < 16


async def test_only_words_of_the_conversation_are_kept(later, said):
    block = MemoryBlock(name="rememberd", memory=later, session_id="s1")
    await block.aput([
        ChatMessage(role="system", content="Be brief."), ChatMessage(role="tool", content="42"),
        ChatMessage(role="user", content=" "), ChatMessage(role="user", content="Hello."),
        ChatMessage(role="user", content="Half a \ud83d face."),
    ])  # fmt: skip
    assert said("s1") == [("tool", "42"), ("user", "Hello."), ("user", "Half a \ufffd face.")]
    assert await block.aget([ChatMessage(role="system", content="Be brief.")]) == ""


async def test_a_block_that_is_too_long_loses_whole_lines_from_its_end(later):
    block = MemoryBlock(name="rememberd", memory=later, session_id="s1")
    text = "## Relevant memory\n- one is here\n- two is here"
    assert await block.atruncate(text, 2) == "## Relevant memory\n- one is here"
    assert await block.atruncate(text, 100) is None


async def test_turns_that_cannot_be_kept_are_told(nobody):
    block = MemoryBlock(name="rememberd", memory=nobody, session_id="s1")
    with pytest.raises(Unreachable):
        await block.aput([ChatMessage(role="user", content="Hello.")])
