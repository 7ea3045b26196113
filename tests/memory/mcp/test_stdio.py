"""MCP as a client meets it: a process of its own, on standard input and output."""

import gc
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager, contextmanager, suppress

import anyio
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from memory import allowances, background
from memory.mcp.door import ProcessDoor
from memory.mcp.server import call
from memory.models import ApiKey, Event, Memory
from memory.services import namespaces
from memory.tools import ToolSet
from tests.memory.mcp import environment

ORCHESTRATOR = [ToolSet.ORCHESTRATOR]


@asynccontextmanager
async def served(*arguments, **env):
    server = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp", *arguments],
        env=environment(**env),
        cwd=settings.BASE_DIR,
    )
    async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as session:
        await session.initialize()
        yield session


@pytest.mark.django_db(transaction=True)
def test_a_client_lists_and_calls_the_tools_of_its_namespace():
    async def talk():
        async with served("--namespace", "acme/alice") as session:
            names = [tool.name for tool in (await session.list_tools()).tools]
            saved = await session.call_tool("remember_fact", {"content": "Maya likes tea."})
            found = await session.call_tool("search_memory", {"query": "tea"})
            wrong = await session.call_tool("search_memory", {"limit": 1000})
            unknown = await session.call_tool("save_facts_batch", {})
            return names, saved, found, wrong, unknown

    names, saved, found, wrong, unknown = anyio.run(talk)

    assert "remember_fact" in names
    assert "save_facts_batch" not in names
    assert json.loads(saved.content[0].text) == saved.structured_content
    assert found.structured_content["results"][0]["content"] == "Maya likes tea."
    assert wrong.is_error
    assert "limit" in wrong.content[0].text
    assert unknown.is_error
    assert Memory.objects.within(namespaces.for_reading("acme/alice")).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_key_says_namespace_and_tools(make_key):
    key = make_key("acme/*", scopes=["read"], default_namespace="acme/alice")

    async def talk():
        async with served("--set", "all", MEMORY_API_KEY=key) as session:
            return [tool.name for tool in (await session.list_tools()).tools]

    assert set(anyio.run(talk)) == {
        "get_context", "search_memory", "memory_stats", "get_entity_info", "read_graph", "search_nodes", "open_nodes",
    }  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_standard_output_carries_the_protocol_and_nothing_else():
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
        },
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "manage.py", "mcp", "--namespace", "acme/alice"],
        input=json.dumps(hello) + "\nnot json\n", capture_output=True, text=True, timeout=60, check=False,
        env=environment(), cwd=settings.BASE_DIR,
    )  # fmt: skip

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(line["jsonrpc"] == "2.0" for line in lines)
    # The answers may come in any order: what is no message is refused while the hello is still at work.
    (welcome,) = [line for line in lines if line["id"] == 1]
    assert welcome["result"]["serverInfo"]["name"] == "memory"
    assert done.returncode == 0


@pytest.mark.django_db(transaction=True)
def test_what_is_no_message_is_answered_and_ends_nothing():
    """A client waits for the answer to what it sent; the package of the protocol drops what it cannot read."""
    call = '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "remember_fact", "arguments": %s}}'
    lines = [
        call % (1, '{"content": "a \\ud800 b"}'),
        call % ('"\\udfff"', '{"content": "tea"}'),
        call % (3, '{"content": ' + "[" * 300 + "]" * 300 + "}"),
        "not json",
        "[]",
        '{"jsonrpc": "2.0", "id": 5}',
        '{"jsonrpc": "1.0", "id": 6, "method": "ping"}',
        call % (8, '"tea"'),
        call % ("1.5", '{"content": "tea"}'),
        call % ("true", '{"content": "tea"}'),
        call % ("null", '{"content": "tea"}'),
        '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}',
    ]
    done = subprocess.run(
        [sys.executable, "manage.py", "mcp", "--namespace", "acme/alice"],
        input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=False,
        env=environment(), cwd=settings.BASE_DIR,
    )  # fmt: skip

    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(one["id"] or 0 for one in told) == [0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 8]
    (refused,) = [one for one in told if one["id"] == 1]
    assert "lone surrogate" in refused["error"]["message"]
    assert [one["error"]["code"] for one in told if one["id"] == 6] == [-32600]
    assert [one["error"]["message"] for one in told if one["id"] == 8] == [
        "The request is not valid. arguments: Input should be a valid dictionary"
    ]
    assert [one["id"] for one in told if "batch" in one["error"]["message"]] == [None]
    assert done.returncode == 0
    assert not Memory.objects.within(namespaces.for_reading("acme/alice") or 0).exists()


