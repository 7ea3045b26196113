"""What one is rid of, who parted, who is there no longer, what is done or eaten again: the older fact is over.

The newer sentence names what the older one is about beside its subject: "ditched the Ibis" beside "stays at the Ibis".
"""

from __future__ import annotations

import re

from memory.language.en.change_words import CANCELLING, COUPLING, DWELLINGS, DYING, LIKING, LIVING, PARTING

from ..grammar.alignment import complements, everything, heads, is_when, key, keys, when_it_was, who
from ..grammar.health import AILMENTS, OF_A_WEEK
from ..grammar.lexicon import KIN, PEOPLE, word_set
from ..grammar.readings import Statement
from ..types import Verdict
from . import table
from .programs import FOR_A_WHILE

_RID = PARTING | word_set("ditch dump scrap drop rid abandon")
# What is done with a thing, at a place or by a firm as long as one has it.
_USING = word_set("stay be run use bank fly drive build deploy host live sit keep go")
_BESIDE = ("at", "with", "on", "in", "by", "obj")
_SEEING = word_set("see visit attend use") | {"go"}
_GONE_FOR_GOOD = DYING | word_set("retire") | {"close down", "shut down", "stop practising", "stop practicing"}
_TITLED = keys(word_set("dr mr mrs ms prof doctor"))
_UNDER_WAY = re.compile(r"^(?:is|are) (?:still |currently |just )?being \w+")
_DONE = keys(word_set("do done finish finished ready complete completed"))
_MEAT = word_set("meat chicken beef pork lamb bacon ham turkey steak burger sausage fish salmon tuna seafood")
_ALCOHOL = word_set("alcohol wine beer cider gin vodka whisky whiskey rum cocktail champagne prosecco")
_GLASSES = word_set("glass pint bottle drop bit little occasional")
_SORTS = word_set("red white sparkling craft")
# Who keeps to the diet eats none of these.
_DIETS = {
    "vegan": _MEAT | word_set("egg dairy milk cheese butter yoghurt yogurt honey"),
    "vegetarian": _MEAT,
    "pescatarian": _MEAT - word_set("fish salmon tuna seafood"),
}


def is_over(new: Statement, old: Statement) -> Verdict | None:
    """The verdict where the newer statement tells that somebody parted from what the older one tells; else None."""
    if (again := _drinks_again(new, old)) is not None:
        return again
    if new.is_negated or old.is_negated or old.is_past and not old.is_now:
        return None
    return (
        _got_over(new, old)
        or _is_rid(new, old)
        or _parted_from(new, old)
        or _left_the_house(new, old)
        or _retired(new, old)
        or _out_of_office(new, old)
        or _got_done(new, old)
        or _eats_again(new, old)
    )


@table.OVERCOME.decides
def _got_over(new: Statement, old: Statement) -> Verdict | None:
    """ "Is over the flu" beside "is in bed with flu", "has the flu": all that ails somebody by the older one."""
    things = heads(new, "over") if new.verb == "be" and not _LISTED.search(old.text) else frozenset()
    has = old.verb in ("have", "get", "catch") and heads(old, "obj") or old.verb == "be" and heads(old, "with")
    same = bool(things) and things == has and who(new) == who(old)
    return Verdict("updates", "it was overcome") if same and new.heads("over") <= _ILLNESSES else None


_ILLNESSES = AILMENTS | OF_A_WEEK | word_set("chickenpox measles mumps tonsillitis shingles norovirus sinusitis")
_LISTED = re.compile(r"\b(?:and|or)\b|,")


@table.RID_OF.decides
def _is_rid(new: Statement, old: Statement) -> Verdict | None:
    """ "Ditched the Ibis" beside "stays at the Ibis", "got rid of Jenkins" beside "the user's CI runs on Jenkins"."""
    if new.verb not in _RID and not (new.verb == "trade" and not new.heads("for", "to", "with")) or not new.is_past:
        return None
    mine = who(new) == who(old) or (who(new) < who(old) and not set(old.subject) & (KIN | PEOPLE))
    of = ("obj", "of") if new.verb == "rid" else ("obj", "in") if new.verb == "trade" else ("obj",)
    things = heads(new, *of)
    parted = keys(word.lemma for word in new.words if word.role != "time") - when_it_was(new)
    using = (
        old.verb in _USING
        or (new.verb == "trade" and old.verb in ("have", "own"))
        or (_has_a_name(things, new) and _is_done_in(old, things))
    )
    if not mine or not things or not parted <= complements(old) or not using:
        return None
    return Verdict("updates", "it is had no longer") if things & heads(old, *_BESIDE) else None


