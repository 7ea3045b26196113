"""Which standing instructions bear on a prompt. Pure.

Each prompt of a memory is held against the same few instructions, and these against each other. So what their texts
alone tell is kept while it is in use; what the prompt adds is worked out anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...language import Language
from ...language.base import Subject
from ...language.words import folded_words
from ...similarity import difference
from ..candidates import Candidate
from ..kept import KEPT, LONGEST_KEPT, kept
from ..query import Inquiry
from .quoting import stems, telling_stems
from .wishers import are_two, whose_wish

# So many words, and such a share of the shorter one's, tell that two instructions speak of one thing.
ABOUT_THE_SAME = 2
MOSTLY = 2 / 3
BESIDE = 1  # so many words of a turn, beside its wish's, tell nothing: "hey, …"
_NAMED = re.compile(r"[^\W\d_][\w-]{1,29}")
_EITHER = stems("the user the assistant need")  # whom every instruction names


def bearing_on(question: Inquiry, instructions: Sequence[Candidate]) -> list[Candidate]:
    """Those of them that say how to answer at all, or speak of what is asked."""
    language, subject = question.language, _subject(question) if instructions else set[str]()
    bearing = [one for one in instructions if _bears(one, question, subject)]
    bearing += [
        one for one in instructions
        if one not in bearing and any(tells_later(language, one, older) for older in bearing)
    ]  # fmt: skip
    bearing = [one for one in bearing if not any(_replaces(language, newer, one) for newer in instructions)]
    return _beside_newer(language, bearing)


def _beside_newer(language: Language, bearing: list[Candidate]) -> list[Candidate]:
    """Those of which a newer one speaks first, each before it: where there is no room for all, these stay together."""
    paired: list[Candidate] = []
    for older in bearing:
        newer = [one for one in bearing if tells_later(language, one, older)]
        paired += [one for one in (older, *newer) if newer and one not in paired]
    return [*paired, *(one for one in bearing if one not in paired)]


def tells_later(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether a newer instruction, of the same namespace, speaks of what an older one is about: "you don't need to mark
    the changes" of "mark every change"."""
    if not _is_newer(newer, older) or _is_of_anothers_answers(language, newer, older):
        return False
    if _lifts(language, newer.text, older.text):
        return True
    new, old = _wanted(language, newer), _wanted(language, older)
    return len(new & old) >= max(ABOUT_THE_SAME, MOSTLY * min(len(new), len(old)))


