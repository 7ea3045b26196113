"""What a sentence says to be another now: one value in the same place of the same statement."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from memory.language.en.change_words import (
    DISLIKING,
    GATHERING,
    LIKING,
    LIVING,
    MATTERS,
    MEANS,
    MEASURING,
    ONE_AT_A_TIME,
    POSTURES,
    RELATIONS,
    VEHICLES,
)
from memory.language.en.vocabulary import SEASONS, WEEKDAYS

from ..grammar.alignment import (
    BESIDES,
    PLACES,
    Sort,
    complements,
    heads,
    is_number,
    is_time,
    is_weekly,
    key,
    keys,
    often,
    sorts,
    unit,
    weekdays,
    when_it_was,
    who,
)
from ..grammar.lexicon import PEOPLE, PETS, word_set
from ..grammar.readings import Statement, Word
from ..types import Verdict
from . import table, whereabouts
from .programs import FOR_A_WHILE

_HAPPENING = word_set(
    "be take start begin happen run end open close meet come leave depart arrive ship land go play practise"
)


@table.NOW_OTHERWISE.decides
def is_now_otherwise(new: Statement, old: Statement) -> Verdict | None:
    """The verdict that one value, in the same place of the same statement, is another now. None where this rule does
    not decide."""
    new = _of_the_same(new, old)
    if new.is_negated or new.is_past or BESIDES.search(new.text):
        return None
    fresh = bool({"new", "another"} & set(new.subject)) and not {"new", "another"} & set(old.subject)
    if old.is_negated:
        return _liked(new, old)
    if old.is_past or who(new) != who(old) or (new.is_undergone and old.is_undergone):
        return None
    if _is_earlier(new, old):
        return Verdict("updates", "earlier or later now")
    if _swapped(new, old):
        return Verdict("updates", "the other way round")
    if (elsewhere := _held_elsewhere(new, old)) is not None or not (new.is_now or fresh):
        return elsewhere
    if _other_way(new, old):
        return Verdict("updates", "another way there now")
    since = keys(word.lemma for word in new.words if _is_beginning(word, new, old))
    added, gone = complements(new) - complements(old) - since, complements(old) - complements(new)
    if _same_doing(new, old) and often(new) and often(new) != often(old) and (often(old) or weekdays(old)):
        return _as_often(new, old, added | gone)
    if not added and _ALONE.search(new.text) and new.verb in LIVING and old.heads("with"):
        return Verdict("updates", "alone now")
    if not added or not gone:
        return None
    if _same_doing(new, old) and fresh and len(new.subject) > 1 and {word.role for word in new.words} <= {"be"}:
        return Verdict("updates", "a new one")
    return _other_value(new, old, added, gone)


_EARLIER = re.compile(r"\b(?:hours?|minutes?|days?|weeks?|months?) (?:earlier|later)\b")
_THAN = word_set("early late earlier later than plan think expect usual usually say")


def _is_earlier(new: Statement, old: Statement) -> bool:
    """ "Leaves an hour earlier" beside "leaves at 8"; the flight back is not the flight there."""
    if not (_EARLIER.search(new.text) and _same_doing(new, old) and {Sort.HOUR, Sort.DATE} & set(sorts(old.words))):
        return False
    told = {(word.lemma, word.role) for word in old.words}
    fresh = {(word.lemma, word.role) for word in new.words} - told
    return all(is_time(lemma) or is_number(lemma) or lemma in _THAN for lemma, _ in fresh)


@table.NOW_OTHERWISE.decides
def no_longer_alone(new: Statement, old: Statement, talk: str) -> Verdict | None:
    """ "Lives with Dev now", "Dev moved in with the user" beside "lives alone"; not "on weekends", not for a while, and
    not with whom the `talk` calls a pet. None where this rule does not decide."""
    alone = old.verb in LIVING and not (old.is_past or old.is_negated) and _ALONE.search(old.text) is not None
    if not alone or new.is_negated or _AT_TIMES.search(old.text):
        return None
    is_not_so = any(one.search(new.text) for one in (FOR_A_WHILE, _AT_A_FEAST, _NOT_SO))
    if is_not_so or _OF_A_PET.search(" ".join((*new.subject, new.text, talk))):
        return None
    # "Lives with a cat", "lives with diabetes".
    with_whom = bool(new.heads("with") & (PEOPLE | {"user"})) or re.search(r"\bwith [A-Z]", new.text) is not None
    lives = new.verb in LIVING and not new.is_past and who(new) == who(old) and with_whom
    joins = new.verb == "move in" and new.is_past and heads(new, "with") == keys(["user"]) == who(old)
    return Verdict("updates", "not alone any more") if lives and not _AT_TIMES.search(new.text) or joins else None


_AT_TIMES = re.compile(
    r"\b(?:weekdays?|weekends?|\w+days|sometimes|often|during|while|half|(?:this|next|last) (?:week|month))\b", re.I
)
_AT_A_FEAST = re.compile(r"\b(?:over|at|for) (?:Christmas|Easter)\b", re.I)
# What did not come about, or is thought.
_NOT_SO = re.compile(r"\b(?:almost|nearly|in mind|in (?:\w+ )?dreams?)\b", re.I)
_OF_A_PET = re.compile(rf"\b(?:{'|'.join(sorted(PETS))})s?\b", re.I)


@table.AS_OFTEN.decides
def _as_often(new: Statement, old: Statement, differing: frozenset[str]) -> Verdict | None:
    """ "Twice a day now" beside "every day", "only once a month now" beside "on Mondays"."""
    if heads(new, "obj") != heads(old, "obj") or (weekdays(new) and not often(old)):
        return None
    days = weekdays(old) if not often(old) else frozenset()
    periods = {w.lemma for one in (new, old) for w in one.words if is_time(w.lemma) or is_number(w.lemma)}
    periods |= {w.lemma for w in old.words if w.lemma.removesuffix("s") in days}
    periods |= {w.lemma for one in (new, old) for w in one.words if w.lemma in _AS_OFTEN}
    return Verdict("updates", "as often as that now") if differing <= keys(periods) else None


_AS_OFTEN = word_set("other daily weekly fortnightly biweekly monthly quarterly yearly")


def _of_the_same(new: Statement, old: Statement) -> Statement:
    """ "The report is due on 10 April" as it would be said beside "the deadline for the report is 3 April"."""
    rest = who(old) - who(new)
    if old.is_name or not who(new) < who(old) or not rest <= complements(new) or new.verb != "be":
        return new
    words_left = tuple(word for word in new.words if key(word.lemma) not in rest)
    return replace(new, subject=old.subject, words=words_left, is_name=False)


def _is_beginning(word: Word, of: Statement, old: Statement) -> bool:
    """Whether it tells since or until when: "since Monday", "from Advent on", "until Easter"."""
    if word.role in ("until", "till"):
        return not old.heads("until", "till")
    return (
        word.role in ("from", "since", "as") and (is_time(word.lemma) or _YEAR.fullmatch(word.lemma) is not None)
    ) or (
        (word.role == "from" and _FROM_ON.search(of.text) is not None)
        or (word.role == "of" and any(word.lemma in found[1].lower().split() for found in _AS_OF.finditer(of.text)))
    )


_YEAR = re.compile(r"20\d\d")
_AS_OF = re.compile(r"\bas of ((?:the |next |this |\d{1,2} )?\w+(?: 20\d\d)?)", re.I)
_FROM_ON = re.compile(r"\bfrom .{1,40} on(?:wards?)?$")


@table.HELD_ELSEWHERE.decides
def _held_elsewhere(new: Statement, old: Statement) -> Verdict | None:
    """ "Takes place in the town hall" beside "takes place in the barn": what happens once happens at one place."""
    held = [_is_held(one) for one in (new, old)]
    if not all(held) and not (new.is_now and any(held) and {new.verb, old.verb} <= _HAPPENING and not old.is_name):
        return None
    mine, theirs = (keys(word for word in one.heads("in", "at") if not is_time(word)) for one in (new, old))
    return Verdict("updates", "at another place") if mine and theirs and not mine & theirs else None


def _is_held(one: Statement) -> bool:
    return (one.verb == "take" and "place" in one.complements) or one.verb in ("hold", "host", "happen")


def _same_doing(new: Statement, old: Statement) -> bool:
    if key(new.verb) == key(old.verb) or {new.verb, old.verb} <= LIVING or {new.verb, old.verb} <= POSTURES:
        return True
    return {new.verb, old.verb} <= _HAPPENING and "be" in (new.verb, old.verb)


_SEASONS = keys(SEASONS)


@table.OTHER_VALUE_NOW.decides
def _other_value(new: Statement, old: Statement, added: frozenset[str], gone: frozenset[str]) -> Verdict | None:
    if added & _SEASONS and gone & _SEASONS and added - _SEASONS and gone - _SEASONS:
        return None  # "in summer it opens at 8" beside "in winter it opens at 10 now"
    roles = {word.role for word in new.words if key(word.lemma) in added}
    lost = {word.role for word in old.words if key(word.lemma) in gone}
    # "Is 1290 now" beside "is 1150 a month".
    unsaid = frozenset() if heads(new, "time") else keys(word.lemma for word in old.words if word.role == "time")
    numbers = bool(gone - unsaid) and all(map(is_number, added | (gone - unsaid)))
    lost = {word.role for word in old.words if key(word.lemma) in gone - unsaid} if numbers else lost
    dated = roles | lost <= {"on", "be", "time"} and Sort.DATE in set(sorts(new.words)) & set(sorts(old.words))
    if numbers and _same_doing(new, old) and (roles == lost or dated):
        return Verdict("updates", "another number now")
    if numbers and {new.verb, old.verb} == {"be", "cost"} and heads(new, "time") & heads(old, "time"):
        return Verdict("updates", "another price now")  # "is 52 a month now"
    measured = new.verb == old.verb and new.verb in MEASURING and roles == lost == {"obj"}
    if measured and any(map(is_number, added)) and any(map(is_number, gone)):
        return Verdict("updates", "another measure now")
    given = [word for word in new.words if key(word.lemma) in added]
    had = [word for word in old.words if key(word.lemma) in gone]
    # "Has piano on Thursdays": the days may be read as the piano's.
    weekly = is_weekly(new) and is_weekly(old) and all(map(_is_weekday, (*given, *had)))
    if not weekly and all(any(word.of and not is_number(word.lemma) for word in found) for found in (given, had)):
        return None  # 20 licences for the editor, 35 for the viewer
    if _same_doing(new, old) and _one_value_differs(new, old):
        return Verdict("updates", "another value now")
    typed = set(sorts(given)) & set(sorts(had)) & {Sort.DATE, Sort.HOUR}
    if len(typed) > 1 and weekdays(new) and weekdays(old) and not weekdays(new) & weekdays(old):
        return None  # at six on Mondays, at eight on Fridays
    kept = [word for word in had if word.role != "with"]  # "fishes with an uncle on Sundays", "on Saturdays now"
    if typed and _same_doing(new, old) and set(sorts(given)) == set(sorts(kept)) == typed:
        return Verdict("updates", "another time now")
    if not roles or len(roles) != 1:
        return None
    if new.verb == old.verb or {new.verb, old.verb} <= LIVING or {new.verb, old.verb} <= POSTURES:
        many = len(new.subject) > 1 and new.subject[-1] in PEOPLE - ONE_AT_A_TIME - RELATIONS
        reporting = {"to"} if new.verb in ("report", "belong", "answer") else set()
        reporting |= {"for"} if new.verb in ("write", "play", "race", "report") else set()
        together = new.verb in LIVING or (new.is_passive and old.is_passive)  # "is sown with barley"
        matters = any(f"{new.verb} {role}" in MATTERS for role in roles) or _UNDER_WAY.search(new.text) is not None
        placed = roles <= PLACES | {"time"} | reporting and (roles != {"with"} or together)
        kind = set(sorts(given)) & set(sorts(had)) and whereabouts.may_take_its_place(new, given, old, had)
        if roles == lost and placed and not (many or matters) and kind:
            return Verdict("updates", "another place or time now")
        if new.verb in LIVING and _ALONE.search(new.text) and "with" in lost:
            return Verdict("updates", "alone now")
        # Of colleagues and friends somebody has many.
        one = len(new.subject) > 1 or new.subject[-1] in ONE_AT_A_TIME
        if roles == lost == {"be"} and one and not many and not _counts_others(given, had):
            return Verdict("updates", "another value now")
    return _other_of_kind(new, old, added, gone)


def _is_weekday(word: Word) -> bool:
    return word.role == "on" and word.lemma.removesuffix("s") in WEEKDAYS


def _counts_others(given: Collection[Word], had: Collection[Word]) -> bool:
    """ "5 blocked tasks" beside "40 open tasks": of one noun, what is counted is described otherwise."""
    counted = all(any(is_number(word.lemma) for word in found) for found in (given, had))
    described = (word.lemma for word in (*given, *had) if not (word.is_head or is_number(word.lemma)))
    return counted and any(word not in _PRAISING for word in described)


_PRAISING = word_set("lovely cute sweet adorable wonderful amazing awesome fantastic great beautiful gorgeous")


# Whoever is at work on a novel now may be at work on the quilt still.
_UNDER_WAY = re.compile(r"\bworking on\b")
_ALONE = re.compile(r"\balone\b|\b(?:by|on) (?:her|him|them|their|his|its)(?:self|selves)?\b")


def _one_value_differs(new: Statement, old: Statement) -> bool:
    """Whether one role alone holds another time or number, and the older one tells besides on which days only."""
    roles = {word.role for word in new.words if not _is_beginning(word, new, old)}
    values = [{role: [w for w in one.words if w.role == role] for role in roles} for one in (new, old)]
    other = [role for role in roles if keys(w.lemma for w in values[0][role]) != keys(w.lemma for w in values[1][role])]
    if len(other) != 1:
        return False
    mine, theirs = (sorts(one[other[0]]) for one in values)
    unsaid = [word for word in old.words if word.role not in roles]
    typed = bool(mine) and set(mine) == set(theirs) and Sort.WORD not in mine and Sort.COLOUR not in mine
    days = all(word.lemma.removesuffix("s") in _USUAL_DAYS for word in unsaid)
    return typed and days and unit(values[0][other[0]]) == unit(values[1][other[0]])


_USUAL_DAYS = word_set("weekday workday weekend day morning evening night week")


@table.OTHER_OF_KIND.decides
def _other_of_kind(new: Statement, old: Statement, added: frozenset[str], gone: frozenset[str]) -> Verdict | None:
    """ "Wants detailed answers from now on" beside "wants short answers": the same noun, described otherwise."""
    if new.verb in GATHERING or old.verb in GATHERING or not (
        new.verb == old.verb or {new.verb, old.verb} <= _WANTED
    ):  # fmt: skip
        return None
    kept = heads(new, "obj") & heads(old, "obj")
    described = {word for word in new.words if key(word.lemma) in added}
    had = {word for word in old.words if key(word.lemma) in gone}
    if not kept or not described or not had:
        return None
    modifiers = all(not word.is_head and word.role == "obj" for word in described | had)
    attached = {word.role for word in described} == {word.role for word in had} != {"obj"}
    plain = set(sorts(described | had)) <= {Sort.WORD, Sort.COLOUR}
    return Verdict("updates", "another kind now") if (modifiers or attached) and plain else None


_WANTED = word_set("want get need prefer use take receive eat drink wear")


def _swapped(new: Statement, old: Statement) -> bool:
    """ "Prefers coffee to tea" beside "prefers tea to coffee"."""
    if new.verb != old.verb or new.verb != "prefer":
        return False
    mine, theirs = ((heads(one, "obj"), heads(one, "to")) for one in (new, old))
    return bool(mine[0]) and bool(mine[1]) and mine[0] == theirs[1] and mine[1] == theirs[0]


@table.LIKED_NOW.decides
def _liked(new: Statement, old: Statement) -> Verdict | None:
    """ "Likes cats now" beside "can't stand cats"."""
    turned = old.verb in ("stand", "bear") and new.verb in LIKING and new.is_now
    same = who(new) == who(old) and heads(new, "obj") == heads(old, "obj") != frozenset()
    return Verdict("updates", "likes it now") if turned and same and complements(new) == complements(old) else None


@table.TURNED_ROUND.decides
def turned_round(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "has come to love running" beside "hates running": one liking for the other, of one and the same
    thing. None where this rule does not decide."""
    if new.is_negated or old.is_negated or old.is_past:
        return None
    named = {"favourite", "favorite"} & set(old.subject)
    if named and keys({*old.subject[:-1]} - named) == who(new):  # "my wife's favourite" is hers
        gone_off = old.verb == "be" and new.verb in DISLIKING | {"go off"}
        return Verdict("updates", "likes it otherwise") if gone_off and _is_the_favourite(new, old) else None
    opposite = (new.verb in LIKING and old.verb in DISLIKING) or (new.verb in DISLIKING and old.verb in LIKING)
    same = who(new) == who(old) and complements(new) == complements(old) != frozenset()
    return Verdict("updates", "likes it otherwise") if opposite and same else None


