"""Whom and what a learnt fact is linked to, where those who talk have names or none."""

import pytest

from maintenance.consolidation import consolidate_pending
from memory.models import Entity
from memory.services.talk import sessions
from tests.store import say

pytestmark = pytest.mark.django_db


def kinds(namespace, *said: tuple[str, str]) -> set[tuple[str, str]]:
    for name, content in said:
        say(namespace, "s1", content, name=name)
    sessions.complete(namespace, "s1")
    (run,) = consolidate_pending()
    assert not run.error
    return set(Entity.objects.within(namespace).values_list("canonical_name", "type"))


def test_another_speaker_whom_a_fact_names_is_a_person_and_nothing_else(namespace):
    found = kinds(namespace, ("Sato", "I report to Ines."), ("Ines", "Sato is my deputy. I live in Porto."))
    assert {kind for name, kind in found if name == "Ines"} == {"person"}


def test_the_nameless_user_is_no_entity(namespace):
    found = kinds(namespace, ("", "On Tuesday I see Dr Patel."), ("", "Okonkwo is my supervisor."))
    assert "the user" not in {name for name, _ in found}
