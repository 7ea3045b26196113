"""Everyday change: `python -m benchmarks.stories [--half build | --data path] [--together] [--show-misses]`.

Takes short stories in, session by session, learns from each offline, and asks from a new session what holds now: is the
answer in the context block, and does the block show as current what holds no longer? Choose by the build half alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from memoryproj import throwaway

from . import dataset

MAX_TOKENS = 800


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stories", description=__doc__)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--half", choices=(*dataset.HALVES, *dataset.UNKNOWN, *dataset.CHAT), default="build")
    source.add_argument("--data", type=Path, help="a file of stories of your own, as docs/stories.md says")
    parser.add_argument("--max-tokens", type=int, default=MAX_TOKENS, help="of each block")
    parser.add_argument("--stories", default="", help="ids, separated by commas; all of the half if left out")
    parser.add_argument("--together", action="store_true", help="tell all stories to one store, as one user's")
    parser.add_argument("--several", action="store_true", help="ask for two or three things in one prompt")
    parser.add_argument("--show-misses", action="store_true", help="print what was not answered, with its block")
    parser.add_argument("--json", type=Path, help="also write each question's outcome and block there")
    asked = parser.parse_args()
    if asked.data is None and asked.half.endswith("report") and asked.show_misses:
        parser.error("the report half is not looked into: whoever reads its misses tunes on them")
    if asked.several and (asked.data or asked.half in dataset.UNKNOWN):
        parser.error("there are no such prompts of these stories")
    try:
        stories = dataset.load_file(asked.data) if asked.data else dataset.load(asked.half)
    except dataset.DataError as error:
        parser.error(str(error))
    if wanted := {name.strip() for name in asked.stories.split(",") if name.strip()}:
        if unknown := wanted - {story.id for story in stories}:
            parser.error(f"no story {', '.join(sorted(unknown))} in this half")
        stories = [story for story in stories if story.id in wanted]
    if asked.together:
        stories = [dataset.together(stories)]
    with TemporaryDirectory(prefix="memory-stories-") as folder:
        throwaway.prepare(folder)
        from . import report, telling

        tellings = [telling.tell(story) for story in stories]
        if asked.several:
            prompts = dataset.several(asked.half)
            answers = [one for told in tellings for one in telling.ask_several(told, prompts, asked.max_tokens)]
        else:
            answers = [one for told in tellings for one in telling.ask(told, asked.max_tokens)]
        unrelated = telling.ask_unrelated(tellings, dataset.unrelated(), asked.max_tokens)
    if asked.json:
        asked.json.write_text(report.as_json(answers), encoding="utf-8")
    sys.stdout.write(report.markdown(answers, unrelated, show_misses=asked.show_misses))


if __name__ == "__main__":
    main()
