"""The answers in tables: by kind of question, by domain, and what was missed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from .dataset import Kind
from .telling import Asked


def markdown(answers: Sequence[Asked], unrelated: Sequence[int] = (), *, show_misses: bool = False) -> str:
    """`unrelated`: how many items each prompt got that is about nothing in the stories."""
    known = [one for one in answers if one.question.kind != Kind.NONE]
    unknown = [one for one in answers if one.question.kind == Kind.NONE]
    evidence = sum(len(one.question.evidence) for one in known)
    learnt = sum(len(one.learnt) for one in known)
    lines = [
        f"{len({one.story.id for one in answers})} stories, {len(answers)} questions, "
        f"{_mean([len(one.block) for one in answers]):.0f} characters a block; "
        f"{learnt} of {evidence} evidence turns ({learnt / max(evidence, 1):.0%}) are the source of a fact",
        "",
        *_table("kind", known, lambda one: one.question.kind),
        "",
        *_table("domain", known, lambda one: one.story.domain),
        "",
        *_table("style", known, lambda one: one.story.style),
    ]
    if unknown:
        empty = sum(not one.verdict.items for one in unknown)
        lines += [
            "",
            f"Nothing is known: {len(unknown)} questions, {empty} empty blocks, "
            f"{_mean([one.verdict.items for one in unknown]):.1f} items a block, "
            f"{sum(not one.verdict.answered for one in unknown)} that mislead",
        ]
    if unrelated:
        filled = [items for items in unrelated if items]
        lines += [
            "",
            f"About nothing in the talk: {len(unrelated)} prompts, {len(filled)} blocks with something, "
            f"{_mean(filled):.1f} items each",
        ]
    answered = [one for one in known if one.verdict.answered]
    leading = _share([one.verdict.leads for one in answered])
    lines += ["", f"On top: of {len(answered)} answered, the first item's own words answer {leading}"]
    handed, padding = sum(one.handed for one in answers), sum(one.padding for one in answers)
    lines += [
        "",
        f"Padding: {padding} of {handed} memories handed out ({padding / max(handed, 1):.0%}) tell of other matters",
    ]
    reasons = Counter(one.reason for one in answers if one.reason)
    lines += ["", "Missed: " + ("; ".join(f"{reason}: {number}" for reason, number in reasons.items()) or "nothing")]
    if show_misses:
        lines += _misses(answers)
    return "\n".join(lines) + "\n"


def _table(name: str, answers: Sequence[Asked], of: Callable[[Asked], str]) -> Iterator[str]:
    yield f"| {name} | questions | answered | stale shown | of these, what holds is not | answered, nothing stale |"
    yield "|---|---|---|---|---|---|"
    for value in sorted({of(one) for one in answers}):
        yield _row(value, [one for one in answers if of(one) == value])
    yield _row("**all**", answers)


def _row(name: str, answers: Sequence[Asked]) -> str:
    answered = _share([one.verdict.answered for one in answers])
    stale = _share([bool(one.verdict.stale) for one in answers])
    alone = sum(bool(one.verdict.stale) and not one.verdict.answered for one in answers)
    right = _share([one.verdict.answered and not one.verdict.stale for one in answers])
    return f"| {name} | {len(answers)} | {answered} | {stale} | {alone} | {right} |"


def _share(truths: Sequence[bool]) -> str:
    return f"{sum(truths)} ({sum(truths) / max(len(truths), 1):.0%})"


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / max(len(numbers), 1)


def _misses(answers: Sequence[Asked]) -> Iterator[str]:
    for one in answers:
        if not one.reason and not one.verdict.stale:
            continue
        said = {turn.id: turn.text for session in one.story.sessions for turn in session.turns}
        yield ""
        yield f"### {one.question.id} ({one.question.kind}) {one.question.text}"
        if one.reason:
            yield f"missed: {one.reason}"
        if one.verdict.stale:
            yield f"stale: {one.verdict.stale}"
        yield from (f"said: {said[turn]}" for turn in sorted(one.question.evidence))
        yield one.block or "(an empty block)"


def as_json(answers: Sequence[Asked]) -> str:
    outcomes = [
        {
            "id": one.question.id,
            "kind": one.question.kind,
            "answered": one.verdict.answered,
            "stale": one.verdict.stale,
            "reason": one.reason or "",
            "block": one.block,
        }
        for one in answers
    ]
    return json.dumps(outcomes, indent=1, ensure_ascii=False)
