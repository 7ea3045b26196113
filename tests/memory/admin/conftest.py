"""People with roles and grants, and a small namespace to look at."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from memory.admin import roles
from memory.models import Conflict, NamespaceGrant, Review, Session
from memory.services import namespaces, operations
from memory.services.graph import entities
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from tests.store import AGENT, DERIVED, know, say

SignIn = Callable[..., Client]


@pytest.fixture
def sign_in(db: None) -> SignIn:
    """`sign_in("curator", "acme/alice")`: a client of a person with that role and these grants."""
    roles.seed(Group, Permission)

    def make(role: str, *patterns: str, name: str = "") -> Client:
        person = User.objects.create(username=name or f"{role or 'nobody'}-{User.objects.count()}", is_staff=True)
        if role == "administrator":
            person.is_superuser = True
            person.save()
        elif role:
            person.groups.add(Group.objects.get(name=role))
        NamespaceGrant.objects.bulk_create([NamespaceGrant(user=person, pattern=pattern) for pattern in patterns])
        client = Client()
        client.force_login(person)
        return client

    return make


@pytest.fixture
def curator(sign_in: SignIn) -> Client:
    return sign_in("curator", "acme/alice", name="carla")


@pytest.fixture
def operator(sign_in: SignIn) -> Client:
    return sign_in("operator", "acme/alice", name="otto")


@pytest.fixture
def desk(db: None) -> Any:
    """acme/alice with a bit of everything, by name."""
    return furnish("acme/alice")


def furnish(name: str) -> SimpleNamespace:
    namespace = namespaces.ensure(name)
    turns = say(namespace, "s1", "I moved to Berlin with @tom", "The budget is 500", "Call me Al", name="Alice")
    fact = know(namespace, "Alice moved to Berlin with @tom.", source_ids=[turns[0].uid], session_id="s1")
    old = know(namespace, "Alice's budget is 500 euros.", source_ids=[turns[1].uid])
    (doubtful,) = saving.save_batch(
        namespace, [FactInput("Alice may like opera.", [turns[2].uid], confidence=0.4)], actor=DERIVED
    )
    new = saving.remember(namespace, "Alice's budget is 600 euros.", actor=AGENT).memory
    failed = operations.fail(operations.start("decay", namespace=namespace), "the disk was full")
    return SimpleNamespace(
        namespace=namespace,
        turns=turns,
        fact=fact,
        old=old,
        new=new,
        doubtful=doubtful.memory,
        entity=entities.named(namespace, "tom"),
        review=Review.objects.within(namespace).get(),
        conflict=Conflict.objects.within(namespace).get(),
        session=Session.objects.within(namespace).get(),
        failed=failed,
    )
