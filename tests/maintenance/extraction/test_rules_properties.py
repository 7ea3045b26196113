"""What holds for every text: it never fails, cites only its input, and never speaks in the first person."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from maintenance.extraction import rules
from maintenance.extraction.judging import verdicts
from maintenance.extraction.keeping import soundness
from maintenance.extraction.types import Turn
from tests.maintenance.extraction.sentences import STATED, UNSTATED

NOW = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|we|our|ours|ourselves|I'm|I've)\b")
WORDS = st.sampled_from(
    [
        "I",
        "my",
        "we",
        "our",
        "me",
        "yesterday",
        "last",
        "Friday",
        "love",
        "hate",
        "bought",
        "moved",
        "to",
        "Oslo",
        "the",
        "a",
        "dog",
        "and",
        "but",
        "because",
        "it",
        "they",
        "there",
        "not",
        "never",
        "if",
        "would",
        "is",
        "was",
        "have",
        "will",
        "don't",
        "5",
        "2019",
        "she",
        "who",
        "which",
        '"',
        "'",
        "(",
        ")",
        ",",
        ".",
        "!",
        "?",
        "-",
        "\n",
        "*",
        "#",
        "`",
        "you",
        "your",
    ]
)

sentences = st.one_of(
    st.text(max_size=200),
    st.lists(WORDS, max_size=30).map(" ".join),
    st.lists(st.sampled_from([case.said for case in STATED] + list(UNSTATED)), max_size=4).map(" ".join),
)
turns = st.lists(
    st.builds(
        Turn,
        id=st.uuids().map(str),
        speaker=st.sampled_from(["user", "Ada", "Bea Smith", "", "x" * 200, "I"]) | st.text(max_size=20),
        role=st.sampled_from(["user", "user", "assistant", "tool"]),
        content=sentences,
        event_time=st.datetimes(timezones=st.just(UTC)),
        offset_minutes=st.none() | st.integers(-2000, 2000),
        is_context=st.booleans(),
    ),
    max_size=4,
)


@given(turns)
@settings(max_examples=150)
def test_any_talk_is_read_without_failing_and_its_facts_are_well_formed(talk: list[Turn]) -> None:
    extracted = rules.extract(talk)
    known = {turn.id: turn for turn in talk}
    for fact in extracted.facts:
        assert fact.source_ids
        assert all(uid in known for uid in fact.source_ids)
        assert known[fact.source_ids[-1]].role == "user"
        assert not any(known[uid].is_context for uid in fact.source_ids)
        assert 0 < fact.confidence <= 1
        assert fact.tags
        assert len(fact.content) <= soundness.MAX_FACT_CHARACTERS
        assert "\n" not in fact.content
        assert "\x00" not in fact.content
        if known[fact.source_ids[-1]].speaker in ("user", "Ada", "Bea Smith"):
            assert not FIRST_PERSON.search(re.sub(r'"[^"]*"|“[^”]*”', "", fact.content))


@given(turns)
@settings(max_examples=30)
def test_reading_twice_gives_the_same_facts(talk: list[Turn]) -> None:
    assert rules.extract(talk) == rules.extract(talk)


@given(st.lists(st.sampled_from(STATED), min_size=1, max_size=5))
@settings(max_examples=30)
def test_a_fact_does_not_depend_on_unrelated_turns_around_it(cases: list[object]) -> None:
    said = [case.said for case in cases]  # type: ignore[attr-defined]
    talk = [Turn(f"t{n}", "user", "user", text, NOW) for n, text in enumerate(said)]
    found = rules.extract(talk).facts
    for n, text in enumerate(said):
        alone = {fact.content for fact in rules.extract([Turn("x", "user", "user", text, NOW)]).facts}
        assert alone <= {fact.content for fact in found if fact.source_ids == (f"t{n}",)}


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=200)
def test_judging_is_deterministic_and_a_fact_is_the_same_as_itself(new: str, old: str) -> None:
    verdict = verdicts.judge(new, old)
    assert verdict == verdicts.judge(new, old)
    assert verdict.kind in ("same", "updates", "contradicts", "unrelated")
    if any(character.isalnum() for character in new):
        assert verdicts.judge(new, new).kind == "same"
