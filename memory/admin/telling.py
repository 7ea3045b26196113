"""History as sentences: who did what to what. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..models import Event, EventKind
from ..text import shortened
from . import evidence

SAID = 110  # characters of a memory that a sentence quotes

Part = tuple[str, str]  # (text, the public id that it is the name of, or nothing)
Names = Mapping[str, str]  # what a public id stands for

PLAIN = {
    EventKind.REMEMBERED: "added {}", EventKind.CONFIRMED: "confirmed {}", EventKind.RETIRED: "retired {}",
    EventKind.CORRECTED: "put a corrected text in the place of {}", EventKind.RESTORED: "restored {}",
    EventKind.SUPERSEDED: "let a newer fact take the place of {}",
    EventKind.SUPERSEDES: "let {} take the place of an older fact", EventKind.HOLDS_AGAIN: "let {} hold again",
    EventKind.UNDONE: "took a change of {} back", EventKind.DECAYED: "retired {}, which nobody had asked for",
    EventKind.REFLECTED: "wrote {}", EventKind.UNSPLIT: "took a split of {} back",
    EventKind.SESSION_SKIPPED: "gave {} up", EventKind.SESSION_RETRIED: "let {} be tried again",
}  # fmt: skip


def subjects(event: Event) -> list[str]:
    """The public ids that the sentence about an event names."""
    others = (event.after.get(name) for name in ("entity", "into", "replaced_by"))
    return [event.subject, *(uid for uid in others if isinstance(uid, str))]


def sentence(event: Event, names: Names) -> list[Part]:
    """What follows the name of who did it, in parts; those that name something have its id."""
    kind, before, after = EventKind(event.kind), event.before, event.after
    what = (_called(event, names), event.subject)
    if kind == EventKind.EDITED:
        return _edited(event, what)
    if kind == EventKind.MERGED and "entity" in before:
        return _filled("merged {} into {}", (before["entity"]["canonical_name"], ""), what)
    if kind == EventKind.MERGED:
        return _filled("merged duplicates into {}", what)
    if kind in (EventKind.UNMERGED, EventKind.TOLD_APART, EventKind.SPLIT):
        other = (names.get(str(after.get("entity")), "another entity"), str(after.get("entity", "")))
        told = {
            EventKind.UNMERGED: "took the merge of {} and {} back", EventKind.TOLD_APART: "told {} and {} apart",
            EventKind.SPLIT: "made another entity of a part of {}: {}",
        }[kind]  # fmt: skip
        return _filled(told, what, other)
    if kind == EventKind.CORRECTED and (newer := names.get(str(after.get("replaced_by")))):
        return _filled("corrected {} to {}", what, (_cut(newer), str(after["replaced_by"])))
    if kind == EventKind.ALIAS_ADDED:
        return _filled("gave {} the name {}", what, (str(after.get("alias", "")), ""))
    if kind == EventKind.ALIAS_REMOVED:
        return _filled("took the name {} from {}", (str(before.get("alias", "")), ""), what)
    if kind == EventKind.RENAMED:
        return _renamed(before, after, what)
    if kind == EventKind.SPARED:
        count = after.get("facts")
        return [("spared " + (f"{count} facts" if isinstance(count, int) else "facts") + " from decay", "")]
    return _filled(PLAIN[kind], what)


def _called(event: Event, names: Names) -> str:
    """What the event happened to; by what it was called then, where it is gone."""
    for text in (names.get(event.subject), event.after.get("content"), event.before.get("content")):
        if text:
            return _cut(str(text))
    if session := event.after.get("session_id"):
        return f"the session {session}"
    return "what is there no more"


def _cut(text: str) -> str:
    return shortened(text, SAID)


def _edited(event: Event, what: Part) -> list[Part]:
    changed = evidence.changes(event.before, event.after)
    if not changed:
        return _filled("changed {}", what)
    parts = _filled("changed {}: ", what)
    told = [
        f"{row['label']} from {row['old']} to {row['new']}" if "old" in row else f"its {row['label']}"
        for row in changed
    ]
    return [*parts, ("; ".join(told), "")]


def _renamed(before: Mapping[str, Any], after: Mapping[str, Any], what: Part) -> list[Part]:
    if "canonical_name" in after:
        return _filled("renamed {} to {}", (str(before.get("canonical_name", "")), ""), (str(after["canonical_name"]),
                       what[1]))  # fmt: skip
    if "type" in after:
        return [*_filled("changed {}", what), (f" from {before.get('type')} to {after['type']}", "")]
    return _filled("protected the text of {}" if after.get("protected") else "let the text of {} be written anew", what)


def _filled(pattern: str, *parts: Part) -> list[Part]:
    """The pattern with each of `parts` in the place of one {}."""
    pieces = pattern.split("{}")
    told: list[Part] = []
    for number, piece in enumerate(pieces):
        if piece:
            told.append((piece, ""))
        if number < len(parts):
            told.append((f"“{parts[number][0]}”", parts[number][1]))
    return told
