"""Wishes on how the assistant is to do things, in the user's own words. Pure.

Typed in haste they have no verb that a parser finds ("24h clock, never am/pm"), or stand in a sentence of another build
("it drives me mad when you repeat my question"). Rewritten they would read wrong, so they are quoted.

Signs tell of one, and weights that were learnt from many writers' messages (`python -m benchmarks.wishes.training`):
less weight is asked of a sentence with signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memory.language.en.lifting import (
    is_instruction,
    is_joked,
    is_manner,
    left_of,
    lifts,
    lifts_any,
    lifts_something,
    tells_of_lifting,
)
from memory.language.en.vocabulary import STOP_WORDS
from memory.language.porter import stem
from memory.language.weighing import Weights, load, weighed_words
from memory.language.words import folded_words

from ..grammar.rule import Rule
from ..plain.others_words import SAYING, own_words
from .requested import in_passing, is_of_a_kind, is_of_works, is_requested
from .stated import is_stated
from .wish_signs import LASTING, OF_YOU, PLEASED, REASON, TOLD, is_for_one_work, is_of_somebody, signed

MOST_CHARACTERS = 400  # of a turn: what is longer is pasted, or tells much besides
MOSTLY = 0.65  # of a wish's telling words that facts hold which were rewritten well
SHORT = 6  # words of a sentence that goes on with the wish before it
WEIGHTS = "data/wishes.tsv"
# The least logits of a sentence that tells a wish, without and with its signs: chosen on the writers that the weights
# were not learnt from (docs/fact-quality.md). LEAST is asked for of one that the rules rewrote.
ALONE, WITH_SIGNS, LEAST = 2.0, 0.25, -0.5
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bdr\.)(?<!\bmr\.)(?<!\bms\.)(?<!\bmrs\.)(?<!\bprof\.)\s+|\n+", re.IGNORECASE)
# What was written by somebody else, or is handed over to be worked on: a mail, a quote, a chat's lines.
_OF_OTHERS = re.compile(
    r"^[^\S\n]*+(?:>|\[\d|(?:from|to|cc|subject|re|fwd?|system|assistant|user) ?:)|\bwrote ?:"
    r"|^[^\S\n]*+(?:(?:please|pls|can you|could you) )?(?:translate|proofread|rewrite|rephrase|paraphrase"
    r"|summari[sz]e|correct"
    r"|fix|edit|improve|check|review|shorten)\b[^.!?\n]{0,60}:",
    re.IGNORECASE | re.MULTILINE,
)
RULE = Rule(
    "as_told", "How the assistant is to do things, in the speaker's own words.",
    "24h clock, never am/pm.", "Two clocks at the station.",
)  # fmt: skip


# A word of code is a value of the wish: "dates as `YYYY-MM-DD`". A sentence of it is only shown.
_FENCED = re.compile(
    r"```.*?(?:```|\Z)|(?:^|(?<=[.!?] )|(?<=\n))[ \t]*`[^`\n]{1,200}`[.!?]?(?=\s|\Z)(?!(?-s:[ \t]*[^\s`]))"
    r"|`(?:always|never|please|don['’]?t|do not) [^`\n]{1,200}`",
    re.DOTALL | re.IGNORECASE,
)
_QUOTATION = re.compile(r"[\"“„«][^\"“”„«»\n]{3,400}[\"”“»]|(?<!\w)['‘][^'’\n]{12,400}['’](?!\w)")
_OF_A_PROGRAM = re.compile(r"^[ \t]*(?:#|//|/\*|<!--|\$ |>>> |\w+\([\"'])[^\n]*$", re.MULTILINE)
# Of "never commit secrets" the words may be such as nobody wrote before the weights were learnt.
_EVER = re.compile(r"(?:(?:yes|yeah|sure|ok|okay|and|also|but|so|please|pls),? ){0,3}(?:always|never)\b", re.I)


class Wish(NamedTuple):
    """`told` are the words that tell it, `quote` the whole sentences. No other sentence is kept: it may change."""

    told: str
    quote: str


def wished(turn: str, *, answers: bool = False, earlier: str = "") -> Wish | None:
    """How a user's turn says that the assistant is to do things from now on; None where it does not. A turn that
    `answers` a question wants it so this time, unless it says more. `earlier` is the talk before it."""
    if not turn.strip() or len(turn) > MOST_CHARACTERS or _OF_OTHERS.search(turn):
        return None
    sentences = in_sentences(_typed(turn))
    kept = list(_kept(sentences, answers, earlier))
    if not kept:
        return None
    quoted = [sentence for sentence, _ in kept]
    before = _before(quoted[0], sentences)
    return Wish(" ".join(part for _, part in kept), " ".join((*before, *quoted)))


def _before(sentence: str, sentences: Sequence[str]) -> list[str]:
    """The sentence before one that only points to somebody: "broke up with Daniel. don't mention him"; or that only
    tells a length: "can you make my report shorter? max five bullets, every week"."""
    place = sentences.index(sentence) if sentence in sentences else 0
    if place and _ONLY_A_LENGTH.match(sentence) and _ASKS.match(sentences[place - 1]):
        return [sentences[place - 1]]
    if not place or not _POINTS_BACK.search(sentence) or _NAMES_ONE.search(sentence):
        return []
    before = sentences[place - 1]
    return [before] if _NAMES_ONE.search(before) and not _TELLS_MORE.search(before) else []


def lifting(turn: str, speaker: str, standing: Sequence[str]) -> Wish | None:
    """The sentences of a turn that lift one of the instructions that are `standing`, or something of one of the
    speaker's; None where none does."""
    if is_joked(turn) or len(turn) > MOST_CHARACTERS or _OF_OTHERS.search(turn) or not tells_of_lifting(turn):
        return None
    sentences = in_sentences(_typed(turn))
    own = [older for older in standing if older.startswith(f"{speaker} ")]
    bare = {one: _unquoted(one) for one in sentences}
    found = [
        one
        for one in sentences
        if any(lifts(bare[one], older) for older in standing) or any(lifts_something(bare[one], older) for older in own)
    ]
    return Wish(" ".join(found), " ".join(found)) if found else None


