"""Promise 13: a bad vector (NaN, infinity, zero, wrong length, no numbers) never enters the index, and why is recorded.

An embedder answers what a text's number says, by every way that a vector enters: facts, turns, passages of long
turns, the move to another model, summaries of entities, a server that speaks OpenAI's protocol in floats and in base64;
and for queries, which are not stored. Vectors at the edge (subnormal, huge, of other number types) are good or refused:
what the index holds is of unit length.
"""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import numpy as np
from django.test import override_settings

from memory import embedding
from memory.models import ALL, Entity, Memory, Passage
from memory.passages import cut
from memory.search.backends import backend
from memory.search.vectors import LiveIndex
from memory.services import embeddings
from memory.services.graph import summaries
from memory.services.handing import retrieval
from memory.services.learning import saving
from memory.services.upkeep import doctor
from tests.openai_server import Answerer, OpenAIServer, Reply, Request, json_reply

from . import model, store
from .outcome import Outcome

PATH = "torture.vectors.Scripted"
SOUND = 256
ROUNDS = 500  # of the worker; each deals with 64 memories
MOVED = 128  # the length of the model that the store moves to
NAN, INF = float("nan"), float("inf")


def _with(value: Any) -> Callable[[int], list[Any]]:
    return lambda length: [0.5] * (length // 2) + [value] + [0.25] * (length - length // 2 - 1)


# A row of the length asked for that no index may hold.
BAD: dict[str, Callable[[int], Any]] = {
    "a NaN": _with(NAN), "all NaN": lambda n: [NAN] * n, "an infinity": _with(INF), "minus infinity": _with(-INF),
    "both infinities": lambda n: [INF, -INF] * (n // 2), "beyond float32": _with(1e300), "below float32": _with(-1e300),
    "zero": lambda n: [0.0] * n, "minus zero": lambda n: [-0.0] * n, "zero in float32": lambda n: [1e-60] * n,
    "nothing": lambda n: [], "one number": lambda n: [1.0], "one too few": lambda n: [1.0] * (n - 1),
    "one too many": lambda n: [1.0] * (n + 1), "twice": lambda n: [1.0] * (2 * n), "a table": lambda n: [[1.0] * n],
    "a column": lambda n: [[1.0]] * n, "ragged": lambda n: [[1.0], *[1.0] * (n - 1)], "a word": _with("tea"),
    "a number's text": _with("0.5"), "numbers' texts": lambda n: ["0.5"] * n, "a None": _with(None),
    "all None": lambda n: [None] * n, "an object": _with({"a": 1}), "all false": lambda n: [False] * n,
    "all true": lambda n: [True] * n, "an endless integer": _with(10**400),
}  # fmt: skip
# What JSON cannot say.
BAD_HERE: dict[str, Callable[[int], Any]] = {
    "None": lambda n: None, "a scalar": lambda n: 1.0, "text": lambda n: "0.5" * n, "bytes": lambda n: b"\x00\x01" * n,
    "an object alone": lambda n: {"embedding": [1.0] * n}, "complex": lambda n: np.full(n, 1 + 1j),
    "days": lambda n: np.full(n, "2026-03-02", "datetime64[D]"), "decimals": lambda n: [Decimal(1)] * n,
    "texts": lambda n: np.full(n, "0.5"), "float64 beyond": lambda n: np.full(n, 1e39), "objects": lambda n: [object()],
}  # fmt: skip
EDGE: dict[str, Callable[[int], Any]] = {
    "subnormal": lambda n: [1e-44] * n, "one subnormal": lambda n: [1e-45] + [0.0] * (n - 1),
    "tiny": lambda n: [1e-30] * n, "huge": lambda n: [3e38] * n, "huge and tiny": lambda n: [3e38, 1e-38] * (n // 2),
    "integers": lambda n: [2**40] * n, "small integers": lambda n: np.ones(n, "i1"),
    "float16": lambda n: np.full(n, 6e-8, "f2"), "big-endian": lambda n: np.arange(1, n + 1, dtype=">f8"),
    "minus one": lambda n: [-1.0] * n,
}  # fmt: skip
KINDS = BAD | BAD_HERE | EDGE
NAMES = tuple(KINDS)
# Of what JSON can say, the client of OpenAI's protocol itself refuses a whole answer that has an endless integer in it.
# It makes numbers of true and false.
_NOT_IN_JSON = {"an endless integer", "all true"}
IN_JSON = (*[kind for kind in BAD if kind not in _NOT_IN_JSON], "subnormal", "huge", "minus one", "integers")
FINE = "good"
_BEGINS_FINE = re.compile(rf"(?:\w+: )?{FINE}")  # who spoke stands before a turn
_NUMBER = re.compile(r"vector-(\d+)")


def kind_of(text: str, names: Sequence[str] = NAMES) -> str:
    """What the embedder answers to a text: what its first number says; something good to a text without any."""
    if _BEGINS_FINE.match(text) or not (number := _NUMBER.search(text)):
        return FINE
    return names[int(number[1]) % len(names)]


class Scripted:
    """`spoilt` turns the bad answers on."""

    name = "scripted"
    spoilt = True

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    def load(self) -> None:
        pass

    def embed(self, texts: Sequence[str]) -> Iterable[Any]:
        return [self._row(text) for text in texts]

    def _row(self, text: str) -> Any:
        kind = kind_of(text) if self.spoilt else FINE
        # Texts are told apart: twins' order in a search would say nothing.
        return KINDS[kind](self.dimensions) if kind != FINE else np.arange(1, self.dimensions + 1) + len(text) % 7


def run(quick: bool) -> Outcome:
    outcome = Outcome()
    told: dict[str, int] = {}
    each = len(NAMES) if quick else 700
    for way in (_facts_and_turns, _passages, _moved, _summaries, _queries, _over_http):
        with store.fresh(), _embedder(PATH):
            told[way.__name__.strip("_").replace("_", " ")] = tried = way(outcome, each)
            outcome.cases += tried
            if way is not _over_http:  # whose settings are gone by now
                _expect_sound(outcome, way.__name__)
    ways = ", ".join(f"{number:,} by {way}" for way, number in told.items())
    outcome.note = f"{outcome.cases:,} vectors of {len(KINDS)} kinds ({ways}): {len(outcome.broken)} went wrong"
    return outcome


@contextmanager
def _embedder(path: str, dimensions: int = SOUND) -> Iterator[None]:
    with override_settings(MEMORY_EMBEDDER=path, MEMORY_EMBEDDING_DIMENSIONS=dimensions):
        embedding.reset()
        yield
    embedding.reset()


def _say(prefix: str, count: int) -> None:
    for start in range(0, count, 50):
        numbers = range(start, min(start + 50, count))
        store.say(f"{prefix}{start}", *[f"{store.claim(n)} vector-{n}" for n in numbers])


def _drain() -> None:
    for _ in range(ROUNDS):
        if not embeddings.drain():
            return
    raise AssertionError("what has no usable vector waits for ever")


def _facts_and_turns(outcome: Outcome, each: int) -> int:
    _say("s", each)
    for number in range(each // 2):
        saving.remember(store.home(), f"{store.claim(9_000 + number)} vector-{number}", actor=store.AGENT)
    _drain()
    return _expect_rows(outcome)


def _passages(outcome: Outcome, each: int) -> int:
    _say_at_length(each)
    with _noted("memory.services.passages") as notes:
        _drain()
    return _expect_passages(outcome, notes)


def _say_at_length(each: int) -> None:
    """Long turns whose whole has a good vector, and whose passages have not."""
    paragraph = "It rained by the harbour, and we talked of boats. " * 8
    texts = [
        f"{FINE}\n\n" + "\n\n".join(f"vector-{n} {paragraph}" for n in range(start, start + 10))
        for start in range(0, each, 10)
    ]
    store.say("long", *texts)


def _expect_passages(outcome: Outcome, notes: Sequence[str]) -> int:
    """Each passage has a sound vector, or an empty one, and why was logged. Answers how many there were."""
    cases = refused = 0
    length = LiveIndex.read().dimensions
    for row in Memory.objects.across(ALL).episodes().filter(content__startswith=FINE):
        expected = [kind_of(row.content[span.start : span.end]) for span in cut(row.content)]
        kept = [bytes(one.embedding or b"") for one in Passage.objects.across(ALL).filter(memory=row).order_by("-pk")]
        outcome.expect(len(kept) == len(expected), f"{len(kept)} of {len(expected)} passages")
        for kind, vector in zip(expected, kept, strict=False):
            cases += 1
            refused += not vector
            sound = kind not in BAD | BAD_HERE and _is_unit(np.frombuffer(vector, dtype="<f4"), length)
            outcome.expect(sound if vector else kind != FINE, f"a passage's vector of {kind}")
    said = sum(int(number) for note in notes for number in re.findall(r"(\d+) passages", note))
    outcome.expect(said == refused and cases, f"{refused} of {cases} passages without a vector, {said} of them told")
    return cases


def _moved(outcome: Outcome, each: int) -> int:
    """A store of good vectors moves to another model, which answers the bad ones."""
    Scripted.spoilt = False
    try:
        _say("m", each)
        _say_at_length(each // 2)
        _drain()
    finally:
        Scripted.spoilt = True
    with _embedder(PATH, MOVED), _noted("memory.services.passages") as notes:
        embeddings.reembed()
        cases = _expect_rows(outcome) + _expect_passages(outcome, notes)
        _expect_sound(outcome, "moved")
    with _embedder(PATH):  # and back, where the same texts are as bad
        embeddings.reembed()
        return cases + _expect_rows(outcome)


def _summaries(outcome: Outcome, each: int) -> int:
    store.say("s", "I met @ann", "good day")
    entity = Entity.objects.across(ALL).get(name_key="ann")
    with _noted("memory.services.graph.summaries") as notes:
        for number in range(each):
            kind = kind_of(text := f"vector-{number} of tea")
            before = len(notes)
            summaries.write(entity, text, 0)
            vector = Entity.objects.across(ALL).get(pk=entity.pk).embedding
            outcome.expect(_is_fair(kind, vector, len(notes) > before), f"a summary's vector of {kind}")
    return each


def _queries(outcome: Outcome, each: int) -> int:
    """A search whose query has no usable vector goes on without; what it finds by words is found."""
    store.say("s", "We drank zanzibar tea")
    _drain()
    for number in range(each):
        vector = embedding.embed_query(text := f"zanzibar vector-{number}")
        if isinstance(vector, embedding.BadVector):
            fair = kind_of(text) != FINE and bool(vector.reason)
        else:
            fair = (kind_of(text) == FINE or kind_of(text) in EDGE) and _is_unit(vector)
        outcome.expect(fair, f"a query's vector of {kind_of(text)}: {vector!r:.100}")
        found = retrieval.search(store.home(), text, record=False)
        outcome.expect(len(found.hits) == 1 and not found.degraded, f"a query of {kind_of(text)}: {found.degraded}")
    return each


def _over_http(outcome: Outcome, each: int) -> int:
    """A server's answers: lists of floats, and base64 of what can stand in it."""
    with model.served(MEMORY_OPENAI_TIMEOUT=5.0) as server, _embedder("openai"):
        answering = _answering(server)
        server.script(*[answering] * each)  # more than there are batches
        _say("h", each)
        _drain()
        cases = _expect_rows(outcome, IN_JSON)
        _expect_sound(outcome, "over HTTP")
    return cases


def _answering(server: OpenAIServer) -> Answerer:
    """JSON as Python writes it, with NaN and Infinity; in each other answer base64 of what are floats."""

    def row(text: str, packed: bool) -> Any:
        kind = kind_of(text, IN_JSON)
        told = [1.0] * SOUND if kind == FINE else KINDS[kind](SOUND)
        if packed and all(isinstance(one, float) for one in told):
            with np.errstate(over="ignore"):
                return base64.b64encode(np.asarray(told, dtype="<f4").tobytes()).decode()
        return told

    def answer(request: Request) -> Reply:
        packed = len(server.requests) % 2 == 0
        rows = [{"index": place, "embedding": row(text, packed)} for place, text in enumerate(request.body["input"])]
        return json_reply({"object": "list", "data": rows, "model": "m", "usage": {}})

    return answer


def _expect_rows(outcome: Outcome, names: Sequence[str] = NAMES) -> int:
    """Each memory has a sound vector, or none and the reason; none waits. Answers how many there were."""
    rows = list(Memory.objects.across(ALL))
    for row in rows:
        kind = kind_of(row.content, names)
        outcome.expect(_is_fair(kind, row.embedding, bool(row.embedding_error)), f"a {row.kind}'s vector of {kind}")
    outcome.expect(not embeddings.any_pending(), "something waits for ever")
    return len(rows)


def _expect_sound(outcome: Outcome, way: str) -> None:
    """What the index holds, and that a search reads it."""
    index = LiveIndex.read()
    held = [row[-1] for row in backend().every_vector(index.table)]
    bad = sum(not _is_unit(np.frombuffer(vector, dtype="<f4"), index.dimensions) for vector in held)
    outcome.expect(not bad, f"{way}: {bad} of {len(held)} vectors in the index are bad")
    outcome.broken += [f"{way}: doctor: {flaw.what}" for flaw in doctor.examine()]
    found = retrieval.search(store.home(), "who lives by the harbour", record=False)
    outcome.expect(not found.degraded, f"{way}: {found.degraded}")


def _is_fair(kind: str, vector: bytes | memoryview | None, reasoned: bool) -> bool:
    """Whether this may have become of an answer of `kind`: a sound vector, or none and a reason."""
    if vector is None:
        return reasoned and kind != FINE
    length = LiveIndex.read().dimensions
    return (kind == FINE or kind in EDGE) and not reasoned and _is_unit(np.frombuffer(vector, dtype="<f4"), length)


def _is_unit(vector: embedding.Vector, length: int = SOUND) -> bool:
    return vector.shape == (length,) and abs(float(np.linalg.norm(vector.astype(np.float64))) - 1) < 1e-5


@contextmanager
def _noted(name: str) -> Iterator[list[str]]:
    """What a logger says meanwhile."""
    notes: list[str] = []

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            notes.append(record.getMessage())

    logger, handler, before = logging.getLogger(name), Notes(), logging.root.manager.disable
    propagated, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    logging.disable(logging.NOTSET)
    try:
        yield notes
    finally:
        logging.disable(before)
        logger.removeHandler(handler)
        logger.propagate = propagated
