"""Does a prompt get what is known when it needs it, and nothing when it does not: `python -m benchmarks.prompts`.

Counted are the prompts of writers from whom nothing was learnt. Those that need nothing are asked of the stories' users
in turn, beside these users' own questions: of how many does the block tell something?
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from memory.language.en.personal import personal
from memoryproj import throwaway

from ..stories import dataset
from ..stories.dataset import Kind, Story
from .prompts import HELD_BACK, prompts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--half", choices=(*dataset.HALVES, *dataset.CHAT), default="build", help="of the stories")
    source.add_argument("--data", type=Path, help="a file of stories of your own, as docs/stories.md says")
    asked = parser.parse_args()
    for is_personal, named in ((True, "personal prompts known"), (False, "others taken for one")):
        print(_share(named, *weighed(is_personal)))
    stories = dataset.load_file(asked.data) if asked.data else dataset.load(asked.half)
    with TemporaryDirectory(prefix="memory-prompts-") as folder:
        throwaway.prepare(folder)
        questions, others = told(stories)
    print(_share("questions about what was told that get something", *questions))
    print(_share("prompts that need nothing that get something", *others))
    return 0


def weighed(is_personal: bool) -> tuple[int, int]:
    """(prompts whose words speak for it that they are personal, all), of those that are or of the others."""
    read = [prompt for prompt in prompts(HELD_BACK) if prompt.is_personal is is_personal]
    return sum(personal(prompt.text) > 0 for prompt in read), len(read)


def told(stories: list[Story]) -> tuple[tuple[int, int], tuple[int, int]]:
    """(prompts of which the block tells something beside instructions, all): of the stories' questions, and of the
    prompts that need nothing."""
    from memory.services.handing import context

    from ..stories import telling

    def tells(place: int, prompt: str) -> bool:
        namespace = tellings[place % len(tellings)].namespace
        return bool(context.build(namespace, prompt, include=["facts", "turns"], record=False).hits)

    tellings = [telling.tell(story) for story in stories]
    questions = [
        tells(place, question.text)
        for place, one in enumerate(tellings)
        for question in one.story.questions
        if question.kind != Kind.NONE
    ]
    needless = [prompt.text for prompt in prompts(HELD_BACK) if not prompt.is_personal]
    others = [tells(place, prompt) for place, prompt in enumerate(needless)]
    return (sum(questions), len(questions)), (sum(others), len(others))


def _share(named: str, found: int, total: int) -> str:
    return f"{named}: {found} of {total} ({found / max(total, 1):.1%})"


if __name__ == "__main__":
    sys.exit(main())
