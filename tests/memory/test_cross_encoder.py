"""A cross-encoder of five words, run by a real ONNX runtime, and the order that it makes."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from memory import cross_encoder
from memory.embedding import EmbeddingUnavailable
from memory.search import hybrid_search
from tests.memory.embedding.test_onnx import onnx_model, protobuf, value_info
from tests.store import embed_all, say

pytest.importorskip("onnxruntime")
tokenizers = pytest.importorskip("tokenizers")


WORDS = {"[PAD]": 0, "[UNK]": 1, "tea": 2, "green": 3, "best": 4}
WORTH = np.array([[0], [0], [1], [2], [50]], dtype="<f4")


def model() -> bytes:
    """The mean worth of a pair's words: ReduceMean(Gather(WORTH, input_ids)), shape (pairs, 1)."""
    tensor = protobuf((1, 5), (1, 1), (2, 1), (8, "worth"), (9, WORTH.tobytes()))
    gather = protobuf((1, "worth"), (1, "input_ids"), (2, "found"), (4, "Gather"))
    axes = protobuf((1, "axes"), (8, 1), (20, 7))
    flat = protobuf((1, "keepdims"), (3, 0), (20, 2))
    mean = protobuf((1, "found"), (2, "logits"), (4, "ReduceMean"), (5, axes), (5, flat))
    graph = protobuf(
        (1, gather),
        (1, mean),
        (2, "pairs"),
        (5, tensor),
        (11, value_info("input_ids", 7, "pairs", "tokens")),
        (12, value_info("logits", 1, "pairs", 1)),
    )
    return protobuf((1, 8), (7, graph), (8, protobuf((1, ""), (2, 13))))


@pytest.fixture
def folder(tmp_path, settings):
    home = tmp_path / "five-words"
    home.mkdir()
    (home / "model.onnx").write_bytes(model())
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(home / "tokenizer.json"))
    settings.MEMORY_RERANKER_DIR = str(home)
    settings.MEMORY_RERANKER_SECONDS = 30.0  # the runtime is imported within it
    return home


@pytest.fixture
def talk(namespace):
    turns = say(namespace, "s1", "tea is sold here", "green tea is sold here", "the best of all", "boats sail")
    embed_all()
    return turns


def order(namespace, **fields) -> list[str]:
    return [hit.memory.content for hit in hybrid_search(namespace, "green tea", **fields).hits]


def test_a_pair_gets_one_number(folder):
    assert cross_encoder.scores("tea", ["green", "best"]) == pytest.approx([1.5, 25.5])


def test_without_a_folder_nothing_is_asked(namespace, talk, monkeypatch):
    monkeypatch.setattr(cross_encoder, "scores", lambda *pair: pytest.fail("it was asked"))
    assert order(namespace)[0] == "green tea is sold here"


def test_the_first_hits_are_put_in_the_models_order(namespace, talk, folder):
    assert order(namespace)[0] == "the best of all"
    (hit, *_) = hybrid_search(namespace, "green tea", explain=True).hits
    assert hit.trace["shares"]["reranker"] == 1.0
    assert hit.score == pytest.approx(sum(hit.trace["shares"].values()))


def test_what_stands_further_down_stays_there(namespace, talk, folder, settings):
    before = order(namespace)
    settings.MEMORY_RERANKER_DIR = ""
    without = order(namespace)
    settings.MEMORY_RERANKER_DIR, settings.MEMORY_RERANKER_TOP = str(folder), 2
    assert before != without
    assert order(namespace)[2:] == without[2:]


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_broken_folder_is_named_and_the_order_stands(namespace, talk, folder, missing):
    (folder / missing).unlink()
    answer = hybrid_search(namespace, "green tea")
    assert answer.hits[0].memory.content == "green tea is sold here"
    assert [said.split(":")[0] for said in answer.degraded] == ["reranker"]


def test_a_model_that_takes_too_long_is_left_alone_for_a_while(namespace, talk, folder, settings, monkeypatch):
    settings.MEMORY_RERANKER_SECONDS = 0.05
    asked, ended = [], threading.Event()

    def slow(query, texts):
        asked.append(query)
        ended.wait()
        return [0.0] * len(texts)

    monkeypatch.setattr(cross_encoder, "_scores", slow)
    for _ in range(5):
        answer = hybrid_search(namespace, "green tea")
        assert answer.hits[0].memory.content == "green tea is sold here"
        assert answer.degraded[0].startswith("reranker: ")
    ended.set()
    for thread in threading.enumerate():
        if thread.name == "memory-embed-query":  # on a busy machine it may not even have begun
            thread.join()
    assert len(asked) == 3


def test_an_embedding_model_is_no_cross_encoder(folder):
    (folder / "model.onnx").write_bytes(onnx_model())
    with pytest.raises(EmbeddingUnavailable, match="no cross-encoder"):
        cross_encoder.scores("tea", ["green", "best"])
