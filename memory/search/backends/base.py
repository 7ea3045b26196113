"""What a search backend owes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from django.apps import AppConfig
from django.core import checks
from numpy.typing import NDArray

from ...language.base import AskedProperty
from ...models import Entity, Memory
from ...passages import Span
from ..scope import Scope

Vector = NDArray[np.float32]

Row = tuple[
    int, str, str, str, str, str, str | None, int, int | None, float, bool, str | None, bytes | None, str, bool
]  # fmt: skip
"""Of a memory: rowid, id, kind, the text's beginning, source_role, role, session_id, event_time in Unix seconds,
event_offset in minutes, confidence, whether it is superseded, the rowids of those that it supersedes (JSON text, None
for what is no fact), its vector as float32 bytes, the vector's model, whether the scope's filters let it through."""

StoredVector = tuple[int, int, str, bool, bytes]
"""Key, namespace id, kind, whether it is retired, float32 bytes. The key of a memory's own vector is its rowid; those
of its passages are negative (`memory.passages.keys_of`)."""


class Worded(NamedTuple):
    """What the text arm found: (rowid, score) of its best, higher is better; and in how many of the scope's `total`
    memories each of the words stands."""

    hits: list[tuple[int, float]]
    frequencies: Mapping[str, int]
    total: int


class Near(NamedTuple):
    """What the vector arm found: (rowid, cosine) of the nearest memories, by the nearest of a memory's own vector and
    its passages'; and by rowid the key of the passage, where that was nearer than the whole."""

    hits: list[tuple[int, float]]
    passages: Mapping[int, int]


class Replacement(NamedTuple):
    """One that holds no longer, or a turn that such a fact was drawn from (`rowid`), with the fact's text; and the one
    that holds now, with its text, event_time in Unix seconds, session_id, and event_offset in minutes. `until` is when
    the first holds no longer, in Unix seconds: it may lie ahead."""

    rowid: int
    was: str
    by: int
    now: str
    held_at: int
    session_id: str | None
    offset: int | None
    until: int


