"""What else users said of the matter that a prompt is about: `going_on`. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice

from ...language import NEUTRAL
from ..candidates import Candidate
from .later import Later
from .matters import Matters
from .quoting import only_asks
from .wording import has_words

# Of the sessions that the prompt is about, and of those as near to them, so many turns are offered when the ranking is
# gone through: those that speak of the prompt first, and none of fewer words.
LEAST_NEAR = 0.6
FITS = 0.5
LEAST_WORDS = 4
MOST_GOING_ON = 8
# A turn goes on with what is quoted at most so many turns from it: two of its user's and the answers to them. With 2
# three questions of the stories' build half and the chat's lose their answer.
STEPS = 4


def going_on(matters: Matters, later: Later, quotes: Sequence[Candidate], facts: Collection[int]) -> list[Candidate]:
    """The turns to offer beside what was chosen, `quotes` and the rowids of `facts`, best first.

    A new state seldom repeats the words of the old one, but something speaks for it that it tells later of that. What
    stands elsewhere in the session, and tells nothing later, is of another matter: in a small store each session tells
    of several.
    """
    near, fitting = matters.going_on, later.fitting
    told = {c.rowid for c in quotes}
    language = later.language
    # Of a language without signs and values of its own less speaks for a new state than there is.
    is_open = language is NEUTRAL
    following = frozenset(chain.from_iterable(later.following.get(rowid, ()) for rowid in (*told, *facts)))
    places = _places(quotes)
    turns = [
        (-near[session] - FITS * fitting.get(c.rowid, 0.0), c.rowid, c)
        for session, found in matters.turns.items()
        if near[session] >= LEAST_NEAR
        for c in found
        if c.rowid not in told and (is_open or c.rowid in following or _is_beside(c, places.get(c.session_id, ())))
    ]
    said = (c for _, _, c in sorted(turns) if has_words(c.text, LEAST_WORDS) and not only_asks(c.text, language))
    return list(islice(said, MOST_GOING_ON))


def _places(quotes: Iterable[Candidate]) -> dict[str | None, list[int]]:
    found: dict[str | None, list[int]] = defaultdict(list)
    for c in quotes:
        if c.position is not None:
            found[c.session_id].append(c.position)
    return found


def _is_beside(c: Candidate, places: Iterable[int]) -> bool:
    return c.position is not None and any(abs(place - c.position) <= STEPS for place in places)
