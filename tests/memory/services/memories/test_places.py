"""Whatever goes and comes back of facts that took each other's places: each holds just where none that took its place,
or the place of what took it, is there."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memory.models import ErasedWhat, Event, EventKind, Memory
from memory.services.curating import correcting, deciding, undoing
from memory.services.errors import StateConflict
from memory.services.learning import saving
from memory.services.memories import facts, off_record
from memory.services.upkeep import doctor, erasures
from tests.memory.services.memories.test_lineage import sound, undo_last
from tests.memory.services.memories.test_standing_again import folder, holding, learnt, two_jobs
from tests.store import AGENT, CURATOR, fresh, lineage, say

__all__ = ["folder", "two_jobs"]

TEXTS = (
    "Ann works at Tidewater Labs",
    "Ann has joined Harbour Maps",
    "Ann was hired by Zeta Ropes",
    "Ann is employed by Kelp Works",
)
CHAIN = [(1, 0), (2, 1), (3, 2)]
PAIRS = [(new, old) for new in range(4) for old in range(new)]


def drop(namespace, number):
    off_record.drop(namespace, f"s{number}", actor=AGENT)


def act(namespace, facts_of, number, name):
    """Do one thing to the fact, or to its session, where it is possible."""
    fact = facts_of[number]
    told = Event.objects.within(namespace).about(fact.uid)
    if name == "drop":
        drop(namespace, number)
    elif name == "undo":
        last = told.filter(kind__in=[EventKind.RETIRED, EventKind.RESTORED]).last()
        if last is not None and fresh(fact).active == (last.kind == EventKind.RESTORED):
            # What gave way since, by the going of another, is not undone: the refusal says so, and changes nothing.
            with suppress(StateConflict), transaction.atomic():
                undoing.undo_change(namespace, last.change, actor=CURATOR)
    elif not fresh(fact).active:
        facts.restore(namespace, fact.uid, actor=AGENT)


def holding_of(decisions, active):
    """Those of `active` that hold: none of the others is above them, by whichever way."""
    above = {old: {new for new, other in decisions if other == old} for old in range(4)}
    for old in reversed(range(4)):
        above[old] |= {higher for new in above[old] for higher in above[new]}
    return [number for number in active if not above[number] & set(active)]


def acts(*names):
    return st.lists(st.tuples(st.sampled_from(range(4)), st.sampled_from(names)), min_size=1, max_size=12)


@pytest.fixture
def four(namespace):
    """Four facts, each a day later than the one before, and said in a session of its own."""
    return [learnt(namespace, f"s{day}", text, day) for day, text in enumerate(TEXTS)]


@pytest.mark.parametrize("shape", ["chain", "any"])
@hypothesis_settings(max_examples=100)
@given(data=st.data(), acts=acts("drop", "drop", "undo", "restore"))
def test_of_those_that_are_there_the_last_hold(namespace, four, shape, data, acts):
    chosen = CHAIN if shape == "chain" else data.draw(st.lists(st.sampled_from(PAIRS), min_size=2, unique=True))
    decisions = data.draw(st.permutations(chosen))
    with transaction.atomic():
        for new, old in decisions:
            deciding.resolve_pair(namespace, four[new].uid, four[old].uid, actor=AGENT)
        for number, name in acts:
            act(namespace, four, number, name)
            there = [fresh(fact) for fact in four]
            active = [number for number, fact in enumerate(there) if fact.active]
            assert [number for number in active if not there[number].superseded] == holding_of(decisions, active)
        assert sound()
        transaction.set_rollback(True)


def test_sessions_that_go_in_any_order_leave_the_last_that_stays(namespace, four):
    for new, old in CHAIN:
        deciding.resolve_pair(namespace, four[new].uid, four[old].uid, actor=AGENT)
    drop(namespace, 1)
    drop(namespace, 3)
    assert holding(*four) == [False, False, True, False]
    assert lineage(four[0]) == {"superseded_by": four[2].uid}


@pytest.mark.parametrize("way", ["erased", "off the record"])
@pytest.mark.parametrize("first", [1, 2])
def test_of_two_that_took_the_same_place_both_have_to_go(namespace, folder, four, way, first):
    old = four[0]
    for new in (1, 2):
        deciding.resolve_pair(namespace, four[new].uid, old.uid, actor=AGENT)
    for number, holds in ((first, False), (3 - first, True)):
        if way == "erased":
            erasures.erase(namespace, ErasedWhat.MEMORY, four[number].uid, actor=CURATOR)
        else:
            drop(namespace, number)
        assert holding(old) == [holds]
        assert sound()
    assert fresh(old).base_confidence == old.base_confidence


@pytest.mark.parametrize("again", [[1], [2], [1, 2], [2, 1]])
def test_of_two_that_took_the_same_place_each_takes_it_again(namespace, four, again):
    for new in (1, 2):
        deciding.resolve_pair(namespace, four[new].uid, four[0].uid, actor=AGENT)
    drop(namespace, 1)
    drop(namespace, 2)
    for number in again:
        act(namespace, four, number, "undo")
        assert holding(four[0], four[number]) == [False, True]
    for number in again:
        drop(namespace, number)
    assert holding(*four[:3]) == [True, False, False]
    assert sound()


def test_what_was_retired_when_one_of_them_went_holds_when_it_is_back_and_the_other_went(namespace, four):
    for new in (1, 2):
        deciding.resolve_pair(namespace, four[new].uid, four[0].uid, actor=AGENT)
    for number, name in ((0, "drop"), (2, "drop"), (0, "undo"), (1, "drop")):
        act(namespace, four, number, name)
    assert holding(*four[:3]) == [True, False, False]
    assert sound()


def test_what_was_retired_when_one_of_them_went_comes_back_behind_the_other(namespace, four):
    for new in (1, 2):
        deciding.resolve_pair(namespace, four[new].uid, four[0].uid, actor=AGENT)
    for number, name in ((0, "drop"), (1, "drop"), (0, "restore")):
        act(namespace, four, number, name)
    assert holding(four[0], four[2]) == [False, True]
    assert sound()


# --- A correction goes off the record -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["erased", "off the record"])
def test_what_a_corrected_fact_had_superseded_holds_again_when_its_correction_goes(namespace, folder, two_jobs, way):
    old, new = two_jobs
    right = correcting.correct(namespace, new.uid, "Ann has joined Harbour Charts", actor=CURATOR)
    assert lineage(right)["supersedes"] == [old.uid, new.uid]

    if way == "erased":
        erasures.erase(namespace, ErasedWhat.MEMORY, right.uid, actor=CURATOR)
    else:
        off_record.drop(namespace, "b", actor=AGENT)
        assert lineage(right) == {"supersedes": [new.uid]}

    assert (holding(old), fresh(new).active) == ([True], False)
    assert (fresh(old).base_confidence, lineage(old)) == (0.9, {})
    assert facts.events(namespace, old.uid)[-1].kind == "holds_again"
    assert sound()


def test_the_correction_takes_the_place_again_when_it_comes_back(namespace, two_jobs):
    old, new = two_jobs
    right = correcting.correct(namespace, new.uid, "Ann has joined Harbour Charts", actor=CURATOR)
    off_record.drop(namespace, "b", actor=AGENT)
    facts.restore(namespace, right.uid, actor=CURATOR)
    assert holding(old, right) == [False, True]
    assert sound()


def test_a_correction_that_another_session_says_too_keeps_the_place(namespace, two_jobs):
    old, new = two_jobs
    right = correcting.correct(namespace, new.uid, "Ann has joined Harbour Charts", actor=CURATOR)
    learnt_again = saving.remember(
        namespace, right.content, actor=AGENT, source_ids=[say(namespace, "c", "I am at Harbour Charts")[0].uid]
    )
    assert learnt_again.memory == right
    off_record.drop(namespace, "b", actor=AGENT)
    assert holding(old, right) == [False, True]
    assert sound()


def test_what_a_retired_fact_had_superseded_holds_again_when_its_session_goes(namespace, two_jobs):
    old, new = two_jobs
    facts.retire(namespace, new.uid, actor=AGENT)
    off_record.drop(namespace, "b", actor=AGENT)
    assert holding(old, new) == [True, False]
    assert sound()


# --- What comes back, and nothing holds in its place ----------------------------------------------------------------


@pytest.mark.parametrize("way", ["restore", "undo"])
def test_what_is_brought_back_holds_where_what_took_its_place_is_retired(namespace, two_jobs, way):
    old, new = two_jobs
    for memory in two_jobs:
        facts.retire(namespace, memory.uid, actor=CURATOR)
    if way == "restore":
        answered = facts.restore(namespace, old.uid, actor=CURATOR)
        assert not answered.superseded
    else:
        undo_last(namespace, old)

    assert (holding(old), fresh(old).base_confidence, lineage(old)) == ([True], 0.9, {})
    assert [event.kind for event in facts.events(namespace, old.uid)][-1] == "holds_again"
    assert sound()
    facts.restore(namespace, new.uid, actor=CURATOR)
    assert holding(old, new) == [False, True]
    assert sound()


def test_bringing_it_back_can_be_undone_and_done_again(namespace, two_jobs):
    old, _ = two_jobs
    for memory in two_jobs:
        facts.retire(namespace, memory.uid, actor=CURATOR)
    facts.restore(namespace, old.uid, actor=CURATOR)
    restored = next(event for event in facts.events(namespace, old.uid) if event.kind == "restored")
    undoing.undo(namespace, restored.seq, actor=CURATOR)
    assert not fresh(old).active
    assert sound()
    undo_last(namespace, old)
    assert holding(old) == [True]
    assert sound()


def test_what_is_brought_back_gives_way_to_who_holds_behind_a_retired_one(namespace, four):
    for new, old in CHAIN[:2]:
        deciding.resolve_pair(namespace, four[new].uid, four[old].uid, actor=AGENT)
    for fact in four[:2]:
        facts.retire(namespace, fact.uid, actor=CURATOR)
    facts.restore(namespace, four[0].uid, actor=CURATOR)
    assert holding(*four[:3]) == [False, False, True]


# --- A person decides otherwise -------------------------------------------------------------------------------------


def test_what_a_person_lets_hold_over_what_holds_in_its_place_holds(namespace, four):
    for new, old in CHAIN[:2]:
        deciding.resolve_pair(namespace, four[new].uid, four[old].uid, actor=AGENT)
    decided = deciding.resolve_pair(namespace, four[0].uid, four[2].uid, actor=CURATOR)
    assert holding(*four[:3]) == [True, False, False]
    assert (fresh(four[0]).base_confidence, lineage(four[0])) == (
        four[0].base_confidence,
        {"supersedes": [four[2].uid]},
    )
    assert sound()
    undoing.reopen_conflict(namespace, decided.pk, actor=CURATOR)
    assert holding(*four[:3]) == [False, False, True]
    assert (fresh(four[0]).base_confidence, lineage(four[0])) == (0.3, {"superseded_by": four[1].uid})
    assert sound()


def test_a_decision_is_not_made_again_for_what_is_retired_since(namespace, two_jobs):
    old, new = two_jobs
    decided = facts.events(namespace, old.uid)[-1]
    undoing.undo(namespace, decided.seq, actor=CURATOR)
    facts.retire(namespace, new.uid, actor=CURATOR)
    with pytest.raises(StateConflict, match=f"{new.uid} is retired"):
        undo_last(namespace, old)
    assert holding(old) == [True]
    facts.restore(namespace, new.uid, actor=CURATOR)
    undo_last(namespace, old)
    assert holding(old, new) == [False, True]
    assert sound()


def test_what_stood_again_behind_another_stands_where_it_stood_when_that_is_undone(namespace, four):
    for new, old in CHAIN:
        deciding.resolve_pair(namespace, four[new].uid, four[old].uid, actor=AGENT)
    drop(namespace, 1)
    undo_last(namespace, four[0])
    assert fresh(four[0]).superseded
    assert lineage(four[0]) == {"superseded_by": four[1].uid}
    assert sound()


def test_nothing_is_left_superseded_by_what_is_erased(namespace, folder, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    erasures.erase(namespace, ErasedWhat.MEMORY, new.uid, actor=CURATOR)
    undo_last(namespace, old)
    assert holding(old) == [True]
    assert sound()


def test_a_turn_that_comes_back_is_not_learnt_from(namespace, two_jobs):
    off_record.drop(namespace, "b", actor=AGENT)
    off_record.keep(namespace, "b")
    turn = Memory.objects.within(namespace).episodes().get(session_id="b")
    facts.restore(namespace, turn.uid, actor=CURATOR)
    assert doctor.examine() == []
