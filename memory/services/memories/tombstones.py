"""What may not come back: statements that were erased and that no turn which stays says, and those that a person
rejected. Keyed hashes, no content.

A run that learns from talk asks `may_return`. What a person or an agent states by hand is not asked about.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.crypto import salted_hmac

from ...language import chosen
from ...models import Memory, Namespace
from ...models.erasures import Tombstone, TombstoneWhy
from ...similarity import normalise


def keyed_hash(namespace: Namespace, statement: str) -> str:
    """A statement's keyed hash, other in each namespace."""
    plain = normalise(statement, chosen(namespace.own.language, statement))
    return salted_hmac(f"memory.tombstone:{namespace.name}", plain, algorithm="sha256").hexdigest()


def may_return(namespace: Namespace, statement: str) -> bool:
    """Whether a run may learn `statement`: not, where it was erased or rejected."""
    return not Tombstone.objects.within(namespace).filter(statement=keyed_hash(namespace, statement)).exists()


def erased(namespace: Namespace, statements: Iterable[str]) -> None:
    """These hashes are of what was erased, for good."""
    Tombstone.objects.bulk_create(
        [Tombstone(namespace=namespace, statement=one, why=TombstoneWhy.ERASED) for one in dict.fromkeys(statements)],
        update_conflicts=True, unique_fields=["namespace", "statement"], update_fields=["why"],
    )  # fmt: skip


def reject(memory: Memory) -> None:
    """A person does not want this fact to be learnt again."""
    Tombstone.objects.bulk_create(
        [
            Tombstone(
                namespace=memory.namespace,
                statement=keyed_hash(memory.namespace, memory.content),
                why=TombstoneWhy.REJECTED,
            )
        ],
        ignore_conflicts=True,
    )


def lift(memory: Memory) -> None:
    """This fact holds again: it may be learnt. What was erased stays so."""
    rows = Tombstone.objects.within(memory.namespace_id).filter(why=TombstoneWhy.REJECTED)
    rows.filter(statement=keyed_hash(memory.namespace, memory.content)).delete()
