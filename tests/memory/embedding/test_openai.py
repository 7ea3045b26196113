import numpy as np
import pytest

from memory import embedding
from memory.embedding import BadVector, EmbeddingUnavailable
from memory.embedding.openai import BATCH_CHARACTERS, BATCH_TEXTS, batches
from tests.openai_server import FAILURES, embeddings, error, json_reply, openai_server, patience

__all__ = ["openai_server"]


@pytest.fixture(autouse=True)
def chosen(settings):
    settings.MEMORY_EMBEDDER = "openai"


def test_the_model_is_asked_for_its_shortened_vectors_in_base64(openai_server):
    rows = embedding.embed(["one", "two"])
    assert rows.shape == (2, 256)
    assert embedding.model_name() == "openai:text-embedding-3-large:256"
    (request,) = openai_server.requests
    assert request.path == "/v1/embeddings"
    assert request.body == {
        "input": ["one", "two"],
        "model": "text-embedding-3-large",
        "dimensions": 256,
        "encoding_format": "base64",
    }


def test_other_models_are_not_told_about_dimensions(openai_server, settings):
    settings.MEMORY_OPENAI_EMBEDDING_MODEL = "nomic-embed-text"
    embedding.embed(["one"])
    assert "dimensions" not in openai_server.requests[0].body


def test_a_server_that_answers_floats_will_do(openai_server):
    openai_server.script(embeddings([[1.0] * 256, [-1.0] * 256], encoding="float"))
    first, second = embedding.embed(["a", "b"])
    assert first @ second == pytest.approx(-1)


def test_rows_are_put_in_the_order_of_the_texts(openai_server):
    def backwards(request):
        rows = [
            {"object": "embedding", "index": i, "embedding": [sign] + [0.0] * 255} for i, sign in ((1, -1.0), (0, 1.0))
        ]
        return json_reply({"object": "list", "data": rows, "model": "m", "usage": {}})

    openai_server.script(backwards)
    assert embedding.embed(["a", "b"])[:, 0] == pytest.approx([1, -1])


def test_many_texts_go_in_several_requests(openai_server):
    texts = [f"text {i}" for i in range(600)]
    assert embedding.embed(texts).shape == (600, 256)
    assert [len(request.body["input"]) for request in openai_server.requests] == [256, 256, 88]


def test_batches_keep_order_and_bounds():
    texts = [str(i) * (i % 3_000 + 1) for i in range(2_000)]
    made = list(batches(texts))
    assert [text for batch in made for text in batch] == texts
    assert all(len(batch) <= BATCH_TEXTS for batch in made)
    assert all(sum(map(len, batch)) <= BATCH_CHARACTERS or len(batch) == 1 for batch in made)


def test_one_bad_row_does_not_cost_the_others(openai_server):
    openai_server.script(embeddings([[1.0] * 256, [np.nan] * 256, [1.0] * 128]))
    good, nan, short = embedding.embed_each(["a", "b", "c"])
    assert isinstance(good, np.ndarray)
    assert isinstance(nan, BadVector)
    assert isinstance(short, BadVector)
    assert short.reason == "the vector has 128 dimensions, not 256"


@pytest.mark.parametrize("bad", [["x"] * 256, [1.0] * 255 + ["0.5"], [[1.0]] * 256, [None] * 256, []])
def test_a_row_that_holds_no_numbers_does_not_cost_the_others(openai_server, bad):
    rows = [{"index": 0, "embedding": [1.0] * 256}, {"index": 1, "embedding": bad}]
    openai_server.script(json_reply({"object": "list", "data": rows, "model": "m"}))
    good, refused = embedding.embed_each(["a", "b"])
    assert isinstance(good, np.ndarray)
    assert isinstance(refused, BadVector)


def test_a_number_too_large_for_the_client_is_an_answer_without_a_vector(openai_server):
    openai_server.script(json_reply({"object": "list", "data": [{"index": 0, "embedding": [10**400] * 256}]}))
    with pytest.raises(EmbeddingUnavailable, match="without a vector for each text"):
        embedding.embed(["a"])


def test_a_model_of_another_length_says_what_to_set(openai_server):
    openai_server.dimensions = 768
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_EMBEDDING_DIMENSIONS = 768"):
        embedding.embed(["a", "b"])


def test_a_refused_long_text_is_sent_again_shortened(openai_server):
    openai_server.script(error(400, "maximum context length"))
    embedding.embed(["语" * 8_000, "short"])
    assert [len(text) for text in openai_server.requests[1].body["input"]] == [2_000, 5]


def test_a_passing_failure_is_retried_for_the_backlog_but_not_for_a_query(openai_server, settings):
    settings.MEMORY_OPENAI_RETRIES = 1
    openai_server.script(error(503, **{"Retry-After-Ms": "20"}))
    assert embedding.embed(["a", "b"]).shape == (2, 256)
    openai_server.script(error(503, **{"Retry-After-Ms": "20"}))
    with pytest.raises(EmbeddingUnavailable, match="503"):
        embedding.embed_query("a query")


@pytest.mark.parametrize(
    "kind", ["timeout", "http_429", "http_500", "connection_reset", "broken_off", "html", "null_choices"]
)
def test_every_failure_is_embedding_unavailable(openai_server, settings, kind):
    settings.MEMORY_OPENAI_TIMEOUT = patience(kind)
    openai_server.script(FAILURES[kind]({}))
    with pytest.raises(EmbeddingUnavailable) as caught:
        embedding.embed(["a", "b"])
    assert "openai:text-embedding-3-large" in caught.value.reason


@pytest.mark.parametrize(
    "data", [[], [{"index": 0, "embedding": [1.0]}], [{"index": 0}, {"index": 1}], [{"index": 5, "embedding": "!"}]]
)
def test_an_answer_without_a_row_for_each_text_is_unavailable(openai_server, data):
    openai_server.script(json_reply({"object": "list", "data": data, "model": "m"}))
    with pytest.raises(EmbeddingUnavailable):
        embedding.embed(["a", "b"])


def test_without_a_key_or_a_server_it_says_what_to_set(settings):
    settings.MEMORY_OPENAI_BASE_URL = settings.MEMORY_OPENAI_API_KEY = ""
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_OPENAI_API_KEY"):
        embedding.embed(["a"])
