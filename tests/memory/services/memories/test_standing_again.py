"""What took a fact's place goes: by an erasure, off the record, or retired; and what of it comes back."""

import pytest

from memory.models import BulkAction, Change, Conflict, ConflictDecision, ErasedWhat
from memory.services.curating import bulk, correcting, deciding, undoing
from memory.services.errors import StateConflict
from memory.services.learning import saving
from memory.services.memories import facts, off_record
from memory.services.upkeep import erasures
from tests.memory.services.memories.test_lineage import sound, stretches, undo_last
from tests.store import AGENT, CURATOR, DAY, DERIVED, NOON, fresh, know, lineage, say


@pytest.fixture
def folder(settings, tmp_path):
    settings.MEMORY_DATA_DIR = tmp_path


def learnt(namespace, session, text, day, **named):
    """A fact that a session's one turn says."""
    (turn,) = say(namespace, session, f"As I say: {text}", event_time=NOON + day * DAY)
    return know(namespace, text, source_ids=[turn.uid], event_time=NOON + day * DAY, actor=DERIVED, **named)


@pytest.fixture
def two_jobs(namespace):
    old = learnt(namespace, "a", "Ann works at Tidewater Labs", 0, confidence=0.9)
    new = learnt(namespace, "b", "Ann has joined Harbour Maps", 1)
    deciding.resolve_pair(namespace, new.uid, old.uid, actor=AGENT)
    return fresh(old), fresh(new)


def erase(namespace, *uids):
    erasures.erase(namespace, ErasedWhat.MEMORY, *uids, actor=CURATOR)


def test_what_an_erased_session_had_superseded_holds_again_as_it_did(namespace, folder, two_jobs):
    old, _ = two_jobs
    assert (old.superseded, old.base_confidence) == (True, 0.3)

    erasures.erase(namespace, ErasedWhat.SESSION, "b", actor=CURATOR)

    old = fresh(old)
    assert (old.superseded, old.base_confidence, old.confidence) == (False, 0.9, pytest.approx(0.9, abs=0.01))
    assert stretches(old) == [(NOON, None)]
    assert lineage(old) == {}
    assert facts.events(namespace, old.uid)[-1].kind == "holds_again"
    assert str((NOON + DAY).date()) not in str(facts.events(namespace, old.uid)[-1].before)
    assert sound()


def test_a_confidence_that_was_changed_since_is_left(namespace, folder, two_jobs):
    old, new = two_jobs
    facts.edit(namespace, old.uid, actor=CURATOR, confidence=0.5)
    erase(namespace, new.uid)
    assert (fresh(old).superseded, fresh(old).base_confidence) == (False, 0.5)
    assert sound()


def test_its_decision_can_be_undone_no_more_and_its_standing_again_can(namespace, folder, two_jobs):
    old, new = two_jobs
    decided = facts.events(namespace, old.uid)[-1].seq
    erase(namespace, new.uid)
    with pytest.raises(StateConflict):
        undoing.undo(namespace, decided, actor=CURATOR)
    undo_last(namespace, old)
    assert (fresh(old).superseded, fresh(old).base_confidence) == (False, 0.3)
    assert sound()


def test_where_a_third_holds_that_one_takes_the_place(namespace, folder, two_jobs):
    old, middle = two_jobs
    newest = learnt(namespace, "c", "Ann was hired by Zeta Ropes", 2)
    deciding.resolve_pair(namespace, newest.uid, middle.uid, actor=AGENT)

    erase(namespace, middle.uid)

    assert lineage(old) == {"superseded_by": newest.uid}
    assert fresh(old).invalid_at == NOON + 2 * DAY
    assert stretches(old) == [(NOON, NOON + 2 * DAY)]
    assert sound()


@pytest.mark.parametrize("first", [0, 1])
def test_what_another_superseded_too_stays_superseded(namespace, folder, two_jobs, first):
    old, new = two_jobs
    other = learnt(namespace, "c", "Ann was hired by Zeta Ropes", 2)
    deciding.resolve_pair(namespace, other.uid, old.uid, actor=AGENT)
    goes, stays = (new, other) if first == 0 else (other, new)
    erase(namespace, goes.uid)
    assert (fresh(old).invalid_at, lineage(old)) == (stays.event_time, {"superseded_by": stays.uid})
    assert sound()
    erase(namespace, stays.uid)
    assert (fresh(old).superseded, fresh(old).base_confidence) == (False, 0.9)
    assert sound()


def test_what_an_erased_correction_had_replaced_stays_retired_and_can_be_restored(namespace, folder):
    wrong = know(namespace, "The cat is called Tom", event_time=NOON)
    right = correcting.correct(namespace, wrong.uid, "The cat is called Tim", actor=CURATOR, kind="outdated")
    erase(namespace, right.uid)
    assert not fresh(wrong).active
    assert sound()
    facts.restore(namespace, wrong.uid, actor=CURATOR)
    assert (fresh(wrong).active, fresh(wrong).superseded) == (True, False)
    assert sound()


