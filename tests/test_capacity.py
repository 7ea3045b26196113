"""docs/capacity.md is drawn from what was measured: its figures are those of the tables that it names."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CAPACITY = (ROOT / "docs" / "capacity.md").read_text(encoding="utf-8")
LOAD = (ROOT / "docs" / "performance" / "load.md").read_text(encoding="utf-8")
SIZES = (1e6, 1e8, 1e10)
A_DAY = {"ingest": 20, "context": 10, "search": 3}  # of one person
PEAK = 4
LEARNT_MS, BYTES, HNSW_BYTES, SERVER_BYTES = 37, 4_800, 780, 128e9


def cells(text: str, *begin: str) -> list[str]:
    """The row of a table whose first cells are these, without them."""
    lines = [line.strip("| ") for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    (row,) = [row for row in rows if tuple(row[: len(begin)]) == begin]
    return row[len(begin) :]


def costs(part: int) -> dict[str, float]:
    """Milliseconds of a part (2 = web, 3 = server, 4 = workers) for each kind of request, on PostgreSQL."""
    return {kind: float(cells(LOAD, kind, "PostgreSQL")[part]) for kind in A_DAY}


def shown(text: str) -> float:
    """A number as the page writes it."""
    number, _, unit = text.replace(",", "").partition(" ")
    return float(number) * {"": 1, "GB": 1e9, "TB": 1e12, "ms": 1}[unit]


def persons(memories: float) -> float:
    return memories / (A_DAY["ingest"] * 365)


def a_second(kind: str, memories: float) -> float:
    """At the peak."""
    return persons(memories) * A_DAY[kind] / 86_400 * PEAK


@pytest.mark.parametrize("name, part", [("web", 2), ("PostgreSQL", 3), ("embedding and sweeps", 4)])
def test_processors_at_the_peak_are_what_the_requests_cost(name, part):
    row = cells(CAPACITY, f"processors of {name} at peak")
    for told, memories in zip(row, SIZES, strict=True):
        needed = sum(a_second(kind, memories) * milliseconds / 1e3 for kind, milliseconds in costs(part).items())
        assert shown(told) == max(math.ceil(needed), 1)


def test_the_other_rows_are_multiplied_from_the_assumptions():
    mean = [a_second("ingest", memories) / PEAK for memories in SIZES]
    expected = {
        "people, a year of talk each": [persons(memories) for memories in SIZES],
        "turns a second, peak": [a_second("ingest", memories) for memories in SIZES],
        "contexts a second, peak": [a_second("context", memories) for memories in SIZES],
        "processors that learn, mean": [max(math.ceil(one * LEARNT_MS / 1e3), 1) for one in mean],
        "disk": [memories * BYTES for memories in SIZES],
        "of it HNSW, which wants memory": [memories * HNSW_BYTES for memories in SIZES],
    }
    for name, numbers in expected.items():
        assert [shown(cell) for cell in cells(CAPACITY, name)] == pytest.approx(numbers, rel=0.05), name
    assert f"{math.ceil(SIZES[-1] * HNSW_BYTES / SERVER_BYTES)} PostgreSQL servers" in CAPACITY


def test_what_one_costs_is_told_as_it_was_measured():
    for kind, name in {"ingest": "a turn", "context": "a context", "search": "a search"}.items():
        row = cells(CAPACITY, name)
        for store, told in zip(("SQLite", "PostgreSQL"), row[:2], strict=True):
            measured = [cell for cell in cells(LOAD, kind, store)[2:5] if cell != "–"]
            assert re.findall(r"[\d.]+", told) == measured


def test_each_sign_is_a_metric_that_there_is():
    from memory import health, measuring

    source = Path(health.__file__).read_text(encoding="utf-8") + Path(measuring.__file__).read_text(encoding="utf-8")
    named = set(re.findall(r"`memory_(\w+)", CAPACITY))
    assert len(named) > 5
    for name in named:
        assert f'"{name}"' in source, name
