"""A plan that is called off or put off by its name: "the move is off", "the Ikea thing fell through", "we decided
against the puppy".

Such a sentence names what was planned in a noun, or by its goal alone. It is of a plan that tells each of its words, be
it as a verb ("the move to Bergen" of "is moving to Bergen in May"). Of more than that, or of a part, it says nothing.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from memory.language import ENGLISH
from memory.language.en.announcing import TIME
from memory.language.en.change_words import (
    CANCELLING,
    COMMITTING,
    GETTING,
    INTENTIONS,
    LEAVING,
    STOPPING,
    SWITCHING,
)
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAYS

from ..grammar.alignment import about, everything, heads, is_time, key, keys, when_it_was, who
from ..grammar.claims import reading_of
from ..grammar.lexicon import KIN, PEOPLE, word_set
from ..grammar.readings import Statement
from ..types import Told, Verdict
from . import table

_CRY = r"(?:so|ok|okay|well|and|oh|sadly|unfortunately|update|news|bad news|damn|btw)"
_LEAD = rf"(?:{_CRY}[,:]? ){{0,2}}"
_ALONE = re.compile(rf"^(?:(?:{_CRY}|ugh|argh|sigh|hi|hey|hello|guess what|fyi)\W+)*$", re.I)
_PLAN = r"(?P<det>the|our|my) (?P<what>(?:[\w&.+-]+(?:['’]s)? ){0,5}?[\w&.+-]+?)"
_END = (
    r"(?P<rest>(?:[,.!;:]| (?:-|–|because|since|as they|cause|cos|so)\b| now\b| after all\b| btw\b| for good\b|$).*)$"
)
_NAMED_OFF = re.compile(
    rf"^{_LEAD}{_PLAN}(?:(?:['’]s| is| are| has been| was| got| were)(?: now| all| sadly| just)?"
    r" (?:off|called off|cancell?ed|scrapped|not happening|not going ahead)"
    r"| (?:fell|has fallen|have fallen) through|(?: is|['’]s)?(?: not|n['’]t) (?:happening|going ahead)"
    rf"| won['’]t (?:happen|go ahead)| came to nothing){_END}",
    re.I,
)
# Behind it, this makes it a question, a hearsay or a condition, or another's: "the move is off, she is staying".
_DOUBTED = re.compile(
    r"\?|\b(?:if|unless|until|till|but|yet|though|or|right|hopefully|apparently|maybe|perhaps|probably|says?"
    r"|said(?! no\b)|thinks?|thought|heard|s?he|her|him|his|(?:is|was)n['’]t it)\b",
    re.I,
)
_NAMED_ON = re.compile(
    rf"^{_LEAD}{_PLAN}(?:['’]s| is) (?:(?:now )?back on|on again|(?:going ahead|happening) after all)[.!]*$", re.I
)
_BARE_OFF = re.compile(r"(?:['’]s| is| are) (?:(?:now|all|sadly|just) )?off\b", re.I)
_SHIFTED = r"(?:pushed|moved|postponed|delayed|put (?:off|back)|set back|rescheduled|deferred|brought forward)"
# To a day, and not "to the garage" or "until the rent is sorted".
_TO_ITS_DAY = (
    rf"{_SHIFTED}(?: back| out)? (?:to|until|till) "
    rf"(?:{TIME}|(?:the )?(?:\d|{'|'.join((*MONTH_NAMES, *WEEKDAYS))}|spring|summer|autumn|winter|next|new year)|later)"
    r"(?!\w*['’]s\b)"
)
_NAMED_LATER = re.compile(
    rf"^{_LEAD}(?:(?P<det>the|our|my) )?(?P<what>(?:[\w&.+-]+ ){{0,4}}?[\w&.+-]+?)"
    rf"(?:['’]s been| has been| was| got| is)(?: now| just)? (?P<told>{_TO_ITS_DAY}.*)$",
    re.I,
)
# They say nothing of which plan it is.
_EMPTY = word_set("thing plan idea whole big new little next")
_CALLING_OFF = CANCELLING | STOPPING
_BY_DEED = ("obj", "of", "from", "against", "on", "about", "with")
# What coming to some plan's aim is called, where it has no word of the verb.
_ACTS = {
    "marry": keys(word_set("wedding marriage")),
    "go": keys(word_set("trip holiday vacation journey cruise weekend getaway")),
}
_ACTS["travel"] = _ACTS["drive"] = _ACTS["head"] = _ACTS["go"]
_ACTS["fly"] = _ACTS["go"] | keys(("flight",))
_GOALS = ("obj", "to", "at", "for", "with", "on", "be")
# A step is taken once; what one learns, cooks or writes may be under way without an end ahead.
_STEPS = GETTING | LEAVING | SWITCHING | word_set(
    "go move relocate start begin join marry visit fly travel come buy open launch change migrate"
)  # fmt: skip
_AHEAD = re.compile(
    r"^(?:(?:is|are) (?:(?:going|planning|hoping|about|due) )?to\b|will\b|(?:plans?|hopes?|intends?|wants?) to\b)"
)
_UNDER_WAY = re.compile(r"^(?:is|are) (?:\w+ing|getting married)\b")
_DATED = re.compile(rf"\b(?:{'|'.join(MONTH_NAMES)})(?: \d{{4}})?\b|\b20\d\d\b|\b(?:spring|summer|autumn|winter)\b")
_TO_NAMED = re.compile(r" (?:to|at) (?P<name>[A-Z][\w'&.-]*(?: [A-Z][\w'&.-]*)*)")


_MOST = 60  # names that are looked up at once: a long text of nothing else makes no query that no database takes
LINES = re.compile(r"(?<=[.!?])\s+|\n")


def wanted(said: str, owners: Sequence[str]) -> list[Told]:
    """The properties under which the plans are found that the talk calls off or puts off by name."""
    names: set[str] = set()
    for line in LINES.split(said):
        if (found := _NAMED_OFF.match(line) or _NAMED_LATER.match(line) or _NAMED_ON.match(line)) is not None:
            named = _words(found["what"])
            names |= named | {key(verb) for verb, acts in _ACTS.items() if acts & named}
    return [Told(owner, name) for owner in owners for name in sorted(names)[:_MOST]]


def whole(sentence: str, said: str, mine: str, facts: Sequence[str], at: datetime, earlier: str) -> list[str]:
    """The sentence of a turn that was `said` `at` a time as those that tell whose plan was called off, and which, by
    the one that is known and still ahead; empty where it is no such sentence, or none or several may be meant, as where
    the talk `earlier` tells of another's.

    Raises OSError where the parser's package is missing.
    """
    if (on := _NAMED_ON.match(sentence)) is not None:
        again = [*_on_again(_words(on["what"]), mine, facts)]
        return again if len(again) == 1 else []
    off = _NAMED_OFF.match(sentence)
    later = None if off else _NAMED_LATER.match(sentence)
    found = off or later
    if found is None or re.match(r"user\b", found["what"], re.I):
        return []
    named = _words(found["what"])
    ahead = [fact for fact in facts if not _is_past(fact, at)]
    known = [(fact, plan) for fact in ahead if (plan := _plan_of(fact, mine, named)) is not None]
    if not named or not known or (len(known) > 1 and len(named) == 1):
        return []
    fact, plan = known[-1]
    what = found["what"]
    if not _is_name_in(fact, named) and (not _opens(said) or _tells_of_anothers(earlier, named)):
        return []
    if off is not None and (_is_doubted(said) or (_BARE_OFF.search(sentence) and not _is_doing(plan, what))):
        return []
    own = "Our" if found["det"] and found["det"].lower() == "our" else "My"
    if len(plan.subject) > 1 and plan.subject[-1] not in KIN | PEOPLE:
        called = re.match(rf"^{mine}'s (?P<what>[\w' -]+?) (?:is|are|was|has|takes?|starts?)\b", fact)
        what = called["what"] if called is not None else what
    elif later is None and not (_acts(plan) | _EVENTS) & named and len(plan.subject) == 1:
        return [*filter(None, (_denied(plan),)), *_rest(off)]
    elif (to := _TO_NAMED.search(fact)) is not None and _acts(plan) & named == named:
        what = f"{what}{to[0]}"
    if later is not None:
        return [f"{own} {what} was {later['told']}"]
    return [f"{own} {what} is cancelled.", *_rest(off)]


def _on_again(named: frozenset[str], mine: str, facts: Sequence[str]) -> Iterator[str]:
    """What was called off and is so named, as the speaker would say that it is planned again."""
    for fact in facts:
        if (off := re.match(rf"{mine}'s (?P<what>.+) is cancelled\.$", fact)) and named <= _words(off["what"]):
            yield f"My {off['what']} is no longer cancelled."
        elif (off := re.match(rf"{mine} is not (?P<told>.+) after all\.$", fact)) and named <= _words(off["told"]):
            yield f"I'm {off['told']}."


@functools.lru_cache(4)
def _opens(said: str) -> bool:
    """Whether nothing but a short cry stands before it: what does may tell of another move, or of another's."""
    first = next((line for line in LINES.split(said) if not _ALONE.match(line)), "")
    return bool(_NAMED_OFF.match(first) or _NAMED_LATER.match(first))


