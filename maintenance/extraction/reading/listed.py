"""Answers that name several things, "nuts, shellfish", whatever a parser makes of words in a row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..grammar.clauses import SUBJECTS
from ..grammar.lexicon import word_set
from ..grammar.rewrite import Voice, third_person

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MOST_WORDS = 5  # of one thing of a list: "Go for the backend"
_BETWEEN = re.compile(r", (?:and |or |& )?| (?:and|or|&) ")
_PLAIN = re.compile(r"[\w.+#/'’&() -]+")
# What a statement, a refusal or a remark holds, and no name of a thing.
_TOLD = word_set(
    "i i'm we you he she it they me us him them my our your his their this that these those there is are was were am "
    "be been has have had do does did will would can could may might must should isn't aren't don't doesn't can't "
    "won't no not never none nothing nobody neither nope yes yeah sure maybe perhaps depends but so because if when "
    "since which who what why how please thanks thx ok okay lol haha luckily sadly actually dunno everything anything "
    "all any first second third last latter former ones same"
)
# "Any plans for the weekend?", "any issues?": what is answered passes.
PASSING = word_set("plan idea question suggestion thought news update change issue problem error bug request wish")
_OF_THE_HOUR = word_set("want need choose pick prefer like show display return print throw say give")
# Of what is being made or bought. "What medicine do you need?" asks for what lasts.
_MADE_OR_BOUGHT = word_set(
    "field column row section chapter topic heading header title caption file format version option variant"
    " size colour color font layout style length number quantity amount part page slide chart seat ticket date"
    " day time slot topping flavour flavor help ingredient filling drink item product model gift"
)


def is_list(text: str) -> bool:
    """Whether a phrase only names two things or more."""
    things = _BETWEEN.split(text.strip(" .!"))
    return len(things) > 1 and all(
        _PLAIN.fullmatch(thing) and len(words := thing.split()) <= _MOST_WORDS and _TOLD.isdisjoint(words)
        for thing in (one.strip().lower() for one in things)
    )


def asks_for_several(question: Doc) -> bool:
    """ "Any allergies?", "do you have any pets?", "which languages do you speak?"."""
    words = [token for token in question if not token.is_punct]
    named = [token for token in words if token.tag_ in ("NNS", "NNPS")]
    if len(words) < 2 or not named or named[0].lemma_.lower() in PASSING:
        return False
    asked = next((token for token in words if token.lower_ in ("any", "which", "what")), None)
    if asked is None:
        return False
    return asked.lower_ == "any" or any(token.i > asked.i for token in named)


def is_of_the_hour(question: Doc, root: Token) -> bool:
    """ "Which fields do you want?", "what sizes do you need?": of what is being made or bought."""
    return root.lemma_ in ("want", "need") and any(
        token.lower_ in ("which", "what") and token.dep_ == "det" and token.head.lemma_.lower() in _MADE_OR_BOUGHT
        for token in question
    )


def of_ours(question: Doc, root: Token, reply: str, speaker: Voice) -> str | None:
    """What "Jira, Slack" states after "Which tools does your team use?"; None of any other question."""
    words = [token for token in question if not token.is_punct]
    subject = next((child for child in root.children if child.dep_ in SUBJECTS), None)
    helps = [child for child in root.children if child.dep_ == "aux"]
    if subject is None or not helps or not words or root != words[-1] or root.lemma_ in _OF_THE_HOUR:
        return None
    told = list(subject.subtree)
    is_plain = len(helps) == 1 and helps[0].lower_ in ("do", "does") and told[0].i == helps[0].i + 1
    is_asked = any(token.lower_ in ("which", "what") and token.i < helps[0].i for token in words)
    if not (is_plain and is_asked and told[0].lower_ == "your" and root.i == told[-1].i + 1):
        return None
    verb = third_person(root.lemma_) if helps[0].lower_ == "does" else root.lemma_
    ours = "".join(token.text_with_ws for token in told[1:]).strip()
    return f"{speaker.possessive[0].upper()}{speaker.possessive[1:]} {ours} {verb} {reply}."
