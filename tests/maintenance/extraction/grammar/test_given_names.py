"""A given name that the parser never saw, at the head of a sentence: somebody, and no thing."""

from __future__ import annotations

import pytest

from ..plain.test_typed import contents


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Tomasz does the packaging.", "Tomasz does the packaging."),
        (
            "Priya reviews everything that touches sync, Tomasz does the packaging.",
            "Tomasz does the packaging.",
        ),
        ("Femke's going on maternity leave from mid May.", "Femke is going on maternity leave from mid May."),
        ("Zofia works Mondays.", "Zofia works Mondays."),
    ],
)
def test_somebody_with_a_rare_name_is_told_of(said: str, fact: str) -> None:
    assert fact in contents(said, "A: Noted.")


@pytest.mark.parametrize(
    "said",
    ["Tomasz is nice.", "Femke is late.", "Nature does the packaging.", "If Tomasz does the packaging, who drives?"],
)
def test_what_is_not_worth_it_of_somebody_else_is_not_of_them_either(said: str) -> None:
    assert contents(said, "A: Noted.") == []
