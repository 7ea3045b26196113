"""Promise 19: a change of embedding model never degrades silently or mixes models, wherever the move is killed.

The vectors of a text by two models have nothing in common here: what is found by meaning tells whose vectors were
asked. A move is killed before each of its statements and commits, and at random moments while others write, embed and
search with the settings of before and of now; then it is started again.
"""

from __future__ import annotations

import hashlib
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from django.db import connection
from django.test import override_settings

from memory.embedding import Vector
from memory.models import ALL, Memory
from memory.search.backends import backend
from memory.search.vectors import LiveIndex
from memory.services import embeddings
from memory.services.errors import StateConflict
from memory.services.handing import retrieval
from memory.services.memories import facts
from memory.services.upkeep import doctor

from . import store
from .journal import Journal
from .outcome import Outcome

TEXTS = 140  # three batches of a move
NAME = re.compile(r"\b([a-z]+son)\b", re.IGNORECASE)
LONG = " Much more was said about it, and none of it tells where anybody lives." * 12  # it is cut into passages
KILLS = 8  # of one move, beside others
FINE = {"found by meaning", "told as degraded"}


class Embedder:
    """A model whose vector of a text is a direction drawn by the name in it, and by the model."""

    name = ""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def load(self) -> None:
        """Nothing is."""

    def embed(self, texts: Sequence[str]) -> Iterable[Vector]:
        return [self.row(text) for text in texts]

    def row(self, text: str) -> Vector:
        known = NAME.search(text)
        drawn = f"{self.name}:{self.dimensions}:{known[1].lower() if known else text}".encode()
        seed = int.from_bytes(hashlib.blake2b(drawn, digest_size=8).digest())
        row = np.random.default_rng(seed).standard_normal(self.dimensions).astype(np.float32)
        return row / np.float32(np.linalg.norm(row))


class First(Embedder):
    name = "first"


class Second(Embedder):
    name = "second"


@dataclass(frozen=True)
class Model:
    made: type[Embedder]
    dimensions: int

    @property
    def name(self) -> str:
        return f"{self.made.name}:{self.dimensions}"

    @contextmanager
    def configured(self) -> Iterator[None]:
        path = f"{self.made.__module__}.{self.made.__qualname__}"
        with override_settings(MEMORY_EMBEDDER=path, MEMORY_EMBEDDING_DIMENSIONS=self.dimensions):
            yield


OLD = Model(First, 256)
# To another model of as many dimensions; to the same one with fewer; to another with more.
MOVES = (Model(Second, 256), Model(First, 96), Model(Second, 384))


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    searches: Counter[str] = Counter()
    with store.fresh() as origin:
        _fill()
        for number, new in enumerate(MOVES[:1] if quick else MOVES):
            _killed_everywhere(outcome, origin, new, 25 if quick else 1 if number == 0 else 4)
        chance = random.Random(19)
        for number in range(1 if quick else 9):
            searches += _beside_others(outcome, origin, MOVES[number % 3], chance)
    told = ", ".join(f"{count:,} {what}" for what, count in sorted(searches.items()))
    outcome.note = f"{outcome.cases} kills; searches beside them: {told}; {len(outcome.broken)} mixed or not whole"
    return outcome


def _fill() -> None:
    with OLD.configured():
        embeddings.reembed()  # the empty store is of the model that comes with the service
        for start in range(0, TEXTS, 70):
            store.say(f"s{start}", *[_text(number) for number in range(start, start + 70)], role="assistant")
        _embed_all()
        retired = Memory.objects.within(store.home()).order_by("-pk")[0]
        facts.retire(store.home(), retired.uid, actor=store.AGENT)


def _text(number: int) -> str:
    return store.claim(number) + (LONG if number % 20 == 7 else "")


def _embed_all() -> None:
    while embeddings.drain():
        pass


# --- Killed before each statement -----------------------------------------------------------------------------------


