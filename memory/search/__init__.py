"""Search: `hybrid_search` asks three arms, each under the same filters, and ranks what they bring.

How is selectable (`MEMORY_RANKING`, or a namespace's own setting `ranking`): "weighted" looks at each candidate with
its neighbourhood (ranking.py), "rrf" fuses the arms' ranks alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from itertools import islice
from typing import Any, Unpack

from django.db import Error as DatabaseError

from .. import embedding, measuring
from ..language import Language, of_query
from ..models import Kind, Memory, Namespace, Ranking, Supersession
from ..passages import Span
from ..text import ROLES, cut_query
from . import fusion, pool, several
from .arranging import LeftOut, arrange, related, standing_out
from .backends import backend
from .backends.base import Near, Worded
from .candidates import Candidate, Scored
from .entities import entity_arm
from .query import Inquiry, Period, terms, understood
from .ranking import LATER, rank, stem_weights
from .reranking import reranked
from .scope import Filters, Scope, Within
from .steps import Step
from .unknown import is_unknown
from .vectors import LiveIndex

__all__ = ["Filters", "Found", "Hit", "Scope", "Search", "arranged", "as_hits", "deeper", "hybrid_search", "look"]

OF_A_TIME = 20  # memories of each time that a query names; chosen, not measured
LONGEST_TIME = timedelta(days=100)  # a season; of a year the arms find what answers as well
MOST_TIMES = 3  # looked for, of those that a query names: each costs as much as the vector arm; chosen, not measured
ARM_DEPTH = 40  # how many each arm brings; 50 to 100 find no more, and cost a quarter more
SPARE = 10  # hits of "rrf" beyond the limit, in case some are superseded; chosen, not measured


@dataclass(frozen=True)
class Hit:
    """`related`: the query has a word of it, names what it is about, or its meaning stands out among what was found.
    `passage` is the part of a long text that answers best; None of a text that is not long."""

    memory: Memory
    score: float
    ranks: dict[str, int | None]
    trace: dict[str, Any] | None = None
    related: bool = False
    passage: Span | None = None


@dataclass(frozen=True)
class Found:
    """`degraded` says which part could not take part, and why."""

    hits: list[Hit]
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Search:
    """One search as it went: what each arm brought, (rowid, its own measure), best first; what was looked at besides;
    the order made of it; whether anything ties the query to it; what each stem of it counts."""

    scope: Scope
    question: Inquiry
    ranking: str
    arms: dict[str, list[tuple[int, float]]]
    pool: list[Candidate]
    order: list[Scored]
    degraded: list[str]
    related: bool
    weights: Mapping[str, float] = field(default_factory=dict)


def hybrid_search(
    namespace: Namespace,
    query: str,
    *,
    limit: int = 10,
    as_of: datetime | None = None,
    explain: bool = False,
    **within: Unpack[Within],
) -> Found:
    """The best memories for `query`, by text, vector and entity, in the namespace and in `others`, in one ranking.

    `as_of` is the moment from which the query's "last summer" is counted; now if left out. `valid_at` and `known_at`
    ask for another time (see `Scope`), and then find what was retired since, too. A part that is missing is left out
    and named in `degraded`; any text is a valid query.
    """
    done = look(Scope(namespace, **within), query, max(ARM_DEPTH, limit), as_of)
    kept, _ = arranged(done, limit)
    return Found(as_hits(done, [scored.rowid for scored in kept], explain=explain), done.degraded)


def as_hits(done: Search, rowids: Sequence[int], *, explain: bool = False) -> list[Hit]:
    """The memories `rowids` in this order, with what the search made of each: a score of 0 where it did not find it."""
    scores = {scored.rowid: scored for scored in done.order}
    lists = {name: [rowid for rowid, _ in hits] for name, hits in done.arms.items()}
    tied = standing_out(dict(done.arms["vector"])).union(lists["text"], lists["entity"])
    hits = []
    places = {rowid: place for place, rowid in enumerate(rowids)}
    found = [memory for scope in done.scope.each for memory in backend().memories(scope, list(rowids))]
    for memory in sorted(found, key=lambda memory: places[memory.pk]):
        scored = scores.get(memory.pk, Scored(memory.pk, 0.0, {}))
        trace = _trace(done, scored) if explain else None
        ranks = fusion.ranks(lists, memory.pk)
        hits.append(Hit(memory, scored.score, ranks, trace, memory.pk in tied, scored.passage))
    return hits


def look(scope: Scope, query: str, depth: int, as_of: datetime | None = None) -> Search:
    """Ask the arms for `depth` each, and order what they brought. Of several namespaces each is asked for as many, and
    all are ordered together, in the first one's way. Each of several questions of a query is looked for by itself, too,
    but for those that nobody told the answer to."""
    text = cut_query(query)
    language = of_query(scope.namespace.own.language, text)
    whole = _look(scope, text, language, depth, as_of)
    # A model that does not answer is waited for once.
    asked = [] if any(problem.startswith("vector") for problem in whole.degraded) else language.cues.asked_apart(text)
    parts = [_look(scope, part, language, depth, as_of) for part in asked]
    return _joined(whole, [one for one in parts if one.related and not is_unknown(one.question, one.order, one.pool)])


def _joined(whole: Search, parts: Sequence[Search]) -> Search:
    """The search for a query as a whole and for its questions as one."""
    if not parts:
        return whole
    every = [whole, *parts]
    return replace(
        whole,
        question=replace(whole.question, asked_for=None),
        arms=several.brought([one.arms for one in every]),
        pool=several.pooled([one.pool for one in every]),
        order=several.evened([one.order for one in every]),
        degraded=list(dict.fromkeys(problem for one in every for problem in one.degraded)),
        related=True,
        weights=several.weighing_most([one.weights for one in every]),
    )


def _look(scope: Scope, text: str, language: Language, depth: int, as_of: datetime | None) -> Search:
    here = backend()
    scopes = [one for one in scope.each if one.namespace.pk]
    if not scopes:
        asked = understood(text, language=language)
        return Search(scope, asked, "", {"text": [], "vector": [], "entity": []}, [], [], [], False)
    ranking = scope.namespace.own.ranking
    with measuring.timed(measuring.ARMS, arm="text"):
        wordeds = [here.text_arm(one, terms(text, language), depth) for one in scopes]
    worded = _together(wordeds)
    speakers = here.speakers(scope, (rowid for rowid, _ in worded.hits)) if ranking != Ranking.RRF else ()
    question = understood(text, speakers, as_of or datetime.now(UTC), language)
    index = LiveIndex.read()
    with measuring.timed(measuring.ARMS, arm="embedding"):
        vector, degraded = _embedded(index, question.embedded)
    with measuring.timed(measuring.ARMS, arm="vector"):
        nears, failed = _nearest(scopes, index, vector, depth)
        then, failed_then = ([], []) if failed or ranking == Ranking.RRF else _then(scopes, index, vector, question)
    degraded += failed + failed_then
    keys = {rowid: key for near in (*nears, *then) for rowid, key in near.passages.items()}
    spans = here.spans(keys.values()) if keys else {}
    passages = {rowid: spans[key] for rowid, key in keys.items() if key in spans}
    with measuring.timed(measuring.ARMS, arm="entity"):
        named = [entity_arm(one, text, depth) for one in scopes]
    each = [
        {"text": found.hits, "vector": near.hits, "entity": names}
        for found, near, names in zip(wordeds, nears, named, strict=True)
    ]
    arms = each[0] if len(each) == 1 else {name: _merged([one[name] for one in each]) for name in each[0]}
    told = [_told(one, language, text, brought, depth) for one, brought in zip(scopes, each, strict=True)]
    brought_by = [{**brought, pool.TOLD: tells} for brought, tells in zip(each, told, strict=True)]
    for brought, near in zip(brought_by, then, strict=False):
        brought[pool.THEN] = near.hits
    candidates = pool.gather(scopes[0], brought_by[0], vector, index.model, passages)
    for space, (one, brought) in enumerate(zip(scopes[1:], brought_by[1:], strict=True), 1):
        # Two namespaces' sessions of one name are two: no session's id has a slash.
        candidates += [
            candidate._replace(space=space, session_id=candidate.session_id and f"{space}/{candidate.session_id}")
            for candidate in pool.gather(one, brought, vector, index.model, passages)
        ]
    if ranking == Ranking.RRF:
        return Search(scope, question, ranking, arms, candidates, fused(arms, passages), degraded, True)
    order = rank(question, candidates, worded.frequencies, worded.total)
    order, failed = reranked(text, order, candidates)
    degraded += failed
    tied = related(text, question, order, candidates)
    weights = stem_weights(question, worded.frequencies, worded.total)
    return Search(scope, question, ranking, arms, candidates, order, degraded, tied, weights)


def _told(
    scope: Scope, language: Language, text: str, arms: Mapping[str, Sequence[tuple[int, float]]], depth: int
) -> list[tuple[int, float]]:
    """The facts that tell the property that a short question asks for, newest first. Who asks is the one speaker of all
    that the arms brought, or has no name: among several, it may be any of them."""
    asked = () if scope.past or scope.kind == Kind.EPISODE else language.cues.asked_properties(text)
    if not asked:
        return []
    speakers = backend().speakers(scope, {rowid for arm in arms.values() for rowid, _ in arm})
    named = [speaker.lower() for speaker in speakers if speaker.lower() not in (*ROLES, "the user")]
    asker = ["user", *named] if len(named) == 1 else ["user"]
    wanted = {one._replace(owner=owner) for one in asked for owner in ([one.owner] if one.owner else asker)}
    return [(rowid, 1.0) for rowid in backend().telling(scope, wanted, depth)]


def _then(
    scopes: Sequence[Scope], index: LiveIndex, vector: embedding.Vector | None, question: Inquiry
) -> tuple[list[Near], list[str]]:
    """What is nearest in meaning of the times that a query names, in each scope, and why it was not looked for: among
    all that was ever said other things are nearer to "What did we do last weekend?"."""
    found, failed = [Near([], {}) for _ in scopes], list[str]()
    for start, end in _times(question):
        within = [replace(scope, filters=scope.filters.at(start, end + LATER)) for scope in scopes]
        nears, failed = _nearest(within, index, vector, OF_A_TIME)
        found = [
            Near([*one.hits, *more.hits], {**one.passages, **more.passages})
            for one, more in zip(found, nears, strict=True)
        ]
        if failed:
            break
    return found, failed


def _times(question: Inquiry) -> list[Period]:
    """The first few short times that a query names. Of the calendar's first and last year, no zone has all days."""
    found = (
        (start, end)
        for start, end in dict.fromkeys(question.periods)
        if end - start <= LONGEST_TIME and start.year > MINYEAR and end.year < MAXYEAR
    )
    return list(islice(found, MOST_TIMES))


