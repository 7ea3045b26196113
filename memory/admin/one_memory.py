"""The page of one memory: its evidence, curve and history, and each change that a person may make of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from ..models import (
    ChangeKind,
    Conflict,
    ConflictStatus,
    Event,
    EventKind,
    Kind,
    Memory,
    Origin,
    Review,
    Supersession,
    SupersessionWay,
    Validity,
)
from ..services.actors import Actor
from ..services.curating import correcting, undoing
from ..services.errors import ChangedSince, StateConflict
from ..services.handing import ledger
from ..services.memories import facts
from ..text import tags_in, whole_number
from . import again, base, charts, evidence, moments, roles, scope, words
from .site import page, show

AROUND = 3
DERIVED_LIMIT = 50


def show_page(request: HttpRequest, memory: Memory) -> HttpResponse:
    """All that is known of one memory, and what can be done with it. A fixed number of queries."""
    events = list(Event.objects.within(memory.namespace_id).about(memory.uid).order_by("-seq")[:100])
    sources = [
        link.source
        for link in memory.source_links.select_related("source").defer("source__embedding").order_by("source_id")[:30]
    ]
    derived = [
        link.memory
        for link in memory.derived_links.select_related("memory")
        .defer("memory__embedding")
        .order_by("-memory_id")[:DERIVED_LIMIT]
    ]
    conflicts = list(
        Conflict.objects.within(memory.namespace_id)
        .filter(Q(new_fact=memory) | Q(old_fact=memory))
        .select_related("new_fact", "old_fact").order_by("-pk")[:20]
    )  # fmt: skip
    recalls = list(memory.recalls.order_by("-at")[:200])
    later, earlier = _chain(memory)
    anchors = _anchors(memory, [recall.at for recall in recalls], events) if memory.kind == Kind.FACT else []
    moment, rows = moments.moment_of(request), moments.stretches(memory)
    taken_back = undoing.taken_back(memory.namespace, events)
    return show(
        request, "memory.html", str(memory),
        memory=memory,
        states=states(memory),
        sources=[
            {"memory": source, "pieces": evidence.marked(source.content, memory.content)} for source in sources
        ],
        derived=derived,
        entities=list(memory.entities.order_by("-mention_count")[:30]),
        conflicts=conflicts,
        reviews=list(Review.objects.within(memory.namespace_id).filter(subject=memory).order_by("-pk")[:20]),
        recalls=recalls[:10],
        sessions_told=ledger.sessions_told(memory),
        handed=list(ledger.handed(memory).order_by("-context_id")[:10]),
        later=later,
        earlier=earlier,
        curve=_curve(memory, anchors) if anchors else None,
        moment=moment,
        times=moments.fields(moment, *_span(memory, rows)),
        then=moments.told_of(memory, rows, moment) if moment.past else None,
        confidence_then=charts.confidence_at(anchors, memory.decay_rate, moment.known) if anchors else None,
        threshold=settings.MEMORY_DECAY_THRESHOLD,
        history=[shown_event(event, taken_back) for event in events],
        opts=Memory._meta,
    )  # fmt: skip


def states(memory: Memory) -> list[str]:
    """What is special about a memory, in words."""
    found = [] if memory.active else ["in quarantine" if memory.quarantine else "retired"]
    if memory.superseded:
        found.append("to be superseded" if memory.holds_still else "superseded")
    if memory.protected and memory.kind == Kind.FACT:
        found.append("protected")
    if memory.origin == Origin.CURATOR:
        found.append("by a curator")
    return found


def _chain(memory: Memory) -> tuple[list[Memory], list[Memory]]:
    """The memory that replaced this one last, and those that it replaced."""
    standing = Supersession.objects.standing().select_related("old", "new").defer("old__embedding", "new__embedding")
    later = standing.filter(old=memory).exclude(way=SupersessionWay.INHERITED).last()
    return [later.new] if later is not None else [], [row.old for row in standing.filter(new=memory)]


def _span(memory: Memory, rows: list[Validity]) -> tuple[datetime, list[datetime]]:
    """Since when there is something to tell of a memory, and the moments at which that changed."""
    marks = [memory.created_at, memory.event_time, memory.valid_until]
    marks += [mark for row in rows for mark in (row.valid_from, row.valid_to, row.known_from, row.known_to)]
    told = [mark for mark in marks if mark is not None]
    return min(told), told


def _anchors(memory: Memory, recalls: list[Any], events: list[Event]) -> list[charts.Anchor]:
    """From when on confidence falls from what: recalls bring it back to its base, changes set the base."""
    changes = sorted(
        (event.at, float(event.after["base_confidence"])) for event in events if "base_confidence" in event.after
    )
    anchors = [charts.Anchor(at, base) for at, base in changes]
    if not anchors or anchors[0].at > memory.created_at:
        told = {**events[-1].after, **events[-1].before} if events else {}
        first = float(told.get("base_confidence", memory.base_confidence))
        anchors.insert(0, charts.Anchor(memory.created_at, first))
    for at in recalls:
        base = next((one.base for one in reversed(anchors) if one.at <= at), memory.base_confidence)
        anchors.append(charts.Anchor(at, base))
    anchors.append(charts.Anchor(memory.decay_origin(), memory.base_confidence))
    return anchors


def _curve(memory: Memory, anchors: list[charts.Anchor]) -> charts.Curve:
    """Confidence as it was and as it will be."""
    moment, threshold = memory.valid_until or timezone.now(), settings.MEMORY_DECAY_THRESHOLD
    return charts.decay_curve(anchors, memory.decay_rate, moment, threshold, ended=not memory.active)


FOR_GOOD = {EventKind.REFLECTED}  # what undoing would make no sense of


def shown_event(event: Event, taken_back: Collection[int]) -> dict[str, Any]:
    """An event of the history as the page shows it; `taken_back` are the numbers of those that hold no more."""
    return {
        "event": event,
        "verb": EventKind(event.kind).label.lower(),
        "changes": evidence.changes(event.before, event.after) if event.before else [],
        "taken_back": event.seq in taken_back,
        "undoable": event.kind not in FOR_GOOD and event.seq not in taken_back,
    }


def in_sight(request: HttpRequest, pk: int) -> Memory:
    """A memory of what was granted; anything else is not found."""
    rows = scope.desk_of(request).granted_rows(Memory).select_related("namespace").defer("embedding")
    return get_object_or_404(rows, pk=pk)


@page("memory/memory/<key:pk>/around/", "memory_around")
def around(request: HttpRequest, pk: int) -> HttpResponse:
    """The turns before and after one, for the evidence of a fact."""
    turn = in_sight(request, pk)
    turns = Memory.objects.within(turn.namespace_id).episodes().filter(session_id=turn.session_id).defer("embedding")
    before = list(turns.filter(pk__lt=pk).order_by("-rowid")[:AROUND])[::-1]
    after = list(turns.filter(pk__gt=pk).order_by("rowid")[:AROUND])
    return render(request, "memory_admin/around.html", {"before": before, "turn": turn, "after": after})


@page("memory/memory/<key:pk>/act/", "memory_act", roles.CURATE)
@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of one memory, through the services."""
    memory = in_sight(request, pk)
    namespace, uid, who = memory.namespace, memory.uid, base.actor(request)
    verb, reason = request.POST.get("verb", ""), request.POST.get("reason", "").strip()
    target = memory.pk

    if verb == "correct":
        target = _correct(request, memory, who, reason)
    elif verb == "undo":
        _undo(request, memory, who)
    elif verb == "tags":
        _set_tags(request, memory, who)
    elif verb == "confidence":
        base.attempt(
            request,
            lambda: facts.edit(namespace, uid, actor=who, confidence=number(request.POST.get("confidence", ""))),
            _if_changed(memory, "Confidence changed."),
        )
    elif verb in SIMPLE:
        change, done = SIMPLE[verb]
        base.attempt(request, lambda: change(memory, who, reason, None), _if_changed(memory, done))
    else:
        messages.error(request, "There is no such action.")
    return HttpResponseRedirect(reverse("admin:memory_memory_change", args=[target]))


