"""What is dictated in one breath, with the stops that nobody says aloud: `with_stops`. Pure.

A parser loses itself in ninety words without a comma, and so long a sentence is read as a list. Its tags are right all
the same: where "and", "but" or "so" stands before a subject and its verb, a statement begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..grammar.lexicon import KIN, PEOPLE, word_set
from .text import MAX_TURN_CHARACTERS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

# A run is a line of so many words without any mark. What is longer is pasted.
LEAST_WORDS, MOST_CHARACTERS = 25, 2_000
_ENDS = re.compile(r"([.!?…]+(?:\s+|$)|\n+)")
_MARKED = re.compile(r"[,;:()\[\]{}<>|=\"“”/\\*#]")
_FILLERS = re.compile(
    r"\b(?:u+m+|u+h+|erm+|er|hmm+|what(?:'s| is) (?:it|(?:his|her|its) name|that) called|what's (?:his|her|its) name"
    r"|what do you call (?:it|him|her|them)|you know"
    r"|if (?:that's|it's|that is) (?:all right|alright|ok|okay)|if you (?:don't mind|like))"
    r"\b ?(?!what\b|that\b|how\b|who\b)",
    re.I,
)
# "And no that's not because we like them" is told of nothing and takes nothing back.
_EXPLAINED = re.compile(r"\b(?:and|but) no that(?:'s| is) not because\b.{0,100}?(?=\b(?:and|but)\b)", re.I)
_STAMMERED = re.compile(r"\b(and|but|so|the|a|an|i|we|my|to|it|he|she|is|in|of)(?: \1\b)+", re.I)
# Of what is told beside these nothing may be so.
_INVENTED = re.compile(
    r"\b(?:stor(?:y|ies)|novel|poem|song|films?|movie|game|dream\w*|nightmare|imagine|pretend|suppose|supposing"
    r"|hypothetical\w*|role ?play|jok(?:e|es|ing)|kidding|act as|let's say|let us say)\b",
    re.I,
)
# What follows hangs on a condition, a time or a wish, is asked or bidden, or may be said by another of themselves.
_HANGS_ON = re.compile(
    r"\b(?:if|unless|whether|in case|as if|as though)\b|\bwish(?:ed|es)? (?:that )?(?:i|we|he|she|they|my|our|it)\b"
    r"|^(?:(?:so|well|okay|ok|right|and|but|oh|hi|hey|hello|yeah|yes) )*"
    r"(?:when|while|once|after|before|until|whenever|as soon as) (?!that\b)"
    r"|\b(?:can|could|will|would|do|did|are|should|shall) (?:you|i|we) "
    r"|\b(?:write|tell|give|explain|show|translate|summari[sz]e)(?: to)? me\b"
    r"|\b(?:said|wrote|shouted|replied|texted|answered|announced|was like|were like)(?: (?!that\b)[\w']+){0,4}? "
    r"(?:i|we|you|my|our|your)\b",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"\b(?:(?:no|oh) (?:sorry|wait|hang on|hold on|actually)|(?:sorry|wait|actually) no|sorry i mean|i mean"
    r"|(?:scratch|scrap) that|or rather|no it's not|no that's)\b",
    re.I,
)
_MORE_SO = "i mean"  # "and I mean properly allergic" takes nothing back
_AT_ONCE = 12  # characters: what begins so takes back what stands before it
_JOINTS = word_set("and but so")
_BESIDE_JOINT = word_set("and but so then also now oh yes yeah well anyway plus too ok okay right")
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
_NAMING = _NOUNS | {"DT", "PRP$", "JJ", "CD", "POS", "HYPH", "JJR", "JJS"}
_LONGEST_SUBJECT = 6
_SUBJECTS = word_set("i we he she it they this that there")
_DOUBLED = word_set("he she")
_OF_SEVERAL = word_set("are were have 're 've do")
_PLACING = word_set("of for in at on from with to near by")
_MOST_PLACES = 2
_PURPOSE = word_set("can could may might do wo will")


def with_stops(text: str, parse: Callable[[str], Doc]) -> str:
    """The turn with each statement of a run as a sentence of its own, without the words of who looks for words, and
    without what is taken back in the same breath. What is longer than is read of a turn stays as it is."""
    if len(text) > MAX_TURN_CHARACTERS:
        return text
    parts = _ENDS.split(text)
    return "".join(_as_sentences(part, parse) if _is_run(part) else part for part in parts)


def _is_run(line: str) -> bool:
    return line.count(" ") >= LEAST_WORDS and len(line) <= MOST_CHARACTERS and _MARKED.search(line) is None


def _as_sentences(run: str, parse: Callable[[str], Doc]) -> str:
    if _INVENTED.search(run):
        return run
    doc = parse(_STAMMERED.sub(r"\1", _FILLERS.sub("", _EXPLAINED.sub("", run))).strip())
    starts = [*_starts(doc), (len(doc), len(doc))]
    told: list[str] = []
    begin = 0
    for end, after in starts:
        part = doc[begin:end].text
        if _HANGS_ON.search(part):
            told.append(doc[begin:].text)
            break
        slip = _TAKEN_BACK.search(part)
        if slip is None:
            told.append(_without_doubled(doc[begin:end]))
        elif slip.start() < _AT_ONCE and told and slip.group().lower() != _MORE_SO:
            told.pop()
        begin = after
    return ". ".join(told)


def _starts(doc: Doc) -> Iterator[tuple[int, int]]:
    """Where a statement ends, and where the next one begins."""
    begin = at = 0
    while at < len(doc):
        joint = doc[at]
        at += 1
        if joint.lower_ not in _JOINTS or not any(token.tag_ in _FINITE for token in doc[begin : joint.i]):
            continue
        while at < len(doc) and doc[at].lower_ in _BESIDE_JOINT:
            at += 1
        if _opens(doc, joint, at):
            yield joint.i, at
            begin = at


def _opens(doc: Doc, joint: Token, at: int) -> bool:
    """Whether a subject and its finite verb stand here, and the subject is not one of two: "Lars and I are going"."""
    end = _subject_end(doc, at)
    if end is None:
        return False
    last = doc[end - 1]
    end = _behind_place(doc, end)
    if _is_doubled(doc, at, end):
        end += 1
    while end < len(doc) and doc[end].tag_ == "RB":
        end += 1
    if end >= len(doc) or doc[end].tag_ not in _FINITE:
        return False
    first, verb = doc[at].lower_, doc[end]
    if joint.lower_ == "so" and first in ("i", "we") and verb.lower_ in _PURPOSE:
        return False
    if verb.tag_ == "VBZ" or verb.lower_ in ("am", "'m", "was"):
        return True
    if last.tag_ in ("NN", "NNP") and verb.lower_ in _OF_SEVERAL:
        return False
    return not (joint.lower_ == "and" and _is_person(doc[joint.i - 1]) and (first == "i" or _is_person(last)))


def _is_person(token: Token) -> bool:
    return token.tag_ == "NNP" or token.lower_ in KIN | PEOPLE


def _subject_end(doc: Doc, at: int) -> int | None:
    """Where the subject that begins here ends: a pronoun, or words that name somebody or something."""
    if at < len(doc) and doc[at].lower_ in _SUBJECTS:
        return at + 1
    end = at
    while end < len(doc) and end - at < _LONGEST_SUBJECT and doc[end].tag_ in _NAMING:
        end += 1
    return end if end > at and doc[end - 1].tag_ in _NOUNS else None


def _behind_place(doc: Doc, end: int) -> int:
    """Where it ends with what says which: "the permit for the garage in Elm Street"."""
    for _ in range(_MOST_PLACES):
        if end >= len(doc) or doc[end].lower_ not in _PLACING or doc[end - 1].tag_ not in _NOUNS:
            break
        further = _subject_end(doc, end + 1)
        if further is None:
            break
        end = further
    return end


def _is_doubled(doc: Doc, at: int, end: int) -> bool:
    """Whether a pronoun stands here beside whom it means: "my daughter Ingrid she lives"."""
    if end + 1 >= len(doc) or doc[end].lower_ not in _DOUBLED or doc[end + 1].tag_ not in _FINITE:
        return False
    return doc[at].lower_ in ("my", "our") and _is_person(doc[end - 1])


def _without_doubled(part: Span) -> str:
    """ "My daughter Ingrid lives in Malmö" for "my daughter Ingrid she lives in Malmö"."""
    told = part.as_doc()
    end = _subject_end(told, 0)
    return part.text if end is None or not _is_doubled(told, 0, end) else f"{told[:end].text} {told[end + 1 :].text}"
