"""That something need not be known any more, in everyday words, told plainly: "Tom's done with the vegan thing", "took
my son to be retested for nuts, all clear", "I'm off the crutches". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.medicines import is_medicine

from .ailing import SOMEBODY, may_be_kept_from

_BARE_KIN = r"(?:mum|mom|mama|dad|papa|nan|nana|gran|granny|grandma|grandad|grandpa)(?![\w'])"
_PERSON = rf"(?:i|we|{SOMEBODY}|{_BARE_KIN})"
_WHO = rf"(?P<who>{_PERSON})"
_HAVE = r"(?:'ve|'s| have| has)?"
_THING = r"[a-z][\w'-]{1,20}(?: [a-z][\w'-]{1,20})?"
_AILMENT = r"(?:allergy|intolerance)"
_NEGATIVE = (
    r"(?:negative|(?:all|completely|totally|fully|now) (?:clear|negative)|clear|clean|no (?:more )?(?:allergy"
    r"|reaction)(?: at all| any ?more)?)"
)
RESULT = (
    rf"(?:,|:| -| and)? ?(?:and )?(?:it's|it is|it was|it came back|came back|they're|he's|she's|i'm|was|were|is)?"
    rf" ?(?:all )?{_NEGATIVE}"
)
# What is added to it says why, and does not limit it: "in small amounts" does.
_WHY = (
    r"(?:,? (?:and |as |because |since |now that )?(?:he|she|they|i|it)(?:'s|'ve| has| have)? (?:now |finally )?"
    r"(?:outgrown|outgrew|grown out of|grew out of|got over) (?:it|that|them|his allergy|her allergy|the allergy)"
    rf"|,? (?:the |his |her |my )?(?:re)?tests? (?:was|were|came back) {_NEGATIVE}"
    rf"|,? (?:he|she|i)(?:'s| has|'ve)? (?:re)?tested negative|,? (?:it's )?all clear|,? not allergic any ?more"
    r"|,? (?:yay|hooray|finally|at last))?"
)
_EATS_AGAIN = re.compile(
    rf"^{_WHO} can (?:now |finally )?(?P<verb>eat|have|drink|take) (?P<what>{_THING}) again{_WHY}$", re.I
)
_RETESTED = re.compile(
    rf"^(?:(?:i |we )?(?:took|had|got) )?{_WHO}{_HAVE} (?:just |now )?(?:(?:got|was|been|to be|to get|tested) )?"
    rf"(?:re-?)?tested(?: again)? for (?:an? |his |her |my |the )?(?P<what>{_THING}?)"
    rf"(?: (?P<ail>{_AILMENT}))?{RESULT}$",
    re.I,
)
# "Got the results of the nut test" may be of anybody.
_ITS_TEST = re.compile(
    rf"^(?:(?:i )?(?:had|got|did) my |i (?:had|did) (?:the|an?) |(?:(?P<who>{SOMEBODY})'s )|my )"
    rf"(?P<what>{_THING}?)(?: (?P<ail>{_AILMENT}))? (?:re-?)?(?:test|challenge|tests|results?){RESULT}"
    r"(?:,? so .{0,60}\bcan (?:have|eat|take|drink) (?:it|that|them|those)(?: again| now)*)?$",
    re.I,
)
_IS_GONE = re.compile(
    rf"^(?:(?P<who>{SOMEBODY})'s|my) (?P<what>{_THING}) (?P<ail>{_AILMENT})"
    r"(?: has|'s| is)? (?:now |completely |finally |all )*(?:gone(?: away)?|over|cleared up|disappeared|vanished"
    r"|went away)(?:,? .{0,60}\b(?:clear|negative|outgrown it|grown out of it))?$",
    re.I,
)
_IS_NONE = re.compile(
    rf"^(?:(?P<who>{SOMEBODY})'s|my) (?P<what>{_THING}) (?P<ail>{_AILMENT})"
    r" (?:(?:has )?turned out (?:to be )?(?:no (?:allergy|intolerance)(?: at all)?|nothing|wrong|a (?:mistake"
    r"|misdiagnosis|false alarm))|was(?:n't| not| never) (?:real|an? (?:allergy|intolerance)|one)(?: after all)?)$",
    re.I,
)
_DIET = r"(?P<diet>vegan|vegetarian|veggie|pescatarian|pescetarian|teetotal|keto|kosher|halal)"
_DONE_WITH = (
    rf"(?:done with|through with|over|finished with) (?:the |this |that |being |(?:his|her|my) )?(?:whole )?{_DIET}"
    r"(?:ism)?(?: thing| diet| phase| stuff| life| lifestyle)?(?: now| for good)?"
    rf"|(?:given up|gave up|quit|stopped|packed in|dropped) (?:on )?(?:being |going |the |(?:his|her|my) )?(?:whole )?"
    r"(?P<quit>vegan|vegetarian|veggie|pescatarian|pescetarian|teetotal)(?:ism)?(?: thing| diet| phase| lifestyle)?"
    r"(?: now| for good| (?:in|last) [\w ]{3,20})?"
)
_NO_DIET = re.compile(
    rf"^(?:(?P<told>{_PERSON} [^,?]{{3,80}}),? (?:and |so |but )?(?P<again>he|she|they|i)|{_WHO})"
    rf"(?:'s|'m|'re|'ve| is| am| are"
    rf"| has| have)? (?:so |totally |quite |now |just |completely )?(?:{_DONE_WITH})$",
    re.I,
)
# Of two people "he" may be either.
_ANOTHER = re.compile(r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[A-Z]\w+)\b")
_TOLD_OF = re.compile(rf"^{_WHO} ", re.I)
_OFF = re.compile(
    rf"^{_WHO}(?:'m|'re|'s|'ve| am| are| is| have| has)? "
    r"(?:now |finally |just |fully |completely )?(?:come off|came off|been taken off|been weaned off|weaned off"
    r"|gone off|went off|off) (?:the |my |his |her |all )?"
    r"(?P<what>[a-z-]{3,20})(?: (?:tablets|pills|meds|patches|injections))?"
    r"(?: now| completely| for good| altogether)?(?P<when> (?:in|last|on|this|since|yesterday|today)\b[\w ]{0,20})?$",
    re.I,
)
_AID = (
    r"(?:wheelchair|crutches|walking stick|walking frame|zimmer(?: frame)?|walker|sling|boot|brace|splint|catheter"
    r"|oxygen|feeding tube|stoma bag|neck collar|hearing aids?)"
)
_OFF_AID = re.compile(
    rf"^{_WHO}(?:'m|'re|'s| am| are| is) (?:now |finally |fully )?(?:off|out of|done with|rid of) "
    rf"(?:the |my |his |her )?(?P<aid>{_AID})(?: now| at last| for good)?$",
    re.I,
)
_AID_GONE = re.compile(
    rf"^{_WHO}(?:'ve|'s| have| has)? (?:got|had) the (?P<aid>{_AID}) (?:returned|taken away|collected|picked up)"
    r"(?: (?:by|to) the (?:hospital|clinic|ward|nurse|physio|red cross))?(?: today| yesterday| last week)?$",
    re.I,
)
_DRINKING = re.compile(
    rf"^{_WHO}(?:'m|'re|'s| am| are| is) (?:back to )?drinking(?P<what> (?:alcohol|wine|beer|booze))? again"
    r"(?: now| since [\w ]{2,20})?$",
    re.I,
)


def relieved(sentence: str) -> list[str]:
    """The plain statements that a sentence of one of these shapes is, without its full stop; empty for another."""
    for pattern, plainly in _SHAPES:
        if (told := pattern.match(sentence)) is not None and (plain := plainly(told)):
            return [f"{one[0].upper()}{one[1:]}." for one in plain]
    return []


def _of(told: re.Match[str]) -> str:
    """Who it is told of; the speaker where nobody else is named."""
    who = told["who"] or "I"
    if who.lower() in ("i", "we"):
        return who.lower() if who.lower() == "we" else "I"
    return f"my {who.lower()}" if re.fullmatch(_BARE_KIN, who, re.I) and who.islower() else who


def _is(who: str) -> str:
    return "am" if who == "I" else "are" if who == "we" else "is"


def _does_not(who: str) -> str:
    return "don't" if who in ("I", "we") else "doesn't"


def _may_be_kept_from(what: str) -> bool:
    return may_be_kept_from(what.lower()) or is_medicine(what.split()[-1])


def _negative(told: re.Match[str]) -> list[str]:
    what = told["what"]
    return [f"{_of(told)} tested negative for {what}"] if _may_be_kept_from(what) or told["ail"] else []


def _eats_again(told: re.Match[str]) -> list[str]:
    who, what = _of(told), told["what"]
    return [f"{who} can {told['verb'].lower()} {what} again"] if _may_be_kept_from(what) else []


def _has_none(told: re.Match[str]) -> list[str]:
    who, ailment = _of(told), f"{told['what']} {told['ail']}"
    return [f"{who} no longer {'have' if who in ('I', 'we') else 'has'} {_article(ailment)} {ailment}"]


def _had_none(told: re.Match[str]) -> list[str]:
    who, ailment = _of(told), f"{told['what']} {told['ail']}"
    return [f"{who} {_does_not(who)} have {_article(ailment)} {ailment} after all"]


def _article(noun: str) -> str:
    return "an" if noun[0].lower() in "aeiou" else "a"


def _no_diet(told: re.Match[str]) -> list[str]:
    diet = (told["diet"] or told["quit"]).lower()
    if told["told"] is None:
        return [f"{_of(told)} {_is(_of(told))} not {diet} any more"]
    of = _TOLD_OF.match(told["told"])
    if of is None or (told["again"].lower() == "i") != (_of(of) == "I") or _ANOTHER.search(of.string, of.end()):
        return []
    return [told["told"], f"{_of(of)} {_is(_of(of))} not {diet} any more"]


def _off(told: re.Match[str]) -> list[str]:
    what = told["what"].lower()
    return [f"{_of(told)} stopped taking {what}{told['when'] or ''}"] if is_medicine(what) else []


def _without(told: re.Match[str]) -> list[str]:
    who = _of(told)
    return [f"{who} {_does_not(who)} need the {told['aid'].lower()} any more"]


def _drinks(told: re.Match[str]) -> list[str]:
    who = _of(told)
    return [f"{who} {'drink' if who in ('I', 'we') else 'drinks'}{told['what'] or ' alcohol'} again"]


_SHAPES = (
    (_EATS_AGAIN, _eats_again),
    (_RETESTED, _negative),
    (_ITS_TEST, _negative),
    (_IS_GONE, _has_none),
    (_IS_NONE, _had_none),
    (_NO_DIET, _no_diet),
    (_OFF, _off),
    (_OFF_AID, _without),
    (_AID_GONE, lambda told: [f"{_of(told)} returned the {told['aid'].lower()}"]),
    (_DRINKING, _drinks),
)