def still(instructions: Sequence[str]) -> list[str]:
    """Those of the instructions, oldest first, that none behind them lifts."""
    return [
        one for at, one in enumerate(instructions) if not any(lifts(newer, one) for newer in instructions[at + 1 :])
    ]


def only_lifts(fact: str, lifting: Wish, standing: Sequence[str]) -> bool:
    """Whether a fact says no more than a sentence that lifts one of the `standing` instructions, or a part of one:
    "emojis are fine again". "The dog is fine again" tells of the dog, too."""
    if is_instruction(fact):
        return is_part(fact, lifting)
    return is_manner(fact) and any(lifts_any(fact, older) for older in standing)


class Parted(NamedTuple):
    """What is `left` of each older instruction of which a part is lifted, the `lifting` sentences, and the `rest`."""

    left: list[str]
    lifting: Wish
    rest: str


def parted(turn: str, speaker: str, standing: Sequence[str]) -> Parted | None:
    """How a speaker's turn lifts parts of their instructions that are `standing`; None where it lifts none."""
    if is_joked(turn) or len(turn) > MOST_CHARACTERS or _OF_OTHERS.search(turn) or not tells_of_lifting(turn):
        return None
    own = [older for older in standing if older.startswith(f"{speaker} ")]
    sentences = in_sentences(_typed(turn))
    left = {one: [told for older in own if (told := left_of(_unquoted(one), older)) is not None] for one in sentences}
    lifted = " ".join(one for one in sentences if left[one])
    if not lifted:
        return None
    rest = list(dict.fromkeys(one for found in left.values() for one in found))
    return Parted(rest, Wish(lifted, lifted), "\n".join(one for one in sentences if not left[one]))