class SearchBackend(Protocol):
    """The index of one kind of database, and all SQL that search needs in that database's dialect.

    Four duties hold for every method.

    - **A scope is obeyed inside.** A method that takes a `Scope` answers with the scope's candidates alone, and applies
      the filters before the limit: a fact behind a thousand nearer turns must still be found. `scope.where` is the
      candidates' condition as SQL, made by the ORM for the database in use.
    - **Nobody else is seen.** Neither the rows nor the numbers of another namespace change an answer, and another
      namespace's size does not slow it. (Estimates may: see `text_arm`.)
    - **Costs are bounded.** Few statements whatever the number of rows; none walks a table or a whole namespace, except
      where the docstring says so.
    - **Errors are Django's.** What the driver raises reaches the caller as a `django.db.Error`.

    The text index follows the rows by itself. However a memory is inserted, changed, retired, restored or deleted, also
    by a bulk statement, it is found accordingly when the transaction commits, and not found when it is rolled back. Of
    what is inserted by `many_at_once` the first text and `at_once` bytes are found then, the rest after
    `index_waiting`. It holds the whole text of each memory, of a turn also its day and speaker. The vector index is
    written by the services (`put_vectors`, `remove_vectors`), in the transaction that changes the rows.

    Both indexes keep what is retired apart. A search about now neither reads nor counts it, and costs the same however
    much there is of it. A search about another time (`scope.past`) looks into both parts.

    `tests/memory/search/test_contract.py` holds a backend to this.
    """

    # --- The arms ---------------------------------------------------------------------------------------------------

    budget: int
    """How many postings `text_arm` reads when it is not told otherwise: what the slowest question may cost."""

    def text_arm(self, scope: Scope, words: Sequence[str], limit: int, budget: int | None = None) -> Worded:
        """The memories that hold one of `words` (folded, as `query.terms` gives them) by their stems.

        A score is the sum of `rarity.of_word` over the words that a memory holds, the newer first among equals; how
        often a word stands there does not count. At most `budget` postings (None: the backend's own `budget`) are read,
        the rarest words' first and those of the rarest word always, so that a pasted page costs no more than a
        question. `frequencies` may be estimates for words that are common.
        """
        ...

    def vector_arm(self, scope: Scope, table: str, vector: Vector, limit: int) -> Near:
        """The `limit` memories nearest in `table`, the nearest first, the older first among equals. Exact.

        `vector` and what is stored have length 1. It may read every vector of the scope's namespace and kind. Raises
        `django.db.Error` where the table is not there.
        """
        ...

    def named_entities(self, scope: Scope, keys: Collection[str]) -> list[tuple[str, Entity]]:
        """(key, entity) for each of the namespace's entities whose name or alias is one of `keys` (`name_key`)."""
        ...

    def speaking_of(self, scope: Scope, entity: Entity, limit: int) -> list[int]:
        """The newest `limit` of the candidates that are linked with `entity`."""
        ...

    def telling(self, scope: Scope, asked: Collection[AskedProperty], limit: int) -> list[int]:
        """The newest `limit` of the candidates that are facts and hold, and tell one of these properties, whose
        owner is named as facts name them, or took the place of one that told it."""
        ...

    # --- A candidate's neighbourhood --------------------------------------------------------------------------------

    def speakers(self, scope: Scope, rowids: Iterable[int]) -> set[str]:
        """Who said the turns, or was the source of the facts, among `rowids`, which are of the scope's namespaces;
        without the empty name."""
        ...

    def sources(self, scope: Scope, rowids: Iterable[int], limit: int) -> dict[int, tuple[int, ...]]:
        """{fact: the turns that it was drawn from, the latest `limit`, newest first} for those of `rowids`.

        Here and below: only what meets `scope.there`.
        """
        ...

    def windows(self, scope: Scope, turns: Iterable[int], reach: int) -> list[tuple[str, list[int]]]:
        """(session, the turn with up to `reach` turns before and after it, in order) for each of `turns` that has a
        session. A session of any length costs the same."""
        ...

    def rows(
        self, scope: Scope, rowids: Iterable[int], whole: Collection[int], characters: tuple[int, int]
    ) -> list[Row]:
        """Those of `rowids` in the scope's namespace, in any order; those that the scope's filters leave out are told
        apart.

        `characters` says how much of the text is read: of those in `whole`, and of the others.
        """
        ...

    def spans(self, keys: Iterable[int]) -> dict[int, Span]:
        """{key of a passage: where it lies in its memory's text}; those that are not there are left out."""
        ...

    def memories(self, scope: Scope, order: Sequence[int]) -> list[Memory]:
        """The candidates among `order`, in that order, as rows without their vectors."""
        ...

    # --- Beside the ranking of a context block --------------------------------------------------------------------

    def replaced(self, scope: Scope, rowids: Iterable[int]) -> list[Replacement]:
        """What of `rowids` (facts, and turns that facts were drawn from) holds no longer, with the active fact that
        holds now, over those in between; and what the facts among `rowids` replaced. Newest of the replaced first.

        The scope's filters do not count: a fact is superseded also where its successor is left out.
        """
        ...

    def instructions(self, scope: Scope, limit: int) -> list[Memory]:
        """The newest `limit` of the candidates that are facts tagged "instruction", hold at the scope's time, and were
        stated by a curator or drawn from turns of the role "user" alone, none of them imported; without vectors."""
        ...

    # --- The text index ---------------------------------------------------------------------------------------------

    at_once: int
    """How many bytes of text one transaction indexes; what other writers wait for is bounded by it."""

    def many_at_once(self, cursor: Any) -> AbstractContextManager[None]:
        """Inside a write transaction of `cursor` (the driver's own): what is inserted meanwhile is indexed at the end,
        in the way that is cheapest for many rows. What is beyond `at_once` bytes, and not the first, waits for
        `index_waiting`."""
        ...

    def any_unindexed(self) -> bool:
        """Whether a text waits for the text index."""
        ...

    def index_waiting(self) -> int:
        """Index the texts that have waited longest, `at_once` bytes or one text, in a transaction; how many. 0 when
        none waits."""
        ...

    def full_text_flaw(self) -> str:
        """How the text index and the memories disagree, in the database's words; empty when they agree. Reads all."""
        ...

    def rebuild_full_text(self) -> None:
        """Make the text index anew from the memories."""
        ...

    # --- The vector index -------------------------------------------------------------------------------------------

    def create_vector_table(self, name: str, dimensions: int) -> None:
        """An empty table for unit vectors of `dimensions` floats. Part of the transaction that is open."""
        ...

    def drop_vector_table(self, name: str) -> None:
        """Remove the table; nothing where there is none."""
        ...

    def vector_table_exists(self, name: str) -> bool: ...

    def put_vectors(self, table: str, rows: Iterable[StoredVector]) -> None:
        """Store vectors, each in the place of an older one of the same key. With a memory's own vector come those of
        all its passages: whatever else was there of the memory is gone."""
        ...

    def remove_vectors(self, table: str, rowids: Iterable[int]) -> None:
        """Remove the vectors of the memories `rowids`, with their passages'; of a passage's key that one alone. Those
        that are not there are no error."""
        ...

    def every_vector(self, table: str) -> Iterable[StoredVector]:
        """Each row of the table, read in parts."""
        ...

    def surplus_vectors(self, table: str) -> list[int]:
        """Keys in the table that no memory and no passage with a vector has."""
        ...

    def misplaced_vectors(self, table: str) -> list[int]:
        """Rowids of memories whose vectors, or a passage's, lie in the table in another namespace's part, another
        kind's, or the wrong one of present and past."""
        ...

    def missing_vectors(self, table: str, model: str) -> list[int]:
        """Rowids of memories that have a vector of `model`, themselves or in a passage, but no row in the table."""
        ...

    # --- Soundness --------------------------------------------------------------------------------------------------

    cuttable: Collection[str]
    """The tables whose rows say nothing by themselves once one of their ends is gone."""

    def damage(self) -> dict[str, str]:
        """{table or index: what the database says of it} of those whose pages are damaged; empty for sound files."""
        ...

    def missing_triggers(self) -> list[str]:
        """The names of the triggers that keep the text index up to date and are not there."""
        ...

    def dangling(self) -> list[str]:
        """The table of each row whose foreign key points at nothing."""
        ...

    def cut_dangling(self) -> None:
        """Remove the rows of the tables `cuttable` that point at nothing."""
        ...

    def cut_crossing(self) -> None:
        """Remove the links between two namespaces."""
        ...

    # --- Arithmetic -------------------------------------------------------------------------------------------------

    def days_since(self, *moments: str) -> str:
        """SQL for the days from the latest of the columns `moments` to the moment that is its one parameter (written by
        Django's `adapt_datetimefield_value`), never below 0. The first is never NULL; the others may be.
        """
        ...

    def faded(self, base: str, exponent: str) -> str:
        """SQL for `base`, from 0 to 1, times e to the power of minus `exponent`, which is not below 0. What is next to
        nothing may be 0."""
        ...

    # --- The process ------------------------------------------------------------------------------------------------

    def install(self, app: AppConfig) -> None:
        """Called once, when the process starts and the models of `app` are loaded. No connection is opened.

        Registers the lookups of `JSONField` that filters are made of: `has_item` (`tags__has_item="work"`: the array
        holds that string) and `contains_item` (`attributes__contains_item=("key", value)`: the object has that member;
        the key is data, never a path, and 1, true, "1" and null are four values). `startswith`, `contains` and
        `endswith` of a text heed case, as Django promises: where its own do not on this database, others are
        registered. Sees to it that after each migrate the database's planner knows what it needs for the same plans on
        a store of any size.
        """
        ...

    def forget(self) -> None:
        """Drop what the process remembers of the store: another file takes its place."""
        ...

    def versions(self) -> dict[str, Any]:
        """What the database is made of, by name, as the health report shows it: versions as text, parts as bools."""
        ...

    def unfit(self) -> list[checks.CheckMessage]:
        """System checks: the versions as an Info, and what is wrong with them, each with an id and a hint."""
        ...

    def files(self) -> list[Path]:
        """The database's files that exist, the main one first; none where the database is a server."""
        ...
