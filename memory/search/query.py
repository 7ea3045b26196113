"""Read a prompt: its words, names and kind, as the arms look for them. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..language import AUTO, Language, of_query
from ..language.base import AskedFor
from ..language.dates import DateSpan, Stretch, period_of
from ..language.words import WORD, fold, folded_words

# Bounds on what a pasted page costs: more than any question has, and each is a look-up. Chosen, not measured.
MAX_TERMS = 48  # words of a prompt
MAX_TERM_CHARACTERS = 16_384  # of a text, in which words are looked for: the indexes hold no more of a memory
MAX_NAME_WORDS = 6  # of one name
MAX_NAME_POSITIONS = 100  # words of a prompt in which names are looked for
MAX_NAMED_CHARACTERS = 8_192  # of a text, in which names are looked for
MAX_DATED_CHARACTERS = 1_000  # of a prompt, in which periods are looked for

Period = tuple[datetime, datetime]
"""[start, end)."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A query, read once in its `language`. `words` are those that count; `embedded` is what the vector arm embeds;
    `speaker` or `role` says whose turns it is about, if anybody's; `asks` is what it wants: "time", "number", "name";
    `asked_for` what a short question is after; `is_of_the_past` that it asks for what was, and not for how things are;
    `is_of_a_time` that it asks for whatever was at a time, "What did I do last weekend?".
    """

    language: Language
    words: tuple[str, ...]
    embedded: str
    speaker: str | None
    role: str | None
    periods: tuple[Period, ...]
    asks: frozenset[str]
    asked_for: AskedFor | None = None
    is_of_the_past: bool = True
    is_of_a_time: bool = False


def understood(
    query: str,
    speakers: Collection[str] = (),
    reference: datetime | None = None,
    language: Language | None = None,
) -> Inquiry:
    """What a query asks: its words, whose turns, when, and what to embed.

    `speakers` are those that the query may name; `reference` is the moment from which "last summer" is counted.
    A speaker's name says whose turn is meant, and nothing about the subject: in a talk of two, every text carries one
    of the names, and a mean of word vectors is then mostly that name (R@10 of the vector arm .22 with it, .59 without).
    """
    language = language or of_query(AUTO, query)
    cues = language.cues
    framing = {fold(word) for found in cues.framing.finditer(query) for word in found.groups() if word}
    sought = tuple(terms(query, language))
    asked = set(folded_words(query))
    spoken = {name: set(folded_words(name)) for name in speakers}
    named = [name for name, parts in spoken.items() if parts and parts <= asked]
    role = None
    if not named:
        addressed, own = cues.assistant_addressed.search(query), cues.first_person.search(query)
        role = "assistant" if addressed else "user" if own else None
    names_of = set().union(*(spoken[name] for name in named))
    bare = " ".join(word for word in WORD.findall(query) if not names_of.issuperset(folded_words(word)))
    dating = query[:MAX_DATED_CHARACTERS]
    stretches = language.stretches(dating, reference) if reference is not None else []
    dated, counting = _only_dates(dating, reference, language, stretches)
    words = tuple(word for word in sought if word not in framing) or sought
    return Inquiry(
        language=language,
        words=tuple(word for word in words if word not in counting) if counting else words,
        embedded=bare if bare and named else query,
        speaker=named[0] if len(named) == 1 else None,
        role=role,
        periods=tuple(periods(dating, reference, language, stretches)),
        asks=frozenset(kind for kind, pattern in cues.asks.items() if pattern.search(query)),
        asked_for=_but_for_times(cues.asked_for(query), dating, stretches),
        is_of_the_past=cues.past.search(query) is not None,
        is_of_a_time=bool(dated) and dated.issuperset(words),
    )


def _only_dates(
    query: str, reference: datetime | None, language: Language, stretches: Sequence[Stretch]
) -> tuple[set[str], set[str]]:
    """The words of a query that stand in dates alone whose time is known, and which of these only say which time is
    meant: "two", "weekends" and "ago" tell nothing of what was said on that day. What was before or after a date is
    asked for by more than that date: then no words are of dates alone. And of a year people tell afterwards, "I moved
    here four years ago", in the same words."""
    dated, counting, rest, end, is_open = set[str](), set[str](), "", 0, False
    # Of each its place, whether it tells which day is meant, and whether it is known to be of another time.
    found = [(one.start, one.end, True, one.is_beside) for one in stretches]
    for span in _apart_from(stretches, language.resolve_dates(query, reference)):
        if span.value is not None:
            beside = not language.beside_a_time.isdisjoint(folded_words(query[: span.start])[-2:])
            found.append((span.start, span.end, span.granularity != "year", beside))
    for first, last, is_counting, is_beside in sorted(found):
        words = folded_words(query[first:last])
        dated.update(words)
        if is_counting:
            counting.update(words)
        is_open = is_open or is_beside
        rest += query[end:first] + " "
        end = last
    dated.difference_update(folded_words(rest + query[end:]) if dated else ())
    counting &= dated & (language.counting_time | language.relative_days)
    return set() if is_open else dated, counting


