"""History reads as sentences, is found by the words of its subject, and narrowed by person, kind and day."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from memory.models import Change, Entity, Event, EventKind, Session
from memory.services.curating import correcting, deciding, undoing
from memory.services.graph import entities, proposals
from memory.services.learning import saving
from memory.services.memories import facts
from memory.services.talk import sessions
from tests.memory.admin.conftest import furnish
from tests.store import CURATOR, know, say

LIST = "admin:memory_event_changelist"


def rows(client, **query):
    return list(client.get(reverse(LIST), query).context["cl"].result_list)


def told(client, **query):
    """The sentences of the list as a person reads them, newest first."""
    page = client.get(reverse(LIST), query).content.decode()
    found = re.findall(r'<span class="desk-claim"><strong>(.*?)</span>', page, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", text).replace("&#x27;", "'") for text in found]


def test_what_happens_to_a_fact_is_told_in_sentences(desk, curator):
    namespace, uid = desk.namespace, desk.fact.uid
    facts.confirm(namespace, uid, actor=CURATOR)
    facts.edit(namespace, uid, actor=CURATOR, tags=["home"])
    facts.edit(namespace, uid, actor=CURATOR, confidence=0.7)
    facts.retire(namespace, uid, actor=CURATOR)
    facts.restore(namespace, uid, actor=CURATOR)
    correcting.correct(namespace, uid, "Alice moved to Bremen with @tom.", actor=CURATOR)
    undoing.undo(namespace, Event.objects.within(namespace).about(uid).last().seq, actor=CURATOR)
    deciding.decide_conflict(namespace, desk.conflict.pk, "new", actor=CURATOR)
    said = told(curator, actor="carla")
    claim = "“Alice moved to Berlin with @tom.”"
    assert f"carla changed {claim}: tags from – to home" in said
    assert f"carla changed {claim}: confidence from 1.00 to 0.70" in said
    assert f"carla retired {claim}" in said
    assert f"carla restored {claim}" in said
    assert f"carla corrected {claim} to “Alice moved to Bremen with @tom.”" in said
    assert f"carla took a change of {claim} back" in said
    assert "carla let a newer fact take the place of “Alice's budget is 500 euros.”" in said
    assert any(text.startswith(f"carla confirmed {claim}") for text in said)


def test_what_happens_to_entities_and_sessions_is_told_too(desk, curator):
    namespace = desk.namespace
    know(namespace, "Alice met @zelda and @zeldá in Porto.")
    porto = Entity.objects.create(namespace=namespace, canonical_name="Porto", type="person")
    entities.rename(namespace, porto.uid, "Porto", kind="location", actor=CURATOR)
    entities.add_alias(namespace, desk.entity.uid, "Tommy", actor=CURATOR)
    entities.remove_alias(namespace, desk.entity.uid, "Tommy", actor=CURATOR)
    entities.rename(namespace, desk.entity.uid, "Thomas", actor=CURATOR)
    proposals.refresh(namespace)
    pair = proposals.EntityProposal.objects.within(namespace).get()
    proposals.decide(namespace, pair.pk, "apart", actor=CURATOR)
    undoing.take_back_own(
        type(namespace).objects.filter(pk=namespace.pk),
        undoing.last_decision(type(namespace).objects.filter(pk=namespace.pk), actor=CURATOR).pk, actor=CURATOR,
    )  # fmt: skip
    kept = entities.merge(namespace, pair.entity, pair.into, actor=CURATOR)
    Session.everything.filter(pk=desk.session.pk).update(status="failed")
    sessions.skip(namespace, "s1", "noise", actor=CURATOR)
    said = told(curator, actor="carla")
    assert "carla changed “Porto” from person to location" in said
    assert "carla gave “Thomas” the name “Tommy”" in said
    assert "carla renamed “tom” to “Thomas”" in said
    assert any(re.fullmatch("carla told “.*” and “.*” apart", text) for text in said)
    assert any(re.fullmatch(f"carla merged “.*” into “{kept.canonical_name}”", text) for text in said)
    assert "carla gave “the session s1” up" in said


@pytest.mark.parametrize("kind", EventKind.values)
def test_every_kind_of_event_is_a_sentence_also_where_its_subject_is_gone(kind, desk, curator):
    change = Change.everything.create(namespace=desk.namespace, kind="edit", actor="zoe", origin="curator")
    for subject in ("fact_gone", desk.fact.uid):
        Event.everything.create(
            namespace=desk.namespace, subject=subject, kind=kind, actor="zoe", origin="curator", change=change
        )
    one, other = told(curator, actor="zoe")
    assert {one.split()[0], other.split()[0]} == {"zoe"}
    assert len(other.split()) > 2
    assert "{}" not in one + other


def test_history_is_found_by_words_names_and_ids(desk, curator):
    facts.confirm(desk.namespace, desk.fact.uid, actor=CURATOR)
    entities.add_alias(desk.namespace, desk.entity.uid, "Tommy", actor=CURATOR)
    for text in ("moved to berlin", desk.fact.uid):
        assert {row.subject for row in rows(curator, q=text)} == {desk.fact.uid}
    assert desk.entity.uid in {row.subject for row in rows(curator, q="tom")}
    assert rows(curator, q="nobody ever said this") == []


def test_history_is_narrowed_by_person_kind_and_day(desk, curator):
    facts.confirm(desk.namespace, desk.fact.uid, actor=CURATOR)
    assert {row.actor for row in rows(curator, actor="carla")} == {"carla"}
    assert {row.kind for row in rows(curator, kind="confirmed")} == {"confirmed"}
    assert rows(curator, at_to="2001-01-01") == []
    assert rows(curator, kind="dance") != []  # what is no kind narrows nothing
    page = curator.get(reverse(LIST)).content.decode()
    assert 'value="carla"' in page


def test_history_of_another_namespace_names_nothing(desk, curator):
    bob = furnish("acme/bob")
    facts.confirm(bob.namespace, bob.fact.uid, actor=CURATOR)
    Event.everything.create(
        namespace=desk.namespace, subject=bob.entity.uid, kind="renamed", actor="zoe", origin="curator",
        change=Change.everything.create(namespace=desk.namespace, kind="edit", actor="zoe", origin="curator"),
    )  # fmt: skip
    assert rows(curator, q=bob.fact.uid) == []
    (said,) = told(curator, actor="zoe")
    assert "tom" not in said


# --- The list of sessions ---------------------------------------------------------------------------------------


def test_the_list_of_sessions_says_who_spoke_and_what_was_learnt(desk, curator):
    say(desk.namespace, "s2", "How do I reset the router?", "It blinks red", name="Bo")
    say(desk.namespace, "s2", "Hold the button.", role="assistant", name="Helper")
    saving.save_batch(
        desk.namespace, [saving.FactInput("Bo has a router that blinks red.")], actor=CURATOR, session_id="s2"
    )
    page = curator.get(reverse("admin:memory_session_changelist"))
    (row,) = [one for one in page.context["cl"].result_list if one.session_id == "s2"]
    talk = row.talk
    assert (sorted(talk.speakers), talk.turns, talk.facts) == (["Bo", "Helper"], 3, 1)
    assert talk.words == "How do I reset the router?"
    text = page.content.decode()
    assert "How do I reset the router?" in text
    assert "Bo, Helper" in text or "Helper, Bo" in text
