"""Facts are found by what they are about, within their namespace and by an index."""

import pytest
from django.db import connection

from memory.models import FactProperty
from memory.services import namespaces
from memory.services.memories import conflicts, facts, properties
from memory.services.memories.properties import Property
from tests.store import AGENT, know

GYM = Property("ann", "gym", "to the gym on Tuesdays")


@pytest.fixture
def fact(namespace):
    found = know(namespace, "Ann goes to the gym on Tuesdays")
    properties.write([(found, [GYM])])
    return found


@pytest.mark.django_db
def test_a_fact_on_the_same_property_is_a_candidate_though_no_word_is_shared(namespace, fact):
    asked = [Property("ann", "swim"), Property("ann", "gym")]
    (found,) = conflicts.candidates(namespace, "She lifts no weights these days", told=asked)
    assert (found.memory.pk, found.shares) == (fact.pk, True)


@pytest.mark.django_db
@pytest.mark.parametrize("other", [Property("bea", "gym"), Property("ann", "pool")])
def test_another_subject_or_property_finds_nothing(namespace, fact, other):
    assert properties.sharing(namespace, [other]) == set()


@pytest.mark.django_db
def test_another_namespace_finds_nothing(fact):
    assert properties.sharing(namespaces.ensure("other/one"), [GYM]) == set()


@pytest.mark.django_db
def test_a_retired_fact_is_not_found(namespace, fact):
    facts.retire(namespace, fact.uid, actor=AGENT)
    assert properties.sharing(namespace, [GYM]) == set()


@pytest.mark.django_db
def test_what_is_there_already_is_not_written_twice(fact):
    properties.write([(fact, [GYM])])
    assert FactProperty.objects.filter(memory=fact).count() == 1


@pytest.mark.django_db
def test_they_are_found_by_index(namespace, fact):
    rows = FactProperty.objects.filter(namespace=namespace, subject_key="ann", property_key__in=["gym", "pool"])
    plan = rows.explain()
    if connection.vendor == "sqlite":
        assert "fact_properties_found" in plan
