"""What tells the same and more takes the place of what told less, which stays true: nothing is outdated or lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from maintenance import consolidation
from memory.models import Conflict, Kind, Memory, Supersession, SupersessionKind
from memory.search.backends import backend
from memory.search.scope import Filters, Scope
from memory.services.talk import sessions
from tests.store import say as state

pytestmark = pytest.mark.django_db

FIRST = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


def say(namespace, session: str, text: str, days: int) -> None:
    state(namespace, session, text, event_time=FIRST + timedelta(days=days), event_offset=0)
    sessions.complete(namespace, session)
    (run,) = consolidation.consolidate_pending()
    assert not run.error


def holding(namespace) -> list[str]:
    facts = Memory.objects.within(namespace).active().facts().filter(invalid_at__isnull=True)
    return sorted(fact.content for fact in facts)


def test_the_richer_fact_holds_and_the_poorer_is_neither_outdated_nor_wrong(namespace):
    say(namespace, "s1", "I have a parrot.", 0)
    say(namespace, "s2", "I have a parrot called Coco.", 7)
    assert holding(namespace) == ["The user has a parrot called Coco."]
    row = Supersession.objects.get(old__namespace=namespace)
    assert row.kind == SupersessionKind.REFINED
    turn = Memory.objects.within(namespace).episodes().get(session_id="s1")
    # A quote of the older turn is not told to be out of date.
    assert backend().replaced(Scope(namespace, Kind.FACT, Filters()), [turn.pk, row.new_id]) == []


def test_the_richer_fact_holds_though_it_was_said_first(namespace):
    say(namespace, "later", "I have a parrot.", 7)
    say(namespace, "earlier", "I have a parrot called Coco.", 0)
    assert holding(namespace) == ["The user has a parrot called Coco."]


def test_what_is_said_again_with_less_takes_nothing_back(namespace):
    say(namespace, "s1", "I have a parrot.", 0)
    say(namespace, "s2", "I have a parrot called Coco.", 7)
    say(namespace, "s3", "I have a parrot.", 14)
    assert holding(namespace) == ["The user has a parrot called Coco."]
    assert Supersession.objects.filter(old__namespace=namespace).count() == 1


def test_what_a_person_stands_behind_is_not_replaced_and_nobody_is_asked(namespace):
    say(namespace, "s1", "I have a parrot.", 0)
    Memory.objects.within(namespace).facts().update(decay_rate=0.0)
    say(namespace, "s2", "I have a parrot called Coco.", 7)
    assert holding(namespace) == ["The user has a parrot called Coco.", "The user has a parrot."]
    assert not Conflict.objects.within(namespace).exists()


def test_what_changes_later_is_told_of_the_first_turn_too(namespace):
    say(namespace, "s1", "I have a parrot.", 0)
    say(namespace, "s2", "I have a parrot called Coco.", 7)
    say(namespace, "s3", "I don't have a parrot called Coco any more.", 14)
    row = Supersession.objects.filter(old__namespace=namespace, kind=SupersessionKind.OUTDATED).get()
    turn = Memory.objects.within(namespace).episodes().get(session_id="s1")
    found = backend().replaced(Scope(namespace, Kind.FACT, Filters()), [turn.pk])
    assert [one.by for one in found] == [row.new_id]