def _has_a_name(things: frozenset[str], new: Statement) -> bool:
    return things <= keys(word.lower() for word in re.findall(r"\b[A-Z][\w-]+", new.text[1:]))


def _is_done_in(old: Statement, things: frozenset[str]) -> bool:
    """ "Edits videos in Premiere"; whoever has a friend in Leeds, or teaches there, does it as before."""
    placed = (word for word in old.words if word.is_head and word.role == "in" and word.of not in PEOPLE)
    return old.verb not in LIKING | {"know", "teach"} and things <= keys(word.lemma for word in placed)


# What one does with a firm, a place or somebody as long as there is a tie; "likes" and "knows" are none.
_TIES = word_set("bank work use be have rent hire see go study train play volunteer shop stay subscribe employ date")
_BY_NAME = ("obj", "at", "with", "from", "for", "by", "to", "on", "of", "in")
_ENDING_TIES = _RID | CANCELLING | word_set("fire sack dismiss close delete uninstall")


@table.PARTED_FROM.decides
def _parted_from(new: Statement, old: Statement) -> Verdict | None:
    """ "Closed the account at Tindale" beside "banks with Tindale", "dropped Fenwick" beside "the accountant is Mr
    Fenwick": the tie is named by whom or what it was with."""
    verb = new.verb.split()[0]
    handed = verb in ("hand", "turn", "quit") and heads(new, "obj") & _HANDED_IN
    if not new.is_past or not (new.verb in _ENDING_TIES or handed):
        return None
    if old.verb not in _TIES or new.is_passive or old.is_passive or new.heads("for") or new.heads("off"):
        return None
    named = keys(word.lower() for word in re.findall(r"\b[A-Z][\w-]+", new.text[1:])) - _TITLED - when_it_was(new)
    named &= keys(word.lemma for word in new.words if word.role in _BY_NAME)
    what = heads(new, "obj") - named
    if who(new) == who(old) and named:
        kept = heads(old, "obj") - named  # "has a mortgage with Tindale" is no account there
        ends = (old.verb in _WORKING) == bool(what & _HANDED_IN) and what <= _HANDED_IN | _CONTRACTS
        hired = not kept or (old.verb in _HIRING and not what)
        return _OVER if named <= heads(old, *_BY_NAME) and ends and hired else None
    role = who(old) - who(new)
    is_of_one = old.verb == "be" and who(new) < who(old) and len(role) == 1 and not role & keys(KIN)
    return _OVER if is_of_one and named and not what and named <= heads(old, "be") else None


@table.PARTED_FROM.decides
def _left_the_house(new: Statement, old: Statement) -> Verdict | None:
    """ "Left Mr Osei's place" beside "the user's landlord is Mr Osei", "the user rents from Mr Osei"."""
    if new.verb not in ("leave", "move out", "move", "quit", "vacate", "give up") or not new.is_past or new.is_passive:
        return None
    left = [word for word in new.words if word.role in ("obj", "of", "from", "out")]
    if not {word.lemma for word in left if word.is_head} & _HOUSED:
        return None
    theirs = keys(word.lemma for word in left if not word.is_head) - _TITLED
    if not theirs or _AS_A_GUEST.search(new.text):
        return None
    if old.verb == "be" and old.subject == (*new.subject, old.subject[-1]) and old.subject[-1] in _LANDLORDS:
        return _OVER if theirs <= heads(old, "be") else None
    rents = old.verb in LIVING and who(new) == who(old)
    return _OVER if rents and theirs <= heads(old, "from", "with", "at", "in") else None


_HOUSED = DWELLINGS - word_set("village town city country campsite hotel") | word_set("annexe annex basement attic")
_LANDLORDS = word_set("landlord landlady host")
_AS_A_GUEST = re.compile(
    r"\b(?:at|around|before|after) (?:\d|ten|nine|eight|midnight|noon|dinner|lunch)|\b(?:early|late)\b"
)
_OVER = Verdict("updates", "they have to do with each other no longer")
_HANDED_IN = keys(word_set("badge notice key resignation pass uniform job post position"))
_CONTRACTS = keys(word_set("account membership subscription contract policy plan"))
_WORKING = word_set("work volunteer employ")
_HIRING = word_set("rent hire use lease book")


@table.SPLIT_UP.decides
def split_up(new: Statement, old: Statement) -> Verdict | None:
    """The verdict on "Tom and Saskia broke up" beside "the user's brother Tom is engaged to a girl called Saskia". None
    where this rule does not decide."""
    if new.verb not in COUPLING or not new.is_past or not new.is_name or old.is_negated:
        return None
    others = heads(new, "and", "with", "from")
    couple = old.verb in ("engage", "marry", "date", "see") or bool(
        old.complements & {"engage", "engaged", "marry", "married", "together"}
    )
    both = len(who(new)) == 1 and len(others) == 1 and who(new) | others <= everything(old)
    return Verdict("updates", "they have parted") if couple and both else None


