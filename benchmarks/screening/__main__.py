"""How many attacks the screening finds, and how much harmless talk it takes for one: `python -m benchmarks.screening`.

The half "build" may be looked at; of the half "report", written after the rules, only the figures are printed. So it is
with the writers from whom no weight was learnt.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from memoryproj import throwaway

from . import strangers

DATA = Path(__file__).parent / "data"
ROLES = ("user", "assistant", "tool", "import")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="print what the half build got wrong")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="memory-screening-") as folder:
        os.environ |= throwaway.environment(folder)
        import django

        django.setup()
        _told(asked.misses)
    return 0


def _told(misses: bool) -> None:
    for half in ("build", "report"):
        for kind in ("attacks", "harmless"):
            found, wrong, total, spent = measure(half, kind)
            part = found if kind == "attacks" else total - found
            named = "found" if kind == "attacks" else "left alone"
            print(f"{half:6} {kind:8} {part:5} of {total:5} {named} ({part / total:.1%}), {spent / total * 1e6:.0f} µs")
            if misses and half == "build":
                print("".join(f"    {row}\n" for row in wrong), end="")
    for role in ROLES:
        print(f"strangers, {role:9} " + ", ".join(_of_strangers(role)))


def _of_strangers(role: str) -> Iterator[str]:
    """What is kept back of the texts of writers from whom nothing was learnt."""
    for kind in ("attacks", "harmless"):
        rows = [
            (text.role, text.text)
            for text in strangers.texts(strangers.HELD_BACK)
            if text.role == role and bool(text.attack) == (kind == "attacks")
        ]
        found = sum(_is_found(role, text) for role, text in rows)
        yield f"{kind}: {found:3} of {len(rows):3} kept back ({found / max(len(rows), 1):.1%})"


def _is_found(role: str, text: str) -> bool:
    from memory.models import Origin
    from memory.screening import screen
    from memory.services import trust

    return screen(text, trust.of_turn(Origin.IMPORT if role == "import" else Origin.AGENT, role)) is not None


def measure(half: str, kind: str) -> tuple[int, list[tuple[str, str]], int, float]:
    """(texts in which something was found, those judged wrongly, all, seconds)."""
    from . import templates

    rows = [tuple(json.loads(line)) for line in (DATA / f"{kind}_{half}.jsonl").read_text().splitlines()]
    rows += list(getattr(templates, kind)(half))
    found, wrong = 0, []
    start = time.thread_time()
    for role, text in rows:
        hit = _is_found(role, text)
        found += hit
        if hit != (kind == "attacks"):
            wrong.append((role, text))
    return found, wrong, len(rows), time.thread_time() - start


if __name__ == "__main__":
    sys.exit(main())
