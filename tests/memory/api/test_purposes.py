"""A key with a purpose never sees what is hidden from it, whatever it asks."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from memory import background
from memory.models import ApiKey, Memory, Supersession
from memory.models.purposes import Hidden
from memory.services import reflections
from memory.services.curating import correcting
from memory.services.learning import saving
from memory.services.memories import facts
from tests.conftest import ALL_SCOPES, Api, is_problem
from tests.memory.api.catalogue import CALLS, furnish
from tests.store import AGENT, CURATOR, DERIVED, embed_all, know, say

CANARY = "zanzibar"
SEES_NO_HEALTH = Hidden.of([], ["health"])


@pytest.fixture
def make_blind(db):
    def make(hidden, pattern="acme/alice", scopes=None):
        key = ApiKey.objects.issue("blind", pattern=pattern, scopes=scopes or ALL_SCOPES, purpose="work", hidden=hidden)
        return Api(key[1])

    return make


@pytest.fixture
def secrets(namespace):
    """Each way in which what is hidden may be told: itself, what was drawn from it, its successor, its predecessor."""
    (turn,) = say(namespace, "clinic", f"My {CANARY} pills are blue.", tags=["health"])
    drawn = saving.remember(namespace, f"Alice takes {CANARY} pills.", source_ids=[turn.uid], actor=AGENT).memory
    saving.remember(namespace, f"Of {CANARY} pills Alice has ten.", source_ids=[drawn.uid], actor=AGENT)
    know(namespace, f"Never offer Alice the {CANARY} tea.", tags=["health", "instruction"], actor=CURATOR)
    know(namespace, "Alice likes green pills in a box.", tags=["work"])
    old = know(namespace, "Alice drinks coffee with pills.")
    new = correcting.correct(namespace, old.uid, f"Alice drinks {CANARY} juice with pills.", actor=CURATOR)
    facts.edit(namespace, new.uid, actor=CURATOR, tags=["health"])
    was = know(namespace, f"Alice's desk has {CANARY} pills on it.", tags=["health"])
    now = correcting.correct(namespace, was.uid, "Alice's desk has pens and pills on it.", actor=CURATOR)
    facts.edit(namespace, now.uid, actor=CURATOR, tags=[])
    reflections.save(namespace, f"A week of {CANARY}.", source_ids=[], actor=DERIVED)
    embed_all()
    return {"turn": turn, "drawn": drawn}


def test_no_route_tells_what_is_hidden(api, namespace, secrets, make_blind):
    ids = furnish(api, namespace)
    client = make_blind(SEES_NO_HEALTH)
    heeding = set()
    for call in CALLS:
        for named in (ids, ids | {"fact": secrets["drawn"].uid, "session": "clinic"}):
            body = call.payload(named)
            texts = [name for name in ("prompt", "query") if name in (body or {})]
            for asked in [body, *({**body, name: f"{CANARY} pills"} for name in texts)]:
                response = client.request(call.method, call.url(named), asked)
                assert CANARY.encode() not in response.content, call.operation
                if response.status_code == 403:
                    assert response.json()["code"] == "purpose", call.operation
                else:
                    heeding.add(call.operation)
    assert heeding == {
        "add_messages", "session_messages", "build_context", "search_memories", "list_tools", "list_memories",
        "get_memory", "memory_sources",
    }  # fmt: skip


@pytest.mark.parametrize("ranking", ["weighted", "rrf"])
def test_no_way_to_ask_finds_it(namespace, secrets, make_blind, ranking):
    namespace.settings = {"ranking": ranking}
    namespace.save()
    client = make_blind(SEES_NO_HEALTH)
    later = {"known_at": "2100-01-01T00:00:00Z"}
    for extra in ({}, {"explain": True}, later, {"kind": "fact"}, {"tags": ["health"]}, {"session_id": "clinic"}):
        for query in (CANARY, "pills of Alice", "What does Alice take and drink?", "A week"):
            found = client.post("/memories/search", {"query": query, "limit": 50, **extra})
            assert CANARY not in str([hit["content"] for hit in found.json()["results"]]), (query, extra)
    for extra in ({}, {"explain": True}, later, {"session_id": "s2"}, {"include": ["reflection", "facts"]}):
        built = client.post("/context", {"prompt": "What pills and drinks does Alice have on her desk?", **extra})
        assert built.status_code == 200
        assert CANARY.encode() not in built.content, extra
    told = client.post("/memories/search", {"query": CANARY, "why_not": secrets["drawn"].uid}).json()["why_not"]
    assert told["step"] == "unknown"


def test_what_is_not_hidden_is_found_behind_a_thousand_that_are(namespace, make_blind):
    for start in range(0, 1000, 100):
        say(namespace, "clinic", *[f"pills and pills, number {start + n}" for n in range(100)], tags=["health"])
    kept = know(namespace, "The office has a box of pills.")
    embed_all()

    found = make_blind(SEES_NO_HEALTH).post("/memories/search", {"query": "pills", "limit": 5}).json()["results"]

    assert [hit["id"] for hit in found] == [kept.uid]


def test_a_correction_of_what_is_hidden_is_not_told(api, namespace, make_blind):
    fact = know(namespace, "Alice keeps bees in the garden.")
    client = make_blind(SEES_NO_HEALTH)
    asked = {"prompt": "Does Alice keep bees?", "session_id": "s1"}
    assert "bees" in client.post("/context", asked).json()["context"]
    background.flush()
    new = correcting.correct(namespace, fact.uid, f"Alice keeps {CANARY} in the garden.", actor=CURATOR)
    facts.edit(namespace, new.uid, actor=CURATOR, tags=["health"])

    told = client.post("/context", asked)

    assert [notice["kind"] for notice in told.json()["corrections"]] == ["withdrawn"]
    assert CANARY.encode() not in told.content
    assert Supersession.objects.standing().filter(new=new).exists()


@pytest.mark.parametrize("kind", ["episode", "fact", "reflection"])
def test_a_hidden_kind_is_not_seen(namespace, make_blind, kind):
    say(namespace, "s1", "The canary sings at noon.")
    know(namespace, "The canary lives in a cage.")
    reflections.save(namespace, "A week of the canary.", source_ids=[], actor=DERIVED)
    embed_all()
    client = make_blind(Hidden.of([kind], []))

    hits = client.post("/memories/search", {"query": "canary", "limit": 50}).json()["results"]
    listed = client.get("/memories").json()["results"]
    built = client.post("/context", {"prompt": "What of the canary?"}).json()

    others = {"episode", "fact", "reflection"} - {kind}
    assert {one["kind"] for one in hits} == {one["kind"] for one in listed} == others
    assert kind not in {one["kind"] for one in built["memories"]}
    assert built["reflection"] is None or kind != "reflection"
    hidden = Memory.objects.within(namespace).filter(kind=kind).get()
    is_problem(client.get(f"/memories/{hidden.uid}"), 404)


def test_it_holds_in_each_of_several_namespaces(namespace, secrets, make_blind):
    client = make_blind(SEES_NO_HEALTH, pattern="acme/*")
    for names in ("acme/alice,acme/bob", "acme/bob,acme/alice"):
        found = client.post("/memories/search", {"query": "pills", "limit": 50}, X_Memory_Namespaces=names)
        assert found.json()["results"]
        assert CANARY.encode() not in found.content


def test_other_doors_are_shut_to_it(namespace, secrets, make_blind):
    client = make_blind(SEES_NO_HEALTH)
    key = client.headers["Authorization"].removeprefix("Bearer ")
    for path, body in (("search/", {"query": CANARY, "filters": {}}), ("", {"filters": {}})):
        response = client.client.post(
            f"/mem0/v3/memories/{path}", body, content_type="application/json",
            headers={"Authorization": f"Token {key}"},
        )  # fmt: skip
        assert response.status_code == 403, response.content
        assert CANARY.encode() not in response.content


def test_the_tools_keep_to_it_or_are_not_there(namespace, secrets, make_blind):
    client = make_blind(SEES_NO_HEALTH)
    for name, body in (("search_memory", {"query": CANARY}), ("get_context", {"prompt": "Which pills?"})):
        answer = client.post(f"/tools/{name}", body)
        assert answer.status_code == 200
        assert CANARY.encode() not in answer.content
    others = {"get_entity_info": {"name": "Alice"}, "remember_fact": {"content": "x"}, "memory_stats": {}}
    for name, body in others.items():
        assert is_problem(client.post(f"/tools/{name}", body), 403)["code"] == "purpose"


def test_a_replaced_key_keeps_its_purpose(make_blind):
    make_blind(SEES_NO_HEALTH)
    fresh, _ = ApiKey.objects.get().rotate()
    assert (fresh.hidden, fresh.purpose) == (SEES_NO_HEALTH, "work")


@pytest.mark.parametrize("hidden", [Hidden.of(["dream"], []), Hidden.of([], [" "]), Hidden.of([], ["x" * 101])])
def test_what_cannot_be_hidden_is_refused(hidden, db):
    with pytest.raises(ValidationError):
        ApiKey.objects.issue("bad", pattern="*", scopes=["read"], hidden=hidden)


def test_a_person_makes_such_a_key_in_the_desk(admin_client):
    form = {
        "name": "helpdesk", "namespace_pattern": "acme/*", "default_namespace": "", "scopes": ["read"],
        "expires_at_0": "", "expires_at_1": "", "purpose": "answers customers", "hidden_kinds": ["episode"],
        "hidden_tags": "health, pay",
    }  # fmt: skip
    admin_client.post(reverse("admin:memory_apikey_add"), form)
    key = ApiKey.objects.get()
    assert (key.purpose, key.hidden) == ("answers customers", Hidden.of(["episode"], ["health", "pay"]))
    assert "answers customers" in admin_client.get(reverse("admin:memory_apikey_changelist")).content.decode()
