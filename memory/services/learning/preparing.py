"""What is worked out of facts before the transaction that saves them, because other writers wait for that transaction.

Reading a text takes time: it is masked, screened, compared with what is like it, and searched for names. All of that
happens here. Inside the transaction a fact is only compared with what was written since.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from ... import measuring
from ...durability import durability_of
from ...language import NEUTRAL, chosen
from ...language.one_call import one_call
from ...models import Durability, Kind, Memory, Namespace, Origin, Trust
from ...redaction import mask, mask_all
from ...similarity import comparable, compared_words, jaccard, normalise
from .. import beginnings, reviews, trust
from ..actors import Actor
from ..graph import linking
from ..memories import conflicts, facts, properties, repeating
from ..memories.judgements import Judgement
from ..sql import parts

INSTRUCTION = "instruction"  # the tag of what the assistant is to do

ROUNDS = 3  # how often what others saved meanwhile is compared before the transaction
MAX_SINCE = 20  # facts that came since the look and are compared; of more, the newest


@dataclass(frozen=True)
class Comparisons:
    """What was found for a new fact: the candidates that it was compared with, the highest rowid of a fact at that
    time, and what it names.

    `earlier` is the fact beside earlier ones of its batch, {position: Lookalike}, without what is not alike.
    """

    candidates: Sequence[conflicts.Lookalike]
    upto: int
    named: linking.NamesFound | None = None
    earlier: Mapping[int, conflicts.Lookalike] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadFact:
    """What the text of a new fact tells by itself. `key` is its normal form, by which exact repetitions are known;
    `asks` is why a curator should look at it. `asked_before` is, of what was derived and goes into quarantine, the
    rowid of what says the same and of which a curator was asked. From the `announced` time on it holds."""

    key: str
    screened: trust.Screened
    durability: Durability
    asks: Sequence[reviews.Reason] = ()
    masked: int = 0  # secrets in what was sent
    asked_before: int | None = None
    announced: datetime | None = None


@dataclass(frozen=True)
class FactInput:
    """A fact to be saved; `properties` are what it tells of whom.

    `verdicts` holds what a judge said of it against older facts, {id: Judgement}, and against earlier ones of the same
    batch, {"#position": Judgement}. `looked` and `read` are `prepare`'s.
    """

    content: str
    source_ids: Sequence[str] = ()
    event_time: datetime | None = None
    event_offset: int | None = None  # minutes east of UTC; without a time of its own, its latest source's
    tags: Sequence[str] = ()
    confidence: float = 1.0
    attributes: Mapping[str, Any] = field(default_factory=dict)
    entities: Sequence[linking.Mention] = ()
    source_role: str = ""
    verdicts: Mapping[str, Judgement] = field(default_factory=dict)
    properties: Sequence[properties.Property] = ()
    looked: Comparisons | None = None
    read: ReadFact | None = None


@one_call()
def prepare(namespace: Namespace, batch: Sequence[FactInput], actor: Actor) -> list[FactInput]:
    """The facts without secrets, read, and with what was found for each. What is prepared already is only compared with
    what came since.

    Raises InvalidInput for a text, confidence or tag that cannot be.
    """
    fresh = [fact for fact in batch if fact.read is None]
    for fact in fresh:
        facts.check_claim(fact.content, fact.tags, fact.confidence)
    ready = looked_up(namespace, _read(namespace, batch, actor))
    for _ in range(ROUNDS):
        if not (came := since(namespace, ready)):
            break
        ready = [compared(namespace, fact, came) for fact in ready]
    return ready


def _sources(namespace: Namespace, uids: set[str]) -> dict[str, Memory]:
    """What the service knows of the sources; which of them are missing is told inside the transaction."""
    rows = Memory.objects.within(namespace).only("uid", "content", "trust", "event_time", "event_offset")
    return {memory.uid: memory for part in parts(sorted(uids)) for memory in rows.filter(uid__in=part)}


def _masked(namespace: Namespace, fact: FactInput) -> tuple[FactInput, int]:
    """`fact` without secrets, and how many these were. What was looked for with them is looked for anew."""
    personal = namespace.own.mask_personal
    content, secrets = mask(fact.content, personal)
    tags, in_tags = mask_all(list(fact.tags), personal)
    attributes, in_attributes = mask_all(fact.attributes, personal)
    found = secrets + in_tags + in_attributes
    if not found:
        return fact, 0
    measuring.count(measuring.REDACTIONS, found, kind=Kind.FACT)
    looked = fact.looked if not secrets else None
    return replace(fact, content=content, tags=tags, attributes=attributes, looked=looked), found


def _read(namespace: Namespace, batch: Sequence[FactInput], actor: Actor) -> list[FactInput]:
    """The facts without secrets, each with how far it is trusted, what keeps it in quarantine, and what asks for a
    curator's look; those that are read already as they are."""
    sources = _sources(namespace, {uid for fact in batch if fact.read is None for uid in fact.source_ids})
    ready = list(batch)
    fresh = {place: _masked(namespace, fact) for place, fact in enumerate(batch) if fact.read is None}
    screened = _screened([fact for fact, _ in fresh.values()], sources, actor)
    for (place, (fact, masked)), one in zip(fresh.items(), screened, strict=True):
        said = [sources[uid] for uid in fact.source_ids if uid in sources]
        asks: list[reviews.Reason] = []
        if actor.origin in reviews.POLICED:
            asks = reviews.words_that_ask(
                namespace, fact.content, fact.source_role, [memory.content for memory in said]
            )
        language = chosen(namespace.own.language, fact.content)
        latest = max(said, key=lambda memory: memory.event_time, default=None)
        heard = timezone.now() if latest is None else latest.event_time
        durability = durability_of(
            fact.content, fact.tags, {told.name for told in fact.properties}, event_time=fact.event_time or heard,
            said=heard, language=language,
        )  # fmt: skip
        key = normalise(fact.content, language)
        is_asked = actor.origin == Origin.DERIVED and one.finding is not None
        before = repeating.asked_before(namespace, fact.content) if is_asked else None
        offset = fact.event_offset if fact.event_time or latest is None else latest.event_offset
        announced = beginnings.announced_day(
            fact.content, language, event_time=fact.event_time or heard, zone=beginnings.zone_of(namespace, offset)
        )
        ready[place] = replace(fact, read=ReadFact(key, one, durability, asks, masked, before, announced))
    return ready


