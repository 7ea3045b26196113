"""A change that is announced: what holds until then holds until the day of the change, in the speaker's zone, and every
answer says so."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from maintenance.consolidation import consolidate_pending
from memory.models import (
    Conflict,
    ConflictDecision,
    ConflictKind,
    ErasedWhat,
    Event,
    EventKind,
    Memory,
    SupersessionKind,
    Validity,
)
from memory.presentation import memory_json
from memory.search import Filters, Scope, look
from memory.services import reflections, validity
from memory.services.curating import correcting, undoing
from memory.services.handing import context
from memory.services.learning import acquaintance
from memory.services.memories import conflicts, facts, lineage
from memory.services.talk import sessions
from memory.services.upkeep import erasures
from tests.store import CURATOR, DAY, embed_all, fresh, know, say

pytestmark = pytest.mark.django_db


def learn(namespace, *told: tuple[int, str], offset: int | None = 0) -> None:
    """What was told so many days from now."""
    for days, content in told:
        session = f"s{Memory.objects.within(namespace).episodes().count()}"
        say(namespace, session, content, event_time=timezone.now() + days * DAY, event_offset=offset)
        sessions.complete(namespace, session)
        (run,) = consolidate_pending()
        assert not run.error
    embed_all()


def fact(namespace, word: str) -> Memory:
    return Memory.objects.within(namespace).facts().get(content__contains=word)


def next_monday(offset: int = 0) -> datetime:
    """When it begins so many minutes east of UTC."""
    local = timezone.now() + timedelta(minutes=offset)
    day = local.date() + timedelta(days=7 - local.weekday())
    return datetime.combine(day, time(), UTC) - timedelta(minutes=offset)


def work(namespace, offset: int | None = 0) -> tuple[Memory, Memory]:
    learn(namespace, (-5, "I work at Volvo."), (0, "Starting next week I work at Ikea."), offset=offset)
    return fact(namespace, "Volvo"), fact(namespace, "Ikea")


def stretches(memory: Memory) -> list[tuple[datetime, datetime | None]]:
    return list(Validity.objects.known_now().filter(memory=memory).values_list("valid_from", "valid_to"))


@pytest.mark.parametrize("offset", [0, 14 * 60, -11 * 60])
def test_the_older_fact_ends_when_the_day_begins_where_the_speaker_is(namespace, offset):
    volvo, ikea = work(namespace, offset)
    monday = next_monday(offset)
    assert volvo.invalid_at == monday
    assert stretches(volvo) == [(volvo.event_time, monday)]
    assert stretches(ikea) == [(monday, None)]
    day = (monday + timedelta(minutes=offset)).date().isoformat()
    block = context.build(namespace, "Where do I work?", session_id="now", record=False).block
    assert f'(no longer true from {day} on: then "As of ' in block
    assert not validity.untrue().exists()


def test_without_an_offset_the_zone_is_the_namespaces(namespace):
    namespace.settings = {"timezone": "Pacific/Kiritimati"}  # UTC+14
    namespace.save()
    volvo, _ = work(namespace, None)
    monday = next_monday(14 * 60)
    assert volvo.invalid_at == monday
    block = context.build(namespace, "Where do I work?", session_id="now", record=False).block
    assert f"(no longer true from {(monday + timedelta(hours=14)).date().isoformat()} on: " in block


def test_a_search_about_a_time_finds_what_holds_then(namespace):
    volvo, ikea = work(namespace)
    for moment, holds in ((timezone.now(), volvo), (next_monday() + DAY, ikea)):
        found = look(Scope(namespace, "fact", Filters(), moment), "Where does the user work?", 10, None)
        assert [one.rowid for one in found.pool if one.kind == "fact"] == [holds.pk]


def test_the_answers_and_the_history_tell_the_day(namespace):
    volvo, _ = work(namespace)
    monday = next_monday()
    [answered] = memory_json([volvo], namespace)
    assert answered["invalid_at"] == monday.isoformat().replace("+00:00", "Z")
    told = Event.objects.within(namespace).about(volvo.uid).get(kind=EventKind.SUPERSEDED)
    assert datetime.fromisoformat(told.after["invalid_at"]) == monday


def test_what_holds_until_then_is_told_as_a_fact_as_well(namespace):
    """Facts without a turn have no quote that a note could stand behind."""
    day = next_monday().date()
    volvo = know(namespace, "Ann works at Volvo.")
    ikea = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.")
    settle(namespace, ikea, volvo)
    embed_all()
    block = context.build(namespace, "Where does Ann work?", session_id="now", record=False).block
    assert f'Ann works at Volvo. (no longer true from {day.isoformat()} on: then "As of' in block


def settle(namespace, new: Memory, old: Memory, kind: str = SupersessionKind.OUTDATED) -> None:
    conflict = conflicts.pair(namespace, new, old, ConflictKind.UPDATE, "", "test")
    conflicts.settle(conflict, ConflictDecision.NEW, CURATOR, kind=SupersessionKind(kind))


def test_a_person_who_decides_later_ends_it_on_the_same_day(namespace):
    day = next_monday()
    volvo = know(namespace, "Ann works at Volvo.")
    ikea = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.")
    settle(namespace, ikea, volvo)
    assert fresh(volvo).invalid_at == day


def test_saying_it_again_before_the_day_leaves_the_plan(namespace):
    volvo, ikea = work(namespace)
    learn(namespace, (0, "I work at Volvo."))
    assert fresh(volvo).invalid_at == next_monday()
    assert fresh(ikea).invalid_at is None


def test_an_undo_and_its_undo(namespace):
    volvo, ikea = work(namespace)
    change = Conflict.objects.within(namespace).get().decided_in
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert fresh(volvo).invalid_at is None
    assert stretches(volvo) == [(volvo.event_time, None)]
    settle(namespace, ikea, fresh(volvo))
    assert fresh(volvo).invalid_at == next_monday()
    assert stretches(volvo) == [(volvo.event_time, next_monday())]


def test_without_the_plan_it_holds_for_good(namespace):
    volvo, ikea = work(namespace)
    erasures.erase(namespace, ErasedWhat.MEMORY, ikea.uid, actor=CURATOR)
    assert fresh(volvo).invalid_at is None
    assert stretches(volvo) == [(volvo.event_time, None)]


def test_what_is_merged_into_the_plan_ends_on_its_day(namespace):
    day = next_monday()
    volvo = know(namespace, "Ann works at Volvo.")
    ikea = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.")
    same = know(namespace, f"As of {day:%-d %B %Y}, our Ann from the choir works at Ikea.")
    settle(namespace, same, volvo)
    facts.merge(namespace, ikea.uid, [same.uid], actor=CURATOR)
    assert fresh(volvo).invalid_at == day


def test_a_corrected_announcement_begins_on_the_day_that_it_names(namespace):
    volvo, ikea = work(namespace)
    later = next_monday() + 7 * DAY
    text = f"As of {later:%-d %B %Y}, the user works at Ikea."
    corrected = correcting.correct(namespace, ikea.uid, text, actor=CURATOR)
    assert stretches(corrected) == [(later, None)]
    assert fresh(volvo).invalid_at == later
    assert stretches(volvo) == [(volvo.event_time, later)]
    change = Event.objects.within(namespace).about(ikea.uid).get(kind=EventKind.CORRECTED).change
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert fresh(volvo).invalid_at == next_monday()
    assert stretches(volvo) == [(volvo.event_time, next_monday())]
    assert not validity.untrue().exists()


def test_a_correction_that_announces_nothing_ends_the_older_one_when_it_was_said(namespace):
    volvo, ikea = work(namespace)
    correcting.correct(namespace, ikea.uid, "The user works at Ikea.", actor=CURATOR)
    assert fresh(volvo).invalid_at <= timezone.now()
    assert not validity.untrue().exists()


def test_a_dose_is_to_be_known_until_another_is_taken(namespace):
    learn(namespace, (-5, "I take 5 mg of warfarin every day."), (0, "Starting next week I take 3 mg of warfarin."))
    old, new = fact(namespace, "5 mg"), fact(namespace, "3 mg")
    assert old.invalid_at == next_monday()
    block = context.build(namespace, "Can I take ibuprofen?", session_id="now", record=False).block
    assert "5 mg" in block
    assert "3 mg" in block
    assert new.invalid_at is None


def test_an_appointment_that_is_moved_is_wrong_at_once(namespace):
    when = [f"{timezone.now() + days * DAY:%-d %B %Y}" for days in (20, 25)]
    learn(namespace, (-5, f"My flight is on {when[0]}."), (0, f"My flight is on {when[1]} now."))
    old = Memory.objects.within(namespace).facts().get(invalid_at__isnull=False)
    assert old.invalid_at <= timezone.now()


def test_what_holds_now_is_told_of_what_held_before_it(namespace):
    learn(namespace, (-9, "I work at Tesco."), (-5, "I work at Volvo now."), (0, "Starting next week I work at Ikea."))
    block = context.build(namespace, "Where do I work?", session_id="now", record=False).block
    assert '(no longer true: now "The user works at Volvo' in block


def test_a_plan_that_gives_way_before_its_day_is_over_at_once(namespace):
    day = next_monday()
    volvo = know(namespace, "Ann works at Volvo.")
    ikea = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.")
    lidl = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Lidl.")
    settle(namespace, ikea, volvo)
    settle(namespace, lidl, ikea)
    assert fresh(ikea).invalid_at <= timezone.now()
    assert all(a == b for a, b in stretches(ikea))
    assert fresh(volvo).invalid_at == day
    assert lineage.holder(fresh(volvo)) == lidl
    assert not validity.untrue().exists()
    change = Conflict.objects.within(namespace).get(new_fact=lidl).decided_in
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert stretches(ikea) == [(day, None)]
    assert not validity.untrue().exists()


def test_a_person_who_decides_for_the_older_one_ends_the_plan(namespace):
    volvo, ikea = work(namespace)
    conflict = Conflict.objects.within(namespace).get()
    undoing.reopen_conflict(namespace, conflict.pk, actor=CURATOR)
    conflicts.settle(conflicts.get_open(namespace, conflict.pk), ConflictDecision.OLD, CURATOR)
    assert fresh(volvo).invalid_at is None
    assert fresh(ikea).gave_way
    assert stretches(volvo) == [(volvo.event_time, None)]
    assert not validity.untrue().exists()


def test_of_two_plans_the_nearer_one_tells_until_when_the_older_fact_holds(namespace):
    first, second = next_monday(), next_monday() + 14 * DAY
    nine = know(namespace, "The stand-up is at 9:00.")
    half = know(namespace, f"As of {first:%-d %B %Y}, the stand-up is at 9:30.")
    ten = know(namespace, f"As of {second:%-d %B %Y}, the stand-up is at 10:30.")
    settle(namespace, half, nine)
    settle(namespace, ten, half)
    settle(namespace, ten, nine)
    assert fresh(nine).invalid_at == first
    assert fresh(half).invalid_at == second
    erasures.erase(namespace, ErasedWhat.MEMORY, half.uid, actor=CURATOR)
    assert fresh(nine).invalid_at == second
    assert not validity.untrue().exists()


def test_what_was_before_the_one_that_holds_until_then_may_hold_again(namespace):
    learn(namespace, (-9, "I work at Tesco."), (-5, "I work at Volvo now."), (-1, "Starting next week I work at Ikea."))
    learn(namespace, (0, "I work at Tesco."))
    assert fact(namespace, "Tesco").invalid_at is None
    assert fact(namespace, "Volvo").gave_way
    block = context.build(namespace, "Where do I work?", session_id="now", record=False).block
    assert '"I work at Tesco." (no longer true' not in block


@pytest.mark.parametrize(
    "said",
    [
        "As of now, my flight is on {}.",
        "My flight is on {} as of now.",
        "From next term my flight is on {}.",
    ],
)
def test_the_day_of_what_is_told_is_not_the_day_from_which_on_it_is_so(namespace, said):
    when = [f"{timezone.now() + days * DAY:%-d %B %Y}" for days in (20, 25)]
    learn(namespace, (-5, f"My flight is on {when[0]}."), (0, said.format(when[1])))
    old = Memory.objects.within(namespace).facts().get(content__contains=when[0])
    assert old.gave_way


def test_an_instruction_is_followed_until_the_day(namespace):
    learn(namespace, (-5, "Always answer me in English."), (0, "Starting next week, always answer me in German."))
    block = context.build(namespace, "What is the capital of Peru?", session_id="now", record=False).block
    assert "in English" in block
    day = next_monday().date().isoformat()
    assert f"(no longer true from {day} on: then " in block


def test_what_holds_still_is_known_of_whom_it_tells(namespace):
    volvo, ikea = work(namespace)
    about = [one.pk for one in acquaintance.acquainted_with(namespace, "Volvo and Ikea").facts]
    assert about == [volvo.pk, ikea.pk]
    assert {one.pk for one in reflections.material(namespace).facts} == {volvo.pk, ikea.pk}


def test_what_is_said_before_the_day_ends_it_at_once(namespace):
    """What is announced is no reason to compare a fact that holds still with nothing."""
    volvo, _ = work(namespace)
    learn(namespace, (0, "I no longer work at Volvo."))
    assert fresh(volvo).gave_way
