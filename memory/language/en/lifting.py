"""Whether what is said later lifts a standing instruction: "you can phone me again" lifts "never phone me". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..porter import stem
from ..words import folded_words
from .manners import AS_TOLD, ONE_AT_A_TIME
from .vocabulary import STOP_WORDS, WEEKDAYS

# How a fact begins that tells an instruction.
_OPENING = re.compile(
    rf"^(?P<who>.{{1,80}}?) (?:{re.escape(AS_TOLD)}|wants the assistant (?:to )?|wants to be )(?P<what>.+)$", re.S
)
_CLAUSE = r"(?:^|[,;:.!] (?:(?:so|and|but|please) )?|\b(?:so|and|but|please) )"
_WHAT = r"([^,;.!?]{2,80})"
# "No need to CC her any more", "you can stop adding a summary", "forget the rule about tests".
_NO_MORE = re.compile(
    rf"{_CLAUSE}(?:no need (?:for you )?to|no need for|stop|quit|(?:don't|do not|dont) (?:have|need) to|no more)"
    rf" {_WHAT}"
    rf"|\byou (?:(?:don't|do not|dont|no longer) (?:have|need) to|needn't|need not|can stop|may stop"
    rf"|can drop|can skip) {_WHAT}"
    rf"|{_CLAUSE}forget (?:about )?(?:the rule|what i (?:said|told you|asked)) (?:about|on) {_WHAT}",
    re.IGNORECASE | re.MULTILINE,
)
_ALLOWED = re.compile(
    rf"\b(?:you (?:can|may|could)|feel free to|(?:it's|it is|its) (?:ok|okay|fine|alright|all right) to"
    rf"|go ahead and) {_WHAT}"
    rf"|{_CLAUSE}{_WHAT} (?:is|are) (?:fine|ok|okay|welcome|allowed|alright|all right)\b",
    re.IGNORECASE | re.MULTILINE,
)
_BACK_TO = re.compile(
    rf"(?:\byou (?:can|may|could) |\blet's |{_CLAUSE})(?:go|switch|change|come) back to {_WHAT}"
    rf"|{_CLAUSE}{_WHAT} (?:is|are) (?:fine|ok|okay) (?:again|now)\b",
    re.IGNORECASE | re.MULTILINE,
)
# "I'm up at six, so text whenever", "call me any time": it needs no "again". Where another is spoken of before
# it, or nobody is named, it may be of them: "the hotline is open, so call whenever you like".
_REACH = r"(?:text|call|ring|phone|message|mail|e-?mail|ping|wake)"
_ANY_TIME = re.compile(
    r"(?:^|(?<=[.!?] ))"
    rf"(?:i(?:'m| am| get| wake)\b[^,;:.!?]{{2,60}},? (?:so|and) (?:please )?(?P<verb>{_REACH})(?: me)?"
    rf"|(?:so |please )?(?P<me>{_REACH}) me) "
    r"(?:whenever|any ?time|at any (?:time|hour))(?: you (?:like|want|wish|please))?(?=\s*[.!”\"]*$)",
    re.IGNORECASE | re.MULTILINE,
)
# What is not to be done at a time, to the user: "never text me before nine". In a fact "them" are the user.
_NOT_AT_A_TIME = re.compile(
    rf"\b{_REACH}(?: (?:me|us|them))?(?= (?:before|after|on|at|in|until|till|during|early|late)\b|\W*$)", re.IGNORECASE
)
# "You can write longer again, by the way", and nothing else.
_MAY_AGAIN = re.compile(
    r"(?:(?:hey|ok|okay|and|so|but),? )?you (?:can|may|could) (?P<what>[^,;:.!?]{2,60}?) again(?:,? by the way)?\W*",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:again|any ?more|any longer|no longer|after all|from now on|these days)\b", re.IGNORECASE)
# "Now" in a sentence of one clause: "emojis are fine now". "You can phone me now" may be at this moment.
_NOW = re.compile(
    r"^(?!.*\b(?:call|phone|ring|ping|message|text|contact|wake|disturb|mail|e-?mail)\b)[^,;:]*\bnow\b[^,;:]*$", re.I
)
# Who denies, doubts or reports it lifts nothing: "you can never phone me again", "I told Kim: stop reminding me".
_DENIES = re.compile(
    r"\b(?:never|not|cannot|nobody|no one|(?:don|can|won|wouldn|isn|aren|didn|doesn|may)'?t)\b", re.IGNORECASE
)
_REPORTS = re.compile(
    r"\b(?:hope|wish|think|doubt|said|says|told|tell|asked|wants|wrote|writing|write)\b", re.IGNORECASE
)
# What holds this once, or under a condition, lifts nothing.
_FOR_ONCE = re.compile(
    r"\b(?:once|here|(?:for|in|on|with) (?:this|that)|this time|today"
    r"|tonight|tomorrow|this (?:week|one|month|evening|morning|afternoon)|for now|just now|if"
    r"|until|till|unless|except|while|when|only"
    rf"|on (?:{'|'.join(WEEKDAYS)})|next \w+)\b|\?\s*[”\"]?\s*$",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\b(?:never|not|don't|dont|no|stop|avoid)\b", re.IGNORECASE)
_DOUBLED = re.compile(r"(.)\1$")
_CURLY = str.maketrans("’‘", "''")
_SMALL = STOP_WORDS | frozenset(
    """again now anymore longer any more all after please just them things thing me us my our her him it back also too
    always never ever time times by way btw more into""".split()
)
# "You can write longer again" is of answers, as "keep your answers short" is.
_SAYING = frozenset(map(stem, "write answer reply respond talk speak explain give go use keep replies".split()))
# "Normal paragraphs" names no more than "paragraphs".
_AS_USUAL = frozenset(map(stem, "normal usual regular ordinary plain full proper please".split()))
_WHY = re.compile(r",? (?:because|since|i|i'm|i've)\b.*$", re.IGNORECASE | re.DOTALL)
_WHEN = frozenset(map(stem, [*WEEKDAYS, *"morning afternoon evening night noon weekend weekday day week".split()]))


def lifts(newer: str, older: str) -> bool:
    """Whether the newer text, a turn's sentence or an instruction, surely lifts the older instruction, of the same
    person where both say of whom they are."""
    told, said = _OPENING.match(older), _OPENING.match(newer)
    if told is None or (said is not None and said["who"] != told["who"]):
        return False
    wish = told["what"].translate(_CURLY)
    text = (said["what"] if said else newer).translate(_CURLY).strip("“” ")
    if _FOR_ONCE.search(text):
        return False
    held = _stems(wish)
    if _FORBIDS.search(wish):
        is_lasting = _AGAIN.search(text) is not None or _NOW.match(text) is not None
        is_sure = _DENIES.search(text) is None and _REPORTS.search(_ALLOWED.sub(" ", text)) is None
        if is_sure and _may_be_reached(text, wish):
            return True
        return is_lasting and is_sure and any(_is_of(what, held) for what in _found(_ALLOWED, text))
    beside = _NO_MORE.sub(" ", text)
    if _DENIES.search(beside):
        return False
    again = _MAY_AGAIN.fullmatch(text)
    if again and _is_another(again["what"], wish, is_all=True):
        return True
    if _REPORTS.search(beside):
        return False
    return any(_is_of(what, held) for what in _found(_NO_MORE, text)) or any(
        _is_another(what, wish) for what in _found(_BACK_TO, text)
    )


def is_instruction(fact: str) -> bool:
    """Whether a fact begins as one that tells an instruction."""
    return _OPENING.match(fact) is not None


def tells_of_lifting(text: str) -> bool:
    """Whether a text may lift an instruction, whichever that is."""
    text = text.translate(_CURLY)
    return any(pattern.search(text) for pattern in (_NO_MORE, _ALLOWED, _BACK_TO, _ANY_TIME))


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for found in pattern.finditer(text):
        yield next(what for what in found.groups() if what is not None)


def _is_of(what: str, held: frozenset[str]) -> bool:
    """Whether all that is lifted is what the instruction speaks of; when it is to hold again may be told otherwise."""
    lifted = {one for one in _stems(what) if one in held or one not in _WHEN}
    return bool(lifted) and lifted <= held


def _may_be_reached(text: str, wish: str) -> bool:
    """Whether the user may be called at any time, in which way they were not to be at one."""
    reached, forbidden = _ANY_TIME.match(text), _NOT_AT_A_TIME.search(wish)
    if reached is None or forbidden is None:
        return False
    return _stems(reached["verb"] or reached["me"]) <= _stems(forbidden[0])


def _is_another(what: str, wish: str, *, is_all: bool = False) -> bool:
    """Whether it names another of what there is one of at a time, and nothing else. With `is_all` the wish, too, is of
    nothing else, or of what this names: "keep my mails short" is not of every answer."""
    for choice in ONE_AT_A_TIME:
        new, old = (set(map(str.lower, choice.findall(text))) for text in (what, wish))
        if new and old and new.isdisjoint(old):
            said, held = _stems(choice.sub(" ", what)), _stems(choice.sub(" ", _WHY.sub("", wish)))
            return said - _SAYING <= held and held <= said | _SAYING if is_all else said - _AS_USUAL <= held
    return False


def _stems(text: str) -> frozenset[str]:
    """The stems of its words; "adding" has one d where "add" has two."""
    return frozenset(_DOUBLED.sub(r"\1", stem(word)) for word in folded_words(text) if word not in _SMALL)