@pytest.mark.django_db(transaction=True)
def test_all_that_came_is_answered_though_the_input_has_ended():
    def request(number, method, **params):
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    calls = [
        request(n, "tools/call", name="remember_fact", arguments={"content": f"Maya has {n} {thing} of tea."})
        for n, thing in enumerate(("cups", "cans", "bags", "tins", "jars"), 2)
    ]
    lines = [
        request(1, "initialize", **hello), '{"jsonrpc": "2.0", "method": "notifications/initialized"}', *calls,
        request(7, "tools/list"),
    ]  # fmt: skip
    for cancelled in ([], ['{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}']):
        done = subprocess.run(
            [sys.executable, "manage.py", "mcp", "--namespace", "acme/alice"],
            input="\n".join([*lines, *cancelled]) + "\n", capture_output=True, text=True, timeout=50, check=False,
            env=environment(), cwd=settings.BASE_DIR,
        )  # fmt: skip

        told = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
        assert told.keys() >= set(range(1, 7))
        assert not [one for one in told.values() if "error" in one and one["id"] != 7]
        assert 7 in told or cancelled
        assert done.returncode == 0
    assert Memory.objects.within(namespaces.for_reading("acme/alice")).count() == 5


@contextmanager
def begun_server():
    """A server's process that has answered once; killed at the end."""
    server = subprocess.Popen(
        [sys.executable, "manage.py", "mcp", "--namespace", "acme/alice"], env=environment(), cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        server.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        yield server
    finally:
        server.kill()
        server.wait()
        for pipe in (server.stdin, server.stdout, server.stderr):
            with suppress(BrokenPipeError):
                pipe.close()


@pytest.mark.django_db(transaction=True)
def test_a_client_that_is_gone_ends_it_with_a_line():
    """A host that is killed reads no more; what is written on standard error meanwhile stands in its log."""
    with begun_server() as server:
        server.stdout.close()
        for number in range(2, 40):
            server.stdin.write(f'{{"jsonrpc": "2.0", "id": {number}, "method": "ping"}}\n')
        server.stdin.close()
        told = server.stderr.read()
        assert server.wait(timeout=60) == 0
    assert [line.partition("memory.mcp.server: ")[2] for line in told.splitlines()] == [
        "The client is gone: what it waited for is not told."
    ]


@pytest.mark.django_db(transaction=True)
def test_a_client_that_is_gone_ends_it_though_nobody_closes_its_input():
    """The host that started both may hold the pipe open, and writes nothing to it any more."""
    for begun in (True, False):
        with begun_server() as server:
            server.stdout.close()
            if begun:
                server.stdin.write('{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
                server.stdin.flush()
            assert server.wait(timeout=60) == 0
            told = server.stderr.read()
        assert [line.partition("memory.mcp.server: ")[2] for line in told.splitlines()] == [
            "The client is gone: what it waited for is not told."
        ]


@pytest.mark.django_db(transaction=True)
def test_of_a_client_that_never_reads_its_answers_no_more_is_read_until_it_does():
    """Each request that waits holds memory: a server that read on would grow with all that is sent."""
    count = 8_000
    with begun_server() as server:
        os.set_blocking(server.stdin.fileno(), False)
        lines = b"".join(b'{"jsonrpc": "2.0", "id": %d, "method": "ping"}\n' % n for n in range(2, count + 2))
        sent, quiet_since = 0, time.monotonic()
        while sent < len(lines) and time.monotonic() - quiet_since < 5:
            try:
                sent += os.write(server.stdin.fileno(), lines[sent : sent + 4096])
                quiet_since = time.monotonic()
            except BlockingIOError:
                time.sleep(0.05)
        assert sent < len(lines)  # its pipe is full: the rest waits with the client

        os.set_blocking(server.stdin.fileno(), True)
        rest = threading.Thread(target=lambda: (os.write(server.stdin.fileno(), lines[sent:]), server.stdin.close()))
        rest.start()
        answered = [json.loads(line)["id"] for line in server.stdout]
        rest.join()
        assert server.wait(timeout=60) == 0
    assert sorted(answered) == list(range(2, count + 2))


@pytest.mark.django_db(transaction=True)
def test_what_was_cancelled_by_another_spelling_of_its_id_does_not_wait_for_ever():
    with begun_server() as server:
        for number in range(2, 302):
            server.stdin.write(f'{{"jsonrpc": "2.0", "id": {number}, "method": "tools/list"}}\n')
            cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": str(number)}}
            server.stdin.write(json.dumps(cancelled) + "\n")
        server.stdin.write('{"jsonrpc": "2.0", "id": "last", "method": "ping"}\n')
        server.stdin.close()
        answered = [json.loads(line)["id"] for line in server.stdout]
        assert server.wait(timeout=50) == 0
    assert "last" in answered


def test_a_key_that_is_revoked_meanwhile_ends_it(make_key):
    door = ProcessDoor(make_key(), None)
    assert not call(door, ORCHESTRATOR, "memory_stats", {}).is_error
    ApiKey.objects.all().delete()

    assert call(door, ORCHESTRATOR, "memory_stats", {}).is_error


def test_a_call_counts_as_a_use_of_its_key_and_towards_its_limit(make_key, settings):
    settings.MEMORY_RATE_LIMIT = 2
    allowances.forget()
    door = ProcessDoor(make_key(), None)
    assert not call(door, ORCHESTRATOR, "memory_stats", {}).is_error
    refused = call(door, ORCHESTRATOR, "memory_stats", {})
    assert refused.is_error
    assert "2 requests a minute" in refused.content[0].text
    background.flush()
    assert ApiKey.objects.get().last_used_at is not None
    allowances.forget()


def test_a_tool_changes_in_the_name_of_the_key_and_of_the_door(make_key, namespace):
    call(ProcessDoor(make_key(), None), ORCHESTRATOR, "remember_fact", {"content": "Maya likes tea."})
    call(ProcessDoor("", "acme/alice"), ORCHESTRATOR, "remember_fact", {"content": "Maya owns a boat."})
    assert list(Event.objects.within(namespace).order_by("seq").values_list("actor", "origin")) == [
        ("mcp:test", "tool"), ("mcp", "tool")
    ]  # fmt: skip


def test_a_key_serves_no_namespace_outside_its_pattern(make_key, monkeypatch):
    monkeypatch.setenv("MEMORY_API_KEY", make_key("acme/*"))

    for arguments in (["--namespace", "other"], []):
        with pytest.raises(CommandError):
            call_command("mcp", *arguments)


def test_the_start_names_what_is_missing(db, monkeypatch):
    monkeypatch.delenv("MEMORY_API_KEY", raising=False)
    with pytest.raises(CommandError, match="namespace"):
        call_command("mcp")
    with pytest.raises(CommandError, match="segments"):
        call_command("mcp", "--namespace", "a b")
    monkeypatch.setenv("MEMORY_API_KEY", "mem_x_y")
    with pytest.raises(CommandError, match="key"):
        call_command("mcp", "--namespace", "a")


@pytest.mark.parametrize("wrong", [{"query": "\x00"}, {"query": "\ud800"}, {"query": float("nan")}, {"limit": 10**400}])
def test_arguments_pass_the_same_reader_as_a_body(db, wrong):
    result = call(ProcessDoor("", "acme/alice"), ORCHESTRATOR, "search_memory", wrong)

    assert result.is_error


@pytest.mark.django_db(transaction=True)
def test_a_process_for_one_host_starts_without_what_the_first_answer_does_not_need():
    """A host waits for it: no client of HTTP, no terminal's colours, no model."""
    script = (
        "import sys, django; django.setup(); from memory.mcp import door, server; "
        "door.ProcessDoor('', 'acme/alice'); "
        "print(sorted({'httpx', 'rich', 'typer', 'spacy', 'wordllama', 'tokenizers', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=settings.BASE_DIR, env=environment(),
        timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


@pytest.mark.django_db
def test_the_collector_that_the_start_turned_off_is_on_while_it_serves(monkeypatch):
    seen = []
    monkeypatch.setattr("memory.mcp.server.serve", lambda door, sets: seen.append(gc.isenabled()))
    gc.disable()
    try:
        call_command("mcp", namespace="acme/alice")
    finally:
        gc.unfreeze()
        gc.enable()
    assert seen == [True]


@pytest.mark.django_db
def test_a_namespace_that_cannot_be_is_told_in_a_sentence():
    with pytest.raises(CommandError, match=r"^The request is not valid\. A namespace is up to"):
        call_command("mcp", "--namespace", "acme/ alice")
