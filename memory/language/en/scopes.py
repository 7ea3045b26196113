"""What an instruction in English is about alone: the slides of "on slides no more than five lines". Pure, and linear.

It stands first ("for commit messages …"), heads the sentence ("tests should …", "setlists: …"), or follows as a kind of
text ("no emojis in my README files").
"""

from __future__ import annotations

import re

from .instructing import KINDS_OF_TEXT, SUBJECTS
from .manners import AS_TOLD, GENERAL
from .recipients import names_one
from .vocabulary import MONTHS, RELATIVE_DAYS, WEEKDAYS

_ORDERS = (
    r"(?:never|always|please|pls|don['’]?t|do not|no|not|only|just|use|keep|put|write|give|make|add|list|name|mark"
    r"|start|begin|end|show|draw|leave|include|mention|tell|say|stick|apply|round|cite|quote|sign|avoid|take|be"
    r"|explain|describe|suggest|answer|reply|speak|talk|i|we|you)"
)
_WORD = r"[^\s,:;.!?“”\"]{1,24}"
# "For each answer give a source": no order stands behind one of these.
_NO_ORDER = "".join(rf"(?<!\b{word} )" for word in "a an the any each every your my this one".split())
_IN_FRONT = re.compile(
    rf"^(?:in|on|for|at|with|inside|about|regarding|re) (?P<scope>{_WORD}(?: {_WORD}){{0,5}}?)"
    rf"(?:[,:]| (?={_ORDERS}\b)(?:(?!(?:answer|reply|explain|describe)\b)|{_NO_ORDER}))",
    re.IGNORECASE,
)
# No order has a subject of its own: "tests should use pytest", "rejections are two lines long".
_HEADS = re.compile(
    rf"^(?P<scope>{_WORD}(?: {_WORD}){{0,4}}?)(?:(?: (?:should|must|may|can|shall|needs?|has to|have to|are|is|go|goes"
    r"|get|gets)\b)|:(?!\d))",
    re.IGNORECASE,
)
# "Slides without animations", "hymn numbers in bold": of many, and no order stands first.
_PLURAL_HEADS = re.compile(
    rf"^(?!(?:{_ORDERS}|in|on|for|at|with)\b)(?P<scope>(?:{_WORD} ){{0,2}}?[^\W\d_]{{3,20}}(?<!s)s(?: to {_WORD})?)"
    r" (?:in|with|without|under|have|need|never|always|only|as|at)\b",
    re.IGNORECASE,
)
_KINDS = (
    rf"(?:{KINDS_OF_TEXT}|commits?|commit messages?|pull requests?|readmes?(?: files?)?|documentation|docs|changelogs?"
    r"|tests?|comments?|code|functions?|scripts?|thes[ie]s|chapters?|abstracts?|minutes|notes|worksheets?|tickets?"
    r"|charts?|figures?|headlines?|articles?|ads?|notices?|setlists?|quizz?e?s?)"
)
_MADE = re.compile(
    r"^(?:(?:always|never) )?(?:keep|make|sign|send|start|end|format) "
    rf"(?P<scope>(?:(?:my|our|their|his|her|the|all|any|each|every) ){{0,2}}{_KINDS}(?: to {_WORD})?)\b",
    re.IGNORECASE,
)
_KIND = re.compile(rf"\b{_KINDS}\b", re.IGNORECASE)
_MANY = re.compile(r"(?<!s)s\b(?: (?:to|of|for|about|with) .*)?$", re.IGNORECASE)
_BEHIND = re.compile(
    r"(?<!also )\b(?:in|on|for) (?P<scope>"
    r"(?:(?:my|our|their|his|her|the|all|any|each|every|public|short|long) ){0,2}"
    rf"(?:[^\W\d_]{{2,15}} )?{_KINDS}(?: to {_WORD}(?: {_WORD})?)?)(?=\W*$|[.,;!?])",
    re.IGNORECASE,
)
# What holds of each answer, of each text or of nothing but a day is no scope of its own.
_OF_ALL = re.compile(
    r"\b(?:you|your|i|we|me|us|it|this|that|these|those|there|they|he|she|user|assistant|answers?|repl(?:y|ies)"
    r"|responses?|explanations?|sentences?|questions|words|language|style|punctuation|output|everything|anything"
    r"|all texts?|any text|now|here|example|instance|sure|future|please"
    rf"|{'|'.join((*WEEKDAYS, *MONTHS, *RELATIVE_DAYS))})s?\b"
    # "Prices in euros" is on each answer that has one, "hymn numbers in bold" on hymns.
    r"|^(?:(?:all|any|the|my|our|your) )?(?:measure(?:ment)?|weight|distance|temperature|amount|quantit(?:y|ie)|size"
    r"|length|price|time|date|number|value|unit)s?$",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W_]")
# "Reply to German customers in German": whom no answer of the assistant's own is for.
_TO_OTHERS = re.compile(
    r"^(?:(?:please|pls|always|never|only) )?(?:reply|respond|write|answer|speak|talk) to"
    rf" (?P<scope>{_WORD}(?: {_WORD}){{0,3}}?) (?:in|with|without|as)\b",
    re.IGNORECASE,
)
_WISH = re.compile(r"^.{1,80}? (?:wants|asked) the assistant (?:not )?to(?: (?:always|never))? ", re.IGNORECASE)
_FILLERS = re.compile(r"^(?:(?:and|also|but|so|please|pls|ok|okay|hey|hi|btw|oh)[, ]{1,2}){1,4}", re.IGNORECASE)
_SEVERAL = re.compile(r"[.;!?]\s|\n")


def names_scope(clause: str) -> bool:
    """Whether an order is on something of its own, and not on answers as such."""
    return _found(clause) is not None


def scope_of(instruction: str) -> str:
    """The words for what an instruction is about alone; empty where it names no such thing, or says several."""
    found = None if _SEVERAL.search(instruction.rstrip('”" ')) else _found(instruction)
    if found is None:
        return ""
    return found["scope"] if found.re is _IN_FRONT or _KIND.search(found["scope"]) else ""


def _found(instruction: str) -> re.Match[str] | None:
    as_told = instruction.partition(AS_TOLD)[2]
    wanted = as_told or _WISH.sub("", instruction)
    said = _FILLERS.sub("", wanted.strip('“”" '))
    found = _IN_FRONT.match(said)
    if found and not _is_known(found["scope"]):  # "in general, …", "on my phone, …": of every answer
        found = None
    if found is None and (as_told or wanted == instruction):  # what the assistant is wanted to do is headed by an order
        found = _HEADS.match(said)
        if found is None or not (_KIND.search(found["scope"]) or _MANY.search(found["scope"])):
            found = _PLURAL_HEADS.match(said)
    found = found or _MADE.match(said) or _TO_OTHERS.match(said) or _BEHIND.search(said)
    if found is None or _OF_ALL.search(found["scope"]):
        return None
    return found if _LETTERS.search(GENERAL.sub("", found["scope"])) else None


def _is_known(scope: str) -> bool:
    """Whether a kind of text, a subject or a person is named."""
    kinds = (_KIND, *(subject.told for subject in SUBJECTS))
    return names_one(scope) or any(kind.search(scope) for kind in kinds)
