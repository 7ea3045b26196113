"""What is left of a list of which a part holds no longer, and what two people have who swapped. Pure.

"Leo no longer takes the bus to school" leaves of "Leo takes the bus to work and school" the work; "Tom and I swapped:
he has Monday now" gives each what the other had. The known facts tell what either is of, and the turn is told in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ..grammar.alignment import key
from ..types import Told, Verdict
from . import table

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_ENDED = re.compile(
    r"^(?P<who>I|[A-Z][\w-]*|(?:[Mm]y|[Oo]ur) [a-z]+(?: [A-Z][\w-]*)?) "
    r"(?:(?P<no_longer>no longer)|do(?:es)?(?:n't| not)) (?P<what>[a-z][\w' -]{2,80}?)"
    r"(?P<any_more> any ?more| any longer| these days)?[.!]?$"
)
_ITEM = r"[\w-]+(?: [\w-]+)?"
_LISTED = re.compile(
    r"^(?P<before>.{3,100} (?:to|on|at|in|for|with|from|between) (?:the |their |his |her )?)"
    rf"(?P<things>(?:{_ITEM}, ){{0,4}}{_ITEM},? and {_ITEM})\.$"
)
_BETWEEN = re.compile(r",? and |, ")


def wanted(said: str, subjects: Sequence[str]) -> list[Told]:
    """The properties under which the facts are found that such talk is about."""
    found: list[Told] = []
    for line in _SENTENCE.split(said.replace("’", "'")):
        if (ended := _of_a_list(line)) is not None:
            found += [Told(subject, key(ended["what"].split()[0])) for subject in subjects]
        if (swapped := _SWAPPED.match(line)) is not None:
            names = [one.lower() for one in (swapped["one"], swapped["other"]) if one not in (None, "I")]
            found += [Told(name, key(verb)) for name in (*names, *subjects) for verb in _HELD]
    return list(dict.fromkeys(found))


def whole(sentence: str, said: str, mine: str, facts: Sequence[str]) -> list[str]:
    """The sentence of the turn `said` with what is left of the list, or as what each has now; empty for any other."""
    sentence = sentence.replace("’", "'")
    if (ended := _of_a_list(sentence)) is not None:
        rest = list(dict.fromkeys(_rest(ended, mine, facts)))
        return [sentence, rest[0]] if len(rest) == 1 else []
    swapped = _SWAPPED.match(sentence)
    return _exchanged(swapped, said, mine, facts) if swapped is not None else []


@table.REST_HOLDS.decides
def rest_holds(new: str, old: str, talk: str) -> Verdict | None:
    """The verdict where the new fact tells of the older one's list all but what the talk says holds no longer. None
    where this rule does not decide."""
    listed = _LISTED.match(old)
    if listed is None or not new.startswith(listed["before"]):
        return None
    had = _BETWEEN.split(listed["things"])
    left = _BETWEEN.split(new[len(listed["before"]) :].rstrip("."))
    gone = [one for one in had if one not in left]
    if not gone or not set(left) < set(had):
        return None
    denied = [ended["what"] for line in _SENTENCE.split(talk.replace("’", "'")) if (ended := _of_a_list(line))]
    over = all(any(_keys(one) <= _keys(what) for what in denied) for one in gone)
    return Verdict("updates", "the rest of it holds") if over else None


def _of_a_list(sentence: str) -> re.Match[str] | None:
    found = _ENDED.match(sentence)
    return found if found is not None and (found["no_longer"] or found["any_more"]) else None


def _rest(ended: re.Match[str], mine: str, facts: Sequence[str]) -> Iterator[str]:
    """What of a known list still holds, as the speaker would say it."""
    denied = _keys(ended["what"])
    for fact in facts:
        listed = _LISTED.match(fact)
        told = None if listed is None else re.match(rf"{_called(ended['who'], mine)} (?P<done>\w.*)", listed["before"])
        if listed is None or told is None:
            continue
        things = _BETWEEN.split(listed["things"])
        gone = [one for one in things if _keys(told["done"]) | _keys(one) == denied]
        if len(gone) == 1:
            verb, _, rest = told["done"].partition(" ")
            verb = ended["what"].split()[0] if ended["who"] == "I" else verb
            left = [one for one in things if one not in gone]
            joined = " and ".join(filter(None, (", ".join(left[:-1]), left[-1])))
            yield f"{ended['who']} {verb} {rest}{joined}."


def _called(who: str, mine: str) -> str:
    """A pattern of how facts call whom the speaker calls so."""
    if who == "I":
        return mine
    return re.sub(r"^(?:[Mm]y|[Oo]ur) ", lambda _: rf"{mine}'s ", re.escape(who).replace(r"\ ", " "))


# --- Two who swapped --------------------------------------------------------------------------------------------

_HELD = ("have", "do", "be", "take", "work", "cover")
_SWAPPED = re.compile(
    r"^(?P<one>[A-Z][\w-]*) and (?P<other>I|[A-Z][\w-]*) (?:have |'ve )?(?:just )?(?:swapped|traded|switched)"
    r"(?P<what> (?:our )?(?:shifts|days|slots|turns|rotas|weeks))?(?=\s*[:,;.–-]|[.!]?$)"
)
_FEW = 3  # words that tell one's shift from the other's. Chosen, not measured.


def _exchanged(swapped: re.Match[str], said: str, mine: str, facts: Sequence[str]) -> list[str]:
    """What each has now and had not, where one known fact of each tells it in the same words but for that."""
    found: set[tuple[str, ...]] = set()
    for fact in facts:
        for other in facts:
            told = [
                re.match(rf"{_called(who, mine)} (?P<has>[a-z].*)\.$", text)
                for who, text in ((swapped["one"], fact), (swapped["other"], other))
            ]
            if told[0] is not None and told[1] is not None:
                found.update(_given(swapped, said, told[0]["has"].split(), told[1]["has"].split()))
    return [*found.pop()] if len(found) == 1 else []


def _given(swapped: re.Match[str], said: str, has: list[str], had: list[str]) -> Iterator[tuple[str, ...]]:
    front = len([*takewhile(lambda pair: pair[0] == pair[1], zip(has, had, strict=False))])
    back = len([*takewhile(lambda pair: pair[0] == pair[1], zip(has[front:][::-1], had[front:][::-1], strict=False))])
    first, second = has[front : len(has) - back], had[front : len(had) - back]
    if not front or not 0 < len(first) <= _FEW or not 0 < len(second) <= _FEW:
        return
    named = _keys(" ".join((*first, *second))) <= _keys(said)
    of_shifts = swapped["what"] is not None and not {"shift", "shifts"}.isdisjoint(has)
    if named or of_shifts:
        tail = has[len(has) - back :]
        (one, other), end = ([*has[:front]], [*has[:front]]), f"{' ' if back else ''}{' '.join(tail)}"
        if swapped["other"] == "I":
            other[0] = {"has": "have", "does": "do", "is": "am"}.get(other[0], other[0].removesuffix("s"))
        a, b = " ".join(first), " ".join(second)
        yield (
            f"{swapped['one']} {' '.join(one)} {b}{end} now, not {a}{end}.",
            f"{swapped['other']} {' '.join(other)} {a}{end} now, not {b}{end}.",
        )


def _keys(text: str) -> frozenset[str]:
    small = ("the", "a", "an", "now", "to", "on", "in", "at", "for", "with", "from")
    words = re.findall(r"[\w-]+", text.lower())
    return frozenset(key(word) for word in words if word not in small)
