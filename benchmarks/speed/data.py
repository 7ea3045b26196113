"""Synthetic talk with the word frequencies of real talk, and stores full of it.

A third of the words are real stop words; the others are made of syllables and follow Zipf's law, so that posting lists
have the lengths that make full-text search slow. Everything is drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management import call_command
from django.db import connections
from numpy.random import Generator

from memory.search.backends import backend
from memoryproj import throwaway

VOCABULARY = 60_000
EXPONENT = 1.05
FLATTENED = 12  # of the commonest words: Mandelbrot's correction
SPEAKERS = ("Maya", "Tomas", "Ines", "Jonas", "Priya", "assistant")
TURNS_A_SESSION = 50
FACT_SHARE = 5  # each fifth memory is a fact
START = datetime(2025, 1, 1, tzinfo=UTC)
CHUNK = 50_000
DIMENSIONS = 256
_STOPS = "the a to of and in i you it that is was for on with my we have be at so but this they are not".split()
_SYLLABLES = [c + v for c in "b d f g k l m n p r s t v z ch sh tr".split() for v in "a e i o u".split()]


class Language:
    """A vocabulary whose word number n is drawn with a probability of about 1 / n."""

    def __init__(self) -> None:
        self.words = [self._word(number) for number in range(VOCABULARY)]
        weights = 1.0 / (np.arange(VOCABULARY) + 1.0 + FLATTENED) ** EXPONENT
        self._sums = np.cumsum(weights / weights.sum())

    @staticmethod
    def _word(number: int) -> str:
        syllables = []
        number += len(_SYLLABLES)
        while number:
            number, rest = divmod(number, len(_SYLLABLES))
            syllables.append(_SYLLABLES[rest])
        return "".join(syllables) + "n"

    def draw(self, random: Generator, count: int) -> list[str]:
        places = np.searchsorted(self._sums, random.random(count))
        return [self.words[place] for place in np.minimum(places, VOCABULARY - 1)]

    def sentences(self, random: Generator, count: int) -> list[str]:
        """`count` sentences of 8 to 30 words."""
        lengths = random.integers(8, 31, count)
        total = int(lengths.sum())
        drawn = self.draw(random, total)
        stops = random.integers(0, len(_STOPS), total)
        is_stop = random.random(total) < 0.35
        mixed = [_STOPS[s] if stop else word for word, s, stop in zip(drawn, stops, is_stop, strict=True)]
        found, at = [], 0
        for length in lengths:
            found.append(" ".join(mixed[at : at + length]))
            at += length
        return found


@dataclass(frozen=True)
class Question:
    """A prompt in natural length, and the memory whose words it repeats."""

    text: str
    rowid: int


def questions(language: Language, rows: Sequence[tuple[int, str]], seed: int = 7) -> list[Question]:
    """One a row: five of its words, five words that it may not hold, stop words between them."""
    random = np.random.default_rng(seed)
    found = []
    for rowid, content in rows:
        own = list(dict.fromkeys(word for word in content.split() if word not in _STOPS))
        kept = [own[i] for i in random.permutation(len(own))[:5]]
        words = kept + language.draw(random, 5)
        order = random.permutation(len(words))
        text = " ".join(f"{_STOPS[int(i) % len(_STOPS)]} {words[i]}" for i in order)
        found.append(Question(f"what about {text}?", rowid))
    return found


def texts(count: int, seed: int = 3) -> list[str]:
    return language().sentences(np.random.default_rng(seed), count)


def store(folder: Path, name: str) -> Path:
    """Where the store `name` lies: its folder is a data folder, as the service wants it."""
    return folder / name / "memory.db"


def use(path: Path, synchronous: str = "FULL") -> None:
    """Point Django at the store in `path`; the next query opens it."""
    throwaway.point_at(path)
    backend().forget()  # what it knows is of another store
    connections["default"].settings_dict["OPTIONS"] |= {"pragmas": {"synchronous": synchronous}}


def make(path: Path) -> None:
    """An empty store, migrated. The connection that migrated it is closed: it stays slow for as long as it lives."""
    path.parent.mkdir(parents=True, exist_ok=True)
    use(path)
    call_command("migrate", verbosity=0)
    connections["default"].close()


def fill(path: Path, memories: int, namespaces: int, *, vectors: bool = True, facts_only: bool = False) -> None:
    """A new store at `path` with `memories` spread over `namespaces`, each fifth a fact, and unit vectors for all.

    Vectors are random: the time of a search does not depend on what they mean.
    """
    make(path)
    with connections["default"].cursor() as wrapped:
        wrapped.execute("PRAGMA synchronous = OFF")
        cursor = wrapped.cursor
        cursor.execute("BEGIN IMMEDIATE")
        now = str(START)[:19]
        cursor.executemany(
            "INSERT INTO namespaces (id, name, settings, created_at) VALUES (%s, %s, '{}', %s)",
            [(n, f"bench/n{n}", now) for n in range(1, namespaces + 1)],
        )
        cursor.execute("INSERT INTO memory_metadata (key, value) VALUES ('fts_defer', '1')")
        model = _model_name()
        if vectors:
            cursor.execute("UPDATE memory_metadata SET value = %s WHERE key = 'embedding_model'", [model])
        for first in range(0, memories, CHUNK):
            rows = list(memory_rows(first, min(CHUNK, memories - first), namespaces, model, vectors, facts_only))
            cursor.executemany(_INSERT, rows)
            if vectors:
                cursor.executemany(
                    "INSERT INTO vec_memories (rowid, namespace_id, kind, embedding) VALUES (%s, %s, %s, %s)",
                    [(row[0], row[2], row[3], row[-2]) for row in rows],
                )
        cursor.execute(
            "INSERT INTO memories_fts (rowid, scope, content) SELECT rowid, scope, content FROM memories_search"
        )
        cursor.execute("DELETE FROM memory_metadata WHERE key = 'fts_defer'")
        cursor.execute("COMMIT")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()
    connections["default"].close()


_INSERT = """
    INSERT INTO memories
        (rowid, id, namespace_id, kind, content, session_id, role, source_role, event_time, created_at,
         base_confidence, confidence, decay_rate, access_count, origin, tags, attributes, embedding_error,
         enriched_at, embedding, embedding_model)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 1.0, 1.0, 0.1, 0, 'agent', '[]', '{}', '', %s, %s, %s)