def test_an_undone_correction_whose_old_text_is_erased_lets_what_that_had_superseded_hold(namespace, folder, two_jobs):
    old, new = two_jobs
    correcting.correct(namespace, new.uid, "Ann has joined Harbour Maps Inc", actor=CURATOR, kind="refined")
    erase(namespace, new.uid)
    change = Change.objects.within(namespace).filter(kind="correct").get()
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert (fresh(old).superseded, fresh(old).base_confidence, lineage(old)) == (False, 0.9, {})
    assert sound()
    undoing.undo_change(namespace, change.undone_by.get(), actor=CURATOR)
    assert (fresh(old).superseded, sound()) == (True, True)


@pytest.mark.parametrize("way", ["pair", "undone"])
def test_what_wins_over_what_gave_way_does_not_hold_beside_what_took_that(namespace, two_jobs, way):
    first, second = two_jobs
    made = [first, second]
    for day, text in enumerate(["Ann was hired by Zeta Ropes", "Ann is employed by Kelp Works"], 2):
        made.append(learnt(namespace, "abcd"[day], text, day))
        deciding.resolve_pair(namespace, made[-1].uid, made[-2].uid, actor=AGENT)
    conflict = deciding.resolve_pair(namespace, first.uid, made[2].uid, actor=CURATOR)
    assert (holding(*made), lineage(first)["superseded_by"], sound()) == ([False] * 3 + [True], made[3].uid, True)
    if way == "undone":
        undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
        assert (holding(*made), lineage(first)["superseded_by"], sound()) == ([False] * 3 + [True], second.uid, True)


def test_what_was_corrected_is_not_restored_beside_its_correction(namespace, api):
    wrong = know(namespace, "The cat is called Tom")
    right = correcting.correct(namespace, wrong.uid, "The cat is called Tim", actor=CURATOR)
    facts.retire(namespace, right.uid, actor=AGENT)

    refused = api.post(f"/memories/{wrong.uid}/restore")

    assert (refused.status_code, right.uid in refused.json()["detail"]) == (409, True)
    assert not fresh(wrong).active
    assert api.post(f"/memories/{right.uid}/restore").status_code == 200
    assert sound()


def test_what_a_session_off_the_record_had_superseded_holds_again_and_an_undo_takes_that_back(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)

    assert not fresh(new).active
    assert (fresh(old).superseded, fresh(old).base_confidence) == (False, 0.9)
    assert sound()
    undo_last(namespace, old)
    assert (fresh(old).invalid_at, lineage(old)) == (NOON + DAY, {"superseded_by": new.uid})
    assert sound()


# --- What took the place comes back -----------------------------------------------------------------------------


def holding(*memories):
    return [fresh(memory).active and not fresh(memory).superseded for memory in memories]


def test_what_comes_back_takes_the_places_again_that_it_had_and_an_undo_gives_them_back(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)

    facts.restore(namespace, new.uid, actor=AGENT)

    assert holding(old, new) == [False, True]
    assert (fresh(old).invalid_at, lineage(old)) == (NOON + DAY, {"superseded_by": new.uid})
    assert (fresh(old).base_confidence, stretches(old)) == (0.3, [(NOON, NOON + DAY)])
    assert sound()

    restored = facts.events(namespace, new.uid)[-2]
    assert restored.kind == "restored"
    undoing.undo(namespace, restored.seq, actor=CURATOR)
    assert (holding(old, new), fresh(old).base_confidence) == ([True, False], 0.9)
    assert sound()

    undo_last(namespace, new)  # the undo of the undo
    assert holding(old, new) == [False, True]
    assert sound()


