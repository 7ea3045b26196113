"""Does a change supersede, and nothing else: `python -m benchmarks.pairs [--half NAME] [--turns] [--show] [--rules]`.

Each pair of facts is learnt in a store of its own, the newer one four weeks after the older, through consolidation with
the offline judge. With `--turns`, and of the spoken sets, the pairs are said as a user says them, and the offline rules
learn from that.

`--rules` counts by judging rule instead, on all sets to choose by, on the stories' build half and, with `--data`, on
conversations in LoCoMo's format. `--sheet FILE` writes what was judged while learning from these for somebody to mark,
`--sheet FILE --keep FILE` keeps the marks of a read one, and `--marks FILE` reads them.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from memoryproj import throwaway

from . import dataset


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pairs", description=__doc__)
    parser.add_argument("--half", choices=dataset.ALL, default="build")
    parser.add_argument("--turns", action="store_true", help="say the pairs as turns, where a user would")
    parser.add_argument("--show", action="store_true", help="print each pair that did not come out right")
    parser.add_argument("--rules", action="store_true", help="count by judging rule instead")
    parser.add_argument("--data", type=Path, help="with --rules: a file in LoCoMo's format besides")
    parser.add_argument("--conversations", default="conv-26,conv-30,conv-41", help="of these, with --data")
    parser.add_argument("--sheet", type=Path, help="with --rules: write what talk was judged by there, to be marked")
    parser.add_argument("--keep", type=Path, help="with --sheet: keep the marks of a read sheet there")
    parser.add_argument("--marks", type=Path, help="with --rules: marks that were kept")
    asked = parser.parse_args()
    if (asked.data or asked.sheet or asked.keep or asked.marks) and not asked.rules:
        parser.error("--data, --sheet, --keep and --marks go with --rules")
    if asked.keep and not asked.sheet:
        parser.error("--keep wants the sheet that was read: --sheet FILE")
    if asked.rules:
        by_rule(asked)
        return
    if asked.half not in (*dataset.TO_CHOOSE_BY, *dataset.SPOKEN_TO_CHOOSE_BY) and asked.show:
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


def by_rule(asked: argparse.Namespace) -> None:
    with TemporaryDirectory(prefix="memory-pairs-") as folder:
        throwaway.prepare(folder)
        from benchmarks.quality import dataset as conversations
        from benchmarks.quality import store
        from benchmarks.stories import dataset as stories
        from benchmarks.stories import telling

        from . import judged

        if asked.sheet and asked.keep:
            judged.keep(asked.sheet, asked.keep)
            return
        of_pairs = [one for half in dataset.TO_CHOOSE_BY for one in judged.of_facts(dataset.load(half))]
        of_pairs += [one for half in dataset.SPOKEN_TO_CHOOSE_BY for one in judged.of_turns(dataset.load(half))]
        of_talk = [
            one for story in stories.load("build")
            for one in judged.while_learning(partial(telling.tell, story), story.id)
        ]  # fmt: skip
        wanted = asked.conversations.split(",")
        for talk in conversations.load(asked.data, wanted) if asked.data else []:
            of_talk += judged.while_learning(partial(store.take_in, [talk], facts=True), talk.name)
        if asked.sheet:
            judged.draw(of_talk, asked.sheet)
        sys.stdout.writelines(judged.report(of_pairs, of_talk, judged.kept(asked.marks) if asked.marks else {}))


if __name__ == "__main__":
    main()