"""


def memory_rows(
    first: int, count: int, namespaces: int, model: str, vectors: bool, facts_only: bool
) -> Iterator[tuple[Any, ...]]:
    random = np.random.default_rng(first + 1)
    texts = language().sentences(random, count)
    if vectors:
        matrix = random.standard_normal((count, DIMENSIONS), dtype=np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    for i, text in enumerate(texts):
        number = first + i + 1
        # A namespace's memories are scattered over the file, as in a service where everybody talks at once.
        namespace = number % namespaces + 1
        is_fact = facts_only or number // namespaces % FACT_SHARE == 0
        kind = "fact" if is_fact else "episode"
        session = f"s{number // namespaces // TURNS_A_SESSION}"
        speaker = SPEAKERS[number % len(SPEAKERS)]
        role = "" if is_fact else "assistant" if speaker == "assistant" else "user"
        said = str(START + timedelta(minutes=number % 500_000))[:19]
        yield (
            number, f"{kind[:4]}_{number:026d}", namespace, kind, text, session, role, "" if is_fact else speaker,
            said, said, said, matrix[i].tobytes() if vectors else None, model if vectors else "",
        )  # fmt: skip


def _model_name() -> str:
    from memory import embedding

    return embedding.model_name()


_kept: Language | None = None


def language() -> Language:
    global _kept
    _kept = _kept or Language()
    return _kept


def sample(kind: str, count: int) -> list[tuple[int, int, str]]:
    """(rowid, namespace id, content) of `count` memories of one kind, evenly spread over the store in use."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT max(rowid) FROM memories")
        (last,) = cursor.fetchone()
        found = []
        for start in range(1, last, max(1, last // (count + 1))):
            cursor.execute(
                "SELECT rowid, namespace_id, content FROM memories WHERE rowid >= %s AND kind = %s LIMIT 1",
                [start, kind],
            )
            found += cursor.fetchall()
    return found[:count]
