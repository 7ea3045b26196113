"""How often what a rule learns is right: judged by people, then by this store's curators. A fact's confidence is that.

`precision.tsv` counts, rule by rule, the marked facts of docs/fact-rules.tsv and of `maintenance/evaluation`. Each fact
that a curator accepts or rejects counts as one more. A rule of which little is known is taken for as good as the rules
are together, until it is known better.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from memory.services.curating.reliability import MODEL, DecidedShare

from .keeping.worth import ASSERTED, RULES
from .types import FactDraft

JUDGED = Path(__file__).parent.parent / "evaluation" / "data" / "precision.tsv"
# So many facts is it worth, that a rule is one of these rules or that a model claims to be sure. With 5 none of the 262
# facts of the stories' build halves has another confidence, with 20 eleven have one that is .01 higher.
WORTH = 10
NOTHING = DecidedShare()


def confidence(draft: FactDraft, decided: Mapping[str, DecidedShare]) -> float:
    """How sure it is that the turns say what a fact tells and that it is so.

    Of what somebody asserts it is the precision of the rule; of what they only think, hedge or plan a part of that, by
    the rank that the rules give it. A language model's own claim stands for what was judged before.
    """
    if not draft.rule:
        return round(_share(draft.confidence * WORTH, WORTH, decided.get(MODEL, NOTHING)), 2)
    sure = min(draft.confidence / _full().get(draft.rule, draft.confidence), 1.0)
    return round(sure * precision(draft.rule, decided), 2)


def precision(rule: str, decided: Mapping[str, DecidedShare]) -> float:
    """The share of a rule's facts that are right."""
    true, judged = judged_by_people().get(rule, (0, 0))
    together = judged_by_people().values()
    mean = sum(right for right, _ in together) / sum(of for _, of in together)
    return _share(true + mean * WORTH, judged + WORTH, decided.get(rule, NOTHING))


def _share(true: float, judged: float, decided: DecidedShare) -> float:
    return (true + decided.right) / (judged + decided.right + decided.wrong)


@cache
def judged_by_people() -> dict[str, tuple[int, int]]:
    """{rule: (right, of how many)}"""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return {row["rule"]: (int(row["true"]), int(row["judged"])) for row in csv.DictReader(file, delimiter="\t")}


@cache
def _full() -> dict[str, float]:
    """The rank of what each rule learns where nothing takes from it; the other rules know one rank alone."""
    return {rule.name: ASSERTED + rule.confidence for rule in RULES}
