"""The kind of an entity that is known, revised by what is told of it later."""

from __future__ import annotations

import pytest

from maintenance.enrichment import ACTOR
from maintenance.extraction.grammar.naming import kind_told
from memory.models import Entity, Event, EventKind, Memory
from memory.services.graph import entities, entity_undoing, linking, retyping
from tests.store import CURATOR, know


def retype(facts: list[Memory]) -> int:
    return retyping.retype(facts, kind_told, actor=ACTOR)


@pytest.fixture
def tell(namespace):
    """Facts that name Porto, of which the first reader made a person."""

    def told(*facts: str) -> list[Memory]:
        known = [know(namespace, content) for content in facts]
        for fact in known:
            linking.link(fact, [("Porto", "person")])
        return known

    return told


def porto(namespace) -> Entity:
    return Entity.objects.within(namespace).get(name_key="porto")


def test_two_facts_that_tell_a_place_make_a_place(namespace, tell):
    facts = tell("Ana moved to Porto.", "The user flies to Porto on 3 May 2026.")
    assert retype(facts) == 1
    assert porto(namespace).type == "location"
    assert Event.objects.within(namespace).filter(kind=EventKind.RENAMED, subject=porto(namespace).uid).count() == 1
    assert retype(facts) == 0


def test_one_fact_alone_revises_nothing(namespace, tell):
    assert retype(tell("Ana moved to Porto.", "Porto is on the list.")) == 0
    assert porto(namespace).type == "person"


def test_what_somebody_has_said_it_is_stays(namespace, tell):
    facts = tell("Ana moved to Porto.", "The user flies to Porto on 3 May 2026.")
    entities.rename(namespace, porto(namespace).uid, "Porto", actor=CURATOR, kind="organization")
    assert retype(facts) == 0
    assert porto(namespace).type == "organization"


def test_the_revision_can_be_undone(namespace, tell):
    retype(tell("Ana moved to Porto.", "The user flies to Porto on 3 May 2026."))
    event = Event.objects.within(namespace).get(kind=EventKind.RENAMED, subject=porto(namespace).uid)
    entity_undoing.undo(namespace, event.seq, actor=CURATOR)
    assert porto(namespace).type == "person"


def test_where_the_name_is_taken_in_the_other_kind_both_stay(namespace, tell):
    facts = tell("Ana moved to Porto.", "The user flies to Porto on 3 May 2026.")
    linking.link(know(namespace, "Porto has a river."), [("Porto", "location")])
    assert retype(facts) == 0
    assert {one.type for one in Entity.objects.within(namespace).filter(name_key="porto")} == {"person", "location"}


def test_where_an_alias_is_taken_in_the_other_kind_the_kind_stays(namespace, tell):
    facts = tell("Ana moved to Porto.", "The user flies to Porto on 3 May 2026.")
    oporto = Entity.objects.create(namespace=namespace, canonical_name="Oporto", type="location")
    for one in (porto(namespace), oporto):
        entities.add_alias(namespace, one.uid, "Invicta", actor=CURATOR)
    assert retype(facts) == 0
    assert porto(namespace).type == "person"
