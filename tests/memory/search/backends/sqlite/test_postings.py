"""What the process remembers of the full-text index."""

from __future__ import annotations

from memory.search.backends import backend
from memory.search.backends.sqlite import postings


def test_what_was_counted_is_forgotten_with_the_store_that_it_was_counted_in(namespace):
    postings._keep(f"n{namespace.pk}", "", postings.LARGE)
    backend().forget()
    assert postings._known(f"n{namespace.pk}", "") is None