def _typed(turn: str) -> str:
    """A turn without what its speaker only hands over, and without programs."""
    return _OF_A_PROGRAM.sub("", own_words(_FENCED.sub(" ", turn)))


def _unquoted(sentence: str) -> str:
    return _QUOTATION.sub("…", sentence)


def may_stand(told: str, turn: str) -> bool:
    """Whether the sentence of a turn that an instruction was rewritten from may tell one, by its weight. What the turn
    hands over or quotes tells none."""
    words = set(folded_words(told))
    sentences = in_sentences(_typed(turn))
    best = max(sentences, key=lambda one: len(words & set(folded_words(one))), default=None)
    if best is None or words.isdisjoint(folded_words(best)):
        return False
    if _HEARSAY.match(best) is not None or ":" in _FOR_WHEN.sub("", best) and not _keeps_order(told, best):
        return False
    return _EVER.match(best) is not None or logits(best, _weights()) > LEAST


def _keeps_order(told: str, sentence: str) -> bool:
    """Whether what was rewritten has the words of the sentence in their order. Of "never use type: ignore" a parser
    makes "never ignore use type"."""
    asked = folded_words(sentence)
    places = [asked.index(word) for word in folded_words(told) if word in asked and word not in STOP_WORDS]
    return places == sorted(places)


# "For next time: when I ask, be brief" may be told in another order.
_FOR_WHEN = re.compile(r"^(?:for|in|from)(?: \w+){1,2}:", re.IGNORECASE)


def in_sentences(turn: str) -> list[str]:
    """The sentences of a turn, line by line."""
    return [one for line in turn.splitlines() for one in _SENTENCE.split(line.strip()) if one]


def logits(sentence: str, weights: Weights) -> float:
    """How much its words say that a sentence tells a wish."""
    return weights.logits(weighed_words(sentence.lower()))


def _weights() -> Weights:
    return load("maintenance.extraction", WEIGHTS)


def are_told(wish: Wish, facts: Sequence[str]) -> bool:
    """Whether these facts hold nearly all of what is wanted, beside why."""
    asked = _telling(_NOT_THE_NAME.sub("", REASON.sub("", wish.told)))
    return bool(facts) and len(asked & _telling(" ".join(facts))) >= MOSTLY * len(asked)


def is_part(fact: str, wish: Wish) -> bool:
    """Whether a fact says what the wish says: an instruction, or words that ask for something."""
    is_limited = is_of_a_kind(wish.quote)  # "in emails to my bank, call me Samuel": not everywhere
    wanted = _WANTED.search(fact) or (_CALLED.search(fact) if is_limited else None)
    if wanted is None and _BIDDEN.match(wish.quote) and not _OWN_HABIT.search(wish.quote):
        wanted = _EVER_DOES.search(fact)
    if wanted is None and _WANTS.match(wish.told):
        wanted = _IS_WANTED.match(fact)
    if wanted is None and PLEASED.search(fact) is None:
        return False
    said = _telling(fact[wanted.end() :] if wanted else fact)
    if is_limited:
        said -= _EVER_STEMS
    return len(said & _telling(wish.quote)) >= MOSTLY * len(said)


def _telling(text: str) -> set[str]:
    """The stems of the words of a wish that say what is wanted, beside those that ask for it."""
    for asking in (_WELCOME, OF_YOU, LASTING, PLEASED, _DOING, _ONESELF):
        text = asking.sub(" ", text)
    return {stem(word) for word in folded_words(text) if word not in STOP_WORDS}