_ANOTHER = re.compile(
    r"\b(?:he|she|they|his|her|their"
    rf"|(?:my|our) (?:\w+ )?(?:{'|'.join(sorted(KIN | PEOPLE))}|office|company|team|firm))\b",
    re.I,
)


@functools.lru_cache(4)
def _tells_of_anothers(talk: str, named: frozenset[str]) -> bool:
    """Whether somebody else's plan of that name was told of: "my sister wanted to move to York"."""
    return any(_ANOTHER.search(line) is not None and not named.isdisjoint(_words(line)) for line in LINES.split(talk))


# Each sentence of a turn asks it of the whole turn.
@functools.lru_cache(4)
def _is_doubted(said: str) -> bool:
    """Whether the turn doubts in one breath that something is off. A sentence of it bears no "right?" any more."""
    return any(_DOUBTED.search(off["rest"]) for off in map(_NAMED_OFF.match, LINES.split(said)) if off)


def _is_name_in(fact: str, named: frozenset[str]) -> bool:
    """Whether a name of the fact's own tells which plan is meant: "Ikea"."""
    return bool(keys(name.lower() for name in re.findall(r"(?<=\s)[A-Z][\w&.+-]*\w", fact)) & named)


def _is_doing(plan: Statement, what: str) -> bool:
    """Whether that can be off which is called so: a move, a wedding, "the Ikea thing". A lamp that is off is dark."""
    named = _words(what)
    if named == keys(("switch",)):
        return False  # of a lamp
    return bool((_acts(plan) | _EVENTS) & named) or re.search(r" (?:thing|plan|idea)$", what, re.I) is not None


