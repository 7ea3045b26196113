"""How many standing wishes are known for ones, and how much else is taken for one: `python -m benchmarks.wishes`.

Counted are messages of writers from whom nothing was learnt, one by one, as if each was all that was said.
"""

from __future__ import annotations

import argparse
import os
import sys
from tempfile import TemporaryDirectory

from memoryproj import throwaway

from ..facts.wishes import instructions
from .messages import HELD_BACK, messages


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    with TemporaryDirectory(prefix="memory-wishes-") as folder:
        os.environ |= throwaway.environment(folder)
        import django

        django.setup()
        for is_wish, named in ((True, "wishes known"), (False, "others taken for one")):
            found, total = measure(is_wish)
            print(f"{named}: {found} of {total} ({found / max(total, 1):.1%})")
    return 0


def measure(is_wish: bool) -> tuple[int, int]:
    """(messages of which an instruction is learnt, all), of those with a wish or of the others."""
    told = [message for message in messages(HELD_BACK) if bool(message.wish) is is_wish]
    found = sum(bool(instructions(message.text)) for message in told)
    return found, len(told)


if __name__ == "__main__":
    sys.exit(main())
