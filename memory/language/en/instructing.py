"""On what a standing instruction in English bears. Pure data."""

from __future__ import annotations

import re

from .manners import OF_CODE


def _any(words: str, more: str = "") -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words.split())})\b{more}", re.IGNORECASE)


# "When you write code, use tabs" is about code alone. "If possible" and "when I ask" say nothing of a subject.
CONDITION = re.compile(
    r"\b(?:when(?:ever)?|while|if|every time|each time)\b(?! (?:possible|needed|necessary|in doubt|asked)\b)"
    r"(?! (?:i|we|you|it|they|he|she|the user|the assistant)"
    r" (?:ask|answer|repl(?:y|ies)|respond|talk|speak|say|want|need|can)s?\b)[^,.;!?]*",
    re.IGNORECASE,
)

# An instruction on one of these bears on each prompt that is about the same, whatever words both have.
SUBJECTS = (
    _any(
        "code coding program(?:s|me|ming)? functions? methods? class(?:es)? scripts? snippets? regex(?:es)?"
        " quer(?:y|ies) sql loops? bugs? debug\\w* refactor\\w* implement\\w* pars(?:e|er|ers|es|ing) compil\\w+"
        " unit\\stests? tests? apis? endpoints? exceptions? stack\\strace python javascript typescript golang rust java"
        " bash css html react django commits? pull\\srequests? prs? algorithms? librar(?:y|ies) dockerfile yaml json"
        " csv variables?",
        f"|{OF_CODE.pattern}",
    ),
    _any(
        "e-?mails? mails? letters? repl(?:y|ies) messages? draft\\w* newsletters? invitations? memos? tweets? captions?"
        " slack linkedin"
    ),
    _any(
        "prices? costs? budgets? money euros? dollars? pounds? kron(?:er|or) currenc(?:y|ies) salar(?:y|ies) rent"
        " pay\\w* fees? bills? invoices? quotes? expenses?"
    ),
    _any(
        "meetings? calendars? appointments? schedul\\w+ reschedul\\w+ book(?:ing|ings)? calls? slots? availability"
        " reminders?"
    ),
    _any("dinners? lunch(?:es)? breakfasts? meals? menus? recipes? cook\\w* bak(?:e|es|ing) desserts? groceries food"),
    _any(
        "trips? travel\\w* flights? fly hotels? holidays? vacations? itinerar(?:y|ies) trains? airports? airbnb tours?"
    ),
)
