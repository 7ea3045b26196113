"""Taking turns in, through the service, beside the raw statements on the same file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from memory import screening
from memory.models import Namespace, Origin
from memory.redaction import Masked
from memory.services.actors import Actor
from memory.services.learning import saving
from memory.services.learning.saving import FactInput
from memory.services.talk import turns
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage

from . import data, raw
from .clock import Times, interleaved, timed, together

ACTOR = Actor("key:bench", Origin.AGENT)
NAMESPACE, SESSION = "bench/ingest", "s1"
MENTIONS = "with @bob and #apollo"
BATCH = 100


def one_turn(folder: Path, synchronous: str, *, rounds: int, calls: int = 50) -> dict[str, Times]:
    """A turn of about 20 words that names two entities: {"product", "unguarded", "raw"}."""
    path = data.store(folder, f"ingest-{synchronous.lower()}")
    prepare(path, synchronous)
    texts = data.texts(500)
    place = raw.Place(raw.connect(path, synchronous), NAMESPACE, SESSION)

    found = interleaved(
        {
            "product": lambda number: take_in(f"{texts[number % 500]} {MENTIONS}"),
            "unguarded": lambda number: take_in(f"{texts[number % 500]} {MENTIONS}"),
            "raw": lambda number: place.add(f"{texts[number % 500]} {MENTIONS}"),
        },
        rounds=rounds,
        calls=calls,
        around={"unguarded": unguarded},
    )
    place.connection.close()
    return found


def batches(folder: Path, *, rounds: int) -> dict[str, Times]:
    """Calls of 100 turns without entities: {"product", "unguarded", "raw"}."""
    path = data.store(folder, "ingest-batch")
    prepare(path, "FULL")
    texts = data.texts(5_000)
    place = raw.Place(raw.connect(path, "FULL"), NAMESPACE, SESSION)

    def part(number: int) -> list[str]:
        start = number * BATCH % len(texts)
        return texts[start : start + BATCH]

    def take_all_in(number: int) -> None:
        ingest_turns(NAMESPACE, SESSION, [NewMessage("user", text) for text in part(number)], ACTOR)

    found = interleaved(
        {"product": take_all_in, "unguarded": take_all_in, "raw": lambda number: place.add_all(part(number))},
        rounds=rounds,
        calls=5,
        around={"unguarded": unguarded},
    )
    place.connection.close()
    return found


@contextmanager
def unguarded() -> Iterator[None]:
    """Without masking and screening: what is left is the way of a turn itself."""

    def leave(text: str, *_: object) -> Masked:
        return Masked(text, 0)

    def find_nothing(*_: object) -> None:
        return None

    with mock.patch.object(turns, "mask", leave), mock.patch.object(screening, "screen", find_nothing):
        yield


def facts(folder: Path, *, calls: int) -> tuple[Times, Times]:
    """Calls of 100 facts, which share words with those of earlier calls: the part for which other writers wait, and
    what comes before it."""
    path = data.store(folder, "ingest-facts")
    prepare(path, "FULL")
    namespace = Namespace.objects.get(name=NAMESPACE)
    texts = data.texts(BATCH * (calls + 1))
    before: list[Times] = []
    inside: list[Times] = []
    for number in range(calls + 1):
        stated = [FactInput(f"{text} {MENTIONS}") for text in texts[number * BATCH : (number + 1) * BATCH]]
        ready: list[FactInput] = []
        before.append(timed([lambda: ready.extend(saving.prepare(namespace, stated, ACTOR))]))  # noqa: B023
        inside.append(timed([lambda: saving.save_batch(namespace, ready, actor=ACTOR)]))  # noqa: B023
    return together(inside[1:]), together(before[1:])  # the first warms up


def prepare(path: Path, synchronous: str) -> None:
    """A store that knows the namespace, the session and the entities."""
    if not path.exists():
        data.make(path)
    data.use(path, synchronous)
    for _ in range(20):
        take_in(f"hello {MENTIONS}")


def take_in(content: str) -> None:
    ingest_turns(NAMESPACE, SESSION, [NewMessage("user", content)], ACTOR)