@table.RETIRED.decides
def _retired(new: Statement, old: Statement) -> Verdict | None:
    """ "Dr Whitfield retired" beside "the user sees Dr. Whitfield for their migraines"."""
    if not new.is_name or not new.is_past or complements(new) - when_it_was(new):
        return None
    titled = bool(who(new) & _TITLED) and new.verb in ("leave", "quit", "resign", "move away")
    if new.verb not in _GONE_FOR_GOOD and not titled:
        return None
    seen = keys(word.lemma for word in old.words if word.role in ("obj", "to", "at"))
    return Verdict("updates", "who it was has left") if old.verb in _SEEING and who(new) <= seen else None


@table.LEFT.decides
def _out_of_office(new: Statement, old: Statement) -> Verdict | None:
    """ "Pavel stepped down", "Pavel left the company" beside "Pavel is the treasurer of the choir"."""
    if who(new) != who(old) or old.verb != "be" or not new.is_past or new.is_passive or FOR_A_WHILE.search(new.text):
        return None
    rest = complements(new) - when_it_was(new)
    bare = not rest and new.verb in ("step down", "resign")
    firm = new.verb in ("leave", "quit") and bool(rest) and rest <= _FIRMS and not complements(old) & _OF_CLUBS
    posts = heads(old, "be") & _POSTS
    if bare and len(posts) > 1:
        return None  # as which?
    return Verdict("updates", "left") if (bare or firm) and posts else None


_OF_SOME_POST = re.compile(r"\b(?:step(?:ped|s)?|stood) down\b|\bresign(?:ed|s)\b")
_OF_WHICH = re.compile(r"\b(?:as|from|of)\b")


def leaves_open_which(new: str) -> bool:
    """Whether somebody left a post that the sentence does not name: of who has two, nobody knows which."""
    return _OF_SOME_POST.search(new) is not None and _OF_WHICH.search(new) is None


_FIRMS = keys(("company", "firm"))
# Whoever leaves the firm still sings in the choir.
_OF_CLUBS = keys(
    word_set(
        "treasurer captain club choir band orchestra league society association charity parish church mosque synagogue"
        " temple school football soccer rugby tennis hockey handball volleyball basketball cricket chess council party"
        " union parent scout village neighbourhood neighborhood residents volunteer"
    )
)
_POSTS = keys(
    word_set(
        "treasurer secretary chair chairman chairwoman chairperson president director head lead leader manager captain"
        " coordinator supervisor ceo cto cfo coo"
    )
)


@table.GOT_DONE.decides
def _got_done(new: Statement, old: Statement) -> Verdict | None:
    """ "The bathroom is done" beside "the bathroom is being redone"."""
    if who(new) != who(old) or not _UNDER_WAY.match(old.text) or _UNDER_WAY.match(new.text):
        return None
    said = {key(new.verb)} | complements(new)
    return Verdict("updates", "it is done") if said & _DONE else None


@table.EATEN_AGAIN.decides
def _eats_again(new: Statement, old: Statement) -> Verdict | None:
    """ "Eats fish again" beside "has been vegan since 2021"."""
    again = new.is_now or re.search(r"\bagain\b", new.text)
    if who(new) != who(old) or not again or new.is_past or new.verb not in ("eat", "drink"):
        return None
    eaten = new.heads("obj")
    given_up = any(diet in old.complements and foods & eaten for diet, foods in _DIETS.items())
    return Verdict("updates", "it is eaten again") if given_up else None


@table.DRINKS_AGAIN.decides
def _drinks_again(new: Statement, old: Statement) -> Verdict | None:
    """ "Drinks wine again" beside "has been sober for two years", "does not drink alcohol"."""
    begun = new.verb in ("start", "begin") and new.is_past and new.heads("do") <= {"have", "drink"} != set()
    again = begun or (new.verb == "drink" and not new.is_past and (new.is_now or re.search(r"\bagain\b", new.text)))
    if who(new) != who(old) or not again or new.is_negated:
        return None
    drunk = {word.lemma for word in new.words if not is_when(word.lemma) and word.role != "do"} - _GLASSES
    dry = not old.is_negated and old.verb == "be" and bool(old.complements & {"sober", "teetotal"})
    none = old.is_negated and old.verb == "drink" and old.heads("obj") <= {"alcohol"}
    return (
        Verdict("updates", "it is drunk again")
        if (dry or none) and drunk & _ALCOHOL and drunk <= _ALCOHOL | _SORTS
        else None
    )
