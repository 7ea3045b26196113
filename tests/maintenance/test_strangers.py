"""Facts of people who have nothing to do with each other: none takes the place of another's."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations

import pytest

from benchmarks.stories import dataset
from maintenance.extraction import rules
from maintenance.extraction.types import Turn

RETIRES = {"updates", "corrects", "contradicts", "refines"}
HALVES = ("build", "chat-build")


@pytest.fixture(scope="module")
def told():
    """The facts that the rules learn from each story, as those of one user."""
    found = {}
    for story in (story for half in HALVES for story in dataset.load(half)):
        facts = []
        for session in story.sessions:
            turns = [Turn(turn.id, "user", turn.role, turn.text, session.at) for turn in session.turns]
            facts += [fact.content for fact in rules.extract(turns).facts]
        found[story.id] = facts
    return found


def test_what_one_user_tells_retires_nothing_that_another_told(told):
    by_subject = defaultdict(list)
    for story, facts in told.items():
        for fact in facts:
            by_subject[tuple(fact.split()[:2])].append((story, fact))
    pairs = [
        (older, newer)
        for facts in by_subject.values()
        for (of, older), (by, newer) in permutations(facts, 2)
        if of != by and older != newer
    ]
    assert len(pairs) > 5_000
    retired = {}
    for older, newer in pairs:
        verdict = rules.judge_pair(newer, older)
        if verdict.kind in RETIRES:
            retired[older] = f"{newer} ({verdict.rule}: {verdict.reason})"
    assert retired == {}
