"""Names in a text: `extract`, by the providers of a strategy (`MEMORY_NER_STRATEGIES`).

`fast` is patterns alone and belongs to the hot path; `local` adds spaCy, `accurate` a language model.
Providers are imported on first use.
"""

from datetime import datetime
from functools import cache, cached_property
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings

from memory.language import recognised
from memory.language.dates import DateSpan
from memory.ner.errors import NerUnavailable
from memory.ner.spans import ENTITY_TYPES, Aliases, NameSpan, NameType, resolve

__all__ = [
    "ENTITY_TYPES",
    "Aliases",
    "DateSpan",
    "Extraction",
    "NameSpan",
    "NameType",
    "NerUnavailable",
    "accurate_available",
    "available",
    "extract",
]


class Extraction:
    """What a text names: `entities` by position without overlaps, `dates`, and the providers `skipped`.

    `dates` is worked out when first asked for: the hot path links entities and has no use for it.
    """

    def __init__(
        self, text: str, entities: list[NameSpan], skipped: list[str], reference: datetime | None = None
    ) -> None:
        self.entities = entities
        self.skipped = skipped
        self._text = text
        self._reference = reference

    @cached_property
    def dates(self) -> list[DateSpan]:
        """Times that the text speaks of, relative ones counted from the reference; never entities."""
        return recognised(self._text).resolve_dates(self._text, self._reference)


def extract(
    text: str,
    strategy: str = "fast",
    *,
    reference: datetime | None = None,
    aliases: Aliases | None = None,
) -> Extraction:
    """Entities and dates of `text` by the providers of `strategy`.

    `reference` is when the text was said; relative dates are counted from it. `aliases` maps the known
    spellings to (canonical name, type); spaCy's provider finds them whatever its model thinks.
    A provider that is not installed or configured is listed in `skipped`. Raises NerUnavailable if one
    that is there fails, and ValueError for an unknown strategy.
    """
    found: list[NameSpan] = []
    skipped: list[str] = []
    for name in _names(strategy):
        provider = _provider(name)
        if provider.usable():
            found += provider.find(text, aliases or {})
        else:
            skipped.append(name)
    return Extraction(text, resolve(found), skipped, reference)


def available(strategy: str) -> list[str]:
    """The strategy's providers that can be used now. Raises ValueError for an unknown strategy."""
    return [name for name in _names(strategy) if _provider(name).usable()]


def accurate_available() -> bool:
    """Whether `accurate` would find more than patterns do."""
    return any(name != "regex" for name in available("accurate"))


PROVIDERS = ("regex", "spacy", "llm")


class NameFinder(Protocol):
    """What the module of a provider owes.

    `usable` tells without importing anything heavy whether `find` can work here; `find` gives spans that
    may overlap, or raises NerUnavailable.
    """

    def usable(self) -> bool: ...

    def find(self, text: str, aliases: Aliases, /) -> list[NameSpan]: ...


def _names(strategy: str) -> list[str]:
    strategies: dict[str, list[str]] = settings.MEMORY_NER_STRATEGIES
    if strategy not in strategies:
        raise ValueError(f"there is no NER strategy {strategy!r}; known: {', '.join(strategies)}")
    return strategies[strategy]


@cache
def _provider(name: str) -> NameFinder:
    if name not in PROVIDERS:
        raise ValueError(f"MEMORY_NER_STRATEGIES names {name!r}; known: {', '.join(PROVIDERS)}")
    return cast(NameFinder, import_module(f"memory.ner.{name}"))
