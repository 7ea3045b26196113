"""Notes of what is when, without a verb: "rehearsal Thursdays 7:30 in the crypt", "due date 24 September". Pure."""

from __future__ import annotations

import re

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES

# What has a time set for it.
_SET = (
    "appointment|audit|barbecue|birthday|call|ceremony|check-?up|class|concert|course|deadline|delivery|demo|dinner"
    "|due date|exam|examination|flight|funeral|game|handover|hearing|inspection|interview|kick-?off|launch|lecture"
    "|lesson|lunch|match|meeting|move|movers|operation|party|performance|pick-?up|practice|premiere|presentation|recital"
    "|rehearsal|release|renewal|review|scan|seminar|session|shift|show|stand-?up|submission|surgery|test|therapy|tour|training|trial"
    "|tryout|vaccination|viewing|visit|wedding|workshop"
)
_MONTH = f"(?:{'|'.join(MONTH_NAMES)})"
_DAY = f"(?:{'|'.join(WEEKDAY_NAMES)})s?"
_NOTE = re.compile(
    rf"^(?P<what>(?:(?:my|our|the) )?(?:[\w'-]+ ){{0,3}}?(?:{_SET})(?P<many>e?s)?)(?::|,)? "
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
    r"|birthday|date of birth|customer number) (?:is|will be) (?!on |at |in |by |from |for ))",
    re.I,
)


def with_owner(sentence: str) -> str:
    """ "My supervisor is Prof. Holm" for "supervisor is Prof. Holm". Any other sentence as it is."""
    return f"My {sentence[0].lower()}{sentence[1:]}" if _ONES_OWN.match(sentence) else sentence


def with_verb(sentence: str) -> str:
    """The note as a sentence: "Rehearsal is on Thursdays 7:30 in the crypt". Any other sentence as it is."""
    found = _NOTE.match(sentence)
    if found is None or _VERB.search(sentence):
        return sentence
    return f"{found['what']} {'are' if found['many'] else 'is'} on {found['when']}"
