"""A word names a medicine by how it ends, or as one of those that everybody knows by name."""

from __future__ import annotations

import pytest

from memory.language.en.medicines import is_medicine


@pytest.mark.parametrize(
    "word", ["ramipril", "Sertraline", "omeprazole", "letrozole", "prednisolone", "antibiotics", "insulin", "morphine"]
)
def test_what_is_prescribed_is_known_by_its_name(word):
    assert is_medicine(word)


@pytest.mark.parametrize("word", ["april", "cholesterol", "optimus", "motorway", "tablet", "season", "console"])
def test_what_only_sounds_like_one_is_none(word):
    assert not is_medicine(word)
