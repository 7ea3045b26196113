"""What happened to a thing, and which facts about it that ends: it was torn down, stolen, lent, passed on, returned.

No list of pairs of verbs: the newer sentence tells of one certain thing that it is no more, elsewhere, another's or
back; the older one tells where that thing is, who does something with it, or when it takes place. Both must name the
thing alike, with its owner and whatever tells it from others of its kind.
"""

from __future__ import annotations

import re

from memory.language.en.change_words import (
    ABSENCES,
    ACQUIRING,
    DESTROYING,
    DISLIKING,
    FALLING,
    HANDING,
    HAVING,
    IMMOVABLE,
    LEADING,
    LIKING,
    LIVING,
    MINDING,
    PARTING,
    PAYING,
    POSTURES,
    RENTING,
    REPLACING,
    TAKING_AWAY,
    VANISHING,
)

from ..grammar.alignment import (
    GOALS,
    Sort,
    complements,
    everything,
    heads,
    is_number,
    is_time,
    key,
    keys,
    sorts,
    when_it_was,
    who,
)
from ..grammar.lexicon import PEOPLE, PETS
from ..grammar.readings import Statement
from ..types import Verdict
from . import table

_NO_MORE = Verdict("updates", "it is no more")
_ELSEWHERE = Verdict("updates", "it is not there any more")
_IN_THE_MIND = MINDING | LIKING | DISLIKING
_WHERE = ("in", "on", "at", "by", "under", "near", "inside", "outside", "behind", "beside", "over")