def _screened(facts: Sequence[FactInput], sources: Mapping[str, Memory], actor: Actor) -> list[trust.Screened]:
    """How far each fact is trusted, and what keeps it in quarantine. Nobody waits for what the service itself derived:
    it is all read."""
    handed = []
    for fact in facts:
        stated = trust.of_statement(actor.origin, [sources[uid].trusted for uid in fact.source_ids if uid in sources])
        handed.append(trust.Handed(fact.content, stated, fact.tags, trust.sent(fact.attributes, actor.origin)))
    if actor.origin == Origin.DERIVED:
        found = [trust.finding(_as_read(one)) for one in handed]
    else:
        found = trust.findings(handed)
    return [trust.Screened(one.trust, finding) for one, finding in zip(handed, found, strict=True)]


def _as_read(derived: trust.Handed) -> trust.Handed:
    """An instruction is judged as what a tool says: it heads every block, and what a user pasted may have given it."""
    if INSTRUCTION not in derived.marks or derived.trust >= Trust.CURATOR:
        return derived
    marks = [mark for mark in derived.marks if mark != INSTRUCTION]
    return derived._replace(trust=min(derived.trust, Trust.TOOL), marks=marks)


def looked_up(namespace: Namespace, batch: Sequence[FactInput]) -> list[FactInput]:
    """The facts with what was found for each: in the indexes, in its text, and among the earlier ones of the batch that
    are most alike, as many as of the indexes. For what goes into quarantine nothing is looked for: it is compared with
    none, and names nobody."""
    share = linking.share(len(batch))
    rows = Memory.objects.within(namespace).facts().order_by("-rowid").values_list("pk", flat=True)
    newest = rows.first() or 0
    ready: list[FactInput] = []
    words: list[frozenset[str]] = []
    for fact in batch:
        if _is_kept(fact):
            words.append(frozenset())
            ready.append(replace(fact, looked=Comparisons([], newest)))
            continue
        words.append(frozenset(compared_words(fact.content, NEUTRAL)) if comparable(fact.content, "") else frozenset())
        looked = fact.looked
        if looked is None:
            looked = Comparisons(conflicts.candidates(namespace, fact.content), newest)
        if looked.named is None:
            near = [jaccard(words[-1], said) for said in words[:-1]]
            nearest = heapq.nlargest(conflicts.CANDIDATES, range(len(near)), key=near.__getitem__)
            earlier = {
                position: like
                for position in sorted(nearest)
                if near[position] >= conflicts.LEAST_ALIKE
                and (like := conflicts.compare(namespace, fact.content, Memory(content=ready[position].content))).alike
            }
            named = linking.names_in(namespace, fact.content, share)
            looked = replace(looked, named=named, earlier=earlier)
        ready.append(replace(fact, looked=looked))
    return ready


def _is_kept(fact: FactInput) -> bool:
    return fact.read is not None and fact.read.screened.finding is not None


def since(namespace: Namespace, batch: Sequence[FactInput]) -> list[Memory]:
    """The newest facts that came after the first of the batch was looked for."""
    seen = min((fact.looked.upto for fact in batch if fact.looked), default=None)
    if seen is None:
        return []
    rows = Memory.objects.within(namespace).active().facts().filter(pk__gt=seen)
    return list(rows.order_by("-rowid")[:MAX_SINCE])


def compared(namespace: Namespace, fact: FactInput, came: Sequence[Memory]) -> FactInput:
    """`fact` with the facts that `came` since it was looked for among its candidates."""
    looked = fact.looked
    if looked is None:
        return fact
    fresh = [] if _is_kept(fact) else [one for one in came if one.pk > looked.upto]
    new = [conflicts.compare(namespace, fact.content, one) for one in fresh]
    upto = max([looked.upto, *(one.pk for one in came)])
    return replace(fact, looked=replace(looked, candidates=[*looked.candidates, *new], upto=upto))
