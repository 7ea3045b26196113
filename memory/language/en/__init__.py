"""English."""

from __future__ import annotations

import re
from dataclasses import replace

from ..base import Differences, Language
from ..porter import stem
from . import changing, cues, review
from .annotation import annotate
from .date_words import BESIDE_A_TIME, COUNTING_TIME
from .dates import resolve_dates
from .lasting import LASTING
from .lifting import lifts_any
from .manners import ASKING, ONE_AT_A_TIME
from .names import NAME_WORDS
from .numbered import NUMBERED
from .pasted import said_oneself
from .personal import personal
from .several import asked_apart
from .small_talk import says_nothing
from .stretches import stretches
from .vocabulary import (
    ACKNOWLEDGING,
    ARTICLES,
    AUXILIARIES,
    DATE_WORDS,
    FUNCTION_WORDS,
    JOINING,
    LIGHT_WORDS,
    MONTHS,
    NEGATIONS,
    NUMBERS,
    OPENING_WORDS,
    RELATIVE_DAYS,
    STOP_WORDS,
)  # fmt: skip
from .writers import other_writes

ENGLISH = Language(
    code="en",
    stop_words=STOP_WORDS,
    relative_days=RELATIVE_DAYS,
    counting_time=COUNTING_TIME,
    stem=stem,
    sentence_marks=(".", "!", "?", "…"),
    sentence_gap=re.compile(r"(?<=[.!?])\s+"),
    question_marks=("?",),
    opening_words=OPENING_WORDS,
    resolve_dates=resolve_dates,
    annotate_dates=annotate,
    differences=Differences(
        articles=ARTICLES,
        light_words=LIGHT_WORDS,
        endings=re.compile(r"(?:'s|(?<=\w{3})(?:ing|ed|es|s|e))$"),
        present_endings=re.compile(r"(?:'s|(?<=\w{3})(?:ing|es|s|e))$"),
        function_words=FUNCTION_WORDS,
        negations=NEGATIONS,
        negated_endings=("n't",),
        auxiliaries=AUXILIARIES,
        numbers=NUMBERS,
        dates=DATE_WORDS,
        months=frozenset(MONTHS),
        possessive="'s",
        numbered=NUMBERED,
    ),
    cues=replace(
        cues.CUES,
        asked_apart=asked_apart,
        one_at_a_time=ONE_AT_A_TIME,
        asking=ASKING,
        personal=personal,
        lifts=lifts_any,
    ),
    changes=changing.SIGNS,
    review=review.WORDS,
    lasting=LASTING,
    names=NAME_WORDS,
    acknowledging=ACKNOWLEDGING,
    beside_a_time=BESIDE_A_TIME,
    stretches=stretches,
    says_which=re.compile(r"\d|next|coming|following|months?$", re.IGNORECASE),
    unmarked_question=cues.UNMARKED_QUESTION,
    joining=JOINING,
    said_oneself=said_oneself,
    other_writes=other_writes,
    says_nothing=says_nothing,
)
