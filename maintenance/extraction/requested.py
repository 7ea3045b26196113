"""Wishes on how the assistant is to do things that their build alone tells: "can you stop suggesting mushrooms?", "I
don't want small talk", "bullet points work best for me", "no meetings before 10". Pure, and linear in the sentence.
"""

from __future__ import annotations

import re

from memory.language.en.vocabulary import WEEKDAYS

_LEAD = r"(?:(?:and|also|but|so|oh|well|btw|ah|ok|okay|hi|hey|hello|please|pls)\b[ ,]*){0,3}"
_WOULD_YOU = (
    rf"^{_LEAD}(?:can|could|would|will) (?:you|u) "
    r"(?:(?:please|pls|just|maybe|also|kindly|always|perhaps|try to) ){0,2}"
)
_ANSWERS = r"(?:answers|replies|responses|messages|explanations|texts|sentences|paragraphs)"
# What makes talk longer than it has to be, and what is mostly unwanted in it.
_TALK = (
    r"(?:small[ -]talk|chit-?chat|pep[ -]talks?|jokes|puns|banter|emojis|emoticons|smileys|fluff|waffle|filler"
    r"|pleasantries|greetings|preambles?|introductions|intros|summaries|recaps|disclaimers|caveats|lectures"
    r"|lecturing|preaching|moralizing|moralising|sugar-?coating|flattery|jargon|buzzwords|clich[eé]s|abbreviations"
    r"|acronyms|slang|exclamation marks|hashtags|long (?:answers|replies|explanations|texts|messages))"
)
_UNPOINTED = r"(?!(?:that|this|those|these|it|them)\b)"
_STOPPED = (
    r"(?:suggest|recommend|offer|mention|propos|bring|apologi[sz]|repeat|us|add|start|end|say|send|put|quot|writ"
    r"|remind|ask|tell|call)ing(?: up| me| us){0,2}"
)
# Names, and no days: "call me Friday".
_NAME = rf"(?-i:(?!(?i:{'|'.join(WEEKDAYS)}|tomorrow|today|later|back|an?|at|on|when|if)\b)[A-Z][\w'’.-]{{1,30}})"
_ASKED = re.compile(
    rf"{_WOULD_YOU}(?:(?:keep|make|write|give(?: me)?|phrase|leave) (?:all )?(?:of )?your {_ANSWERS}\b"
    rf"|(?:stop|quit) {_STOPPED} {_UNPOINTED}\w"
    rf"|(?:leave out|skip|drop|cut(?: out)?|spare me|lose|do without|go easy on|avoid|write without|answer without"
    rf"|talk without) (?:all |any )?(?:of )?(?:the |your )?{_TALK}\b"
    rf"|(?:call|address) me (?:as )?(?:just )?{_NAME})",
    re.IGNORECASE,
)
_TO_BE_CALLED = re.compile(
    rf"^{_LEAD}i(?:['’]d| would)? (?:like|love|want|prefer|need) you to (?:call|address) me (?:as )?(?:just )?{_NAME}",
    re.IGNORECASE,
)
_NOT_WANTED = re.compile(
    rf"^{_LEAD}i (?:really |just )?(?:don['’]?t|do not) (?:want|need) (?:any |all |the |your |this ){{0,2}}{_TALK}"
    r"(?=\s*(?:$|[,;.!]| - )| (?:and|or|from you|please|in your|when you|at all|just|ever)\b)",
    re.IGNORECASE,
)
_SHAPES = (
    r"(?:(?:short|shorter|big|simple|plain|numbered|bulleted|clear|small|brief|few|large) ){0,2}"
    r"(?:bullet points|bullets|lists|sentences|paragraphs|steps|answers|replies|words|tables|headings"
    r"|language|english|print)"
)
_SUITS = re.compile(
    rf"(?:^{_LEAD}|\b(?:so|as|because|since)[ ,]*|[,;] ){_SHAPES} "
    r"(?:(?:work|works|are|is|would be|would work) (?:best|better|easiest|easier|good) (?:to read )?for me"
    r"|suits? me (?:best|better)|(?:help|helps) me (?:a lot|most|more|best))\b",
    re.IGNORECASE,
)
_HOUR = (
    r"(?:(?:about |around )?\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.|o['’]?clock))?|noon|midday|lunch|lunchtime"
    rf"|dinner|bedtime|midnight|weekends|{'|'.join(f'{day}s' for day in WEEKDAYS)})"
)
_THEN = rf"(?:before|after|on|at|past|until|till|between|during) {_HOUR}(?:(?: and|,| or) {_HOUR})?"
_ARRANGED = (
    r"(?:meetings|calls|phone calls|video calls|appointments|bookings|reminders|messages|texts|notifications|pings"
    r"|e-?mails)"
)
_OVER = r"(?=\s*(?:$|[,;.!]| - )| (?:please|pls|because|as|since|thanks)\b)"
_NOT_THEN = re.compile(
    rf"^{_LEAD}no (?:more )?{_ARRANGED} {_THEN}{_OVER}"
    rf"|(?:^|[,;] |\b(?:so|and|but) ){_LEAD}(?:(?<=please )|(?<=pls ))nothing {_THEN}{_OVER}"
    rf"|(?:^|[,;] |\b(?:so|and|but) )nothing {_THEN},? (?:please|pls)\b",
    re.IGNORECASE,
)
# Of this once, or what somebody else wants.
_ONCE = re.compile(
    r"\b(?:today|tonight|tomorrow|this (?:time|once|week|month|morning|afternoon|evening)|for now|right now|just now"
    r"|here|above|below|next (?:week|month|\w+day)|so far|yet)\b",
    re.IGNORECASE,
)
_BUILDS = (_ASKED, _TO_BE_CALLED, _NOT_WANTED, _SUITS, _NOT_THEN)


def is_requested(sentence: str) -> bool:
    """Whether a sentence has the build of a lasting wish, so that no weight of its words is asked for."""
    return _ONCE.search(sentence) is None and any(build.search(sentence) for build in _BUILDS)
