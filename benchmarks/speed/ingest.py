"""Taking turns in, through the service, beside the raw statements on the same file."""

from __future__ import annotations

from pathlib import Path

from memory.models import Origin
from memory.services.actors import Actor
from memory.services.episodes import NewMessage, ingest_turns

from . import data, raw
from .clock import Times, interleaved

ACTOR = Actor("key:bench", Origin.AGENT)
NAMESPACE, SESSION = "bench/ingest", "s1"
MENTIONS = "with @bob and #apollo"
BATCH = 100


def one_turn(folder: Path, synchronous: str, *, rounds: int, calls: int = 50) -> dict[str, Times]:
    """A turn of about 20 words that names two entities: {"product", "raw"}."""
    path = data.store(folder, f"ingest-{synchronous.lower()}")
    prepare(path, synchronous)
    texts = data.texts(500)
    place = raw.Place(raw.connect(path, synchronous), NAMESPACE, SESSION)

    found = interleaved(
        {
            "product": lambda number: take_in(f"{texts[number % 500]} {MENTIONS}"),
            "raw": lambda number: place.add(f"{texts[number % 500]} {MENTIONS}"),
        },
        rounds=rounds,
        calls=calls,
    )
    place.connection.close()
    return found


def batches(folder: Path, *, rounds: int) -> dict[str, Times]:
    """Calls of 100 turns without entities: {"product", "raw"}."""
    path = data.store(folder, "ingest-batch")
    prepare(path, "FULL")
    texts = data.texts(5_000)
    place = raw.Place(raw.connect(path, "FULL"), NAMESPACE, SESSION)

    def part(number: int) -> list[str]:
        start = number * BATCH % len(texts)
        return texts[start : start + BATCH]

    found = interleaved(
        {
            "product": lambda number: ingest_turns(
                NAMESPACE, SESSION, [NewMessage("user", text) for text in part(number)], ACTOR
            ),
            "raw": lambda number: place.add_all(part(number)),
        },
        rounds=rounds,
        calls=5,
    )
    place.connection.close()
    return found


def prepare(path: Path, synchronous: str) -> None:
    """A store that knows the namespace, the session and the entities."""
    if not path.exists():
        data.make(path)
    data.use(path, synchronous)
    for _ in range(20):
        take_in(f"hello {MENTIONS}")


def take_in(content: str) -> None:
    ingest_turns(NAMESPACE, SESSION, [NewMessage("user", content)], ACTOR)
