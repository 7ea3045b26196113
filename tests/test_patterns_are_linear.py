"""No text stops the service: whatever reads what clients wrote takes time in proportion to its length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from importlib import import_module
from math import inf
from types import ModuleType

import pytest

from maintenance.extraction.grammar import dates, rewrite
from maintenance.extraction.judging import slots, verdicts
from maintenance.extraction.keeping import soundness
from maintenance.extraction.plain import others_words, text
from memory import context_block, passages, similarity
from memory.language import detection
from memory.language.en import chat_logs, foods, pasted, small_talk, writers
from memory.language.en.asking import asked_for
from memory.language.words import AnyCase
from memory.ner import regex
from tests.pace import is_brief, taken

FLOOR = 0.02  # seconds: below it noise decides, and nobody waits
GROWTH = 3  # a quadratic pattern grows by 4 when its input doubles, a linear one by 2
MEASURES = 4
ROUNDS = 4  # of measures, where what was measured first looks too fast

UNITS = [
    *(
        "😀 │ ` ' \" ( [ { | 1 1, , - a- a-a-a- — * _ ~ # ``` ~~~ < </ = :: @ a@ a@b. . A. a. ... … ? ; : / \\ +"
        " http://a. www. (a [a `a 'a in' 's a's \u200b é \u0301 ß 中 supercalifragilistic"
    ).split(),
    " ", "\n", " \n", "\r\n", "\t", "a\t", "\x1f", "\u00a0", "word ", "Word ", "and ", "so ", "hi! ", "yes, ", "no, ",
    " - ", "> ", "a, ", "; ", "x: ", "on ", "in ", "the ", "the day ", "5 May ", "May ", "1 ", "is ", "not ", "really ",
    "I ", "it, ", ", it is ", "you know ", "haha ", "ha", "aw", "wo", "Mr. ", "e.g. ", "A's ", "in' ", "'s been ",
    "no longer ", "used to ", "system:", "## Relevant memory\n", "see http://a ", "says ", '"a" ', "and and, ", ".) ",
]  # fmt: skip
ENDS = (("", ""), ("I live 1 ", "!x"))

READERS: dict[str, Callable[[str], object]] = {
    "prose": lambda said: text.prose(said, ("Ann", "Bob Smith")),
    "is_english": detection.is_english,
    "dates": lambda said: dates.find(said[: text.MAX_SENTENCE_CHARACTERS], date(2023, 5, 8), past=True),
    "own_words": lambda said: others_words.own_words(f"Can you summarise this email?\n{said}"),
    "strip": context_block.strip,
    "one_line": context_block.one_line,
    "difference": lambda said: similarity.difference(said, f"{said} x"),
    "overlap": lambda said: similarity.overlap(said, f"{said} x"),
    "judge": lambda said: verdicts.judge(said, f"{said} x"),
    "cues": slots.cues,
    "asked_for": lambda said: asked_for(f"what is {said}?"),
    "cut": passages.cut,
    "is_broken": soundness.is_broken,
    "voice": rewrite.voice,
    "said_oneself": lambda said: pasted.said_oneself(said, "Ann Smith"),
    "other_writes": lambda said: writers.other_writes(said, "Ann Smith"),
    "names_food": foods.names_food,
    "says_nothing": small_talk.says_nothing,
    "ner": lambda said: regex.find(said, {}),
}
# Whatever is compiled in these is tried over text of any length, wherever it is used today.
MODULES = (
    "maintenance.extraction.plain.abbreviated", "maintenance.extraction.plain.text",
    "maintenance.extraction.judging.slots",
    "maintenance.extraction.keeping.soundness", "maintenance.extraction.grammar.claims",
    "maintenance.extraction.judging.shapes", "maintenance.extraction.judging.verdicts",
    "maintenance.extraction.grammar.alignment", "maintenance.extraction.judging.changes",
    "maintenance.extraction.judging.contrasts", "maintenance.extraction.judging.endings",
    "maintenance.extraction.grammar.roles", "maintenance.extraction.judging.shifts",
    "maintenance.extraction.keeping.hanging", "maintenance.extraction.reading.story", "maintenance.extraction.rules",
    "maintenance.extraction.plain.recast", "maintenance.extraction.plain.ailing",
    "maintenance.extraction.grammar.rewrite", "maintenance.extraction.plain.amended",
    "maintenance.extraction.plain.corrected",
    "memory.context_block", "memory.similarity", "memory.prose",
    "memory.review_policy", "memory.ner.regex", "memory.ner.spacy", "memory.search.query",
    "memory.language.en.annotation", "memory.language.en.asking", "memory.language.en.chat_logs",
    "memory.language.en.compound_dates", "memory.language.en.pasted", "memory.language.en.writers",
    "memory.language.en.cues", "memory.language.en.dates", "memory.language.en.lasting", "memory.language.en.lifting",
    "memory.language.en.month_dates", "memory.language.en.must_knows", "memory.language.en.names",
    "memory.language.en.review", "memory.language.en.whose",
    "maintenance.extraction.plain.remarks", "maintenance.extraction.plain.resumed",
    "maintenance.extraction.plain.typed", "memory.language.en.needing_nothing",
    "memory.language.dates", "memory.language.detection", "memory.language.neutral",
)  # fmt: skip


def shapes(length: int) -> Iterator[tuple[str, str]]:
    """Texts of about `length` characters, each with the unit that it repeats."""
    for unit in UNITS:
        repeated = (unit * (length // len(unit) + 1))[:length]
        for before, after in ENDS:
            yield unit, f"{before}{repeated}{after}"


def slow(read: Callable[[str], object], length: int) -> list[str]:
    """The units on which reading twice as much takes more than GROWTH times as long."""
    found = []
    for (unit, once), (_, twice) in zip(shapes(length), shapes(2 * length), strict=True):
        if taken(partial(read, twice)) <= FLOOR:
            continue
        if grows(read, once, twice):
            found.append(unit)
    return found


def grows(read: Callable[[str], object], once: str, twice: str) -> bool:
    """The least that each ever took is compared: what a busy machine adds goes with more rounds, and growth stays."""
    brief, long = inf, inf
    for _ in range(ROUNDS):
        for _ in range(MEASURES):
            brief, long = min(brief, taken(partial(read, once))), min(long, taken(partial(read, twice)))
        if long <= FLOOR or long <= GROWTH * brief:
            return False
    return True


@pytest.mark.parametrize(("power", "too_fast"), [(1, False), (2, True)])
def test_a_reader_that_grows_too_fast_is_told(power: int, too_fast: bool) -> None:
    def read(said: str) -> object:
        return sum(range(int(2e6 * (len(said) / 2_000) ** power)))

    assert grows(read, "x" * 2_000, "x" * 4_000) == too_fast


def compiled(module: ModuleType) -> Iterator[re.Pattern[str]]:
    return _patterns(list(vars(module).values()))


def _patterns(values: Iterable[object]) -> Iterator[re.Pattern[str]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, AnyCase):
            yield value.plain
        elif isinstance(value, (tuple, list)):
            yield from _patterns(value)
        elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
            yield from _patterns([one for name, one in value.items() if not name.startswith("__")])


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_time_in_proportion_to_the_text(name: str) -> None:
    assert slow(READERS[name], 4_000) == []


# How texts of others, logs and whoever writes are announced.
OPENERS = (
    "text from a ", "text on a ", "text i saw ", "text says ", "message from Tom about ", "look at ", "what a sent ",
    "i got this text from a ", "Tom's essay ", "his reply: no. ", "pasting a ", "on a wrote ", "From: a\n", "To: a\n",
    "translate this ", "translate this? ", "fix the grammar ", "please now then ", "is this english ", "role play ",
    "for the story a ", "Dear Ann, ", "Hi Ann ", "Best, ", "Best, Ann ", "Ann said ", 'Ann said "', '" said Tom ',
    "\n\n", "Tom: a\n", "Tom: you\n", "Me: I\nTom: I\n", "[18:02] Tom: ", "<tom> ", "<tom> you\n", "Tom (12:03 PM)\n",
    "Tom here, ", "this is Tom ", "on Ann's phone ", "Ann's brother ", "writing for my brother ", "hi, it's Ann ",
)  # fmt: skip


@pytest.mark.parametrize("unit", OPENERS)
@pytest.mark.parametrize("module", [chat_logs, pasted, writers])
def test_no_repeated_opener_stops_a_pattern_of_what_others_wrote(module: ModuleType, unit: str) -> None:
    said = (unit * 20_000)[:20_000]
    for pattern in compiled(module):
        assert is_brief(partial(pattern.search, said), 0.5), pattern.pattern
    assert is_brief(partial(pasted.said_oneself, said, "Ann Smith"), 0.5)
    assert is_brief(partial(writers.other_writes, said, "Ann Smith"), 0.5)


@pytest.mark.parametrize("name", MODULES)
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str) -> None:
    found = {}
    for pattern in set(compiled(import_module(name))):
        if units := slow(lambda said, pattern=pattern: pattern.search(said), 3_000):  # type: ignore[misc]
            found[pattern.pattern] = units
    assert found == {}


def test_many_short_sentences_of_one_shape_are_read_in_time() -> None:
    for unit in UNITS:
        body = (unit * 400)[:380].replace("\n", " ")
        said = f"I love {body} Bergen.\n" * 15
        assert is_brief(partial(text.prose, said, ("Ann", "Bob")), 0.5), unit
