"""Texts that are made to keep a regular expression busy: what it begins to match, over and over, and then no end.

They are drawn from the pattern itself: each of its repeats, each of its alternatives, and what stands before them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]  # what `re` itself compiles a pattern with
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SAMPLES = 8  # whole examples of a pattern, each with its parts
FEW, MOST = 6, 40  # repeats that a text of the repeated is made of; of a count at most so many are drawn
OF_CATEGORY = {codes.CATEGORY_DIGIT: "7", codes.CATEGORY_SPACE: " ", codes.CATEGORY_NOT_WORD: "-"}
PLAIN = "a Z7-,x\n_"  # signs that stand for those that a set leaves out


def attacks(pattern: re.Pattern[str], length: int, seed: int = 0) -> Iterator[str]:
    """Texts of `length` characters and a few more."""
    for before, unit in sorted(_units(pattern, random.Random(seed))):
        repeated = (before + unit * (length // len(unit) + 1))[:length]
        yield repeated
        yield f"{repeated}\x01!x"


def _units(pattern: re.Pattern[str], drawn: random.Random) -> set[tuple[str, str]]:
    tree, found = parser.parse(pattern.pattern, pattern.flags), set()
    for _ in range(SAMPLES):
        repeats: list[tuple[str, Any]] = []
        whole = _example(tree, drawn, repeats)
        if whole:
            at = drawn.randrange(len(whole))
            found |= {("", whole), ("", whole[: at + 1]), (whole[:at], whole[at:])}
        for before, body in repeats:
            once, again = _example(body, drawn, []), _example(body, drawn, [])
            found |= {(before, one) for one in (once, once + again, f"{once} ") if one}
    return found


def _example(tree: Any, drawn: random.Random, repeats: list[tuple[str, Any]]) -> str:
    """A text that `tree` matches, but for what it only looks at; its `repeats`, and those of what it looks at, each
    with what stands before it."""
    made = ""
    for code, told in tree:
        within: list[tuple[str, Any]] = []
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, body = told
            if most is codes.MAXREPEAT or most >= FEW:
                within.append(("", body))
            count = min(int(least) + drawn.randrange(3), int(most), MOST) if drawn.random() < 0.6 else min(least, MOST)
            more = "".join(_example(body, drawn, within if not made else []) for _ in range(count))
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            _example(told[1], drawn, within)
            more = ""
        elif code is codes.BRANCH:
            more = _example(drawn.choice(told[1]), drawn, within)
        elif code is codes.SUBPATTERN:
            more = _example(told[3], drawn, within)
        elif code is codes.ATOMIC_GROUP:
            more = _example(told, drawn, within)
        else:
            more = _sign(code, told, drawn)
        repeats += [(made + before, body) for before, body in within]
        made += more
    return made


def _sign(code: Any, told: Any, drawn: random.Random) -> str:
    if code is codes.LITERAL:
        return chr(told)
    if code is codes.IN:
        return _of_set(told, drawn)
    return "a" if code in (codes.ANY, codes.NOT_LITERAL, codes.GROUPREF) else ""


def _of_set(told: list[tuple[Any, Any]], drawn: random.Random) -> str:
    if told[0][0] is codes.NEGATE:
        allowed = [sign for sign in PLAIN if not any(_holds(one, sign) for one in told[1:])]
        return drawn.choice(allowed) if allowed else "~"
    code, of = drawn.choice(told)
    if code is codes.LITERAL:
        return chr(of)
    if code is codes.RANGE:
        return chr(drawn.randint(of[0], min(of[1], of[0] + 25)))
    return OF_CATEGORY.get(of, "a")


def _holds(part: tuple[Any, Any], sign: str) -> bool:
    code, of = part
    if code is codes.LITERAL:
        return bool(ord(sign) == of)
    if code is codes.RANGE:
        return bool(of[0] <= ord(sign) <= of[1])
    is_word = sign.isalnum() or sign == "_"
    return {
        codes.CATEGORY_SPACE: sign.isspace(), codes.CATEGORY_NOT_SPACE: not sign.isspace(),
        codes.CATEGORY_WORD: is_word, codes.CATEGORY_NOT_WORD: not is_word,
        codes.CATEGORY_DIGIT: sign.isdigit(), codes.CATEGORY_NOT_DIGIT: not sign.isdigit(),
    }[of]  # fmt: skip
