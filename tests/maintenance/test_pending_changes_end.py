"""An announced change that a person or an agent takes back before its day: what holds until then holds on."""

from __future__ import annotations

import pytest
from django.utils import timezone

from maintenance.enrichment import enrich_remembered
from maintenance.extraction.judging import plans
from memory.models import Conflict, ConflictStatus, Event, EventKind, Memory, ReviewDecision, ReviewReason
from memory.services import reviews, validity
from memory.services.curating import correcting, deciding, undoing
from memory.services.memories import facts, lineage, off_record
from tests.maintenance.test_pending_changes import fact, learn, next_monday, settle, stretches, work
from tests.store import AGENT, CURATOR, DAY, fresh, know

pytestmark = pytest.mark.django_db


def change_of(namespace, memory: Memory, kind: EventKind):
    return Event.objects.within(namespace).about(memory.uid).filter(kind=kind).latest("seq").change


def assert_holds_on(volvo: Memory) -> None:
    assert fresh(volvo).invalid_at is None
    assert stretches(volvo) == [(volvo.event_time, None)]
    assert not validity.untrue().exists()


def assert_ends_on_monday(volvo: Memory) -> None:
    assert fresh(volvo).invalid_at == next_monday()
    assert stretches(volvo) == [(volvo.event_time, next_monday())]
    assert not validity.untrue().exists()


@pytest.mark.parametrize("actor", [AGENT, CURATOR])
def test_who_retires_the_plan_takes_the_end_with_it(namespace, actor):
    volvo, ikea = work(namespace)
    facts.retire(namespace, ikea.uid, actor=actor)
    assert_holds_on(volvo)
    assert fresh(volvo).base_confidence > lineage.SUPERSEDED_CONFIDENCE


@pytest.mark.parametrize("by", ["undo", "restore"])
def test_the_plan_comes_back_with_the_end(namespace, by):
    volvo, ikea = work(namespace)
    facts.retire(namespace, ikea.uid, actor=CURATOR)
    if by == "undo":
        undoing.undo_change(namespace, change_of(namespace, ikea, EventKind.RETIRED), actor=CURATOR)
    else:
        facts.restore(namespace, ikea.uid, actor=CURATOR)
    assert_ends_on_monday(volvo)
    facts.retire(namespace, ikea.uid, actor=CURATOR)
    assert_holds_on(volvo)


def test_an_undo_that_is_undone_takes_the_end_away_again(namespace):
    volvo, ikea = work(namespace)
    facts.retire(namespace, ikea.uid, actor=CURATOR)
    undone = undoing.undo_change(namespace, change_of(namespace, ikea, EventKind.RETIRED), actor=CURATOR)
    assert undone is not None
    undoing.undo_change(namespace, change_of(namespace, ikea, EventKind.UNDONE), actor=CURATOR)
    assert_holds_on(volvo)


def test_a_review_that_rejects_the_plan_takes_the_end_with_it(namespace):
    volvo, ikea = work(namespace)
    review = reviews.open_review(namespace, ikea, ReviewReason.LOW_CONFIDENCE)
    deciding.decide_review(namespace, review.pk, ReviewDecision.REJECT, actor=CURATOR)
    assert_holds_on(volvo)
    undoing.undo_change(namespace, reviews.get_review(namespace, review.pk).decision_change, actor=CURATOR)
    assert_ends_on_monday(volvo)


def test_what_has_begun_does_not_give_its_place_back(namespace):
    day = next_monday() - 21 * DAY
    volvo = know(namespace, "Ann works at Volvo.", event_time=timezone.now() - 60 * DAY)
    ikea = know(namespace, f"As of {day:%-d %B %Y}, Ann works at Ikea.", event_time=timezone.now() - 30 * DAY)
    settle(namespace, ikea, volvo)
    facts.retire(namespace, ikea.uid, actor=CURATOR)
    assert fresh(volvo).gave_way


def test_of_two_plans_the_other_one_ends_it_then(namespace):
    first, second = next_monday(), next_monday() + 14 * DAY
    nine = know(namespace, "The stand-up is at 9:00.")
    half = know(namespace, f"As of {first:%-d %B %Y}, the stand-up is at 9:30.")
    ten = know(namespace, f"As of {second:%-d %B %Y}, the stand-up is at 10:30.")
    settle(namespace, half, nine)
    settle(namespace, ten, half)
    facts.retire(namespace, half.uid, actor=CURATOR)
    assert fresh(nine).invalid_at == second
    assert lineage.holder(fresh(nine)) == ten
    assert not validity.untrue().exists()
    undoing.undo_change(namespace, change_of(namespace, half, EventKind.RETIRED), actor=CURATOR)
    assert fresh(nine).invalid_at == first
    assert not validity.untrue().exists()


