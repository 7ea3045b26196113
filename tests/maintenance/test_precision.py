"""A learnt fact's confidence is the precision of its rule: first by judged sets, then by what curators decide."""

from __future__ import annotations

import csv
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from maintenance import consolidation, evaluation
from maintenance.extraction import FactDraft, precision, rules
from maintenance.extraction.keeping.worth import ASSERTED
from memory.models import Memory, Review, ReviewReason
from memory.services import reviews
from memory.services.curating import deciding, reliability
from memory.services.curating.reliability import DecidedShare
from memory.services.talk import sessions
from tests.store import CURATOR, reopen, say

DOCS = Path(__file__).parents[2] / "docs"


def draft(rule: str = "deed", confidence: float = ASSERTED) -> FactDraft:
    when = datetime(2026, 5, 6, tzinfo=UTC)
    return FactDraft("Ann bought a boat.", ("t1",), when, ("event",), confidence, "Ann", rule=rule)


def test_the_counts_are_those_of_the_judged_sets():
    true, judged = Counter[str](), Counter[str]()
    with (DOCS / "fact-rules.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            judged[row["rule"]] += 1
            true[row["rule"]] += row["true"] == "1"
    marks = evaluation.marks()
    for dialogue in evaluation.load("fresh"):
        for fact in rules.extract(dialogue.turns).facts:
            if (mark := marks.get((dialogue.name, fact.content))) is not None:
                judged[fact.rule] += 1
                true[fact.rule] += mark["true"]
    assert precision.judged_by_people() == {rule: (true[rule], judged[rule]) for rule in judged}


def test_what_is_asserted_is_as_sure_as_its_rule_and_what_is_hedged_less():
    sure = precision.confidence(draft(), {})
    assert sure == round(precision.precision("deed", {}), 2)
    assert precision.confidence(draft(confidence=ASSERTED - 0.3), {}) < sure - 0.2


def test_a_rule_that_nobody_judged_is_as_good_as_all_are_together():
    together = precision.judged_by_people().values()
    mean = sum(right for right, _ in together) / sum(of for _, of in together)
    assert precision.precision("unheard_of", {}) == pytest.approx(mean)


def test_what_curators_reject_makes_a_rule_less_sure_until_they_accept_again():
    before = precision.precision("deed", {})
    after = precision.precision("deed", {"deed": DecidedShare(0, 100)})
    assert after < 0.5 < precision.precision("deed", {"deed": DecidedShare(300, 100)}) < before
    assert precision.precision("liking", {"deed": DecidedShare(0, 100)}) == precision.precision("liking", {})


def test_a_models_claim_stands_until_curators_decide():
    assert precision.confidence(draft("", 0.9), {}) == 0.9
    assert precision.confidence(draft("", 0.9), {reliability.MODEL: DecidedShare(0, 10)}) == 0.45


def learn(namespace, session: str, text: str) -> Memory:
    say(namespace, session, text, event_time=datetime(2026, 5, 6, tzinfo=UTC), event_offset=0)
    sessions.complete(namespace, session)
    (run,) = consolidation.consolidate_pending()
    assert not run.error
    return Memory.objects.within(namespace).facts().order_by("-pk")[0]


def decide(namespace, fact: Memory, decision: str) -> Review:
    review = reviews.open_review(namespace, fact, ReviewReason.SENSITIVE)
    return deciding.decide_review(namespace, review.pk, decision, actor=CURATOR)


@pytest.mark.django_db
def test_decisions_count_by_rule_once_a_fact_and_not_once_they_are_undone(namespace):
    first = learn(namespace, "s1", "I bought a canoe in Bergen.")
    rule = first.attributes["rule"]
    assert first.base_confidence == precision.confidence(draft(rule), {})
    rejected = decide(namespace, first, "reject")
    assert reliability.by_rule() == {rule: DecidedShare(0, 1)}
    second = learn(namespace, "s2", "I bought a tent in Voss.")
    assert second.attributes["rule"] == rule
    assert second.base_confidence < first.base_confidence
    decide(namespace, second, "accept")
    assert reliability.by_rule([namespace.pk]) == {rule: DecidedShare(1, 1)}
    assert reliability.by_rule([]) == {}
    reopen(namespace, rejected.pk)
    assert reliability.by_rule() == {rule: DecidedShare(1, 0)}


@pytest.mark.django_db
def test_the_chart_sets_what_was_promised_beside_what_was_right(namespace):
    facts = [learn(namespace, f"s{number}", f"I bought a {thing} in Bergen.") for number, thing in
             enumerate(("canoe", "tent", "stove"))]  # fmt: skip
    for fact, decision in zip(facts, ("accept", "accept", "reject"), strict=True):
        decide(namespace, fact, decision)
    (bar,) = reliability.bins([namespace.pk])
    assert bar.low <= bar.expected < bar.high
    assert (bar.facts, bar.right) == (3, pytest.approx(2 / 3))
    # What a curator accepted is certain since; the chart tells what was promised before.
    assert bar.expected == pytest.approx(sum(fact.base_confidence for fact in facts) / 3)
    assert reliability.bins([]) == []


@pytest.mark.django_db
def test_what_a_rule_learns_that_is_mostly_wrong_waits_for_review(namespace, monkeypatch):
    monkeypatch.setattr(reliability, "by_rule", lambda: {"deed": DecidedShare(0, 300)})
    fact = learn(namespace, "s1", "I bought a canoe in Bergen.")
    assert fact.base_confidence < 0.5
    assert Review.objects.within(namespace).waiting().filter(reason=ReviewReason.LOW_CONFIDENCE, subject=fact).exists()
