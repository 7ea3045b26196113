"""Does a change supersede, and nothing else: `python -m benchmarks.pairs [--half NAME] [--turns] [--show]`.

Each pair of facts is learnt in a store of its own, the newer one four weeks after the older, through consolidation with
the offline judge. With `--turns`, and of the spoken sets, the pairs are said as a user says them, and the offline rules
learn from that.
"""

from __future__ import annotations

import argparse
import os
import sys
from tempfile import TemporaryDirectory

from memoryproj import throwaway

from . import dataset


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=__doc__)
    parser.add_argument("--half", choices=dataset.ALL, default="build")
    parser.add_argument("--turns", action="store_true", help="say the pairs as turns, where a user would")
    parser.add_argument("--show", action="store_true", help="print each pair that did not come out right")
    asked = parser.parse_args()
    if (
        asked.half in ("report", "held", "plain_held", "talk_held", "turns_held", "said_held", "fresh_held")
        and asked.show
    ):
        parser.error("what is only reported on is not looked into: whoever reads its misses tunes on them")
    spoken = asked.turns or asked.half in dataset.SPOKEN + dataset.NEIGHBOURS
    if not spoken:
        os.environ["MEMORY_FACTS_PROVIDER"] = "benchmarks.pairs.stated.PROVIDER"
    pairs = dataset.load(asked.half)
    with TemporaryDirectory(prefix="memory-pairs-") as folder:
        throwaway.prepare(folder)
        from . import report, saying

        if spoken:
            outcomes = [saying.say_turns(pair) for pair in pairs if pair.older_turn]
        else:
            outcomes = [saying.say_facts(pair, pairs, number) for number, pair in enumerate(pairs)]
    sys.stdout.write(report.markdown(outcomes, show=asked.show))


if __name__ == "__main__":
    main()
