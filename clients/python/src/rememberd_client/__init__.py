"""Talk to a Rememberd service.

`Rememberd` waits for each answer; `AsyncRememberd` is the same with `await`. Answers are the API's own JSON objects,
typed in `shapes`.
"""

from . import shapes
from .blocking import Rememberd, Session
from .calls import ApiError, NotFound, Unreachable
from .concurrent import AsyncRememberd, AsyncSession

__all__ = [
    "ApiError", "AsyncRememberd", "AsyncSession", "NotFound", "Rememberd", "Session", "Unreachable", "shapes"
]  # fmt: skip
