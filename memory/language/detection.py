"""In which language a text is written, as far as this program must know. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .one_call import asked_once

LOOKED_AT = 4_000  # characters of each text


def is_english(*texts: str) -> bool:
    """Whether texts, taken together, are English enough to be read by English rules; few words get the benefit of the
    doubt.

    A share of English function words tells it from other languages better than letter statistics do on a line of chat.
    """
    return _is_english(texts, keywords=False)


def may_be_english(text: str) -> bool:
    """The same of a query, which may be keywords alone: nothing speaks against English as long as no word of another
    language is there. Read as English, keywords lose nothing, and the names of months are found."""
    return _is_english((text,), keywords=True)


class _Counts(NamedTuple):
    """Of one text: letters, Latin ones among them, words, and words of English and of its neighbours alone."""

    letters: int
    latin: int
    words: int
    english: int
    foreign: int


@asked_once
def _counts(text: str) -> _Counts:
    letters = sum(map(str.isalpha, text))
    latin = letters if text.isascii() else sum(1 for one in text if one.isalpha() and one < "ɐ")
    words = _WORD.findall(text.lower().replace("’", "'"))
    return _Counts(
        letters, latin, len(words), sum(word in _ENGLISH for word in words), sum(word in _FOREIGN for word in words)
    )


def _is_english(texts: Sequence[str], keywords: bool) -> bool:
    counts = [_counts(text[:LOOKED_AT]) for text in texts]
    letters, latin, words, english, foreign = map(sum, zip(*counts, strict=True)) if counts else (0,) * 5
    if not letters:
        return True
    if latin / letters < LEAST_LATIN:
        return False
    if foreign > english and foreign >= 2:
        return False
    if words < 4:
        return foreign == 0 or english > 0
    if foreign == 0 and (keywords or words < 8):
        return True
    return english / words >= (0.12 if words >= 8 else 0.01)


_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
LEAST_LATIN = 0.8  # of its letters. With .4 and with .95 the development talks give the same 897 facts

# The commonest words of written English: function words mostly.
_ENGLISH = frozenset(
    """
    a about after again all also always am an and any are as at back be because been before being but by can could
    day did do does doing don't down each even every first for from get go going good got great had has have
    having he her here him his how i i'm i've if in into is it it's its just know last let like lot love make me
    more most much my need never new next no not now of off on one only or other our out over own people please
    really right said same see she should since so some something still such take than thank thanks that that's
    the their them then there these they thing things think this those though through time to today together too
    try two up us use used very want was way we we're week well went were what when where which while who why will
    with work would year years yes yesterday yet you you're your happy nice hey hello wow oh yeah sure can't
    didn't i'll i'd we've name is's isn't won't doesn't prefer favorite favourite keep lives works born live call
    """.split()
)
# Those of its neighbours that are no English words.
_FOREIGN = frozenset(
    """
    el la los las un una unos unas que de del y en es por para mi tu su muy pero como más está estoy soy le les je
    il elle nous vous ils des et est une dans pour avec sur pas mon ma mes ses qui mais très suis j'ai c'est der
    das und ist ich er sie wir ihr nicht ein eine einen mein meine mit auf für von zu im auch sehr habe bin lo gli
    che di non sono mio mia ho è anche molto o os um uma não meu minha eu você ele ela com em het een van ik hij
    zij wij niet mijn met op voor te ook heel heb naar
    """.split()
)
