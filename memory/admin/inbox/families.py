"""All like this: the reviews that wait for the same reason and were found by the same rule, which is to say by the same
shape of a sentence; of the same session, of the same entity, or of whomever."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from ...models import Entity, MemoryEntity, Review
from ...services.curating.deciding import MOST_ALIKE
from ...text import shortened
from ..scope import Desk
from .items import TITLE, InboxItem, ItemKind, waiting

ENTITIES = 3  # of a fact, by each of which a family is offered


def families(desk: Desk, review: Review) -> list[dict[str, Any]]:
    """The families of a review that have more than itself, as {title, count, members: [{key, text}]}."""
    subject = review.subject
    if subject is None:
        return []
    alike = waiting(desk, ItemKind.REVIEW).filter(
        namespace=review.namespace_id, reason=review.reason, subject__isnull=False
    )
    rule = subject.attributes.get("rule")
    if isinstance(rule, str):
        alike = alike.filter(subject__attributes__rule=rule)
    found = []
    if subject.session_id:
        found.append((f"of the session {subject.session_id}", alike.filter(subject__session_id=subject.session_id)))
    about = Entity.objects.within(review.namespace_id).filter(memory_links__memory=subject).defer("embedding")
    for entity in about.order_by("-mention_count", "rowid")[:ENTITIES]:
        links = MemoryEntity.objects.filter(memory=OuterRef("subject"), entity=entity)
        found.append((f"about {entity.canonical_name}", alike.filter(Exists(links))))
    if isinstance(rule, str):
        found.append(("said in the same way, of whomever", alike))
    offered = [_family(title, rows) for title, rows in found]
    return [family for family in offered if family["count"] > 1]


def _family(title: str, rows: QuerySet[Any]) -> dict[str, Any]:
    members = list(rows.order_by("pk").values_list("pk", "subject__content")[:MOST_ALIKE])
    return {
        "title": title, "count": rows.count() if len(members) == MOST_ALIKE else len(members),
        "members": [
            {
                "key": InboxItem(ItemKind.REVIEW, pk).key,
                "text": shortened(text, 2 * TITLE),
            }
            for pk, text in members
        ],
    }  # fmt: skip
