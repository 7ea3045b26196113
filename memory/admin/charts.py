"""Pictures as numbers: scales, curves and bars that the templates draw as SVG. Pure.

Drawn on the server, so that they need no script, follow the theme's colours, and each part can be a link.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ..models import decayed
from ..services.curating.reliability import Bin

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Anchor:
    """From `at` on, confidence falls from `base`."""

    at: datetime
    base: float


@dataclass(frozen=True)
class Curve:
    """`past` and `future` are SVG point lists in a box of `width` × `height`, `now_x`, `threshold_y` places in it."""

    past: str
    future: str
    now_x: float
    threshold_y: float
    width: int
    height: int
    retires_in: float | None
    start: datetime
    end: datetime


def retires_in(base: float, rate: float, since: float, threshold: float) -> float | None:
    """Days until a fact that has fallen for `since` days from `base` reaches `threshold`; None: never."""
    if rate <= 0 or base <= 0:
        return None
    return max(math.log(base / threshold) / rate - since, 0.0) if base > threshold else 0.0


def confidence_at(anchors: Sequence[Anchor], rate: float, moment: datetime) -> float | None:
    """The confidence at `moment`; None before the first anchor."""
    before = [anchor for anchor in anchors if anchor.at <= moment]
    if not before:
        return None
    last = max(before, key=lambda anchor: anchor.at)
    return decayed(last.base, rate, (moment - last.at) / DAY)


def decay_curve(
    anchors: Sequence[Anchor],
    rate: float,
    now: datetime,
    threshold: float,
    width: int = 640,
    height: int = 160,
    *,
    ended: bool = False,
) -> Curve:
    """The confidence of one fact from its first anchor until it falls below `threshold`, at least 30 days ahead. Of one
    that `ended` at `now`, until then."""
    ordered = sorted((a for a in anchors if a.at <= now), key=lambda anchor: anchor.at) or [Anchor(now, 1.0)]
    last = ordered[-1]
    left = retires_in(last.base, rate, (now - last.at) / DAY, threshold)
    start = ordered[0].at
    ahead = min(max(30.0, (left or 30.0) * 1.15), 365.0)
    end = now if ended else now + timedelta(days=ahead)
    span = max((end - start) / DAY, 1e-6)

    def place(moment: datetime, value: float) -> str:
        return f"{(moment - start) / DAY / span * width:.1f},{height - value * height:.1f}"

    past: list[str] = []
    for anchor, following in zip(ordered, [*ordered[1:], Anchor(now, 0.0)], strict=True):
        past += [place(t, decayed(anchor.base, rate, (t - anchor.at) / DAY)) for t in _steps(anchor.at, following.at)]
    ahead_of_now = [] if ended else _steps(now, end, 48)
    future = [place(t, decayed(last.base, rate, (t - last.at) / DAY)) for t in ahead_of_now]
    return Curve(
        " ".join(past), " ".join(future), (now - start) / DAY / span * width, height - threshold * height, width,
        height, left, start, end,
    )  # fmt: skip


def _steps(start: datetime, end: datetime, most: int = 24) -> list[datetime]:
    if end <= start:
        return [start]
    return [start + (end - start) * (i / most) for i in range(most + 1)]


@dataclass(frozen=True)
class Bar:
    label: str
    value: int
    share: float  # of the tallest, 0 to 1
    link: str = ""
    parts: tuple[tuple[str, float], ...] = ()  # (name, share of the tallest) from the bottom up
    hint: str = ""


def scale(bars: Sequence[Bar]) -> list[str]:
    """The labels of a value axis from the top down: the tallest bar, its half where that is a whole number, and 0."""
    tallest = max((bar.value for bar in bars), default=0)
    half = [f"{tallest // 2:,}"] if tallest and tallest % 2 == 0 else []
    return [f"{tallest:,}", *half, "0"] if tallest else ["0"]


def bars(rows: Sequence[tuple[str, int, str]]) -> list[Bar]:
    """Bars of (label, value, link), in proportion to the tallest."""
    tallest = max((value for _, value, _ in rows), default=0) or 1
    return [Bar(label, value, value / tallest, link, hint=f"{label}: {value}") for label, value, link in rows]


def stacked(rows: Sequence[tuple[str, dict[str, int], str]]) -> list[Bar]:
    """Bars of (label, {part: value}, link), each stacked from its parts."""
    tallest = max((sum(parts.values()) for _, parts, _ in rows), default=0) or 1
    return [
        Bar(
            label,
            sum(parts.values()),
            sum(parts.values()) / tallest,
            link,
            tuple((name, value / tallest) for name, value in parts.items()),
            f"{label}: " + ", ".join(f"{value} {name}" for name, value in parts.items()),
        )
        for label, parts, link in rows
    ]


SIDE = 320  # of the square in which confidence stands against what was right


@dataclass(frozen=True)
class Reliability:
    """`dots` of {x, y, r, hint}, the `line` through them, `marks` of {x, y, label} on both axes, the axes' `middle`."""

    dots: list[dict[str, Any]]
    line: str
    marks: list[dict[str, Any]]
    middle: int = SIDE // 2


def reliability(bins: Sequence[Bin]) -> Reliability:
    """Places for the bins: confidence from the left, the share that was right from below; larger for more facts."""
    most = max((one.facts for one in bins), default=1)
    dots = [
        {
            "x": round(one.expected * SIDE, 1), "y": round((1 - one.right) * SIDE, 1),
            "r": round(4 + 8 * math.sqrt(one.facts / most), 1),
            "hint": f"confidence {one.expected:.2f}: {one.right:.0%} of {one.facts} right",
        }
        for one in bins
    ]  # fmt: skip
    marks = [{"x": share * SIDE / 4, "y": SIDE - share * SIDE / 4, "label": f"{share / 4:.2f}"} for share in range(5)]
    return Reliability(dots, " ".join(f"{dot['x']},{dot['y']}" for dot in dots), marks)
