"""The parts of a standing instruction, each of which may be lifted by itself: "metric units, no emojis". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .manners import GENERAL, OF_CODE

_FORBIDS = re.compile(r"\b(?:never|not|don['’]?t|no|stop|avoid)\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:[,;]|(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bmrs)(?<!\bprof)[.!?])\s+(?:and |or |but |nor )?"
    r"|\s+(?:and|or|but|nor)\s+|\s*\n\s*",
    re.IGNORECASE,
)
JOINING_PARTS = frozenset(("and", "or", "but", "nor"))
_LABEL = re.compile(r"[^:,;.!?]{2,40}:\s+")
# When it holds, and for what: "when you write code, …", "for recipes, …".
_SCOPE = re.compile(
    r"(?:(?:and|also|but|so|please),? )?(?:when|whenever|while|if|for|in|on|every|each|any ?time|from|before|after)\b",
    re.IGNORECASE,
)
# Why it is wanted, or what is told beside it.
_REASON = re.compile(
    r"(?:(?:and|so|as|because|since) )?(?:because|since|as|so|i|i['’](?:m|ve|d|ll)|my|we|our|it|it['’]s|he|she|they"
    r"|that['’]?s|nobody|everybody)(?:$|\s)",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:and |so )?(?:ever|always|thanks|thank you|thx|please|pls|from now on|going forward|ok|okay|by the way|btw)"
    r"[,!.]*",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\b(?:it|them|that|those|there|then|instead|both|each other)\b", re.IGNORECASE)
# What an assistant is bidden to do.
BIDDING = (
    r"(?:use|write|give|add|put|keep|sign|start|end|begin|finish|open|close|answer|reply|respond|call|address|cc|show"
    r"|name|cite|quote|spell|format|round|convert|ask|tell|mention|state|list|include|leave|make|send|be|speak|talk"
    r"|explain|repeat|check|warn|wrap|mark|number|stick|prefer|remind|greet|avoid|skip|drop|stop)"
)
_ASKED = re.compile(
    r"(?:(?:and|also|but|please|pls|just|only),? )*"
    rf"(?:(?:always|never|no|not|do not|don['’]?t|please|pls|only)\b|{BIDDING}\b)",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"(?:please |pls |always |never |from now on,? |and |don['’]?t |do not |not to |to )*", re.IGNORECASE
)
_BIDS = re.compile(rf"{_LEADS_IN.pattern}{BIDDING}\b", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|max|at most|instead)$", re.IGNORECASE)
_TAIL = re.compile(r"\s(?:in|for|on|to|when|whenever|if|at|of|with)\s.+$", re.IGNORECASE | re.DOTALL)
_QUOTES = re.compile(r"[\"“”]")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is asked for, with the joint before it; `beside` tells that it says when or why, and asks for
    nothing itself. `forbids` holds too where the part before it does, of which it goes on: "no emojis or jokes"."""

    text: str
    joint: str
    beside: bool
    asks: bool
    forbids: bool


def parts_of(wish: str) -> list[Part]:
    """The parts of what is wanted, in order. What is quoted in it is not taken apart."""
    pieces: list[tuple[str, str]] = []
    at = 0
    if (label := _LABEL.match(wish)) is not None:
        pieces.append(("", label[0].rstrip()))
        at = label.end()
    joint = " " if pieces else ""
    for found in _JOINT.finditer(wish, at):
        if len(_QUOTES.findall(wish[: found.start()])) % 2:
            continue
        pieces.append((joint, wish[at : found.start()]))
        joint, at = found[0], found.end()
    pieces.append((joint, wish[at:].rstrip(" .!")))
    parts: list[Part] = []
    for joint, text in pieces:
        if not text.strip():
            continue
        beside = text.endswith(":") or _REASON.match(text) is not None or _FILLER.fullmatch(text) is not None
        beside = beside or not any(one.asks for one in parts) and _SCOPE.match(text) is not None and len(pieces) > 1
        asks = not beside and (
            _ASKED.match(text) is not None or GENERAL.search(text) is not None or OF_CODE.search(text) is not None
        )
        goes_on = bool(parts) and not parts[-1].beside and not _ASKED.match(text)
        forbids = not beside and (_FORBIDS.search(text) is not None or goes_on and parts[-1].forbids)
        parts.append(Part(text, joint, beside, asks, forbids))
    return parts


def lead(parts: Sequence[Part]) -> str:
    """The verb that all parts may share: "cc Rita and Bob"."""
    first = next((one.text for one in parts if one.asks and _ASKED.match(one.text)), "")
    words = first[_LEADS_IN.match(first).end() :].split(maxsplit=1)  # type: ignore[union-attr]
    return words[0] if words else ""


def without(parts: Sequence[Part], dropped: Collection[int]) -> tuple[str, str] | None:
    """What is still wanted when the parts at these places are not, and what no longer is; None where that is not
    sure."""
    kept = [place for place, one in enumerate(parts) if place not in dropped]
    if not any(parts[place].asks for place in kept):
        return None
    if any(place - 1 in dropped and not _stands_alone(parts[place], parts[place - 1]) for place in kept):
        return None
    if any(_verb_of(parts, place) in dropped for place in kept):
        return None
    last = len(parts) - 1
    gone = {place: parts[place].text for place in sorted(dropped)}
    is_of_a_list = last in dropped and not (parts[last].beside or _ASKED.match(parts[last].text))
    tail = _TAIL.search(parts[last].text) if is_of_a_list else None
    if tail is not None:  # "… and docstrings in my code" is on what stands before it, too
        gone[last] = parts[last].text[: tail.start()]
    joints = {kept[-1]: parts[last].joint} if is_of_a_list and parts[kept[-1]].joint == ", " else {}
    if parts[kept[-1]].beside and kept[-1] - 1 in dropped and len(kept) > 1:
        gone[kept[-1]] = parts[kept.pop()].text  # why that was wanted
    told = "".join(
        (joints.get(place, parts[place].joint) if place != kept[0] else "") + parts[place].text for place in kept
    )
    return told + (tail[0] if tail else ""), " ".join(gone[place] for place in sorted(gone))


def _verb_of(parts: Sequence[Part], place: int) -> int | None:
    """The place of an earlier part that has the verb of this one, which has none: "use Celsius and British units"."""
    if parts[place].beside or _ASKED.match(parts[place].text):
        return None
    before = (one for one in range(place - 1, -1, -1) if _ASKED.match(parts[one].text))
    return next((one for one in before if _BIDS.match(parts[one].text)), None)


def _stands_alone(part: Part, before: Part) -> bool:
    """Whether a part tells what is wanted without the one before it: "hashtags" does not without "no emojis"."""
    if part.beside:
        return True
    if _POINTS_BACK.search(part.text) or not part.asks:
        return False
    return not before.forbids or _ASKED.match(part.text) is not None or _ONLY.search(part.text) is not None
