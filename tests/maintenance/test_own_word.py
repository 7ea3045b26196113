"""What a person says of themselves, and what others say of them: who ends whose word."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Conflict, ConflictStatus, Memory
from memory.services.curating import deciding
from memory.services.talk import sessions
from tests.store import CURATOR, say

SAID = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)


def told(namespace, *turns: str, late: bool = False) -> tuple[list[str], int]:
    """The facts that hold after each "Name: what they said" was learnt, four days apart, and how many conflicts wait.
    With `late` what was said first is learnt last."""
    order = list(enumerate(turns))
    for number, turn in reversed(order) if late else order:
        name, _, content = turn.partition(": ")
        say(namespace, f"s{number}", content, name=name, event_time=SAID + timedelta(days=4 * number), event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    facts = Memory.objects.within(namespace).facts().active().order_by("pk")
    waiting = Conflict.objects.within(namespace).filter(status=ConflictStatus.OPEN).count()
    return [fact.content for fact in facts if not fact.superseded], waiting


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("own", "others", "learnt"),
    [
        ("I live in Hove.", "Priya lives in Bath.", ["Priya lives in Hove.", "Priya lives in Bath."]),
        ("I work at Tidewater.", "Priya works for Harbour Maps.",
         ["Priya works at Tidewater.", "Priya works for Harbour Maps."]),
        ("I'm allergic to nuts.", "Priya is not allergic to nuts.",
         ["Priya is allergic to nuts.", "Priya is not allergic to nuts."]),
        ("I live in Hove.", "I moved my desk. Priya lives in Bath.", ["Priya lives in Hove.", "Priya lives in Bath."]),
        ("I've moved to Hove.", "Priya lives in Bath.", ["Priya has moved to Hove.", "Priya lives in Bath."]),
        ("I'm pregnant.", "Priya had the baby shower.", ["Priya is pregnant.", "Priya had the baby shower."]),
        ("I'm married to Dev.", "Priya and Tom are divorced.",
         ["Priya is married to Dev.", "Priya and Tom are divorced."]),
    ],
)  # fmt: skip
def test_anothers_word_waits_beside_what_a_person_says_of_themselves(namespace, own, others, learnt):
    facts, waiting = told(namespace, f"Priya: {own}", f"Marek: {others}")
    assert [fact for fact in facts if fact.startswith("Priya")] == learnt
    assert waiting == 1


@pytest.mark.django_db
def test_it_waits_too_where_the_own_word_is_learnt_last(namespace):
    facts, waiting = told(namespace, "Priya: I live in Hove.", "Marek: Priya lives in Bath.", late=True)
    assert (facts, waiting) == (["Priya lives in Bath.", "Priya lives in Hove."], 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("own", "others", "holds"),
    [
        ("I live in Hove.", "Priya has moved to Bath.", "Priya has moved to Bath."),
        ("I live in Hove.", "Priya lives in Bath now.", "Priya lives in Bath now."),
        ("I live in Hove.", "Priya moved out. She lives in Bath.", "Priya lives in Bath."),
        ("I'm vegetarian.", "Priya eats meat again.", "Priya eats meat again."),
        ("I have a cat called Momo.", "Priya's cat Momo died.", "Priya's cat Momo died."),
        ("I work at Tidewater.", "Priya left Tidewater.", "Priya left Tidewater."),
        ("I'm single.", "Priya and Dev got engaged.", "Priya and Dev got engaged."),
        ("I'm married to Dev.", "Priya and Dev are divorced now.", "Priya and Dev are divorced now."),
        ("I'm pregnant.", "Priya gave birth to Mia.", "Priya gave birth to Mia."),
        ("I'm a student.", "Priya graduated in February.", "Priya graduated in February 2026."),
        ("I'm 42.", "Priya just had her birthday, she is 43.", "Priya is 43."),
        ("I live in Hove.", "Currently Priya lives in Bath.", "Currently Priya lives in Bath."),
        (
            "I pay £420 rent a month.",
            "Priya's rent went up, she pays £450 rent a month.",
            "Priya pays £450 rent a month.",
        ),
    ],
)
def test_whoever_tells_of_a_change_ends_it(namespace, own, others, holds):
    facts, waiting = told(namespace, f"Priya: {own}", f"Marek: {others}")
    assert holds in facts
    assert Memory.objects.within(namespace).facts().get(source_role="Priya").superseded
    assert waiting == 0


@pytest.mark.django_db
def test_a_change_ends_it_where_the_own_word_is_learnt_last(namespace):
    facts, waiting = told(namespace, "Priya: I live in Hove.", "Marek: Priya has moved to Bath.", late=True)
    assert (facts, waiting) == (["Priya has moved to Bath."], 0)


@pytest.mark.django_db
@pytest.mark.parametrize("late", [False, True])
def test_a_persons_own_later_word_ends_what_another_said(namespace, late):
    facts, waiting = told(namespace, "Marek: Priya lives in Bath.", "Priya: I live in Hove.", late=late)
    assert (facts, waiting) == (["Priya lives in Hove."], 0)


@pytest.mark.django_db
def test_what_a_person_said_after_another_is_their_own_word(namespace):
    facts, waiting = told(
        namespace, "Marek: Priya lives in Hove.", "Priya: I live in Hove.", "Jo: Priya lives in Bath."
    )
    assert (facts, waiting) == (["Priya lives in Hove.", "Priya lives in Bath."], 1)


@pytest.mark.django_db
def test_what_two_others_say_ends_as_before(namespace):
    facts, waiting = told(namespace, "Jo: Priya lives in Hove.", "Marek: Priya lives in Bath.")
    assert (facts, waiting) == (["Priya lives in Bath."], 0)


@pytest.mark.django_db
def test_what_a_person_gave_up_does_not_hold_again_by_anothers_word(namespace):
    facts, _ = told(namespace, "Priya: I live in Hove.", "Priya: I've moved to Bath.", "Marek: Priya lives in Hove.")
    assert facts == ["Priya has moved to Bath."]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        (("Marek: Priya lives in Bath.", "Priya: I live in Bath."), ["Priya lives in Bath."]),
        (("Marek: Priya lives in Bath.", "Priya: I live in Hove."), ["Priya lives in Hove."]),
        (("Marek: Priya lives in Bath.", "Marek: Priya has moved to Bath."), ["Priya lives in Bath."]),
        (("Marek: Priya lives in Bath.", "Jo: Priya lives in Hove."), ["Priya lives in Hove."]),
        (("Marek: Priya lives in Bath.", "Jo: Priya lives in Bath."), ["Priya lives in Hove.", "Priya lives in Bath."]),
    ],
)
def test_what_is_said_again_decides_what_waited(namespace, turns, holds):
    facts, waiting = told(namespace, "Priya: I live in Hove.", *turns)
    assert (facts, waiting) == (holds, len(holds) - 1)


@pytest.mark.django_db
def test_what_is_said_again_late_decides_nothing(namespace):
    facts, waiting = told(namespace, "Priya: I live in Bath.", "Priya: I live in Hove.", "Marek: Priya lives in Bath.")
    assert (facts, waiting) == (["Priya lives in Hove."], 0)


@pytest.mark.django_db
def test_what_is_said_again_in_the_same_talk_decides_too(namespace):
    for name, content in [
        ("Priya", "I live in Hove."),
        ("Marek", "Priya lives in Bath."),
        ("Priya", "I live in Bath."),
    ]:
        say(namespace, "s", content, name=name, event_time=SAID, event_offset=0)
    sessions.complete(namespace, "s")
    consolidate_pending()
    facts = Memory.objects.within(namespace).facts().active()
    assert [fact.content for fact in facts if not fact.superseded] == ["Priya lives in Bath."]


@pytest.mark.django_db
def test_a_question_that_a_person_asked_waits_for_a_person(namespace):
    told(namespace, "Priya: I live in Hove.", "Marek: Priya likes Bath.")
    old, new = Memory.objects.within(namespace).facts().order_by("pk")
    deciding.pair_by_hand(namespace, new.uid, old.uid, actor=CURATOR)
    facts, waiting = told(namespace, "Priya: I live in Hove.")
    assert (len(facts), waiting) == (2, 1)


@pytest.mark.django_db
def test_another_tells_more_and_the_own_word_stays(namespace):
    facts, waiting = told(namespace, "Priya: I work at Tidewater.", "Marek: Priya works at Tidewater as a designer.")
    assert (facts, waiting) == (["Priya works at Tidewater.", "Priya works at Tidewater as a designer."], 0)
