"""What is told of one, and in short of somebody else as well: "I'm allergic to nuts, and my son too", "I don't eat
meat and neither does my wife". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from ..grammar.given_names import MEN, WOMEN
from ..grammar.lexicon import MONTHS
from ..grammar.rewrite import third_person
from .ailing import NAME, SOMEBODY

_VERB = (
    r"(?P<verb>(?:'(?:m|re|ve|s)|(?: am| are| is| have| has| was| were| can| will| do| does)(?: not|n't)?"
    r"| cannot| can't| won't| [a-z]{2,20}))"
)
_ONE = rf"^(?P<one>i|we|(?!my |our ){SOMEBODY}|(?:my|our) [a-z-]{{2,20}}(?: {NAME})?){_VERB} (?P<rest>[^,?]{{3,120}}?)"
_DOES = r"(?P<does>is|are|am|has|have|does|do|did|was|were|can|will)"
# "And my son too", "and my wife does as well".
_TOO = re.compile(
    rf"{_ONE},? (?:and |but )?(?P<other>(?-i:{SOMEBODY}))(?: {_DOES})?,? (?:too|as well|also|either)[.! ]*$", re.I
)
# "And so is my son", "neither can Ben".
_SO_DOES = re.compile(
    rf"{_ONE},? (?:and )?(?:so|neither|nor)(?: {_DOES}|'(?P<is>s)) (?P<other>(?-i:{SOMEBODY}))[.! ]*$", re.I
)
_BEING = frozenset(("'m", "'re", "'s", "am", "are", "is"))
_STAYING = frozenset(("live", "lives", "work", "works"))
# "I'm seeing Ben on Friday, and Ola too", "I'm fond of Ben, and my son too": she may be seen, or he be liked.
_OF_EITHER = re.compile(
    r"^(?:with|near|\w+ing)\b|\b(?:of|with|about|for|by|near) (?:my |our )?[\w-]+$|\bto (?-i:[A-Z])[\w-]+$", re.I
)
_SPEAKERS = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.I)
_PLURAL = frozenset(("are", "have", "do", "were"))


def said_of_both(sentence: str) -> list[str]:
    """The two statements; nothing where the sentence is of another shape, or may mean something else."""
    found = _SO_DOES.match(sentence) or _TOO.match(sentence)
    if found is None:
        return []
    verb, rest, does = found["verb"].strip(), found["rest"], found["does"]
    is_short = does is None and found.re is _TOO
    if is_short and (
        verb.lower() not in _BEING | _STAYING
        or _OF_EITHER.search(rest)
        or not _is_somebody(found["other"], beside_a_name=_ENDS_IN_NAME.search(rest) is not None)
    ):
        return []
    one = f"{found['one']}{found['verb']} {rest}"
    theirs = None if _SPEAKERS.search(rest) else _of_other(verb.lower(), rest, found["one"].lower(), does)
    return [one] if theirs is None else [one, f"{found['other'][0].upper()}{found['other'][1:]} {theirs}"]


_ENDS_IN_NAME = re.compile(r"(?<!^)\b(?-i:[A-Z])[\w-]*$", re.I)


def _is_somebody(other: str, *, beside_a_name: bool) -> bool:
    """ "I'm allergic to nuts, and Penicillin too": what has a capital may be a thing, a town or a day. "In Rome and
    Florence too" is of two towns."""
    first = other.split()[0].lower()
    return first in ("my", "our") or (not beside_a_name and first in MEN | WOMEN and first not in MONTHS)


def _of_other(verb: str, rest: str, one: str, does: str | None) -> str | None:
    """What is told of the other; None where the verb's form for it is not known."""
    several = does in _PLURAL
    negated = verb.endswith(("n't", " not", "cannot"))
    bare = verb.removesuffix(" not").removesuffix("n't")
    if verb == "'s" and rest.startswith(("got ", "been ", "had ")):
        bare = "has"
    if bare in ("'m", "'re", "am", "are", "is", "'s"):
        form = "are" if several else "is"
    elif bare in ("have", "has", "'ve"):
        form = "have" if several else "has"
    elif bare in ("do", "does"):
        form = "do" if several else "does"
    elif bare in ("was", "were"):
        form = "were" if several else "was"
    elif bare in ("can", "ca", "will", "wo", "cannot"):
        form = {"ca": "can", "wo": "will", "cannot": "can"}.get(bare, bare)
    elif one in ("i", "we") and (does in ("do", "does") or verb in _STAYING):
        form = verb if several else third_person(verb)
    elif (does in (None, "does") and verb.endswith("s")) or does == "did":
        form = verb
    else:
        return None
    return f"{form} not {rest}" if negated else f"{form} {rest}"
