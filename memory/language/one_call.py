"""What is worked out of a text once for one call, which may compare each of its texts with all others.

Kept no longer than the call: a process that keeps texts, and what is known of them, grows with what it has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

KEPT = 300  # answers of each function: of a hundred texts, beside what they are compared with

_P = ParamSpec("_P")
_T = TypeVar("_T")
_answers: ContextVar[dict[Callable[..., Any], Callable[..., Any]] | None] = ContextVar("answers", default=None)


@contextmanager
def one_call() -> Iterator[None]:
    """While it lasts, `asked_once` functions keep their latest KEPT answers. Within another, it adds nothing."""
    if _answers.get() is not None:
        yield
        return
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def asked_once(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """`function`, which is asked once for like arguments while `one_call` lasts, and each time outside of it."""

    @wraps(function)
    def answer(*args: _P.args, **named: _P.kwargs) -> _T:
        answers = _answers.get()
        if answers is None:
            return function(*args, **named)
        if function not in answers:
            answers[function] = lru_cache(KEPT)(function)
        kept: _T = answers[function](*args, **named)
        return kept

    return answer
