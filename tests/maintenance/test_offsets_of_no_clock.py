"""A turn whose stored offset is a day or more, which no clock has, is learnt, found and handed out like any other."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from maintenance import consolidation
from memory.language.dates import fixed_zone
from memory.models import Memory
from memory.search import hybrid_search
from memory.services import namespaces
from memory.services.handing import context
from memory.services.parcels import packing, unpacking
from tests.store import claim, contents, say

SAID = datetime(2026, 5, 11, 19, 40, tzinfo=UTC)
NO_CLOCKS = [1440, -1440, 32_767]


@pytest.mark.parametrize("offset", NO_CLOCKS)
def test_it_is_learnt_and_handed_out(namespace, offset):
    say(namespace, "s1", "My sister Ada lives in Oslo.", event_time=SAID, event_offset=offset)
    consolidation.consolidate(claim(namespace, "s1"))
    assert "Oslo" in " ".join(contents(namespace))
    assert hybrid_search(namespace, "Where does Ada live?")
    assert "Oslo" in context.build(namespace, "Where does my sister Ada live?", session_id="s2").block


def test_it_is_carried_by_a_parcel_and_found_there(namespace, tmp_path):
    say(namespace, "s1", "The zebra ran away.", event_time=SAID, event_offset=1440)
    file = tmp_path / "parcel.jsonl"
    file.write_bytes(b"".join(packing.lines(namespace)))
    Memory.objects.within(namespace).delete()
    unpacking.take_in(file, "acme/moved")
    assert hybrid_search(namespaces.for_reading("acme/moved"), "zebra")


@pytest.mark.parametrize("offset", [None, *NO_CLOCKS])
def test_there_is_no_zone_of_it(offset):
    assert fixed_zone(offset) is None


@pytest.mark.parametrize("offset", [0, 1439, -1439])
def test_a_zone_keeps_the_distance_that_was_told(offset):
    assert fixed_zone(offset).utcoffset(None).total_seconds() == offset * 60
