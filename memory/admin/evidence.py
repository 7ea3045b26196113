"""A claim beside the words that it rests on, and what a change changed: texts cut into marked pieces. Pure."""

from __future__ import annotations

import difflib
import re
from typing import Any

from ..language import recognised

_PIECES = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[\W_]+")
STEM = 4  # letters that two forms of a word mostly share

Piece = tuple[str, str]  # (text, "" | "hit" | "old" | "new")


def marked(text: str, claim: str) -> list[Piece]:
    """`text` in pieces, those marked "hit" whose words the claim has too."""
    untold = recognised(text, claim).stop_words
    wanted = {_stem(word) for word in _PIECES.findall(claim) if _tells(word, untold)}
    return _joined(
        [(piece, "hit" if _tells(piece, untold) and _stem(piece) in wanted else "") for piece in _PIECES.findall(text)]
    )


def marked_exactly(text: str, words: str) -> list[Piece]:
    """`text` in pieces, those marked "hit" that are `words` in whatever case."""
    cut = re.split(f"({re.escape(words)})", text, flags=re.IGNORECASE)
    return [(piece, "hit" if place % 2 else "") for place, piece in enumerate(cut) if piece]


def difference(before: str, after: str) -> list[Piece]:
    """Both texts as one, in pieces: what went is "old", what came is "new"."""
    left, right = _PIECES.findall(before), _PIECES.findall(after)
    pieces: list[Piece] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("".join(left[a:b]), ""))
            continue
        pieces.append(("".join(left[a:b]), "old"))
        pieces.append(("".join(right[c:d]), "new"))
    return [piece for piece in pieces if piece[0]]


LABELS = {
    "content": "text", "valid_until": "retired", "invalid_at": "superseded", "base_confidence": "confidence",
    "decay_rate": "decay a day", "event_time": "time", "tags": "tags", "attributes": "attributes",
}  # fmt: skip
DERIVED = {"base_set_at"}  # moves with the change that it belongs to, and says nothing by itself


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """What one event changed, field by field: {label, pieces} for texts, {label, old, new} for the rest."""
    rows: list[dict[str, Any]] = []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if name in DERIVED or name not in LABELS or old == new or (name == "confidence" and "base_confidence" in after):
            continue
        if isinstance(old, str) and isinstance(new, str) and name == "content":
            rows.append({"label": LABELS[name], "pieces": difference(old, new)})
        else:
            rows.append({"label": LABELS[name], "old": said(old), "new": said(new)})
    return rows


def said(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{k}: {said(v)}" for k, v in value.items()) or "–"
    text = str(value)
    return text[:16].replace("T", " ") if re.match(r"\d{4}-\d\d-\d\dT", text) else text


def _tells(piece: str, untold: frozenset[str]) -> bool:
    return piece[0].isalnum() and piece.casefold().replace("’", "'") not in untold and len(piece) > 1


def _stem(word: str) -> str:
    return word.casefold()[:STEM]


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Neighbours with the same mark as one piece; white space between two marked words takes their mark."""
    merged: list[Piece] = []
    for position, (text, mark) in enumerate(pieces):
        if not mark and text.isspace() and 0 < position < len(pieces) - 1:
            mark = pieces[position - 1][1] and pieces[position + 1][1]
        if merged and merged[-1][1] == mark:
            merged[-1] = (merged[-1][0] + text, mark)
        else:
            merged.append((text, mark))
    return merged
