"""The Python client, against the real service over HTTP."""

from __future__ import annotations

import importlib.util
import inspect
import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import anyio
import httpx
import pytest
from django.conf import settings
from rememberd_client import ApiError, AsyncRememberd, NotFound, Rememberd, Unreachable, calls

from maintenance.tasks import run_operations
from memory.api import api as served_api
from memory.models import Conflict, Memory, Session, SessionStatus
from memory.services import namespaces
from tests.store import committed

__all__ = ["committed"]

HOME = settings.BASE_DIR / "clients" / "python"
README = (HOME / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def place(live_server, committed, make_key):
    """Where the service is, and a key: what the clients are made with."""
    return {"url": live_server.url, "key": make_key("acme/*", default_namespace="acme/alice")}


@pytest.fixture
def memory(place):
    with Rememberd(**place) as client:
        yield client


@pytest.fixture(autouse=True)
def no_environment(monkeypatch):
    for name in ("MEMORY_URL", "MEMORY_KEY", "MEMORY_NAMESPACE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(calls.random, "uniform", lambda low, high: 0.0)


def rows(kind, namespace="acme/alice"):
    return Memory.objects.within(namespaces.for_reading(namespace)).filter(kind=kind).order_by("pk")


class Lossy(httpx.BaseTransport):
    """A network that hands each request on, and loses the first `times` answers to each."""

    def __init__(self, times):
        self.real = httpx.HTTPTransport()
        self.times = times
        self.lost = {}

    def handle_request(self, request):
        response = self.real.handle_request(request)
        seen = self.lost.get(str(request.url), 0)
        if seen < self.times:
            self.lost[str(request.url)] = seen + 1
            response.read()
            raise httpx.ReadError("the connection broke", request=request)
        return response


def fail(what):
    raise ZeroDivisionError


def generator():
    spec = importlib.util.spec_from_file_location("generate", HOME.parent / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_made_is_up_to_date():
    for file, text in generator().made(served_api.get_openapi_schema()).items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: make client"


# {method: (HTTP method, path, what its arguments become)}
CALLS = {
    "add": ("post", "/sessions/{session_id}/messages", "body"),
    "context": ("post", "/context", "body"),
    "search": ("post", "/memories/search", "body"),
    "remember": ("post", "/memories", "body"),
    "get": ("get", "/memories/{memory_id}", None),
    "change": ("patch", "/memories/{memory_id}", "body"),
    "correct": ("post", "/memories/{memory_id}/correct", "body"),
    "confirm": ("post", "/memories/{memory_id}/confirm", None),
    "answer": ("post", "/questions/{question_id}", "body"),
    "forget": ("delete", "/memories/{memory_id}", None),
    "restore": ("post", "/memories/{memory_id}/restore", None),
    "history": ("get", "/memories/{memory_id}/history", None),
    "sources": ("get", "/memories/{memory_id}/sources", None),
    "stats": ("get", "/stats", None),
    "consolidate": ("post", "/sessions/{session_id}/consolidate", None),
    "erase": ("post", "/erasures", "body"),
    "operation": ("get", "/operations/{operation_id}", None),
}


@pytest.mark.parametrize("name", CALLS)
def test_each_method_takes_what_its_route_takes_and_answers_its_shape(name):
    method, path, where = CALLS[name]
    schema = served_api.get_openapi_schema()
    operation = schema["paths"][f"/api/v1{path}"][method]
    signature = inspect.signature(getattr(AsyncRememberd, name))
    (answer,) = [
        found for status, response in operation["responses"].items() if str(status).startswith("2")
        for found in re.findall(r"schemas/(\w+)", str(response))
    ]  # fmt: skip
    assert signature.return_annotation == f"shapes.{answer}"
    taken = {parameter for parameter in signature.parameters if f"{{{parameter}}}" not in path} - {"self"}
    if where is None:
        assert taken == set()
        return
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    body = schema["components"]["schemas"][reference.rpartition("/")[2]]
    fields = set(body["properties"])
    assert taken == fields - {"kind"} if name == "remember" else taken == fields


def test_a_conversation_is_saved_recalled_and_learnt_from(memory):
    with memory.session("monday") as session:
        assert session.context("Hello?") == ""
        session.save(user="My sister Ana lives in Lisbon.", assistant="How nice.")
        session.save(messages=[{"role": "tool", "content": "42", "event_time": datetime(2026, 5, 1, tzinfo=UTC)}])
    assert [(row.role, row.content) for row in rows("episode")] == [
        ("user", "My sister Ana lives in Lisbon."), ("assistant", "How nice."), ("tool", "42")
    ]  # fmt: skip
    assert Session.objects.within(namespaces.for_reading("acme/alice")).get().status == SessionStatus.PENDING
    run_operations()
    assert "Lisbon" in memory.session("tuesday").context("Where does my sister live?")
    assert [turn["content"] for turn in memory.session("monday").messages()][1:] == ["How nice.", "42"]


def test_a_conversation_that_an_error_broke_off_is_not_over(memory):
    session = memory.session("monday")
    with pytest.raises(ZeroDivisionError), session:
        fail(session.save(user="Hello."))
    with memory.session("silence"):
        pass
    assert Session.objects.within(namespaces.for_reading("acme/alice")).get().status == SessionStatus.OPEN


def test_a_question_is_answered(memory):
    """Two facts that contradict each other: what the user says settles it."""
    memory.remember("Maya's train leaves at 8.")
    memory.remember("Maya's train leaves at 9.")
    namespace = namespaces.for_reading("acme/alice")
    rows = {fact.content: fact for fact in Memory.objects.within(namespace)}
    Conflict.objects.get_or_create_pair(
        namespace, rows["Maya's train leaves at 9."], rows["Maya's train leaves at 8."], kind="update", found_by="test"
    )
    question = memory.context("When does Maya's train leave?", session_id="trip")["question"]
    assert memory.answer(question["id"], "yes")["answer"] == "yes"
    assert Conflict.objects.within(namespace).get().decision == "new"


def test_a_fact_lives_its_whole_life(memory):
    fact = memory.remember("Maya likes tea.", tags=["drink"])
    assert memory.get(fact["id"])["tags"] == ["drink"]
    assert memory.change(fact["id"], protected=True)["protected"]
    assert memory.confirm(fact["id"])["confidence"] == 1.0
    new = memory.correct(fact["id"], "Maya likes coffee.", reason="she said so")
    assert [event["kind"] for event in memory.history(fact["id"])["results"]]
    assert memory.forget(new["id"])["valid_until"]
    assert memory.restore(new["id"])["valid_until"] is None
    assert memory.search("coffee", kind="fact")["results"][0]["id"] == new["id"]
    assert memory.sources(new["id"])["derived"] == []
    assert memory.stats()["counts"]["fact"] == 1
    operation = memory.erase(memory_ids=[new["id"]], dry_run=True)
    assert memory.wait(operation)["status"] == "succeeded"
    assert memory.call_tool("search_memory", {"query": "coffee", "limit": 1})["results"]
    assert "get_context" in {tool["function"]["name"] for tool in memory.tools()}


def test_lists_go_over_all_pages(memory):
    for number in range(7):
        memory.add(f"s{number}", [{"role": "user", "content": f"I met @ann{number}."}])
    assert [row["content"] for row in memory.memories(kind="episode", limit=3)] == [
        f"I met @ann{number}." for number in reversed(range(7))
    ]
    assert len(list(memory.sessions(limit=2))) == 7
    assert len(list(memory.entities(limit=4))) == 7


def test_an_answer_that_was_lost_is_asked_for_again_and_nothing_is_done_twice(place):
    with Rememberd(**place, transport=Lossy(2)) as memory:
        memory.add("s1", [{"role": "user", "content": "Once."}])
        assert memory.remember("Maya likes tea.")["outcome"] == "created"
        assert memory.search("tea")["results"]
        assert memory.call_tool("remember_fact", {"content": "Maya owns a boat."})["outcome"] == "created"
    assert rows("episode").count() == 1
    assert rows("fact").count() == 2
    with Rememberd(**place, transport=Lossy(2), retries=1) as memory, pytest.raises(Unreachable, match="broke"):
        memory.stats()


def test_a_turn_whose_id_is_none_is_kept_once_though_its_answer_is_lost(place):
    with Rememberd(**place, transport=Lossy(2)) as memory:
        memory.add("s1", [{"role": "user", "content": "Once.", "external_id": None, "name": None}])
    assert rows("episode").count() == 1


def test_words_that_are_blank_take_no_others_along(memory):
    memory.session("s1").save(user="Is it done?", assistant="\n")
    memory.session("s1").save(user="  ", assistant="It is.")
    assert [row.content for row in rows("episode")] == ["Is it done?", "It is."]


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, html="<html>Sign in to this network</html>"),
        httpx.Response(502, html="<html>Bad gateway</html>"),
    ],
)
def test_an_answer_of_somebody_else_is_told_as_one(place, response):
    network = httpx.MockTransport(lambda request: response)
    with Rememberd(**place, transport=network, retries=0) as memory, pytest.raises(ApiError, match="address right"):
        memory.stats()