def _if_changed(memory: Memory, done: str) -> Callable[[Any], str]:
    """What to say after a change of `memory`: `done` where history tells of one, which it does not where the memory was
    so already. Ask for it before the change."""
    told = Event.objects.within(memory.namespace_id).about(memory.uid)
    before = told.count()
    return lambda _: done if told.count() > before else base.ALREADY


def _correct(request: HttpRequest, memory: Memory, who: Actor, reason: str) -> int:
    """Correct the text; answers the key of the memory to go on with. Where a colleague was quicker, that is what stands
    now, and what was typed here waits beside it; a double click corrects once."""
    text = request.POST.get("content", "")

    def corrected() -> Memory | None:
        """None where a colleague was quicker by a moment."""
        try:
            return _corrected(memory, text, who, reason)
        except StateConflict:
            if _taken_by(memory, text, who) is None:
                raise
            return None

    quicker = _taken_by(memory, text, who)
    if quicker is None:
        done = "Corrected: the new text took the place of the old one. Undo it in the history below."
        new: Memory | None = base.attempt(request, corrected, lambda made: done if made is not None else "")
        if new is not None:
            return new.pk
        quicker = _taken_by(memory, text, who)
    if quicker is None:
        return memory.pk
    messages.error(request, "Not stored: it was corrected meanwhile. Below is what stands now, with your text.")
    again.keep(
        request, reverse("admin:memory_act", args=[quicker.pk]), evidence.difference(quicker.content, text.strip())
    )
    return quicker.pk