def _together(found: Sequence[Worded]) -> Worded:
    """What the text arm found in several namespaces, as if they were one."""
    if len(found) == 1:
        return found[0]
    frequencies: Counter[str] = Counter()
    for one in found:
        frequencies.update(one.frequencies)
    return Worded(_merged([one.hits for one in found]), frequencies, sum(one.total for one in found))


def _merged(lists: Iterable[list[tuple[int, float]]]) -> list[tuple[int, float]]:
    """What an arm brought of several namespaces, best first."""
    return sorted((hit for hits in lists for hit in hits), key=lambda hit: -hit[1])


def deeper(done: Search, query: str, depth: int) -> dict[str, list[tuple[int, float]]]:
    """What each arm brings for `query`, the one of `done`, down to `depth`; nothing is ranked."""
    text, asked, index = cut_query(query), done.question, LiveIndex.read()
    vector, _ = _embedded(index, asked.embedded)
    scopes = [one for one in done.scope.each if one.namespace.pk]
    return {
        "text": _merged(backend().text_arm(one, terms(text, asked.language), depth).hits for one in scopes),
        "vector": _merged(near.hits for near in _nearest(scopes, index, vector, depth)[0]),
        "entity": _merged(entity_arm(one, text, depth) for one in scopes),
    }


def arranged(done: Search, limit: int) -> tuple[list[Scored], dict[int, LeftOut]]:
    """The best `limit` to answer with, and why others were left out; "rrf" leaves out superseded facts alone."""
    if done.ranking != Ranking.RRF:
        return arrange(done.order, done.pool, limit)
    if done.scope.past:  # all of them held then
        return done.order[:limit], {}
    first = done.order[: limit + SPARE]
    left: dict[int, LeftOut] = {}
    for scope in done.scope.each:
        among = scope.candidates.facts().filter(pk__in=[scored.rowid for scored in first])
        pairs = Supersession.objects.standing().filter(new__in=among, old__in=among)
        left |= {old: LeftOut(Step.SUPERSEDED, new) for old, new in pairs.values_list("old", "new")}
    return [scored for scored in first if scored.rowid not in left][:limit], left


