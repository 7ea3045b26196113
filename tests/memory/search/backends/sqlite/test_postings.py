"""What the process remembers of the full-text index."""

from __future__ import annotations

from memory.search.backends import backend
from memory.search.backends.sqlite import postings


def test_what_was_counted_is_forgotten_with_the_store_that_it_was_counted_in(namespace):
    place = postings.Place(postings.PRESENT, f"n{namespace.pk}")
    postings._estimates.keep((place, ""), postings.LARGE)
    backend().forget()
    assert postings._estimates.known((place, "")) is None
