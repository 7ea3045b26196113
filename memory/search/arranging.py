"""From a ranked order to an answer: memories that say the same become one hit, and one that nothing ties to the query
is left out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..language import porter
from ..language.base import AskedFor
from ..language.words import fold, folded_words
from ..models import Kind
from ..similarity import difference
from .candidates import Candidate, Scored
from .query import Inquiry
from .reading import FEW_TERMS, holds_stem
from .steps import Step

# What ties a short prompt to what is known: the share of its words that a memory holds, and the part of the way from
# the pool's median cosine to 1 that the best one goes (so that it means the same for models whose cosines lie in
# different places); together this much. Of 60 prompts about nothing in the talk 3 pass (docs/context.md), of questions
# about it nearly all. With fewer memories than this there is no median to speak of, and little to leave out.
TIED = 0.58
# On the stories' build halves 138 of 145 are answered, 10 of 52 that nobody answered mislead, and 3 of 60 prompts about
# nothing in them are filled. TIED_BY_A_THING: .2 fills 4, .8 answers 135 and misleads 8. BY_MEANING: .175 fills 18, .7
# changes nothing; nor do half and twice of the other three.
TIED_BY_A_THING = 0.35  # is enough where users spoke of a thing or name of the question
TIED_BY_A_KIND = 0.5  # is enough where the best by words tells what was asked for
BY_MEANING = 0.35  # so far the best one has to go without any word
BY_WORDS = 0.2  # such a share is enough where no meaning is known
STANDS_OUT = 0.3  # what a memory's own cosine has to go of that way, to be related by its meaning
FEW_COSINES = 4  # of fewer there is no median to speak of

# What a prompt's words, those shared with a memory, and its nearness to one say together, in logits: above ENOUGH a
# prompt is related though no rule says so, below NOT_ENOUGH it is not, whatever they say (docs/context.md).
SHARING, NEARNESS = 3.0, 9.0
ENOUGH, NOT_ENOUGH = 3.0, 0.0

# Two texts that share this part of their words (Jaccard) say the same, unless a number, date, name or "not" differs.
# At .45, and where nothing repeats, the stories' build halves answer the same 138 of 145 with as many memories.
REPEATED = 0.9
LENGTH_COMPARED = 1_000  # characters: what is longer is hardly said twice


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why a ranked memory is not among the hits: it is superseded by, merged into, or repeats the row `by`."""

    step: Step
    by: int


def arrange(order: Sequence[Scored], pool: Iterable[Candidate], limit: int) -> tuple[list[Scored], dict[int, LeftOut]]:
    """The best `limit` of `order` to answer with, and why others of them were left out.

    A superseded fact gives way to its successor wherever that stands; of a fact and a turn that it was drawn from, the
    better one stands for both; what a better one says already in the same words comes after everything else.
    """
    known = {c.rowid: c for c in pool}
    ranked = {scored.rowid for scored in order}
    left = {old: LeftOut(Step.SUPERSEDED, rowid) for rowid in ranked for old in known[rowid].supersedes}
    stands_for: dict[int, int] = {}
    kept: list[Scored] = []
    repeated: list[Scored] = []
    answers: dict[int, _Wording] = {}
    for scored in order:
        if len(kept) >= limit:
            break
        c = known[scored.rowid]
        if c.rowid in left:
            continue
        if (by := next((stands_for[turn] for turn in (c.rowid, *c.sources) if turn in stands_for), None)) is not None:
            left[c.rowid] = LeftOut(Step.MERGED, by)
            continue
        said = _worded(answering_text(c, scored))
        if (by := next((rowid for rowid, other in answers.items() if _same(said, other)), None)) is not None:
            left[c.rowid] = LeftOut(Step.REPEATS, by)
            repeated.append(scored)
            continue
        kept.append(scored)
        answers[c.rowid] = said
        for turn in (c.rowid, *c.sources):
            stands_for.setdefault(turn, c.rowid)
    return [*kept, *repeated][:limit], left


def answering_text(c: Candidate, scored: Scored) -> str:
    """What a hit says: of a long text its passage, as two pages may begin alike."""
    return c.text if scored.passage is None else c.text[scored.passage.start : scored.passage.end]


def related(query: str, question: Inquiry, order: Sequence[Scored], pool: Sequence[Candidate]) -> bool:
    """Whether anything ties the query to what was found: for callers who want nothing rather than junk.

    A memory that tells the very property that is asked for, a named speaker or other entity, a word on one's own
    affairs or on somebody who is only pointed to, or a long prompt will do. A short one without these must share its
    words with a memory's neighbourhood, or be clearly nearer in meaning to one than to the rest, or both in part; less
    of both is enough for a prompt that speaks of something that users told of. Whoever asks how to do a thing that
    nobody told of is answered only by what is near in meaning.

    Where a language weighs prompts, weights of the prompt's words count beside these rules. To who only greets or
    thanks nothing is related.
    """
    if any(c.told for c in pool):
        return True
    named = bool(question.speaker) or any(c.entity > 0 for c in pool)
    if not named and question.language.cues.needs_nothing.match(query.strip()):
        return False
    cosines = [c.cosine for c in pool if c.cosine is not None]
    shared = max((scored.parts.get("coverage", 0.0) for scored in order), default=0.0)
    is_tied = named or _is_tied(query.strip(), question, order, pool, shared, cosines)
    weigh = question.language.cues.personal
    if weigh is None or named or len(cosines) < FEW_COSINES:
        return is_tied
    logits = weigh(query.strip()) + SHARING * shared + NEARNESS * nearness(cosines)
    return logits > (NOT_ENOUGH if is_tied else ENOUGH)


