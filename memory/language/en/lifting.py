"""Whether what is said later lifts a standing instruction: "you can phone me again" lifts "never phone me". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..porter import stem
from ..words import folded_words
from .manners import AS_TOLD, ASKING, GENERAL, OF_CODE, ONE_AT_A_TIME
from .parts import JOINING_PARTS, Part, lead, parts_of, without
from .vocabulary import STOP_WORDS, WEEKDAYS

# How a fact begins that tells an instruction.
_OPENING = re.compile(
    rf"^(?P<who>.{{1,80}}?) (?:{re.escape(AS_TOLD)}|wants the assistant (?:to )?|wants to be )(?P<what>.+)$", re.S
)
_CLAUSE = r"(?:^|[,;:.!–-] (?:(?:so|and|but|please) )?|\b(?:so|and|but|please|because|since) )"
_SO = r"(?:(?:actually|now|then|please|i guess|i think|by the way|btw|also|ok|okay|yes|from now on),? ){0,2}"
_WHAT = r"([^,;.!?]{2,80})"
# "Doesn't apply to mails" is of mails alone.
_OVER = (
    r"(?:(?:no longer|does not|doesn't|do not|don't) (?:applies|apply|holds?|counts?|stands?)"
    r"|(?:is|are) (?:off|over|void|gone|cancell?ed|history|lifted|no longer (?:valid|needed|in force)))"
    r"(?=\W*$|[,;.!]| (?:now|any ?more|any longer|from now on)\b)"
)
_THE = r"(?:the|my|that|this)"
_A_RULE = r"(?:rules?|instructions?|requests?|wish(?:es)?|limits?)"
_RULE = rf"(?:{_A_RULE}|things?|business)"
# "Skip the thing about the mortgage" may be of a letter.
_SCRAPPED = (
    rf"(?:(?:forget|scrap|cancel|disregard|never mind)(?: about)? (?=[^,;.!?]{{0,60}}\b{_RULE}\b)"
    rf"|(?:ignore|drop|skip) (?=[^,;.!?]{{0,60}}\b{_A_RULE}\b)"
    r"|(?:forget|ignore|disregard|never mind|i take back)(?: about)? (?=what i (?:said|told you|asked)\b))"
)
# "No need to CC her any more", "you can stop adding a summary".
_NO_MORE = re.compile(
    rf"{_CLAUSE}(?:no need (?:for you )?to|no need for|stop|quit|(?:don't|do not|dont) (?:have|need) to|no more)"
    rf" {_WHAT}"
    rf"|{_CLAUSE}{_SO}you (?:(?:don't|do not|dont|no longer) (?:have|need) to|needn't|need not"
    rf"|(?:can|may) (?:now )?(?:stop|drop|skip|leave out|omit|scrap|lose(?= (?:the|it|those|these)\b))) {_WHAT}",
    re.IGNORECASE | re.MULTILINE,
)
# "Forget the rule about tests", "scrap the bullet points rule", "that rule about commits no longer applies".
_RULE_ENDS = re.compile(
    rf"{_CLAUSE}{_SCRAPPED}(?:{_THE}(?: (?:old|whole|other))? {_RULE}|what i (?:said|told you|asked(?: for)?))"
    rf" (?:about|on|with|for) {_WHAT}"
    rf"|{_CLAUSE}{_SCRAPPED}{_THE} ([^,;.!?]{{2,60}}?) {_RULE}(?=\W*$|[,;.!?]| (?:now|from now on|please)\b)"
    rf"|{_CLAUSE}{_THE} (?:(?:old|whole) )?{_RULE} (?:about|on|with|for|against) ([^,;.!?]{{2,60}}?) {_OVER}"
    rf"|{_CLAUSE}{_THE} ([^,;.!?]{{2,60}}?) {_RULE} {_OVER}",
    re.IGNORECASE | re.MULTILINE,
)
_NOT_NEEDED = re.compile(
    rf"{_CLAUSE}(?:the |that |those |my )?([^,;.!?]{{2,60}}?) (?:is|are) (?:no longer (?:needed|necessary|required)"
    r"|not (?:needed|necessary|required) any ?more)\b",
    re.IGNORECASE | re.MULTILINE,
)
_FINE = r"(?:fine|ok|okay|welcome|allowed|alright|all right)"
# "The tables are fine again, the carpenter fixed them" tells of the tables.
_NO_NEWS = r"(?!(?: (?:again|now|after all))?, (?:the|my|our|his|her|he|she|they|we)\b)"
_NOT_MINDED = rf"i (?:don't|do not|dont) mind {_WHAT}"
_ALLOWED = re.compile(
    rf"{_CLAUSE}{_SO}(?:you (?:can|may|could)|you(?:'re| are) (?:allowed|welcome) to|feel free to"
    rf"|(?:it's|it is|its) (?:ok|okay|fine|alright|all right) to|go ahead and) {_WHAT}"
    rf"|{_CLAUSE}(?:i'm|i am|im) (?:fine|ok|okay|happy|cool|good) with {_WHAT}"
    rf"|{_CLAUSE}{_NOT_MINDED}"
    rf"|{_CLAUSE}{_WHAT} (?:is|are) {_FINE}\b{_NO_NEWS}",
    re.IGNORECASE | re.MULTILINE,
)
_BACK_TO = re.compile(
    rf"(?:{_CLAUSE}{_SO}(?:you (?:can|may|could) |let's )|{_CLAUSE})(?:go|switch|change|come) back to {_WHAT}"
    rf"|{_CLAUSE}(?:i'm|i am|im) (?:fine|ok|okay|happy|cool|good) with ([^,;.!?]{{2,60}}?) (?:again|now|after all)\b"
    rf"|{_CLAUSE}{_WHAT} (?:is|are) {_FINE} (?:again|now|after all)\b{_NO_NEWS}",
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
# Who asks politely that something be stopped asks no question: "can you stop with the bullets?". Whoever asks that
# something be skipped may mean this once.
_ASKED_TO_STOP = re.compile(
    r"^(?:(?:hey|ok|okay|oh|and|so|but|also|btw|by the way),? ){0,2}"
    r"(?:can|could|would|will) you (?:please )?(?P<what>(?:stop|quit) [^?.!\n]{2,80}?)\s*\?+",
    re.IGNORECASE | re.MULTILINE,
)
# Who denies, doubts or reports it lifts nothing: "you can never phone me again", "I told Kim: stop reminding me".
_DENIES = re.compile(
    r"\b(?:never|not|cannot|nobody|no one|(?:don|can|won|wouldn|isn|aren|didn|doesn|may)'?t)\b", re.IGNORECASE
)
_REPORTS = re.compile(
    r"\b(?:hope|wish|think|doubt|said|says|told|tell|asked|wants|wrote|writing|write|goes|according to|apparently|voted"
    r"|decided|agreed|announced|claims?|heard|reads)\b",
    re.IGNORECASE,
)
# "My boss: you can drop them" are another's words.
_SAID_BY = re.compile(
    r"^(?!(?:ps|p\.s\.?|btw|by the way|note|quick note|fyi|update|also|and|oh|(?:one|a) [\w ]{2,15})\b)"
    r"[^:,;.!?]{2,40}: ",
    re.IGNORECASE,
)
# What holds this once, or under a condition, lifts nothing.
_FOR_ONCE = re.compile(
    r"\b(?:once|here|(?:for|in|on|with) (?:this|that)|this time|today"
    r"|tonight|tomorrow|this (?:week|one|month|evening|morning|afternoon)|for now|just now|if"
    r"|until|till|unless|except|while|when|only"
    rf"|on (?:{'|'.join(WEEKDAYS)})|next \w+)\b|\?\s*[”\"]?\s*$",
    re.IGNORECASE,
)
# "Emojis are fine again, haha no".
_JOKED = re.compile(
    r"(?:[,;:.!?–-] ?|\b(?:just|only|i['’]?m|i am) )(?:joking|kidding)\b|\bhaha,? no\b|^as if\b|, (?:not|nope)\W*$",
    re.IGNORECASE,
)
_MINDED_NOT = re.compile(rf"\b{_NOT_MINDED}", re.IGNORECASE)
_LEFT_OF = re.compile(r" \(no longer: “(?P<gone>[^“”]*)”\)\.?$")
# Where it stood says no more of what it is.
_PLACED = re.compile(r"\b(?:at|in|from) (?:the|each|every|an?) (?:end|start|beginning|top|bottom)\b", re.IGNORECASE)
_LIFTING = (_NO_MORE, _RULE_ENDS, _NOT_NEEDED, _ALLOWED, _BACK_TO, _ANY_TIME)
_FORBIDS = re.compile(r"\b(?:no|stop|avoid|also|too|as well|besides)\b", re.IGNORECASE)
_DOUBLED = re.compile(r"(.)\1$")
_CURLY = str.maketrans("’‘", "''")
_SMALL = STOP_WORDS | frozenset(
    """doing again now anymore longer any more all after please just them things thing me us my our her him it back
    also too always never ever time times by way btw more into""".split()
)
# "You can write longer again" is of answers, as "keep your answers short" is.
_SAYING = frozenset(map(stem, "write answer reply respond talk speak explain give go use keep replies".split()))
# "Normal paragraphs" names no more than "paragraphs".
_AS_USUAL = frozenset(map(stem, "normal usual regular ordinary plain full proper please".split()))
_WHY = re.compile(r",? (?:because|since|i|i'm|i've)\b.*$", re.IGNORECASE | re.DOTALL)
_WHEN = frozenset(map(stem, [*WEEKDAYS, *"morning afternoon evening night noon weekend weekday day week".split()]))


def lifts(newer: str, older: str) -> bool:
    """Whether the newer text, a turn's sentence or an instruction, surely lifts the older instruction, of the same
    person where both say of whom they are; or is what was left of it when a part was lifted."""
    told, said = _OPENING.match(older), _OPENING.match(newer)
    if told is None or (said is not None and said["who"] != told["who"]):
        return False
    if said is not None and (gone := _LEFT_OF.search(said["what"])) is not None:
        left = _folded(said["what"][: gone.start()]), _folded(gone["gone"])
        return sorted([*left[0], *left[1]]) == sorted(_folded(_LEFT_OF.sub("", told["what"])))
    parts, lifted = _lifted(said["what"] if said else newer, told["what"])
    return bool(lifted) and all(place in lifted or one.beside for place, one in enumerate(parts))


def left_of(newer: str, older: str) -> str | None:
    """The older instruction without that part of it which the newer text surely lifts; None where it lifts none, or
    all, or where what is left is not sure."""
    told = _OPENING.match(older)
    if told is None or _OPENING.match(newer):
        return None
    parts, lifted = _lifted(newer, told["what"])
    if not lifted or all(place in lifted or one.beside for place, one in enumerate(parts)):
        return None
    rest = without(parts, lifted)
    if rest is None:
        return None
    left, gone = rest
    opening = older[: told.start("what")]
    return f"{opening}{f'“{left}”' if AS_TOLD in opening else left} (no longer: “{gone}”)"


def lifts_any(newer: str, older: str) -> bool:
    """Whether the newer text surely lifts the older instruction or a part of it."""
    return lifts(newer, older) or left_of(newer, older) is not None


def lifts_something(newer: str, older: str) -> bool:
    """Whether the newer text lifts the older instruction or a part of it, though what is left may not be sure."""
    told = _OPENING.match(older)
    return told is not None and _OPENING.match(newer) is None and bool(_lifted(newer, told["what"])[1])


def is_joked(text: str) -> bool:
    """Whether its speaker says that they do not mean it."""
    return _JOKED.search(text) is not None


def replaces(newer: str, older: str) -> bool:
    """Whether a newer instruction of the same person surely wants another of what there is one of at a time, of the
    very thing that the older one wants: American spelling, not British. What forbids something replaces nothing."""
    told, said = _OPENING.match(older), _OPENING.match(newer)
    if told is None or said is None or said["who"] != told["who"]:
        return False
    wishes = [one["what"].translate(_CURLY).strip("“” ") for one in (said, told)]
    if any(_DENIES.search(one) or _FORBIDS.search(one) or _REPORTS.search(one) for one in wishes):
        return False
    for choice in ONE_AT_A_TIME:
        new, old = ({stem(word.lower()) for word in choice.findall(wish)} for wish in wishes)
        if len(new) == len(old) == 1 and new != old:
            rest = [_stems(ASKING.sub(" ", choice.sub(" ", wish))) - _SAYING - _AS_USUAL for wish in wishes]
            if rest[0] == rest[1]:
                return True
    return False


def _lifted(newer: str, wish: str) -> tuple[list[Part], frozenset[int]]:
    """The parts of what is wanted, and the places of those that the newer text lifts."""
    text = _ASKED_TO_STOP.sub(r"\g<what>.", newer.translate(_CURLY).strip("“” "))
    wish = _LEFT_OF.sub("", wish).translate(_CURLY).strip("“” ")
    parts = parts_of(wish)
    if _FOR_ONCE.search(text) or _SAID_BY.match(text) or is_joked(text):
        return parts, frozenset()
    shared = _stems(lead(parts))
    asked = {place: _stems(one.text) for place, one in enumerate(parts) if not one.beside}
    lifted: set[int] = set()
    for place, held in asked.items():
        one = parts[place]
        if _lifts_part(text, wish if len(asked) == 1 else one.text, held | shared, held, one.forbids):
            lifted.add(place)
    whole = frozenset().union(*asked.values())
    if not lifted and len(asked) > 1 or any(one.beside for one in parts) and not lifted:
        # "Stop adding tests and docs", "the rule about commit messages".
        scope = _stems(" ".join(one.text for one in parts if one.beside))
        reports = _REPORTS.search(_RULE_ENDS.sub(" ", text)) is not None
        rules = [] if reports else [_stems(what) for what in _found(_RULE_ENDS, text)]
        if any(
            of and (of <= scope or of <= whole | scope and all(of & held for held in asked.values())) for of in rules
        ):
            return parts, frozenset(asked)
        forbids = all(parts[place].forbids for place in asked)
        if _lifts_part(text, wish, whole, whole, forbids) and all(_names(text) & held for held in asked.values()):
            return parts, frozenset(asked)
    return parts, frozenset(lifted)


def _names(text: str) -> frozenset[str]:
    return frozenset().union(*(_stems(what) for pattern in (_NO_MORE, _ALLOWED) for what in _found(pattern, text)))


def _lifts_part(text: str, wish: str, held: frozenset[str], own: frozenset[str], forbids: bool) -> bool:
    """Whether the text lifts a wish of one part, which speaks of what is `held`, of it by itself of its `own`."""
    is_denied = _DENIES.search(_RULE_ENDS.sub(" ", _MINDED_NOT.sub(" ", text))) is not None
    reports = _REPORTS.search(_RULE_ENDS.sub(" ", (_ALLOWED if forbids else _NO_MORE).sub(" ", text))) is not None
    if not (is_denied or reports) and any(_is_of(what, held, own) for what in _found(_RULE_ENDS, text)):
        return True
    if forbids:
        is_sure = not (is_denied or reports)
        if is_sure and _may_be_reached(text, wish):
            return True
        is_lasting = _AGAIN.search(text) is not None or _NOW.match(text) is not None
        return is_lasting and is_sure and any(_is_of(what, held, own) for what in _found(_ALLOWED, text))
    if _DENIES.search(_NO_MORE.sub(" ", text)):
        return False
    again = _MAY_AGAIN.fullmatch(text)
    if again and _is_another(again["what"], wish, is_all=True):
        return True
    if reports:
        return False
    return (
        any(_is_of(what, held, own) for what in _found(_NO_MORE, text))
        or any(_is_of(what, held, own) and is_manner(what) for what in _found(_NOT_NEEDED, text))
        or any(_is_another(what, wish) for what in _found(_BACK_TO, text))
    )


def is_instruction(fact: str) -> bool:
    """Whether a fact begins as one that tells an instruction."""
    return _OPENING.match(fact) is not None


def tells_of_lifting(text: str) -> bool:
    """Whether a text may lift an instruction, whichever that is."""
    text = _ASKED_TO_STOP.sub(r"\g<what>.", text.translate(_CURLY))
    return any(pattern.search(text) for pattern in _LIFTING)


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for found in pattern.finditer(text):
        yield next(what for what in found.groups() if what is not None)


def _is_of(what: str, held: frozenset[str], own: frozenset[str]) -> bool:
    """Whether all that is lifted is what the instruction speaks of, and some of it this part by itself; when it is to
    hold again may be told otherwise."""
    lifted = {one for one in _stems(_PLACED.sub(" ", what)) if one in held or one not in _WHEN}
    return lifted <= held and not lifted.isdisjoint(own)


def is_manner(what: str) -> bool:
    """ "The docstrings are no longer needed", and not "the report is"."""
    return GENERAL.search(what) is not None or OF_CODE.search(what) is not None


def _folded(text: str) -> list[str]:
    return [word for word in folded_words(text) if word not in JOINING_PARTS]


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
