"""From turn to superseded fact: what the talk around a fact names is known to the judge, for that fact alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Memory
from memory.services.talk import sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def holding(namespace, *turns: str, speaker: str = "") -> list[str]:
    """The facts that hold after the turns were said by one speaker, four weeks apart."""
    for number, content in enumerate(turns):
        at = SAID + timedelta(weeks=4 * number)
        say(namespace, f"s{number}", content, name=speaker, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    return [fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded]


@pytest.mark.django_db
def test_whoever_is_named_beside_a_new_holder_holds_it_no_longer(namespace):
    facts = holding(
        namespace, "Tomek is our treasurer. Ola is our drummer.", "Tomek stepped down, Rana is our treasurer now."
    )
    assert "Rana is the user's treasurer now." in facts
    assert "Tomek is the user's treasurer." not in facts
    assert "Ola is the user's drummer." in facts


def team_talk(namespace, *talks: tuple[str, ...]) -> list[str]:
    """The facts that hold after each talk of several, "Name: what they said", four weeks apart."""
    for number, talk in enumerate(talks):
        for minute, turn in enumerate(talk):
            name, _, content = turn.partition(": ")
            at = SAID + timedelta(weeks=4 * number, minutes=minute)
            say(namespace, f"s{number}", content, name=name, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    return [fact.content for fact in Memory.objects.within(namespace).facts().active() if not fact.superseded]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "change", "holds"),
    [
        ("Ana: Our on-call lead is Bram.", "Cleo: Our on-call lead is Dana now.", ["Cleo's on-call lead is Dana now."]),
        ("Ana: Bram is our incident lead.", "Cleo: Dana is incident lead now.", ["Dana is incident lead now."]),
        ("Ana: My manager is Bram.", "Cleo: My manager is Dana now.",
         ["Ana's manager is Bram.", "Cleo's manager is Dana now."]),
        ("Ana: Our landlord is Bram.", "Cleo: Our landlord is Dana now.",
         ["Ana's landlord is Bram.", "Cleo's landlord is Dana now."]),
    ],
)  # fmt: skip
def test_what_a_team_calls_ours_has_one_holder_whoever_of_them_tells_it(namespace, before, change, holds):
    assert team_talk(namespace, (before, "Cleo: Noted."), (change, "Ana: Good.")) == holds


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["Piet is treasurer now.", "Piet's the treasurer from today."])
def test_another_treasurer_ends_the_last_ones_term(namespace, change):
    assert "Noor is the user's treasurer." not in holding(namespace, "Noor is our treasurer.", change)


@pytest.mark.django_db
def test_a_slip_that_is_admitted_corrects_what_was_told(namespace):
    facts = holding(
        namespace, "My cousin is allergic to cashews. My aunt is allergic to cashews.",
        "I mixed it up, my cousin is allergic to pistachios.",
    )  # fmt: skip
    assert facts == ["The user's aunt is allergic to cashews.", "The user's cousin is allergic to pistachios."]


@pytest.mark.django_db
def test_a_change_of_another_matter_in_the_same_turn_retires_nothing(namespace):
    facts = holding(
        namespace, "I'm flying to Lisbon on 3 May.", "I changed my shirt. I'm flying to Oslo on 6 May."
    )  # fmt: skip
    assert "The user is flying to Lisbon on 3 May 2026." in facts


@pytest.mark.django_db
def test_what_was_looked_for_weeks_ago_is_found_now(namespace):
    facts = holding(namespace, "I'm looking for a dentist in Utrecht.", "Found one! Her name is Petra.")
    assert facts == ["The user found a dentist called Petra."]


@pytest.mark.django_db
def test_one_was_found_of_nothing_that_was_looked_for(namespace):
    facts = holding(namespace, "I rent a room from Mr. Salo.", "Found one! Her name is Petra.")
    assert facts == ["The user rents a room from Mr. Salo."]


@pytest.mark.django_db
def test_a_pet_that_was_introduced_is_known_by_its_name_weeks_later(namespace):
    facts = holding(namespace, "Our cat Miso is on wet food.", "Miso is on dry food now.")
    assert "Miso is on dry food now." in facts


@pytest.mark.django_db
@pytest.mark.parametrize("speaker", ["", "Priya"])
def test_what_is_the_speakers_is_so_whether_they_have_a_name_or_none(namespace, speaker):
    facts = holding(
        namespace, "Jean has our spare key. My landlord is Mr Osei.",
        "The spare key is with the Okafors now. We left Mr Osei's place and bought a flat.", speaker=speaker,
    )  # fmt: skip
    who = speaker or "The user"
    assert facts == ["The spare key is with the Okafors now.", f"{who} left Mr Osei's place.", f"{who} bought a flat."]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "change", "stays"),
    [
        ("I'm vegan and allergic to peanuts.", "I'm not vegan any more.", "The user is allergic to peanuts."),
        ("I live in York with my son Leo, who has asthma.", "We moved to Hull in June.",
         "The user's son Leo has asthma."),
    ],
)  # fmt: skip
def test_what_ails_somebody_outlives_what_it_was_told_with(namespace, before, change, stays):
    assert stays in holding(namespace, before, change)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("We use Jenkins.", "we moved off Jenkins to Buildkite", ["The user moved off Jenkins to Buildkite."]),
        ("We use Jenkins.", "Jenkins is gone, we're on Buildkite now.", ["The user no longer uses Jenkins.",
         "The user is on Buildkite now."]),
        ("We use Jira.", "Jira is dead, we're on Shortcut now", ["The user is on Shortcut now."]),
        ("We use Slack for chat.", "Slack is history, it's Zulip now",
         ["The user uses Zulip for chat now, not Slack."]),
        ("We host on Hetzner.", "no more Hetzner, they gave us GCP credits, so everything runs there",
         ["The user no longer uses Hetzner."]),
        ("Our budget is 40k.", "the budget was cut to 30k", ["The user's budget was cut to 30k."]),
        ("The marketing budget is 80k.", "The marketing budget got slashed to 55k.",
         ["The marketing budget got slashed to 55k."]),
        ("I go to the gym on Tuesdays.", "the gym closed, I swim on Tuesdays instead",
         ["The gym closed.", "The user swims on Tuesdays instead."]),
        ("I play squash on Thursdays.", "the squash court shut down, I climb on Thursdays instead",
         ["The squash court shut down.", "The user climbs on Thursdays instead."]),
        ("I'm a baker at Dunlin.", "I left Dunlin for Merrow.", ["The user left Dunlin for Merrow."]),
    ],
)  # fmt: skip
def test_an_event_ends_what_was_so(namespace, before, change, after):
    assert holding(namespace, before, change) == after


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("We use Jenkins.", "We also use Buildkite for mobile."),
        ("We use Jenkins.", "We may move off Jenkins to Buildkite."),
        ("We use Jenkins in Berlin.", "Jenkins is gone from the Oslo office."),
        ("We use Jenkins in Berlin.", "Jenkins is gone, we're on Buildkite now."),
        ("We use Jenkins for CI.", "Jenkins is gone, but only for the weekend."),
        ("We use Terraform.", "We moved the staging cluster off Terraform to Pulumi."),
        ("We use Slack and Jira.", "Jira is gone, we're on Linear now."),
        ("We use Slack.", "Slack is dead, can you check?"),
        ("My sister is on Slack.", "Slack is history, it's Zulip now"),
        ("We hate Slack.", "Slack is history, it's Zulip now."),
        ("We use Notion.", "My laptop is gone, we're on Obsidian now."),
        ("My brother's budget is 40k.", "the budget was cut to 30k"),
        ("I work at Dunlin.", "Tom left Dunlin for Merrow."),
        ("I work at Dunlin.", "I left Dunlin for Merrow in 2019, then came back."),
        ("I work at Dunlin.", "I left Dunlin for lunch."),
        ("We use Jenkins.", "We left Jenkins for a week."),
        ("I play squash on Thursdays.", "The tennis court shut down, I climb on Thursdays instead."),
    ],
)
def test_what_is_limited_planned_or_anothers_ends_nothing(namespace, before, said):
    facts = holding(namespace, before, said)
    (known,) = Memory.objects.within(namespace).facts().order_by("rowid")[:1]
    assert known.content in facts
