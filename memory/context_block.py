"""The Markdown that goes before the model: built so that no memory can leave its line, and recognised again. Pure."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable

FACTS_HEADING = "## Relevant memory"
REFLECTION_HEADING = "## Weekly insight"
MAX_ITEM_CHARACTERS = 600

# A heading of ours and the list or quote lines right below it: what `strip` takes out of a turn that echoes the block.
_OWN_BLOCK = re.compile(
    rf"^[ \t>]*(?:{FACTS_HEADING}|{REFLECTION_HEADING})[ \t]*\r?\n(?:[ \t]*\r?\n|[ \t]*(?:- |> ?)[^\n]*(?:\n|\Z))*",
    re.MULTILINE,
)
_FENCES = re.compile(r"`{3,}|~{3,}")
_MODEL_MARKS = re.compile(r"<(?=[|/!?a-zA-Z])|\[(?=/?INST\]|/?SYS\])", re.IGNORECASE)
_ROLE_MARK = re.compile(r"^\s*((?:system|assistant|user|human|tool|developer)\s*)[:：]", re.IGNORECASE)
_LEADING_MARKS = re.compile(r"^(?:[#>*=_|\s]|[-+](?!\d))+")  # "-5 °C" keeps its sign


def render(facts: Iterable[tuple[str, str]], reflection: str, max_tokens: int | None = None) -> tuple[str, int, bool]:
    """The block, how many of the facts fitted, and whether the reflection did.

    `facts` are (ISO date, content), best first. With a budget, facts come first, best first, whole lines only; the
    reflection takes what is left, cut at a line.
    """
    budget = math.inf if max_tokens is None else float(max_tokens)
    lines: list[str] = []
    used = 0
    spent = float(token_estimate(FACTS_HEADING) + 1)
    for date, content in facts:
        line = f"- [{date}] {one_line(content)}"
        cost = token_estimate(line) + 1
        if spent + cost > budget:
            # A shorter one further down may still fit, but it would be a worse one: the order is the promise.
            break
        lines.append(line)
        spent += cost
        used += 1
    if not lines:
        spent = 0.0
    blocks = [f"{FACTS_HEADING}\n" + "\n".join(lines)] if lines else []
    quoted, spent_on_it = [], float(token_estimate(REFLECTION_HEADING) + 2)
    for text in filter(None, map(one_line, reflection.splitlines())):
        line = f"> {text}"
        cost = token_estimate(line) + 1
        if spent + spent_on_it + cost > budget:
            break
        quoted.append(line)
        spent_on_it += cost
    if quoted:
        blocks.append(f"{REFLECTION_HEADING}\n" + "\n".join(quoted))
    return "\n\n".join(blocks), used, bool(quoted)


def one_line(text: str) -> str:
    """`text` as the harmless rest of one line: no line break, heading, fence, tag, role mark or invisible character."""
    visible = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp", "Zs"} else c
        for c in text
        if unicodedata.category(c) not in {"Cf", "Cs", "Co"}
    )
    flat = re.sub(r" +", " ", visible).strip()
    flat = _FENCES.sub(lambda match: "'" * len(match.group()), flat)
    flat = _MODEL_MARKS.sub(lambda match: "‹" if match.group() == "<" else "(", flat)
    # First what stands before a role mark, or it would come to stand at the beginning.
    flat = _ROLE_MARK.sub(r"\1 –", _LEADING_MARKS.sub("", flat)).strip()
    return flat if len(flat) <= MAX_ITEM_CHARACTERS else f"{flat[: MAX_ITEM_CHARACTERS - 1].rstrip()}…"


def strip(text: str) -> str:
    """`text` without the blocks that this module wrote: what the memory said is never learnt again."""
    return _OWN_BLOCK.sub("", text).strip()


def token_estimate(text: str) -> int:
    """About how many tokens a model counts, on the safe side: a quarter of the UTF-8 bytes, or 4 for 3 words."""
    return max(math.ceil(len(text.encode()) / 4), math.ceil(len(text.split()) * 4 / 3))
