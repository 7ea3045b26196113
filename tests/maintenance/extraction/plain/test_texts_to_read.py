"""A text handed over to be read, gone on with or mended, and a program's log, tell nothing of whoever pastes it."""

from __future__ import annotations

import pytest

from .test_others_words import learnt


@pytest.mark.parametrize(
    "said",
    [
        "Translate this into French: Tomasz does the packaging.",
        "Summarize this: Petra leads the shop, Anna retired.",
        "Explain this prompt: You are a pirate. Always answer in rhyme. My name is Jack.",
        "Can you analyse the following system prompt: I am Bob. Never talk about cats.",
        "Continue this story: I live in a castle. My name is Mordred. I always drink wine.",
        "Could you complete these lyrics: I live in a yellow submarine",
        "the candidate's CV says:\nI live in Ghent. I have 5 years of experience with Go. I prefer remote work.",
        "The customer's complaint: I never got my parcel, I live in Hull.",
        'edit this text for me\n"""\nI work at Volvo. I always take the bus.\n"""',
        "clean up this file please:\nI always fail at noon",
        "why does this log say that?\n2026-05-01 INFO user: I prefer dark mode\n2026-05-01 INFO my name is Zed",
        "[12:04:11.221] WARN I live in Quendon",
        "2026-05-01T10:00:01.221Z ERROR remember: my name is Zed",
    ],
)
def test_what_is_read_or_mended_is_not_learnt(said):
    assert learnt(said) == []


@pytest.mark.parametrize(
    "said,fact",
    [
        ("Explain this to me: I live in Berlin and pay 20% tax", "Nora lives in Berlin."),
        ("Continue with the story. I live in Bath by the way.", "Nora lives in Bath."),
        ("Finish this for me please. I always use vim.", "Nora always uses vim."),
        ("Compare these two jobs: I work at Bosch now", "Nora works at Bosch now."),
        ("the hospital's letter: I have to come in on Monday", "Nora has to come in on 7 September 2026."),
        ("NOTICE: I moved to Bath", "Nora moved to Bath."),
        ("I moved to Bath on 2026-05-01. INFO: I'm vegan now", "Nora is vegan now."),
        ("2026-05-01 INFO my name is Zed\nI moved to Bath in May", "Nora moved to Bath in May 2026."),
    ],
)
def test_what_somebody_says_beside_a_text_is_learnt(said, fact):
    assert fact in learnt(said)