def test_a_restore_after_an_undone_one_takes_the_places_again(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    facts.restore(namespace, new.uid, actor=AGENT)
    undoing.undo(namespace, facts.events(namespace, new.uid)[-2].seq, actor=CURATOR)
    facts.restore(namespace, new.uid, actor=AGENT)
    assert holding(old, new) == [False, True]
    assert sound()


def test_a_retirement_off_the_record_that_is_undone_takes_the_places_again(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    undo_last(namespace, new)
    assert holding(old, new) == [False, True]
    undoing.undo(namespace, facts.events(namespace, new.uid)[-2].seq, actor=CURATOR)
    assert holding(old, new) == [True, False]
    assert sound()


def test_a_bulk_restore_is_taken_back_with_the_places(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    bulk.change_each(BulkAction.RESTORE, [fresh(new)], "", actor=CURATOR, batch="one")
    assert holding(old, new) == [False, True]
    undoing.undo_change(namespace, Change.objects.within(namespace).get(batch="one"), actor=CURATOR)
    assert holding(old, new) == [True, False]
    assert sound()


@pytest.mark.parametrize("first", [0, 1])
def test_of_three_that_took_each_others_place_the_last_holds_in_whichever_order_they_come_back(
    namespace, two_jobs, first
):
    old, middle = two_jobs
    newest = learnt(namespace, "b", "Ann was hired by Zeta Ropes", 2)
    deciding.resolve_pair(namespace, newest.uid, middle.uid, actor=AGENT)
    off_record.drop(namespace, "b", actor=AGENT)
    assert holding(old, middle, newest) == [True, False, False]
    for uid in [middle.uid, newest.uid] if first == 0 else [newest.uid, middle.uid]:
        facts.restore(namespace, uid, actor=AGENT)
    assert holding(old, middle, newest) == [False, False, True]
    assert sound()


@pytest.mark.parametrize("newest_first", [True, False])
def test_of_two_sessions_off_the_record_the_last_holds_in_whichever_order_they_come_back(
    namespace, two_jobs, newest_first
):
    off_record.drop(namespace, "b", actor=AGENT)
    off_record.drop(namespace, "a", actor=AGENT)
    for memory in reversed(two_jobs) if newest_first else two_jobs:
        facts.restore(namespace, memory.uid, actor=AGENT)
    assert holding(*two_jobs) == [False, True]
    assert sound()


def test_the_oldest_of_three_comes_back_behind_the_one_that_holds(namespace, two_jobs):
    old, middle = two_jobs
    newest = learnt(namespace, "b", "Ann was hired by Zeta Ropes", 2)
    deciding.resolve_pair(namespace, newest.uid, middle.uid, actor=AGENT)
    off_record.drop(namespace, "b", actor=AGENT)
    off_record.drop(namespace, "a", actor=AGENT)
    facts.restore(namespace, newest.uid, actor=AGENT)
    facts.restore(namespace, old.uid, actor=AGENT)
    assert holding(old, middle, newest) == [False, False, True]
    assert lineage(old) == {"superseded_by": newest.uid}
    assert sound()


@pytest.mark.parametrize("way", ["erased", "off the record"])
def test_of_two_that_would_stand_again_in_one_chain_the_later_holds(namespace, folder, two_jobs, way):
    old, second = two_jobs
    third = learnt(namespace, "c", "Ann was hired by Zeta Ropes", 2)
    deciding.resolve_pair(namespace, third.uid, second.uid, actor=AGENT)
    fourth = learnt(namespace, "b", "Ann is employed by Kelp Works", 3)
    deciding.resolve_pair(namespace, fourth.uid, third.uid, actor=AGENT)
    if way == "erased":
        erasures.erase(namespace, ErasedWhat.SESSION, "b", actor=CURATOR)
    else:
        off_record.drop(namespace, "b", actor=AGENT)
    assert holding(old, third) == [False, True]
    assert lineage(old) == {"superseded_by": third.uid}
    assert sound()


def test_beside_what_was_said_again_since_it_waits_for_a_person(namespace, two_jobs):
    old, new = two_jobs
    facts.retire(namespace, new.uid, actor=AGENT)
    saving.remember(namespace, "Ann works at Tidewater Labs", actor=AGENT)

    facts.restore(namespace, new.uid, actor=AGENT)

    (conflict,) = Conflict.objects.within(namespace).filter(Conflict.WAITING)
    assert {conflict.new_fact, conflict.old_fact} == {old, new}
    deciding.decide_conflict(namespace, conflict.pk, ConflictDecision.NEW, actor=CURATOR)
    assert holding(conflict.old_fact, conflict.new_fact) == [False, True]
    assert sound()


def test_beside_what_a_person_protected_since_it_waits_for_a_person(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    facts.confirm(namespace, old.uid, actor=CURATOR)
    facts.restore(namespace, new.uid, actor=AGENT)
    assert holding(old, new) == [True, True]
    assert Conflict.objects.within(namespace).filter(Conflict.WAITING).count() == 1


def test_places_that_a_person_gave_back_are_not_taken_again(namespace, two_jobs):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    facts.restore(namespace, new.uid, actor=AGENT)
    undo_last(namespace, new)  # both hold, says a person
    facts.retire(namespace, new.uid, actor=AGENT)
    facts.restore(namespace, new.uid, actor=AGENT)
    assert holding(old, new) == [True, True]
    assert not Conflict.objects.within(namespace).filter(Conflict.WAITING).exists()


@pytest.mark.parametrize("actor", [AGENT, CURATOR])
def test_of_what_a_person_said_that_both_hold_neither_takes_the_place(namespace, two_jobs, actor):
    old, new = two_jobs
    off_record.drop(namespace, "b", actor=AGENT)
    facts.confirm(namespace, old.uid, actor=CURATOR)
    facts.restore(namespace, new.uid, actor=AGENT)
    conflict = Conflict.objects.within(namespace).get(Conflict.WAITING)
    deciding.decide_conflict(namespace, conflict.pk, ConflictDecision.BOTH, actor=CURATOR)
    facts.retire(namespace, new.uid, actor=AGENT)
    facts.restore(namespace, new.uid, actor=actor)
    assert holding(old, new) == [True, True]
    assert not Conflict.objects.within(namespace).filter(Conflict.WAITING).exists()


def test_what_a_retired_fact_had_superseded_stays_so_until_it_is_said_again(namespace, two_jobs):
    old, new = two_jobs
    facts.retire(namespace, new.uid, actor=AGENT)
    assert fresh(old).superseded
    saving.remember(namespace, "Ann works at Tidewater Labs", actor=AGENT)
    assert not fresh(old).superseded
    assert sound()