def test_an_answer_that_cannot_be_unpacked_is_none(place):
    spoilt = httpx.MockTransport(lambda _: httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=b"abc"))
    with Rememberd(**place, transport=spoilt, retries=1) as memory, pytest.raises(Unreachable):
        memory.stats()


def test_a_key_from_a_file_works_and_no_error_tells_a_key(place):
    with Rememberd(place["url"], place["key"] + "\n") as memory:
        assert memory.stats()["counts"]["fact"] == 0
    for key in ("mem_\u00e9_secret", "mem_a\nb_secret"):
        with pytest.raises(ValueError, match="characters that no key has") as caught:
            Rememberd(place["url"], key)
        assert "secret" not in str(caught.value)
    for name in ("acme/\u00e9", " acme/py", "acme/py\t"):
        with pytest.raises(ValueError, match="names no namespace"):
            Rememberd(**place, namespace=name)


def test_an_id_leads_to_no_other_address(memory):
    memory.remember("Maya likes tea.")
    for name in (".", ".."):
        for call in (memory.get, memory.forget, memory.history, memory.session(name).save):
            with pytest.raises(ValueError, match="is no id"):
                call(name)
    for name in ("../stats", "a/b", "a?b", "%2e%2e", ""):
        with pytest.raises(NotFound):
            memory.get(name)


