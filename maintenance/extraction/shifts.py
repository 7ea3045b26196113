"""What a sentence gives another value: it was moved, raised, renamed, replaced; or it is so now."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.language.en.change_words import (
    DISLIKING,
    DWELLINGS,
    GATHERING,
    LIKING,
    LIVING,
    MEANS,
    MEASURING,
    ONE_AT_A_TIME,
    POSTPONING,
    POSTURES,
    RELATIONS,
    SHIFTING,
    VEHICLES,
)

from .alignment import (
    BESIDES,
    GOALS,
    PLACES,
    Sort,
    about,
    complements,
    everything,
    heads,
    is_anchored,
    is_number,
    is_time,
    key,
    keys,
    meets,
    often,
    sorts,
    unit,
    weekdays,
    when_it_was,
    who,
)
from .lexicon import PEOPLE, word_set
from .readings import Statement, Word
from .types import Verdict

_CHANGED = Verdict("updates", "it was changed")
_REACHING = word_set("give send show lend tell write pay invite assign donate introduce attach connect")
_CARRYING = word_set("carry bring put take haul push pull hang drive roll lift")
_MOVING = _CARRYING | word_set("move relocate migrate transfer shift drift") | {"move over"}
_HAPPENING = word_set(
    "be take start begin happen run end open close meet come leave depart arrive ship land go play practise"
)
_RAISES = word_set("raise increase promotion extension upgrade cut discount reduction rise down up")
_VALUED = ("be", "to", "as", "obj", "by", "in", "on", "at", "with", "of", "for", "time", "count")


def changed(new: Statement, old: Statement) -> Verdict | None:
    """ "Was moved to 17 June" beside "is planned for 3 June": a value of the same sort."""
    if new.is_negated or old.is_negated:
        return None
    moved = _moved_home(new, old)
    if moved is not None:
        return moved
    if not _is_shift(new):
        return None
    goal = _goal(new)
    named = about(new, goal) - (_of_raises(new) - everything(old))
    target = keys(word.lemma for word in goal)
    fresh = target if _ANOTHER.search(new.text) else frozenset()
    if not goal or target <= complements(old):
        return _put_off(new, old, named) if not goal else None
    if not meets(named, old, besides=fresh) or old.is_past and not _is_shift(old):
        return None
    anchored = is_anchored(named, old)
    return _to_value(new, old, goal, anchored) or _to_word(new, old, goal, anchored)


_ANOTHER = re.compile(r"\b(?:to|into|for|with) (?:another|an? new|an? different)\b", re.I)


def _is_shift(statement: Statement) -> bool:
    got = statement.verb in ("get", "receive", "have", "give", "be") and statement.complements & _RAISES
    if statement.verb in SHIFTING or (got and statement.heads("to")):
        return True
    # Whatever was done to a thing, it is until another date or at another place now.
    done = statement.is_passive and statement.is_past and not statement.is_name
    return done and bool(statement.heads(*GOALS)) and statement.verb not in GATHERING | _REACHING


def _of_raises(new: Statement) -> frozenset[str]:
    """A raise of what need not be said."""
    return keys(new.complements & _RAISES) if new.verb not in SHIFTING else frozenset()


def _goal(new: Statement) -> list[Word]:
    found = [word for word in new.words if word.role in GOALS]
    found += [word for word in new.words if word not in found and word.of in {goal.lemma for goal in found} - {""}]
    if new.verb in _MOVING and found:  # "to the boatyard in Husum"
        found += [word for word in new.words if word.role in ("in", "at", "on") and word not in found]
    by = [word for word in new.words if word.role in ("for", "by", "at", "on", "be")]
    roles = {word.role for word in by if set(sorts([word])) - {Sort.WORD}}
    return found + [word for word in by if word.role in roles]


def _put_off(new: Statement, old: Statement, named: frozenset[str]) -> Verdict | None:
    """It was put off, to nobody knows when."""
    if new.verb not in POSTPONING or old.is_past or not meets(named - when_it_was(new), old):
        return None
    dated = set(sorts(old.words)) & {Sort.DATE, Sort.HOUR}
    return Verdict("updates", "it was put off") if dated and is_anchored(named, old) else None


def _to_value(new: Statement, old: Statement, goal: list[Word], anchored: bool) -> Verdict | None:
    """A date for a date, an hour for an hour, an amount for an amount of the same thing."""
    given, had = sorts(goal), sorts(old.words)
    for sort in (Sort.DATE, Sort.HOUR):
        if sort in given and sort in had and anchored and given[sort] != had[sort]:
            return _CHANGED
    if Sort.DATE in given or Sort.HOUR in given:
        by_time = {Sort.DATE, Sort.HOUR} & set(had) and new.verb in POSTPONING
        return _CHANGED if by_time and anchored and Sort.NUMBER in given else None
    if Sort.NUMBER not in given:
        lasts = any(word.role == "by" for word in goal) and new.verb in POSTPONING and anchored
        return _CHANGED if lasts and set(had) & {Sort.DATE, Sort.HOUR} else None
    if any(word.role == "by" for word in goal) and new.verb in POSTPONING:
        return _CHANGED if anchored and set(had) & {Sort.DATE, Sort.HOUR} else None
    if Sort.NUMBER not in had:
        return None
    now, before = unit(goal), unit(old.words)
    if now & before or (anchored and (not now or not before)):
        return _CHANGED
    return None


_YEAR = re.compile(r"(?:19|20)\d\d")


def _to_word(new: Statement, old: Statement, goal: list[Word], anchored: bool) -> Verdict | None:
    """Another place for a place, another colour, another name; else another of what bears the same noun."""
    given, had = sorts(goal), sorts(old.words)
    if Sort.COLOUR in given and Sort.COLOUR in had:
        return _CHANGED if anchored else None
    if Sort.WORD not in given or set(given) & {Sort.DATE, Sort.HOUR} or old.is_past:
        return None
    ours = keys(word.lemma for word in goal if word.is_head)
    described = keys(word.lemma for word in goal if not _YEAR.fullmatch(word.lemma))
    if ours & heads(old, *_VALUED) and described - everything(old):
        return Verdict("updates", "another of its kind")
    left = [word for word in old.words if key(word.lemma) not in everything(new)]
    gone = frozenset(word.role for word in left if Sort.WORD in sorts([word]))
    if not anchored or not gone:
        return None
    if new.verb in _MOVING:
        return Verdict("updates", "it was moved") if gone & PLACES and not old.heads("obj") - new.complements else None
    summed = key(old.verb) in who(new) and len(gone) == 1  # its insurance, of what is insured
    plain = summed or old.verb in ("be", "call", "name", "use", "assign", "run", "set", "keep") and len(gone) == 1
    valued = summed or old.verb != "be" or len(old.subject) > 1 or new.verb in ("change", "rename", "reassign", "reset")
    return _CHANGED if plain and valued and new.verb not in ("paint", "turn", "cut", "drop") else None


def _moved_home(new: Statement, old: Statement) -> Verdict | None:
    """ "Moved to Voss", "moved into a care home", "moved in with the user" beside where somebody lives."""
    elsewhere = new.verb in ("move", "relocate", "move in", "move out", "move back") and not new.is_passive
    if not elsewhere or new.heads("obj") - {"in", "out", "back"} or old.verb not in LIVING or old.is_past:
        return None
    if who(new) != who(old):
        return None
    to = new.heads("to", "into")
    housed = bool(to & DWELLINGS) or bool(_TO_A_PLACE.search(new.text)) or new.verb in ("move in", "move out")
    return Verdict("updates", "moved away") if housed and not to & old.complements else None


_TO_A_PLACE = re.compile(r"\b(?:to|into) (?:the )?[A-Z]|\baway\b|\bout\b|\binto an? |\bin with\b")


# --- Now --------------------------------------------------------------------------------------------------------


def is_now_otherwise(new: Statement, old: Statement) -> Verdict | None:
    """One value in the same place of the same statement is another now."""
    new = _of_the_same(new, old)
    if new.is_negated or new.is_past or BESIDES.search(new.text):
        return None
    fresh = bool({"new", "another"} & set(new.subject)) and not {"new", "another"} & set(old.subject)
    if old.is_negated:
        return _liked(new, old)
    if old.is_past or who(new) != who(old) or (new.is_undergone and old.is_undergone):
        return None
    if _EARLIER.search(new.text) and _same_doing(new, old) and {Sort.HOUR, Sort.DATE} & set(sorts(old.words)):
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


def _as_often(new: Statement, old: Statement, differing: frozenset[str]) -> Verdict | None:
    """ "Twice a day now" beside "every day", "only once a month now" beside "on Mondays"."""
    if heads(new, "obj") != heads(old, "obj") or (weekdays(new) and not often(old)):
        return None
    days = weekdays(old) if not often(old) else frozenset()
    periods = {w.lemma for one in (new, old) for w in one.words if is_time(w.lemma) or is_number(w.lemma)}
    periods |= {w.lemma for w in old.words if w.lemma.removesuffix("s") in days}
    periods |= {w.lemma for one in (new, old) for w in one.words if w.lemma in _AS_OFTEN}
    return Verdict("updates", "as often as that now") if differing <= keys(periods) else None


_AS_OFTEN = word_set("daily weekly fortnightly biweekly monthly quarterly yearly")


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
    return (word.role in ("from", "since", "as") and is_time(word.lemma)) or (
        word.role == "from" and _FROM_ON.search(of.text) is not None
    )


_FROM_ON = re.compile(r"\bfrom .{1,40} on(?:wards?)?$")


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


def _other_value(new: Statement, old: Statement, added: frozenset[str], gone: frozenset[str]) -> Verdict | None:
    roles = {word.role for word in new.words if key(word.lemma) in added}
    lost = {word.role for word in old.words if key(word.lemma) in gone}
    numbers = all(map(is_number, added | gone))
    dated = roles | lost <= {"on", "be", "time"} and Sort.DATE in set(sorts(new.words)) & set(sorts(old.words))
    if numbers and _same_doing(new, old) and (roles == lost or dated):
        return Verdict("updates", "another number now")
    measured = new.verb == old.verb and new.verb in MEASURING and roles == lost == {"obj"}
    if measured and any(map(is_number, added)) and any(map(is_number, gone)):
        return Verdict("updates", "another measure now")
    given = [word for word in new.words if key(word.lemma) in added]
    had = [word for word in old.words if key(word.lemma) in gone]
    if all(any(word.of and not is_number(word.lemma) for word in found) for found in (given, had)):
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
        placed = roles <= PLACES | {"time"} | reporting and (roles != {"with"} or together)
        if roles == lost and placed and not many and set(sorts(given)) & set(sorts(had)):
            return Verdict("updates", "another place or time now")
        if new.verb in LIVING and _ALONE.search(new.text) and "with" in lost:
            return Verdict("updates", "alone now")
        # Of colleagues and friends somebody has many.
        if roles == lost == {"be"} and (len(new.subject) > 1 or new.subject[-1] in ONE_AT_A_TIME) and not many:
            return Verdict("updates", "another value now")
    return _other_of_kind(new, old, added, gone)


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


def _liked(new: Statement, old: Statement) -> Verdict | None:
    """ "Likes cats now" beside "can't stand cats"."""
    turned = old.verb in ("stand", "bear") and new.verb in LIKING and new.is_now
    same = who(new) == who(old) and heads(new, "obj") == heads(old, "obj") != frozenset()
    return Verdict("updates", "likes it now") if turned and same and complements(new) == complements(old) else None


def turned_round(new: Statement, old: Statement) -> Verdict | None:
    """ "Has come to love running" beside "hates running": one liking for the other, of one and the same thing."""
    if new.is_negated or old.is_negated or who(new) != who(old) or old.is_past:
        return None
    opposite = (new.verb in LIKING and old.verb in DISLIKING) or (new.verb in DISLIKING and old.verb in LIKING)
    same = complements(new) == complements(old) != frozenset()
    return Verdict("updates", "likes it otherwise") if opposite and same else None


def _other_way(new: Statement, old: Statement) -> bool:
    """ "Cycles to school now" beside "goes to school by bus"."""
    goals = [one.heads("to", "do") for one in (new, old)]
    ways = [(one.verb, one.heads("obj", "by", "on")) for one in (new, old)]
    return (
        bool(goals[0]) and goals[0] == goals[1] and ways[0] != ways[1]
        and all(verb in MEANS and things <= VEHICLES for verb, things in ways)
    )  # fmt: skip


def is_of_one(new: Statement, old: Statement) -> bool:
    """ "Yara has a new passport" beside "Yara's passport is valid until May"."""
    is_new = {"new", "another"} & new.complements and not new.is_negated
    if not is_new or new.verb not in ("have", "get", "receive", "buy") or old.is_past:
        return False
    things = new.heads("obj") & (ONE_AT_A_TIME | {"number"})
    return any(
        thing in old.subject and who(old) <= who(new) | complements(new) and who(new) <= who(old) for thing in things
    )  # fmt: skip


def turned_age(new: Statement, old: Statement) -> bool:
    added, gone = new.complements - old.complements, old.complements - new.complements
    return new.verb == "turn" and {"year", "old"} <= gone and any(map(is_number, added))
