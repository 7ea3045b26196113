"""Somebody or something takes another's place: it was replaced, taken over, handed on, or another does it now."""

from __future__ import annotations

import re

from memory.language.en.change_words import (
    CANCELLING,
    DISLIKING,
    DYING,
    HANDING,
    LEADING,
    LEAVING,
    LIKING,
    LIVING,
    ONE_AT_A_TIME,
    REPLACING,
    SEVERAL_AT_ONCE,
    SHIFTING,
    SWITCHING,
)
from memory.language.en.gazetteer import is_given_name

from ..grammar.alignment import (
    BESIDES,
    about,
    complements,
    everything,
    heads,
    is_of_something_else,
    is_when,
    key,
    keys,
    when_it_was,
    who,
)
from ..grammar.lexicon import PEOPLE
from ..grammar.readings import Reading, Statement, Word
from ..grammar.roles import MONTHS_AND_SEASONS
from ..types import Verdict
from . import table
from .offices import LEADERS
from .programs import FOR_A_WHILE

_ANOTHER_HAS_IT = Verdict("updates", "another has it now")


def succeeded(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells who or what took the place of what the older one names; else None."""
    if new.is_negated or old.is_negated:
        return None
    if old.is_past:
        return _switched(new, old)
    return (
        _replaced(new, old) or _taken_over(new, old) or _handed_on(new, old) or _switched(new, old)
        or _another_does_it(new, old) or _there_is_another(new, old) or _belongs_to_another(new, old)
        or _is_with_another(new, old)
    )  # fmt: skip


@table.REPLACED.decides
def _replaced(new: Statement, old: Statement) -> Verdict | None:
    """ "Replaced Slack with Mattermost", "was replaced by Mr. Baez as head", "ditched Slack for Zulip"."""
    dropped = _dropped_for(new)
    if new.verb not in REPLACING and not dropped or old.verb in LIKING:
        return None  # whoever swapped Leeds for York may love Leeds as before
    fresh = dropped or [word for word in new.words if word.role in ("with", "by", "for")]
    named = about(new, fresh) - when_it_was(new)
    gone = heads(new, "obj") if not new.is_passive else who(new)
    gone = gone | heads(new, "from")
    if new.verb in ("take over", "inherit") and new.is_undergone:
        named, gone = about(new), heads(new, "from")
        theirs = who(old) - keys(ONE_AT_A_TIME) <= named and named <= everything(old)
        return _ANOTHER_HAS_IT if gone and theirs and gone <= complements(old) else None
    if new.is_undergone and not fresh:
        fresh, named, gone = list(new.words), about(new), who(new)
    # "The user's laptop is a Lenovo" is told of a laptop that the newer one need not name.
    of = who(old) if old.verb != "be" or gone != heads(old, "be") else who(old) - keys(old.subject[-1:])
    if "user" in old.subject and "user" in new.subject:
        of -= keys(["group"])  # "we" are the user's group, and the user
    if _is_for_a_while(new, old) or _is_an_exchange(new):
        return None
    if not fresh or not gone or not of <= named or not named <= everything(old):
        return None
    if dropped and not _is_done_with(old, gone):
        return None
    return Verdict("updates", "it was replaced") if gone & heads(old) or gone <= complements(old) else None


_DROPPING = frozenset(("drop", "ditch", "dump", "scrap", "abandon", "give up"))
_ON_A_DAY = re.compile(r"\bon (?:the (?:morning|afternoon|evening|night) of )?\d{1,2} [A-Z]")


def _is_for_a_while(new: Statement, old: Statement) -> bool:
    """Whether another is had in its place once or for a time: "swapped Leeds for York for a week", coffee on a day."""
    if any(
        found[0].rpartition("for ")[2].islower() and found[0].startswith("for ")
        for found in FOR_A_WHILE.finditer(new.text)
    ):
        return True
    return old.verb in ("eat", "drink") and _ON_A_DAY.search(new.text) is not None


_THEIRS = re.compile(r"\b(?:swapp?|switch|trad|exchang)\w* (?:[\w-]+ )?[\w-]+s with\b", re.I)


def _is_an_exchange(new: Statement) -> bool:
    """ "Swapped bikes with Ben", "traded shifts with my sister": for how long, nobody knows."""
    others = [word.lemma for word in new.words if word.role == "with" and word.is_head]
    return _THEIRS.search(new.text) is not None and any(one in PEOPLE or is_given_name(one) for one in others)


def _is_done_with(old: Statement, gone: frozenset[str]) -> bool:
    """Whether it tells what is done with it: whoever dropped a firm may work there, or have a friend there as before.
    "Has their broadband with BrightNet" is of the firm, "has a dispute with BrightNet" is not."""
    if old.verb in {"know", "teach", "work", "volunteer"}:
        return False
    used = [word for word in old.words if word.is_head and key(word.lemma) in gone and word.of not in PEOPLE]
    used = [word for word in used if old.verb != "be" or not word.of]  # the meeting is with Kim
    if old.verb in ("have", "be", "share") and not any(word.role in ("obj", "be") for word in used):
        used = used if old.heads("obj") and _ONES_OWN.search(old.text) else []
    return any(word.role not in ("with", "to", "at", "from") or not is_given_name(word.lemma) for word in used)


_ONES_OWN = re.compile(r"^(?:have|has|had|shares?) (?:their|his|her|the user's|the user 's)\b")


def _dropped_for(new: Statement) -> list[Word]:
    """What something was dropped for: "dropped Jenkins in favour of Buildkite", "ditched Premiere for Resolve". Without
    a name, what stands behind "for" may be a reason or a use; on a day, it may be for that day."""
    if new.verb not in _DROPPING:
        return []
    if {"favour", "favor"} & new.heads("in"):
        return [word for word in new.words if word.role == "of" or word.lemma in ("favour", "favor")]
    fresh = [word for word in new.words if word.role == "for"]
    if new.verb == "give up" or len(new.heads("for")) != 1 or _ON_A_DAY.search(new.text):
        return []
    names = {word.lower() for word in re.findall(r"(?<!^)\b[A-Z][\w-]*", new.text)} - MONTHS_AND_SEASONS
    return fresh if names & {word.lemma for word in fresh if word.is_head} else []


@table.TAKEN_OVER.decides
def _taken_over(new: Statement, old: Statement) -> Verdict | None:
    """ "Mr. Okoro took over the choir from Mrs. Dahl" beside "Mrs. Dahl conducts the choir"."""
    if new.verb not in ("take over", "inherit") or new.is_undergone or FOR_A_WHILE.search(new.text):
        return None
    thing = _named(new, "obj", "as")
    if not thing and "call" in new.heads("on"):
        thing = _named(new, "on", "for")  # "took over on-call for payments"
    if heads(new, "from"):
        theirs = heads(new, "from") <= who(old)
    else:  # what one runs, another took over from whoever did
        theirs = who(new) != who(old) and _is_somebody(new) and _is_somebody(old) and _is_definite(old, thing)
        theirs = theirs and old.verb in LEADING and thing == _named(old, "obj")
    return _ANOTHER_HAS_IT if theirs and thing and thing <= complements(old) and _is_a_duty(old) else None


@table.HANDED_ON.decides
def _handed_on(new: Statement, old: Statement) -> Verdict | None:
    """ "Dirk handed the escalation to Anke" beside "the escalation is handled by Dirk"."""
    if new.verb not in HANDING | {"sell"} or new.is_undergone or not heads(new, "to", "dative") or who(new) != who(old):
        return None
    if new.is_passive:  # "the van was given to Tom", which was driven by Ann
        return _ANOTHER_HAS_IT if heads(old, "by") and not heads(old, "by") & heads(new, "to") else None
    if new.verb == "sell":
        return None
    things = _named(new, "obj") - _named(new, "to", "dative")
    return _ANOTHER_HAS_IT if things and things <= complements(old) and _is_a_duty(old) else None


def _named(one: Statement, *roles: str) -> frozenset[str]:
    """All that stands in these roles: "the search service" is not the billing service."""
    return keys(word.lemma for word in one.words if word.role in roles)


@table.STEPPED_IN.decides
def stepped_in(new: Reading, old: Statement) -> Verdict | None:
    """The verdict on "Ole dropped out and Jan plays Romeo" beside "Ole plays Romeo". None where this rule does not
    decide."""
    if old.is_past or old.is_negated or not complements(old):
        return None
    out = [one for one in new.statements if who(one) == who(old) and _is_out(one)]
    changed = [
        one for one in new.statements if one.verb in SHIFTING | REPLACING and who(one) and who(one) <= complements(old)
    ]
    for one in new.statements if out or changed else ():
        same = (
            key(one.verb) == key(old.verb)
            and complements(one) == complements(old)
            and not (one.is_negated or one.is_past)
        )
        if same and who(one) and not who(one) & who(old):
            return _ANOTHER_HAS_IT
    return None


def _is_out(one: Statement) -> bool:
    return one.verb in LEAVING | CANCELLING | DYING or bool(one.complements & {"ill", "sick", "injured", "absent"})


def _is_a_duty(old: Statement) -> bool:
    return old.verb in LEADING | {"be"} and bool(old.words)


@table.SWITCHED.decides
def _switched(new: Statement, old: Statement) -> Verdict | None:
    """ "Switched from soprano to alto" beside "sings soprano": what one switched from, one does no longer."""
    if (moved := _moved_over(new, old)) is not None:
        return moved
    if new.verb not in SWITCHING | {"move"} or new.is_passive or who(new) != who(old):
        return None
    left = keys(word.lemma for word in new.words if word.role in ("from", "off") and not is_when(word.lemma))
    if new.verb == "move" and not _named(new, "obj") <= everything(old) | keys(["everything", "all", "away", "over"]):
        return None  # the staging cluster was moved off it, or the plans of another garden
    if not left or not _TO.search(new.text) or not left <= complements(old):
        return None
    if old.is_past:
        # "Switched back from Vivaldi" beside "switched from Firefox to Vivaldi".
        to_it = old.verb in SWITCHING and left <= _named(old, "to", "into")
        return _SWITCHED if to_it else None
    if old.verb in LIKING | DISLIKING | LIVING or (old.verb in SEVERAL_AT_ONCE and left & heads(old, "obj")):
        return None
    if is_of_something_else(new, old, left):
        return None
    doing = bool(left & keys(old.direct("obj", "be", "in", "on", "with", "to", "by", "as")))
    return _SWITCHED if doing else None


def _moved_over(new: Statement, old: Statement) -> Verdict | None:
    """ "Switched their electricity from Nordlys to Vattra" beside "the user's electricity is from Nordlys"."""
    thing = _named(new, "obj")
    if new.verb not in SWITCHING | {"move", "rename"} or new.is_passive or old.is_past or not thing:
        return None
    left = _named(new, "from", "off")
    same = who(old) == who(new) | thing if "user" in old.subject or not _is_definite(new, thing) else who(old) == thing
    roles = ("be", "in", "on", "with", "from", "by", "at", "to", "obj")
    return _SWITCHED if same and left and left <= keys(old.direct(*roles)) and _TO.search(new.text) else None


_SWITCHED = Verdict("updates", "switched to another")
_TO = re.compile(r"\b(?:from|off) .+ (?:to|into|onto) ")


@table.ANOTHER_DOES_IT.decides
def _another_does_it(new: Statement, old: Statement) -> Verdict | None:
    """ "Emil runs the spectrometer now" beside "Hana runs the spectrometer": of one thing, one has the charge."""
    if not new.is_now or new.is_past or new.is_passive or old.is_passive or key(new.verb) != key(old.verb):
        return None
    if BESIDES.search(new.text):
        return None
    charged = new.verb in LEADING or (new.verb == "be" and heads(new, "be") & keys(ONE_AT_A_TIME | LEADERS))
    if not charged or who(new) == who(old) or not (_is_somebody(new) and _is_somebody(old)):
        return None
    things = heads(new, "obj", "be", "of")
    same_things = complements(new) == complements(old) - keys(["user"]) or complements(new) == complements(
        old
    )  # "the choir", the user's choir
    same = things and same_things and all(_is_definite(one, things) for one in (new, old))
    return _ANOTHER_HAS_IT if same else None


@table.BELONGS_TO_ANOTHER.decides
def _belongs_to_another(new: Statement, old: Statement) -> Verdict | None:
    """ "Billing belongs to Marcus's team now" beside "Priya owns the billing service"."""
    if new.verb != "belong" or not new.is_now or new.is_past or old.verb not in LEADING | {"have"}:
        return None
    holders = _named(new, "to")
    same = who(new) and who(new) <= _named(old, "obj") and bool(holders) and not holders & who(old)
    return _ANOTHER_HAS_IT if same else None


@table.BELONGS_TO_ANOTHER.decides
def _is_with_another(new: Statement, old: Statement) -> Verdict | None:
    """ "The spare key is with the Okafors now" beside "Jean has the user's spare key", "the key is with Jean"."""
    if new.verb != "be" or not new.is_now or new.is_past or BESIDES.search(new.text):
        return None
    holders = heads(new, "with") or (heads(new, "at") if _AT_ONES.search(new.text) else frozenset())
    if not holders or new.is_name or new.subject[-1] in PEOPLE or heads(new, "be"):
        return None
    thing = who(new) - keys(["user"])
    if who(new) == who(old) and old.verb == "be":
        return _ANOTHER_HAS_IT if heads(old, "with") and not heads(old, "with") & holders else None
    has = old.verb in ("have", "keep", "hold", "mind") and not old.is_passive and not holders & who(old)
    same = bool(thing) and _named(old, "obj") - keys(["user"]) == thing and _is_definite(old, thing)
    plain = not any(word.role not in ("obj", "time") for word in old.words)
    return _ANOTHER_HAS_IT if has and same and plain and (_is_somebody(old) or set(old.subject) & PEOPLE) else None


_AT_ONES = re.compile(r"\bat (?:the )?\w+ ?'s?\b")
_NEW_ONE = re.compile(r"^(?:is|are|have|has|get|got|has got) an? (?:brand )?new (?P<noun>[\w-]+(?: [\w-]+)?)\b(?! ')")


@table.THERE_IS_ANOTHER.decides
def _there_is_another(new: Statement, old: Statement) -> Verdict | None:
    """ "There is a new janitor, Mr. Falk" beside "Uwe is the janitor"."""
    found = _NEW_ONE.match(new.text)
    if found is None or old.verb != "be" or new.is_past or set(new.subject) - {"there", "we"}:
        return None
    role = heads(old, "be")
    same = role & keys(found["noun"].lower().split()) and complements(old) <= complements(new)
    return _ANOTHER_HAS_IT if same and _is_definite(old, role) and _is_somebody(old) else None


def _is_somebody(one: Statement) -> bool:
    return one.is_name or (bool(one.subject) and one.subject[-1] in PEOPLE)


def _is_definite(one: Statement, things: frozenset[str]) -> bool:
    """Whether the thing is a certain one: "the farm", "Ann's shop", "class 3b"."""
    if one.is_undergone:
        return True  # "the magazine is edited by Jost"
    certain = {word.lower() for word in one.text.split() if word[:1].isupper() or word[:1].isdigit()}
    for phrase in _DEFINITE.finditer(one.text):
        certain.update(phrase["noun"].lower().split())
    return bool(things & keys(certain))


_DEFINITE = re.compile(r"\b(?:(?:the )?\w+ 's|\w+s '|the|his|her|their|our|its) (?P<noun>[\w-]+(?: [\w-]+){0,3})", re.I)
