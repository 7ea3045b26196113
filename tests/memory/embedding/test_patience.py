"""A remote embedder that hangs or fails: a search waits for it once in a while, and not for long."""

import threading
import time

import pytest

from memory import embedding
from memory.embedding import EmbeddingUnavailable
from memory.embedding.patience import FAILURES, OPEN_SECONDS, Breaker, within
from memory.search import hybrid_search
from tests.openai_server import FAILURES as FAILED
from tests.openai_server import embeddings, openai_server, patience
from tests.store import embed_all, know

__all__ = ["openai_server"]

QUERY_SECONDS = 0.3


@pytest.fixture
def remote(openai_server, settings):
    settings.MEMORY_EMBEDDER = "openai"
    settings.MEMORY_EMBEDDING_QUERY_SECONDS = QUERY_SECONDS
    return openai_server


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


def fail():
    raise EmbeddingUnavailable("down")


def test_the_breaker_opens_after_failures_in_a_row_and_says_why():
    breaker = Breaker(Clock())
    for _ in range(FAILURES):
        with pytest.raises(EmbeddingUnavailable, match=r"^down$"):
            breaker.call(fail)
    with pytest.raises(EmbeddingUnavailable, match=r"not asked for 30 s more, after 3 failures in a row: down"):
        breaker.call(lambda: pytest.fail("it was called"))


def test_a_success_between_failures_keeps_it_closed():
    breaker = Breaker(Clock())
    for _ in range(3 * FAILURES):
        with pytest.raises(EmbeddingUnavailable, match=r"^down$"):
            breaker.call(fail)
        assert breaker.call(lambda: "up") == "up"


def test_after_a_while_one_call_tries_and_the_others_are_refused_meanwhile():
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(FAILURES):
        with pytest.raises(EmbeddingUnavailable):
            breaker.call(fail)
    clock.now += OPEN_SECONDS

    def while_it_tries():
        with pytest.raises(EmbeddingUnavailable, match="not asked"):
            breaker.call(lambda: pytest.fail("it was called"))
        return "up"

    assert breaker.call(while_it_tries) == "up"
    assert breaker.call(lambda: "up") == "up"


def test_a_failed_try_keeps_it_open_for_as_long_again():
    clock = Clock()
    breaker = Breaker(clock)
    for _ in range(FAILURES):
        with pytest.raises(EmbeddingUnavailable):
            breaker.call(fail)
    clock.now += OPEN_SECONDS
    with pytest.raises(EmbeddingUnavailable, match=r"^down$"):
        breaker.call(fail)
    clock.now += OPEN_SECONDS - 1
    with pytest.raises(EmbeddingUnavailable, match="not asked for 1 s more"):
        breaker.call(fail)


@pytest.mark.timed
def test_no_call_waits_for_another_that_hangs():
    breaker, release = Breaker(), threading.Event()
    hanging = threading.Thread(target=lambda: breaker.call(lambda: release.wait(20)))
    hanging.start()
    started = time.monotonic()
    assert breaker.call(lambda: "up") == "up"
    assert time.monotonic() - started < 5
    release.set()
    hanging.join()


def test_a_deadline_ends_the_waiting_and_hands_errors_on():
    assert within(5, lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        within(5, lambda: 1 // 0)
    release = threading.Event()
    with pytest.raises(EmbeddingUnavailable, match=r"did not answer within 0\.05 s"):
        within(0.05, lambda: release.wait(20))
    release.set()


@pytest.mark.timed
@pytest.mark.parametrize("kind", ["timeout", "slow_drip"])
def test_a_search_goes_without_vectors_and_says_so(remote, namespace, kind):
    know(namespace, "Ann likes green tea.")
    embed_all()
    remote.script(*[FAILED[kind]({})] * FAILURES)
    started = time.monotonic()
    for _ in range(FAILURES):
        found = hybrid_search(namespace, "green tea")
        assert [hit.memory.content for hit in found.hits] == ["Ann likes green tea."]
        assert found.degraded[0].startswith("vector: ")
    assert time.monotonic() - started < FAILURES * (QUERY_SECONDS + 2)
    asked = len(remote.requests)
    for _ in range(20):
        (why,) = hybrid_search(namespace, "green tea").degraded
        assert "not asked for" in why
    assert len(remote.requests) == asked


def test_the_backlog_stays_patient_and_does_not_ask_the_breaker(remote):
    remote.script(*[FAILED["timeout"]({})] * FAILURES)
    for _ in range(FAILURES):
        with pytest.raises(EmbeddingUnavailable):
            embedding.embed_query("tea")
    with pytest.raises(EmbeddingUnavailable, match="not asked"):
        embedding.embed_query("tea")
    assert embedding.embed(["tea"]).shape == (1, 256)


def test_a_query_is_given_the_vector_that_the_text_has(remote, settings):
    settings.MEMORY_EMBEDDING_QUERY_SECONDS = patience("")
    remote.script(embeddings([[3.0] + [0.0] * 255]))
    assert embedding.embed_query("tea")[0] == pytest.approx(1.0)
    assert isinstance(embedding.embed_query("  "), embedding.BadVector)
