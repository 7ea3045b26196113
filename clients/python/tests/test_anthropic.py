"""Anthropic's SDK: its memory tool."""

import json

import httpx2  # the SDK's own
import pytest
from anthropic import Anthropic
from anthropic.lib.tools import ToolError
from rememberd_client import Rememberd
from rememberd_client.anthropic import MemoryTool


@pytest.fixture
def tool(memory):
    return MemoryTool(memory)


@pytest.fixture
def do(tool):
    return lambda command, **fields: tool.call({"command": command, **fields})


@pytest.fixture
def facts(memory):
    return lambda: {fact["content"] for fact in memory.memories(kind="fact", active=True)}


def scripted(*inputs):
    """A client whose model calls the memory tool with each of `inputs`, then says that it is done; and what it sent."""
    blocks = [{"type": "tool_use", "id": f"t{at}", "name": "memory", "input": one} for at, one in enumerate(inputs)]
    waiting, sent = [*blocks, {"type": "text", "text": "Done."}], []

    def answer(request):
        sent.append(json.loads(request.content))
        block = waiting.pop(0)
        reason = "tool_use" if block["type"] == "tool_use" else "end_turn"
        return httpx2.Response(200, json={
            "id": "m", "type": "message", "role": "assistant", "model": "scripted", "content": [block],
            "stop_reason": reason, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
        })  # fmt: skip

    return Anthropic(api_key="none", http_client=httpx2.Client(transport=httpx2.MockTransport(answer))), sent


def test_a_model_reads_and_writes_its_files(tool, facts):
    client, sent = scripted(
        {"command": "view", "path": "/memories"},
        {"command": "create", "path": "/memories/maya.md", "file_text": "Maya likes tea.\nMaya lives in Porto.\n"},
        {"command": "str_replace", "path": "/memories/maya.md", "old_str": "Porto", "new_str": "Lisbon"},
        {"command": "view", "path": "/memories/none.md"},
    )
    runner = client.beta.messages.tool_runner(
        model="scripted", max_tokens=100, tools=[tool], messages=[{"role": "user", "content": "Maya moved to Lisbon."}]
    )
    assert runner.until_done().content[0].text == "Done."
    assert sent[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    results = [request["messages"][-1]["content"][0] for request in sent[1:]]
    assert "created successfully" in str(results[1]["content"])
    assert "Maya lives in Lisbon." in str(results[2]["content"])
    assert results[3]["is_error"]
    assert facts() == {"Maya likes tea.", "Maya lives in Lisbon."}


def test_each_edit_is_an_edit_of_facts(do, facts, memory):
    do("create", path="/memories/a.md", file_text="One is here.\n\n  Two is there.\nThree is gone.")
    before = {fact["content"]: fact["id"] for fact in memory.memories(kind="fact")}
    do("str_replace", path="/memories/a.md", old_str="Two is there.\nThree is gone.", new_str="Two is nowhere.")
    do("insert", path="/memories/a.md", insert_line=1, insert_text="The dog sleeps.\nThe cat eats.\n")
    assert do("view", path="/memories/a.md").splitlines()[1:] == [
        "     1\tOne is here.",
        "     2\tThe dog sleeps.",
        "     3\tThe cat eats.",
        "     4\tTwo is nowhere.",
    ]
    assert do("view", path="/memories/a.md", view_range=[2, 3]).splitlines()[1:] == [
        "     2\tThe dog sleeps.",
        "     3\tThe cat eats.",
    ]
    assert facts() == {"One is here.", "The dog sleeps.", "The cat eats.", "Two is nowhere."}
    kinds = [event["kind"] for event in memory.history(before["Two is there."])["results"]]
    assert kinds == ["remembered", "corrected"]
    assert "hazel" not in memory.context("dog")["context"]
    assert "The dog sleeps." in memory.context("Where is the dog?")["context"]


def test_files_are_listed_moved_and_deleted(do, facts):
    do("create", path="/memories/people/ann.md", file_text="Ann likes tea.")
    do("create", path="/memories/people/bob.md", file_text="Bob owns a boat.")
    assert do("view", path="/memories").splitlines()[2:] == [
        "15B\t/memories/people/ann.md",
        "17B\t/memories/people/bob.md",
    ]
    do("rename", old_path="/memories/people", new_path="/memories/friends")
    assert "Ann likes tea." in do("view", path="/memories/friends/ann.md")
    with pytest.raises(ToolError, match="does not exist"):
        do("view", path="/memories/people/ann.md")
    do("delete", path="/memories/friends/ann.md")
    assert facts() == {"Bob owns a boat."}
    do("delete", path="/memories/friends")
    assert facts() == set()


def test_a_fact_of_two_files_stays_until_both_let_it_go(do, facts):
    for name in "ab":
        do("create", path=f"/memories/{name}.md", file_text="Ann likes tea.")
    do("str_replace", path="/memories/a.md", old_str="Ann likes tea.", new_str="The boat is blue.")
    assert "Ann likes tea." in do("view", path="/memories/b.md")
    assert "The boat is blue." in do("view", path="/memories/a.md")
    do("delete", path="/memories/b.md")
    assert facts() == {"The boat is blue."}


def test_clearing_leaves_the_other_facts(tool, do, facts, memory):
    memory.remember("Maya is allergic to hazelnuts.")
    do("create", path="/memories/a.md", file_text="Ann likes tea.")
    tool.clear_all_memory()
    assert facts() == {"Maya is allergic to hazelnuts."}


@pytest.mark.parametrize(
    "command, fields, told",
    [
        ("view", {"path": "/etc/passwd"}, "must start with"),
        ("view", {"path": "/memories/../a"}, "stay in it"),
        ("view", {"path": "/memories/none"}, "does not exist"),
        ("create", {"path": "/memories/a.md", "file_text": "x"}, "already exists"),
        ("create", {"path": "/memories/b.md", "file_text": " \n"}, "at least one line"),
        ("create", {"path": "/memories/" + "x" * 100, "file_text": "x"}, "at most"),
        ("str_replace", {"path": "/memories/a.md", "old_str": "zebra", "new_str": ""}, "did not appear"),
        ("str_replace", {"path": "/memories/a.md", "old_str": "e", "new_str": ""}, "must be unique"),
        ("insert", {"path": "/memories/a.md", "insert_line": 9, "insert_text": "x"}, "within"),
        ("delete", {"path": "/memories"}, "Cannot delete"),
        ("rename", {"old_path": "/memories/none", "new_path": "/memories/c"}, "does not exist"),
        ("rename", {"old_path": "/memories/a.md", "new_path": "/memories/a.md"}, "already exists"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(do, facts, command, fields, told):
    do("create", path="/memories/a.md", file_text="Ann likes green tea.")
    with pytest.raises(ToolError, match=told):
        do(command, **fields)
    assert facts() == {"Ann likes green tea."}


def test_a_refusal_of_the_service_is_told_to_the_model(place):
    with Rememberd(**place | {"namespace": "elsewhere"}) as memory, pytest.raises(ToolError, match="403"):
        MemoryTool(memory).call({"command": "view", "path": "/memories"})


@pytest.mark.parametrize("path", ["/memories/maya.md ", "\n/memories/maya.md", "/memories/maya.md"])
def test_blanks_around_a_path_name_the_same_file(do, facts, path):
    do("create", path=path, file_text="Maya likes tea.")
    assert "Maya likes tea." in do("view", path=path)
    assert "Maya likes tea." in do("view", path="/memories/maya.md")
    do("delete", path=path)
    assert not facts()
