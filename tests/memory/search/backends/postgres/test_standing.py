"""Standing instructions on PostgreSQL are found by an index of their own."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.search.backends import backend
from memory.search.scope import Scope
from tests.store import CURATOR, know, needs_a_server


def test_instructions_are_found_by_their_index(namespace):
    needs_a_server()
    wish = know(namespace, "The user wants answers in metric units.", actor=CURATOR, tags=["instruction"])
    with CaptureQueriesContext(connection) as captured:
        found = backend().instructions(Scope(namespace), 10)
    assert wish in found
    with connection.cursor() as cursor:
        # A table of a few rows is read from end to end, whatever its indexes are.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {captured[-1]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "memories_instructions_now" in plan, plan
