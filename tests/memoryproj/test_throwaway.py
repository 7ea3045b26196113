"""A throwaway store is empty, apart from the real one, and gone afterwards."""

import pytest

from memory.models import Memory, Namespace
from memory.services import namespaces
from memoryproj import throwaway
from tests.store import committed, know

__all__ = ["committed"]


def test_nothing_passes_between_the_real_store_and_a_throwaway_one(committed):
    fact = know(committed, "Ann likes tea.")
    with throwaway.store() as path:
        assert path.is_file()
        assert not Memory.everything.exists()
        know(namespaces.ensure("acme/else"), "Bob likes coffee.")
    assert not path.parent.exists()
    assert not Namespace.objects.filter(name="acme/else").exists()
    assert Memory.everything.get() == fact


def test_a_copy_holds_what_the_first_one_held(committed):
    with throwaway.store() as first:
        fact = know(namespaces.ensure("acme/else"), "Bob likes coffee.")
        with throwaway.store(first) as second:
            assert second != first
            assert Memory.everything.get() == fact
            Memory.everything.update(content="Bob likes tea.")
        assert Memory.everything.get().content == "Bob likes coffee."


def test_no_worker_of_a_real_store_is_woken_and_the_real_one_is_back_after_a_failure(committed, settings):
    settings.MEMORY_BACKGROUND_THREAD = True

    def work_that_fails():
        assert not settings.MEMORY_BACKGROUND_THREAD
        raise KeyError

    with pytest.raises(KeyError), throwaway.store():
        work_that_fails()
    assert settings.MEMORY_BACKGROUND_THREAD
    assert Namespace.objects.filter(pk=committed.pk).exists()