def _but_for_times(asked: AskedFor | None, query: str, stretches: Sequence[Stretch]) -> AskedFor | None:
    """What is asked for without the names of times: nobody need have told of "Halloween" for what was said then to
    answer."""
    times = {word for one in stretches for word in folded_words(query[one.start : one.end])}
    return asked and replace(asked, names=asked.names - times, things=asked.things - times)


def _apart_from(stretches: Sequence[Stretch], spans: Iterable[DateSpan]) -> list[DateSpan]:
    """The dates that are no part of a stretch."""
    return [span for span in spans if not any(one.start < span.end and span.start < one.end for one in stretches)]


def terms(text: str, language: Language | None = None) -> list[str]:
    """The distinct words worth looking for, in order: without stop words, unless nothing else is there.

    "Yesterday" is looked for as the day that it is (`periods`): whoever said the word months ago meant another. Beside
    stop words alone it is kept: then it is all that the query says.
    """
    language = language or of_query(AUTO, text)
    distinct = list(dict.fromkeys(folded_words(text[:MAX_TERM_CHARACTERS])))
    telling = [word for word in distinct if word not in language.stop_words]
    lasting = [word for word in telling if word not in language.relative_days]
    return (lasting or telling or distinct)[:MAX_TERMS]


def names(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, run) of every run of up to six words in `text`, longest first: what an entity's name could be.

    Runs keep the characters between their words, so that "o'neil", "user@example.com" and "c-3po" can match.
    """
    text = unicodedata.normalize("NFC", text[:MAX_NAMED_CHARACTERS])
    spans = _spans(text, MAX_NAME_POSITIONS)
    for length in range(min(MAX_NAME_WORDS, len(spans)), 0, -1):
        for first in range(len(spans) - length + 1):
            start, end = spans[first][0], spans[first + length - 1][1]
            yield start, end, text[start:end]


def _spans(text: str, most: int) -> list[tuple[int, int]]:
    """(start, end) of each of the first `most` words. The marks behind a letter belong to it: vowel signs, accents that
    stand alone."""
    spans: list[tuple[int, int]] = []
    for match in WORD.finditer(text):
        start, end = match.span()
        while end < len(text) and unicodedata.category(text[end]).startswith("M"):
            end += 1
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        elif len(spans) == most:
            break
        spans.append((start, end))
    return spans


def periods(
    query: str, reference: datetime | None, language: Language, stretches: Sequence[Stretch]
) -> Iterator[Period]:
    """The times that a query names. "In June" asked in May may mean the last as well as the next: both are answered."""
    yield from ((one.since, one.until) for one in stretches)
    for span in _apart_from(stretches, language.resolve_dates(query, reference)):
        period = period_of(span)
        if period is None:
            continue
        yield period
        yearless = span.granularity in {"month", "season"} and not language.says_which.search(span.text)
        if reference is not None and yearless and period[0] > reference:
            with suppress(OverflowError):  # asked in the first year that the calendar knows
                yield period[0] - timedelta(days=365), period[1] - timedelta(days=365)
