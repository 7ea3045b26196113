"""The rules that decide while a turn is read, each with a sentence that it takes and one that it leaves."""

from __future__ import annotations

from ..grammar.rule import Rule
from ..wishes.instructions import STANDING

RULES = (
    Rule(
        STANDING, "What the assistant is to do, or not to do, from now on.",
        "Always answer in Norwegian.", "Answer the second question now.",
    ),
    Rule(
        "routing", "Who is to get whatever comes in of a kind.",
        "Please escalate billing questions to Petra.", "Please escalate this to your manager.",
    ),
    Rule(
        "name_to_use", "How the speaker wants to be called.",
        "Call me Kim.", "Call the plumber.",
    ),
    Rule(
        "reminder", "What the speaker wants to be reminded of.",
        "Remind me to water the tomatoes on Friday.", "Remind me what we said.",
    ),
    Rule(
        "short_answer", "A short answer, made whole by the question before it.",
        "At the harbour.", "Wonderful!", before="Where do you work?",
    ),
    Rule(
        "introduced", "Somebody or something of the speaker's, named in passing.",
        "My neighbour Mr Pereira.", "My neighbour.",
    ),
    Rule(
        "quoted", "Words that are only quoted.",
        'He shouted "I will never go to Bergen again!"', "My father shouted at the mayor of Bergen.",
    ),
    Rule(
        "no_statement", "A clause without a subject of its own: a call, an exclamation.",
        "Keep up the good work.", "My sister keeps bees in Bergen.",
    ),
    Rule(
        "dangling", "A word that points to what only the talk tells.",
        "I bought one of these yesterday.", "I bought a canoe yesterday.",
    ),
    Rule(
        "nobodys", "What is said of nobody of the speaker's and of nothing definite.",
        "Ships are large.", "My ship is at the harbour of Bergen.",
    ),
    Rule(
        "unsound", "A rewritten sentence that is broken, too short, too long, or says nothing of its subject.",
        "I bought a canoe and some.", "I bought a canoe and two paddles.",
    ),
    Rule(
        "hanging", "A rewritten sentence that still needs the talk around it.",
        "I found a place with big windows.", "I found a place for my bakery in Bergen.",
    ),
)  # fmt: skip