def test_several_that_are_retired_at_once_and_come_back_at_once(namespace):
    volvo, ikea = work(namespace)
    rows = Memory.objects.within(namespace).filter(pk__in=[ikea.pk, volvo.pk])
    for uid in rows.order_by("-pk").values_list("uid", flat=True):
        facts.retire(namespace, uid, actor=CURATOR)
    assert not validity.untrue().exists()
    for memory in (volvo, ikea):
        facts.restore(namespace, memory.uid, actor=CURATOR)
    assert_ends_on_monday(volvo)


def test_a_session_that_is_not_to_be_remembered_takes_the_end_with_it(namespace):
    volvo, ikea = work(namespace)
    off_record.drop(namespace, ikea.session_id, actor=CURATOR)
    assert_holds_on(volvo)
    told = Event.objects.within(namespace).about(volvo.uid).filter(kind=EventKind.HOLDS_AGAIN)
    assert told.count() == 1


@pytest.mark.parametrize("content", ["The user turned down the job at Ikea.", "The user does not work at Ikea."])
def test_a_correction_to_something_else_ends_nothing_and_a_person_is_asked(namespace, content):
    volvo, ikea = work(namespace)
    corrected = correcting.correct(namespace, ikea.uid, content, actor=CURATOR)
    assert_holds_on(volvo)
    waiting = Conflict.objects.within(namespace).get(status=ConflictStatus.OPEN)
    assert {waiting.new_fact_id, waiting.old_fact_id} == {corrected.pk, volvo.pk}
    undoing.undo_change(namespace, change_of(namespace, ikea, EventKind.CORRECTED), actor=CURATOR)
    assert_ends_on_monday(volvo)


@pytest.mark.parametrize("kind", ["wrong", "outdated", "refined"])
def test_a_plan_that_is_corrected_to_another_day_ends_it_then_whatever_is_said_of_the_text(namespace, kind):
    volvo, ikea = work(namespace)
    later = next_monday() + 7 * DAY
    text = f"As of {later:%-d %B %Y}, the user works at Ikea."
    correcting.correct(namespace, ikea.uid, text, actor=CURATOR, kind=kind)
    assert fresh(volvo).invalid_at == later
    assert not validity.untrue().exists()


def announce(namespace, day, content: str) -> Memory:
    return know(namespace, f"As of {day:%-d %B %Y}, {content}")


@pytest.mark.parametrize("kind", ["outdated", "wrong"])
def test_what_denies_the_plan_ends_it_alone(namespace, kind):
    volvo = know(namespace, "Ann works at Volvo.")
    ikea = announce(namespace, next_monday(), "Ann works at Ikea.")
    settle(namespace, ikea, volvo)
    off = know(namespace, "Ann turned down the job at Ikea.")
    settle(namespace, off, ikea, kind=kind)
    assert_holds_on(volvo)
    assert fresh(ikea).gave_way
    assert lineage.holder(fresh(volvo)) is None
    change = Conflict.objects.within(namespace).get(new_fact=off).decided_in
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert_ends_on_monday(volvo)
    assert stretches(fresh(ikea)) == [(next_monday(), None)]


@pytest.mark.parametrize("kind", ["outdated", "wrong"])
@pytest.mark.parametrize("days", [7, -3])
def test_a_plan_for_another_day_moves_the_end(namespace, kind, days):
    volvo = know(namespace, "Ann works at Volvo.")
    first = next_monday() + 14 * DAY
    ikea = announce(namespace, first, "Ann works at Ikea.")
    settle(namespace, ikea, volvo)
    again = announce(namespace, first + days * DAY, "Ann works at Ikea.")
    settle(namespace, again, ikea, kind=kind)
    until = first if kind == "outdated" and days > 0 else first + days * DAY  # else the first one holds for a week
    assert fresh(volvo).invalid_at == until
    assert stretches(volvo) == [(volvo.event_time, until)]
    assert fresh(ikea).gave_way == (until != first)
    assert lineage.holder(fresh(volvo)) == (again if until != first else ikea)
    assert not validity.untrue().exists()
    change = Conflict.objects.within(namespace).get(new_fact=again).decided_in
    undoing.undo_change(namespace, change, actor=CURATOR)
    assert fresh(volvo).invalid_at == first
    assert not validity.untrue().exists()