def _taken_by(memory: Memory, text: str, who: Actor) -> Memory | None:
    """What took the place of the memory by now, unless this person made it of the same text."""
    if Memory.objects.within(memory.namespace_id).active().filter(pk=memory.pk).exists():
        return None
    later, _ = _chain(memory)
    return later[0] if later and correcting.made_before(memory, text, who) is None else None


def _corrected(memory: Memory, text: str, who: Actor, reason: str) -> Memory:
    """What correcting makes of the memory, or made of it when this person sent the same a moment ago: the first of two
    clicks may be done while the second is under way."""
    try:
        return correcting.correct(memory.namespace, memory.uid, text, actor=who, reason=reason)
    except StateConflict:
        made = correcting.made_before(memory, text, who)
        if made is None:
            raise
        return made


def _set_tags(request: HttpRequest, memory: Memory, who: Actor) -> None:
    """Put tags in the place of those that the page showed (`was`); refused where they are others by now, unless they
    are these already. A stored tag that has a comma stays one tag while all of its words are there."""
    written, was = tags_in(request.POST.get("tags", "")), request.POST.get("was")
    whole = {word: tag for tag in memory.tags if set(tags_in(tag)) <= set(written) for word in tags_in(tag)}
    tags = list(dict.fromkeys(whole.get(word, word) for word in written))
    is_shown = was is None or tags_in(was) == tags_in(", ".join(memory.tags))

    def change() -> Memory:
        # A colleague's request may come between this look at the tags and the change.
        shown = None if was is None else memory.tags if is_shown else tags_in(was)
        try:
            return facts.edit(memory.namespace, memory.uid, actor=who, tags=tags, shown_tags=shown)
        except ChangedSince as error:
            memory.refresh_from_db(fields=["tags"])
            raise StateConflict(
                f"not stored: the tags were changed meanwhile, to {', '.join(memory.tags) or 'none'}. Yours wait "
                "below; save them to put them in their place"
            ) from error

    base.attempt(request, change, _if_changed(memory, "Tags changed."))


def _undo(request: HttpRequest, memory: Memory, who: Actor) -> None:
    """Take one change back; where that was the decision of a conflict, say that it waits for another one."""
    seq = whole_number(request.POST.get("seq", "")) or 0
    event = Event.objects.within(memory.namespace_id).about(memory.uid).filter(seq=seq).first()
    if event is None:
        messages.error(request, f"No event {seq} of this memory.")
        return
    if undoing.taken_back(memory.namespace, [event]):  # a second click, or a page that is older than the first
        messages.info(request, "It was taken back already.")
        return
    sides = Q(new_fact=memory) | Q(old_fact=memory)
    waiting = Conflict.objects.within(memory.namespace_id).filter(sides, status=ConflictStatus.OPEN)
    before = waiting.count()
    others = _undone_with(memory, seq)
    whole = f", with what was decided of {others} other{'' if others == 1 else 's'} at once" if others else ""
    whole += words.with_later(undoing.later_changes(memory.namespace, event.change))
    base.attempt(
        request,
        lambda: undoing.undo(memory.namespace, seq, actor=who),
        lambda _: f"Taken back{', and the conflict is open again' if waiting.count() > before else whole}.",
    )


def _undone_with(memory: Memory, seq: int) -> int:
    """How many other facts were decided with this one at once, and are undone with it."""
    decided = Event.objects.within(memory.namespace_id).filter(seq=seq, change__kind=ChangeKind.REVIEW)
    together = Review.objects.within(memory.namespace_id).filter(decided_in__in=decided.values("change"))
    return together.exclude(subject=memory).values("subject").distinct().count()


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return -1.0  # the service says what a confidence must be


SIMPLE: dict[str, tuple[Any, str]] = {
    "confirm": (
        lambda m, who, reason, part: facts.confirm(m.namespace, m.uid, actor=who, change=part),
        "Confirmed: confidence 1, and decay leaves it alone.",
    ),
    "retire": (
        lambda m, who, reason, part: facts.retire(m.namespace, m.uid, actor=who, reason=reason, change=part),
        "Retired: agents no longer see it. Restore brings it back whole.",
    ),
    "restore": (
        lambda m, who, reason, part: facts.restore(m.namespace, m.uid, actor=who, reason=reason, change=part),
        "Restored.",
    ),
    "protect": (
        lambda m, who, reason, part: facts.edit(m.namespace, m.uid, actor=who, protected=True, change=part),
        "Protected: decay leaves it alone.",
    ),
    "unprotect": (
        lambda m, who, reason, part: facts.edit(m.namespace, m.uid, actor=who, protected=False, change=part),
        "It decays again.",
    ),
}
