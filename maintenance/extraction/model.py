"""Facts and verdicts by a language model.

It is asked for two judgements and trusted with nothing else: an answer is a list of sentences, or one word,
and the sources that it gives are checked here.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import timezone as fixed_offset
from typing import TYPE_CHECKING, Any, get_args
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from maintenance.extraction.types import Extracted, FactDraft, Turn, Verdict, VerdictKind
from memory.llm import LLMMalformed, Prompt, complete, quoted

if TYPE_CHECKING:
    from maintenance.extraction import Claim

TAGS = (
    "preference", "plan", "relation", "biography", "possession", "event", "opinion", "instruction", "habit",
    "skill", "health", "goal",
)  # fmt: skip
MAX_FACT_CHARACTERS = 1_000
# A pasted document says little about its user; its beginning shows what it is.
MAX_TURN_CHARACTERS = 12_000
MAX_REASON_CHARACTERS = 300
# What a fact about somebody's life can speak of; the rest is a slip such as the year 23 or 9999.
YEARS = range(1800, 2200)

FACTS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "content": {"type": "string"},
                    "source_ids": {"type": "array", "items": {"type": "string"}},
                    "event_time": {"type": ["string", "null"]},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "confidence": {"type": "number"},
                },
                "required": ["content", "source_ids", "event_time", "tags", "confidence"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["facts"],
    "additionalProperties": False,
}
VERDICT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": list(get_args(VerdictKind))},
        "reason": {"type": "string"},
    },
    "required": ["verdict", "reason"],
    "additionalProperties": False,
}


def extract(turns: Sequence[Turn], *, timezone: str = "UTC") -> Extracted:
    """One question for all turns. Raises LLMError, also if the model gave facts and none of them is usable.

    `skipped` counts the facts that were dropped (foreign_source, bad_content, bad_confidence), the times that
    could not be read (bad_event_time), and the turns of which only the beginning was shown (truncated).
    """
    sources = {turn.id: turn for turn in turns if turn.role == "user" and not turn.is_context}
    if not sources:
        return Extracted()
    zone = ZoneInfo(timezone)
    prompt = Prompt(
        system=render_to_string("prompts/extraction.system.txt", {"tags": TAGS}),
        user=render_to_string(
            "prompts/extraction.user.txt", {"episodes": quoted(_row(turn, sources, zone) for turn in turns)}
        ),
    )
    answer = complete(prompt, FACTS_SCHEMA, purpose="facts")
    skipped: Counter[str] = Counter()
    skipped["truncated"] += sum(len(turn.content) > MAX_TURN_CHARACTERS for turn in sources.values())
    chunk = {turn.id for turn in turns}
    drafts = [_draft(fact, sources, chunk, zone, skipped) for fact in answer.value["facts"]]
    facts = [draft for draft in drafts if draft is not None]
    if drafts and not facts:
        reason = f"none of the {len(drafts)} facts given is usable"
        raise LLMMalformed(reason, answer.tokens_in, answer.tokens_out)
    return Extracted(facts, dict(+skipped), answer.tokens_in, answer.tokens_out)


def judge(new: "Claim", old: "Claim") -> Verdict:
    """How `new` stands to `old`. Raises LLMError."""
    rows = [
        {"which": which, "text": claim.content, "event_time": claim.event_time and claim.event_time.isoformat()}
        for which, claim in (("new", new), ("old", old))
    ]
    prompt = Prompt(
        system=render_to_string("prompts/judge.system.txt"),
        user=render_to_string("prompts/judge.user.txt", {"facts": quoted(rows)}),
    )
    answer = complete(prompt, VERDICT_SCHEMA, purpose="verdict")
    reason = " ".join(_CONTROL.sub(" ", answer.value["reason"]).split())[:MAX_REASON_CHARACTERS]
    return Verdict(answer.value["verdict"], reason, answer.tokens_in, answer.tokens_out)


def _row(turn: Turn, sources: Mapping[str, Turn], zone: tzinfo) -> dict[str, Any]:
    return {
        "id": turn.id,
        "speaker": turn.speaker,
        "role": turn.role,
        "said_at": turn.event_time.astimezone(_zone_of(turn, zone)).isoformat(timespec="minutes"),
        "source": turn.id in sources,
        "text": turn.content[:MAX_TURN_CHARACTERS],
    }


def _zone_of(turn: Turn, zone: tzinfo) -> tzinfo:
    return zone if turn.offset_minutes is None else fixed_offset(timedelta(minutes=turn.offset_minutes))


def _draft(
    fact: Mapping[str, Any],
    sources: Mapping[str, Turn],
    chunk: set[str],
    zone: tzinfo,
    skipped: Counter[str],
) -> FactDraft | None:
    """The fact as checked against the chunk, or None with the reason counted in `skipped`."""
    content = " ".join(_CONTROL.sub(" ", fact["content"]).split())
    if not 1 <= len(content) <= MAX_FACT_CHARACTERS:
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
    said_by = sources[source_ids[0]]
    event_time = None
    if fact["event_time"]:
        event_time = _read_time(fact["event_time"], _zone_of(said_by, zone))
        if event_time is None:
            skipped["bad_event_time"] += 1
    return FactDraft(
        content=content,
        source_ids=source_ids,
        event_time=event_time or said_by.event_time,
        tags=tuple(tag for tag in dict.fromkeys(fact["tags"]) if tag in TAGS),
        confidence=float(fact["confidence"]),
        speaker=said_by.speaker,
    )


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
