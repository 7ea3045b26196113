"""A block tells the instructions as they stand, whatever an earlier block was made of."""

from __future__ import annotations

import pytest

from memory.models import ErasedWhat
from memory.services import namespaces
from memory.services.curating import correcting
from memory.services.handing import context
from memory.services.memories import facts
from memory.services.upkeep import erasures
from tests.store import CURATOR, know

METRIC = "The user wants the assistant to always answer in metric units."
IMPERIAL = "The user wants the assistant to always answer in imperial units."
SHORT = "The user wants the assistant to keep its answers short."
PROMPT = "How far is it from Bergen to Voss?"


def wish(namespace, text):
    return know(namespace, text, tags=["instruction"], actor=CURATOR)


def told(namespace):
    return context.build(namespace, PROMPT, record=False).block


@pytest.fixture
def asked(namespace):
    """An instruction of a namespace where the prompt was asked before, beside another one."""
    metric = wish(namespace, METRIC)
    wish(namespace, SHORT)
    assert "metric" in told(namespace)
    assert "short" in told(namespace)
    return metric


def test_a_corrected_one_is_told_as_it_is_now(namespace, asked):
    correcting.correct(namespace, asked.uid, IMPERIAL, actor=CURATOR)
    block = told(namespace)
    assert "always answer in imperial units" in block
    assert "short" in block


def test_a_retired_or_erased_one_is_told_no_more(namespace, asked):
    facts.retire(namespace, asked.uid, actor=CURATOR)
    assert "metric" not in told(namespace)
    erasures.erase(namespace, ErasedWhat.MEMORY, asked.uid, actor=CURATOR)
    block = told(namespace)
    assert "metric" not in block
    assert "short" in block


def test_one_that_a_newer_one_replaces_gives_way_and_comes_back(namespace, asked):
    newer = wish(namespace, IMPERIAL)
    block = told(namespace)
    assert "imperial" in block
    assert "metric" not in block
    facts.retire(namespace, newer.uid, actor=CURATOR)
    assert "imperial" not in told(namespace)
    assert "metric" in told(namespace)


def test_the_same_words_bear_in_a_namespace_that_has_them_alone(namespace, asked):
    other = namespaces.ensure("acme/somebody-else")
    assert told(other) == ""
    wish(other, METRIC)
    block = told(other)
    assert "metric" in block
    assert "short" not in block
