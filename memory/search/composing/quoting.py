"""A turn as a block quotes it: only its telling sentences where it is long, and the calendar day behind each relative
date. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice

from ...context_block import MAX_READ_CHARACTERS
from ...language import NEUTRAL, Language, porter, recognised
from ...language.words import folded_words
from ...passages import Span
from ..kept import LONGEST_KEPT, kept
from ..query import Inquiry
from .wording import tells_nothing

# A turn of up to this many words is quoted whole. Of a longer one, sentences of about as many words together: those
# that hold the most of the question, and the kind of thing that it asks for.
WHOLE = 70
# Who dictates makes no stops: a sentence that is longer than all that is quoted is told in parts of so many words,
# which begin at its joints where it has any. Chosen on twelve dictated turns, so that a part is a clause.
LEAST_PART, MOST_PART = 5, 20
SENTENCES_READ = 400  # of one turn: who pastes a book is quoted from its beginning

# What a sentence that tells the kind of thing asked for is worth, in shares of the question's words; and what its place
# is worth, so that of sentences that say nothing of the question the first ones are quoted. These shares are chosen on
# LoCoMo's tuned half, as all of the block (docs/context.md); no figure of each is kept.
TELLING = 0.15
EARLY = 0.01
# A passage with a smaller share of the question's words does not tell by them which of its sentences answers.
FEW_WORDS = 0.35
TOLD = 0.75  # of a turn's words, with which a fact tells what the turn does
BESIDE = 0.3  # of the value of a sentence, for the ones next to it: an answer's details follow it

_SENTENCE = re.compile(r"[^\n.!?…]*(?:[.!?…]+(?=[\"'”’)\]]*(?:\s|$))[\"'”’)\]]*|\n+|$|[.!?…])")
_NAME_OR_NUMBER = re.compile(r"\w*\d\w*|(?<=[a-z,;:] )[A-Z]\w+")
_SPACES = re.compile(r"\s+")
_PAUSES = (",", ";", ":", "–", "—")


def quoted(
    text: str, said_at: datetime, question: Inquiry, weights: Mapping[str, float], passage: Span | None = None
) -> str:
    """The words of a turn to quote; of a long one, those of the passage that answers. `weights`: what each stem of the
    question counts for."""
    if passage is None:
        return _dated(telling(text, question, weights)[:MAX_READ_CHARACTERS], said_at, question.language)
    words = telling(text[passage.start : passage.end].strip(), question, weights, part=True)
    before = "… " if passage.start and not words.startswith("…") else ""
    behind = " …" if passage.end < len(text) and not words.endswith("…") else ""
    return _dated(before + words + behind, said_at, question.language)


def telling(text: str, question: Inquiry, weights: Mapping[str, float], *, part: bool = False) -> str:
    """`text`, or where it is long its telling sentences in their order, "…" where others stood between them. A `part`
    of a longer text that holds few of the question's words was found by what it means, and is told whole."""
    if text.count(" ") < WHOLE:
        return text
    if part and _share(text, weights) < FEW_WORDS:
        return " ".join(text.split())
    # One more than are read tells that the turn goes on.
    sentences = list(islice(_sentences(text, _language_of(text, question.language)), SENTENCES_READ + 1))
    if len(sentences) < 2:
        return text
    chosen, length = set[int](), 0
    for place in _by_value(sentences, question, weights):
        size = len(sentences[place].split())
        if chosen and length + size > WHOLE:
            continue
        chosen.add(place)
        length += size
    parts, previous = [], -1
    for place in sorted(chosen):
        parts.append(("… " if place != previous + 1 else "") + sentences[place])
        previous = place
    return " ".join(parts) + (" …" if previous < len(sentences) - 1 else "")


def _sentences(text: str, language: Language) -> Iterator[str]:
    """The sentences, and of one that is too long to be quoted its parts."""
    for match in _SENTENCE.finditer(text):
        if (sentence := _SPACES.sub(" ", match[0]).strip()) and any(c.isalnum() for c in sentence):
            yield from _parts(sentence.split(), language) if sentence.count(" ") >= WHOLE else (sentence,)


