"""How two facts stand to each other, by their words: the same, a newer value, a contradiction, or nothing of the kind.

Pure, and without a parser.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from memory.language.en.change_words import ONE_AT_A_TIME, RELATIONS
from memory.language.en.vocabulary import CARDINALS

from ..grammar.lexicon import PEOPLE, PETS, word_set
from ..types import Verdict
from . import holders, jobs, numbered, out_of_work, table
from .occupations import line_of_work
from .shapes import DAYS, DAYS_AND_MONTHS, ENDINGS, even, has_date, is_number_word, month_of
from .slots import Slot, scheduled, slot_of

_NEGATIONS = word_set("not never no n't cannot without nobody nothing neither nor hardly")
_OPPOSITES = {
    word: (kind, sign)
    for kind, liked, disliked in (
        (
            "like",
            "like love enjoy adore likes loves enjoys adores",
            "hate dislike detest loathe despise hates dislikes detests loathes despises",
        ),
        ("want", "want wants", "refuse refuses"),
        ("allow", "allow allows permit permits", "forbid forbids ban bans"),
        ("start", "started starts", "stopped stops"),
        ("easy", "easy", "hard difficult"),
        ("good", "good great excellent", "bad awful terrible poor"),
        ("interesting", "interesting", "boring dull"),
        ("open", "open", "closed"),
        ("true", "true", "false"),
    )
    for words, sign in ((liked, 1), (disliked, -1))
    for word in words.split()
}
_SLIGHT = word_set(
    "a an the is are was were be been being am do does did has have had will would "
    "can could of to in on at for with and or that it its their his her s really "
    "very so quite also just now currently still always yet"
)
# Of these everybody has one.
_PARENTS = word_set("mother father mum mom mama dad papa")


def judge(new_content: str, old_content: str) -> Verdict:
    """How a new fact stands to an old one; the same answer each time, and "unrelated" wherever in doubt."""
    new, old = even(new_content), even(old_content)
    if not new or not old:
        return Verdict("unrelated", "empty")
    found = _same_words(new, old) or _of_one_slot(new, old) or _left(new, old) or _redated(new, old)
    if found is None:
        found = _denied(new, old) or _denied(old, new)
    if found is None or found.kind == "unrelated":
        found = jobs.changed(new_content, old_content) or out_of_work.works_no_longer(new_content, old_content) or found
    if found is not None:
        return found
    if _claim(new)[1][:1] != _claim(old)[1][:1]:
        return Verdict("unrelated", "another subject")
    return _opposite(new, old) or _in_other_order(new, old) or _ended(new, old) or _another_figure(new, old)


@table.SAME_WORDS.decides
def _same_words(new: str, old: str) -> Verdict | None:
    return Verdict("same", "the same words") if new.lower() == old.lower() else None


def _of_one_slot(new: str, old: str) -> Verdict | None:
    """Of one property of one subject: the same value, a newer one, or another of many."""
    new_slot, old_slot = slot_of(new), slot_of(old)
    if not new_slot or not old_slot or (new_slot.name, new_slot.subject) != (old_slot.name, old_slot.subject):
        return None
    if _same_value(new_slot, old_slot):
        value = min(new_slot.value, old_slot.value, key=len)
        adds, lacks = _tells_besides(value, new, old), _tells_besides(value, old, new)
        if adds and lacks:  # "lives in Oslo with her sons", "moved to Oslo in 2015"
            return Verdict("unrelated", f"something else about the {new_slot.name}")
        more = len(new_slot.value) > len(old_slot.value) or (has_date(new) and not has_date(old))
        return _same_slot(new_slot, more=more or adds)
    one_of_many = _is_one_of_many(new_slot) or new_slot.shape != old_slot.shape or _holds_the_other(new_slot, old_slot)
    if one_of_many and not _came_about(new, new_slot, old_slot):
        return Verdict("unrelated", f"something else about the {new_slot.name}")
    if numbered.tells_of_two(new, old):
        return Verdict("unrelated", "a number tells the two apart")
    return _newer_value(new_slot)


def _tells_besides(value: str, one: str, other: str) -> bool:
    """Whether one fact says of a value what the other does not say at all."""
    _, _, behind = one.lower().partition(value)
    return not set(_claim(behind)[1]) <= set(_claim(other)[1])


@table.SAME_SLOT.decides
def _same_slot(slot: Slot, *, more: bool) -> Verdict:
    return Verdict("refines" if more else "same", f"the same {slot.name}{' and more' if more else ''}")


@table.NEWER_VALUE.decides
def _newer_value(slot: Slot) -> Verdict:
    return Verdict("updates", f"a newer {slot.name}")


@table.OPPOSITE.decides
def _opposite(new: str, old: str) -> Verdict | None:
    (new_sign, new_words), (old_sign, old_words) = _claim(new), _claim(old)
    opposite = frozenset(new_words) == frozenset(old_words) and new_sign != old_sign
    return Verdict("contradicts", "the opposite of the same statement") if opposite else None


@table.OTHER_ORDER.decides
def _in_other_order(new: str, old: str) -> Verdict | None:
    same = frozenset(_claim(new)[1]) == frozenset(_claim(old)[1])
    return Verdict("same", "the same words in another order or form") if same else None


def _is_one_of_many(slot: Slot) -> bool:
    """Whether it is told of a brother, a friend, a cat: of another one it may be told, too."""
    kind = slot.subject.split()[-1]
    return "'s " in slot.subject and kind in (PEOPLE | PETS) - ONE_AT_A_TIME - RELATIONS - _PARENTS


_GOT = re.compile(r" (?:got|became|has got|has become|has just got|is getting) ", re.I)
_TURNED = re.compile(r" (?:turned|has (?:just )?turned|is turning) ", re.I)


def _came_about(new: str, slot: Slot, before: Slot) -> bool:
    """Whether it is told as an event that follows what was: single, then "got engaged"; 7, then "turned 8"."""
    if slot.name == "marital status":
        return _GOT.search(new) is not None
    if slot.name == "age" and _TURNED.search(new) and slot.value.isdigit() and before.value.isdigit():
        return 0 < int(slot.value) - int(before.value) <= MOST_YEARS
    return False


# Between two mentions of somebody's age, if it is to be the same person's. With 1 and with 6 the development pairs and
# stories come out the same.
MOST_YEARS = 3

_DENIAL = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) (?:does not (?P<verb>[a-z]+)|never (?P<third>[a-z]+?)s) (?P<object>[a-z][a-z-]*)$"
)
_AMOUNT = (
    r"(?:(?:an?|some|much|many|plenty of|lots of|a lot of|too much|too many|about|at least|up to|\d+|several"
    rf"|{'|'.join(word for word, number in CARDINALS.items() if 1 <= number <= 6)}) ){{0,3}}"
    r"(?:(?:cups?|glass(?:es)?|bottles?|mugs?|pints?|pieces?|slices?|bars?|packs?|litres?) of )?"
)
_AFTER = (
    r"(?= (?:every|each|on|in|at|with|for|daily|twice|once|and|now|again|sometimes|often|regularly|before|after|a"
    r"|per)\b|,|$)"
)


@table.DENIED_IN_GENERAL.decides
def _denied(general: str, instance: str) -> Verdict | None:
    """That one fact denies in general what the other tells: never drinking coffee, two cups every morning."""
    denial = _DENIAL.match(general)
    if denial is None:
        return None
    subject, thing = re.escape(denial["subject"]), re.escape(denial["object"])
    verb = denial["verb"] or denial["third"]
    told = rf"{subject} (?:still |often |usually |always |now )?{verb}(?:e?s) {_AMOUNT}{thing}{_AFTER}"
    told_of = re.match(told, instance, re.I) is not None
    return Verdict("contradicts", "one denies in general what the other tells") if told_of else None


_LEFT = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) (?:(?:has )?(?:left|quit|resigned from)|no longer works (?:at|for)|"
    r"stopped working (?:at|for)|(?:was|got|has been) (?:laid off|let go|fired|sacked|made redundant) (?:by|from|at)) "
    r"(?:their job at |the )?(?P<value>[^,]+)$",
    re.I,
)


# Whoever left work for lunch, or for two weeks, is back by now.
_FOR_A_WHILE = re.compile(
    r" for (?:lunch|dinner|breakfast|the (?:day|night|week|weekend|moment)"
    r"|(?:\w+ ){1,2}(?:minutes?|hours?|days?|weeks?|months?))\b"
    r"|\b(?:came|went|is|am) back\b| early\b(?! (?:in|this|last)\b)"
)


@table.EMPLOYER_LEFT.decides
def _left(new: str, old: str) -> Verdict | None:
    """That the new fact says that somebody left the employer of whom the old one speaks."""
    left, where = _LEFT.match(new), _employer_of(old)
    if left is None or where is None or where[0] != left["subject"].lower():
        return None
    same = f"{left['value'].lower()} ".startswith(f"{where[1]} ") and not _FOR_A_WHILE.search(new)
    return Verdict("updates", "left that employer") if same else None


def _employer_of(old: str) -> tuple[str, str] | None:
    """Who works for whom, in lower case: "works for Postlink", "is a driver for Postlink"."""
    slot = slot_of(old)
    if slot is not None:
        return (slot.subject, slot.value) if slot.name == "employer" else None
    found = _AT_WORK.match(old) if line_of_work(old) else None
    return (found["subject"].lower(), found["value"].lower()) if found else None


_AT_WORK = re.compile(
    r"^(?P<subject>[^,;]{1,60}?) is (?:now )?an? [^,;]{1,40}? (?:at|for|with) (?:the )?(?P<value>[A-Z][^,;]*)$"
)


def _holds_the_other(new: Slot, old: Slot) -> bool:
    """Whether one home is a country and the other is none: who lives in Norway may well live in Bergen."""
    return new.name == "home" and (new.value in _countries()) != (old.value in _countries())


@cache
def _countries() -> frozenset[str]:
    """The names of countries, folded, as the time zone database lists them."""
    listed = files("tzdata").joinpath("zoneinfo", "iso3166.tab").read_text(encoding="utf-8")
    names = (line.split("\t")[1] for line in listed.splitlines() if line and not line.startswith("#"))
    return frozenset(name.casefold() for full in names for name in (full, full.split(" (")[0])) | _SPOKEN


_SPOKEN = frozenset(
    {"uk", "united kingdom", "england", "scotland", "wales", "great britain", "usa", "us", "united states", "america",
     "the netherlands", "holland", "turkey", "czech republic", "south korea", "russia"}
)  # fmt: skip


@table.OTHER_FIGURE.decides
def _another_figure(new: str, old: str) -> Verdict:
    (new_sign, new_words), (old_sign, old_words) = _claim(new), _claim(old)
    added, gone = frozenset(new_words) - frozenset(old_words), frozenset(old_words) - frozenset(new_words)
    if added and gone and new_sign == old_sign and all(map(is_number_word, added | gone)):
        if numbered.tells_of_two(new, old):
            return Verdict("unrelated", "a number tells the two apart")
        if any(word in DAYS for word in added | gone) and not has_date(new):
            return Verdict("unrelated", "on two days of the week, both may be")
        dated = any(word in DAYS_AND_MONTHS for word in added | gone) or has_date(new) or has_date(old)
        one = _SCHEDULED_THING if dated else _MEASURE
        if not (one.search(new) and one.search(old)):
            return Verdict("unrelated", "of which there may be many")
        return Verdict("contradicts", "another number or date for the same thing")
    return Verdict("unrelated", "another statement")


# What has one number or date at a time: a measure, a count, a price, a dose, how much a day; and when a named thing is.
# Whoever ran 5 km also ran 8, and a ticket's number is its name.
_FIGURE = (
    r"(?:(?:only|about|around|exactly|nearly|over|some|at|for) ){0,2}[$€£]?"
    rf"(?:\d|(?:{'|'.join(word for word, number in CARDINALS.items() if number)})\b)"
)
_MEASURE = re.compile(
    rf"\b(?:is|are|was|were|costs?|weighs?|earns?|lasts?|measures?|contains?|holds?|seats?|needs?|requires?|has|have) "
    rf"(?:now )?{_FIGURE}"
    rf"|\btakes? {_FIGURE}[\d.,]* ?(?:mg|ml|g|grams?|hours?|minutes?|days?|weeks?|tablets?|drops?|pills?)\b"
    rf"|\b\w+s {_FIGURE}.{{0,60}} (?:an?|per|each|every) (?:day|night|week|month|year|hour|morning|evening)\b"
    rf"|\b(?:starts?|begins?|ends?|leaves?|departs?|arrives?|opens?|closes?) {_FIGURE}",
    re.I,
)
_SCHEDULED_THING = re.compile(
    r"^(?:The (?!user )|.{0,60}'s? ).{0,80}?\b(?:is|are|will be|starts?|begins?|ends?|leaves?|departs?|arrives?|opens?|"
    r"closes?|takes? place|expires?|falls?|runs? until) (?!going\b|planning\b)",
    re.I,
)
_CHANGE = re.compile(r"\b(?:now|instead|moved|changed?|rescheduled|postponed|brought forward|new date)\b", re.I)


@table.REDATED.decides
def _redated(new: str, old: str) -> Verdict | None:
    """How two dates of what bears one name stand to each other, or None where the facts are not such dates.

    Said to have changed, the new one holds; months apart they are two flights, not one.
    """
    new_date, old_date = scheduled(new), scheduled(old)
    if new_date is None or old_date is None or (new_date.subject, new_date.name) != (old_date.subject, old_date.name):
        return None
    if new_date.value == old_date.value:
        return None
    if _CHANGE.search(new):
        return Verdict("updates", "the date was changed")
    if abs(month_of(new_date.value) - month_of(old_date.value)) > 1:
        return Verdict("unrelated", "two occasions, months apart")
    return None


def _same_value(of_new: Slot, of_old: Slot) -> bool:
    new, old = of_new.value, of_old.value
    if holders.is_role(of_new.name):
        return holders.may_be_one(new, old)
    return new == old or old.startswith(new + " ") or new.startswith((old + " ", old + ","))


def _claim(text: str) -> tuple[int, list[str]]:
    """A statement's sign and its telling words, verbs of liking and disliking under one name."""
    sign = 1
    words: list[str] = []
    for word in re.findall(r"[$€£]?\d[\d.,:]*\w*|[^\W_]+(?:[-'][^\W_]+)*", text.lower()):
        word = word.rstrip(".,:")
        if word in _NEGATIONS:
            sign = -sign
            if word == "never":
                continue
        elif word in _OPPOSITES:
            kind, side = _OPPOSITES[word]
            sign *= side
            words.append(kind)
        elif word not in _SLIGHT:
            words.append(_stem(word))
    return sign, words


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("'s", "ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


@table.SAID_TO_HAVE_ENDED.decides
def _ended(new: str, old: str) -> Verdict | None:
    if not ENDINGS.search(new) or ENDINGS.search(old):
        return None
    new_set, old_set = frozenset(_claim(ENDINGS.sub("", new))[1]), frozenset(_claim(old)[1])
    same = len(new_set & old_set) >= 2 and new_set == old_set
    return Verdict("updates", "it has ended") if same else None
