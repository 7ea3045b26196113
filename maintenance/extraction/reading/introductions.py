"""Who somebody is, said in passing: "my granddaughter Aoife set this up" tells that Aoife is a granddaughter, whatever
becomes of the rest, and so does "could my brother Yusuf sleep here?". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..grammar.lexicon import PEOPLE, PETS

_KINDS = "|".join(sorted(map(re.escape, PEOPLE | PETS), key=len, reverse=True))
_NAME = (
    r"(?P<name>(?:(?:Mr|Mrs|Ms|Dr)\.? )?(?!(?:Our|My|The|And|But|So)\b)[A-Z][a-zà-ÿ'’-]*[a-zà-ÿ](?: [A-Z][a-zà-ÿ-]+)?)"
)
_KIND = rf"(?P<kind>(?:(?!(?:own|other|only)\b)[a-z]+ )?(?:{_KINDS}))"
# "My eldest daughter Carla", "our neighbour, Mr Pereira". "My mother's friend Jo" is the mother's. Behind a comma the
# name may begin another clause: "Tom is my son, Lily is my daughter", "I live with my brother, Ann lives alone".
_GOES_ON = r"(?:[.,;:!?)]|$| (?:and|or|who|whose|in|from|at|on|with|for|to)\b)"
_BEFORE = re.compile(
    rf"(?P<opens>^)?\b(?:[Mm]y|[Oo]ur) {_KIND}(?:(?:, )(?(opens)|(?={_NAME.replace('?P<name>', '?:')}{_GOES_ON}))| )"
    rf"(?:called |named )?{_NAME}(?!\w)"
)
# "Ignacio, my husband". "Ann, my sister and I" are three.
_BEHIND = re.compile(rf"\b{_NAME}, (?:my|our) {_KIND}(?=[.;!?]|$|,(?! (?:and|or)\b))")
_QUOTED = re.compile(r"\"[^\"]*\"?")
_NO_NAMES = frozenset(name.lower() for name in (*MONTH_NAMES, *WEEKDAY_NAMES, "I", "English"))


@dataclass(frozen=True, slots=True)
class Introduction:
    """What kind of relation, friend or pet of the speaker's a name is."""

    kind: str
    name: str

    def is_told_in(self, content: str) -> bool:
        """Whether a fact tells it already."""
        return re.search(rf"\b{re.escape(self.kind)}\b.*\b{re.escape(self.name)}(?!\w)", content) is not None


def introductions(text: str) -> Iterator[Introduction]:
    """Those whom a sentence names beside what they are to the speaker."""
    plain = _QUOTED.sub("", text)
    for pattern in (_BEFORE, _BEHIND):
        for found in pattern.finditer(plain):
            name = re.sub(r"['’]s$", "", found["name"])
            if _NO_NAMES.isdisjoint(name.lower().split()):
                yield Introduction(found["kind"], name)
