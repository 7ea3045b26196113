"""What is wrong with the contents of a memory, by the service's own rules: `report`. It needs no store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum

from memory.models import Trust
from memory.redaction import mask
from memory.screening import screen
from memory.similarity import difference, is_duplicate, overlap, telling_words
from memory.text import shortened

from .claims import Item, SourceClaim
from .turns import SourceTurn

RAREST = 4  # words of a fact by which its like are looked for
LEAST_SHARED = 0.5  # of the shorter one's telling words, for two facts to speak of one thing; chosen, not measured
MOST_COMPARED = 50  # facts with which one is compared
OF_ROLE = {"user": Trust.USER, "assistant": Trust.AGENT}


class HygieneFinding(StrEnum):
    DUPLICATES = "duplicates"
    SOURCELESS = "without a source"
    STALE = "stale"
    CONTRADICTING = "perhaps contradicting"
    SECRETS = "with secrets"
    ORDERS = "like orders to an assistant"


def report(items: Sequence[Item]) -> dict[str, list[str]]:
    """{finding: the places where it was found}, all findings. A place never quotes a secret."""
    found: dict[str, list[str]] = {finding.value: [] for finding in HygieneFinding}
    for item in items:
        text = str(item.message["content"]) if isinstance(item, SourceTurn) else item.text
        masked = mask(text)
        if masked.secrets:
            found[HygieneFinding.SECRETS].append(f"{item.place}: {_short(masked.text)}")
        if screen(text, _trust(item)):
            found[HygieneFinding.ORDERS].append(f"{item.place}: {_short(masked.text)}")
        if isinstance(item, SourceClaim):
            if not item.sourced:
                found[HygieneFinding.SOURCELESS].append(f"{item.place}: {_short(masked.text)}")
            if item.ended is not None:
                found[HygieneFinding.STALE].append(f"{item.place}: {_short(masked.text)} (until {item.ended})")
    for one, other in _alike([item for item in items if isinstance(item, SourceClaim) and item.ended is None]):
        told = f"{one.place}, {other.place}: {_short(mask(one.text).text)} | {_short(mask(other.text).text)}"
        if is_duplicate(one.text, other.text):
            found[HygieneFinding.DUPLICATES].append(told)
        elif reason := _opposed(one.text, other.text):
            found[HygieneFinding.CONTRADICTING].append(f"{told} ({reason})")
    return found


def _opposed(one: str, other: str) -> str:
    """What may make two facts that speak of one thing contradict each other; "" for nothing."""
    of_one = one.split()[0].casefold() == other.split()[0].casefold()
    return difference(one, other) if of_one and overlap(one, other) >= LEAST_SHARED else ""


def _trust(item: Item) -> Trust:
    """As far as the service would trust it."""
    return OF_ROLE.get(str(item.message["role"]), Trust.TOOL) if isinstance(item, SourceTurn) else Trust.AGENT


def _alike(claims: Sequence[SourceClaim]) -> Iterator[tuple[SourceClaim, SourceClaim]]:
    """Pairs of facts that share one of their rarest words."""
    words = [sorted(set(telling_words(claim.text))) for claim in claims]
    common = Counter(word for known in words for word in known)
    by_word: dict[str, list[int]] = defaultdict(list)
    for at, known in enumerate(words):
        rarest = sorted(known, key=lambda word: (common[word], word))[:RAREST]
        near = dict.fromkeys(other for word in rarest for other in reversed(by_word[word]))
        for other in list(near)[:MOST_COMPARED]:
            yield claims[other], claims[at]
        for word in known:
            by_word[word].append(at)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return shortened(line, 80)
