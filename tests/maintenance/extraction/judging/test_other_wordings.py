"""Changes in many wordings, and what only looks like one: `benchmarks/pairs/data/more.tsv`, judged without a store."""

from __future__ import annotations

import pytest

from benchmarks.pairs import dataset
from benchmarks.pairs.dataset import CHANGES, Pair, Relation
from maintenance.extraction import rules

PAIRS = dataset.load("more")
SUPERSEDING = {"updates", "corrects", "contradicts"}


def judged(new: str, old: str) -> str:
    return rules.judge_pair(new, old).kind


def test_at_least_85_of_100_changes_are_found():
    changes = [pair for pair in PAIRS if pair.relation in CHANGES]
    found = [pair for pair in changes if judged(pair.newer, pair.older) in SUPERSEDING]
    assert len(changes) >= 300
    assert len(found) >= 0.85 * len(changes)


@pytest.mark.parametrize("pair", [one for one in PAIRS if one.relation == Relation.UNRELATED], ids=lambda one: one.id)
def test_nothing_that_only_looks_alike_is_taken_for_a_change_or_a_repetition(pair: Pair):
    assert judged(pair.newer, pair.older) == "unrelated"
    assert judged(pair.older, pair.newer) == "unrelated"


@pytest.mark.parametrize("pair", [one for one in PAIRS if one.relation == Relation.REFINED], ids=lambda one: one.id)
def test_what_tells_more_contradicts_nothing(pair: Pair):
    assert judged(pair.newer, pair.older) not in SUPERSEDING


@pytest.mark.parametrize(
    ("kind", "new", "old"),
    [
        ("updates", "Ada used to smoke.", "Ada smokes."),
        ("updates", "Ada's favourite tea used to be Assam.", "Ada's favourite tea is Assam."),
        ("corrects", "Correction: the hall has 30 seats.", "The hall has 20 seats."),
        ("unrelated", "Ada has to renew her visa.", "Ada has renewed her visa."),
        ("updates", "Ada has renewed her visa.", "Ada has to renew her visa."),
        ("unrelated", "Request 12 was merged.", "Request 11 is open."),
        ("updates", "The chest was carried to the yard.", "The chest is in the hall."),
        ("unrelated", "The chest was carried to the yard.", "The chest is green."),
    ],
)
def test_a_sentence_is_read_for_what_it_says(kind: str, new: str, old: str):
    assert judged(new, old) == kind
