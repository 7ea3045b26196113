"""The stream of events: a server process of its own, and real connections."""

import json
import threading
import time
from contextlib import suppress

import anyio
import httpx
import pytest
from starlette.datastructures import Headers

from memory import event_stream
from memory.mcp import streams
from memory.models import ApiKey
from memory.models.purposes import Hidden
from memory.problems import Problem
from memory.services import namespaces, webhooks
from memory.services.memories import facts
from tests.memory.mcp.test_http import committed, served
from tests.store import AGENT, know

__all__ = ["committed", "served"]


class Listener(threading.Thread):
    """One open stream: what came, as it came."""

    def __init__(self, address, key, **headers):
        super().__init__(daemon=True)
        self.sent = {"Authorization": f"Bearer {key}", **headers}
        self.address, self.events, self.ended, self.open = address, [], False, threading.Event()
        self.start()

    def run(self):
        # A server that is stopped ends its streams in the middle.
        address = f"{self.address}/events"
        ended = suppress(httpx.RemoteProtocolError)
        with ended, httpx.stream("GET", address, headers=self.sent, timeout=60) as response:
            assert response.status_code == 200, response.read()
            assert response.headers["content-type"] == "text/event-stream"
            fields = {}
            for line in response.iter_lines():
                self.open.set()
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "data" in fields:
                    self.events.append({**json.loads(fields["data"]), "event": fields["event"], "sse": fields["id"]})
                    fields = {}
        self.ended = True

    def wait_for(self, number):
        deadline = time.monotonic() + 30
        while len(self.events) < number and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.events


def test_a_stream_tells_what_changes_in_its_namespace_and_goes_on_where_it_was(served, make_key):
    key = make_key("acme/*", default_namespace="acme/alice")
    alice, bob = namespaces.ensure("acme/alice"), namespaces.ensure("acme/bob")
    know(alice, "Before anybody listens.")
    listener = Listener(served, key)
    assert listener.open.wait(30)

    fact = know(alice, "Ann drinks zanzibar tea.")
    know(bob, "Bob drinks tea.")
    facts.retire(alice, fact.uid, actor=AGENT)

    first, second = listener.wait_for(2)
    assert [first["kind"], second["kind"]] == [first["event"], second["event"]] == ["remembered", "retired"]
    assert {first["subject"], second["subject"]} == {fact.uid}
    assert first["id"] == first["sse"]
    assert "zanzibar" not in json.dumps(listener.events)
    again = Listener(served, key, **{"Last-Event-ID": first["id"]})
    assert [one["id"] for one in again.wait_for(1)] == [second["id"]]
    theirs = Listener(served, key, **{"X-Memory-Namespace": "acme/bob", "Last-Event-ID": first["id"]})
    assert [one["namespace"] for one in theirs.wait_for(1)] == ["acme/bob"]


def test_what_must_not_listen_is_refused(served, make_key):
    def status(key, method="GET", **headers):
        sent = {"Authorization": f"Bearer {key}", **headers}
        return httpx.request(method, f"{served}/events", headers=sent, timeout=30).status_code

    good = make_key("acme/alice")
    assert status("mem_x_y") == 401
    assert status(make_key("acme/alice", scopes=["write"])) == 403
    assert status(good, **{"X-Memory-Namespace": "acme/bob"}) == 403
    assert status(make_key("acme/alice", hidden=Hidden.of([], ["health"]))) == 403
    assert status(good, **{"Last-Event-ID": "7"}) == 422
    assert status(good, **{"Last-Event-ID": "evt_x"}) == 422
    assert status(good, method="POST") == 405
    assert status(good, Origin="https://evil.example") == 403


@pytest.mark.django_db
def test_who_names_a_namespace_listens_to_no_other(make_key):
    """Neither the key's default nor the first of several passes for what was asked."""
    key = make_key("acme/*", default_namespace="acme/alice")

    def entered(*pairs):
        raw = [(name.lower().encode(), value.encode()) for name, value in pairs]
        return streams.enter(Headers(raw=raw), key).namespace_name

    def refused(*pairs):
        with pytest.raises(Problem) as problem:
            entered(*pairs)
        return problem.value.status

    one, several = "X-Memory-Namespace", "X-Memory-Namespaces"
    assert entered() == "acme/alice"
    assert entered((several, "acme/bob")) == entered((one, "acme/bob")) == "acme/bob"
    assert refused((several, "acme/alice,acme/bob")) == refused((several, "acme/bob"), (several, "acme/eve")) == 400
    assert refused((one, "acme/bob"), (several, "acme/bob")) == 400
    assert refused((one, "acme/bob"), (one, "acme/eve")) == 422


def test_a_revoked_key_ends_its_streams(served, make_key):
    key = make_key("acme/alice")
    listener = Listener(served, key)
    assert listener.open.wait(30)
    ApiKey.objects.get().revoke()
    listener.join(timeout=2 * streams.PING)
    assert listener.ended


def test_too_many_streams_are_refused():
    async def over(limit):
        opened = streams.Streams(None)
        opened.open["key"] = limit
        with pytest.raises(Problem) as refused:
            await opened.serve("key", "acme/alice", Headers({}), None, None)
        return refused.value.status, refused.value.headers

    assert anyio.run(over, streams.MOST_OF_KEY) == (429, {"Retry-After": "30"})
    assert anyio.run(over, streams.MOST) == (503, {"Retry-After": "30"})


def test_an_id_comes_back(db, namespace):
    know(namespace, "Ann drinks tea.")
    (told,) = webhooks.told_of(list(webhooks.Event.objects.within(namespace)), "x")
    assert event_stream.place_of(told["id"]) == event_stream.last_of(namespace)