def takes_back(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether a must-know denies what an older one of the same namespace says: "I'm not allergic to nuts after all"."""
    denies = _is_newer(newer, older) and difference(newer.text, older.text, language) == "negation"
    return denies and speaks_of(language, newer, older)


def speaks_of(language: Language, newer: Candidate, instruction: Candidate) -> bool:
    """Whether what was said later speaks of what an instruction wants, and not only of the prompt, as both may."""
    shared = stems(newer.text) & _wanted(language, instruction)
    return len(shared) >= ABOUT_THE_SAME or _lifts(language, newer.text, instruction.text)


def tells_more(language: Language, turn: str, wishes: Sequence[str]) -> bool:
    """Whether a turn says something beside the instructions that were drawn from it: "We run MySQL now. Tests should
    use fixtures."."""
    told = telling_stems(turn, language) - language.changes.faint
    return len(told - stems("\n".join(wishes))) > BESIDE


def _wanted(language: Language, instruction: Candidate) -> frozenset[str]:
    """The stems of the words that say what is wanted, beside those that only ask for it, and when."""
    return _wanted_by(language, instruction.text) - stems(instruction.speaker)


@kept
def _wanted_by(language: Language, text: str) -> frozenset[str]:
    told = language.cues.condition.sub(" ", language.cues.asking.sub(" ", text))
    return telling_stems(told, language) - language.changes.faint - _EITHER


def _lifts(language: Language, newer: str, older: str) -> bool:
    is_long = max(len(newer), len(older)) > LONGEST_KEPT
    return language.cues.lifts(newer, older) if is_long else _lifts_kept(language, newer, older)


@lru_cache(maxsize=KEPT)
def _lifts_kept(language: Language, newer: str, older: str) -> bool:
    return language.cues.lifts(newer, older)


def _is_newer(newer: Candidate, older: Candidate) -> bool:
    return newer.space == older.space and (newer.event_time, newer.rowid) > (older.event_time, older.rowid)


def _is_of_anothers_answers(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether one person says how they are answered, and the other how another is."""
    is_manner = _read(language, older.text).is_manner
    return is_manner and are_two(whose_wish(language, newer), whose_wish(language, older))


def _replaces(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether the newer one, of the same namespace, wants another of what there is one of at a time, and else the
    same. What forbids something replaces nothing, and nothing replaces it."""
    if not _is_newer(newer, older):
        return False
    choices = zip(_choosing(language, newer.text), _choosing(language, older.text), strict=False)
    is_other = any(
        new.wanted and old.wanted and new.wanted.isdisjoint(old.wanted) and new.rest == old.rest for new, old in choices
    )
    return is_other and not _is_of_anothers_answers(language, newer, older)


class _Choosing(NamedTuple):
    """What an instruction wants of things of which there is one at a time, and the stems of all else that it says."""

    wanted: frozenset[str]
    rest: frozenset[str]


@kept
def _choosing(language: Language, text: str) -> tuple[_Choosing, ...]:
    """For each of the language's choices; nothing of what forbids something."""
    cues = language.cues
    if not language.differences.negations.isdisjoint(folded_words(text)):
        return ()
    return tuple(
        _Choosing(
            frozenset(map(str.lower, choice.findall(text))),
            stems(cues.asking.sub(" ", choice.sub(" ", text))) - language.changes.faint,
        )
        for choice in cues.one_at_a_time
    )


class _About(NamedTuple):
    """A subject that an instruction is about: as a `whole`, by some of its `kinds`, or both."""

    subject: Subject
    whole: bool
    kinds: tuple[Subject, ...]


class _Wish(NamedTuple):
    """What an instruction's text tells of the prompts that it may be on. `scope` is what it names as its condition, or
    as what it is about alone, empty where it names neither; `told` that, or else what it wants."""

    is_manner: bool
    is_some_manner: bool
    is_means: bool
    is_on_texts: bool
    scope: str
    told: str
    about: tuple[_About, ...]


@kept
def _read(language: Language, text: str) -> _Wish:
    cues = language.cues
    condition = cues.condition.search(text)
    scope = condition[0] if condition else cues.scope_of(text)
    told = scope or cues.asking.sub(" ", text)
    read = (
        _About(subject, subject.is_told(told), tuple(kind for kind in subject.kinds if kind.is_told(told)))
        for subject in cues.subjects
    )
    return _Wish(
        cues.tells_manner(text), cues.tells_some_manner(text), cues.tells_means(text),
        cues.on_texts.search(text) is not None, scope, told,
        tuple(one for one in read if one.whole or one.kinds),
    )  # fmt: skip


def _bears(instruction: Candidate, question: Inquiry, subject: set[str]) -> bool:
    """Whether it is on every answer, or its subject is the prompt's: what its condition names, where it has one."""
    cues, wish = question.language.cues, _read(question.language, instruction.text)
    if wish.is_manner:
        return True
    if wish.is_on_texts and cues.asks_for_text.search(question.embedded):
        return True
    if wish.scope and _is_to_another(wish.scope, instruction.text, question):
        return False
    if _is_about(wish, question):
        return True
    if not stems(wish.told).isdisjoint(subject - stems(instruction.speaker)):
        return True
    # What is to be used is for something that is made or done.
    is_means = not wish.is_some_manner and wish.is_means and cues.asks_of_things.search(question.embedded) is None
    return (wish.is_some_manner or is_means) and not is_on_another(question, instruction)


def is_on_another(question: Inquiry, instruction: Candidate) -> bool:
    """Whether an instruction is on a kind of thing, or on somebody, and the prompt on another kind, or on somebody
    else. What a prompt of no known kind is about may be the instruction's: "look over this patch" is a code review."""
    wish, cues = _read(question.language, instruction.text), question.language.cues
    if wish.scope and _is_to_another(wish.scope, instruction.text, question):
        return True
    kinds = [one for one in wish.about if not one.subject.is_any]
    if not kinds:
        return False
    asked = question.embedded
    if _names_a_kind(question.language, asked):
        return not any(_is_on(one, asked, alone=bool(wish.scope)) for one in kinds)
    # Of what is to be used, and of what names its own kind, the kind is surely its own.
    plainly = cues.asks_of_things if wish.scope or not wish.is_some_manner else cues.asks_plainly
    is_plain = plainly.search(asked) or cues.needs_nothing.search(asked)
    return bool(is_plain) and all(one.subject.is_made for one in kinds)


@kept
def _names_a_kind(language: Language, asked: str) -> bool:
    return any(subject.asked.search(asked) for subject in language.cues.subjects if not subject.is_any)


def _is_about(wish: _Wish, question: Inquiry) -> bool:
    """Whether both are about one subject. What is not to be suggested, a flight, is of no matter where the prompt asks
    for something else of a known kind, "which test should I run?"."""
    asked = question.embedded
    about = [one for one in wish.about if _is_on(one, asked, alone=bool(wish.scope))]
    if not about or any(not one.subject.is_any for one in about):
        return bool(about)
    tells_of_its_own = any(not one.subject.is_any for one in wish.about)
    own = (subject for subject in question.language.cues.subjects if not subject.is_any)
    return not (tells_of_its_own and any(one.is_asked(asked) for one in own))


def _is_on(about: _About, asked: str, *, alone: bool) -> bool:
    """Whether the prompt is about the subject, too; what is about one kind of it `alone`, about that kind."""
    if alone and about.kinds:
        return any(kind.is_asked(asked) for kind in about.kinds)
    return about.whole and about.subject.is_asked(asked)


def _is_to_another(told: str, text: str, question: Inquiry) -> bool:
    """Whether an instruction on what is written to one person is asked of what is written to another, or to nobody:
    "when you write to my mum" says nothing of "a mail to my boss", nor of "when does my mum come?". Joan may be her."""
    cues = question.language.cues
    to, asked = cues.written_to(told), cues.written_to(question.embedded)
    if not to or not asked:
        is_plain = cues.asks_plainly.search(question.embedded)
        named_only = not is_plain and not to.isdisjoint(_NAMED.findall(question.embedded))  # "complain to Contoso"
        return bool(to) and not named_only and cues.asks_for_text.search(question.embedded) is None
    named, asked_named = ({one[0].isupper() for one in some} for some in (to, asked))
    # "When you write to Anna, call her Annie": either is she.
    return to.isdisjoint(asked) and named == asked_named and asked.isdisjoint(text.replace("”", " ").split())


def _subject(question: Inquiry) -> set[str]:
    """The stems of what a prompt is about, "comments", beside what is to be done."""
    words = (word for word in question.words if not question.language.cues.manner.search(word))
    return {stem for word in words for stem in stems(word)} - question.language.changes.faint
