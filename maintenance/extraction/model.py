"""Facts and verdicts by a language model.

It is asked for two judgements and trusted with nothing else: an answer is a list of sentences, or one word,
and the sources that it gives are checked here.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, get_args
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from maintenance.extraction.types import (
    Background,
    Claim,
    Extracted,
    FactDraft,
    Judged,
    Told,
    Turn,
    Verdict,
    VerdictKind,
)
from memory.language.dates import fixed_zone, in_zone
from memory.llm import Prompt, complete, fenced
from memory.llm.errors import LLMMalformed
from memory.llm.reading import fit
from memory.text import blank

TAGS = (
    "preference", "plan", "relation", "biography", "possession", "event", "opinion", "instruction", "habit",
    "skill", "health", "goal",
)  # fmt: skip
# Bounds on what a model answers: what is longer copies its source instead of stating it. Chosen, not measured.
MAX_FACT_CHARACTERS = 1_000
# A pasted document says little about its user; its beginning shows what it is.
MAX_TURN_CHARACTERS = 12_000
MAX_REASON_CHARACTERS = 300
MAX_PROPERTY = 200  # characters of a subject, a property or a value
_TOLD = ("subject", "property", "value")
NOTHING = Background()
MAX_TOLD = 6  # properties of a fact that a judge is shown
# What a fact about somebody's life can speak of; the rest is a slip such as the year 23 or 9999.
YEARS = range(1800, 2200)

# What holds for long, or the work of the hour, which is worth nothing next week.
KINDS = ("durable", "task")

_FACT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "content": {"type": "string"},
        "source_ids": {"type": "array", "items": {"type": "string"}},
        "said_by": {"type": "string"},
        "kind": {"type": "string", "enum": list(KINDS)},
        "subject": {"type": "string"},
        "property": {"type": "string"},
        "value": {"type": "string"},
        "event_time": {"type": ["string", "null"]},
        "tags": {"type": "array", "items": {"type": "string", "enum": list(TAGS)}},
        "confidence": {"type": "number"},
    },
    "required": [
        "content", "source_ids", "said_by", "kind", "subject", "property", "value", "event_time", "tags", "confidence",
    ],
    "additionalProperties": False,
}  # fmt: skip
FACTS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": _FACT}},
    "required": ["facts"],
    "additionalProperties": False,
}
# What an answer must have to be read at all. A server that knows no strict schema lets a model invent a tag or leave a
# field out, and one bad fact must not cost the others: each is looked at alone.
_READABLE: dict[str, Any] = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {}}},
    "required": ["facts"],
}
_READABLE_FACT: dict[str, Any] = {
    "type": "object",
    "properties": {
        **_FACT["properties"],
        "kind": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["content", "source_ids", "confidence"],
}
VERDICTS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer"},
                    "verdict": {"type": "string", "enum": list(get_args(VerdictKind))},
                    "reason": {"type": "string"},
                },
                "required": ["number", "verdict", "reason"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["verdicts"],
    "additionalProperties": False,
}


def extract(turns: Sequence[Turn], *, timezone: str = "UTC", background: Background = NOTHING) -> Extracted:
    """One question for all turns. Raises LLMError, also if the model gave facts and none of them is usable.

    `skipped` counts the facts that were dropped (bad_fact, foreign_source, bad_content, bad_confidence, repeated),
    the times that could not be read (bad_event_time), and the turns of which only the beginning was shown (truncated).
    """
    sources = {turn.id: turn for turn in turns if turn.role == "user" and not turn.is_context}
    if not sources:
        return Extracted()
    zone = ZoneInfo(timezone)
    prompt = Prompt(
        system=render_to_string(
            "prompts/extraction.system.txt",
            {"tags": TAGS, "known": bool(_known(background)), "wanted": background.wanted},
        ),
        user=render_to_string(
            "prompts/extraction.user.txt",
            {
                "episodes": fenced(_row(turn, sources, zone) for turn in turns),
                "known": fenced(_known(background)),
            },
        ),
    )
    answer = complete(prompt, FACTS_SCHEMA, purpose="facts", checked=_READABLE)
    skipped: Counter[str] = Counter()
    skipped["truncated"] += sum(len(turn.content) > MAX_TURN_CHARACTERS for turn in sources.values())
    chunk = {turn.id for turn in turns}
    facts: dict[str, FactDraft] = {}
    given = answer.value["facts"]
    for one in given:
        draft = _draft(one, sources, chunk, zone, skipped)
        if draft is not None and facts.setdefault(draft.content.casefold(), draft) is not draft:
            skipped["repeated"] += 1
    if given and not facts:
        reason = f"none of the {len(given)} facts given is usable"
        raise LLMMalformed(reason, answer.tokens_in, answer.tokens_out)
    return Extracted(list(facts.values()), dict(+skipped), answer.tokens_in, answer.tokens_out)


def _known(background: Background) -> list[dict[str, Any]]:
    people = [{"name": one.name, "kind": one.kind, "also": list(one.also)} for one in background.people]
    return [*people, *({"fact": fact} for fact in background.facts)]


def judge(new: Claim, older: Sequence[Claim]) -> Judged:
    """How `new` stands to each of `older`, in one question. Raises LLMError, also where a verdict is missing."""
    if not older:
        return Judged(())
    rows = [_claim("new", new), *(_claim(number, one) for number, one in enumerate(older, 1))]
    prompt = Prompt(
        system=render_to_string("prompts/judge.system.txt"),
        user=render_to_string("prompts/judge.user.txt", {"facts": fenced(rows)}),
    )
    answer = complete(prompt, VERDICTS_SCHEMA, purpose="verdicts")
    given = {one["number"]: one for one in answer.value["verdicts"]}
    missing = [number for number in range(1, len(older) + 1) if number not in given]
    if missing:
        reason = f"no verdict on {len(missing)} of {len(older)} facts"
        raise LLMMalformed(reason, answer.tokens_in, answer.tokens_out)
    verdicts = tuple(_verdict(given[number]) for number in range(1, len(older) + 1))
    return Judged(verdicts, answer.tokens_in, answer.tokens_out)


def _claim(which: str | int, claim: Claim) -> dict[str, Any]:
    return {
        "which": which,
        "text": claim.content,
        "said_at": claim.said_at and claim.said_at.isoformat(timespec="minutes"),
        "event_time": claim.event_time and claim.event_time.isoformat(),
        "tells": [f"{one.subject}: {one.name}" for one in claim.told[:MAX_TOLD]],
    }


def _verdict(given: Mapping[str, Any]) -> Verdict:
    reason = _line(given["reason"])[:MAX_REASON_CHARACTERS]
    return Verdict(given["verdict"], reason)


def _row(turn: Turn, sources: Mapping[str, Turn], zone: tzinfo) -> dict[str, Any]:
    return {
        "id": turn.id,
        "speaker": turn.speaker,
        "role": turn.role,
        "said_at": in_zone(turn.event_time, _zone_of(turn, zone)).isoformat(timespec="minutes"),
        "source": turn.id in sources,
        "text": turn.content[:MAX_TURN_CHARACTERS],
    }


def _zone_of(turn: Turn, zone: tzinfo) -> tzinfo:
    return fixed_zone(turn.offset_minutes) or zone


def _draft(
    given: Any, sources: Mapping[str, Turn], chunk: set[str], zone: tzinfo, skipped: Counter[str]
) -> FactDraft | None:
    """The fact as checked against the chunk, or None with the reason counted in `skipped`."""
    try:
        fact = fit(given, _READABLE_FACT) if isinstance(given, dict) else None
    except LLMMalformed:
        fact = None
    if fact is None:
        skipped["bad_fact"] += 1
        return None
    content = _line(fact["content"])
    if blank(content) or len(content) > MAX_FACT_CHARACTERS:
        skipped["bad_content"] += 1
        return None
    # Context beside a source is a model being thorough; an id from elsewhere is one that makes things up.
    cited = list(dict.fromkeys(fact["source_ids"]))
    source_ids = tuple(id_ for id_ in cited if id_ in sources)
    if not source_ids or not chunk.issuperset(cited):
        skipped["foreign_source"] += 1
        return None
    if not 0 < fact["confidence"] <= 1:
        skipped["bad_confidence"] += 1
        return None
    speakers = {sources[id_].speaker for id_ in source_ids}
    said_by = sources[source_ids[0]]
    event_time = None
    if fact.get("event_time"):
        event_time = _read_time(fact["event_time"], _zone_of(said_by, zone))
        if event_time is None:
            skipped["bad_event_time"] += 1
    tags = [tag for tag in dict.fromkeys(fact.get("tags", ())) if tag in TAGS]
    return FactDraft(
        content=content,
        source_ids=source_ids,
        event_time=event_time or said_by.event_time,
        tags=("task", *tags) if fact.get("kind") == "task" else tuple(tags),
        confidence=float(fact["confidence"]),
        speaker=fact["said_by"] if fact.get("said_by") in speakers else said_by.speaker,
        properties=_properties(fact),
    )


def _properties(fact: Mapping[str, Any]) -> tuple[Told, ...]:
    """The property that the model names of a subject; left to be read off the words where it names none."""
    subject, name, value = (_line(fact.get(key) or "").lower()[:MAX_PROPERTY] for key in _TOLD)
    return (Told(subject, name, value),) if subject and name else ()


def _line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SHORT_DATE = re.compile(r"(\d{4})(?:-(\d\d))?")


def _read_time(text: str, zone: tzinfo) -> datetime | None:
    """An ISO 8601 time, day, month or year as UTC; one without an offset is in `zone`. None if it is neither."""
    text = text.strip()
    if short := _SHORT_DATE.fullmatch(text):
        text = f"{short[1]}-{short[2] or '01'}-01"
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if moment.year in YEARS else None