def befell(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where what happened to a thing ends what the older one tells of it. None where this rule does not
    decide."""
    if new.is_negated or old.is_negated or old.is_past or not new.subject or not old.subject:
        return None
    return (
        _is_back(new, old) or _is_no_more(new, old) or _was_taken_away(new, old) or _was_passed_on(new, old)
        or _was_acquired(new, old) or _was_replaced(new, old) or _was_paid(new, old)
    )  # fmt: skip


@table.NO_MORE.decides
def _is_no_more(new: Statement, old: Statement) -> Verdict | None:
    done_to = new.verb in DESTROYING and new.is_passive and new.is_past
    vanished = new.verb in VANISHING and not new.is_passive and new.is_past
    if not (done_to or vanished) or new.heads(*GOALS) & _values(new):
        return None
    if done_to and _is_of_it(new, old):
        return _NO_MORE
    fell = vanished and new.verb in FALLING
    if not _same_thing(new, old) or (fell and (_is_alive(new) or not _is_placed(old))):
        return None  # prices fall, and people who get up again
    if _is_placed(old) or _is_used(old):
        return _NO_MORE
    return _NO_MORE if done_to and set(sorts(old.words)) & {Sort.DATE, Sort.HOUR} else None


def _is_alive(one: Statement) -> bool:
    return one.is_name or one.subject[-1] in PEOPLE | PETS


@table.TAKEN_AWAY.decides
def _was_taken_away(new: Statement, old: Statement) -> Verdict | None:
    if new.verb not in TAKING_AWAY or not new.is_passive or not new.is_past or _object(new, "obj"):
        return None  # whoever was sent brochures is where they were
    stays = bool(_goals(new) & complements(old)) or new.subject[-1] in IMMOVABLE
    return _ELSEWHERE if _same_thing(new, old) and _is_placed(old) and not stays else None


@table.PASSED_ON.decides
def _was_passed_on(new: Statement, old: Statement) -> Verdict | None:
    """Who sold the café runs it no longer; what was given to the archive nobody else looks after."""
    if not (new.is_past or new.is_passive):
        return None
    if (named := _by_its_name(new, old)) is not None:
        return named
    if new.verb not in PARTING | HANDING or not new.is_past:
        return None
    if new.is_passive:
        duty = old.is_undergone and old.verb in LEADING
        return _NO_MORE if not new.is_undergone and duty and _goals(new) and _same_thing(new, old) else None
    if new.verb in ("return", "send", "bring back", "take back") or old.verb in _IN_THE_MIND or who(new) != who(old):
        return None
    things = _object(new, "obj") - _goals(new)
    same = bool(things) and things == _object(old, "obj")
    certain = new.verb in HANDING or old.is_undergone or _is_certain(old, things)
    return Verdict("updates", "it was passed on") if same and certain and not old.is_passive else None


def _by_its_name(new: Statement, old: Statement) -> Verdict | None:
    """ "Sold Bluebird to a couple" beside "runs a café called Bluebird", "has a boat named Bluebird"."""
    called = _CALLED.search(old.text)
    # The parser takes the "Up" of "sold Curl Up" for a particle.
    parted = {new.verb, new.verb.split()[0]} & (PARTING | HANDING)
    if not parted or called is None or old.verb not in HAVING | LEADING:
        return None
    if not called["kind"].islower() or called["kind"] in PEOPLE:
        return None
    name = re.escape(called["name"])
    if new.is_passive and not new.is_undergone:
        whole = re.match(rf"(?:{name} )?(?:is|was|has been|were) (?:now )?(?:\w+)(?: {_NOT_IT}|$)", new.text)
        gone = whole is not None and who(new) == keys(called["name"].lower().split())
    else:
        sold = re.match(rf"{_PASSED} {name}(?: {_NOT_IT}|$)", new.text)
        gone = who(new) == who(old) and sold is not None
    return Verdict("updates", "it was passed on") if gone else None


_CALLED = re.compile(r"\b(?P<kind>\w+) (?:called|named) (?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)$")
_PASSED = r"(?:has |have )?(?:just |now |finally |already )?\w+(?: (?:away|over|on|off|up|back|down))?"
# "Sold Daisy the car" sold no Daisy.
_NOT_IT = r"(?:to|in|on|for|last|this|at|off|away|yesterday|today|and|because|since|when|after|before|now)\b.*"


def _is_certain(one: Statement, things: frozenset[str]) -> bool:
    named = (word for word in one.text.split() if word[:1].isupper())
    certain = [*named, *(found["noun"] for found in _CERTAIN.finditer(one.text))]
    return bool(things & keys(word.lower() for phrase in certain for word in phrase.split()))


_CERTAIN = re.compile(r"\b(?:the|his|her|their|our|its|\w+ 's|\w+s ') (?P<noun>[\w-]+(?: [\w-]+){0,3})", re.I)


@table.BACK.decides
def _is_back(new: Statement, old: Statement) -> Verdict | None:
    """ "The centrifuge came back repaired" beside "the centrifuge is in for repair"."""
    back = new.verb in ("come back", "get back", "bring back", "return", "give back", "send back", "arrive back")
    back = back or (new.verb == "be" and "back" in new.complements)
    # "Got their laptop back": whose it is, who got it tells.
    own = new.is_undergone and _OWN.search(new.text) and _thing(old) - _thing(new) == {"user"}
    if old.verb in LIVING:
        return None  # who lives in Oslo comes back from there as well
    if not back or not (own or _same_thing(new, old)) or old.is_undergone or _TO_COME.search(new.text):
        return None
    came_from, at = heads(new, "from"), complements(old)
    away = (
        bool(came_from & heads(old, "in", "at", "to", "on"))
        or bool(came_from & at and " in for " in old.text)
        or bool(keys(ABSENCES) & at and not came_from)
        or bool(_BEING_MENDED.search(old.text))
    )
    return Verdict("updates", "it is back") if away and (old.verb in POSTURES or old.is_passive) else None


_OWN = re.compile(r"\b(?:their|her|his)\b")
_BEING_MENDED = re.compile(
    r"\b(?:is|are) (?:being (?:repaired|mended|fixed|serviced|cleaned|checked|restored|tuned|sharpened|framed"
    r"|refurbished|overhauled|resoled|altered|replaced|washed|painted)|on loan|away|out|lent|gone)\b"
)
_TO_COME = re.compile(r"\b(?:to|will|would|may|might|should) (?:come|get|be|return)\b")


@table.ACQUIRED.decides
def _was_acquired(new: Statement, old: Statement) -> Verdict | None:
    """ "Bought the allotment" beside "rents the allotment"."""
    if new.verb not in ACQUIRING or not new.is_past or old.verb not in RENTING:
        return None
    same = new.is_passive and old.is_passive and _same_thing(new, old)
    return Verdict("updates", "it is owned now") if same else None


@table.SERVED_BY_ANOTHER.decides
def _was_replaced(new: Statement, old: Statement) -> Verdict | None:
    """ "Ben replaced Dr. Voss with Ms. Amin" beside "Dr. Voss defends Ben"."""
    if new.verb not in REPLACING or new.is_passive or not new.is_past or old.is_passive:
        return None
    gone = _object(new, "obj")
    doing = old.verb not in _IN_THE_MIND | LIVING | {"have"} and bool(heads(new, "with", "by", "for"))
    served = who(new) == _object(old, "obj", "for", "to")
    return Verdict("updates", "it was replaced") if doing and gone and gone == who(old) and served else None


_DUE = re.compile(r"^(?:must|should|has to|have to|needs to|need to|ought to|(?:is|are) (?:to be|due))\b")


@table.PAID.decides
def _was_paid(new: Statement, old: Statement) -> Verdict | None:
    """ "The user paid the fine" beside "the fine must be paid by 30 June": what had to be done was done."""
    due = _DUE.match(old.text) and old.is_passive and not old.is_undergone and new.is_passive and new.is_past
    if not due or not _same_thing(new, old):
        return None
    same = key(new.verb) == key(old.verb) or {new.verb, old.verb} <= PAYING | {"pay"}
    beside = (
        complements(new) - when_it_was(new) - keys(w.lemma for w in new.words if is_number(w.lemma) or is_time(w.lemma))
    )
    of_another_year = any(len(word) == 4 and word.isdigit() for word in new.complements - old.complements)
    return Verdict("updates", "it was done") if same and beside <= complements(old) and not of_another_year else None


# --- The thing --------------------------------------------------------------------------------------------------


def _thing(one: Statement) -> frozenset[str]:
    subject = one.subject[: one.subject.index("from")] if "from" in one.subject else one.subject
    return keys(set(subject) - {"new", "next", "upcoming"})


def _same_thing(new: Statement, old: Statement) -> bool:
    """Whether both name one thing: the noun is one, each owner and mark of the older one is named, and what the newer
    one names besides stands in the older one."""
    mine, theirs = _thing(new), _thing(old)
    if new.is_undergone and not _is_certain(new, mine):
        return False  # of what was sold or eaten, some may be left
    if not mine or not theirs or not mine <= everything(old):
        return False
    if mine == theirs:
        return True
    marked = any(is_number(word) for word in mine) and key(new.subject[0]) in theirs
    return (theirs < mine or marked) and bool(mine & theirs)


def _is_of_it(new: Statement, old: Statement) -> bool:
    """ "Hedda is the guide of the evening tour" is of the tour."""
    whole = keys(word.lemma for word in old.words if word.role == "of" and word.of)
    return old.verb == "be" and bool(old.heads("be")) and bool(whole) and whole == _thing(new)


def _is_placed(old: Statement) -> bool:
    """Whether it tells where a thing is."""
    if not (old.verb in POSTURES and not (old.is_passive and old.is_undergone)):
        return False
    places = [word.lemma for word in old.words if word.role in _WHERE]
    return not old.heads("be") and any(not is_time(place) and not is_number(place) for place in places)


def _is_used(old: Statement) -> bool:
    """Whether it tells that somebody does something with the thing."""
    return old.is_passive and old.verb not in _IN_THE_MIND | POSTURES


def _object(one: Statement, *roles: str) -> frozenset[str]:
    return keys(word.lemma for word in one.words if word.role in roles and not word.of and not is_time(word.lemma))


def _goals(new: Statement) -> frozenset[str]:
    return heads(new, "to", "into", "dative")


def _values(new: Statement) -> frozenset[str]:
    return frozenset(word.lemma for word in new.words if is_number(word.lemma) or is_time(word.lemma))