def _kept(sentences: list[str], answers: bool, earlier: str) -> Iterator[tuple[str, str]]:
    """(sentence, the part of it that tells a wish), and short sentences that go on with it."""
    goes_on = False
    for sentence in sentences:
        said, earlier = earlier, f"{earlier} {sentence}"
        if _HEARSAY.match(sentence) or any(one.search(sentence) for one in (_SAID_SO, _LEAVE_THIS_ONCE, _ONE_WORK)):
            goes_on = False
            continue
        if (wish := in_passing(sentence)) is not None:
            goes_on = True
            yield wish, wish
            continue
        asked = _THANKED.sub(" please", sentence)
        parts = [] if SAYING.match(sentence) else signed(asked, answers=answers)
        weight = logits(asked, _weights())
        if not SAYING.match(sentence) and (is_requested(sentence) or _is_of_all(sentence, said, answers)):
            parts = parts or [sentence]
        elif weight <= (WITH_SIGNS if parts else ALONE) and not (parts and _EVER.match(sentence)):
            parts = []
        elif not (parts or answers or is_of_somebody(sentence) or _is_this_once(asked)):
            parts = [sentence]
        if sentence != sentences[0] and not goes_on and _A_LENGTH.match(sentence):
            parts = []
        if parts:
            goes_on = True
            yield sentence, min(parts, key=len)
        elif (
            goes_on
            and len(sentence.split()) <= SHORT
            and ":" not in sentence
            and not TOLD.match(sentence)
            and not _SIGNED_OFF.match(sentence)
            and not sentence.endswith("?")
        ):
            yield sentence, sentence
        else:
            goes_on = False


def _is_of_all(sentence: str, said: str, answers: bool) -> bool:
    """Whether it tells how all texts of a kind are to be. An answer says so of the one that it was asked about, unless
    it says more: "yes, and sign it Joris. I always want messages to suppliers in Dutch"."""
    if answers and not _OF_EACH.search(sentence):
        return False
    return is_of_works(sentence, said) or is_stated(sentence)


_OF_EACH = re.compile(r"\b(?:always|never|every|each|all)\b", re.IGNORECASE)


def _is_this_once(sentence: str) -> bool:
    return is_for_one_work(sentence) and not LASTING.search(sentence)