def test_a_third_plan_that_comes_first_still_ends_it_then(namespace):
    nine = know(namespace, "The stand-up is at 9:00.")
    half = announce(namespace, next_monday(), "the stand-up is at 9:30.")
    ten = announce(namespace, next_monday() + 14 * DAY, "the stand-up is at 10:30.")
    settle(namespace, half, nine)
    settle(namespace, ten, nine)
    later = announce(namespace, next_monday() + 28 * DAY, "the stand-up is at 10:30.")
    settle(namespace, later, ten, kind="wrong")
    assert fresh(nine).invalid_at == next_monday()
    assert not validity.untrue().exists()


def test_what_is_so_before_the_day_ends_what_was_to_hold_until_then(namespace):
    """Whichever of the two is settled first."""
    for number, order in enumerate(([0, 1], [1, 0])):
        name = ("Ann", "Ben")[number]
        older = [
            know(namespace, f"{name} works at Volvo."),
            announce(namespace, next_monday(), f"{name} works at Ikea."),
        ]
        settle(namespace, older[1], older[0])
        tesla = know(namespace, f"{name} works at Tesla.")
        for place in order:
            settle(namespace, tesla, fresh(older[place]))
        assert fresh(older[0]).gave_way
        assert lineage.holder(fresh(older[0])) == tesla
    assert not validity.untrue().exists()


def test_what_one_moves_away_from_on_a_day_holds_until_then(namespace):
    first, second = next_monday() + 14 * DAY, next_monday() + 28 * DAY
    learn(namespace, (-5, "I live in Oslo."), (-2, f"I'm moving to Bergen on {first:%-d %B %Y}."))
    oslo, bergen = fact(namespace, "Oslo"), fact(namespace, "Bergen")
    assert oslo.invalid_at == first
    assert stretches(bergen)[0][0] < timezone.now()  # the plan itself holds since it was made
    learn(namespace, (-1, f"I'm moving to Bergen on {second:%-d %B %Y} instead."))
    assert fresh(oslo).invalid_at == second
    assert fresh(bergen).gave_way
    learn(namespace, (0, "I'm not moving to Bergen after all."))
    assert_holds_on(oslo)


@pytest.mark.parametrize(
    ("plan", "then"),
    [
        ("I work at Ikea.", "I'm not starting at Ikea after all."),
        ("I work at Ikea.", "I turned down the job at Ikea."),
        ("I work at Ikea.", "I won't be joining Ikea after all."),
    ],
)
def test_who_calls_the_plan_off_says_so_in_many_ways(namespace, plan, then):
    learn(namespace, (-5, "I work at Volvo."), (0, f"Starting next week {plan}"), (0, then))
    assert_holds_on(fact(namespace, "Volvo"))
    assert Memory.objects.within(namespace).facts().get(content__startswith="As of").gave_way


@pytest.mark.parametrize(
    "then",
    [
        "I'm not starting the Spanish course at Ikea after all.",
        "I might not start at Ikea.",
        "My brother is not starting at Ikea after all.",
        "The Ikea delivery fell through.",
        "The meeting at Ikea is off.",
        "I'm not working at Ikea today.",
        "What if I'm not starting at Ikea after all?",
    ],
)
def test_what_only_looks_like_it_leaves_the_plan(namespace, then):
    learn(namespace, (-5, "I work at Volvo."), (0, "Starting next week I work at Ikea."), (0, then))
    plan = Memory.objects.within(namespace).facts().get(content__startswith="As of")
    assert plan.invalid_at is None
    assert fact(namespace, "Volvo").invalid_at == next_monday()


def test_another_day_for_the_same_takes_the_place_of_the_first(namespace):
    volvo, ikea = work(namespace)
    later = next_monday() + 21 * DAY
    learn(namespace, (0, f"Actually, starting {later:%-d %B %Y} I work at Ikea."))
    assert fresh(volvo).invalid_at == later
    assert fresh(ikea).gave_way
    assert stretches(fresh(ikea)) == []


