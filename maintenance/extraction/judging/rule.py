"""What a rule that judges is: its name, what it decides, an example of it, and the mark for what decides by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec, TypeVar

from ..types import Verdict

Asked = ParamSpec("Asked")
Found = TypeVar("Found", Verdict, Verdict | None)


@dataclass(frozen=True, slots=True)
class Beside:
    """Two facts, one learnt after the other; `talk` is what the newer one was said in, where that decides."""

    older: str
    newer: str
    talk: str = ""


@dataclass(frozen=True, slots=True)
class JudgingRule:
    """`takes` is judged by this rule; `leaves` looks like it and is not. `by_value`: need not tell of a change."""

    name: str
    does: str
    takes: Beside
    leaves: Beside
    by_value: bool = False

    def decides(self, judge: Callable[Asked, Found]) -> Callable[Asked, Found]:
        """Mark what decides by this rule. A verdict that another rule within it found keeps that rule's name; that
        both may hold is nobody's verdict."""

        @wraps(judge)
        def by_rule(*args: Asked.args, **named: Asked.kwargs) -> Found:
            found = judge(*args, **named)
            if found is None or found.rule or found.kind == "unrelated":
                return found
            return replace(found, rule=self.name)

        return by_rule
