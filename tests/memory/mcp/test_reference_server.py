"""The graph's tools against the reference server itself, of npm: the same calls, the same answers."""

import os
import shutil

import anyio
import pytest
from django.conf import settings
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from memory import tools
from memory.services.actors import Actor
from memory.services.errors import InvalidInput
from memory.tools import ToolSet

PACKAGE = settings.BASE_DIR / "clients/typescript/node_modules/@modelcontextprotocol/server-memory"
ANN = {"name": "Ann", "entityType": "person", "observations": ["Ann likes green tea", "owns two boats"]}
BOB = {"name": "Bob", "entityType": "person", "observations": []}
PIER = {"name": "Pier 7", "entityType": "place", "observations": ["is closed in winter"]}
KNOWS = {"from": "Ann", "to": "Bob", "relationType": "knows"}
RENTS = {"from": "Ann", "to": "Pier 7", "relationType": "rents_a_berth_at"}
CALLS = [
    ("read_graph", {}),
    ("create_entities", {"entities": [ANN, BOB]}),
    ("create_entities", {"entities": [PIER, BOB | {"observations": ["sleeps late"]}]}),
    ("create_relations", {"relations": [KNOWS, RENTS]}),
    ("add_observations", {"observations": [
        {"entityName": "Bob", "contents": ["plays the cello"]},
        {"entityName": "Ann", "contents": ["owns two boats", "was born in Faro"]},
    ]}),
    ("add_observations", {"observations": [{"entityName": "nobody", "contents": ["x"]}]}),
    ("read_graph", {}),
    ("search_nodes", {"query": "CELLO"}),
    ("search_nodes", {"query": "place"}),
    ("search_nodes", {"query": "zebra"}),
    ("open_nodes", {"names": ["Pier 7", "nobody"]}),
    ("delete_observations", {"deletions": [{"entityName": "Ann", "observations": ["owns two boats", "none"]}]}),
    ("delete_relations", {"relations": [KNOWS, KNOWS | {"to": "nobody"}]}),
    ("read_graph", {}),
    ("delete_entities", {"entityNames": ["Pier 7", "nobody"]}),
    ("read_graph", {}),
]  # fmt: skip


async def answers_of_the_reference(file):
    server = StdioServerParameters(
        command="node", args=[str(PACKAGE / "dist" / "index.js")],
        env={"PATH": os.environ["PATH"], "MEMORY_FILE_PATH": str(file)},
    )  # fmt: skip
    async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
        await session.initialize()
        offered = {tool.name: tool for tool in (await session.list_tools()).tools}
        results = [await session.call_tool(name, arguments) for name, arguments in CALLS]
        return offered, [None if one.is_error else one.structured_content for one in results]


def plain(answer):
    """Without the sentence that a deletion answers."""
    return answer and {name: value for name, value in answer.items() if name != "message"}


def our_answer(tool, bench, arguments):
    """None for a refusal, as the other's."""
    try:
        return tool.call(bench, arguments)
    except InvalidInput:
        return None


@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm here: the reference server is not compared")
def test_the_same_calls_get_the_same_answers(namespace, tmp_path):
    assert PACKAGE.exists(), "It is missing: make clients/typescript/node_modules/.ready"
    offered, theirs = anyio.run(answers_of_the_reference, tmp_path / "memory.jsonl")
    bench = tools.Bench(namespace.name, Actor.tool("tester"))
    ours = {tool.name: tool for tool in tools.of_set(ToolSet.GRAPH)}

    assert set(ours) == set(offered)
    for name, tool in ours.items():
        assert tool.parameters()["properties"].keys() == offered[name].input_schema.get("properties", {}).keys()
    for (name, arguments), their in zip(CALLS, theirs, strict=True):
        assert plain(our_answer(ours[name], bench, arguments)) == plain(their), (name, arguments)