def _is_tied(
    query: str,
    question: Inquiry,
    order: Sequence[Scored],
    pool: Sequence[Candidate],
    shared: float,
    cosines: Sequence[float],
) -> bool:
    """Whether a rule ties it, where nobody is named."""
    cues = question.language.cues
    anybodys = cues.anybodys.match(query)
    own = cues.own_affairs.search(query, anybodys.end() if anybodys else 0)
    if len(question.words) > FEW_TERMS or own or cues.known_person.search(query):
        return True
    if len(cosines) < FEW_COSINES:
        return shared >= BY_WORDS or bool(order) and len(order) < FEW_COSINES
    near = nearness(cosines)
    if near >= BY_MEANING:
        return True
    asked = question.asked_for
    by_users = (c for c in pool if c.kind == Kind.FACT or c.role in ("user", ""))
    if asked is None:
        return shared + near >= (TIED_BY_A_THING if _speaks_of(cues.named_as_known(query), by_users) else TIED)
    told = _is_told(asked, by_users)
    if anybodys and (asked.things or asked.names) and not told:
        # Of a thing that the assistant told of, as much is needed as of anything else.
        return shared + near >= TIED and _is_told(asked, pool)
    if told or anybodys:
        return shared + near >= TIED_BY_A_THING
    # What has a share of its words and tells the kind of thing asked for, a name or a day, may well be the answer.
    best = max(order, key=lambda scored: scored.parts.get("coverage", 0.0), default=None)
    return shared + near >= (TIED_BY_A_KIND if best is not None and "answer" in best.parts else TIED)


def _is_told(asked: AskedFor, pool: Iterable[Candidate]) -> bool:
    """Whether a definite thing that is asked for, "the allotment", was told of, or most names in it: no general
    knowledge is. Of a book's title single words are told of everywhere."""
    texts = [fold(c.text) for c in pool]
    names = set(map(porter.stem, asked.names))
    return _are_said(asked.things - asked.names, texts) > 0 or _are_said(asked.names, texts) > len(names) / 2


def _speaks_of(things: Iterable[str], pool: Iterable[Candidate]) -> bool:
    return _are_said(things, [fold(c.text) for c in pool]) > 0


def _are_said(words: Iterable[str], folded: Sequence[str]) -> int:
    """How many of these words, by their stems, stand in any of the texts."""
    return sum(any(holds_stem(text, stem) for text in folded) for stem in set(map(porter.stem, words)))


def nearness(cosines: Sequence[float]) -> float:
    """The part of the way from the median cosine to 1 that the best one goes; among few, where there is none to speak
    of, 0."""
    if len(cosines) < FEW_COSINES:
        return 0.0
    usual = float(np.median(cosines))
    return (max(cosines) - usual) / (1.0 - usual) if usual < 1.0 else 0.0


def standing_out(cosines: Mapping[int, float]) -> frozenset[int]:
    """Those whose meaning is clearly nearer to the query's than the usual one; among few, where none can be, all."""
    if len(cosines) < FEW_COSINES:
        return frozenset(cosines)
    usual = float(np.median(list(cosines.values())))
    return frozenset(rowid for rowid, cosine in cosines.items() if cosine - usual >= STANDS_OUT * (1.0 - usual))


class _Wording(NamedTuple):
    """A text and the words in which it is compared. Of hundreds of hits each is compared with all before it."""

    text: str
    words: frozenset[str]


def repeats(text: str, better: str) -> bool:
    """Whether two texts say the same in nearly the same words, and nothing tells them apart."""
    return _same(_worded(text), _worded(better))


def repeats_any(text: str, others: Iterable[str]) -> bool:
    """Whether a text says the same as any of the others."""
    own = _worded(text)
    return any(_same(own, _worded(other)) for other in others)


def _same(own: _Wording, other: _Wording) -> bool:
    if own.text == other.text:
        return True
    fewer, more = len(own.words), len(other.words)
    if fewer > more:
        fewer, more = more, fewer
    if fewer < REPEATED * more:
        return False
    shared = len(own.words & other.words)
    if shared < REPEATED * (fewer + more - shared):
        return False
    return not difference(own.text[:LENGTH_COMPARED], other.text[:LENGTH_COMPARED])


# A block compares its lines with each other; of all texts there are, each would be a set of hundreds of words.
@lru_cache(maxsize=32)
def _worded(text: str) -> _Wording:
    return _Wording(text, frozenset(folded_words(text[:LENGTH_COMPARED])))