def test_a_service_that_is_busy_is_asked_again_as_late_as_it_says(place, monkeypatch):
    paused, answers = [], [httpx.Response(503, headers={"Retry-After": "7"}), httpx.Response(429), None]

    def handle(request):
        return answers.pop(0) or httpx.HTTPTransport().handle_request(request)

    monkeypatch.setattr("rememberd_client.blocking.time.sleep", paused.append)
    with Rememberd(**place, transport=httpx.MockTransport(handle)) as memory:
        assert memory.stats()["counts"]["fact"] == 0
        assert paused[0] == 7
        answers[:] = [httpx.Response(429, headers={"Retry-After": "60"}, json={"detail": "Slowly."})]
        with pytest.raises(ApiError, match="Slowly"):
            memory.stats()


def _in_seconds(seconds):
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


UNREADABLE = [
    "\u00b2", "\u0663", "-5", "1.5", "soon", "Wed, 99 Foo 2026 99:99:99 GMT", f"Wed, 21 Oct {'9' * 20} 07:28:00 GMT",
    f"Wed, 21 Oct 2026 07:28:00 +{'9' * 20}", "Mon, 01 Jan 0001 00:00:00 +2359",
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "shortest", "longest"),
    [
        (lambda: "3", 3, 3),
        (lambda: _in_seconds(20), 10, 20),
        (lambda: _in_seconds(-20), 0, 0),
        *[(lambda text=text: text, 0, 0) for text in UNREADABLE],
    ],
)
def test_a_pause_is_told_in_seconds_or_as_a_time_and_is_else_the_clients_own(
    place, monkeypatch, asked, shortest, longest
):
    paused, answers = [], [httpx.Response(503, headers={b"Retry-After": asked().encode()}), None]

    def handle(request):
        return answers.pop(0) or httpx.HTTPTransport().handle_request(request)

    monkeypatch.setattr("rememberd_client.blocking.time.sleep", paused.append)
    with Rememberd(**place, transport=httpx.MockTransport(handle)) as memory:
        assert memory.stats()["counts"]["fact"] == 0
    assert shortest <= paused[0] <= longest


@pytest.mark.parametrize("asked", [lambda: "9" * 400, lambda: _in_seconds(86_400)])
def test_a_service_that_asks_for_too_long_is_not_waited_for(place, asked):
    busy = httpx.Response(503, headers={"Retry-After": asked()}, json={"detail": "Much later."})
    network = httpx.MockTransport(lambda request: busy)
    with Rememberd(**place, transport=network) as memory, pytest.raises(ApiError, match="Much later"):
        memory.stats()


def test_an_operation_that_ends_at_the_last_look_has_ended(place, monkeypatch):
    asked, clock = [], iter((0.0, 0.0, 0.3))

    def handle(request):
        asked.append(request)
        return httpx.Response(200, json={"id": "op_1", "status": "succeeded"})

    monkeypatch.setattr("rememberd_client.blocking.time.sleep", lambda _: None)
    monkeypatch.setattr("rememberd_client.blocking.monotonic", lambda: next(clock), raising=False)
    with Rememberd(**place, transport=httpx.MockTransport(handle)) as memory:
        assert memory.wait({"id": "op_1", "status": "running"}, timeout=0.3)["status"] == "succeeded"
    assert len(asked) == 1


