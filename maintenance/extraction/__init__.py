"""Which durable facts does this piece of talk state, and how do two facts stand to each other.

`MEMORY_FACTS_PROVIDER` is "rules", "openai" or the dotted path of an object with a Provider's two functions.
Providers are imported on first use.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from maintenance.extraction.deadline import Deadline
from maintenance.extraction.judging.changes import tells_of_change
from maintenance.extraction.judging.properties import properties_of
from maintenance.extraction.judging.recalled import recalled_of
from maintenance.extraction.judging.said_with import around as talk_around
from maintenance.extraction.judging.said_with import has_its_sign, with_its_sign
from maintenance.extraction.judging.slots import cues, share_slot
from maintenance.extraction.reading.sought import sought_of
from maintenance.extraction.types import (
    Background,
    Claim,
    Extracted,
    FactDraft,
    Judged,
    Person,
    Told,
    TookTooLong,
    Turn,
    Verdict,
)
from memory.language import Language
from memory.similarity import compared_words, overlap, similarity

__all__ = [
    "Background", "Claim", "Deadline", "Extracted", "FactDraft", "Judged", "Person", "Told", "TookTooLong", "Turn",
    "Verdict",
    "available", "cues", "extract_facts", "has_its_sign", "judge", "judging_is_free", "properties_of", "recalled_of",
    "sought_of", "talk_around", "tells_of_change", "with_its_sign", "worth_judging",
]  # fmt: skip

PROVIDERS = {"rules": "maintenance.extraction.rules", "openai": "maintenance.extraction.model"}


class Provider(Protocol):
    """What a provider owes.

    `extract` answers with an empty list only if the turns state nothing; a failure is an exception. `background` helps
    to name people and is no source: nothing is learnt from it. `judge` is asked once about a new fact and all older
    ones that it may bear on, and answers one verdict for each.
    """

    def extract(self, turns: Sequence[Turn], *, timezone: str, background: Background) -> Extracted:
        """The facts that `turns` state. `timezone` (IANA name) dates the turns that came without an offset."""
        ...

    def judge(self, new: Claim, older: Sequence[Claim]) -> Judged:
        """One verdict for each of the `older` claims, in their order."""
        ...


NOTHING_KNOWN = Background()


def extract_facts(
    turns: Sequence[Turn], *, timezone: str = "UTC", learn: Collection[str] = (), background: Background = NOTHING_KNOWN
) -> Extracted:
    """The facts that the user's turns state, each with the ids of those turns.

    `timezone` (IANA name) dates the turns that came without an offset. `learn` keeps only the facts with
    one of these tags; empty keeps all. `background` is what the memory knows already. Raises the provider's own errors:
    LLMError from a language model, ExtractorUnavailable or TookTooLong from the rules.
    """
    found = _provider(settings.MEMORY_FACTS_PROVIDER).extract(turns, timezone=timezone, background=background)
    facts = [replace(fact, properties=_properties(fact)) for fact in found.facts]
    found = replace(found, facts=facts)
    if not learn:
        return found
    wanted = [fact for fact in found.facts if not set(learn).isdisjoint(fact.tags)]
    if unwanted := len(found.facts) - len(wanted):
        return replace(found, facts=wanted, skipped={**found.skipped, "unwanted": unwanted})
    return found


def _properties(fact: FactDraft) -> tuple[Told, ...]:
    """What the provider names, and what the words tell by the names that older facts are kept under."""
    return tuple(dict.fromkeys((*fact.properties, *properties_of(fact.content))))


def judge(new: Claim, older: Sequence[Claim]) -> Judged:
    """How the new claim stands to each of the older ones. Raises as `extract_facts` does."""
    judged = _provider(settings.MEMORY_FACTS_PROVIDER).judge(new, older)
    return replace(judged, verdicts=tuple(with_its_sign(one, new.content, new.talk) for one in judged.verdicts))


# Set by hand on single examples. Of the 66 changes of the pairs' build half 63 supersede, and none of 26 unrelated
# pairs is retired, at half and twice of the first two and at half of the third.
LEAST_SIMILARITY = 0.2  # of two facts below it, one says little of the other
LEAST_OVERLAP = 0.5
LEAST_OF_STRANGERS = 0.5  # of two that begin with different names: whom one speaks of, the other does not know


def worth_judging(new: str, old: str, language: Language) -> float:
    """How much two sentences have in common, 0 for nothing that a judge need look at, 2 and more for one slot."""
    if share_slot(new, old):
        return 2.0
    close, shared = similarity(new, old, language), overlap(new, old, language)
    if close < LEAST_OF_STRANGERS and not _same_subject(new, old, language):
        return 0.0
    return max(close, shared) if close >= LEAST_SIMILARITY or shared >= LEAST_OVERLAP else 0.0


def _same_subject(new: str, old: str, language: Language) -> bool:
    """Whether one of the sentences speaks, anywhere, of what the other begins with."""
    left, right = ([word.removesuffix("'s") for word in compared_words(text, language)] for text in (new, old))
    return bool(left and right and (left[0] in right or right[0] in left))


def judging_is_free() -> bool:
    """Whether `judge` is rules alone, so that all candidates may be shown to it."""
    return bool(settings.MEMORY_FACTS_PROVIDER == "rules")


def available() -> tuple[bool, str]:
    """Whether the configured provider can work here, and if not, what to install or set."""
    name = settings.MEMORY_FACTS_PROVIDER
    if name == "openai":
        from memory import llm

        if not llm.configured():
            return False, "set MEMORY_OPENAI_API_KEY, or MEMORY_OPENAI_BASE_URL for another server"
        if find_spec("openai") is None:
            return False, "the package openai is missing: pip install openai"
        return True, ""
    if name == "rules":
        for package in ("spacy", settings.MEMORY_SPACY_MODEL):
            if find_spec(package) is None:
                return False, f"the package {package} is missing: pip install {package.replace('_', '-')}"
        return True, ""
    try:
        _provider(name)
    except ImportError:
        known = " or ".join(PROVIDERS)
        return False, f"MEMORY_FACTS_PROVIDER = {name!r} is neither {known} nor an importable path"
    return True, ""


@cache
def _provider(name: str) -> Provider:
    path = PROVIDERS.get(name)
    return cast(Provider, import_module(path) if path else import_string(name))
