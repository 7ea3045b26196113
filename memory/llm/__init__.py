"""One question to a language model: `complete` gives an object that fits the schema, or a named error.

Any server that speaks OpenAI's chat completions will do. No prompt, answer or key is ever logged.
"""

import json
import logging
import os
import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.signals import setting_changed

from .errors import LLMError, LLMMalformed, LLMRefused, LLMTruncated, LLMUnavailable
from .reading import content_of, envelope, finished, fit, parse, tokens

if TYPE_CHECKING:
    import openai

# An answer to a chunk of 30 turns is some kilobytes; more than this is a model that ran away.
MAX_ANSWER_BYTES = 2 << 20
# What an answer may take at most, thoughts included: a chunk's facts are some two thousand tokens.
MAX_ANSWER_TOKENS = 16_384


@dataclass(frozen=True, slots=True)
class Prompt:
    system: str
    user: str


@dataclass(frozen=True, slots=True)
class Completion:
    """`value` fits the schema that was asked for; `cost` follows MEMORY_LLM_PRICE_PER_MTOK.

    Token counts are the server's, or estimated from the characters where it gives none.
    """

    value: dict[str, Any]
    tokens_in: int
    tokens_out: int
    model: str
    cost: float


def complete(
    prompt: Prompt | str,
    schema: Mapping[str, Any],
    *,
    system: str = "",
    purpose: str,
    namespace: str = "",
    checked: Mapping[str, Any] | None = None,
) -> Completion:
    """Ask once and validate the answer against `schema`, a strict JSON Schema of an object, or against `checked`, a
    laxer one, where its caller looks at each item itself.

    Keys that the schema does not know are dropped. `purpose` names the schema to the server and, with
    `namespace`, marks the log line. Raises LLMUnavailable, LLMRefused, LLMTruncated or LLMMalformed.
    """
    if isinstance(prompt, str):
        prompt = Prompt(system, prompt)
    started = time.monotonic()
    answer = _ask(prompt, schema, purpose)
    content = content_of(answer)
    tokens_in, tokens_out = tokens(answer, len(prompt.system) + len(prompt.user), content)
    for spent in _meter.get():
        spent.tokens_in += tokens_in
        spent.tokens_out += tokens_out
    try:
        value = fit(parse(finished(answer, content)), checked or schema)
    except LLMError as error:
        error.tokens_in, error.tokens_out = tokens_in, tokens_out
        raise
    finally:
        seconds = time.monotonic() - started
        log.info("%s for %s: %d + %d tokens, %.1f s", purpose, namespace or "-", tokens_in, tokens_out, seconds)
    price_in, price_out = settings.MEMORY_LLM_PRICE_PER_MTOK
    return Completion(
        value=value,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        model=settings.MEMORY_OPENAI_MODEL,
        cost=(tokens_in * price_in + tokens_out * price_out) / 1_000_000,
    )


@dataclass
class Spent:
    """Tokens of all questions within a `metered` block, also of those that failed."""

    tokens_in: int = 0
    tokens_out: int = 0


@contextmanager
def metered() -> Iterator[Spent]:
    """Count what the questions of this block cost, whoever asks them in between."""
    spent = Spent()
    token = _meter.set((*_meter.get(), spent))
    try:
        yield spent
    finally:
        _meter.reset(token)


def configured() -> bool:
    """Whether the settings name a server: a key for OpenAI's, or the base URL of another."""
    return bool(settings.MEMORY_OPENAI_API_KEY or settings.MEMORY_OPENAI_BASE_URL)


def writes() -> bool:
    """Whether summaries and reflections are a model's to write: facts are not left to the offline rules, and a server
    is named. The provider `openai` without one is a mistake that its first question names."""
    provider = settings.MEMORY_FACTS_PROVIDER
    return provider == "openai" or (provider != "rules" and configured())


def client() -> "openai.OpenAI":
    """The process's client, shared by threads. Raises LLMUnavailable if there is none to be had."""
    global _client
    with _lock:
        if _client is None:
            _client = _build_client()
        return _client