def _parts(words: Sequence[str], language: Language) -> Iterator[str]:
    part: list[str] = []
    for place, word in enumerate(words):
        joins = bool(part) and (part[-1].endswith(_PAUSES) or word.lower() in language.joining)
        if len(part) >= (LEAST_PART if joins else MOST_PART) and len(words) - place >= LEAST_PART:
            yield " ".join(part)
            part = []
        part.append(word)
    yield " ".join(part)


def _by_value(sentences: list[str], question: Inquiry, weights: Mapping[str, float]) -> list[int]:
    own = [
        _share(sentence, weights)
        + TELLING * sum(question.language.cues.tells(kind, sentence) for kind in question.asks)
        for sentence in sentences[:SENTENCES_READ]
    ]
    value = [
        max(worth, BESIDE * max(own[max(0, place - 1) : place + 2])) - EARLY * place / len(own)
        for place, worth in enumerate(own)
    ]
    return sorted(range(len(own)), key=lambda place: (-value[place], place))


def _share(text: str, weights: Mapping[str, float]) -> float:
    """The share of the question's words that a text holds."""
    held = stems(text)
    return sum(weight for stem, weight in weights.items() if stem in held) / (sum(weights.values()) or 1.0)


@lru_cache(maxsize=500)
def stems(sentence: str) -> frozenset[str]:
    return frozenset(map(porter.stem, folded_words(sentence)))


def asked_stems(question: Inquiry) -> set[str]:
    return {stem for word in question.words for stem in stems(word)}


def telling_stems(text: str, language: Language) -> frozenset[str]:
    """The stems of the words that are neither stop words nor words of a reply that says nothing, "got it"."""
    bare = language.stop_words | language.acknowledging
    return frozenset(porter.stem(word) for word in folded_words(text) if word not in bare)


def tells_all(fact: str, turn: str, language: Language) -> bool:
    """Whether a fact has, but for a few, the words of the turn that it was drawn from, and all its names and numbers:
    the turn says nothing more."""
    words = telling_stems(turn, language)
    if len(words & stems(fact)) < TOLD * len(words):
        return False
    low = fact.lower()
    return all(name[0].lower() in low for name in _NAME_OR_NUMBER.finditer(turn))


def only_asks(text: str, language: Language) -> bool:
    """Whether every sentence is a question. Who pastes a page tells something in it."""
    return len(text) <= LONGEST_KEPT and _only_asks(language, text)


@kept
def _only_asks(language: Language, text: str) -> bool:
    return all(language.asks(sentence) for sentence in language.sentence_gap.split(text.strip()) if sentence)


def ends_asking(text: str, language: Language) -> bool:
    """Whether its last sentence asks for something: "Anything else?" does not. A page's end is not looked at."""
    return len(text) <= LONGEST_KEPT and _ends_asking(language, text)


@kept
def _ends_asking(language: Language, text: str) -> bool:
    sentences = [sentence for sentence in language.sentence_gap.split(text.strip()) if sentence]
    return bool(sentences) and language.asks(sentences[-1]) and not tells_nothing(language, sentences[-1])


def told_apart(old: str, new: str) -> str:
    """What an older statement says otherwise: "Bergen" of "Maya lives in Bergen." beside "Maya lives in Voss."."""
    was, now = old.rstrip(".! ").split(), new.rstrip(".! ").split()
    start = 0
    while start < min(len(was), len(now)) and was[start] == now[start]:
        start += 1
    end = 0
    while end < min(len(was), len(now)) - start and was[-1 - end] == now[-1 - end]:
        end += 1
    # What stands behind is told as well: "a 2015 Corolla" of "drives a 2015 Corolla", not "a 2015".
    rest = was[start:] if start + end < len(was) else []
    # Two sentences with little in common are no variants of one: the older one is told whole.
    return " ".join(rest) if rest and start >= 2 and len(rest) <= len(was) / 2 else old


@lru_cache(maxsize=500)
def _dated(text: str, said_at: datetime, language: Language) -> str:
    return _language_of(text, language).annotate_dates(text, said_at)


def _language_of(text: str, asked: Language) -> Language:
    """The language of a turn, also where the prompt is in another one."""
    return recognised(text) if asked is NEUTRAL else asked
