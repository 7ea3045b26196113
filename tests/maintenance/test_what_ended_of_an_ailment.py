"""An allergy ends when it is told to be over, and a list of such things does not end with one of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from maintenance.extraction import rules
from maintenance.extraction.types import Claim
from memory.models import Memory
from memory.services import embeddings
from memory.services.handing import context
from memory.services.talk import sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def holding(namespace, *talk: str) -> set[str]:
    """The facts that hold after the turns of a talk, a month between two."""
    for number, content in enumerate(talk):
        at = SAID + timedelta(days=30 * number)
        say(namespace, f"s{number}", content, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    while embeddings.drain():
        pass
    return {fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mia's allergic to eggs", "Mia's outgrown her egg allergy"),
        ("my son has a peanut allergy", "my son grew out of his peanut allergy"),
        ("I'm allergic to cats", "I've finally grown out of my allergy to cats"),
    ],
)
def test_what_was_outgrown_holds_no_longer(namespace, older, newer):
    (told,) = holding(namespace, older, newer)
    assert "outgrown" in told or "grew out" in told or "grown out" in told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        ("Mia's allergic to eggs", "Mia can eat eggs again, she's grown out of it", {"Mia can eat eggs again."}),
        ("my son has a nut allergy", "took my son to be retested for nuts, all clear",
         {"The user's son tested negative for nuts."}),
        ("my son has a nut allergy", "allergy clinic today: my son's been retested, all clear",
         {"The user's son tested negative for nut."}),
        ("I have a latex allergy", "my latex allergy turned out to be nothing",
         {"The user does not have a latex allergy after all."}),
        ("I'm vegetarian", "I eat chicken again, but no red meat or pork",
         {"The user eats chicken again.", "The user eats no red meat or pork."}),
        ("Tom's vegan", "Tom had a steak last night, he's done with the vegan thing", {"Tom is not vegan any more."}),
        ("I'm up to 100mg of sertraline now", "took my last sertraline today", {"last sertraline"}),
        ("I take 50mg of sertraline", "I'm up to 100mg of sertraline now",
         {"The user is up to 100mg of sertraline now."}),
        ("I'm on prednisolone", "I've come off the prednisolone", {"The user stopped taking prednisolone."}),
        ("I'm pregnant", "the baby's here! a little girl, Ada", {"The user gave birth."}),
        ("my wife is pregnant", "our baby's arrived, all is well", {"The user's wife gave birth."}),
        ("my wife is expecting our second child", "Our second child was born on Sunday, a girl called Ada.",
         {"The user's second child was born on Sunday, a girl called Ada."}),
        ("I'm on crutches", "I'm off the crutches", {"The user does not need the crutches any more."}),
        ("I've been sober for two years", "I drink wine again now", {"The user drinks wine again now."}),
        ("I don't drink", "I'm drinking again", {"The user drinks alcohol again."}),
        ("I'm allergic to peanuts and sesame", "I'm not allergic to sesame any more",
         {"The user is not allergic to sesame any more.", "The user is allergic to peanuts."}),
        ("our son is allergic to eggs and nuts", "our son has outgrown the egg allergy",
         {"The user's son has outgrown the egg allergy.", "The user's son is allergic to nuts."}),
        ("I take metformin and ramipril", "I've stopped the ramipril",
         {"The user has stopped the ramipril.", "The user takes metformin."}),
    ],
)  # fmt: skip
def test_what_need_not_be_known_any_more_ends_in_everyday_words(namespace, older, newer, told):
    facts = holding(namespace, older, newer)
    assert all(any(one in fact for fact in facts) for one in told), facts
    assert holding_of_first(namespace) == set()


def holding_of_first(namespace) -> set[str]:
    """What of the first session still holds."""
    facts = Memory.objects.within(namespace).facts().active().filter(event_time__lt=SAID + timedelta(days=1))
    return {fact.content for fact in facts if not fact.superseded}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "known"),
    [
        ("Mia's allergic to eggs", "Mia might be growing out of her egg allergy", "Mia is allergic to eggs."),
        ("Mia's allergic to eggs", "Mia can eat eggs again but only baked", "Mia is allergic to eggs."),
        ("Mia's allergic to eggs", "Mia can eat eggs again, well, the doctor hopes so", "Mia is allergic to eggs."),
        ("Mia's allergic to eggs", "Mia had one egg by accident and was fine", "Mia is allergic to eggs."),
        ("Mia's allergic to eggs", "Ben's hearing was retested, all clear", "Mia is allergic to eggs."),
        ("Tom's vegan", "Tom had a steak last night", "Tom is vegan."),
        ("Mia's allergic to eggs", "Mia tested negative for eggs. The blood test is still to come.",
         "Mia is allergic to eggs."),
        ("I have a nut allergy", "got the nut test results, all clear", "The user has a nut allergy."),
        ("Tom's vegan", "Tom cooked for my brother, he's done with the vegan thing", "Tom is vegan."),
        ("my sister is vegan", "my sister made dinner, I'm done with the vegan thing", "The user's sister is vegan."),
        ("my sister is pregnant", "our baby is here", "The user's sister is pregnant."),
        ("I'm pregnant", "I gave birth to Ada in 2019", "The user is pregnant."),
        ("my wife has cancer", "my wife is in remission", "The user's wife has cancer."),
        ("I take 20mg of omeprazole", "I took my last omeprazole, need a refill", "The user takes 20mg of omeprazole."),
        ("I take 20mg of omeprazole", "took my last omeprazole at 7am", "The user takes 20mg of omeprazole."),
        ("I take insulin", "I took my last insulin at ten", "The user takes insulin."),
        ("I'm on antibiotics", "my dog finished the antibiotics", "The user is on antibiotics."),
        ("I take metformin and ramipril", "Ben stopped the ramipril", "The user takes metformin and ramipril."),
        ("I'm allergic to peanuts and sesame", "I'm not allergic to sesame, am I?",
         "The user is allergic to peanuts and sesame."),
        ("I don't drink", "I drink coffee again", "The user does not drink alcohol."),
        ("I don't drink alcohol", "I drink alcohol-free wine again", "The user does not drink alcohol."),
        ("I've been sober for two years", "I drink ginger beer now", "The user has been sober for two years."),
        ("I take ibuprofen", "I don't take ibuprofen on an empty stomach anymore", "The user takes ibuprofen."),
        ("I take ibuprofen", "I stopped taking ibuprofen at night", "The user takes ibuprofen."),
        ("I take ibuprofen", "I took my last ibuprofen on Friday", "The user takes ibuprofen."),
        ("I'm on warfarin", "I stopped the warfarin before the operation", "The user is on warfarin."),
        ("I'm on warfarin", "I'm off the warfarin this week", "The user is on warfarin."),
        ("I take 50 mg of sertraline", "I'm up to 100 mg of sertraline for the flight",
         "The user takes 50 mg of sertraline."),
        ("I take lisinopril", "I skipped lisinopril yesterday", "The user takes lisinopril."),
        ("I'm allergic to aspirin", "I don't take aspirin anymore", "The user is allergic to aspirin."),
        ("I'm allergic to peanuts and sesame",
         "I'm allergic to peanuts. I stopped buying sesame too since it set me off again.",
         "The user is allergic to peanuts and sesame."),
        ("Mia is allergic to peanuts and sesame", "Mia is allergic to peanuts. I'm no longer allergic to sesame.",
         "Mia is allergic to peanuts and sesame."),
        ("I take metformin and ramipril", "I've stopped the ramipril. Only for today.",
         "The user takes metformin and ramipril."),
        ("I have a nut allergy", "my nut allergy is gone from my file", "The user has a nut allergy."),
        ("my son has a nut allergy", "my son was tested, all clear. It took ten minutes.",
         "The user's son has a nut allergy."),
        ("my wife is pregnant", "my son arrived at the station", "The user's wife is pregnant."),
        ("I use crutches", "I had the crutches returned to the shop, they were too short", "The user uses crutches."),
    ],
)  # fmt: skip
def test_what_leaves_it_open_or_is_of_another_ends_no_must_know(namespace, older, newer, known):
    assert known in holding(namespace, older, newer)


@pytest.mark.django_db
def test_a_block_tells_first_what_is_left_of_a_diet(namespace):
    holding(namespace, "I'm vegetarian", "I eat chicken again, but no red meat or pork")
    lines = context.build(namespace, "Plan a dinner for me", session_id="now", record=False).block.splitlines()
    told = [line for line in lines if "m1" in line or "m2" in line]
    assert any("no red meat or pork" in line for line in told[:1]), lines
    assert not any("is vegetarian" in line and "before: is vegetarian" not in line for line in lines)


@pytest.mark.django_db
def test_a_block_tells_of_an_allergy_that_is_over_what_is_so_now(namespace):
    holding(namespace, "Mia's allergic to eggs", "Mia's outgrown her egg allergy")
    block = context.build(namespace, "Plan a dinner for Mia", session_id="now", record=False).block
    assert "outgrown" in block
    assert all("allergic" not in line or "no longer true" in line or "before" in line for line in block.splitlines())


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Mia is allergic to eggs.", "Leo has outgrown his egg allergy."),
        ("Mia is allergic to eggs.", "Mia's brother has outgrown his egg allergy."),
        ("Mia is allergic to eggs.", "Mia has outgrown her nut allergy."),
        ("Mia is allergic to eggs.", "Mia might have outgrown her egg allergy."),
        ("Mia is allergic to eggs.", "Mia has not outgrown her egg allergy."),
        ("Mia is allergic to eggs.", "Mia has almost outgrown her egg allergy."),
        ("Mia is allergic to eggs and milk.", "Mia has outgrown her egg allergy."),
        ("The user takes metformin and ramipril.", "The user has stopped the ramipril."),
        ("The user is allergic to peanuts and sesame.", "The user is not allergic to sesame any more."),
        ("The user takes 50mg of sertraline in the morning.", "The user takes 100mg of sertraline at night now."),
        ("The user takes 50mg of sertraline.", "The user has gone up to 100mg of quetiapine."),
        ("The user is pregnant.", "The user's sister's baby was born on 15 March 2026."),
        ("Priya plays chess and the oboe.", "Priya has given up chess."),
        ("The user cannot lift anything heavy.", "The user's mum can lift again."),
        ("The user cannot lift anything heavy.", "The user can lift again, up to 5 kilos."),
        ("The user cannot lift anything heavy.", "The user can lift light things again."),
        ("The user cannot stand for long.", "The user can stand for an hour again."),
        ("The user cannot run because of their knee.", "The user can run again in small steps."),
        ("The user cannot sit for long.", "The user can walk again."),
        ("The user cannot drive at night.", "The user can drive again."),
        ("The user cannot drink alcohol.", "The user may drink alcohol again."),
    ],
)
def test_what_may_hold_or_holds_in_part_is_kept(older, newer):
    (verdict,) = rules.judge(Claim(newer), [Claim(older)]).verdicts
    assert verdict.kind == "unrelated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The user takes metformin and ramipril.", "The user has stopped taking metformin and ramipril."),
        ("The user takes ramipril in the morning and at night.", "The user has stopped the ramipril."),
    ],
)
def test_what_ended_as_a_whole_holds_no_longer(older, newer):
    (verdict,) = rules.judge(Claim(newer), [Claim(older)]).verdicts
    assert verdict.kind == "updates"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        ("I can't lift anything heavy", "I may lift again, says the doctor", "The user may lift again."),
        ("I can't run because of my knee", "I can run again", "The user can run again."),
        ("my dad can't climb stairs", "my dad can climb stairs again", "The user's dad can climb stairs again."),
        ("I can't eat nuts", "I can eat nuts again, the test is negative", "The user can eat nuts again."),
    ],
)
def test_a_limit_that_is_lifted_holds_no_longer(namespace, older, newer, told):
    assert holding(namespace, older, newer) == {told}


@pytest.mark.parametrize("talk", ["I can lift again, but only a little.", "I can lift again, light things.", "Maybe."])
def test_a_limit_that_the_talk_keeps_holds(talk):
    (verdict,) = rules.judge(
        Claim("The user can lift again.", talk=talk), [Claim("The user cannot lift anything heavy.")]
    ).verdicts
    assert verdict.kind == "unrelated"