def _denied(plan: Statement) -> str:
    """The plan as the speaker would deny it: "I'm not starting a job at Ikea after all"."""
    told = re.sub(r"\btheir\b", "my", plan.text)
    if (under_way := re.match(r"(?:is|are) (?P<told>.+)$", told)) is not None:
        return f"I'm not {under_way['told']} after all."
    planned = re.match(r"(?:(?:plan|hope|intend|want)s?|will)(?: to)? (?P<told>.+)$", told)
    return "" if planned is None else f"I no longer plan to {planned['told']}."


def _rest(off: re.Match[str] | None) -> list[str]:
    """What stands behind, where it may be a statement."""
    rest = re.sub(r"^[\W_]+|^(?:now|after all|btw|for good)\b[\W_]*", "", off["rest"]) if off else ""
    return [f"{rest[0].upper()}{rest[1:]}"] if len(rest.split()) > 2 else []


# What takes place is cancelled itself; of what one gets or goes to, the plan is.
_EVENTS = keys(
    word_set(
        "retreat course class lesson workshop conference marathon race concert gig festival party dinner lunch"
        " interview appointment meeting offsite launch job wedding viewing audition exam tournament match game"
    )
)


def _plan_of(fact: str, mine: str, named: frozenset[str]) -> Statement | None:
    if not re.match(rf"^{mine}\b", fact):
        return None
    for told in reading_of(fact).statements:
        if is_ahead(told) and tells(told, named):
            return told
    return None


def judge(new: str, old: str, said: datetime | None) -> Verdict | None:
    """What a sentence that was `said` then makes of the plan that it calls off, or puts off, by its name; None where it
    does not, or the plan's time had come by then.

    Raises OSError where the parser's package is missing.
    """
    if said is not None and _is_past(old, said):
        return None
    for told in reading_of(old).statements:
        for one in reading_of(new).statements if is_ahead(told) else ():
            if (verdict := _called_off(one, told, new) or _put_off(one, told)) is not None:
                return verdict
        for one in reading_of(new).statements:
            if (verdict := _planned_again(one, told)) is not None:
                return verdict
    return None


@table.CANCELLED.decides
def _called_off(new: Statement, old: Statement, said: str) -> Verdict | None:
    named = _denied_by(new, old, said) if new.is_negated else _named_by(new, old)
    if not named or not tells(old, named):
        return None
    return Verdict("updates", "the plan was called off")


@table.REPLANNED.decides
def _planned_again(new: Statement, old: Statement) -> Verdict | None:
    """A plan that is told anew, beside what called it off."""
    if not is_ahead(new) or old.is_negated or not (named := _named_by(old, new)) or not tells(new, named):
        return None
    return Verdict("updates", "it is planned again")


@table.REDATED.decides
def _put_off(new: Statement, old: Statement) -> Verdict | None:
    if not (re.search(rf"\b{_TO_ITS_DAY}", new.text, re.I) and _DATED.search(old.text)):
        return None
    named = keys(new.subject) - _OWN - keys(_EMPTY)
    same = new.subject[:1] == old.subject[:1] and bool(named) and tells(old, named)
    return Verdict("updates", "it is for another day") if same and _DATED.search(new.text) else None


_OWN = keys(("user", "their"))


