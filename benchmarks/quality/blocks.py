"""Answer in the block: for how many questions all content words of the expected answer stand in what an agent gets.

Each way of making a block is asked at three budgets. Beside it stand what a perfect choice would hold (the ceiling: the
evidence turns with their neighbours, relative dates resolved), what a block would hold by accident (the chance level:
answers to other questions of that conversation and kind), and the answers whose words stand nowhere in the talk.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.test import override_settings

from memory.context_block import one_line, token_estimate
from memory.language import ENGLISH
from memory.models import Kind
from memory.services.handing import context, retrieval

from .answers import held, stands_in, wanted
from .asking import Asked
from .dataset import Conversation, Question, Session
from .report import summary
from .store import Taken

BUDGETS = (300, 600, 1_200)
FOUND = 60  # turns asked for by the way "turns", more than the largest budget takes
FACTS = 20  # facts asked for by the way "facts"

Block = Callable[[Taken, Question, int], str]


def ways() -> dict[str, Block]:
    """The ways of making a block, by name; the product's default is marked by `*`."""
    return {"facts": _facts, "turns": _turns, "default*": _default}


def _facts(taken: Taken, question: Question, tokens: int) -> str:
    """The specification's block."""
    asked_at = taken.conversation.asked_at
    with override_settings(MEMORY_CONTEXT="facts"):
        return context.build(
            taken.namespace, question.text, limit=FACTS, max_tokens=tokens, as_of=asked_at, record=False
        ).block


def _default(taken: Taken, question: Question, tokens: int) -> str:
    return context.build(
        taken.namespace, question.text, max_tokens=tokens, as_of=taken.conversation.asked_at, record=False
    ).block


def _turns(taken: Taken, question: Question, tokens: int) -> str:
    """The turns found, as they were said, best first, whole lines only: what any store could hand out."""
    found = retrieval.search(
        taken.namespace, question.text, kind=Kind.EPISODE, limit=FOUND, as_of=taken.conversation.asked_at, record=False
    )
    lines: list[str] = []
    for hit in found.hits:
        line = f"- [{hit.memory.event_time:%Y-%m-%d}] {hit.memory.source_role}: {one_line(hit.memory.content)}"
        if token_estimate("\n".join([*lines, line])) > tokens:
            break
        lines.append(line)
    return "\n".join(lines)


@dataclass
class Answers:
    """What the blocks of one way hold, question by question.

    `chance`: the share of the other answers of that conversation and kind that stand in the block too; `sizes`: tokens.
    """

    asked: Asked
    chance: list[float]
    sizes: list[int]


def ask(stored: Sequence[Taken], block: Block, tokens: int) -> Answers:
    """Every question with evidence and an answer that has content words."""
    answers = Answers(Asked(), [], [])
    for taken in stored:
        questions = list(_answerable(taken.conversation))
        for question in questions:
            with answers.asked.timed():
                text = block(taken, question, tokens)
            answers.sizes.append(token_estimate(text))
            _score(answers, question, questions, held(text))
    return answers


def ceiling(stored: Sequence[Taken]) -> Answers:
    """The evidence turns and those next to them, with their dates: the most that choosing and quoting could do."""
    answers = Answers(Asked(), [], [])
    for taken in stored:
        questions = list(_answerable(taken.conversation))
        sessions = [_lines(session) for session in taken.conversation.sessions]
        for question in questions:
            _score(answers, question, questions, held("\n".join(_around(sessions, question.evidence))))
    return answers


def nowhere(stored: Sequence[Taken]) -> float:
    """The share of the answers whose words do not all stand in the talk, relative dates resolved."""
    missing: list[bool] = []
    for taken in stored:
        talk: set[str] = set()
        for session in taken.conversation.sessions:
            for _, line in _lines(session):
                talk |= held(line)
        missing += [not stands_in(wanted(q.answer), talk) for q in _answerable(taken.conversation)]
    return sum(missing) / len(missing) if missing else 0.0


def _answerable(conversation: Conversation) -> Iterator[Question]:
    return (question for question in conversation.questions if question.evidence and wanted(question.answer))


def _score(answers: Answers, question: Question, questions: Sequence[Question], content: Collection[str]) -> None:
    asked, answer = answers.asked, wanted(question.answer)
    asked.rows.append({"answered": float(stands_in(answer, content))})
    asked.categories.append(question.category)
    others = [other for q in questions if q.category == question.category and (other := wanted(q.answer)) != answer]
    if others:
        answers.chance.append(sum(stands_in(other, content) for other in others) / len(others))


def _lines(session: Session) -> list[tuple[str, str]]:
    """(dia_id, line) of each turn, with its day, its speaker, and behind each relative date the day that it means."""
    return [
        (turn.dia_id, f"[{session.at:%Y-%m-%d}] {turn.speaker}: {_resolved(turn.text, session.at)}")
        for turn in session.turns
    ]


def _resolved(text: str, at: datetime) -> str:
    parts, end = [], 0
    for span in ENGLISH.resolve_dates(text, at):
        parts.append(text[end : span.end])
        if span.value is not None:
            parts.append(f" ({span.value.date().isoformat()})")
        end = span.end
    return "".join([*parts, text[end:]])


def _around(sessions: Sequence[Sequence[tuple[str, str]]], evidence: Collection[str]) -> Iterator[str]:
    for lines in sessions:
        for place, (_, line) in enumerate(lines):
            if any(dia_id in evidence for dia_id, _ in lines[max(0, place - 1) : place + 2]):
                yield line


def measure(stored: Sequence[Taken]) -> dict[str, Any]:
    """All ways at all budgets, the ceiling, and the share of answers that stand nowhere: one JSON value.

    `net_of_chance` is a way's share of the ceiling, where both are the share answered by more than chance.
    """
    best = _summary(ceiling(stored))
    made = {
        f"{name}, {tokens} tokens": _summary(ask(stored, block, tokens))
        for name, block in ways().items()
        for tokens in BUDGETS
    }
    for way in made.values():
        way["net_of_chance"] = _net(way, best)
    return {"ways": {**made, "ceiling": best}, "nowhere": nowhere(stored)}


def _summary(answers: Answers) -> dict[str, Any]:
    """The share answered, overall and by kind of question; the chance level; the blocks' mean size and times."""
    result = summary(answers.asked)
    result["chance"] = _mean(answers.chance)
    return result | ({"tokens": _mean(answers.sizes)} if answers.sizes else {})


def _net(way: dict[str, Any], best: dict[str, Any]) -> float:
    reach = _truly(best)
    return float(_truly(way) / reach) if reach > 0 else 0.0


def _truly(way: dict[str, Any]) -> float:
    """The share answered by more than chance: of the others, as many as `chance` says stand there by accident."""
    return float((way["answered"] - way["chance"]) / (1.0 - way["chance"])) if way["chance"] < 1.0 else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
