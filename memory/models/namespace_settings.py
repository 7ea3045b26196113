"""What a namespace may set for itself: each setting once, with its default, what it may be, and its help.

A namespace's row keeps a JSON object of what was set there. A stored value that cannot be read breaks no request: the
default holds in its place, and a system check names it. Forms refuse such a value by the same readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from ..language import AUTO
from ..text import BadText, check_characters
from .personal import Personal
from .review_reasons import POLICY_REASONS, ReviewReason

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
MOST_TAGS = 50
MOST_COUNTED = 10**12
MOST_DAYS = 36_500
LONGEST_PROMPT = 4_000  # characters; the built-in words are a tenth of it


class Ranking(models.TextChoices):
    """How a search orders what it found."""

    WEIGHTED = "weighted", "weighted (a hit with its neighbourhood)"
    RRF = "rrf", "rrf (the ranks by words, meaning and names alone)"


class BadSetting(ValueError):
    """What is wrong with a setting's value; `str()` goes on where the setting's name stands."""


def _about(read: Callable[[Any], object], help_text: str) -> dict[str, Any]:
    return {"read": read, "help": help_text}


# --- Readers: a JSON value in, the setting's value out, or BadSetting --------------------------------------------


def _timezone(value: Any) -> str:
    if not isinstance(value, str) or not _is_zone(value):
        raise BadSetting("is a timezone's name, such as Europe/Berlin")
    return value


@lru_cache(maxsize=1000)
def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; not a name; a folder of the database, such as "Europe"
        return False
    return True


def _language(value: Any) -> str:
    if value != AUTO and not (isinstance(value, str) and _LANGUAGE.fullmatch(value)):
        raise BadSetting("is auto, or a language's tag, such as en or pt-BR")
    return str(value)


def _ranking(value: Any) -> Ranking:
    if value not in Ranking.values:
        raise BadSetting(f"is one of: {', '.join(Ranking.values)}")
    return Ranking(value)


def _number(least: float, most: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        # The comparison refuses NaN and the infinities, too.
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            raise BadSetting(f"is a number from {least:g} to {most:g}")
        return float(value)

    return read


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_COUNTED:
        raise BadSetting(f"is a whole number from 0 to {MOST_COUNTED:,}")
    return value


def _days(least: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not (value == 0 or least <= value <= MOST_DAYS):
            raise BadSetting(f"is 0, or a whole number of days from {least} to {MOST_DAYS:,}")
        return value

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadSetting("is true or false")
    return value


def _reasons(value: Any) -> tuple[ReviewReason, ...]:
    if not isinstance(value, list | tuple) or any(reason not in POLICY_REASONS for reason in value):
        raise BadSetting(f"is a list of some of: {', '.join(POLICY_REASONS)}")
    return tuple(ReviewReason(reason) for reason in dict.fromkeys(value))


def _personal(value: Any) -> tuple[Personal, ...]:
    if not isinstance(value, list | tuple) or any(kind not in Personal.values for kind in value):
        raise BadSetting(f"is a list of some of: {', '.join(Personal.values)}")
    return tuple(Personal(kind) for kind in dict.fromkeys(value))


def _tags(value: Any) -> tuple[str, ...]:
    if (
        not isinstance(value, list | tuple)
        or len(value) > MOST_TAGS
        or not all(isinstance(tag, str) and tag.strip() for tag in value)
    ):
        raise BadSetting(f"is a list of at most {MOST_TAGS} tags")
    return tuple(value)


def _prompt(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_PROMPT:
        raise BadSetting(f"is a text of at most {LONGEST_PROMPT:,} characters")
    try:
        check_characters(value)
    except BadText as error:
        raise BadSetting(str(error)) from None
    return value.strip()


@dataclass(frozen=True)
class NamespaceSettings:
    """What holds in a namespace. What was not set there is the installation's default."""

    timezone: str = field(
        default="UTC",
        metadata=_about(_timezone, "Dates a turn that was sent without an offset: a name such as Europe/Berlin."),
    )
    language: str = field(
        default=AUTO, metadata=_about(_language, "What is spoken here, such as en; auto looks at each text.")
    )
    ranking: Ranking = field(
        default_factory=lambda: Ranking(settings.MEMORY_RANKING),
        metadata=_about(_ranking, "How a search orders what it found."),
    )
    decay_rate: float = field(
        default_factory=lambda: float(settings.MEMORY_DECAY_RATE),
        metadata=_about(
            _number(0, 100), "How fast a new fact's confidence falls, a day; at 0 every new fact is protected."
        ),
    )
    review_policy: tuple[ReviewReason, ...] = field(
        default=POLICY_REASONS, metadata=_about(_reasons, "Why a learnt or imported fact waits for a person.")
    )
    review_confidence: float = field(
        default_factory=lambda: float(settings.MEMORY_REVIEW_CONFIDENCE),
        metadata=_about(_number(0, 1), "Below it a learnt fact is doubtful."),
    )
    daily_token_budget: int = field(
        default_factory=lambda: int(settings.MEMORY_LLM_DAILY_TOKEN_BUDGET),
        metadata=_about(
            _count, "Tokens of a language model that may be spent a day, in and out together; 0 is no limit."
        ),
    )
    max_memories: int = field(
        default_factory=lambda: int(settings.MEMORY_MAX_MEMORIES),
        metadata=_about(_count, "Memories that may be kept here, retired ones too; 0 is no limit."),
    )
    max_text_mib: int = field(
        default_factory=lambda: int(settings.MEMORY_MAX_TEXT_MIB),
        metadata=_about(_count, "MiB of text that may be kept here; 0 is no limit."),
    )
    max_waiting_sessions: int = field(
        default_factory=lambda: int(settings.MEMORY_MAX_WAITING_SESSIONS),
        metadata=_about(_count, "Sessions that may wait for consolidation before no new one begins; 0 is no limit."),
    )
    learn: tuple[str, ...] = field(
        default=(),
        metadata=_about(_tags, "Learn only facts that carry one of these tags, such as preference; empty learns all."),
    )
    learning_prompt: str = field(
        default="",
        metadata=_about(
            _prompt,
            "What a language model is asked to write down here, in the place of the built-in words; how it does "
            "so stays as it is. Facts that are learnt by rules do without.",
        ),
    )
    keep_prompts: bool = field(
        default=False,
        metadata=_about(_flag, "The ledger of what was handed out keeps prompts as text, not as keyed hashes alone."),
    )
    memories_in_mail: bool = field(
        default=False,
        metadata=_about(
            _flag, "Mails to curators quote the facts that contradict each other, with links that decide; off: a count."
        ),
    )
    hand_out_waiting: bool = field(
        default=True,
        metadata=_about(_flag, "Facts that wait for a person's review are handed to agents meanwhile."),
    )

    keep_turns_days: int = field(
        default=0,
        metadata=_about(
            _days(1), "Days after which a turn is deleted once its session was consolidated; 0 keeps all. Facts stay."
        ),
    )
    keep_events_days: int = field(
        default=0, metadata=_about(_days(31), "Days after which the history of changes is deleted; 0 keeps all.")
    )
    keep_recalls_days: int = field(
        default=0, metadata=_about(_days(1), "Days after which it is forgotten who was shown what; 0 keeps all.")
    )
    keep_contexts_days: int = field(
        default_factory=lambda: int(settings.MEMORY_CONTEXT_RETENTION_DAYS),
        metadata=_about(_days(1), "Days for which a context block can be given back; 0 keeps all."),
    )
    keep_runs_days: int = field(
        default=0, metadata=_about(_days(31), "Days after which the record of a run is deleted; 0 keeps all.")
    )
    mask_personal: tuple[Personal, ...] = field(
        default=(),
        metadata=_about(_personal, "Personal data that is masked before it is stored, beside secrets and cards."),
    )

    @classmethod
    def of(cls, stored: object) -> NamespaceSettings:
        """What holds where `stored` was set; what cannot be read counts as not set."""
        return cls(**_read(stored)[0]) if stored else cls()


READERS: Mapping[str, Callable[[Any], Any]] = {one.name: one.metadata["read"] for one in fields(NamespaceSettings)}
HELP: Mapping[str, str] = {one.name: one.metadata["help"] for one in fields(NamespaceSettings)}


def flaws(stored: object) -> dict[str, str]:
    """{setting: what is wrong with it} of what a namespace's row keeps; the key "" is the whole."""
    return _read(stored)[1]


def _read(stored: object) -> tuple[dict[str, Any], dict[str, str]]:
    """The values that can be read, and what is wrong with the others. A null counts as not set."""
    if not isinstance(stored, dict):
        return {}, {"": "is no JSON object"}
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, value in _given(stored):
        if name not in READERS:
            wrong[name] = "is no setting"
            continue
        try:
            values[name] = READERS[name](value)
        except BadSetting as error:
            wrong[name] = str(error)
    return values, wrong


def _given(stored: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    return ((name, value) for name, value in stored.items() if value is not None)
