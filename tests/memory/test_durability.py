"""How long a fact stays worth knowing: read off its tags, its properties and its words."""

from datetime import timedelta

import pytest

from memory.durability import durability_of, fades_from, rate_of
from memory.language import ENGLISH, NEUTRAL
from tests.store import NOON

LATER = NOON + timedelta(days=20)


def kind(content, *tags, properties=(), at=NOON, language=ENGLISH):
    return durability_of(content, tags, properties, event_time=at, said=NOON, language=language)


@pytest.mark.parametrize(
    "content",
    [
        "Maya is allergic to hazelnuts", "Ann was diagnosed with lupus in 2019", "Bob has type 1 diabetes",
        "Ann's birthday is on 3 May", "Kim was born in Oslo", "Kim's sister is Elin", "Ann is Bob's wife",
        "Tom's pronouns are they and them",
    ],
)  # fmt: skip
def test_what_stays_true_for_years_is_lasting_by_its_words(content):
    assert kind(content) == "lasting"


@pytest.mark.parametrize(
    "content",
    [
        "Ann likes tea", "Ann diagnosed the slow query", "Ann's sister is coming on Sunday", "Kim bears with it",
        "The typing of the function is strict", "Ann's birthday party was fun",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_ordinary(content):
    assert kind(content) == "ordinary"


def test_tags_and_properties_tell_in_any_language():
    assert kind("Ana no puede comer gluten", "health", language=NEUTRAL) == "lasting"
    assert kind("The assistant should answer in French", "instruction") == "lasting"
    assert kind("They call her Mo", properties={"name"}) == "lasting"


def test_one_occasion_is_not_what_somebody_is():
    assert kind("Ann saw the dentist on Monday", "health", "event") == "ordinary"
    assert kind("Ann met a friend", "relation", "event") == "ordinary"


def test_a_plan_passes_only_with_a_date_that_goes_by():
    assert kind("Ann is flying to Rome on 22 March", "plan", at=LATER) == "passing"
    assert kind("Ann wants to learn Norwegian", "plan") == "ordinary"
    assert kind("Ann will work for Acme from May on", "plan", at=LATER, properties={"employer"}) == "ordinary"
    assert kind("Ann, who is allergic to nuts, is flying on 22 March", "plan", at=LATER) == "lasting"


def test_a_task_of_the_hour_passes_whatever_it_is_about():
    assert kind("The user is fixing the filter for allergies", "task") == "passing"


def test_the_kinds_multiply_the_rate_of_ordinary_facts(settings):
    settings.MEMORY_DECAY_LASTING, settings.MEMORY_DECAY_PASSING = 0.25, 8.0
    assert [rate_of(0.5, each) for each in ("lasting", "ordinary", "passing", None)] == [0.125, 0.5, 4.0, 0.5]


def test_only_a_plan_waits_for_its_date_before_it_fades():
    assert fades_from("passing", LATER, NOON) == LATER
    assert fades_from("passing", NOON - timedelta(days=1), NOON) == NOON
    assert fades_from("ordinary", LATER, NOON) == NOON
