"""Entities: the list, the page of one with its neighbourhood, and merging and splitting."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from ..models import Entity, EntityAlias, EntityType, Event, EventKind, Kind, Memory, MemoryEntity, Namespace, name_key
from ..models.lineage import held_at
from ..services.actors import Actor
from ..services.errors import ChangedSince, InvalidInput, StateConflict
from ..services.graph import entities, entity_undoing, likeness, proposals
from ..text import shortened, whole_number
from . import addresses, base, charts, entity_bulk, moments, roles, scope
from .site import page, show

MEMORIES_SHOWN = 30
NEIGHBOURS = 12
MONTHS = 12
TIMELINE_ROWS = 2000
MATCHES = 10
OLDEST = 200  # memories among which the first one is looked for


@admin.action(description="Set the type", permissions=["curate"])
def set_type(model_admin: Any, request: HttpRequest, queryset: QuerySet[Entity]) -> HttpResponse | None:
    return entity_bulk.preview(request, queryset)


@admin.register(Entity)
class EntityAdmin(base.DeskModelAdmin):
    list_display = ("called", "kind", "mention_count", "aliases_shown", "about")
    list_display_links = ("called",)
    list_filter = (("type", ChoicesDropdownFilter),)
    search_fields = ("name_key",)
    search_help_text = "By name or alias."
    ordering = ("-mention_count",)
    actions = [set_type]
    list_after_template = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entity]:
        return super().get_queryset(request).defer("embedding").prefetch_related("aliases")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Entity], search_term: str
    ) -> tuple[QuerySet[Entity], bool]:
        key = name_key(search_term)
        if not key:
            return queryset, False
        aliased = EntityAlias.objects.filter(alias_key__contains=key).values("entity_id")
        return queryset.filter(Q(name_key__contains=key) | Q(uid=search_term.strip()) | Q(pk__in=aliased)), False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        roles.require(request, roles.VIEW)
        entity = self.get_object(request, object_id)
        if entity is None:
            merged = addresses.taken_in_by(request, rowid=whole_number(object_id) or 0)
            return base.gone_page(request, self.opts, taken_in_by=merged)
        return addresses.public(request, entity) or entity_page(request, entity)

    @display(description="Name", ordering="canonical_name")
    def called(self, entity: Entity) -> str:
        return format_html('<span class="desk-claim">{}</span>', entity.canonical_name)

    @display(description="Type", ordering="type")
    def kind(self, entity: Entity) -> str:
        return base.badge(entity.type, "")

    @display(description="Also called")
    def aliases_shown(self, entity: Entity) -> str:
        return ", ".join(alias.alias for alias in list(entity.aliases.all())[:4]) or "–"

    @display(description="Summary")
    def about(self, entity: Entity) -> str:
        return shortened(entity.summary, 120)


def entity_page(request: HttpRequest, entity: Entity) -> HttpResponse:
    """One entity: what is known of it, what stands around it, what it may be the same as."""
    namespace = Namespace.objects.get(pk=entity.namespace_id)
    known = entities.memories_of(namespace, entity).defer("embedding")
    moment, now = moments.moment_of(request), known
    if moment.past:
        there = Memory.objects.within(namespace).filter(entity_links__entity=entity).defer("embedding")
        known = there.filter(held_at(moment.valid_at, moment.known_at))
    facts = list(known.filter(kind=Kind.FACT).order_by("-rowid")[:MEMORIES_SHOWN])
    turns = list(known.filter(kind=Kind.EPISODE).order_by("-rowid")[: MEMORIES_SHOWN // 2])
    events = list(Event.objects.within(namespace).about(entity.uid).order_by("-seq")[:50])
    aliases = list(entity.aliases.order_by("alias"))
    numbers = entity_undoing.holding(namespace, entity)
    held = [event for event in events if event.seq in numbers]
    undoable = _undoable(held, entity, {alias.alias_key for alias in aliases})
    return show(
        request, "entity.html", entity.canonical_name,
        entity=entity,
        aliases=aliases,
        facts=facts,
        turns=turns,
        moment=moment,
        times=moments.fields(moment, _since(now)),
        timeline=(timeline := _timeline(entity, now)),
        timeline_scale=charts.scale(timeline),
        neighbours=entities.neighbours(namespace, entity, NEIGHBOURS),
        history=[_told(event, event.seq in undoable) for event in events],
        types=EntityType.choices,
        opts=Entity._meta,
    )  # fmt: skip


def _since(known: QuerySet[Memory]) -> datetime | None:
    """When the first of the oldest memories was said; all of them would be a walk over thousands of rows."""
    return min(known.order_by("rowid").values_list("event_time", flat=True)[:OLDEST], default=None)


def _timeline(entity: Entity, known: QuerySet[Memory]) -> list[charts.Bar]:
    """Memories a month, the last twelve that have any."""
    months = Counter(
        f"{moment:%Y-%m}" for moment in known.order_by("-rowid").values_list("event_time", flat=True)[:TIMELINE_ROWS]
    )
    link = reverse("admin:memory_memory_changelist")
    return charts.bars(
        [
            (
                month,
                months[month],
                f"{link}?entity={entity.uid}&event_time_from={month}-01&event_time_to={_last_day(month)}",
            )
            for month in sorted(months)[-MONTHS:]
        ]
    )


def _last_day(month: str) -> str:
    year, number = map(int, month.split("-"))
    return f"{month}-{monthrange(year, number)[1]}"


# Of a fact, the same kind of event speaks of duplicates.
TOLD = {EventKind.MERGED: "took another entity in"}


def _told(event: Event, undoable: bool) -> dict[str, Any]:
    what = {
        "alias_added": lambda: event.after.get("alias", ""),
        "alias_removed": lambda: event.before.get("alias", ""),
        "merged": lambda: format_html(
            "<bdi>{}</bdi>, {} memories", event.before["entity"]["canonical_name"], len(event.before["memories"])
        ),
        "split": lambda: (
            f"{len(event.before['memories'])} memories, aliases: {', '.join(event.before['aliases']) or 'none'}"
        ),
        "renamed": lambda: (
            f"{event.before.get('canonical_name', '')} → {event.after.get('canonical_name', '')}".strip(" →")
            or f"{event.before} → {event.after}"
        ),
    }
    return {
        "event": event,
        "verb": TOLD.get(EventKind(event.kind)) or EventKind(event.kind).label.lower(),
        "what": what[event.kind]() if event.kind in what else "",
        "undoable": undoable,
    }


def _undoable(events: list[Event], entity: Entity, names: set[str]) -> set[int]:
    """Of an entity's events that hold, those that there is something to take back of, by their numbers.

    `names` are the keys of its aliases.
    """
    found = set()
    for event in events:
        match event.kind:
            case EventKind.MERGED | EventKind.SPLIT:
                there = True
            case EventKind.ALIAS_ADDED:
                there = name_key(event.after["alias"]) in names
            case EventKind.ALIAS_REMOVED:
                there = name_key(event.before["alias"]) not in names
            case EventKind.RENAMED:
                there = all(getattr(entity, field) == value for field, value in event.after.items())
            case _:
                there = False
        if there:
            found.add(event.seq)
    return found


@page("memory/entity/<key:pk>/graph/", "memory_graph")
def graph(request: HttpRequest, pk: int) -> HttpResponse:
    """An entity with its neighbours, and how these hang together, as {centre, nodes, edges}."""
    entity = addresses.entity_in_sight(request, pk)
    around = entities.neighbours(entity.namespace, entity, NEIGHBOURS)
    keys = [other.pk for other, _ in around]
    nodes = [_node(entity, 0)] + [_node(other, shared) for other, shared in around]
    edges = [{"a": entity.pk, "b": other.pk, "n": shared} for other, shared in around]
    return JsonResponse({"centre": entity.pk, "nodes": nodes, "edges": edges + _between(entity, keys)})


def _node(entity: Entity, shared: int) -> dict[str, Any]:
    return {
        "id": entity.pk, "name": entity.canonical_name, "type": entity.type, "mentions": entity.mention_count,
        "shared": shared, "url": reverse("admin:memory_entity_change", args=[entity.pk]),
        "graph": reverse("admin:memory_graph", args=[entity.pk]),
    }  # fmt: skip


def _between(entity: Entity, keys: list[int]) -> list[dict[str, int]]:
    """Which neighbours are spoken of together, in the newest memories about the centre."""
    about = MemoryEntity.objects.filter(entity=entity).order_by("-memory_id").values("memory_id")[:500]
    together: Counter[tuple[int, int]] = Counter()
    by_memory: dict[int, list[int]] = {}
    for memory, other in MemoryEntity.objects.filter(memory_id__in=about, entity_id__in=keys).values_list(
        "memory_id", "entity_id"
    ):
        by_memory.setdefault(memory, []).append(other)
    for others in by_memory.values():
        together.update((a, b) for a in others for b in others if a < b)
    return [{"a": a, "b": b, "n": n} for (a, b), n in together.most_common(30)]


@page("memory/entity/<key:pk>/act/", "memory_entity_act", roles.CURATE)
@require_POST
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of one entity, through the services."""
    entity = addresses.entity_in_sight(request, pk)
    namespace, uid, who, target = entity.namespace, entity.uid, base.actor(request), pk
    verb, sent = request.POST.get("verb", ""), request.POST
    if verb == "alias":
        known = set(entity.aliases.values_list("pk", flat=True))
        base.attempt(
            request, lambda: entities.add_alias(namespace, uid, sent.get("alias", ""), actor=who),
            lambda added: base.ALREADY if added.pk in known else "Alias added: the next extraction knows it.",
        )  # fmt: skip
    elif verb == "unalias":
        base.attempt(
            request, lambda: entities.remove_alias(namespace, uid, sent.get("alias", ""), actor=who), "Alias removed."
        )
    elif verb == "rename":
        _rename(request, entity, who)
    elif verb == "merge":
        kept = base.attempt(
            request, lambda: entities.merge(namespace, uid, _chosen(sent.get("into", "")), actor=who),
            lambda kept: _merged(entity, kept),
        )  # fmt: skip
        target = kept.pk if kept is not None else pk
    elif verb == "undo":
        seq = whole_number(sent.get("seq", "")) or 0
        if Event.objects.within(namespace).about(uid).filter(seq=seq).exists():
            base.attempt(request, lambda: entity_undoing.undo(namespace, seq, actor=who), "Taken back.")
        else:
            messages.error(request, f"No event {seq} of this entity.")
    else:
        messages.error(request, "There is no such action.")
    return HttpResponseRedirect(reverse("admin:memory_entity_change", args=[target]))