def test_waiting_ends_by_the_clock_however_slow_each_answer_is(place, monkeypatch):
    asked, clock = [], iter((0.0, 0.0, 9.0, 18.0))

    def handle(request):
        asked.append(request)
        return httpx.Response(200, json={"id": "op_1", "status": "running"})

    monkeypatch.setattr("rememberd_client.blocking.time.sleep", lambda _: None)
    monkeypatch.setattr("rememberd_client.blocking.monotonic", lambda: next(clock), raising=False)
    network = httpx.MockTransport(handle)
    with Rememberd(**place, transport=network) as memory, pytest.raises(TimeoutError, match="still running"):
        memory.wait({"id": "op_1", "status": "running"}, timeout=10)
    assert len(asked) == 2


def test_refusals_tell_what_was_wrong(memory, place):
    with pytest.raises(NotFound):
        memory.get("fact_0")
    with pytest.raises(ApiError) as caught:
        memory.search("x", limit=1000)
    assert (caught.value.status, caught.value.errors[0]["loc"]) == (422, ["body", "limit"])
    with Rememberd(**place | {"key": "mem_x_y"}) as other, pytest.raises(ApiError, match="401"):
        other.stats()
    with Rememberd(**place, namespace="other") as other, pytest.raises(ApiError, match="403"):
        other.stats()
    with Rememberd(**place | {"url": "http://127.0.0.1:9"}, retries=0) as other, pytest.raises(Unreachable):
        other.stats()
    with pytest.raises(ValueError, match="zone"):
        memory.search("x", event_after=datetime(2026, 5, 1))
    with pytest.raises(ValueError, match="key"):
        Rememberd(place["url"])
    with pytest.raises(ApiError, match="session"):
        memory.add("a b", [{"role": "user", "content": "x"}])


def test_the_same_with_await(place):
    async def talk():
        async with AsyncRememberd(**place, namespace="acme/bob") as memory:
            async with memory.session("monday") as session:
                await session.save(user="My sister Ana lives in Lisbon.")
                await session.remember("Bob's sister lives in Lisbon.")
            block = await memory.session("tuesday").context("Where does my sister live?")
            with pytest.raises(NotFound):
                await memory.get("fact_0")
            return block, [row["kind"] async for row in memory.memories(limit=1)]

    block, kinds = anyio.run(talk)

    assert "Lisbon" in block
    assert kinds == ["fact", "episode"]


def test_the_environment_says_where(place, monkeypatch):
    for name, value in (("URL", place["url"]), ("KEY", place["key"]), ("NAMESPACE", "acme/carol")):
        monkeypatch.setenv(f"MEMORY_{name}", value)
    with Rememberd() as memory:
        memory.remember("Carol owns a boat.")
    assert rows("fact", "acme/carol").count() == 1


def test_the_readmes_example_runs(place, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    code = code.replace('"http://127.0.0.1:8000", "mem_…", namespace="default"', f"**{place!r}")
    exec(compile(code, "README.md", "exec"), {})
    assert "hazelnuts" in capsys.readouterr().out


def test_several_namespaces_are_read_and_one_is_written(place):
    with Rememberd(**place, namespace="acme/team") as team:
        team.remember("The printer needs K7 toner.")
    with Rememberd(**place, namespace="acme/alice", also=["acme/team"]) as memory:
        memory.remember("Alice likes green printer paper.")
        assert {hit["namespace"] for hit in memory.search("printer")["results"]} == {"acme/alice", "acme/team"}
        assert {row["namespace"] for row in memory.memories()} == {"acme/alice", "acme/team"}
        assert "K7" in memory.context("What does the printer need?")["context"]
    assert [row.content for row in rows("fact")] == ["Alice likes green printer paper."]
    with pytest.raises(ValueError, match="Name the `namespace`"):
        Rememberd(**place, also=["acme/team"])


def test_a_session_that_is_not_to_be_remembered_is_not(memory):
    assert memory.remember_session("s9", False)["remember"] is False
    assert memory.add("s9", [{"role": "user", "content": "I dream of sheep."}])["not_kept"] == 1
    assert memory.remember_session("s9", True)["remember"] is True
    assert not rows("episode")
