"""Embeddings from OpenAI, or from any server that speaks its protocol (`MEMORY_OPENAI_BASE_URL`)."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings

from memory.embedding import EmbeddingUnavailable, Vector
from memory.llm import client, configured
from memory.llm.errors import LLMUnavailable

BATCH_TEXTS = 256
# A request may hold 300,000 tokens in all. In the scripts that cost most, a character is a token and a half.
BATCH_CHARACTERS = 200_000
# Every embedding model takes this many characters: the text is cut to them when the server refuses a longer one.
SHORT_CHARACTERS = 2_000


class OpenAIEmbedder:
    def __init__(self, dimensions: int) -> None:
        if not configured():
            raise EmbeddingUnavailable("set MEMORY_OPENAI_API_KEY, or MEMORY_OPENAI_BASE_URL for another server")
        self.name = f"openai:{settings.MEMORY_OPENAI_EMBEDDING_MODEL}"
        self.dimensions = dimensions
        self._client: Any = None

    def load(self) -> None:
        try:
            self._client = client()
        except LLMUnavailable as error:
            raise EmbeddingUnavailable(error.reason) from error

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return self._checked([row for batch in batches(texts) for row in self._embed_batch(batch, self._client)])

    def embed_query(self, text: str, seconds: float) -> Vector:
        # Somebody waits for the answer. An answer without vectors is better than a late one.
        (row,) = self._checked(self._embed_batch([text], self._client.with_options(timeout=seconds, max_retries=0)))
        return row

    def _checked(self, rows: list[Vector]) -> list[Vector]:
        lengths = {len(row) for row in rows}
        if len(lengths) == 1 and self.dimensions not in lengths:
            given = lengths.pop()
            raise EmbeddingUnavailable(
                f"{self.name} gives {given} dimensions: set MEMORY_EMBEDDING_DIMENSIONS = {given}"
            )
        return rows

    def _embed_batch(self, texts: list[str], connection: Any) -> list[Vector]:
        import openai

        try:
            try:
                return self._request(texts, connection)
            except (openai.BadRequestError, openai.UnprocessableEntityError):
                if max(map(len, texts)) <= SHORT_CHARACTERS:
                    raise
                return self._request([text[:SHORT_CHARACTERS] for text in texts], connection)
        except openai.APIStatusError as error:
            raise EmbeddingUnavailable(f"{self.name} answered {error.status_code}") from error
        except openai.OpenAIError as error:
            raise EmbeddingUnavailable(f"{self.name} could not be reached: {type(error).__name__}") from error

    def _request(self, texts: list[str], connection: Any) -> list[Vector]:
        # Only OpenAI's third generation takes `dimensions`. Other models have one length, and some servers refuse a
        # request that names it.
        model = settings.MEMORY_OPENAI_EMBEDDING_MODEL
        chosen = {"dimensions": self.dimensions} if "text-embedding-3" in model else {}
        try:
            # The client asks for base64 and decodes it; it fails on a server that answers floats all the same.
            answer = connection.embeddings.create(model=model, input=texts, **chosen)
            indexed = {one.index: one.embedding for one in answer.data}
            rows = [indexed[i] for i in range(len(texts))]
            if not all(isinstance(row, list) for row in rows):
                raise TypeError("no list")
            return rows  # what stands in each, the caller checks: one that is bad costs the others nothing
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise EmbeddingUnavailable(f"{self.name} answered without a vector for each text") from error


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, in lists of at most BATCH_TEXTS texts and BATCH_CHARACTERS characters."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == BATCH_TEXTS or characters + len(text) > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