@pytest.mark.parametrize(
    ("new", "rule"),
    [
        ("The user's start at Ikea has been pushed back to the summer.", "called_off"),
        ("The user is not going to work at Ikea after all.", "called_off"),
        ("The Ikea thing fell through.", "called_off"),
        ("Ikea withdrew its offer.", "called_off"),
        ("The user starts at Ikea on 16 March 2026 instead.", "replanned"),
        ("As of 16 March 2026, the user works at Ikea.", "replanned"),
        ("As of 9 March 2026, the user works at Ikea.", ""),
        ("The user is not working at Ikea.", ""),
        ("The user is not starting at Ikea until 16 March 2026.", ""),
        ("The user's sister is not starting at Ikea after all.", ""),
        ("The Ikea delivery fell through.", ""),
        ("The deadline for the Ikea report has been pushed to 30 March 2026.", ""),
        ("The job at Lidl fell through.", ""),
        ("The contract with Ikea was cancelled.", ""),
        ("The move is off.", ""),
    ],
)
def test_what_becomes_of_a_plan_is_told_by_the_same_one_and_the_same_value(new, rule):
    found = plans.judge(new, "As of 9 March 2026, the user works at Ikea.")
    assert (found.rule if found else "") == rule


@pytest.mark.parametrize(
    ("new", "rule"),
    [
        ("The move is off.", "called_off"),
        ("The user's move has been postponed.", "called_off"),
        ("The user's move has been postponed until the summer.", "called_off"),
        ("The user's move has been pushed back by a few weeks.", "called_off"),
        ("The user's move has been moved to 20 March 2026.", ""),
        ("The user's move has been moved to a different firm.", ""),
        ("The move to Bergen was moved by a van.", ""),
        ("The user's sister's move is off.", ""),
        ("The office move is off.", ""),
        ("The trip to Bergen is off.", ""),
        ("The user is not moving the sofa to Bergen after all.", ""),
        ("The user has decided against buying a house in Bergen.", ""),
        ("The user has decided against moving to Bergen.", "called_off"),
    ],
)
def test_a_move_is_a_move_of_home(new, rule):
    for plan in ("As of 20 March 2026, the user lives in Bergen.", "The user is moving to Bergen on 20 March 2026."):
        found = plans.judge(new, plan)
        assert (found.rule if found else "") == rule


@pytest.mark.parametrize(
    "plan", ["I'm on holiday", "I have jury duty", "my mother visits me", "I take Spanish lessons"]
)
def test_what_begins_more_than_once_is_not_for_another_day(namespace, plan):
    day, other = next_monday() + 7 * DAY, next_monday() + 90 * DAY
    learn(namespace, *((-1, f"Starting {one:%-d %B %Y} {plan}.") for one in (day, other)))
    first = Memory.objects.within(namespace).facts().get(content__startswith=f"As of {day:%-d %B %Y}")
    assert stretches(first) == [(day, None)]


@pytest.mark.parametrize("step", ["I start at 8", "I'm joining Anna for lunch"])
def test_a_step_of_one_day_is_taken_on_another_as_well(namespace, step):
    days = [next_monday() + number * DAY for number in (7, 8)]
    learn(namespace, *((number - 2, f"{step} on {day:%-d %B %Y}.") for number, day in enumerate(days)))
    assert all(one.invalid_at is None for one in Memory.objects.within(namespace).facts())


@pytest.mark.parametrize(
    "then", ["My move has been postponed.", "The user's move to Bergen was called off.", "I'm not moving to Bergen."]
)
@pytest.mark.parametrize("stated", [False, True])
def test_what_came_true_was_no_plan_any_more(namespace, then, stated):
    """The move that is put off now is another one."""
    day = next_monday() - 42 * DAY
    learn(namespace, (-90, "I live in Oslo."), (-60, f"Starting {day:%-d %B %Y} I live in Bergen."))
    if stated:
        know(namespace, "The user's move has been postponed.")
        enrich_remembered(60)
    else:
        learn(namespace, (0, then))
    assert stretches(fact(namespace, "As of")) == [(day, None)]
    assert fact(namespace, "Oslo").invalid_at == day


def test_what_came_between_held_until_the_older_one_was_said_again(namespace):
    learn(namespace, (-9, "I work at Tesco."), (-5, "I work at Volvo now."), (0, "I work at Tesco."))
    volvo, tesco = fact(namespace, "Volvo"), fact(namespace, "Tesco")
    assert volvo.invalid_at == tesco.event_time
    assert tesco.event_time > volvo.event_time + 4 * DAY
    assert stretches(volvo) == [(volvo.event_time, tesco.event_time)]
    assert not validity.untrue().exists()


def test_who_says_the_older_home_again_before_the_move_takes_nothing_back(namespace):
    day = next_monday() + 14 * DAY
    learn(namespace, (-5, "I live in Oslo."), (-2, f"I'm moving to Bergen on {day:%-d %B %Y}."), (0, "I live in Oslo."))
    assert fact(namespace, "Oslo").invalid_at == day
    assert fact(namespace, "Bergen").invalid_at is None
