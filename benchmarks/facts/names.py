"""Are the names in a user's talk found, and taken for what they are: `python -m benchmarks.facts --names HALF`.

`data/names.tsv` has one session of a turn or two a line: the half, what is said (` || ` between turns, `A: ` before the
assistant's), and what it names, each with its entity type, or several that will do; "none" is no name at all. The half
`held` was put aside before anything was built; `second` was written afterwards, and counted once before it was read.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

NAMES = Path(__file__).parent / "data" / "names.tsv"
HALVES = ("build", "held", "second")
SAID_AT = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
_NO_NAME = "none"


@dataclass(frozen=True)
class Named:
    """A session with its names, each with the entity types that will do."""

    turns: tuple[tuple[str, str], ...]  # (role, what is said)
    names: dict[str, frozenset[str]]


@dataclass
class Counts:
    """How many names got a type that will do, another one, or were missed; `more` are what is no name of the talk."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    more: int = 0
    shown: list[str] = field(default_factory=list)


def sessions(half: str) -> list[Named]:
    with NAMES.open(encoding="utf-8", newline="") as file:
        return [_session(row) for row in csv.DictReader(file, delimiter="\t") if row["half"] == half]


def _session(row: dict[str, str]) -> Named:
    turns = tuple(
        ("assistant", said.removeprefix("A: ")) if said.startswith("A: ") else ("user", said)
        for said in row["said"].split(" || ")
    )
    names = (one.rsplit("=", 1) for one in row["names"].split("; "))
    return Named(turns, {name.casefold(): frozenset(kinds.split("|")) for name, kinds in names})


def report(half: str, *, show: bool) -> str:
    """What became of the names of one half, each session in a store of its own, in Markdown."""
    counts = Counts()
    for number, session in enumerate(sessions(half)):
        _count(session, _entities(f"names/{half}-{number}", session), counts)
    table = (
        "| half | names | taken for what they are | for something else | missed | no names |\n"
        "|---|---|---|---|---|---|\n"
        f"| {half} | {counts.right + counts.wrong + counts.missed} | {counts.right} | {counts.wrong} "
        f"| {counts.missed} | {counts.more} |\n"
    )
    return table + "".join(f"{line}\n" for line in counts.shown if show)


def _entities(namespace_name: str, session: Named) -> dict[str, set[str]]:
    from maintenance import consolidation, enrichment
    from memory.models import Entity, Origin
    from memory.services import namespaces
    from memory.services.actors import Actor
    from memory.services.talk import episodes, sessions
    from memory.services.talk.turns import NewMessage

    namespace = namespaces.ensure(namespace_name)
    said = [NewMessage(role, text, event_time=SAID_AT, event_offset=0) for role, text in session.turns]
    episodes.ingest_turns(namespace.name, "talk", said, Actor("benchmark", Origin.AGENT))
    sessions.complete_all(namespace)
    consolidation.consolidate_pending(namespace)
    enrichment.enrich_pending(namespace)
    found: dict[str, set[str]] = {}
    for name, kind in Entity.objects.within(namespace).values_list("canonical_name", "type"):
        found.setdefault(name.casefold(), set()).add(kind)
    return found


def _count(session: Named, found: dict[str, set[str]], counts: Counts) -> None:
    for name, kinds in session.names.items():
        got = found.get(name, set())
        if not got and _NO_NAME not in kinds:
            counts.missed += 1
        elif got <= kinds:
            counts.right += 1
            continue
        else:
            counts.wrong += 1
        counts.shown.append(f"- {name}: {'/'.join(sorted(got)) or 'missed'} ({session.turns[0][1]})")
    for name in found.keys() - session.names.keys():
        # A name with its title or without a part of it is counted as missed, and as nothing more.
        if not any(name in one or one in name for one in session.names):
            counts.more += 1
            counts.shown.append(f"- no name: {name}, {'/'.join(sorted(found[name]))} ({session.turns[0][1]})")
