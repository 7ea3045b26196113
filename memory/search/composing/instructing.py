"""Which standing instructions bear on a prompt. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...language import Language
from ...language.base import Subject
from ...language.words import folded_words
from ...similarity import difference
from ..candidates import Candidate
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
    language = question.language
    bearing = [one for one in instructions if _bears(one, question)]
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
    if language.cues.lifts(newer.text, older.text):
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
    return len(shared) >= ABOUT_THE_SAME or language.cues.lifts(newer.text, instruction.text)


def tells_more(language: Language, turn: str, wishes: Sequence[str]) -> bool:
    """Whether a turn says something beside the instructions that were drawn from it: "We run MySQL now. Tests should
    use fixtures."."""
    told = telling_stems(turn, language) - language.changes.faint
    return len(told - stems("\n".join(wishes))) > BESIDE


def _wanted(language: Language, instruction: Candidate) -> frozenset[str]:
    """The stems of the words that say what is wanted, beside those that only ask for it, and when."""
    told = language.cues.condition.sub(" ", language.cues.asking.sub(" ", instruction.text))
    return telling_stems(told, language) - language.changes.faint - stems(instruction.speaker) - _EITHER


def _is_newer(newer: Candidate, older: Candidate) -> bool:
    return newer.space == older.space and (newer.event_time, newer.rowid) > (older.event_time, older.rowid)


def _is_of_anothers_answers(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether one person says how they are answered, and the other how another is."""
    return are_two(whose_wish(language, newer), whose_wish(language, older)) and language.cues.tells_manner(older.text)


def _replaces(language: Language, newer: Candidate, older: Candidate) -> bool:
    """Whether the newer one, of the same namespace, wants another of what there is one of at a time, and else the
    same. What forbids something replaces nothing, and nothing replaces it."""
    if not _is_newer(newer, older) or _is_of_anothers_answers(language, newer, older):
        return False
    negations = language.differences.negations
    if not all(negations.isdisjoint(folded_words(one.text)) for one in (newer, older)):
        return False
    for choice in language.cues.one_at_a_time:
        new, old = (set(map(str.lower, choice.findall(one.text))) for one in (newer, older))
        if new and old and new.isdisjoint(old):
            said = (language.cues.asking.sub(" ", choice.sub(" ", one.text)) for one in (newer, older))
            rest = [stems(text) - language.changes.faint for text in said]
            if rest[0] == rest[1]:
                return True
    return False


def _bears(instruction: Candidate, question: Inquiry) -> bool:
    """Whether it is on every answer, or its subject is the prompt's: what its condition names, where it has one."""
    cues, text = question.language.cues, instruction.text
    if cues.tells_manner(text):
        return True
    if cues.on_texts.search(text) and cues.asks_for_text.search(question.embedded):
        return True
    only = _scope(text, question)
    told = only or cues.asking.sub(" ", text)
    if only and _is_to_another(only, text, question):
        return False
    if _is_about(told, question, alone=bool(only)):
        return True
    if not stems(told).isdisjoint(_subject(question) - stems(instruction.speaker)):
        return True
    # What is to be used is for something that is made or done.
    is_manner = cues.tells_some_manner(text)
    is_means = not is_manner and cues.tells_means(text) and cues.asks_of_things.search(question.embedded) is None
    return (is_manner or is_means) and not is_on_another(question, instruction)


def is_on_another(question: Inquiry, instruction: Candidate) -> bool:
    """Whether an instruction is on a kind of thing, or on somebody, and the prompt on another kind, or on somebody
    else. What a prompt of no known kind is about may be the instruction's: "look over this patch" is a code review."""
    only, cues = _scope(instruction.text, question), question.language.cues
    told = only or cues.asking.sub(" ", instruction.text)
    if only and _is_to_another(only, instruction.text, question):
        return True
    kinds = [subject for subject in cues.subjects if not subject.is_any and _tells_of(subject, told)]
    if not kinds:
        return False
    asked = question.embedded
    if any(subject.asked.search(asked) for subject in cues.subjects if not subject.is_any):
        return not any(_is_on(subject, told, asked, alone=bool(only)) for subject in kinds)
    # Of what is to be used, and of what names its own kind, the kind is surely its own.
    plainly = cues.asks_of_things if only or not cues.tells_some_manner(instruction.text) else cues.asks_plainly
    is_plain = plainly.search(asked) or cues.needs_nothing.search(asked)
    return bool(is_plain) and all(subject.is_made for subject in kinds)


def _tells_of(subject: Subject, told: str) -> bool:
    return any(kind.is_told(told) for kind in (subject, *subject.kinds))


def _scope(text: str, question: Inquiry) -> str:
    """What an instruction names as its condition, or as what it is about alone; empty where it names neither."""
    condition = question.language.cues.condition.search(text)
    return condition[0] if condition else question.language.cues.scope_of(text)


def _is_about(told: str, question: Inquiry, *, alone: bool) -> bool:
    """Whether both are about one subject. What is not to be suggested, a flight, is of no matter where the prompt asks
    for something else of a known kind, "which test should I run?"."""
    asked, subjects = question.embedded, question.language.cues.subjects
    about = [subject for subject in subjects if _is_on(subject, told, asked, alone=alone)]
    if not about or any(not subject.is_any for subject in about):
        return bool(about)
    own = [subject for subject in subjects if not subject.is_any]
    return not (any(_tells_of(one, told) for one in own) and any(one.is_asked(asked) for one in own))


def _is_on(subject: Subject, told: str, asked: str, *, alone: bool) -> bool:
    """Whether both are about the subject; what is about one kind of it `alone`, as that prompt is."""
    kinds = [kind for kind in subject.kinds if alone and kind.is_told(told)] or [subject]
    return any(kind.is_told(told) and kind.is_asked(asked) for kind in kinds)


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
