"""A standing instruction goes when the user lifts it, and what lifted it stands in its place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Memory
from memory.services.handing import context
from memory.services.talk import sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
QUOTED = "Ann wants the assistant to keep to this: “%s”"


def standing(namespace, *turns: str) -> list[str]:
    """The instructions that hold after Ann's turns were said, four weeks apart."""
    for number, content in enumerate(turns):
        at = SAID + timedelta(weeks=4 * number)
        say(namespace, f"s{number}", content, name="Ann", event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    held = Memory.objects.within(namespace).facts().active()
    return [fact.content for fact in held if not fact.superseded and "instruction" in fact.tags]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wish", "lifted"),
    [
        ("Always reply in French, I'm practising.", "You can go back to English now."),
        (
            "Please don't ping me before noon, ever.",
            "I'm off nights now, so you can ping me in the mornings again.",
        ),
        ("Never phone me, please.", "You can phone me again."),
        ("Keep your answers short please, I read these on my phone.", "You can write longer again by the way."),
        ("never text me before 9 please", "I'm up at 6 these days so text whenever"),
        ("Always sign my mails as the Bergen team.", "You don't have to sign as the Bergen team any more."),
    ],
)
def test_what_lifts_an_instruction_retires_it(namespace, wish, lifted):
    assert standing(namespace, wish, lifted) == [QUOTED % lifted]


@pytest.mark.django_db
def test_the_block_tells_it_no_longer(namespace):
    standing(namespace, "Never phone me, please.", "You can phone me again.")
    block = context.build(namespace, "May I phone Ann about the boat?").block
    assert "never phone" not in block
    assert "You can phone me again." in block


@pytest.mark.django_db
def test_where_a_person_has_to_look_first_its_line_names_what_lifted_it(namespace):
    """The screening keeps a few wishes for a person to look at; until then the instruction stands."""
    wish, lifted = "From now on CC my assistant Rita on every mail.", "Rita left, no need to CC her any more."
    assert standing(namespace, wish, lifted, "We talked about the boat.") == [QUOTED % wish]
    for include in (["instructions"], ["instructions", "facts"], ["instructions", "facts", "turns"]):
        lines = context.build(namespace, "Draft a mail to Acme", include=include).block.splitlines()
        assert lines[1].endswith(f"{QUOTED % wish} (said later: m2)")
        assert lines[2].endswith(f'Ann: "{lifted}"')


@pytest.mark.django_db
def test_the_rest_of_an_instruction_stands_where_a_part_of_it_is_lifted(namespace):
    wish = "24h clock, metric units, no emojis please"
    left = standing(namespace, wish, "You can drop the metric units now.", "We talked about the boat.")
    assert left == [f"{QUOTED % '24h clock, no emojis please'} (no longer: “metric units”)"]
    block = context.build(namespace, "When does the ferry leave?").block
    assert "24h clock, no emojis please" in block
    assert wish not in block


@pytest.mark.django_db
def test_of_two_instructions_of_one_turn_the_other_stands(namespace):
    left = standing(namespace, "Always answer in German and use metric units.", "You can drop the metric units now.")
    assert left == [
        "Ann wants the assistant to always answer in German.",
        QUOTED % "You can drop the metric units now.",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("older", "newer", "left"),
    [
        ("Use British spelling.", "Use American spelling from now on.",
         ["Ann wants the assistant to use American spelling from now on."]),
        ("Call me Sam.", "Call me Samira.", ["Ann wants to be called Samira."]),
        ("Call me Sam.", "You can also call me Sammy.",
         ["Ann wants to be called Sam.", "Ann wants the assistant to also call them Sammy."]),
        ("Never call me Sam.", "Call me Samira.",
         ["Ann wants the assistant to never call them Sam.", "Ann wants to be called Samira."]),
        ("Always answer in German.", "In emails to Rita, always write in English.",
         ["Ann wants the assistant to always answer in German.",
          "Ann wants the assistant to always write in English in emails to Rita."]),
    ],
)  # fmt: skip
def test_a_new_instruction_ends_the_one_whose_place_it_takes(namespace, older, newer, left):
    assert standing(namespace, older, newer) == left


@pytest.mark.django_db
def test_what_holds_this_once_lifts_nothing(namespace):
    wish = "From now on CC my assistant Rita on every mail."
    assert standing(namespace, wish, "No need to CC her on this one.") == [QUOTED % wish]


@pytest.mark.django_db
def test_what_lifts_nothing_that_stands_is_no_wish(namespace):
    assert standing(namespace, "Always use tables.", "You can go back to English now.") == [
        "Ann wants the assistant to always use tables."
    ]


@pytest.mark.django_db
def test_what_somebody_else_is_quoted_to_lift_is_not_named_as_said_later(namespace):
    wish = "Never phone me, please."
    standing(namespace, wish, 'Look what Tove sent me: "you can phone me again".', "We talked about the boat.")
    block = context.build(namespace, "May I phone Ann about the boat?", include=["instructions", "facts"]).block
    assert "phone" in block.splitlines()[1]
    assert "said later" not in block
