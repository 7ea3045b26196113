"""`GET /events`: what came after an id, as the open stream tells it, and an end."""

import json

import pytest

from memory import event_stream, sealed
from memory.models import Event
from memory.models.purposes import Hidden
from memory.services import namespaces
from tests.conftest import Api, is_problem
from tests.store import know


def read(response):
    """(the pause in milliseconds, the last id, [(event, id, data)]) as a client of server-sent events reads them."""
    assert response["Content-Type"] == "text/event-stream"
    assert response["Cache-Control"] == "no-store"
    pause, last, found = None, None, []
    *blocks, rest = response.content.decode().split("\n\n")
    assert rest == ""
    for block in blocks:
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        pause, last = fields.get("retry", pause), fields.get("id", last)
        if "data" in fields:
            found.append((fields["event"], fields["id"], json.loads(fields["data"])))
    return int(pause), last, found


def ask(api, last=None):
    return read(api.get("/events", **({} if last is None else {"Last-Event-ID": last})))


def test_without_an_id_it_says_where_the_stream_stands_and_goes_on_from_there(api, namespace):
    api.remember("Before anybody listens.")

    pause, place, found = ask(api)
    assert (found, ask(api, place)[2]) == ([], [])
    tea = api.remember("Maya likes zanzibar tea.")["id"]
    api.delete(f"/memories/{tea}")

    response = api.get("/events", **{"Last-Event-ID": place})
    assert b"zanzibar" not in response.content
    _, last, told = read(response)
    assert [(kind, one["kind"], one["subject"]) for kind, _, one in told] == [
        ("remembered", "remembered", tea), ("retired", "retired", tea),
    ]  # fmt: skip
    assert all(told_id == one["id"] for _, told_id, one in told)
    assert ask(api, told[0][1])[2] == told[1:]
    assert ask(api, last)[2] == []
    assert pause >= 1000


def test_a_namespace_without_anything_is_heard_of_from_its_first_change_on(make_key):
    api = Api(make_key("acme/*"), **{"X-Memory-Namespace": "acme/new"})
    _, place, found = ask(api)
    assert found == []
    api.remember("Maya likes tea.")
    assert [kind for kind, _, _ in ask(api, place)[2]] == ["remembered"]


def test_one_answer_is_bounded_and_a_client_with_more_to_hear_comes_soon(api, namespace, monkeypatch):
    _, place, _ = ask(api)
    for number in range(5):
        know(namespace, f"Maya owns {number} boats and {number} {'x' * number} cats.")
    monkeypatch.setattr(event_stream, "AT_ONCE", 2)
    heard, pauses = [], []
    for _ in range(4):
        pause, place_now, found = ask(api, place)
        place = place_now or place
        heard += [told_id for _, told_id, _ in found]
        pauses.append(pause)
    assert heard == [sealed.event_id(seq) for seq in Event.objects.within(namespace).values_list(
        "seq", flat=True).order_by("seq")]  # fmt: skip
    assert pauses[0] < pauses[-1]


def test_the_same_bytes_as_the_open_stream(api, namespace):
    know(namespace, "Maya likes tea.")
    place = sealed.event_id(0)
    response = api.get("/events", **{"Last-Event-ID": place})
    assert response.content.partition(b"\n\n")[2] == b"".join(text for _, text in event_stream.after(namespace, 0))


def test_another_namespaces_are_not_told(api, make_key):
    stranger = Api(make_key("acme/bob"))
    start = sealed.event_id(0)
    api.remember("Maya likes tea.")
    know(namespaces.ensure("acme/bob"), "Bob likes tea.")
    assert [one["namespace"] for _, _, one in ask(stranger, start)[2]] == ["acme/bob"]
    assert {one["namespace"] for _, _, one in ask(api, start)[2]} == {"acme/alice"}


@pytest.mark.parametrize("last", ["", "7", "evt_", "evt_x", "evt_-1", "evt_99999999999999999999", "fact_7", "evt_٣"])
def test_an_id_that_is_none_is_refused(api, last):
    sent = last.encode().decode("latin-1")
    is_problem(api.get("/events", **{"Last-Event-ID": sent}), 422, *event_stream.LAST)


def test_who_may_not_listen_is_refused(make_key):
    is_problem(Api(make_key("acme/alice", scopes=["write", "admin"])).get("/events"), 403)
    blind = Api(make_key("acme/alice", hidden=Hidden.of([], ["health"])))
    assert is_problem(blind.get("/events"), 403)["code"] == "purpose"
