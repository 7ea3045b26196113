"""Where a long text is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.passages import LEAST, MOST, MOST_PLACES, cut, keys_of, memory_of

PROSE = "The harbour office opens at nine and closes when the last boat is in. " * 60
LOG = "\n".join(f"2026-03-02 12:{n // 60:02}:{n % 60:02} INFO worker {n % 7} took job {n * 13}" for n in range(200))
CODE = "def total(rows):\n    found = 0\n\n    for row in rows:\n        found += row.price\n\n    return found\n\n\n"
GUIDE = "".join(
    f"## Step {n}\n\nFirst read what the {n}. part says:\n\n```python\n{CODE}```\n\n{PROSE[: 80 * n]}\n\n"
    for n in range(1, 9)
)


def parts(text: str) -> list[str]:
    return [text[span.start : span.end] for span in cut(text)]


@given(st.text(st.sampled_from("ab.!? \n#:`é。"), max_size=4_000))
def test_passages_are_the_text_without_gaps_and_of_bounded_size(text):
    found = parts(text)
    assert "".join(found) == (text if len(text) > MOST else "")
    assert all(LEAST // 2 <= len(part) <= MOST for part in found)


def test_a_text_that_is_not_long_has_no_passages():
    assert cut("x" * MOST) == []
    assert len(cut("x" * (MOST + 1))) == 2


def test_prose_is_cut_between_sentences():
    assert all(part.rstrip().endswith(".") for part in parts(PROSE))


def test_a_log_is_cut_between_lines():
    assert all(part.startswith("2026-03-02") for part in parts(LOG))


def test_a_heading_and_the_line_above_a_block_of_code_stay_with_what_they_announce():
    for part in parts(GUIDE):
        last = part.rstrip().splitlines()[-1]
        assert not last.startswith("#")
        assert not last.endswith(":")


def test_a_block_of_code_that_fits_is_not_cut():
    assert all(part.count("```") % 2 == 0 for part in parts(GUIDE))


def test_sentences_of_other_scripts_are_ends_too():
    assert all(part.endswith("。") for part in parts("今日は港で古い船を見ました。" * 200))


def test_of_a_text_beyond_all_bounds_the_first_passages_are_kept():
    assert len(cut("word " * MOST * MOST_PLACES)) == MOST_PLACES


@pytest.mark.parametrize("memory", [1, 2, 1_000_003])
def test_a_passages_key_tells_its_memory(memory):
    keys = list(keys_of(memory, MOST_PLACES))
    assert all(key < 0 and memory_of(key) == memory for key in keys)
    assert len({*keys, *keys_of(memory + 1, MOST_PLACES)}) == 2 * MOST_PLACES
    assert memory_of(memory) == memory
