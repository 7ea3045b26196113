"""What is not to be remembered: a turn, or a whole session."""

import pytest
from django.db import connection

from memory.models import Kind, Memory, Namespace, Session
from memory.services.errors import TooLarge
from memory.services.learning import saving
from memory.services.memories import facts, off_record
from memory.services.talk import episodes, sessions
from memory.services.talk.turns import NewMessage
from tests.conftest import Api, is_problem
from tests.store import AGENT, CURATOR, embed_all, know, say

SECRETLY = {"role": "user", "content": "Between us, I dream of zanzibar.", "remember": False, "external_id": "m1"}


def everything():
    """All text of the store."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if not table.startswith(("memories_fts", "memories_past_fts", "vec_")):
                cursor.execute(f'SELECT * FROM "{table}"')
                texts += [str(row) for row in cursor.fetchall()]
    return " ".join(texts)


def test_nothing_of_such_a_turn_is_kept(api, namespace):
    kept = {"role": "user", "content": "I like tea."}
    answer = api.post("/sessions/s1/messages", {"messages": [SECRETLY, kept]}, Idempotency_Key="k1")

    assert answer.status_code == 201
    assert answer.json()["not_kept"] == 1
    assert [row.content for row in Memory.objects.within(namespace)] == ["I like tea."]
    assert [one["id"] for one in answer.json()["episodes"]] == [Memory.objects.within(namespace).get().uid]
    assert "zanzibar" not in everything()
    assert api.post("/sessions/s1/messages", {"messages": [kept]}).json().get("not_kept") is None


def test_a_call_of_nothing_else_makes_no_session_and_no_namespace(make_key):
    client = Api(make_key("acme/new"))
    assert client.post("/sessions/s1/messages", {"messages": [SECRETLY]}).json()["episodes"] == []
    assert not Namespace.objects.filter(name="acme/new").exists()


def test_such_a_turn_is_checked_like_any_other(api):
    is_problem(api.post("/sessions/s1/messages", {"messages": [{**SECRETLY, "content": " "}]}), 422)


def test_a_session_that_is_not_remembered_keeps_nothing_and_is_not_learnt_from(api, namespace):
    assert api.patch("/sessions/s1", {"remember": False}).json()["remember"] is False

    for _ in range(2):
        said = {"messages": [{"role": "user", "content": "I dream of zanzibar."}]}
        assert api.post("/sessions/s1/messages", said).json() == {
            "session_id": "s1", "episodes": [], "completed_sessions": [], "not_kept": 1,
        }  # fmt: skip
    assert "zanzibar" not in everything()
    assert sessions.count_claimable(namespace) == 0
    assert api.patch("/sessions/s1", {"remember": True}).json()["remember"] is True
    api.say("s1", "I like tea.")
    assert [row.content for row in Memory.objects.within(namespace)] == ["I like tea."]


def test_what_was_said_and_learnt_before_is_withdrawn_and_can_be_restored(api, namespace):
    first, second = say(namespace, "s1", "I dream of zanzibar.", "I like tea.")
    (elsewhere,) = say(namespace, "s2", "I like tea, as I said.")
    alone = saving.remember(namespace, "Ann dreams of zanzibar.", source_ids=[first.uid], actor=AGENT).memory
    both = saving.remember(namespace, "Ann likes tea.", source_ids=[second.uid, elsewhere.uid], actor=AGENT).memory
    own = know(namespace, "Ann lives in Kiel.", session_id="s1")
    lease = sessions.claim_next(namespace)
    assert lease.session_id == "s1"
    embed_all()

    api.patch("/sessions/s1", {"remember": False})

    with pytest.raises(sessions.LeaseLost):
        sessions.hold(lease)
    active = set(Memory.objects.within(namespace).active().values_list("pk", flat=True))
    assert active == {elsewhere.pk, both.pk, own.pk}
    found = api.post("/memories/search", {"query": "zanzibar dream"}).json()["results"]
    assert "zanzibar" not in str(found)
    assert "zanzibar" not in api.post("/context", {"prompt": "What does Ann dream of?"}).json()["context"]
    again = api.patch("/sessions/s1", {"remember": False})
    assert again.json()["episode_count"] == again.json()["pending_count"] == 0
    facts.restore(namespace, alone.uid, actor=CURATOR)
    assert Memory.objects.within(namespace).active().filter(pk=alone.pk).exists()


def test_other_sessions_and_namespaces_of_its_name_go_on(api, stranger, namespace):
    stranger.say("s1", "Bob likes tea.")
    api.patch("/sessions/s1", {"remember": False})
    assert stranger.get("/sessions/s1").json()["remember"] is True
    assert stranger.say("s1", "Bob likes cake.")
    assert api.say("s2", "I like tea.")


def test_a_session_of_too_much_is_refused_whole(namespace, monkeypatch):
    monkeypatch.setattr(off_record, "MOST_RETIRED", 2)
    say(namespace, "s1", "one thing", "two things", "three things")
    with pytest.raises(TooLarge):
        off_record.drop(namespace, "s1", actor=AGENT)
    assert Memory.objects.within(namespace).active().count() == 3
    assert not Session.objects.within(namespace).get().off_record


def test_turns_that_come_over_other_doors_are_not_kept_either(namespace):
    off_record.drop(namespace, "s1", actor=AGENT)
    done = episodes.ingest_turns(namespace.name, "s1", [NewMessage("user", "zanzibar")], AGENT)
    assert (done.episodes, done.not_kept) == ([], 1)
    assert not Memory.objects.within(namespace).filter(kind=Kind.EPISODE).exists()
