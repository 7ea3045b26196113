"""A long life in one process: turns, facts and searches through the services, and what they leave behind in memory.

As in the web process: checkpoints and put-off work are threads'. As in a worker: embeddings are drained.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from maintenance import consolidation
from memory import background
from memory.models import Namespace
from memory.services import embeddings
from memory.services.handing import context, retrieval
from memory.services.learning import saving
from memory.services.talk import sessions
from memory.services.talk.episodes import ingest_turns
from memory.services.talk.turns import NewMessage
from memoryproj.sqlite import checkpoints

from . import data
from .apart import apart, give_back, memory_of
from .ingest import ACTOR

TENANTS = 50
TURNS_A_FACT = 50
# Of each text, so that the caches of words (bounded, but large) have soon seen all there are.
TIMES_SAID = 20
WARM = 0.4  # the part of the life in which caches fill


def in_a_process(folder: Path, turns: int, searches: int) -> dict[str, float]:
    """`lived`, in a new process whose data folder is `folder`."""
    found: dict[str, float] = apart(
        "age", "lived", turns, searches,
        DJANGO_SETTINGS_MODULE="memoryproj.settings", MEMORY_SECRET_KEY=settings.SECRET_KEY,
        MEMORY_DATA_DIR=str(folder), MEMORY_BROKER_URL="filesystem://", MEMORY_BACKGROUND_THREAD="1",
        MEMORY_LOG_LEVEL="ERROR",
        # What a flush takes has no part in what grows.
        MEMORY_SQLITE_SYNCHRONOUS="NORMAL",
    )  # fmt: skip
    return found


def lived(turns: int, searches: int) -> dict[str, float]:
    """MiB of the process's own at the "start", once "warm", and at the "end"; how many more "objects" Python holds at
    the end than once warm (what it kept would hide in memory that it had freed before); the longest "wal" in MiB;
    "seconds".

    Each fourth search is a context, whose recalls are written. The store is the settings' own, and must be new.
    """
    settings.MEMORY_DATA_DIR.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    connections.close_all()  # one that migrated stays slow
    checkpoints.start()
    wal = Path(f"{settings.DATABASES['default']['NAME']}-wal")
    texts = data.texts(max(1, turns // TIMES_SAID))
    embeddings.drain()
    start = time.perf_counter()
    found = {"start": _held(), "wal": 0.0}
    asked = 0
    for number in range(turns):
        tenant, text = number % TENANTS, texts[number % len(texts)]
        name, session = f"bench/n{tenant}", f"s{number // TENANTS // data.TURNS_A_SESSION}"
        ingest_turns(name, session, [NewMessage("user", f"{text} @{text[-5:]}")], ACTOR)
        if number % TURNS_A_FACT == 0:
            saving.remember(_namespace(name), f"{text} {number}", actor=ACTOR)
        if number % embeddings.BATCH == 0:
            embeddings.drain()
        while asked * turns < (number + 1) * searches:
            prompt = texts[asked % len(texts)][:80]
            if asked % 4:
                retrieval.search(_namespace(name), prompt)
            else:
                context.build(_namespace(name), prompt, session_id="another")
            asked += 1
        if number % 100 == 0:
            found["wal"] = max(found["wal"], wal.stat().st_size / (1 << 20))
        if number == int(WARM * turns):
            found |= {"warm": _held(), "objects": -sys.getallocatedblocks()}
    background.flush()
    found |= {"end": _held(), "seconds": time.perf_counter() - start}
    found["objects"] += sys.getallocatedblocks()
    checkpoints.stop()
    return found


def learning_in_a_process(folder: Path, talks: int) -> dict[str, float]:
    """`learnt`, in a new process whose data folder is `folder`."""
    found: dict[str, float] = apart(
        "age", "learnt", talks,
        DJANGO_SETTINGS_MODULE="memoryproj.settings", MEMORY_SECRET_KEY=settings.SECRET_KEY,
        MEMORY_DATA_DIR=str(folder), MEMORY_BROKER_URL="filesystem://", MEMORY_LOG_LEVEL="ERROR",
        MEMORY_SQLITE_SYNCHRONOUS="NORMAL",
    )  # fmt: skip
    return found


def learnt(talks: int) -> dict[str, float]:
    """A worker's life: so many sessions, with names and words that none before had, are consolidated one after the
    other. MiB of the process's own at the "start", after the first tenth ("warm") and at the "end"; "seconds"."""
    settings.MEMORY_DATA_DIR.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    connections.close_all()
    found = {"start": _held()}
    start = time.perf_counter()
    for number in range(talks):
        name, session = f"bench/n{number % TENANTS}", f"s{number}"
        turns = [text.format(_word(number), _word(number + 70_000)) for text in TALK]
        ingest_turns(name, session, [NewMessage("user", turn) for turn in turns], ACTOR)
        sessions.complete(_namespace(name), session)
        consolidation.consolidate_pending()
        if number == talks // 10:
            found["warm"] = _held()
    found |= {"end": _held(), "seconds": time.perf_counter() - start}
    return found


TALK = (
    "My sister {0} moved to {1} last week.", "I work with {0} at {1} Labs now.", "We sold the {1} bike to {0}.",
    "{0} is allergic to {1} nuts.", "I met {0} at the {1} theatre on Friday.", "Please call me {0} from now on.",
)  # fmt: skip


def _word(number: int) -> str:
    """A name that no other number has."""
    letters = []
    for _ in range(4):
        number, digit = divmod(number, 16)
        letters.append("bdfghklmnprstvwz"[digit] + "aeiou"[(digit + number) % 5])
    return "".join(letters).title()


def _held() -> float:
    give_back()
    return memory_of()["own"]


def _namespace(name: str) -> Namespace:
    return Namespace.objects.get(name=name)
