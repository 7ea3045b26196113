"""Notes beside an item of the inbox: who took it, until when, and a comment."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.utils import timezone

from ...language import recognised
from ...models import Conflict, EntityProposal, InboxNote, InboxView, Memory, Namespace, Review, Session
from ...redaction import mask
from ...similarity import compared_words
from ...text import BadText, check_characters
from ..actors import Actor
from ..errors import InvalidInput, StateConflict
from ..sql import parts

LONGEST = 2_000  # characters of a comment: a page
SHORTEST = 4  # letters of a word that tells of an erased text
COLUMNS: dict[type[Any], str] = {
    Review: "review", Conflict: "conflict", EntityProposal: "proposal", Session: "session",
}  # fmt: skip


def write(
    row: Review | Conflict | EntityProposal | Session,
    *,
    assigned_to: str,
    due: date | None,
    comment: str,
    version: int,
    actor: Actor,
) -> InboxNote:
    """Write the note of an item anew. `version` is the one that was seen, 0 where there was none.

    Raises InvalidInput, and StateConflict where somebody wrote meanwhile.
    """
    try:
        text = mask(check_characters(comment.strip())).text
    except BadText as error:
        raise InvalidInput(str(error), "comment") from None
    if len(text) > LONGEST:
        raise InvalidInput(f"a comment has at most {LONGEST} characters", "comment")
    told = {"assigned_to": assigned_to, "due": due, "comment": text, "by": actor.name, "at": timezone.now()}
    column = COLUMNS[type(row)]
    with transaction.atomic():
        found = InboxNote.objects.within(row.namespace_id).filter(**{column: row}).first()
        if (found.version if found else 0) != version:
            raise StateConflict("somebody wrote this note meanwhile")
        if found is None:
            return InboxNote.objects.create(namespace_id=row.namespace_id, **{column: row}, **told)
        for name, value in {**told, "version": version + 1}.items():
            setattr(found, name, value)
        found.save()
    return found


def withdraw(namespace: Namespace, memories: Collection[int]) -> None:
    """Empty the comments that share a telling word with what is erased (rowids), also those of other items: a comment
    lost is better than a word kept. Those of its own items go with them. Call it before the memories are deleted, in
    their transaction."""
    notes = list(InboxNote.objects.within(namespace).exclude(comment=""))
    if not notes:
        return
    erased = words_of(namespace, memories)
    telling = [note.pk for note in notes if not erased.isdisjoint(words_that_tell(note.comment))]
    InboxNote.objects.within(namespace).filter(pk__in=telling).update(comment="")


def words_of(namespace: Namespace, memories: Collection[int]) -> set[str]:
    """The words by which one of `memories` (rowids) could be known."""
    found: set[str] = set()
    for part in parts(list(memories)):
        rows = Memory.objects.within(namespace).filter(pk__in=part)
        found.update(word for text in rows.values_list("content", flat=True) for word in words_that_tell(text))
    return found


def words_that_tell(text: str) -> set[str]:
    """The words by which `text` could be known."""
    plain = recognised(text).differences.function_words
    return {word for word in compared_words(text) if len(word) >= SHORTEST and word not in plain}


def forget_views(name: str, values: Collection[str]) -> None:
    """Forget the views of what is erased: those whose address has one of `values` for the parameter `name`."""
    for view in InboxView.objects.filter(address__contains=f"{name}="):
        if QueryDict(view.address).get(name) in values:
            view.delete()
