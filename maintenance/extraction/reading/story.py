"""When a turn's story happens: the time that one sentence names holds for the events told after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ..grammar import dates
from ..grammar.clauses import Clause, finite_verb, is_past
from ..grammar.lexicon import word_set
from ..grammar.rewrite import NOMINATIVE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# A time of life that has no date: "as a kid", "when I was younger", "back in college".
_STAGE = re.compile(
    r"\b(?:when|while) (?:i|we) (?:was|were) (?:(?:much|still|a|very|in|really|so) )*(?P<when>younger|young|little"
    r"|small|kids?|child|children|girl|boy|teen\w*|(?:high |middle |elementary |primary )?school|college|university)\b"
    r"|\bas a (?:(?:little|young|small) )?(?P<as>kid|child|girl|boy|teen\w*|student)\b"
    r"|\b(?:back )?in (?:my )?(?P<in>(?:high |middle |elementary |primary )?school|college|university)\b"
    r"|\b(?:from|in|during|of) my (?P<of>childhood|youth|teens)\b|\b(?P<up>growing up)\b",
    re.I,
)
# An event with one of these has its own place in time, or none.
_OWN_TIME = word_set(
    "recently lately always never once ever before already since again now still currently often sometimes usually "
    "just finally today soon after later until when while used"
)
_LASTING_STATES = word_set("be know want like love hate need think believe mean hope seem prefer understand own belong")

# How many sentences later a named day still holds; a time of life only for the next one.
# With 1 and with 6 of the first the stories' build half learns the same 73 of 121 evidence turns, and answers the same.
# With 0 of the second two of the development talks' 897 facts lose their time ("as a child"), with 2 they are the same.
DAY_REACH = 3
STAGE_REACH = 1


@dataclass(frozen=True, slots=True)
class Setting:
    """A time as the turn's sentence `number` names it: the words to write, and the day if it has one."""

    number: int
    words: str
    day: date | None


def setting(doc: Doc, text: str, number: int, today: date) -> Setting | None:
    """When the sentence says that something happened: a day gone by that its main clause names, or a time of life; None
    where it says neither. `number` is its place in the turn, `today` the speaker's day."""
    stage = _STAGE.search(text)
    if stage is not None:
        return Setting(number, _stage(stage), None)
    root = next(iter(doc.sents)).root
    either = {(m.start, m.day) for m in dates.find(text, today, past=False)}
    for match in dates.find(text, today, past=True):
        if match.day == today or match.granularity == "year":
            continue
        if (match.start, match.day) not in either and (match.day > today or not is_past(root)):
            continue
        named = next((token for token in doc if token.idx >= match.start), None)
        if named is None or any(a.dep_ in ("relcl", "acl", "advcl") for a in named.ancestors):
            continue
        return Setting(number, match.replacement, match.day)
    return None


def taken_over(clause: Clause, text: str, number: int, story: Setting | None, today: date) -> Setting | None:
    """The setting that an undated clause of sentence `number` takes over from what was told just before it.

    `story` is the setting that the turn's earlier sentences have left. None where the clause takes over none.
    """
    if clause.subject is None or clause.subject.lower_ not in NOMINATIVE:
        # What somebody else did may be of another day.
        return None
    ahead = story is not None and story.day is not None and story.day > today
    if ahead or not _is_told(clause):
        # "Next week there is a meeting. We'll talk about roads."
        will = any(t.lower_ in ("will", "'ll") and t.head == clause.head for t in clause.all_tokens)
        near = story is not None and number == story.number + 1
        return story if ahead and will and near else None
    stage = _STAGE.search(text)
    if clause.lent:
        # "Yesterday I packed and left": what is said in front holds for both.
        shared = _date_before(clause, text, today)
        if shared is not None:
            return Setting(number, shared.replacement, shared.day)
        if stage is not None and stage.end() <= clause.head.idx:
            return Setting(number, _stage(stage), None)
    if story is None or stage is not None:
        return None
    if any(match.end <= clause.head.idx for match in dates.find(text, today, past=True)):
        return None
    reach = STAGE_REACH if story.day is None else DAY_REACH
    return story if number - story.number <= reach else None


def _is_told(clause: Clause) -> bool:
    """Whether a clause tells one event of the past that names no time of its own."""
    head = clause.head
    if finite_verb(head).tag_ != "VBD" or head.lemma_ in _LASTING_STATES:
        return False
    if any(t.dep_ == "neg" and t.head == head for t in clause.all_tokens):
        return False
    return not any(t.lower_ in _OWN_TIME and not _opens_event(t) for t in clause.all_tokens)


def _opens_event(token: Token) -> bool:
    """ "I panicked when the boat tipped over": one event explains the other, and both are of the story."""
    verb = token.head
    return token.lower_ == "when" and verb.tag_ == "VBD" and verb.lemma_ not in _LASTING_STATES


def _date_before(clause: Clause, text: str, today: date) -> dates.DateMatch | None:
    """The date in front of a clause and of the one it is joined to, if it opens the sentence."""
    matches = [m for m in dates.find(text, today, past=True) if m.end <= clause.head.idx]
    if not matches:
        return None
    first = matches[0]
    if first.end <= clause.lent[0].idx:
        return first if text[: first.start].strip() == "" else None
    # "We sailed out last week and got soaked": the day of the claim before.
    lender = clause.head.head
    named = next((t for t in clause.head.doc if t.idx >= first.start), None)
    within = named is not None and lender in (named.head, named.head.head, named.head.head.head)
    return first if within and is_past(lender) else None


def _stage(match: re.Match[str]) -> str:
    word = next(group for group in match.groups() if group).lower()
    if word.endswith(("school", "college", "university")):
        return f"in {word}"
    if word.startswith("teen"):
        return "as a teenager"
    if word in ("younger", "young", "youth"):
        return "when they were younger"
    return "as a student" if word == "student" else "as a child"
