"""A sentence that names what is so no longer, or never was, beside what is ("from A to B", "B, not A"), and one
that says that what was told was a mistake."""

from __future__ import annotations

import re

from memory.language.en.change_words import (
    CORRECTING,
    GENERIC,
    LIKING,
    MEANS,
    MISTAKES,
    MISTAKING,
    PLANNING,
    SEVERAL_AT_ONCE,
    SHIFTING,
)

from ..grammar.alignment import (
    are_two_of_a_kind,
    complements,
    everything,
    heads,
    is_number,
    is_of_something_else,
    key,
    keys,
    unit,
    who,
)
from ..grammar.lexicon import KIN
from ..grammar.readings import Reading, Statement, Word
from ..grammar.roles import MONTHS_AND_SEASONS
from ..types import Verdict
from . import table

_CORRECTING = re.compile(CORRECTING, re.I)
_OTHERWISE = Verdict("corrects", "it is said to be otherwise")
_EVENT = frozenset(("be", "take", "start", "begin", "happen", "run", "meet"))


_DECIDING = frozenset(("decide", "choose", "opt"))


@table.CONTRASTED.decides
def contrasted(new: Reading, old: Statement) -> Verdict | None:
    """The verdict where the newer one names what it is not, or no longer: "It is in Bern, not in Basel", "has moved
    from MySQL to PostgreSQL", "takes the bus instead of the car". None where this rule does not decide."""
    if old.is_negated:
        return None
    for kind, contrasts in (("corrects", new.denied), ("updates", new.left)):
        for contrast in contrasts:
            if not _is_of(new, old, keys(_way(contrast, old)), kind):
                continue
            if kind == "corrects" and not any(one.is_now for one in new.statements):
                return _OTHERWISE
            return Verdict("updates", "it is another now")
    return None


def _way(contrast: frozenset[str], old: Statement) -> frozenset[str]:
    """ "Instead of taking the train" beside "commutes by train": the train."""
    by = old.heads("by") if old.verb in MEANS else frozenset()
    return contrast - {"take", "use", "ride"} if contrast & by else contrast


def _is_of(new: Reading, old: Statement, gone: frozenset[str], kind: str) -> bool:
    """Whether what is gone is what the older one tells of the same subject."""
    mine = keys(new.bag)
    if not gone or not gone <= everything(old):
        return False
    if _is_of_another(new, old, gone, kind):
        return False
    rest = everything(old) - gone
    figure = any(character.isdigit() for word in gone for character in word)
    unique = figure and (bool(who(old) & mine) or _is_its_amount(new, old))
    of = who(old) - keys((*GENERIC, "user")) or who(old)  # "yoga" is the user's yoga class
    if not rest - keys(_EVENT) <= mine and not of <= mine and not (unique and kind == "updates"):
        return False
    verbs = {one.verb for one in new.statements}
    same_verb = old.verb in verbs or key(old.verb) in mine - (gone & keys(["use"])) or bool(heads(old, "do") & mine)
    if kind == "corrects":
        events = old.verb in _EVENT and bool(verbs & _EVENT)
        return (bool(gone & complements(old)) or gone <= who(old)) and (same_verb or events)
    if unique and not _is_of_one_amount(new, old):
        return False
    if old.is_past:
        return unique and _is_its_amount(new, old)
    if any(one.is_past and one.verb not in SHIFTING for one in new.statements) and not any(
        one.verb in SHIFTING or (one.verb in _DECIDING and old.verb in PLANNING) for one in new.statements
    ):
        return False
    if not any(who(one) <= everything(old) | keys(["user"]) for one in new.statements):
        return False
    if gone <= who(old):
        # "Takes the bus instead of the bike": there is a bike still.
        return bool(old.words) and rest - keys(_EVENT) <= mine
    if not gone & complements(old):
        return False
    if unique and (verbs & SHIFTING or _is_its_amount(new, old)):
        return True
    if old.verb in LIKING | SEVERAL_AT_ONCE and gone & heads(old, "obj") and not same_verb:
        return False  # whoever switched from German to English speaks both
    if same_verb or _is_change_of(new, old, gone) or _is_done_instead(new, old, gone):
        return True
    return old.verb in _EVENT and bool(verbs & _EVENT)


def _is_of_another(new: Reading, old: Statement, gone: frozenset[str], kind: str) -> bool:
    """Whether it tells of another than the older one: of somebody of theirs, of a like thing, of another way or use."""
    told = new.statements
    if told and all(_is_of_somebody_theirs(one, old) for one in told):
        return True
    if any(are_two_of_a_kind(one, old) or _goes_elsewhere(one, old, gone) for one in told):
        return True
    if kind != "updates" or not told:
        return False
    done = [one for one in told if not one.is_undergone] or told
    return _is_for_another_use(told[0], old, gone) or all(is_of_something_else(one, old, gone) for one in done)


def _goes_elsewhere(one: Statement, old: Statement, gone: frozenset[str]) -> bool:
    """ "Goes to Paris by train instead of taking the plane" beside "goes to Rome by plane"."""
    if old.verb not in MEANS or one.verb in SHIFTING:
        return False
    there, before = heads(one, "to", "do") - keys(["take", "use", "ride"]), heads(old, "to", "do") - gone
    if old.verb == "commute" and not before:
        before = _AT_WORK
    return bool(there and before) and there.isdisjoint(before)


# Where whoever commutes goes.
_AT_WORK = keys(("work", "job", "office", "school", "college", "university", "campus"))