def _denied_by(new: Statement, old: Statement, said: str) -> frozenset[str]:
    """The words of what is denied: "is not going with MongoDB after all", "is not applying to Edinburgh anymore"."""
    same_act = key(new.verb) in _acts(old) | _ANY_ACT
    if not (_NOT_AFTER_ALL.search(said) and same_act and who(new) == who(old)):
        return frozenset()
    times = keys(word.lemma for word in new.words if is_time(word.lemma)) | when_it_was(new)
    if not times <= everything(old) | keys(word.lemma for word in old.words):
        return frozenset()  # "no longer on Fridays"
    told = keys(word.lemma for word in new.words) - times
    return told - (_acts(old) - heads(new, "obj", "to", "with", "at")) - _SAID_OFF - _OWN


_NOT_AFTER_ALL = re.compile(
    r"\b(?:(?:is|are) not (?:\w+ing)\b.* (?:after all|any ?more|any longer)\b|(?:is|are) no longer \w+ing\b"
    r"|no longer plans? to\b|will not .*\b(?:after all|any ?more)\b)",
    re.I,
)
_ANY_ACT = keys(("go", "get", "use", "do", "plan"))


def _named_by(new: Statement, old: Statement) -> frozenset[str]:
    """The words of the plan that is called off, or none."""
    about_it = about(new) - when_it_was(new) - _OWN - _SAID_OFF
    off = new.verb == "be" and "off" in new.complements and not new.is_past
    if off and not (_acts(old) | _EVENTS) & about_it:
        return frozenset()
    if off or new.verb in CANCELLING and (new.is_passive or not new.heads("obj", "of")):
        return _which(about_it) if new.subject[:1] == old.subject[:1] and len(new.subject) > 1 else frozenset()
    against = new.verb in ("decide", "choose", "vote") and bool(new.heads("against"))
    minds = new.verb == "change" and bool(new.complements & INTENTIONS)
    done = new.is_past and (new.verb in _CALLING_OFF or against or minds)
    if not done or who(new) != who(old) or not heads(new, *_BY_DEED):
        return frozenset()
    return _which(about_it - who(new))


_SAID_OFF = keys(word_set("off end all mind after anymore"))


def _which(named: Iterable[str]) -> frozenset[str]:
    return frozenset(named) - keys(_EMPTY)


def _words(what: str) -> frozenset[str]:
    """The keys of the words that tell which plan it is."""
    told = re.findall(r"[\w&.+-]+", re.sub(r"['’]s\b", "", what.lower()))
    return keys(word for word in told if word not in _SLIGHT) - keys(_EMPTY)


_SLIGHT = word_set("the a an my our to at with in for of on from and")


def is_ahead(plan: Statement) -> bool:
    """Whether it tells what somebody is going to do, or the day of what they have."""
    if plan.is_negated or plan.is_undergone or "user" not in plan.subject:
        return False
    if _AHEAD.match(plan.text):
        return True
    dated = _DATED.search(plan.text) is not None
    if _UNDER_WAY.match(plan.text):
        return dated or plan.verb in _STEPS or "marry" in (plan.verb, *plan.complements)
    if plan.is_past:
        return plan.verb.split()[0] in COMMITTING
    return dated and plan.verb in ("have", "be", "take", "start", "begin", "visit", "come")


def tells(plan: Statement, named: frozenset[str]) -> bool:
    """Whether the plan tells all that is named, as what is done or what it is done to or for."""
    acts, goals = _acts(plan), heads(plan, *_GOALS) | keys(plan.subject[1:])
    others = set(plan.subject[1:]) & KIN | set(plan.subject[-1:]) & PEOPLE
    others |= {one.lower() for one in re.findall(r"(\w+) ?['’]s\b", plan.text)}
    if not keys(others) <= named:
        return False  # a sister's plan is hers, and Ann's wedding is Ann's
    if plan.verb in _ACTS and (acts - {key(plan.verb)}) & named and not _TO_NAMED.search(plan.text):
        return False  # to go to the gym is no trip
    every = acts | goals | keys(plan.complements) | keys(plan.subject)
    return bool(named) and named <= every and bool(named & (acts | goals))


def _acts(plan: Statement) -> frozenset[str]:
    """The keys of what is planned as a verb or a noun: "move" of "is moving", "switch" of "is going to switch"."""
    verbs = {plan.verb.split()[0], *(word.lemma for word in plan.words if word.role == "do")}
    if "marry" in plan.complements:
        verbs.add("marry")
    return keys(verbs) | {noun for verb in verbs for noun in _ACTS.get(verb, ())}


def _is_past(plan: str, said: datetime) -> bool:
    """Whether the last day that the plan names lies behind, with a month for what is told by the month alone."""
    named = [one.value for one in ENGLISH.resolve_dates(plan) if one.value is not None]
    if not named:
        return False
    by_day = re.search(rf"\b\d{{1,2}} (?:{'|'.join(MONTH_NAMES)})\b", plan) is not None
    last = max(one.replace(tzinfo=None) for one in named)
    return last + timedelta(days=0 if by_day else 30) < said.replace(tzinfo=None) - timedelta(days=1)
