"""What holds of a home or an employer stands on top where it is asked for, whatever words it was told in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance.consolidation import consolidate_pending
from memory.search import hybrid_search
from memory.services import embeddings
from memory.services.handing import context
from memory.services.talk import sessions
from tests.store import say

SAID = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
TALK = (
    "I work at Brightwell, a print shop. The commute is fine.",
    "I drive to work now and read at my desk at lunch.",
    "I live in Leith with two flatmates.",
    "My brother Ewan lives on his own in Oban.",
    "We had a work do on Friday, bowling.",
    "The gutter leaks again. Work was long today.",
    "I moved to Glasgow last week.",
    "I left Brightwell, I'm at Kelpie Studio now.",
)


def block_for(namespace, prompt: str, *, speaker: str = "") -> list[str]:
    """The lines of the block for a prompt after TALK, a week between two turns."""
    for number, content in enumerate(TALK):
        at = SAID + timedelta(weeks=number)
        say(namespace, f"s{number}", content, name=speaker, event_time=at, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    while embeddings.drain():
        pass
    built = context.build(namespace, prompt, session_id="now", record=False)
    return [line for line in built.block.splitlines() if line.startswith("- ")]


@pytest.mark.django_db
@pytest.mark.parametrize("speaker", ["", "Priya"])
@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Where do I live now?", "Glasgow"),
        ("Where do I work?", "Kelpie Studio"),
        ("What do I do for a living?", "Kelpie Studio"),
        ("Where does my brother Ewan live?", "Oban"),
    ],
)
def test_what_holds_leads_the_block(namespace, speaker, prompt, told):
    first, *_ = block_for(namespace, prompt, speaker=speaker)
    assert told in first


@pytest.mark.django_db
def test_a_named_speaker_is_asked_for_by_name(namespace):
    first, *_ = block_for(namespace, "Where does Priya live?", speaker="Priya")
    assert "Glasgow" in first


@pytest.mark.django_db
def test_of_whom_nothing_is_known_nothing_leads(namespace):
    lines = block_for(namespace, "Where does Rita live?")
    assert not any("Glasgow" in line for line in lines[:1])


@pytest.mark.django_db
def test_among_several_speakers_nobody_elses_home_is_the_askers(namespace):
    for number, (speaker, content) in enumerate((("Marek", "I live in Bath."), ("Priya", "I bought a red kettle."))):
        say(namespace, f"s{number}", content, name=speaker, event_time=SAID + timedelta(weeks=number), event_offset=0)
        sessions.complete(namespace, f"s{number}")
        consolidate_pending()
    while embeddings.drain():
        pass
    hits = hybrid_search(namespace, "Where do I live?", explain=True).hits
    parts = [hit.trace["shares"] for hit in hits if hit.trace]
    assert parts
    assert not any("told" in part for part in parts)


@pytest.mark.django_db
@pytest.mark.parametrize("prompt", ["What do I do for a living?", "What's my job?", "What kind of work do I do?"])
def test_what_somebody_is_for_a_living_is_found_by_that(namespace, prompt):
    for number, content in enumerate(("I'm a vegetarian and a terrible cook.", "I'm a freelance illustrator.")):
        say(namespace, f"s{number}", content, event_time=SAID, event_offset=0)
        sessions.complete(namespace, f"s{number}")
        (run,) = consolidate_pending()
        assert not run.error
    while embeddings.drain():
        pass
    built = context.build(namespace, prompt, session_id="now", record=False)
    first, *_ = [line for line in built.block.splitlines() if line.startswith("- ")]
    assert "freelance illustrator" in first
    assert "vegetarian" not in built.block
