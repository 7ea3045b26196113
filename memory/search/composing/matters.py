"""Which sessions speak of the same matter: `Matters`. Pure.

A boat is bought in one session, the yard finds damage in a second, and a third tells of another berth; none but the
first says "boat". What ties them are words that hardly any other session has: the yard, who works there, its name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from statistics import median

from ...models import Kind
from ...passages import Span
from .. import rarity
from ..candidates import Candidate, Scored
from ..query import Inquiry
from .wording import compared_text, linked_by, linking_stems

# Sessions are linked by what their users said: 1 where they share so many words that no other session has. LINKED is
# what one such word comes to. Chosen: docs/context.md has what linking gave on the stories, not what each number gives.
WHOLLY = 1.5
LINKED = 0.5
LEAST_SESSIONS = 16  # among which a word's rarity is counted
# Among fewer sessions there is no telling how much two of them usually share.
FEW_SESSIONS = 4
# The prompt is about the sessions whose best hit stands out nearly as far as the best of all.
ABOUT = 0.9


class Matters:
    """`order` is the ranking of `pool`, `parts` are the passages of long turns that answer."""

    def __init__(
        self, question: Inquiry, order: Sequence[Scored], pool: Sequence[Candidate], parts: Mapping[int, Span]
    ) -> None:
        self._language = question.language
        self._order, self._pool, self._parts = order, pool, parts

    @cached_property
    def turns(self) -> dict[str, list[Candidate]]:
        """What users said of each session, as far as it was found."""
        found: dict[str, list[Candidate]] = defaultdict(list)
        for c in self._pool:
            if c.session_id is not None and c.kind == Kind.EPISODE and c.role in ("user", ""):
                found[c.session_id].append(c)
        return found

    @cached_property
    def near(self) -> dict[str, float]:
        """How near each session is to those that the prompt is about: 1 for these."""
        return self._nearness(dict.fromkeys(self._about, 0.0))

    @cached_property
    def going_on(self) -> dict[str, float]:
        """As `near`, of sessions that share more than sessions usually share with those that the prompt is about. Where
        each session tells of many matters, a family's names and things link all of them, and tell nothing."""
        return self._nearness({session: self._usual(session) for session in self._about})

    def _nearness(self, usual: Mapping[str, float]) -> dict[str, float]:
        """By session; `usual` is what is usually shared with each that the prompt is about."""
        near = dict.fromkeys(self.turns, 0.0)
        for about, least in usual.items():
            best = self._best[about]
            for session, shared in self._shared[about].items():
                linked = 1.0 if session == about else min((shared - least) / WHOLLY, 1.0)
                if linked >= LINKED:
                    near[session] = max(near[session], best * linked)
        return near

    def _usual(self, session: str) -> float:
        """What the middle one of the other sessions shares with this one."""
        shared = [count for other, count in self._shared[session].items() if other != session]
        return median(shared) if len(shared) + 1 >= FEW_SESSIONS else 0.0

    @cached_property
    def _shared(self) -> dict[str, dict[str, float]]:
        """What the words that each session shares with one that the prompt is about count for, the rarer the more: by
        the latter, then by the former."""
        about = {session: self._stems(session) for session in self._about}
        others = [session for session in self.turns if session not in about]
        texts = [[self._text(c) for c in self.turns[session]] for session in others]
        linked = linked_by(self._language, texts, frozenset().union(*about.values()))
        stems = dict(zip(others, linked, strict=True)) | {one: own for one, own in about.items() if one in self.turns}
        holding = Counter(chain.from_iterable(stems.values()))
        count = _Rare(holding, max(len(stems), LEAST_SESSIONS)).__getitem__
        return {
            session: {other: sum(map(count, own & told)) for other, own in stems.items()}
            for session, told in about.items()
        }

    @cached_property
    def _about(self) -> list[str]:
        """The sessions that the prompt is about."""
        return [session for session, share in self._best.items() if share >= ABOUT]

    @cached_property
    def _best(self) -> dict[str, float]:
        """How far the best hit of each session stands out from the middle one, as a share of the best of all."""
        if not self._order:
            return {}
        session_of = {c.rowid: c.session_id for c in self._pool}
        scores = sorted([scored.score for scored in self._order])
        usual, best = scores[len(scores) // 2], scores[-1]
        if best <= usual:
            return {}
        highest: dict[str, float] = {}
        for scored in self._order:
            session = session_of[scored.rowid]
            if session is not None and (session not in highest or scored.score > highest[session]):
                highest[session] = scored.score
        return {session: max(0.0, (score - usual) / (best - usual)) for session, score in highest.items()}

    def _stems(self, session: str) -> frozenset[str]:
        turns = self.turns.get(session, ())
        return frozenset().union(*(linking_stems(self._language, self._text(c)) for c in turns))

    def _text(self, c: Candidate) -> str:
        return compared_text(c, self._parts)


class _Rare(dict[str, float]):
    """What each stem counts for, worked out when it is first shared: 1 of two sessions alone, 0 of all."""

    def __init__(self, holding: Mapping[str, int], total: int) -> None:
        self._holding, self._total = holding, total
        self._usual = rarity.of_word(total, total)
        self._alone = rarity.of_word(2, total) - self._usual

    def __missing__(self, stem: str) -> float:
        self[stem] = (rarity.of_word(self._holding[stem], self._total) - self._usual) / self._alone
        return self[stem]
