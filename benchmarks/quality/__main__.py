"""The command line: `make bench-quality DATA=path CONVERSATIONS=conv-42,conv-43 KINDS=episode,fact,context,block`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from memoryproj import throwaway

KINDS = ("episode", "fact", "mixed", "context", "block")
DEFAULT_DATA = "../shared/data/locomo_dev.json"


def main() -> None:
    asked = _arguments()
    if asked.store:
        Path(asked.store).mkdir(parents=True, exist_ok=True)
        run(asked, asked.store)
    else:
        with TemporaryDirectory(prefix="memory-quality-") as folder:
            run(asked, folder)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(DEFAULT_DATA), help="a file in LoCoMo's format")
    parser.add_argument("--conversations", default="", help="names, separated by commas; all if left out")
    parser.add_argument("--kinds", default="episode,block", help=f"of {', '.join(KINDS)}")
    parser.add_argument("--ways", default="", help="of text, vector, rrf, weighted; all if left out")
    parser.add_argument("--json", type=Path, help="also write the figures there")
    parser.add_argument("--database-url", default="", help="an empty PostgreSQL database that is filled; else SQLite")
    parser.add_argument("--store", help="keep the store in this folder, and use what an earlier run put there")
    asked = parser.parse_args()
    asked.kinds = _split(asked.kinds)
    if unknown := set(asked.kinds) - set(KINDS):
        parser.error(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    if not asked.data.is_file():
        parser.error(f"there is no file {asked.data}")
    return asked


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def run(asked: argparse.Namespace, folder: str) -> None:
    throwaway.prepare(folder, asked.database_url)
    from .report import markdown

    figures = measure(asked)
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    sys.stdout.write(markdown(figures))


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    from memory import embedding

    from . import asking, blocks, dataset, report, store

    conversations = dataset.load(asked.data, _split(asked.conversations))
    learn = asked.kinds != ["episode"]
    stored = store.take_in(conversations, facts=learn)
    evidence = [(taken.learnt, question.evidence) for taken in stored for question in taken.conversation.questions]
    wanted = _split(asked.ways)
    ways = {name: way for name, way in asking.ways().items() if not wanted or name.rstrip("*") in wanted}
    figures: dict[str, Any] = {
        "data": asked.data.name,
        "conversations": [conversation.name for conversation in conversations],
        "embedder": embedding.model_name(),
        "turns": sum(len(session.turns) for conversation in conversations for session in conversation.sessions),
        "facts": sum(taken.facts for taken in stored),
        "kinds": {},
    }
    if learn:
        shares = [len(learnt & turns) / len(turns) for learnt, turns in evidence if turns]
        figures["evidence_with_a_fact"] = sum(shares) / len(shares)
    for kind in asked.kinds:
        if kind == "block":
            figures["blocks"] = blocks.measure(stored)
            continue
        if kind == "context":
            by_way = {
                f"{name}, {tokens} tokens": asking.ask_context(stored, name.rstrip("*"), tokens)
                for name in ways
                if name not in {"text", "vector"}
                for tokens in asking.CONTEXT_TOKENS
            }
            figures["kinds"][kind] = {"ways": {name: report.summary(way) for name, way in by_way.items()}}
            continue
        by_way = {name: asking.ask(stored, way, None if kind == "mixed" else kind) for name, way in ways.items()}
        figures["kinds"][kind] = {
            "ways": {name: report.summary(way) for name, way in by_way.items()},
            "versus": report.compared(by_way, "recall@10"),
        }
    return figures


if __name__ == "__main__":
    main()