def _killed_everywhere(outcome: Outcome, origin: Path, new: Model, step: int) -> None:
    with store.fresh(origin), new.configured():
        crossed: list[str] = []
        with store.boundaries(crossed.append):
            embeddings.reembed()
        _expect_moved(outcome, new, f"{new.name}, never killed")
    switched = set()
    # The last ones always: there the new table takes the old one's place.
    last = len(crossed) - 12
    for number in [*range(1, last, step), *range(last, len(crossed) + 1, 1 if step < 20 else 4)]:
        outcome.cases += 1
        when = f"{new.name}, killed at {number} of {len(crossed)}"
        with store.fresh(origin):
            outcome.expect(store.wait(store.fork(partial(_killed_at, new, number))) != 0, f"{when}: it was not killed")
            switched.add(_expect_one_model(outcome, new, when))
            if number % 3 == 0:  # the second run is killed, too
                store.wait(store.fork(partial(_killed_at, new, number // 3 + 1)))
                _expect_one_model(outcome, new, f"{when}, and again")
            outcome.expect(store.wait(store.fork(partial(_move, new))) == 0, f"{when}: it does not go on")
            _expect_moved(outcome, new, when)
    outcome.expect(switched == {OLD.name, new.name}, f"{new.name}: no kill fell before the switch, or none after it")


def _killed_at(new: Model, number: int) -> None:
    with new.configured(), store.failpoint(number):
        embeddings.reembed()


def _move(new: Model) -> None:
    with new.configured():
        embeddings.reembed()


def _expect_one_model(outcome: Outcome, new: Model, when: str) -> str:
    """Whose index is live; it is whole, and whoever is configured for the other is told so."""
    live = LiveIndex.read().model
    outcome.expect(live in {OLD.name, new.name}, f"{when}: the index is of {live!r}")
    for model in (OLD, new):
        with model.configured():
            for number in (3, 67, 127):
                said = _searched(number)
                wanted = "found by meaning" if model.name == live else "told as degraded"
                outcome.expect(said == wanted, f"{when}: with {model.name} on {live}, a search was {said}")
    outcome.broken += [f"{when}: {flaw}" for flaw in _strange_vectors(live)]
    return live


def _searched(number: int) -> str:
    """What the vector arm had to say to a question about one text."""
    wanted = store.claim(number)
    found = retrieval.search(store.home(), f"Where does {wanted.split()[0]} live?", limit=20, record=False)
    place = next((hit.ranks["vector"] for hit in found.hits if hit.memory.content.startswith(wanted)), None)
    if found.degraded:
        others = any(hit.ranks["vector"] is not None for hit in found.hits)
        return "degraded and found by meaning all the same" if others else "told as degraded"
    return "found by meaning" if place == 1 else f"not found by meaning (place {place}), and nobody was told"


def _strange_vectors(live: str) -> list[str]:
    """The vectors in the live table that are not the live model's of their texts."""
    made = {model.name: model for model in (OLD, *MOVES)}[live]
    embedder = made.made(made.dimensions)
    texts = dict(Memory.objects.across(ALL).values_list("pk", "content"))
    strange = 0
    for rowid, _, _, _, vector in backend().every_vector(LiveIndex.read().table):
        if rowid in texts:  # the passages are under other keys; the doctor knows them
            row = np.frombuffer(bytes(vector), dtype=np.float32)
            strange += row.shape != (made.dimensions,) or not np.allclose(row, embedder.row(texts[rowid]), atol=1e-5)
    return [f"{strange} vectors in the live index are of another model"] if strange else []


def _expect_moved(outcome: Outcome, new: Model, when: str) -> None:
    with new.configured():
        _embed_all()
        status = embeddings.status()
        told = (status.model, status.coverage, status.pending, status.problem)
        outcome.expect(told == (new.name, 1.0, 0, ""), f"{when}: at the end {told}")
        outcome.expect(_searched(3) == "found by meaning", f"{when}: at the end a search was {_searched(3)}")
        outcome.broken += [f"{when}: {flaw}" for flaw in _strange_vectors(status.model)]
        outcome.broken += [f"{when}: the doctor finds {flaw.what}" for flaw in doctor.examine()]
    tables = _vector_tables()
    outcome.expect(len(tables) == 1, f"{when}: the tables {tables} are left")


def _vector_tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%%vec0%%' ORDER BY name")
        return [name for (name,) in cursor.fetchall()]


# --- Killed at random beside others ---------------------------------------------------------------------------------


def _beside_others(outcome: Outcome, origin: Path, new: Model, chance: random.Random) -> Counter[str]:
    """Answers how the searches beside it went."""
    with store.fresh(origin) as path:
        journal, stop = Journal(path.with_name("journal")), path.with_name("stop")
        crew = [store.fork(partial(_search, model, journal, stop)) for model in (OLD, new)]
        crew += [store.fork(partial(_embed, model, stop)) for model in (OLD, new)]
        crew += [store.fork(partial(_write, stop))]
        try:
            time.sleep(0.5)
            kills = 0
            for _ in range(KILLS):
                time.sleep(0.1)
                kills += store.wait(store.fork(partial(_killed_at, new, chance.randint(1, 80)))) == -signal.SIGKILL
            ended = store.wait(store.fork(partial(_move, new)))
            outcome.expect(ended == 0, f"{new.name}: beside others it ended with {ended}")
            time.sleep(0.5)
        finally:
            stop.touch()
            ends = list(map(store.wait, crew))
        outcome.cases += kills
        outcome.expect(not any(ends), f"{new.name}: searchers, embedders and the writer ended with {ends}")
        _expect_moved(outcome, new, f"{new.name}, killed {kills} times beside others")
        said = Counter(note.told for note in journal.read())
        wrong = [(what, count) for what, count in said.items() if what not in FINE]
        outcome.broken += [f"{new.name}: {count} searches were {what}" for what, count in wrong]
        return said


def _search(model: Model, journal: Journal, stop: Path) -> None:
    with model.configured():
        number = 0
        while not stop.exists():
            journal.note("search", _searched(number % (TEXTS - 1)))
            number += 13


def _embed(model: Model, stop: Path) -> None:
    """A worker with these settings: it waits while the index is another model's."""
    with model.configured():
        while not stop.exists():
            try:
                embeddings.drain()
            except StateConflict:
                time.sleep(0.05)
            time.sleep(0.02)


def _write(stop: Path) -> None:
    """New texts, and old ones that retire and come back; none of those that are searched for."""
    number = 1_000
    while not stop.exists():
        uids = store.say("new", store.claim(number), _text(number + 1), role="assistant")
        facts.retire(store.home(), uids[0], actor=store.AGENT)
        if number % 3 == 0:
            facts.restore(store.home(), uids[0], actor=store.AGENT)
        number += 2
        time.sleep(0.05)
