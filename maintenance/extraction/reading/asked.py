"""Short answers to questions about somebody or something else: "When is the proposal due?", "27 February".

`answers` has those about the speaker. Here too the statement is the question's own words in another order, with the
answer in the place of what was asked for; where any of them hangs in the air, nothing is stated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory.language.en.names import NAME_WORDS
from memory.language.en.vocabulary import CARDINALS, MONTH_NAMES, MONTHS, WEEKDAYS

from ..grammar.discourse import Discourse
from ..grammar.lexicon import PEOPLE, word_set
from ..grammar.rewrite import Voice, third_person
from ..types import Turn

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_DAY = rf"(?:{'|'.join(day for day in WEEKDAYS if day.endswith('day'))})s?"
MONTH_ALONE = re.compile(rf"(?:{'|'.join(MONTH_NAMES)})(?!\w)(?! \d)", re.I)
_TIME = re.compile(
    rf"\b{_DAY}\b|\b(?:{'|'.join(month for month in MONTHS if len(month) > 3)}|may)\b"
    rf"|\b\d{{1,2}}(?::\d\d)?(?: ?[ap]m)?\b"
    r"|\b(?:noon|midnight|tomorrow|next (?:week|month|year))\b",
    re.I,
)
_PLAIN_THING = re.compile(r"[A-Za-z]+(?: [a-z]+)?")
_HOUR = re.compile(r"\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?= (?!\w)|$| on\b| every\b)", re.I)
_IN_TIME = re.compile(
    r"^(?:on|at|in|from|by|until|till|after|before|between|every|next|this|tomorrow|around|about|since)\b", re.I
)
_IN_PLACE = re.compile(
    r"^(?:in|at|on|near|by|behind|under|above|next to|opposite|outside|inside|with|from|to) \w", re.I
)
_SOMEBODY = re.compile(
    r"^(?P<who>(?:(?:[Mm]y|[Oo]ur) [\w'-]+(?: [\w'-]+)?(?: [A-Z][\w'-]+)?|(?:(?:Mr|Mrs|Ms|Dr"
    r"|Prof)\.? )?[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}))"
    r"(?: (?:from|of|at|in) (?:the |my |our )?[\w' -]{2,30})?(?=$|[,(])"
)
_AMOUNT = re.compile(rf"\d|^(?:about |around |roughly )?(?:{'|'.join(CARDINALS)})\b", re.I)
_INVERTED = word_set("is are was were does will")
_LOOSE = word_set(
    "you it that this these those them there one ones i we me us here same any anything anyone else other"
)
# Words. Of the development talks' 897 facts one is lost with half of all three ("The topic is …"), none with twice.
_MOST_OF_WHAT = 6  # of what something is: "What is the deadline?"
_MOST_WORDS = 10  # of an answer that is put into a sentence; more of them are a sentence of their own
_PLAIN_WORDS = 12  # of a question: with more of them, or with an address, as much is told as is asked


def is_plain(question: Doc | None, before: Turn) -> bool:
    """Whether the assistant's question only asks, so that what is answered is the user's own statement."""
    return (
        question is not None
        and before.role == "assistant"
        and len([token for token in question if not token.is_punct]) <= _PLAIN_WORDS
        and not any(token.like_url or token.like_email or token.is_quote for token in question)
    )


def stated(question: Doc, reply: str, speaker: Voice, discourse: Discourse, place: tuple[int, int]) -> str | None:
    """The statement that a short answer makes of a question about others, or None."""
    words = [token for token in question if not token.is_punct]
    if len(words) < 3 or not reply or len(reply.split()) > _MOST_WORDS or "?" in reply:
        return None
    opening = words[0].lower_
    if opening == "who" and words[1].lower_ != "else":
        return _who(words[1:], reply, speaker)
    if opening == "which" and words[-1].lower_ in ("in", "at", "on") and words[2].lower_ in _INVERTED:
        return _inverted(question, words[2:], opening, reply, speaker, discourse, place)
    if opening in ("when", "where", "what", "how"):
        much = opening == "how"
        rest = words[2:] if much and words[1].lower_ in ("much", "old") else words[1:] if not much else []
        return _inverted(question, rest, opening, reply, speaker, discourse, place)
    return None


def _who(told: list[Token], reply: str, speaker: Voice) -> str | None:
    """ "Who takes the backend?", "Yusra from the other team"."""
    if told[0].tag_ not in ("VBZ", "VBD", "MD") or any(token.lower_ in _LOOSE for token in told):
        return None
    if (
        told[0].lower_ in ("is", "was")
        and told[1].lower_ in ("the", "your", "a", "an")
        or any(token.tag_ in ("WP", "WRB") for token in told)
    ):
        return None
    somebody = _SOMEBODY.match(reply)
    if somebody is None or _is_nobody(somebody["who"]):
        return None
    who = re.sub(r"^(?:my|our)\b", speaker.possessive, somebody["who"], flags=re.I)
    return f"{who} {_said(told, speaker)}."


def _is_nobody(name: str) -> bool:
    first = name.split()[0].lower()
    if first in ("my", "our"):
        return False
    return first in NAME_WORDS.no_names | _NOBODY


_NOBODY = word_set(
    "nobody no none not depends whoever everyone everybody anyone someone somebody both either neither all the "
    "that this he she "
    "they we you it same still maybe probably perhaps good me him her them us hopefully never always just only "
    "mostly usually"
)


def _inverted(
    question: Doc, told: list[Token], opening: str, reply: str, speaker: Voice, discourse: Discourse,
    place: tuple[int, int],
) -> str | None:  # fmt: skip
    """ "When does the beta go out?", "on 4 May"; "What is the deadline?", "20 April"."""
    if len(told) < 2 or told[0].lower_ not in _INVERTED:
        return None
    verb, subject = told[0].lower_, _subject(question, told[1], speaker, discourse, place)
    if subject is None:
        return None
    name, end = subject
    after = [token for token in told if token.i >= end]
    if any(token.lower_ in _LOOSE or token.tag_ in ("WP", "WRB", "PRP", "PRP$") for token in after):
        return None
    habit = verb == "does" and bool(after) and after[0].lemma_ not in _ONCE
    value = _value(opening, reply, after, habit=habit)
    if value is None:
        return None
    told_of = [verb, *(token.text for token in after)]
    if verb == "does":
        if opening == "what" or not after or after[0].tag_ != "VB":
            return None
        told_of = [third_person(after[0].lower_), *told_of[2:]]
    return f"{name[0].upper()}{name[1:]} {' '.join(told_of)} {value}."


def otherwise(question: Doc, reply: str, speaker: Voice, discourse: Discourse, place: tuple[int, int]) -> str | None:
    """The statement that "seven these days" makes of "Do you still start at six?": the same with another value of its
    kind. None where the reply is no such value."""
    words = [token for token in question if not token.is_punct]
    if len(words) < 4 or words[0].lower_ not in ("do", "does", "is", "are"):
        return None
    now = _NOW.fullmatch(reply)
    asked = question.text.strip(" ?")
    kind = next((kind for kind in _KINDS if now and kind.fullmatch(now["value"])), None)
    values = list(kind.finditer(asked)) if kind is not None else []
    if (
        now is None
        or len(values) != 1
        or values[0].end() != len(asked)
        or any(t.lower_ in ("or", "not") for t in words)
    ):
        return None
    subject = (speaker.name, words[1].i + 1) if words[1].lower_ == "you" else _subject(
        question, words[1], speaker, discourse, place
    )  # fmt: skip
    if subject is None:
        return None
    name, end = subject
    told = [token for token in words if token.i >= end and token.idx < values[0].start() and token.lower_ != "still"]
    if any(token.lower_ in _LOOSE for token in told):
        return None
    if words[0].lower_ in ("do", "does"):
        of_nothing = len(told) < 2 and kind is _KINDS[-1]  # "do you still pay 800?": for what?
        if not told or told[0].tag_ not in ("VB", "VBP") or of_nothing:
            return None
        verb = [third_person(told[0].lower_), *(token.text for token in told[1:])]
    else:
        verb = ["is" if words[1].lower_ == "you" else words[0].lower_, *(token.text for token in told)]
    return f"{name[0].upper()}{name[1:]} {' '.join(verb)} {now['value']} now."


_NOW = re.compile(
    r"(?i:(?:no|nope|nah),? )?(?i:it's |they're |on |at |from )?(?P<value>[\w:.£$€]{1,12}(?: ?[ap]m| [A-Z][a-z]+)?)"
    r"(?i: now| these days| instead| since \w+){0,2}"
)
# What may stand in the place of another of its kind: a day of the week, an hour, a sum.
_KINDS = (
    re.compile(_DAY, re.I),
    re.compile(rf"(?:{'|'.join(list(CARDINALS)[1:13])}|\d{{1,2}}(?:[:.]\d\d)?)(?: ?[ap]m)?", re.I),
    re.compile(r"[£$€]?\d[\d.,]{0,8}[£$€k]?", re.I),
)


_ONE_DAY = re.compile(rf"\b(?P<day>{_DAY.removesuffix('s?')})\b", re.I)
# What somebody or something does once: "when does she arrive?", "Friday".
_ONCE = word_set(
    "arrive leave land come start begin open close return fly depart get finish end move go launch turn expire hand"
)


def _value(opening: str, reply: str, after: list[Token], *, habit: bool) -> str | None:
    """The answer as it stands in the statement, if it is of the kind that was asked for."""
    parts = reply.split(", ")
    first = parts[0]
    if opening == "when":
        if not _TIME.search(first):
            return None
        timed = reply if all(_TIME.search(part) for part in parts) else first
        if habit:
            timed = _ONE_DAY.sub(r"\g<day>s", timed)
        if _IN_TIME.match(timed):
            return timed
        return f"{'at' if _HOUR.match(timed) else 'in' if MONTH_ALONE.match(timed) else 'on'} {timed}"
    if opening == "which":
        return f"the {first[0].lower()}{first[1:]}" if _PLAIN_THING.fullmatch(first) else None
    if opening == "where":
        return first if _IN_PLACE.match(first) else None
    if opening == "how":
        return first if _AMOUNT.search(first) and not after else None
    if after and after[-1].lower_ == "now":
        return None
    stranded = bool(after) and after[-1].tag_ == "IN"
    if after and not (stranded or after[-1].lower_ == "called"):
        return None
    return None if len(parts) > 1 or len(reply.split()) > _MOST_OF_WHAT else reply


def _subject(
    question: Doc, first: Token, speaker: Voice, discourse: Discourse, place: tuple[int, int]
) -> tuple[str, int] | None:
    """Whom or what the question is about, as a statement names it, and where the words behind it begin."""
    if first.lower_ in ("he", "she"):
        mention = discourse.resolve(first, *place)
        return None if mention is None else (mention.text, first.i + 1)
    chunk: Span | None = next((one for one in question.noun_chunks if one.start == first.i), None)
    if chunk is None or any(token.lower_ in _LOOSE for token in chunk):
        return None
    named = chunk.root.pos_ == "PROPN" or any(token.pos_ == "PROPN" for token in chunk)
    if not (named or first.lower_ in ("the", "your")) or (
        first.lower_ == "your" and chunk.root.lemma_ in PEOPLE and len(chunk) > 3
    ):
        return None
    return _said(list(chunk), speaker), chunk.end


def _said(words: list[Token], speaker: Voice) -> str:
    """The question's words as they are said of whoever was asked."""
    told = (speaker.possessive if token.lower_ == "your" else token.text for token in words)
    return " ".join(told).replace(" 's", "'s")
