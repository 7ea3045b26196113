"""Searching and building a context, through the services, beside the arms' bare statements."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memory import background, embedding
from memory.models import Kind, Namespace
from memory.search import ARM_DEPTH, Scope
from memory.search.backends import backend
from memory.search.query import terms
from memory.search.scope import Filters
from memory.services.handing import context, retrieval

from . import data, raw
from .clock import Times, timed, together

UNLIMITED = 10**9
WARM_UP = 5  # questions


@dataclass(frozen=True)
class Asked:
    """`hits`: the share of questions whose memory is among the first five."""

    times: Times
    hits: float


@dataclass(frozen=True)
class Beside:
    """`bare`: the same questions by the arms' bare statements."""

    times: Times
    bare: Times


class Asking:
    """Questions about facts of the store in `path`, each in the namespace of its fact."""

    def __init__(self, path: Path, count: int) -> None:
        data.use(path)
        rows = data.sample("fact", count)
        self.questions = data.questions(data.language(), [(rowid, content) for rowid, _, content in rows])
        wanted = {namespace for _, namespace, _ in rows}
        known = {namespace.pk: namespace for namespace in Namespace.objects.filter(pk__in=wanted)}
        self.namespaces = [known[namespace] for _, namespace, _ in rows]
        self.words = [terms(question.text) for question in self.questions]
        self.vectors = [
            vector.tobytes() if not isinstance(vector, embedding.BadVector) else b""
            for vector in embedding.embed_each([question.text for question in self.questions])
        ]
        self._path = path

    def context(self) -> Beside:
        return self._beside(
            lambda namespace, text: [
                hit.memory.pk for hit in context.build(namespace, text, session_id="s1", record=False).hits
            ],
            Kind.FACT,
        )

    def search(self) -> Beside:
        return self._beside(
            lambda namespace, text: [hit.memory.pk for hit in retrieval.search(namespace, text, record=False).hits[:5]],
            None,
        )

    def both(self) -> tuple[Times, Times]:
        """Each question in turn by a context and by a search of all kinds, both as they are answered to an agent: the
        context asks what its session is owed, and what was shown is noted, which is written behind the clock."""
        ways: tuple[list[Times], list[Times]] = [], []
        gc.collect()
        gc.freeze()  # as a web process does behind its start
        for number in [*range(-WARM_UP, 0), *range(len(self.questions))]:
            place = number % len(self.questions)
            namespace, text = self.namespaces[place], self.questions[place].text
            found = [
                timed([partial(context.build, namespace, text, session_id="s1")]),
                timed([partial(retrieval.search, namespace, text)]),
            ]
            if number >= 0:
                for way, times in zip(ways, found, strict=True):
                    way.append(times)
        gc.unfreeze()
        background.flush()
        return together(ways[0]), together(ways[1])

    def text(self, budget: int | None = None) -> Asked:
        """The text arm alone, over the facts; `budget` in postings, the product's if left out."""

        def ask(namespace: Namespace, text: str) -> list[int]:
            scope = Scope(namespace, Kind.FACT, Filters())
            return [rowid for rowid, _ in backend().text_arm(scope, terms(text), 50, budget).hits[:5]]

        hits = 0

        def asked(number: int) -> None:
            nonlocal hits
            question = self.questions[number]
            hits += question.rowid in ask(self.namespaces[number], question.text)

        every = [partial(asked, number) for number in range(len(self.questions))]
        timed(every[:WARM_UP])
        hits = 0
        return Asked(timed(every), hits / len(every))

    def _beside(self, ask: Callable[[Namespace, str], list[int]], kind: str | None) -> Beside:
        """Each question in turn by `ask` and by the bare arms, so that what slows the machine slows both."""
        arms = raw.Arms(raw.connect(self._path, "FULL"), ARM_DEPTH)

        def barely(number: int) -> None:
            arms.ask(self.namespaces[number].pk, kind, self.words[number], self.vectors[number])

        ways: tuple[list[Times], list[Times]] = [], []
        gc.collect()
        for number in [*range(-WARM_UP, 0), *range(len(self.questions))]:
            place = number % len(self.questions)
            product = timed([partial(ask, self.namespaces[place], self.questions[place].text)])
            bare = timed([partial(barely, place)])
            if number >= 0:
                ways[0].append(product)
                ways[1].append(bare)
        arms.connection.close()
        return Beside(together(ways[0]), together(ways[1]))