def fenced(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line, for the data block of a prompt: no row can end its line or the block.

    Block marks in the prompts are angle brackets, so these are escaped, and so is every line break.
    """
    lines = (json.dumps(row, ensure_ascii=False, default=str).translate(_ESCAPES) for row in rows)
    return "\n".join(lines)


_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>\x7f\x85\u2028\u2029"}


# ---- asking

log = logging.getLogger(__name__)
_lock = threading.Lock()
_client: "openai.OpenAI | None" = None
_meter: ContextVar[tuple[Spent, ...]] = ContextVar("meter", default=())

# How an answer's form is asked for, from the strictest; a server that refuses one is asked for the next. What it
# refuses for one purpose's schema it may take for another's.
_FORMS = ("json_schema", "json_object", "text")
_accepted_form: dict[tuple[str, str, str], int] = {}
# How an answer's length is bounded: the name that newer servers know, the older one, none.
_LIMITS = ("max_completion_tokens", "max_tokens", "")
_accepted_limit: dict[tuple[str, str], int] = {}


def _build_client() -> "openai.OpenAI":
    if not configured():
        raise LLMUnavailable("set MEMORY_OPENAI_API_KEY, or MEMORY_OPENAI_BASE_URL for another server")
    try:
        import openai
    except ImportError as error:
        raise LLMUnavailable("the package openai is missing: pip install openai") from error
    # Its debug lines hold whole prompts, and the HTTP client's info lines one URL for each call.
    for chatty in ("openai", "httpx2", "httpcore2", "httpx", "httpcore"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    return openai.OpenAI(
        # The client insists on a key; a local server does not look at it.
        api_key=settings.MEMORY_OPENAI_API_KEY or "none",
        base_url=settings.MEMORY_OPENAI_BASE_URL or "https://api.openai.com/v1",
        timeout=settings.MEMORY_OPENAI_TIMEOUT,
        max_retries=settings.MEMORY_OPENAI_RETRIES,
    )


def _ask(prompt: Prompt, schema: Mapping[str, Any], purpose: str) -> dict[str, Any]:
    """The server's answer, in the strictest form that it accepts for this purpose."""
    connection = client()
    import openai

    server = (settings.MEMORY_OPENAI_BASE_URL, settings.MEMORY_OPENAI_MODEL)
    form, limit = _accepted_form.get((*server, purpose), 0), _accepted_limit.get(server, 0)
    while True:
        parameters = _parameters(prompt, schema, purpose, _FORMS[form])
        if _LIMITS[limit]:
            parameters[_LIMITS[limit]] = MAX_ANSWER_TOKENS
        try:
            body = _request(connection, parameters)
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            _raise_if_about_the_prompt(error)
            if _LIMITS[limit] and _LIMITS[limit] in _complaint(error):
                limit += 1
            elif form < len(_FORMS) - 1:
                form += 1
            elif _answers_anything(connection):
                raise LLMTruncated("the server refused this question and takes others: it may be too long") from error
            else:
                raise LLMUnavailable(f"the server refused the request ({error.status_code})") from error
            continue
        except openai.APIStatusError as error:
            if error.status_code == 413:
                raise LLMTruncated("the question is too long for the server (413)") from error
            raise LLMUnavailable(_STATUS.get(error.status_code, f"the server answered {error.status_code}")) from error
        except openai.APITimeoutError as error:
            raise LLMUnavailable(f"no answer within {settings.MEMORY_OPENAI_TIMEOUT:g} s") from error
        except openai.OpenAIError as error:
            raise LLMUnavailable(f"the server could not be reached: {type(error).__name__}") from error
        _accepted_form[*server, purpose], _accepted_limit[server] = form, limit
        return envelope(body)


def _complaint(error: "openai.APIStatusError") -> str:
    """What the server says that it does not take."""
    body = error.body if isinstance(error.body, dict) else {}
    return f"{body.get('param') or ''} {body.get('message') or ''}"


# What an error names in its code or type: OpenAI's and Azure's filters; a question that is too long, OpenAI's name and
# llama.cpp's (https://github.com/ggml-org/llama.cpp/pull/15780). vLLM names nothing (`_answers_anything`).
_FILTERED = frozenset({"content_filter", "content_policy_violation"})
_TOO_LONG = frozenset({"context_length_exceeded", "exceed_context_size_error"})
_STATUS = {
    401: "the server refused the key (401)",
    403: "the server refused the key (403)",
    404: "the server knows neither this model nor this path (404)",
    429: "too many requests, or the quota is spent (429)",
}


def _parameters(prompt: Prompt, schema: Mapping[str, Any], purpose: str, form: str) -> dict[str, Any]:
    system = prompt.system
    chosen: dict[str, Any] = {}
    if form == "json_schema":
        name = re.sub(r"[^A-Za-z0-9_-]", "_", purpose)[:64]
        chosen["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": name, "strict": True, "schema": dict(schema)},
        }
    else:
        system += f"\n\nAnswer with one JSON object of this JSON Schema, and nothing else:\n{json.dumps(schema)}"
        if form == "json_object":
            chosen["response_format"] = {"type": "json_object"}
    messages = [_message("system", system)] if system else []
    messages.append(_message("user", prompt.user))
    return {"model": settings.MEMORY_OPENAI_MODEL, "messages": messages, **chosen}


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _request(connection: "openai.OpenAI", parameters: dict[str, Any]) -> bytes:
    """The body of the answer, bounded in size and in time.

    Read piece by piece: the client's timeout is for one read, so that a server which sends a byte a
    second would hold a worker for ever. Raises openai's errors, LLMUnavailable or LLMMalformed.
    """
    body = bytearray()
    with connection.chat.completions.with_streaming_response.create(**parameters) as response:
        deadline = time.monotonic() + settings.MEMORY_OPENAI_TIMEOUT
        try:
            for piece in response.iter_bytes():
                body += piece
                if len(body) > MAX_ANSWER_BYTES:
                    raise LLMMalformed(f"the answer is longer than {MAX_ANSWER_BYTES} bytes")
                if time.monotonic() > deadline:
                    raise LLMUnavailable(f"no whole answer within {settings.MEMORY_OPENAI_TIMEOUT:g} s")
        except LLMError:
            raise
        except Exception as error:  # of whichever HTTP library openai rests on; it wraps none of them here
            raise LLMUnavailable(f"the answer broke off: {type(error).__name__}") from error
    return bytes(body)