def fused(arms: dict[str, list[tuple[int, float]]], passages: Mapping[int, Span]) -> list[Scored]:
    """Reciprocal rank fusion: an arm's part is 1 / (60 + rank). A tie goes to the newer memory. `passages` are those
    that the vector arm found."""
    lists = {name: [rowid for rowid, _ in hits] for name, hits in arms.items()}
    scores = fusion.reciprocal_rank_fusion(lists)
    parts = {
        rowid: {name: 1.0 / (fusion.RRF_K + place) for name, place in fusion.ranks(lists, rowid).items() if place}
        for rowid in scores
    }
    order = sorted(scores, key=lambda r: (-scores[r], -r))
    return [Scored(rowid, scores[rowid], parts[rowid], passages.get(rowid)) for rowid in order]


def _nearest(
    scopes: Sequence[Scope], index: LiveIndex, vector: embedding.Vector | None, depth: int
) -> tuple[list[Near], list[str]]:
    """The vector arm of each, and why it failed."""
    nothing = [Near([], {}) for _ in scopes]
    if vector is None:
        return nothing, []
    try:
        return [backend().vector_arm(scope, index.table, vector, depth) for scope in scopes], []
    except DatabaseError as error:
        return nothing, [f"vector: {error}"]


def _embedded(index: LiveIndex, text: str) -> tuple[embedding.Vector | None, list[str]]:
    """The vector of `text`, None where there can be none, and why the vector arm is off."""
    if not text.strip():
        return None, []
    if problem := index.problem():
        return None, [f"vector: {problem}"]
    try:
        vector = embedding.embed_query(text)
    except embedding.EmbeddingUnavailable as error:
        return None, [f"vector: {error.reason}"]
    # A text that means nothing to the embedder is left to the other arms.
    return (None if isinstance(vector, embedding.BadVector) else vector), []


def _trace(done: Search, scored: Scored) -> dict[str, Any]:
    values = {name: dict(hits).get(scored.rowid) for name, hits in done.arms.items()}
    return {
        "ranking": done.ranking,
        "terms": list(done.question.words),
        "arms": values,
        "shares": scored.parts,
    }
