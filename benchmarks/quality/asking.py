"""The questions asked: of each arm alone, of each ranking, of the context block; timed as a caller sees it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings

from memory import embedding
from memory.models import Namespace, Ranking
from memory.search import Filters, Scope
from memory.search.backends import backend
from memory.search.query import terms
from memory.search.vectors import LiveIndex
from memory.services.handing import context, retrieval

from .dataset import Question
from .figures import CUTS, scores
from .store import Taken

DEPTH = max(CUTS)
CONTEXT_LIMIT = 20
CONTEXT_TOKENS = (200, 500, 1_000)
WARM_UP = 3  # questions asked before the clock counts: models load, caches fill

Search = Callable[[Taken, Question, str | None], list[int]]


@dataclass
class Asked:
    """One way of searching, over all questions: a row of measures and a category each, and the seconds they took, by
    the clock and by the processor (which is what an otherwise idle machine would take)."""

    rows: list[dict[str, float]] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # memories in the answer, for questions without evidence

    @contextmanager
    def timed(self) -> Iterator[None]:
        begun, worked = time.perf_counter(), time.thread_time()
        yield
        self.processor.append(time.thread_time() - worked)
        self.seconds.append(time.perf_counter() - begun)


def ways() -> dict[str, Search]:
    """The ways of searching, by name: the arms alone, and every ranking (the default one's name is marked by `*`)."""
    rankings: dict[str, Search] = {
        f"{name}*" if name == settings.MEMORY_RANKING else name: _ranked(name) for name in reversed(Ranking.values)
    }
    return {"text": _text, "vector": _vector, **rankings}


def _text(taken: Taken, question: Question, kind: str | None) -> list[int]:
    scope = Scope(taken.namespace, kind, Filters())
    return [rowid for rowid, _ in backend().text_arm(scope, terms(question.text), DEPTH).hits]


def _vector(taken: Taken, question: Question, kind: str | None) -> list[int]:
    index = LiveIndex.read()
    if index.problem():
        return []
    vector = embedding.embed([question.text])[0]
    found = backend().vector_arm(Scope(taken.namespace, kind, Filters()), index.table, vector, DEPTH).hits
    return [rowid for rowid, _ in found]


def _ranked(ranking: str) -> Search:
    def search(taken: Taken, question: Question, kind: str | None) -> list[int]:
        found = retrieval.search(
            _ranked_by(taken.namespace, ranking), question.text, kind=kind, limit=DEPTH,
            as_of=taken.conversation.asked_at, record=False,
        )  # fmt: skip
        return [hit.memory.pk for hit in found.hits]

    return search


def _ranked_by(namespace: Namespace, ranking: str) -> Namespace:
    return Namespace(pk=namespace.pk, name=namespace.name, settings={"ranking": ranking})


def ask(stored: Sequence[Taken], search: Search, kind: str | None) -> Asked:
    """Every question with evidence, of memories of `kind` (None: of all)."""
    asked = Asked()
    for taken in stored:
        for question in taken.conversation.questions[:WARM_UP]:
            search(taken, question, kind)
        for question in taken.conversation.questions:
            if not question.evidence:
                continue
            with asked.timed():
                found = search(taken, question, kind)
            asked.rows.append(scores([taken.turns_of[rowid] for rowid in found], question.evidence))
            asked.categories.append(question.category)
    return asked


def ask_context(stored: Sequence[Taken], ranking: str, tokens: int) -> Asked:
    """The share of the evidence with a fact in the block; and how many facts a question without evidence gets."""
    asked = Asked()
    for taken in stored:
        namespace = _ranked_by(taken.namespace, ranking)
        for question in taken.conversation.questions[:WARM_UP]:
            context.build(namespace, question.text, record=False)
        for question in taken.conversation.questions:
            with asked.timed():
                built = context.build(
                    namespace, question.text, limit=CONTEXT_LIMIT, max_tokens=tokens,
                    as_of=taken.conversation.asked_at, record=False,
                )  # fmt: skip
            if not question.evidence:
                asked.sizes.append(len(built.hits))
                continue
            shown = frozenset().union(*(taken.turns_of[hit.memory.pk] for hit in built.hits))
            asked.rows.append({"context": len(shown & question.evidence) / len(question.evidence)})
            asked.categories.append(question.category)
    return asked
