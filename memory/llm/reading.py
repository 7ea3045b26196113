"""Reading what a language model's server answered: its envelope, the object in its content, the schema. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .errors import LLMMalformed, LLMRefused, LLMTruncated

# Roughly what a token is where the server does not say: only budgets and cost notes depend on it.
CHARACTERS_PER_TOKEN = 4


def envelope(body: bytes) -> dict[str, Any]:
    """The server's whole answer. Raises LLMMalformed."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise LLMMalformed("the server answered something other than JSON") from error
    if not isinstance(answer, dict):
        raise LLMMalformed("the server's answer is not an object")
    return answer


def _choice(answer: dict[str, Any]) -> dict[str, Any]:
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict) or not isinstance(first.get("message"), dict):
        raise LLMMalformed("the server's answer holds no message")
    return first


def content_of(answer: dict[str, Any]) -> str:
    """What the model wrote; "" for nothing. Raises LLMMalformed."""
    content = _choice(answer)["message"].get("content")
    if isinstance(content, list):  # some servers answer in parts
        texts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def finished(answer: dict[str, Any], content: str) -> str:
    """The content, if the model meant to answer and came to its end. Raises LLMRefused, LLMTruncated, LLMMalformed."""
    choice = _choice(answer)
    if choice["message"].get("refusal"):
        raise LLMRefused("the model declined to answer")
    if choice.get("finish_reason") == "content_filter":
        raise LLMRefused("the server's content filter cut the answer")
    if choice.get("finish_reason") == "length":
        raise LLMTruncated("the answer reached the model's limit and was cut")
    if not content.strip():
        raise LLMMalformed("the answer is empty")
    return content


def tokens(answer: dict[str, Any], asked: int, content: str) -> tuple[int, int]:
    """What question and answer cost: by the server, else by the characters `asked` and answered."""
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}

    def count(key: str, characters: int) -> int:
        given = usage.get(key)
        if isinstance(given, int) and not isinstance(given, bool) and given >= 0:
            return given
        return characters // CHARACTERS_PER_TOKEN

    return count("prompt_tokens", asked), count("completion_tokens", len(content))


_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"\A\s*```\w*\n(.*?)\n?```\s*\Z", re.DOTALL)
# Prose before the object may hold a brace or two; a hundred is no answer.
_MAX_BEGINNINGS = 20


def parse(content: str) -> dict[str, Any]:
    """The first JSON object in the content: alone, in a fence, or amid prose. Raises LLMMalformed."""
    content = _THOUGHTS.sub("", content)
    if fenced := _FENCED.match(content):
        content = fenced[1]
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    at = -1
    for _ in range(_MAX_BEGINNINGS):
        at = content.find("{", at + 1)
        if at < 0:
            break
        try:
            value, _end = decoder.raw_decode(content, at)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    raise LLMMalformed("the answer holds no whole JSON object")


def fit(value: dict[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """`value` without the keys that `schema` does not know, and with strings that have a UTF-8 form.

    Raises LLMMalformed, naming the place and the rule but nothing of the value.
    """
    import jsonschema

    try:
        fitted: dict[str, Any] = _fit(value, schema)
        problem = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(fitted))
    except RecursionError as error:
        raise LLMMalformed("the answer is nested too deeply") from error
    if problem is not None:
        raise LLMMalformed(f"the answer breaks the schema: {problem.validator} at {problem.json_path}")
    return fitted


def _fit(value: Any, schema: Mapping[str, Any]) -> Any:
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return {key: _fit(value[key], known[key]) for key in value if key in known}
    if isinstance(value, dict):
        return {str(_fit(key, {})): _fit(one, {}) for key, one in value.items()}
    if isinstance(value, list):
        return [_fit(one, schema.get("items", {})) for one in value]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)  # NaN and the infinities are no JSON
