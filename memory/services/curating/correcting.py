"""Correcting a fact: another text takes its place, and is set against what is known already, as any new fact is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils import timezone

from ... import background
from ...language import chosen
from ...models import (
    Change,
    ChangeKind,
    ConflictKind,
    EventKind,
    Memory,
    Namespace,
    Origin,
    Supersession,
    SupersessionKind,
    SupersessionWay,
    Trust,
)
from ...redaction import mask, mask_all
from ...search.vectors import LiveIndex
from ...search.vectors import retire as retire_vectors
from ...similarity import is_duplicate, normalise
from ...text import plain_lines
from .. import beginnings, history, trust, validity
from ..actors import Actor
from ..errors import StateConflict
from ..graph import linking
from ..memories import conflicts, facts, lineage, making, places, tombstones
from ..talk.episodes import EMBED_TASK
from ..writing import writing


@dataclass(frozen=True)
class ReadCorrection:
    """What the new text tells by itself, masked. `near` are facts that it may repeat or contradict; `tags` are None
    where the old fact's stay."""

    content: str
    reason: str
    tags: list[str] | None
    screened: trust.Screened
    named: linking.NamesFound
    near: Sequence[conflicts.Lookalike]


def read(
    namespace: Namespace, content: str, *, actor: Actor, reason: str = "", tags: Sequence[str] | None = None
) -> ReadCorrection:
    """Read a correction, for `correct`. Call it before any transaction: it takes time, and other writers would wait.
    Raises InvalidInput for what no fact can be."""
    facts.check_claim(content, tags or ())
    personal = namespace.own.mask_personal
    content, reason = mask(content, personal).text, mask(reason, personal).text
    tags = None if tags is None else mask_all(tags, personal)[0]
    screened = trust.screened(content, trust.OF_ORIGIN[actor.origin], tags or ())
    near = [] if screened.finding else conflicts.nearest(conflicts.candidates(namespace, content))
    return ReadCorrection(content, reason, tags, screened, linking.names_in(namespace, content), near)


def correct(
    namespace: Namespace,
    uid: str,
    correction: str | ReadCorrection,
    *,
    actor: Actor,
    reason: str = "",
    tags: Sequence[str] | None = None,
    kind: SupersessionKind = SupersessionKind.WRONG,
    change: Change | None = None,
    settled_with: Collection[int] = (),
) -> Memory:
    """Replace a fact: the old one is retired, the new one supersedes it and keeps its sources. Answers the new one.
    A text that goes into quarantine replaces nothing.

    The old one was `wrong` (it never held: the new one is told of the same time), is `outdated` (it held until now) or
    is `refined` (it holds, and the new one tells more). What the new one may contradict waits in a conflict with it, as
    with any new fact, but for those facts that are `settled_with` it (rowids). Raises StateConflict where another fact
    that holds says the new text already.

    `correction` is the new text, or what `read` made of it, where a transaction is open: `reason` and `tags` go with
    the text.
    """
    if isinstance(correction, str):
        correction = read(namespace, correction, actor=actor, reason=reason, tags=tags)
    content, reason, tags, screened = correction.content, correction.reason, correction.tags, correction.screened
    with writing(namespace):
        old = facts.active_fact(namespace, uid)
        if says_already(old, content):
            raise StateConflict("the correction says what the fact says already")
        _check_person(old, actor)
        beside = _beside(namespace, correction.near, {old.pk, *settled_with})
        _check_news(namespace, content, beside)
        change = change or history.begin(namespace.pk, ChangeKind.CORRECT, actor, comment=reason)
        before = history.snapshot(old)
        now = timezone.now()
        new = making.row(
            namespace,
            content,
            screened,
            session_id=old.session_id,
            source_role=old.source_role,
            event_time=now if kind == SupersessionKind.OUTDATED else old.event_time,
            event_offset=old.event_offset,
            base_set_at=now,
            decay_rate=old.decay_rate,
            durability=old.durability,
            origin=actor.origin,
            tags=list(tags) if tags is not None else old.tags,
            attributes={**old.attributes, **({"correction_reason": reason} if reason else {})},
        )
        said = old.source_links.aggregate(last=Max("source__event_time"))["last"]
        sources = list(old.source_links.values_list("source", flat=True))
        announced = beginnings.announced_day(
            content, chosen(namespace.own.language, content), event_time=new.event_time,
            zone=beginnings.zone_of(namespace, old.event_offset),
        )  # fmt: skip
        making.make(namespace, [making.Draft(new, screened, sources, said, announced)])
        if screened.finding:
            history.append(change, new.uid, EventKind.REMEMBERED, after=history.snapshot(new), reason=reason)
            return new
        linking.link(new, named=correction.named)
        displaced = places.displaced_by_plan(old)
        lineage.replace(old, new, change, kind)
        old.valid_until = old.invalid_at = now
        old.save(update_fields=["valid_until", "invalid_at"])
        validity.follow(old, now)
        retire_vectors(LiveIndex.read(), [old.pk])
        if actor.origin == Origin.CURATOR and kind == SupersessionKind.WRONG:
            tombstones.reject(old)
        history.append(
            change, old.uid, EventKind.CORRECTED, before=before,
            after={**history.snapshot(old), "replaced_by": new.uid}, reason=reason,
        )  # fmt: skip
        history.append(change, new.uid, EventKind.REMEMBERED, after=history.snapshot(new), reason=reason)
        if displaced and announced is None and not _begins(old, content):
            places.let_stand(displaced, change)
            _ask(displaced, new, actor, settled_with)
        elif displaced or kind != SupersessionKind.OUTDATED:
            lineage.move_ends(old, new, change)
        conflicts.apply(namespace, new, beside, {}, actor=actor, fresh=True)
    background.wake(EMBED_TASK)
    return new