def _raise_if_about_the_prompt(error: "openai.APIStatusError") -> None:
    """A 400 is often a form that the server does not know; these are not cured by asking for another."""
    body = error.body if isinstance(error.body, dict) else {}
    named = {str(body.get("code")), str(body.get("type"))}
    if named & _FILTERED:
        raise LLMRefused("the server's content filter declined the question") from error
    if named & _TOO_LONG:
        raise LLMTruncated("the question is too long for the model") from error


def _answers_anything(connection: "openai.OpenAI") -> bool:
    """Whether the server takes a question of two words. One that refuses every form, and whose error names no reason,
    has either no use for this client or no room for the question; what its message says is for people."""
    import openai

    try:
        _request(connection, {"model": settings.MEMORY_OPENAI_MODEL, "messages": [_message("user", "Say yes.")]})
    except (openai.OpenAIError, LLMError):
        return False
    return True


def reset() -> None:
    """Forget the client and what the servers accept, so that the next call follows the settings."""
    global _client, _lock
    _lock = threading.Lock()
    _client = None
    _accepted_form.clear()
    _accepted_limit.clear()


def _reset_when_configured_anew(*, setting: str, **kwargs: Any) -> None:
    if setting.startswith("MEMORY_OPENAI"):
        reset()


setting_changed.connect(_reset_when_configured_anew)
# Two processes must not talk over one connection.
os.register_at_fork(after_in_child=reset)
