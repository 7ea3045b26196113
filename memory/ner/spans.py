"""What a provider finds in a text, and which of two overlapping finds stays. Pure."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

NameType = Literal["person", "project", "organization", "location", "email", "url", "other"]
ENTITY_TYPES: frozenset[str] = frozenset(get_args(NameType))

# A known spelling, in any case, to the name and the entity type that it stands for.
Aliases = Mapping[str, tuple[str, str]]


class NameSpan(NamedTuple):
    """`text` is the source from `start` to `end` (characters); `name` is how the entity is filed.

    "@ann" is filed as "ann", "#apollo" as "apollo". `confidence` is between 0 and 1 and only ranks the
    finds of one text; `provider` is regex, aliases, spacy or llm.
    """

    start: int
    end: int
    text: str
    type: NameType
    name: str
    confidence: float
    provider: str


def resolve(spans: Iterable[NameSpan]) -> list[NameSpan]:
    """The spans that stay, by position: no two overlap, the more confident wins, then the longer.

    Where both are equal, the one that was given first stays. Empty spans are dropped.
    """
    given = [span for span in spans if span.start < span.end]
    end = 0
    for span in given:
        if span.start < end:
            break
        end = span.end
    else:
        return given  # as it mostly is on the hot path: two or three, found in order
    kept: list[NameSpan] = []
    starts: list[int] = []
    ranked = sorted(given, key=lambda span: (-span.confidence, span.start - span.end))
    for span in ranked:
        at = bisect_left(starts, span.start)
        clear_of_previous = at == 0 or kept[at - 1].end <= span.start
        clear_of_next = at == len(starts) or span.end <= starts[at]
        if clear_of_previous and clear_of_next:
            kept.insert(at, span)
            starts.insert(at, span.start)
    return kept
