"""The offline extractor: what it states, what it keeps to itself, and in whose words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from maintenance.extraction import rules
from maintenance.extraction.types import Claim, FactDraft, Turn
from tests.maintenance.extraction.sentences import STATED, UNSTATED, Case

NOW = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def turn(content: str, *, uid: str = "t1", speaker: str = "user", role: str = "user", **more: object) -> Turn:
    return Turn(uid, speaker, role, content, NOW, **more)  # type: ignore[arg-type]


def facts(*turns: Turn, timezone: str = "UTC") -> list[FactDraft]:
    return rules.extract(turns, timezone=timezone).facts


def contents(*turns: Turn) -> list[str]:
    return [fact.content for fact in facts(*turns)]


@pytest.mark.parametrize("case", STATED, ids=lambda case: case.said[:60])
def test_a_statement_becomes_exactly_these_facts(case: Case) -> None:
    found = facts(turn(case.said, speaker=case.speaker))
    assert [fact.content for fact in found] == [expected.content for expected in case.facts]
    for fact, expected in zip(found, case.facts, strict=True):
        assert fact.tags[0] == expected.tag
        assert fact.source_ids == ("t1",)
        assert fact.event_time is not None
        if expected.day is None:
            assert fact.event_time == NOW
        else:
            assert fact.event_time.date().isoformat() == expected.day


@pytest.mark.parametrize("said", UNSTATED, ids=lambda said: said[:60])
def test_what_states_nothing_durable_yields_nothing(said: str) -> None:
    assert contents(turn(said)) == []
    assert contents(turn(said, speaker="Ada"), turn("Hey!", uid="t2", speaker="Bea")) == []


def test_the_table_is_large_enough_and_half_of_it_yields_nothing() -> None:
    assert len(STATED) + len(UNSTATED) >= 150
    assert len(UNSTATED) >= len(STATED)
    assert len({case.said for case in STATED}) == len(STATED)
    assert len(set(UNSTATED)) == len(UNSTATED)


def test_only_user_turns_outside_the_context_yield_facts() -> None:
    assert contents(turn("I live in Oslo.", role="assistant")) == []
    assert contents(turn("I live in Oslo.", role="system")) == []
    assert contents(turn("I live in Oslo.", is_context=True)) == []
    assert contents(turn("I live in Oslo.")) == ["The user lives in Oslo."]


def test_a_context_turn_still_says_what_a_pronoun_means() -> None:
    before = turn("My brother Max visited me.", uid="t0", is_context=True)
    assert contents(before, turn("He works as a baker.")) == ["The user's brother Max works as a baker."]


def test_a_short_answer_is_made_whole_by_the_question_before_it() -> None:
    asked = turn("Lovely! Where do you work?", uid="t0", speaker="Bea")
    found = facts(asked, turn("At the harbour.", speaker="Ada"))
    assert [fact.content for fact in found] == ["Ada works at the harbour."]
    assert found[0].source_ids == ("t0", "t1")
    asked = turn("What is your dog's name?", uid="t0", role="assistant", speaker="assistant")
    assert contents(asked, turn("Rex.")) == ["The user's dog's name is Rex."]


def test_a_fragment_without_a_question_before_it_yields_nothing() -> None:
    assert contents(turn("Nice to meet you.", uid="t0", speaker="Bea"), turn("At the harbour.", speaker="Ada")) == []


def test_an_instruction_to_a_person_is_not_one_to_the_assistant() -> None:
    said = "Never give spoilers."
    assert contents(turn(said)) == ["The user wants the assistant to never give spoilers."]
    assert contents(turn(said, speaker="Ada"), turn("Sure, Ada.", uid="t2", speaker="Bea")) == []


def test_a_name_called_out_is_not_part_of_the_fact() -> None:
    other = turn("Hi!", uid="t0", speaker="Beatrice")
    for said in (
        "Hey Beatrice, I moved to Bonn.",
        "Beatrice, I moved to Bonn!",
        "I moved to Bonn, Beatrice.",
    ):
        assert contents(other, turn(said, speaker="Ada")) == ["Ada moved to Bonn."]


def test_a_name_says_nothing_of_who_bears_it() -> None:
    assert contents(turn("Hi there! I'm Ada.", speaker="Ada")) == []
    assert contents(turn("I'm Ada. I live in Oslo.", speaker="Ada")) == ["Ada lives in Oslo."]


def test_a_story_keeps_its_day_only_within_the_turn() -> None:
    first, second = facts(
        turn("I was in Lima last month.", uid="a", speaker="Ada"), turn("I met a weaver.", uid="b", speaker="Ada")
    )
    assert first.content == "Ada was in Lima in April 2023."
    assert second.content == "Ada met a weaver."
    assert second.event_time == NOW


def test_hedges_lower_the_confidence() -> None:
    def sure(said: str) -> float:
        (fact,) = facts(turn(said))
        return fact.confidence

    assert sure("I moved to Bonn.") > sure("I'm planning to move to Bonn.") > sure("I might move to Bonn.")
    assert sure("I will sell the boat.") > sure("Maybe I will sell the boat.")
    assert sure("My sister lives in Bonn.") > sure("I think my sister lives in Bonn.")


def test_dates_are_resolved_in_the_speakers_offset_else_in_the_namespaces_zone() -> None:
    late = datetime(2023, 5, 8, 23, 30, tzinfo=UTC)

    def day(offset: int | None, timezone: str) -> str:
        said = Turn("t1", "user", "user", "I sold my car today.", late, offset)
        (fact,) = rules.extract([said], timezone=timezone).facts
        return fact.content

    assert day(None, "UTC") == "The user sold their car on 8 May 2023."
    assert day(None, "Asia/Tokyo") == "The user sold their car on 9 May 2023."
    assert day(-300, "Asia/Tokyo") == "The user sold their car on 8 May 2023."
    assert day(None, "Nowhere/Land") == "The user sold their car on 8 May 2023."


def test_a_turn_in_another_language_is_counted_and_yields_nothing() -> None:
    extracted = rules.extract(
        [
            turn("Ich wohne in Hamburg und arbeite bei der Post.", uid="a"),
            turn("Moro em Lisboa com a minha família.", uid="b"),
            turn("我昨天买了一辆新车。", uid="c"),
            turn("I live in Oslo.", uid="d"),
        ]
    )
    assert len(extracted.unread) == 3
    assert [fact.source_ids for fact in extracted.facts] == [("d",)]


def test_code_links_quotes_and_logs_are_passed_over_and_the_prose_between_them_is_read() -> None:
    said = (
        "I work at Initech.\n```python\nmy_name = 'I live in Rome'\n```\n> I live in Paris.\n"
        "2024-01-01 10:00:00 ERROR my disk is full\nI live in Bonn, see https://example.org/me.\n"
        "- I own a red Vespa\n- I speak Dutch\n"
    )
    assert contents(turn(said)) == [
        "The user works at Initech.",
        "The user lives in Bonn.",
        "The user owns a red Vespa.",
        "The user speaks Dutch.",
    ]


def test_emoji_control_characters_and_odd_quotes_do_no_harm() -> None:
    assert contents(turn("I live in Oslo \U0001f600\x00\x07 now!")) == ["The user lives in Oslo now."]
    assert contents(turn("I don’t eat meat.")) == ["The user does not eat meat."]
    assert contents(turn("\ud800 I own a boat.")) == ["The user owns a boat."]


def test_a_very_long_turn_is_cut_and_counted() -> None:
    extracted = rules.extract([turn("I live in Oslo. " + "I own a boat. " * 5_000)])
    assert extracted.skipped["truncated"] == 1
    assert "The user lives in Oslo." in [fact.content for fact in extracted.facts]
    assert len(extracted.facts) == len({fact.content for fact in extracted.facts})


def test_the_same_words_said_in_two_turns_keep_their_own_sources() -> None:
    found = facts(turn("I live in Oslo.", uid="a"), turn("I live in Oslo.", uid="b"))
    assert [fact.source_ids for fact in found] == [("a",), ("b",)]


def test_numbers_names_and_negations_survive() -> None:
    (content,) = contents(turn("I have never paid more than 1,250.50 euros to Ångström & Søn."))
    for kept in ("never", "1,250.50", "Ångström", "Søn"):
        assert kept in content


def test_no_turns_no_facts() -> None:
    assert rules.extract([]).facts == []
    assert contents(turn("")) == []
    assert contents(turn("   \n\n")) == []


def test_a_missing_model_is_said_by_name(settings) -> None:
    settings.MEMORY_SPACY_MODEL = "no_such_model"
    with pytest.raises(rules.ExtractorUnavailable, match="no_such_model"):
        rules.extract([turn("I live in Oslo.")])


def as_claim(draft) -> Claim:
    return Claim(draft.content, draft.event_time)


def test_two_drafts_are_judged_by_their_words() -> None:
    (old,) = facts(turn("I live in Oslo."))
    (new,) = facts(turn("I moved to Bonn last month."))
    judged = rules.judge(as_claim(new), [as_claim(old), as_claim(new)])
    assert [one.kind for one in judged.verdicts] == ["updates", "same"]


def test_a_chunk_is_read_in_linear_time() -> None:
    rules.extract([turn("I live in Oslo.")])
    many = [
        Turn(
            f"t{n}",
            "user",
            "user",
            f"I bought {n} apples in Oslo. It was fun! They are red.",
            NOW + timedelta(n),
        )
        for n in range(200)
    ]
    found = rules.extract(many).facts
    assert len(found) == 200
    assert all(re.search(rf"\b{n}\b", fact.content) for n, fact in enumerate(found) if n != 1)