def _is_for_another_use(one: Statement, old: Statement, gone: frozenset[str]) -> bool:
    """ "Uses Notion for recipes now instead of Excel" beside "uses Excel for the budget"."""
    use, before = heads(one, "for"), heads(old, "for") - gone
    return bool(use and before) and use.isdisjoint(before | keys(["everything", "all"]))


def _is_of_somebody_theirs(one: Statement, old: Statement) -> bool:
    """ "The user's wife is not afraid" beside "the user is afraid"."""
    owner, whose = one.subject[: len(old.subject)], one.subject[len(old.subject) :]
    return owner == old.subject and bool(KIN & {*whose})


def _is_of_one_amount(new: Reading, old: Statement) -> bool:
    """Whether the figures of both may count one thing: not where the units differ, nor where the newer one tells of
    what, and the older one tells of something else."""
    units = [_unit(one.words) for one in (*new.statements, old)]
    *mine, theirs = units
    if any(one and theirs and not one & theirs for one in mine):
        return False
    if any(mine) and not theirs and not who(old) <= keys(new.bag):
        return False
    of = keys(word.lemma for one in new.statements for word in one.words if word.role == "of" and word.of)
    return of <= everything(old) or (len(old.subject) == 1 and not heads(old, "of"))


def _unit(words: tuple[Word, ...]) -> frozenset[str]:
    """What is counted or measured there, dates aside."""
    dated = {"from", "since"}.union(word.role for word in words if word.lemma in MONTHS_AND_SEASONS)
    return unit(word for word in words if word.role not in dated)


def _is_its_amount(new: Reading, old: Statement) -> bool:
    """ "Is on 100 micrograms rather than 75" beside "has been put on 75 micrograms of levothyroxine", "the rent is 950
    rather than 900" beside "pays 900 in rent"."""
    if old.is_past and not (old.is_passive and old.verb in _GIVEN):
        return False
    measures = _unit(old.words)
    for one in new.statements:
        if who(one) == who(old) and measures & _unit(one.words):
            return True
        mine = who(one) | keys(["user"])
        if not old.is_past and one.verb == "be" and who(old) <= mine <= everything(old) and len(mine) > 1:
            return True
    return False


# Who was put on a dose takes it.
_GIVEN = frozenset("put start prescribe move raise increase reduce lower cut".split())
# Who does one of these with one thing instead of another does it with the other no longer.
_DOING = frozenset("use be take go have get drive ride commute travel run wear drink work write play".split())


def _is_done_instead(new: Reading, old: Statement, gone: frozenset[str]) -> bool:
    """ "Takes the train instead of the car now" beside "commutes by car"."""
    doing = old.verb in _DOING - {"have", "get"} and bool(gone & heads(old, "obj", "by", "with", "on"))
    if "instead of" not in new.text or not doing:
        return False
    return any(
        one.verb in _DOING | MEANS
        and one.is_now
        and who(one) == who(old)
        and (old.verb != "use" or one.verb in ("use", "be"))
        for one in new.statements
    )


def _is_change_of(new: Reading, old: Statement, gone: frozenset[str]) -> bool:
    return any(
        one.verb in SHIFTING
        and (who(one) == who(old) or who(old) <= who(one) | complements(one))
        and _is_for_it(one, old, gone)
        for one in new.statements
    )


def _is_for_it(one: Statement, old: Statement, gone: frozenset[str]) -> bool:
    """Whether what was moved is what the older one is told of or for: the wedding plans are not the garden plans, and
    the statin is not the metformin."""
    moved = keys(word.lemma for word in one.words if word.role == "obj" and not word.of)
    return not moved or not heads(old, "for", "obj") - gone or moved <= everything(old)


@table.MISTAKEN.decides
def mistaken(new: Reading, old: Statement, *, corrected: bool = False) -> Verdict | None:
    """The verdict where the newer one says that the older one was a slip: "It was for 301 euros; 310 was a slip", "… in
    room 21; he misread the plan", "it is actually Mr. Vince". None where this rule does not decide.

    With `corrected` the talk around it says that something was a mistake.
    """
    slips = [one for one in new.statements if one.complements & MISTAKES or one.verb in MISTAKING]
    rest = [one for one in new.statements if one not in slips]
    for one in rest:
        if not _is_same_claim(one, old) or (one.is_undergone and old.is_undergone):
            continue  # that euros are what both cost says nothing of what costs them
        added, gone = complements(one) - complements(old), complements(old) - complements(one)
        if not added or not gone:
            continue
        if any(set(slip.subject) & old.complements for slip in slips):
            return Verdict("corrects", "it was a mistake")
        roles = {word.role for word in one.words if key(word.lemma) in added}
        lost = {word.role for word in old.words if key(word.lemma) in gone}
        figures = all(map(is_number, one.complements - old.complements)) and all(
            map(is_number, old.complements - one.complements)
        )
        if (slips or corrected or _CORRECTING.search(new.text)) and (
            figures or (roles & lost and len(roles) == len(lost) == 1)
        ):
            return Verdict("corrects", "it was a mistake")
    return None


def _is_same_claim(one: Statement, old: Statement) -> bool:
    """The same subject, with its owner or without, and the same verb."""
    if key(one.verb) != key(old.verb) or one.is_negated != old.is_negated:
        return False
    return who(one) == who(old) or (bool(who(one)) and who(one) | keys(["user"]) == who(old))