def _is_the_favourite(new: Statement, old: Statement) -> bool:
    """ "Has gone off flat whites" beside "the user's favourite coffee is a flat white"."""
    return complements(new) - when_it_was(new) == complements(old) != frozenset()


def _other_way(new: Statement, old: Statement) -> bool:
    """ "Cycles to school now" beside "goes to school by bus"."""
    goals = [one.heads("to", "do") for one in (new, old)]
    ways = [(one.verb, one.heads("obj", "by", "on")) for one in (new, old)]
    return (
        bool(goals[0]) and goals[0] == goals[1] and ways[0] != ways[1]
        and all(verb in MEANS and things <= VEHICLES for verb, things in ways)
    )  # fmt: skip


_SEVERAL_NEW = re.compile(r"\b(?:\d+|two|three|four|five|six|several|some|many) (?:more )?new\b", re.I)


@table.NEW_ONE.decides
def is_of_one(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "Yara has a new passport" beside "Yara's passport is valid until May". None where this rule does
    not decide."""
    is_new = {"new", "another"} & new.complements and not new.is_negated
    if not is_new or new.verb not in ("have", "get", "receive", "buy") or old.is_past:
        return None
    if _SEVERAL_NEW.search(new.text):
        return None  # four new teachers came to the others
    things = new.heads("obj") & (ONE_AT_A_TIME | {"number"})
    same = any(
        thing in old.subject and who(old) <= who(new) | complements(new) and who(new) <= who(old) for thing in things
    )
    return Verdict("updates", "a new one took its place") if same else None


@table.AGE.decides
def turned_age(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "turned 8" beside "is 7 years old". None where this rule does not decide."""
    if who(new) != who(old) or old.is_past or new.is_negated:
        return None
    added, gone = new.complements - old.complements, old.complements - new.complements
    turned = new.verb == "turn" and {"year", "old"} <= gone and any(map(is_number, added))
    return Verdict("updates", "another age") if turned else None