# "Kind regards, Gwen" ends a mail, and asks for nothing. "Thanks, and no footnotes" does.
_SIGNED_OFF = re.compile(
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest|many)(?: (?:regards|wishes|thanks))?|regards|sincerely|cheers"
    r"|thanks|yours(?: (?:sincerely|faithfully|truly))?)(?:,(?: (?-i:[A-Z])[\w.'-]*){0,3})?[.! ]*$",
    re.IGNORECASE,
)
# "Metric only, thx".
_THANKED = re.compile(r",? (?:thx|tnx|ty|tia)[.! ]*$", re.IGNORECASE)
_ASKS = re.compile(
    r"^(?:(?:and|also|oh|btw|hey|hi),? ){0,2}(?:can|could|would|will) (?:you|u) [^.!?]{0,60}\b(?:my|our)\b",
    re.IGNORECASE,
)
_LEAVE_THIS_ONCE = re.compile(
    r"^(?:when|whenever) you \w+ the [^,;.!?]{2,40} (?:for|of|in) this (?!channel|repo|team|project|chat)"
    r"|^you (?:can|may|could) [^.;!?]{2,80} (?:today|tonight|this time)\W*$",
    re.IGNORECASE,
)
# "Short version please", "quick recap of this, thx": one is asked for.
_ONE_WORK = re.compile(
    r"^(?:(?:ok|okay|so|and|just|now|oh|hi|hey),? ){0,2}"
    r"(?:(?!(?:always|every|each|daily|weekly|monthly|as|in)\b)[\w-]+ ){0,3}"
    r"(?:version|summary|recap|list|table|outline|draft|translation|overview)(?: of [\w' -]{2,40})?"
    r",? (?:please|pls|plz|thanks|thx|tnx|ty)[.! ]*$",
    re.IGNORECASE,
)
# "He said please never use it", "…, he said".
_SAID_SO = re.compile(
    r"\b(?:he|she|they|it|(?-i:[A-Z][a-z]+)) (?:said|says|wrote|writes|goes)[,:]? [\"“'‘]?(?:and )?"
    r"(?:please|never|always|don['’]?t)\b|, (?:he|she|they) (?:said|says|wrote)\W*$",
    re.IGNORECASE,
)
# Where the wish itself is what is reported: "as per HR, don't share salaries", and not "they say salt is bad, so never
# suggest salty food", "as per my last message, never use emojis".
_HEARSAY = re.compile(
    r"(?:according to|as per) (?!(?:usual|always|before|what i|(?:my|our) (?:last|previous|earlier|first|other|own)"
    r"|my (?:message|note|mail|e-?mail|request|wish(?:es)?|preferences?|instructions?))\b)(?![^.!?]{0,120}?, so\b)"
    r"|(?:it says|they say)\b(?![^.!?]{3,120}?, (?:so|please)\b)"
    r"|apparently\b(?![^.!?]{3,120}?(?:, (?:so|please)\b|: ))",
    re.IGNORECASE,
)
# "A mail to Ann about the gate. Two sentences, polite.": of that one text.
_A_LENGTH = re.compile(
    r"(?:(?:max|just|about|under) )?(?:one|two|three|four|five|\d+) (?:short )?(?:sentence|line|word|paragraph|point)s?"
    r"(?![^.]*\b(?:answers|replies|messages|always|never|each|every|whenever|from now)\b)",
    re.IGNORECASE,
)
_ONLY_A_LENGTH = re.compile(
    r"(?:(?:max|maximum|at most|no more than|just|only|about|under) )?(?:one|two|three|four|five|six|\d+) (?:short )?"
    r"(?:bullet|sentence|line|word|paragraph|point|page|item)s?\b",
    re.IGNORECASE,
)
# "Call me Bob, not Robert" wants one name.
_NOT_THE_NAME = re.compile(r",? (?:not|instead of|rather than) [A-Z][\w-]{1,30}(?=\W*$)")
_POINTS_BACK = re.compile(
    r"\b(?:mention|bring|ask (?:me )?about|talk (?:to me )?about|refer to|contact|call|text|mail|message|suggest|invite"
    r"|remind me of) (?:up )?(?:him|her)\b",
    re.IGNORECASE,
)
# "…, and please never use my full name" was taken for what the speaker never does.
_BIDDEN = re.compile(r"(?:please|pls|always|never|don['’]?t|do not)\b", re.IGNORECASE)
_OWN_HABIT = re.compile(r"\b(?:i|we) (?:have )?(?:always|never|don['’]?t|do not)\b", re.IGNORECASE)
_EVER_DOES = re.compile(r"^.{1,60}? (?:always|never|does not|do not) ", re.IGNORECASE)
_NAMES_ONE = re.compile(r"(?<=[a-z] )[A-Z][a-z]+\b")
_TELLS_MORE = re.compile(r"\d|\?|\b(?:until|till|today|tonight|tomorrow|now)\b", re.IGNORECASE)
_DOING = re.compile(r"\b(?:use|used|write|wrote|give|gave|show|keep|kept|put|make|made)\b", re.IGNORECASE)
_WELCOME = re.compile(
    r"\b(?:it|that)(?:['’]?d| would) be (?:great|good|nice|lovely|better|helpful|kind) if you\b"
    r"(?: did(?:n['’]?t| not))?",
    re.IGNORECASE,
)
_ONESELF = re.compile(r"\b(?:with|for|to) (?:the user|me)\b", re.IGNORECASE)
_WANTED = re.compile(r"\bwants the assistant (?:not )?to\b")
_CALLED = re.compile(r"\bwants to be called\b")
# "I'd always like a short summary first" and what was made of it.
_WANTS = re.compile(
    r"(?:[\w ]{2,20}, )?(?:(?:from now on|in general|generally),? )?(?:i|we)(?:['’]d| would)?(?: \w+){0,2} "
    r"(?:want|like|prefer|need|expect)\b",
    re.IGNORECASE,
)
_IS_WANTED = re.compile(r".{1,60}? (?:wants|would(?: \w+)? (?:like|prefer)|likes|prefers|needs|expects)\b(?! to\b)")
_EVER_STEMS = frozenset((stem("always"), stem("never")))
