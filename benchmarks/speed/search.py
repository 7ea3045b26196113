"""Searching and building a context, through the services, beside the arms' bare statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memory.models import Kind, Namespace
from memory.search import Scope, postings, sqlite
from memory.search.query import terms
from memory.search.scope import Filters
from memory.services import context, retrieval

from . import data
from .clock import Times, timed

UNLIMITED = 10**9


@dataclass(frozen=True)
class Asked:
    """`hits`: the share of questions whose memory is among the first five."""

    times: Times
    hits: float


class Asking:
    """Questions about facts of the store in `path`, each in the namespace of its fact."""

    def __init__(self, path: Path, count: int) -> None:
        data.use(path)
        rows = data.sample("fact", count)
        self.questions = data.questions(data.language(), [(rowid, content) for rowid, _, content in rows])
        wanted = {namespace for _, namespace, _ in rows}
        known = {namespace.pk: namespace for namespace in Namespace.objects.filter(pk__in=wanted)}
        self.namespaces = [known[namespace] for _, namespace, _ in rows]

    def context(self) -> Asked:
        return self._ask(
            lambda namespace, text: [
                hit.memory.pk for hit in context.build(namespace, text, session_id="s1", record=False).hits
            ]
        )

    def search(self) -> Asked:
        return self._ask(
            lambda namespace, text: [
                hit.memory.pk for hit in retrieval.search(namespace, text, record=False).hits[:5]
            ]
        )

    def text(self, budget: int = postings.BUDGET) -> Asked:
        """The text arm alone, over the facts."""

        def ask(namespace: Namespace, text: str) -> list[int]:
            scope = Scope(namespace, Kind.FACT, Filters())
            found = postings.read(scope, terms(text), budget)
            return [rowid for rowid, _ in sqlite.best(scope, found, 50)[:5]]

        return self._ask(ask)

    def _ask(self, ask: Callable[[Namespace, str], list[int]]) -> Asked:
        hits = 0

        def call(number: int) -> Callable[[], None]:
            def asked() -> None:
                nonlocal hits
                question = self.questions[number]
                hits += question.rowid in ask(self.namespaces[number], question.text)

            return asked

        for number in range(min(5, len(self.questions))):
            call(number)()
        hits = 0
        times = timed([call(number) for number in range(len(self.questions))])
        return Asked(times, hits / len(self.questions))
