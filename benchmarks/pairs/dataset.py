"""Pairs of sentences, one said after the other, and how the newer stands to the older. Pure; docs/stories.md tells
how they were written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

DATA = Path(__file__).parent / "data"
HALVES = ("build", "report")
# Sets of one author of the rules: made by, and written after them. The plain ones are from domains of their own.
OTHER_WORDINGS = ("more", "held", "plain", "plain_held")
# Sets of turns alone: what is learnt of them is the extractor's to say.
SPOKEN = (
    "talk", "talk_held", "turns", "turns_held", "said", "said_held", "fresh", "fresh_held", "chat", "chat_held",
    "mixed", "mixed_held", "everyday", "everyday_held",
)  # fmt: skip
# Turns that look like a change of what was told and are none.
NEIGHBOURS = ("near",)
# What may be looked into, and rules made by; all others are only reported on.
TO_CHOOSE_BY = ("build", "more", "plain")
SPOKEN_TO_CHOOSE_BY = ("talk", "turns", "said", "fresh", "near", "chat", "mixed", "everyday")
ALL = HALVES + OTHER_WORDINGS + SPOKEN + NEIGHBOURS


class Relation(StrEnum):
    """How the newer sentence stands to the older one."""

    OUTDATED = "outdated"  # the older was true; the newer tells what holds since
    WRONG = "wrong"  # the older was never true, and the newer says so
    REFINED = "refined"  # both are true; the newer tells more
    UNRELATED = "unrelated"  # both are true, however alike they look
    SAME = "same"  # the newer says the same again


_ASKED = re.compile(r"A: (?P<question>.+?) U: (?P<answer>.+)")


def turns_of(said: str) -> list[tuple[str, str]]:
    """The turns of one side of a pair, each a role and its words."""
    asked = _ASKED.fullmatch(said)
    return [("user", said)] if asked is None else [("assistant", asked["question"]), ("user", asked["answer"])]


CHANGES = (Relation.OUTDATED, Relation.WRONG)


@dataclass(frozen=True)
class Pair:
    """`older` and `newer` are facts in the third person; the turns are how a user would say them, or empty where
    there is no natural way. Of a spoken set both are the turns; "A: When is it? U: May 4" is an answer with the
    question before it."""

    id: str
    domain: str
    relation: Relation
    older: str
    newer: str
    older_turn: str = ""
    newer_turn: str = ""


def load(half: str) -> list[Pair]:
    """The pairs of a half: "build", "more", "talk" to choose by; "report" and those called held to report on."""
    if half in SPOKEN + NEIGHBOURS:
        return [replace(pair, older_turn=pair.older, newer_turn=pair.newer) for pair in _listed(half)]
    if half in OTHER_WORDINGS:
        return list(_listed(half))
    file = json.loads((DATA / f"{half}.json").read_text(encoding="utf-8"))
    written = [Pair(**{**record, "relation": Relation(record["relation"])}) for record in file["pairs"]]
    return [*written, *(pair for record in file["minimal"] for pair in _minimal(**record))]


def _listed(name: str) -> Iterator[Pair]:
    """The pairs of a list, one on each line: relation, domain, older, newer; or "minimal", domain, frame, words."""
    lines = (DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        relation, domain, older, newer = line.split("\t")
        if relation == "minimal":
            yield from _minimal(f"{name}-{number}", domain, older, newer.split("|"))
        else:
            yield Pair(f"{name}-{number}", domain, Relation(relation), older, newer)


def _minimal(id: str, domain: str, frame: str, words: list[str]) -> Iterator[Pair]:
    """One sentence with one of some words in it, each paired with the next: all of them may be true at once."""
    for number, (older, newer) in enumerate(zip(words, words[1:] + words[:1], strict=True), 1):
        yield Pair(f"{id}.{number}", domain, Relation.UNRELATED, frame.format(older), frame.format(newer))
