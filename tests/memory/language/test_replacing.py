"""An instruction that takes the place of an older one, and two that stand side by side."""

from __future__ import annotations

import pytest

from memory.language.en.lifting import replaces

WANTS = "Ann wants the assistant to "
QUOTED = "Ann wants the assistant to keep to this: “%s”"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (WANTS + "use British spelling.", WANTS + "use American spelling from now on."),
        (WANTS + "use tabs for their code.", WANTS + "use spaces for their code from now on."),
        (WANTS + "keep its answers short.", QUOTED % "long answers please"),
        (WANTS + "always answer formally.", WANTS + "always answer casually from now on."),
    ],
)
def test_another_of_what_there_is_one_of_takes_its_place(older, newer):
    assert replaces(newer, older)
    assert not replaces(newer.replace("Ann", "Ben"), older)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (WANTS + "use British spelling.", WANTS + "use American spelling in captions."),
        (WANTS + "use tabs in Go code.", WANTS + "use spaces in Python code."),
        (WANTS + "use British spelling.", WANTS + "never use American spelling."),
        (WANTS + "use metric units.", WANTS + "use metric and imperial units."),
        (WANTS + "answer in lists.", WANTS + "also use tables."),
        (WANTS + "keep mails to Bo short.", WANTS + "keep mails to Kim long."),
        ("Ann uses British spelling.", WANTS + "use American spelling."),
    ],
)
def test_what_is_of_another_matter_stands_beside_it(older, newer):
    assert not replaces(newer, older)