def _rename(request: HttpRequest, entity: Entity, who: Actor) -> None:
    """Give an entity a name and a type in the place of those that the page showed (`was`); refused where they are
    others by now, unless they are these already: who changes the one would put the other back."""
    sent = request.POST
    kind, _, name = sent.get("was", "").partition(" ")
    shown = (kind, name) if "was" in sent else None

    def change() -> Entity:
        try:
            return entities.rename(
                entity.namespace, entity.uid, sent.get("name", ""), kind=sent.get("type"), actor=who, shown=shown
            )
        except ChangedSince as error:
            entity.refresh_from_db(fields=["canonical_name", "type"])
            raise StateConflict(
                f"not stored: it was changed meanwhile, to {entity.canonical_name} ({entity.get_type_display()}). "
                "Yours waits below; send it to put it in the place of that"
            ) from error

    base.attempt(request, change, lambda renamed: _renamed(entity, renamed))


def _renamed(before: Entity, after: Entity) -> str:
    """What became of a name and a type, in words."""
    said = []
    if before.canonical_name != after.canonical_name:
        aside = after.aliases.filter(alias_key=before.name_key).exists()
        said.append("Renamed; the old name stays as an alias." if aside else "Renamed.")
    if before.type != after.type:
        said.append("The type is another now.")
    return " ".join(said) or base.ALREADY


