"""What one card shows: what is to be decided, the words that it rests on, and the decisions with their keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse

from ...models import (
    Conflict,
    ConflictStatus,
    Entity,
    EntityProposal,
    InboxNote,
    Kind,
    Memory,
    MemoryEntity,
    MemorySource,
    Question,
    QuestionAnswer,
    Review,
    ReviewReason,
    Session,
    Supersession,
    SupersessionWay,
)
from ...screening.invisible import revealed
from ...text import shortened
from .. import evidence
from ..scope import Desk
from . import keeping
from .items import QUESTIONED, TABLES, TITLES, InboxItem, ItemKind

SOURCES = 5  # of a fact
TURNS = 3  # of a session that failed
KNOWN = 3  # memories of an entity
SAID = 120  # characters of a fact that a sentence about another one quotes

Decision = dict[str, Any]


def _decision(decision: str, label: str, key: str, tone: str = "", *, text: bool = False) -> Decision:
    """A decision as its button shows it; `text` is whether it wants a text to be written first."""
    return {"decision": decision, "label": label, "key": key, "tone": tone, "text": text}


DECISIONS = {
    ItemKind.REVIEW: [
        _decision("accept", "Accept", "a", "main"), _decision("correct", "Correct", "c", text=True),
        _decision("reject", "Reject", "r", "bad"),
    ],
    ItemKind.CONFLICT: [
        _decision("new", "The new one holds", "n", "main"), _decision("old", "The old one holds", "o", "main"),
        _decision("both", "Both hold", "b"), _decision("correct", "Correct the new one", "c", text=True),
    ],
    ItemKind.PROPOSAL: [
        _decision("merge", "Merge", "m", "main"), _decision("apart", "Not the same", "d"),
    ],
    ItemKind.SESSION: [
        _decision("retry", "Try again", "t", "main"), _decision("leave", "Leave it", "l", "bad"),
    ],
}  # fmt: skip
OF_REASON = {
    ReviewReason.QUARANTINED: [
        _decision("accept", "Release it", "a"), _decision("reject", "Keep it away", "r", "main"),
    ],
    ReviewReason.CONFIRMATION: [
        _decision("accept", "Keep it for good", "a", "main"), _decision("reject", "Leave it as it was", "r"),
    ],
    ReviewReason.DECAY_STOPPED: [
        _decision("accept", "Let them fade", "a"), _decision("reject", "Spare them", "r", "main"),
    ],
}  # fmt: skip
HINTS = {
    ItemKind.REVIEW: "Accept sets the confidence to 1. Reject retires the fact. Correct puts your text in its place.",
    ItemKind.CONFLICT: "What does not hold falls to confidence 0.3 and stays out of answers while the other shows.",
    ItemKind.PROPOSAL: "Merge makes one entity of the two. Not the same: they are not proposed again.",
    ItemKind.SESSION: "Leave it: its turns stay, and nothing is learnt from those that wait.",
}
HINT_OF_REASON = {
    ReviewReason.QUARANTINED: "Release hands it to agents again. Keep it away leaves it where no model sees it.",
    ReviewReason.CONFIRMATION: "For good: confidence 1, and it does not fade.",
    ReviewReason.DECAY_STOPPED: "Let them fade starts the run again and retires them. Spare them keeps them all.",
}


def built(desk: Desk, items: Iterable[InboxItem]) -> list[dict[str, Any]]:
    """The cards of those items that were granted and are there, in that order."""
    wanted = list(items)
    made: dict[str, dict[str, Any]] = {}
    for kind, build in ((ItemKind.REVIEW, _reviews), (ItemKind.CONFLICT, _conflicts),
                        (ItemKind.PROPOSAL, _proposals), (ItemKind.SESSION, _sessions)):  # fmt: skip
        if keys := [item.pk for item in wanted if item.kind == kind]:
            rows = desk.granted_rows(TABLES[kind]).filter(pk__in=keys).select_related("namespace")
            rows = _with_question(rows, kind) if kind in QUESTIONED else rows
            made.update({InboxItem(kind, pk).key: card for pk, card in build(rows)})
    noted, people = _notes(desk, wanted), keeping.people_of({card["namespace"] for card in made.values()})
    return [
        {
            "key": item.key, **made[item.key], "note": keeping.note_shown(noted.get(item.key)),
            "people": people[made[item.key]["namespace"]],
        }
        for item in wanted if item.key in made
    ]  # fmt: skip


def _with_question(rows: Any, kind: ItemKind) -> Any:
    """With when a user was last asked about each, and what they answered."""
    last = Question.everything.filter(**{str(kind): OuterRef("pk")}).order_by("-asked_at")
    return rows.annotate(asked_at=Subquery(last.values("asked_at")[:1]), answered=Subquery(last.values("answer")[:1]))


def _asked(row: Any) -> str:
    """That the user was asked, in words. An answer that decides takes the item away: what waits has none."""
    if row.asked_at is None:
        return ""
    said = {"": "has not answered yet", QuestionAnswer.UNKNOWN: "did not know"}.get(row.answered, "answered")
    return f"The user was asked on {row.asked_at:%Y-%m-%d} and {said}."


def _notes(desk: Desk, wanted: Iterable[InboxItem]) -> dict[str, InboxNote]:
    """The notes of the items by their keys. One query."""
    of_any = Q()
    for item in wanted:
        of_any |= Q(**{str(item.kind): item.pk})
    if not of_any:
        return {}
    rows = desk.granted_rows(InboxNote).filter(of_any)
    return {
        InboxItem(kind, pk).key: note
        for note in rows for kind in ItemKind if (pk := getattr(note, f"{kind}_id")) is not None
    }  # fmt: skip


def _card(kind: ItemKind, namespace: str, title: str, **more: Any) -> dict[str, Any]:
    """What every card has; a kind adds its own."""
    return {
        "kind": kind, "namespace": namespace, "title": title, "why": TITLES[kind], "detail": "", "asked": "", "url": "",
        "tags": [], "facts": [], "sources": [], "sides": [], "text": "", "alike": False, "decisions": DECISIONS[kind],
        "hint": HINTS[kind], **more,
    }  # fmt: skip


def _sources_of(facts: list[int]) -> dict[int, list[Memory]]:
    links = (
        MemorySource.objects.filter(memory__in=facts)
        .select_related("source").defer("source__embedding").order_by("source_id")
    )  # fmt: skip
    found: dict[int, list[Memory]] = defaultdict(list)
    for link in links:
        found[link.memory_id].append(link.source)
    return found


def _source(source: Memory, claim: str) -> dict[str, Any]:
    return {
        "who": source.source_role or source.role or source.kind, "when": f"{source.event_time:%Y-%m-%d %H:%M}",
        "pieces": evidence.marked(source.content, claim),
        "around": reverse("admin:memory_around", args=[source.pk]) if source.session_id else "",
    }  # fmt: skip


def _reviews(rows: Any) -> Iterable[tuple[int, dict[str, Any]]]:
    found = list(rows.select_related("subject", "namespace").defer("subject__embedding"))
    subjects = [review.subject_id for review in found if review.subject_id]
    sources, later = _sources_of(subjects), _later_than(subjects)
    contradicted = [review.subject_id for review in found if review.reason == ReviewReason.CONFLICT]
    older = _older_retired(contradicted) if contradicted else {}
    for review in found:
        pk = review.subject_id or 0
        gone = older.get(pk) if review.reason == ReviewReason.CONFLICT else None
        yield review.pk, _review(review, sources[pk], later.get(pk), gone)


def _older_retired(facts: list[int | None]) -> dict[int, Memory]:
    """A retired fact that each of `facts` contradicts, by their keys; those that contradict none are left out."""
    rows = Conflict.everything.filter(
        status=ConflictStatus.OPEN, new_fact__in=facts, old_fact__valid_until__isnull=False
    )
    return {row.new_fact_id: row.old_fact for row in rows.select_related("old_fact").defer("old_fact__embedding")}


def _later_than(facts: list[int]) -> dict[int, Memory]:
    """What took the place of each last, by the keys of `facts`; those whose place nothing took are left out."""
    rows = Supersession.objects.standing().filter(old__in=facts).exclude(way=SupersessionWay.INHERITED)
    return {row.old_id: row.new for row in rows.select_related("new").defer("new__embedding").order_by("pk")}


def _review(review: Review, sources: list[Memory], later: Memory | None, older: Memory | None) -> dict[str, Any]:
    subject, reason = review.subject, ReviewReason(review.reason)
    card = _card(
        ItemKind.REVIEW, review.namespace.name, review.detail or reason.label, why=reason.label,
        decisions=OF_REASON.get(reason, DECISIONS[ItemKind.REVIEW]), hint=HINT_OF_REASON.get(
            reason, HINTS[ItemKind.REVIEW]),
    )  # fmt: skip
    if subject is None:
        return card
    return card | {
        "title": revealed(subject.content), "text": subject.content, "tags": subject.tags,
        "detail": _joined(review.detail, _gone(older), _standing(review, subject, later)),
        "asked": _asked(review), "alike": True, "facts": _about(subject),
        "url": reverse("admin:memory_memory_change", args=[subject.pk]),
        "sources": [_source(source, subject.content) for source in sources[:SOURCES]],
        "without": "" if sources or subject.kind == Kind.EPISODE else "No source is recorded for it.",
    }  # fmt: skip


def _standing(review: Review, fact: Memory, later: Memory | None) -> str:
    """That what waits was retired, or another fact took its place, in words; whatever is decided, that stays so."""
    if review.retired:
        return "Retired meanwhile: agents do not see it."
    if not fact.superseded or later is None:
        return ""
    return f"Superseded: “{shortened(later.content, SAID)}” took its place."


def _gone(older: Memory | None) -> str:
    """That what a fact contradicts was retired, in words: there is nothing to choose between, and it still waits."""
    return f"Retired meanwhile: “{shortened(older.content, SAID)}”, which it contradicts." if older is not None else ""


def _joined(*sentences: str) -> str:
    return " · ".join(filter(None, sentences))


def _about(fact: Memory) -> list[str]:
    if fact.kind == Kind.EPISODE:  # a turn is what was said: who said it tells, and may be what hides something
        who = revealed(fact.source_role or fact.role)
        where = [f"session {fact.session_id}"] if fact.session_id else []
        return [f"said by {who}", fact.event_time.date().isoformat(), *where]
    return [f"confidence {fact.confidence:.2f}", fact.event_time.date().isoformat(), fact.get_origin_display()]


def _conflicts(rows: Any) -> Iterable[tuple[int, dict[str, Any]]]:
    found: list[Conflict] = list(
        rows.select_related("new_fact", "old_fact", "namespace").defer("new_fact__embedding", "old_fact__embedding")
    )
    sources = _sources_of([pk for one in found for pk in (one.new_fact_id, one.old_fact_id)])
    for conflict in found:
        pieces = evidence.difference(conflict.old_fact.content, conflict.new_fact.content)
        sides = [
            {
                "role": role, "when": fact.event_time.date().isoformat(), "facts": _about(fact),
                "pieces": [(text, mark and "hit") for text, mark in pieces if mark != other],
                "url": reverse("admin:memory_memory_change", args=[fact.pk]),
                "sources": [_source(source, fact.content) for source in sources[fact.pk][:SOURCES]],
            }
            for role, fact, other in (("Old", conflict.old_fact, "new"), ("New", conflict.new_fact, "old"))
        ]  # fmt: skip
        yield conflict.pk, _card(
            ItemKind.CONFLICT, conflict.namespace.name, conflict.new_fact.content,
            detail=f"{conflict.get_kind_display().capitalize()}{f': {conflict.reason}' if conflict.reason else ''}",
            text=conflict.new_fact.content, sides=sides, asked=_asked(conflict),
            url=reverse("admin:memory_conflict_change", args=[conflict.pk]),
        )  # fmt: skip


def _proposals(rows: Any) -> Iterable[tuple[int, dict[str, Any]]]:
    found: list[EntityProposal] = list(rows)
    uids = {uid for one in found for uid in (one.entity, one.into)}
    named = {
        entity.uid: entity
        for entity in Entity.objects.across({one.namespace_id for one in found}).filter(uid__in=uids)
        .defer("embedding").prefetch_related("aliases")
    }  # fmt: skip
    said = _said_of([entity.pk for entity in named.values()])
    for proposal in found:
        if proposal.entity in named and proposal.into in named:
            one, other = named[proposal.entity], named[proposal.into]
            yield proposal.pk, _card(
                ItemKind.PROPOSAL, proposal.namespace.name, f"Is {one.canonical_name} the same as "
                f"{other.canonical_name}?", detail=f"Proposed because: {proposal.reason}",
                sides=[_entity("Is gone after a merge", one, said), _entity("Stays", other, said)],
            )  # fmt: skip


def _said_of(entities: list[int]) -> dict[int, list[Memory]]:
    """The newest memories that speak of each."""
    found: dict[int, list[Memory]] = {}
    for entity in entities:
        links = MemoryEntity.objects.filter(entity=entity, memory__valid_until__isnull=True)
        links = links.select_related("memory").defer("memory__embedding").order_by("-memory_id")
        found[entity] = [link.memory for link in links[:KNOWN]]
    return found


def _entity(role: str, entity: Entity, said: dict[int, list[Memory]]) -> dict[str, Any]:
    aliases = [alias.alias for alias in entity.aliases.all()]
    told = [entity.get_type_display(), f"{entity.mention_count} mention{'' if entity.mention_count == 1 else 's'}"]
    if aliases:
        told.append(f"also called {', '.join(aliases[:5])}")
    return {
        "role": role, "when": "", "facts": told, "pieces": [(entity.canonical_name, "")], "summary": entity.summary,
        "url": reverse("admin:memory_entity_change", args=[entity.pk]),
        "sources": [_source(memory, entity.canonical_name) for memory in said[entity.pk]],
    }  # fmt: skip


def _sessions(rows: Any) -> Iterable[tuple[int, dict[str, Any]]]:
    for session in rows:
        yield session.pk, _session(session)


def _session(session: Session) -> dict[str, Any]:
    turns = (
        Memory.objects.within(session.namespace_id).episodes().active()
        .filter(session_id=session.session_id, rowid__gt=session.watermark).defer("embedding").order_by("rowid")
    )  # fmt: skip
    waiting = turns.count()
    return _card(
        ItemKind.SESSION, session.namespace.name, session.session_id,
        detail=f"Nothing could be learnt from it: {session.last_error or 'no reason is recorded'}",
        facts=[
            f"tried {session.attempts} time{'' if session.attempts == 1 else 's'}",
            f"{waiting} turn{'' if waiting == 1 else 's'} wait{'s' if waiting == 1 else ''}",
            f"last heard {session.last_seen_at:%Y-%m-%d %H:%M}",
        ],
        sources=[_source(turn, "") for turn in turns[:TURNS]],
        url=reverse("admin:memory_session_change", args=[session.pk]),
    )  # fmt: skip
