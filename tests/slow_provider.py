"""A facts provider that takes its time, as a model behind a slow network does."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

SECONDS = 120


class Slow:
    def extract(self, turns: Sequence[Any], *, timezone: str, background: Any = None) -> Any:
        time.sleep(SECONDS)

    def judge(self, new: Any, older: Sequence[Any]) -> Any:
        time.sleep(SECONDS)


provider = Slow()