def _merged(gone: Entity, kept: Entity) -> str:
    """That one entity took another in, and what became of its name, which a third one may have."""
    named = gone.name_key == kept.name_key or kept.aliases.filter(alias_key=gone.name_key).exists()
    name = f"{gone.canonical_name} is now one of its names" if named else "the name stays with a third entity"
    return f"Merged: {name}. Undo it in the history below."


def _chosen(uid: str) -> str:
    """The entity to keep. A name that was typed and not picked from the list below it names none."""
    if not uid:
        raise InvalidInput("nothing was chosen: begin to type the name of the one to keep, and pick it", "into")
    return uid


@page("memory/entity/duplicates/", "memory_duplicates")
def duplicates(request: HttpRequest) -> HttpResponse:
    """Entities that may be one, with the reason."""
    desk = scope.desk_of(request)
    found = likeness.suggest_duplicates(desk.namespace, 50) if desk.namespace else []
    return show(request, "duplicates.html", "Suggested duplicates", suggestions=found, opts=Entity._meta)


@page("memory/entity/propose/", "memory_propose", roles.CURATE)
@require_POST
def propose(request: HttpRequest) -> HttpResponse:
    """Put what is suggested now into the inbox, and go there."""
    namespace = scope.desk_of(request).namespace
    if namespace is None:
        messages.error(request, "Pick one namespace to compare its entities.")
        return HttpResponseRedirect(reverse("admin:memory_duplicates"))
    proposals.refresh(namespace)
    asked = urlencode({"namespace": namespace.name, "kind": "proposal"})
    return HttpResponseRedirect(f"{reverse('admin:memory_inbox')}?{asked}")


@page("memory/entity/find/", "memory_entity_find")
def find(request: HttpRequest) -> HttpResponse:
    """Entities by the beginning of their name: for the field that picks what to merge into."""
    key = name_key(request.GET.get("q", ""))
    desk = scope.desk_of(request)
    rows = desk.rows(Entity).filter(name_key__startswith=key).order_by("-mention_count")[:MATCHES] if key else []
    return JsonResponse(
        {"found": [{"id": e.uid, "name": e.canonical_name, "type": e.type, "mentions": e.mention_count} for e in rows]}
    )