def _begins(plan: Memory, content: str) -> bool:
    """Whether `content` tells of what `plan` announces as of something that is so already."""
    language = chosen(plan.namespace.own.language, plan.content, content)
    told = language.changes.once_begun(plan.content)
    return told is not None and is_duplicate(told, content, language)


def _ask(displaced: Sequence[places.Displaced], new: Memory, actor: Actor, settled_with: Collection[int]) -> None:
    """What replaced a plan announces nothing, and may end all the same what the plan was to end: a person knows."""
    for one in displaced:
        if one.fact.active and one.fact.pk not in settled_with:
            conflicts.pair(new.namespace, new, one.fact, ConflictKind.UPDATE, "the plan was corrected", actor.name)


def says_already(memory: Memory, content: str) -> bool:
    """Whether `content` is the text of `memory` as it stands, however their lines end: a form has one end for all."""
    return plain_lines(memory.content) == plain_lines(content.strip())


def made_before(old: Memory, content: str, actor: Actor) -> Memory | None:
    """The fact that took the place of `old` when `actor` corrected it to just this text; None where that did not
    happen, or no longer stands."""
    text = mask(content, old.namespace.own.mask_personal).text.strip()
    rows = Supersession.objects.standing().filter(old=old, way=SupersessionWay.CORRECTED, by=actor.name)
    made = rows.filter(new__content=text).select_related("new").defer("new__embedding").last()
    return made.new if made is not None and made.new.active else None


def _beside(
    namespace: Namespace, near: Sequence[conflicts.Lookalike], without: Collection[int]
) -> list[conflicts.Lookalike]:
    """Of the facts near the new text those that hold now, as they stand, but for those of the rowids `without`."""
    holding = Memory.objects.within(namespace).active().facts().holding().exclude(pk__in=without)
    rows = {row.pk: row for row in holding.filter(pk__in=[one.memory.pk for one in near]).defer("embedding")}
    return [replace(one, memory=rows[one.memory.pk]) for one in near if one.memory.pk in rows]


def _check_news(namespace: Namespace, content: str, beside: Sequence[conflicts.Lookalike]) -> None:
    for one in beside:
        language = chosen(namespace.own.language, one.memory.content, content)
        if one.same and normalise(one.memory.content, language) == normalise(content, language):
            raise StateConflict(f"{one.memory.uid} says this already: retire this one, or merge the two")


def _check_person(memory: Memory, actor: Actor) -> None:
    """Raises StateConflict where a curator stands behind `memory` and a tool, an import or a run would replace it."""
    if memory.trusted == Trust.CURATOR and trust.OF_ORIGIN[actor.origin] < Trust.AGENT:
        raise StateConflict(f"a curator wrote {memory.uid}: a curator replaces it")
