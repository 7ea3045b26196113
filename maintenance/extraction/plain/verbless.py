"""Notes of what is when, without a verb: "rehearsal Thursdays 7:30 in the crypt", "due date 24 September". Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.software import programs_in
from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

from ..grammar.lexicon import FAMILY_NAMES, TIMES

if TYPE_CHECKING:
    from spacy.tokens import Doc

# What has a time set for it.
_SET = (
    "appointment|audit|barbecue|birthday|call|ceremony|check-?up|class|concert|course|deadline|delivery|demo|dinner"
    "|due date|exam|examination|flight|funeral|game|handover|hearing|inspection|interview|kick-?off|launch|lecture"
    "|lesson|lunch|match|meeting|move|movers|operation|party|performance|pick-?up|practice|premiere|presentation|recital|retro"
    "|rehearsal|release|renewal|review|scan|seminar|session|shift|show|stand-?up|submission|surgery|test|therapy|tour|training|trial"
    "|tryout|vaccination|viewing|visit|wedding|workshop"
)
HAS_A_TIME = re.compile(rf"(?:{_SET}|budget|topic|password|code|number|quote|order)")
_MONTH = f"(?:{'|'.join(MONTH_NAMES)})"
_DAY = f"(?:{'|'.join(WEEKDAY_NAMES)})s?"
_NOTE = re.compile(
    r"^(?!(?:i|we|you|he|she|they|it) )"
    rf"(?P<what>(?:(?:my|our|the) )?(?:[\w'-]+ ){{0,3}}?(?:{_SET})(?P<many>e?s)?)(?::|,)? "
    rf"(?P<when>(?:(?:{_DAY},? )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}|{_MONTH} \d{{1,2}})"
    rf"|{_DAY})(?![\w']).*)$",
    re.I,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|will|would|can|could|may|might|must|should|do|does|did|got|gets?|went|go"
    r"|goes|moved?|moves|need|needs|want|wants|starts?|began|begins?|ends?|takes?|took|came|comes?|works?|worked|plan\w*"
    r"|book\w*|cancel\w*|change\w*|postpone\w*|reschedule\w*|\w+'(?:s|m|re|ve|ll|d))\b|\?$",
    re.I,
)


# "Supervisor is Prof. Holm": of these one has one, and it is the speaker's.
_ONES_OWN = re.compile(
    r"^(?=(?:supervisor|boss|manager|landlord|landlady|accountant|dentist|gp|therapist|physio|midwife|tutor|caseworker"
    r"|social worker|line manager|team lead|solicitor|lawyer|vet|hairdresser|name|surname|address|phone number|email"
    r"|birthday|date of birth|customer number) (?:is|will be) (?!on |at |in |by |from |for )"
    r"|(?:husband|wife|wifey|missus|boyfriend|girlfriend|fiancée?)"
    r"(?:'s |'ll | (?:is|was|has|had|can|can't|cannot|does|doesn't|will|won't"
    r"|isn't|wasn't|hasn't|didn't|takes?|works|wants|needs|hates|likes|loves|got|gets|just|also|never|always|still"
    r"|only) )"
    # "Son" alone may be a name of a program's.
    r"|(?:son|daughter|eldest|youngest)(?![^.;!?]*\b(?:nodes?|trees?|pointers?|null|class|process|company|corp)\b)"
    r"(?:'s (?:got|been|having|getting|starting|turning|allergic|scared|ill|sick|off|at|in|\d)\b"
    r"| (?:has|had|can't|cannot|doesn't|won't|hasn't|got|gets|hates|likes|loves|started|starts"
    r"|turned|turns|moved|plays|needs|wants) )"
    # What is measured of one's body, and what one pays or earns: a number of nobody's means nothing.
    r"|(?:blood pressure|pulse|weight|height|cholesterol|ferritin|rent|salary|mortgage|commute|deposit) "
    r"(?:is|was|will be|went|goes|has|dropped|rose) )",
    re.I,
)


# "Mum's here since Sunday", "dad fell": one's own. "Papa John's" and "Mama Mia" are names; "Grandpa Joe" is one's own.
_FAMILY = re.compile(
    rf"^(?!(?:mamm?a|papa|oma|opa|nonn[ao]) (?-i:[A-Z]))(?:{'|'.join(sorted(FAMILY_NAMES))})(?:'s|'ll|'d)? "
    r"(?!and I\b)[a-z]",
    re.I,
)


# "First week at Northgate Press is done, nice people": whose week it was, who speaks need not say.
_SPENT = re.compile(
    r"^(?P<what>(?:(?:first|second|third|fourth) (?:week|month|term|semester|year)"
    r"|(?:last|final) (?:day|week|term|year))"
    r" (?:(?:at|as) (?:an? |the )?[\w'& -]{2,40}?|of (?:[\w'-]+ )?(?:school|college|university|training|treatment)))"
    r" (?:(?:is|was) )?(?:done|over|finished|behind me)"
    r"(?=[,.! ]*$|, (?!(?:says?|said|for)\b))",
    re.I,
)


def spent(sentence: str) -> str | None:
    """What a speaker tells of a time of theirs that is over, as a deed; None for any other sentence."""
    found = _SPENT.match(sentence)
    if found is None:
        return None
    what = f"my {found['what'][0].lower()}{found['what'][1:]}"
    return f"I had {what}." if what.startswith(("my last", "my final")) else f"I have finished {what}."


def with_owner(sentence: str) -> str:
    """ "My supervisor is Prof. Holm" for "supervisor is Prof. Holm". Any other sentence as it is."""
    owned = _ONES_OWN.match(sentence) or _FAMILY.match(sentence)
    return f"My {sentence[0].lower()}{sentence[1:]}" if owned else sentence


# "Budget 62k, no overtime", "bp 128/80": what is told in figures alone.
_FIGURES = re.compile(
    r"^(?P<whose>(?:my|our|the) )?(?P<what>(?P<general>budget|quote)|rent|deposit|salary|mortgage|pay"
    r"|blood pressure|pulse"
    r"|weight|height|ferritin|cholesterol|wage) (?P<figure>[£$€]?\d[\d.,/]{0,10}(?:k|kg|cm|%|€|£)?)(?=$|[,;.!]"
    r"| (?:a|per|now|from"
    r"|euros?|dollars?|pounds?|kg|kilos?|over|in|with|without|for|until|till)\b)",
    re.I,
)
# "Dentist Tuesday 9:15", "scan 3 March at the clinic": whatever is on a day.
_BRIEF = re.compile(
    rf"^(?P<what>(?:(?:my|our|the) )?[a-z][\w'-]{{1,20}}(?: [\w'-]{{2,20}})?),? "
    rf"(?P<when>(?:{_DAY},?(?: at)? \d{{1,2}}[:. ]?\d{{0,2}}"
    rf"|(?:{_DAY},? )?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}|{_MONTH} \d{{1,2}}))(?![\w']).*)$",
    re.I,
)
# "Proposal due March 13 instead", "rent due on the 5th".
_DUE = re.compile(
    rf"^(?P<what>(?:(?:my|our|the) )?[\w-]+(?: [\w-]+)?) due (?=(?:on |by |in |at )?(?:the )?(?:\d|{_MONTH}|{_DAY}))",
    re.I,
)


_BARE = re.compile(
    rf"^(?=(?:[a-z]{{2,15}} )?(?:{_SET})(?:'s)? (?:is|was|isn't|wasn't|got|gets|has|had|will|won't|moved(?! it\b)"
    rf"|went|goes|slipped|starts"
    r"|started|ends|ended|runs|takes)\b)(?!(?:my|our|the|his|her|their|this|that|your|an?|no|any|every|each|some|in|on|at|for|to"
    r"|with|after|before|until|i|we|he|she|it|they|there|what|how|when|where|if)\b)"
)


_VERSION = re.compile(
    r"^\d{1,3}(?:\.\d{1,3}){1,3} (?=(?:slips|slipped|ships|shipped|(?:got|gets|is|was|has been) (?:pushed|moved|delayed"
    r"|postponed|brought|put|planned|scheduled|released|shipped|out)|moves|moved|goes out|went out|comes out"
    r"|came out)\b)"
)
# "Stolen 22 June", "ordered 28 January": what was, is not there.
_DONE = re.compile(
    r"(?:\w+ed|stolen|broken|taken|given|written|driven|sent|done|born|made|bought|sold|paid|built|found|lost|met)",
    re.I,
)


# "Mateo March 22, Ivy August 4": of several, each has its own.
_ANOTHER_DAY = re.compile(rf", [a-z][\w'-]{{1,20}} (?:\d{{1,2}} {_MONTH}|{_MONTH} \d)", re.I)


def with_article(sentence: str) -> str:
    """ "The demo got pushed" for "demo got pushed", as it is typed: with a capital a parser takes it for somebody's
    name. Any other sentence as it is."""
    if _VERSION.match(sentence):
        return f"Version {sentence}"  # "4.2 slips a week": by itself it is an amount
    return f"the {sentence}" if _BARE.match(sentence) else sentence


def noted(doc: Doc) -> str | None:
    """What a parsed phrase of something and its day says, as a sentence; None for any other phrase."""
    found = _BRIEF.match(doc.text)
    if found is None or _VERB.search(doc.text):
        return None
    what = [token for token in doc if token.idx < found.end("what")]
    if what[0].lower_ in ("i", "we", "he", "she", "it", "they", "you"):
        return None  # "I make appointment 5 March"
    named = all(token.pos_ in ("NOUN", "PROPN", "ADJ", "DET", "PRON", "PART") for token in what)
    if not named or what[-1].pos_ not in ("NOUN", "PROPN") or what[-1].lemma_.lower() in TIMES:
        return None
    if _DONE.fullmatch(found["what"]) or _ANOTHER_DAY.search(found["when"]):
        return None
    return f"{found['what']} is on {found['when']}"


# "Neovim for everything now": a program, that is.
_FOR_ALL = re.compile(
    r"^(?P<what>[\w.+-]{2,20}(?: [\w.+-]{2,20}){0,2}) for (?:everything|all of it)(?: now| from now on)[.!]*$"
)


def with_verb(sentence: str) -> str:
    """The note as a sentence: "Rehearsal is on Thursdays 7:30 in the crypt". Any other sentence as it is."""
    if (for_all := _FOR_ALL.match(sentence)) and for_all["what"].lower() in programs_in(for_all["what"]):
        return f"I use {sentence}"
    if figures := _FIGURES.match(sentence):
        whose = figures["whose"] or ("The " if figures["general"] else "My ")
        return f"{whose}{figures['what'].lower()} is{sentence[figures.end('what') :]}"
    if (due := _DUE.match(sentence)) and not _VERB.search(due["what"]):
        return f"{due['what']} is {sentence[due.end('what') + 1 :]}"
    found = _NOTE.match(sentence)
    if found is None or _VERB.search(sentence):
        return sentence
    return f"{found['what']} {'are' if found['many'] else 'is'} on {found['when']}"
