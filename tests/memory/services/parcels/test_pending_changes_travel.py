"""An announced change that is exported before its day ends the older fact in the other store as in this one."""

from __future__ import annotations

import pytest

from memory.models import EventKind, Memory, Namespace
from memory.services import validity
from memory.services.curating import undoing
from memory.services.memories import facts
from memory.services.parcels import unpacking
from tests.maintenance.test_pending_changes import next_monday, stretches, work
from tests.maintenance.test_pending_changes_end import assert_ends_on_monday, assert_holds_on, change_of
from tests.memory.services.parcels.test_parcels import emptied, packed
from tests.store import CURATOR

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("retired", [False, True])
def test_a_plan_travels_with_the_end_that_it_gives(namespace, tmp_path, retired):
    volvo, ikea = work(namespace)
    if retired:
        facts.retire(namespace, ikea.uid, actor=CURATOR)
    file = packed(namespace, tmp_path)
    emptied(namespace)
    unpacking.take_in(file, "acme/alice")
    there = Namespace.objects.get(name="acme/alice")
    volvo, ikea = (Memory.objects.within(there).get(uid=one.uid) for one in (volvo, ikea))
    if retired:
        assert_holds_on(volvo)
        undoing.undo_change(there, change_of(there, ikea, EventKind.RETIRED), actor=CURATOR)
    assert_ends_on_monday(volvo)
    assert stretches(ikea) == [(next_monday(), None)]
    facts.retire(there, ikea.uid, actor=CURATOR)
    assert_holds_on(volvo)
    assert not validity.untrue().exists()
