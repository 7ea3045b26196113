"""Facts that may not both be true: found by the indexes, settled by a judge or a person, and taken back."""

import pytest

from memory.models import Conflict
from memory.services import namespaces
from memory.services.curating import deciding, undoing
from memory.services.errors import InvalidInput, NotFound, StateConflict
from memory.services.handing.retrieval import search
from memory.services.memories import conflicts, facts
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, fresh, know, lineage


@pytest.fixture
def pair(namespace):
    old = know(namespace, "Ann works for Harbour Maps", event_time=NOON)
    return old, know(namespace, "Ann is employed by Tidewater Labs", event_time=NOON + DAY)


def test_candidates_share_words_and_come_most_alike_first(namespace):
    fact = know(namespace, "Ann works in Hamburg")
    near = know(namespace, "Ann works in Bremen since spring")
    far = know(namespace, "Bob sold the house in Hamburg")
    know(namespace, "Tea is hot")
    found = conflicts.detect(namespace, fact.uid)
    assert [candidate.memory.pk for candidate in found] == [near.pk, far.pk]
    assert 1 > found[0].similarity > found[1].similarity > 0


def test_other_namespaces_and_retired_facts_are_no_candidates(namespace):
    fact = know(namespace, "Ann works in Hamburg")
    gone = know(namespace, "Ann works in Bremen")
    facts.retire(namespace, gone.uid, actor=AGENT)
    bob = namespaces.ensure("acme/bob")
    know(bob, "Ann works in Kiel")
    assert conflicts.detect(namespace, fact.uid) == []
    with pytest.raises(NotFound):
        conflicts.detect(bob, fact.uid)


def test_the_new_fact_supersedes_the_old_one(namespace, pair):
    old, new = pair
    conflict = deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT, reason="a new job")
    assert (conflict.status, conflict.decision, conflict.decided_by) == ("resolved", "new", AGENT.name)
    old, new = fresh(old), fresh(new)
    assert (old.confidence, old.base_confidence, old.invalid_at, old.active) == (0.3, 0.3, NOON + DAY, True)
    assert lineage(new)["supersedes"] == [old.uid]
    assert facts.events(namespace, old.uid)[-1].kind == "superseded"
    assert facts.events(namespace, new.uid)[-1].kind == "supersedes"


def test_a_superseded_fact_does_not_surface_beside_its_successor(namespace, pair):
    old, new = pair
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    assert [hit.memory.pk for hit in search(namespace, "Ann Harbour Maps Tidewater Labs").hits] == [new.pk]
    facts.retire(namespace, new.uid, actor=AGENT)
    assert [hit.memory.pk for hit in search(namespace, "Ann Harbour Maps").hits] == [old.pk]


def test_resolving_a_pair_twice_changes_nothing(namespace, pair):
    old, new = pair
    first = deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    assert deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT).pk == first.pk
    assert lineage(fresh(new))["supersedes"] == [old.uid]


def test_the_named_winner_wins_in_whichever_order_the_conflict_was_found(namespace):
    first = know(namespace, "The budget of the project is 500 euros")
    second = know(namespace, "The budget of the project is 600 euros")
    assert Conflict.objects.within(namespace).get().new_fact == second
    conflict = deciding.resolve_pair(namespace, first.uid, second.uid, actor=CURATOR)
    assert lineage(fresh(second))["superseded_by"] == first.uid
    assert conflict.decision == "old"  # the conflict's older fact is the one that holds
    assert Conflict.objects.within(namespace).count() == 1


def test_the_service_itself_never_lets_an_older_event_win(namespace, pair):
    old, new = pair
    conflict = deciding.resolve_pair(namespace, old.uid, new.uid, actor=DERIVED)
    assert lineage(fresh(old))["superseded_by"] == new.uid
    assert conflict.decision == "old"


def test_a_curators_fact_stays_until_a_person_decides(namespace):
    old = know(namespace, "Ann works for Harbour Maps", actor=CURATOR)
    new = know(namespace, "Ann is employed by Tidewater Labs")
    conflict = deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    assert conflict.status == "open"
    assert fresh(old).confidence == 1.0
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    assert fresh(old).confidence == 0.3


@pytest.mark.parametrize(("decision", "status"), [("new", "resolved"), ("old", "resolved"), ("both", "dismissed")])
def test_a_person_decides(namespace, decision, status):
    first = know(namespace, "The budget of the project is 500 euros")
    second = know(namespace, "The budget of the project is 600 euros")
    (conflict,) = Conflict.objects.within(namespace)
    decided = deciding.decide_conflict(namespace, conflict.pk, decision, actor=CURATOR)
    assert (decided.status, decided.decision, decided.decided_by) == (status, decision, "carla")
    superseded = {fact.pk for fact in (fresh(first), fresh(second)) if fact.superseded}
    assert superseded == {"new": {first.pk}, "old": {second.pk}, "both": set()}[decision]
    with pytest.raises(StateConflict):
        deciding.decide_conflict(namespace, conflict.pk, decision, actor=CURATOR)


@pytest.mark.parametrize("decision", ["new", "old", "both"])
def test_a_decision_is_taken_back_whole_as_often_as_one_likes(namespace, decision):
    know(namespace, "The budget of the project is 500 euros")
    know(namespace, "The budget of the project is 600 euros")
    (conflict,) = Conflict.objects.within(namespace)
    deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    deciding.decide_conflict(namespace, conflict.pk, decision, actor=CURATOR)
    reopened = undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    assert (reopened.status, reopened.decision, reopened.decided_at) == ("open", "", None)
    for fact in (fresh(conflict.new_fact), fresh(conflict.old_fact)):
        assert (fact.confidence, fact.invalid_at, fact.attributes) == (1.0, None, {})
    with pytest.raises(StateConflict):
        undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)


def test_a_retired_fact_cannot_win(namespace):
    first = know(namespace, "The budget of the project is 500 euros")
    second = know(namespace, "The budget of the project is 600 euros")
    (conflict,) = Conflict.objects.within(namespace)
    facts.retire(namespace, second.uid, actor=AGENT)
    with pytest.raises(StateConflict, match="retired"):
        deciding.decide_conflict(namespace, conflict.pk, "new", actor=CURATOR)
    assert not fresh(first).superseded
    deciding.decide_conflict(namespace, conflict.pk, "old", actor=CURATOR)


def test_refusals(namespace, pair):
    old, new = pair
    with pytest.raises(InvalidInput):
        deciding.resolve_pair(namespace, new.uid, new.uid, actor=AGENT)
    with pytest.raises(NotFound):
        deciding.resolve_pair(namespaces.ensure("acme/bob"), new.uid, old.uid, actor=AGENT)
    with pytest.raises(NotFound):
        deciding.decide_conflict(namespace, 10**6, "new", actor=AGENT)
    conflict = deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    with pytest.raises(InvalidInput):
        deciding.decide_conflict(namespace, conflict.pk, "neither", actor=AGENT)
    with pytest.raises(NotFound):
        conflicts.get_conflict(namespaces.for_reading("acme/none"), conflict.pk)
    facts.retire(namespace, old.uid, actor=AGENT)
    with pytest.raises(StateConflict):
        deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
