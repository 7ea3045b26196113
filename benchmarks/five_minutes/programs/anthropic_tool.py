import json

import httpx2
from anthropic import Anthropic
from rememberd_client import Rememberd
from rememberd_client.anthropic import MemoryTool

CALLS = [
    {"command": "create", "path": "/memories/family.md", "file_text": "The user's sister Ana lives in Lisbon.\n"},
    {"command": "view", "path": "/memories/family.md"},
]


def answer(request):  # your model in its place
    told = json.loads(request.content)["messages"][-1]["content"]
    if isinstance(told, list):
        print("the model is told:", told[0]["content"])
    blocks = [{"type": "tool_use", "id": f"t{len(CALLS)}", "name": "memory", "input": CALLS.pop(0)}] if CALLS else [
        {"type": "text", "text": "Done."}
    ]  # fmt: skip
    return httpx2.Response(200, json={
        "id": "m", "type": "message", "role": "assistant", "model": "scripted", "content": blocks,
        "stop_reason": blocks[0]["type"].replace("text", "end_turn"), "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    })  # fmt: skip


with Rememberd() as memory:
    client = Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(answer)))
    asked = [{"role": "user", "content": "My sister Ana moved to Lisbon."}]
    client.beta.messages.tool_runner(
        model="scripted", max_tokens=100, tools=[MemoryTool(memory)], messages=asked
    ).until_done()
    print("the memory holds:", [fact["content"] for fact in memory.memories(kind="fact")])
