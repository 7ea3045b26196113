"""Against a real ONNX runtime and a model of five words, written here field by field."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from memory import embedding
from memory.embedding import EmbeddingUnavailable
from memory.embedding.onnx import pool

pytest.importorskip("onnxruntime")
tokenizers = pytest.importorskip("tokenizers")

WORDS = {"[PAD]": 0, "[UNK]": 1, "red": 2, "green": 3, "blue": 4}
WEIGHTS = np.array([[9, 9, 9], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4")


def protobuf(*fields: tuple[int, int | str | bytes]) -> bytes:
    """(number, value) pairs on the wire: integers as varints, the rest length-delimited."""

    def varint(n: int) -> bytes:
        out = bytearray()
        while n > 0x7F:
            out.append(n & 0x7F | 0x80)
            n >>= 7
        return bytes([*out, n])

    wire = b""
    for number, value in fields:
        if isinstance(value, int):
            wire += varint(number << 3) + varint(value)
        else:
            raw = value.encode() if isinstance(value, str) else value
            wire += varint(number << 3 | 2) + varint(len(raw)) + raw
    return wire


def value_info(name: str, element: int, *dims: str | int) -> bytes:
    shape = protobuf(*((1, protobuf((2 if isinstance(dim, str) else 1, dim))) for dim in dims))
    return protobuf((1, name), (2, protobuf((1, protobuf((1, element), (2, shape))))))


def onnx_model(inputs: Sequence[str] = ("input_ids", "attention_mask"), output: str = "last_hidden_state") -> bytes:
    """Looks the word vectors up: Gather(WEIGHTS, input_ids), shape (texts, tokens, 3)."""
    tensor = protobuf((1, 5), (1, 3), (2, 1), (8, "weights"), (9, WEIGHTS.tobytes()))
    gather = protobuf((1, "weights"), (1, "input_ids"), (2, output), (4, "Gather"))
    graph = protobuf(
        (1, gather),
        (2, "words"),
        (5, tensor),
        *((11, value_info(name, 7, "texts", "tokens")) for name in inputs),
        (12, value_info(output, 1, "texts", "tokens", 3)),
    )
    return protobuf((1, 8), (7, graph), (8, protobuf((1, ""), (2, 13))))


@pytest.fixture
def folder(tmp_path, settings):
    home = tmp_path / "five-words"
    home.mkdir()
    (home / "model.onnx").write_bytes(onnx_model())
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(home / "tokenizer.json"))
    settings.MEMORY_EMBEDDER = "onnx"
    settings.MEMORY_ONNX_MODEL_DIR = str(home)
    settings.MEMORY_EMBEDDING_DIMENSIONS = 3
    return home


def say_pooling(folder: Path, **modes: bool) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(modes))


def test_the_first_token_is_the_text_unless_the_folder_says_otherwise(folder):
    assert embedding.embed(["red green", "blue"]) == pytest.approx(np.array([[1, 0, 0], [0, 0, 1]]))
    assert embedding.model_name() == "onnx:five-words:3"


def test_the_mean_leaves_padding_out(folder):
    say_pooling(folder, pooling_mode_mean_tokens=True)
    half = 0.5**0.5
    expected = np.array([[half, half, 0], [0, 0, 1]])
    assert embedding.embed(["red green", "blue"]) == pytest.approx(expected, abs=1e-6)


def test_an_unknown_pooling_is_refused(folder):
    say_pooling(folder, pooling_mode_max_tokens=True)
    with pytest.raises(EmbeddingUnavailable, match="neither cls nor mean"):
        embedding.embed(["red"])


def test_a_model_that_pools_itself_is_taken_as_it_is():
    rows = np.array([[1, 2, 3]], dtype=np.float32)
    assert pool(rows, np.ones((1, 4), dtype=np.int64), "mean") is rows


def test_inputs_are_given_only_as_the_model_wants_them(folder):
    for inputs in (("input_ids",), ("input_ids", "attention_mask", "token_type_ids")):
        (folder / "model.onnx").write_bytes(onnx_model(inputs))
        embedding.reset()
        assert embedding.embed(["green"]) == pytest.approx(np.array([[0, 1, 0]]))


def test_the_output_and_the_file_may_have_other_names(folder):
    (folder / "model.onnx").unlink()
    (folder / "model_quantized.onnx").write_bytes(onnx_model(output="hidden"))
    assert embedding.embed(["green"]) == pytest.approx(np.array([[0, 1, 0]]))


def test_a_long_text_is_cut_and_many_texts_keep_their_order(folder):
    texts = ["red " * 5_000, *["green", "blue"] * 40]
    rows = embedding.embed(texts)
    assert rows.argmax(axis=1).tolist() == [0, *[1, 2] * 40]


def test_other_dimensions_say_what_to_set(folder, settings):
    settings.MEMORY_EMBEDDING_DIMENSIONS = 256
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_EMBEDDING_DIMENSIONS = 3"):
        embedding.embed(["red"])


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(folder, missing):
    (folder / missing).unlink()
    with pytest.raises(EmbeddingUnavailable, match=missing):
        embedding.embed(["red"])


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_unavailable(folder, damaged):
    (folder / damaged).write_bytes(b"\x00damaged")
    with pytest.raises(EmbeddingUnavailable, match="cannot be loaded"):
        embedding.embed(["red"])


def test_without_a_folder_it_says_what_to_set(folder, settings):
    settings.MEMORY_ONNX_MODEL_DIR = ""
    with pytest.raises(EmbeddingUnavailable, match="MEMORY_ONNX_MODEL_DIR"):
        embedding.model_name()
