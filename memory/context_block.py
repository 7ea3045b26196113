"""The Markdown that goes before the model: built so that no memory can leave its line, and recognised again. Pure."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Self

from .screening.disguises import plain_letters
from .text import shortened

FACTS_HEADING = "## Relevant memory"
REFLECTION_HEADING = "## Weekly insight"
MAX_ITEM_CHARACTERS = 600
MAX_READ_CHARACTERS = 8 * MAX_ITEM_CHARACTERS  # of a text, to make an item of it: blanks fall away

MAX_NAME_CHARACTERS = 60
MOST_OF_WHAT_WAS = 120  # characters: the whole of it stands in the quote before the note

# What tells that a line is no longer, or not always, so. Checkers of the block look for these beginnings.
BEFORE_NOTE = "(before: "
OUTDATED_NOTE = "(no longer true: "
ENDING_NOTE = "(no longer true from "  # until that day it is true
LATER_NOTE = "(said later"
EARLIER_NOTE = "(said earlier"
# What opens a line that tells more of what the line above it tells.
BEHIND = "  "
# Opens the line that takes back what an earlier block told.
CORRECTION_NOTE = "(correction) "

# A heading of ours and the list or quote lines right below it: what `strip` takes out of a turn that echoes the block.
_OWN_BLOCK = re.compile(
    rf"^[ \t>]*(?:{FACTS_HEADING}|{REFLECTION_HEADING})[ \t]*\r?\n(?:[ \t]*\r?\n|[ \t]*(?:- |> ?)[^\n]*(?:\n|\Z))*",
    re.MULTILINE,
)
# A marked line on its own, as a model quotes one.
_OWN_LINE = re.compile(r"^[ \t>]*(?:[-*][ \t]+)?m\d{1,3}[ \t]+\[\d{4}-\d\d-\d\d\][ \t][^\n]*(?:\n|\Z)", re.MULTILINE)
# Any bracket with what may be a note of ours behind it: others look like ours to a model.
_BRACKETED = re.compile(r"[(\[{<（［｛〔【〖「『《〈﹙﹝⁽₍❨❪⟨⟮⦅⦇⸨‹«﴾﴿]")
_OWN_NOTES = re.compile(
    r"\W{0,9}(?:before\s{0,3}:|(?:no\W{0,5}longer\W{0,5}true|superseded|said\W{0,5}(?:later|earlier)|correction)(?![a-z]))",
    re.IGNORECASE,
)
NOTE_CHARACTERS = 60  # behind a bracket, in which the beginning of a note stands
# "m3 [2026-05-20]": what stands before each line of ours.
_OWN_MARK = re.compile(
    r"(?<!\w)([mMｍМмⅿⓜ]\s{0,3}\d{1,3})\W{0,3}[\[(［（【〔〖「⟦⟨]\W{0,3}(\d{4}\W\d\d\W\d\d)\W{0,2}[\])］）】〕〗」⟧⟩]"
)
_OWN_HEADING = re.compile(r"[#＃]{1,9}(?=\s{0,3}(?:relevant\smemory|weekly\sinsight)\b)", re.IGNORECASE)
_ROLES = frozenset({"system", "assistant", "user", "human", "tool", "developer"})
MOST_NAME_WORDS = 4
_FENCES = re.compile(r"`{3,}|~{3,}")
_MODEL_MARKS = re.compile(r"<(?=[|/!?a-zA-Z])|\[(?=/?INST\]|/?SYS\])", re.IGNORECASE)
_ROLE_MARK = re.compile(r"^\s*((?:system|assistant|user|human|tool|developer)\s*)[:：]", re.IGNORECASE)
_LEADING_MARKS = re.compile(r"^(?:[#>*=_|\s]|[-+](?!\d))+")  # "-5 °C" keeps its sign


def render(
    facts: Iterable[tuple[str, str]],
    reflection: str,
    max_tokens: int | None = None,
    corrections: Iterable[tuple[str, str]] = (),
) -> tuple[str, int, bool]:
    """The block, how many of the facts fitted, and whether the reflection did.

    `facts` are (ISO date, content), best first. With a budget, facts come first, best first, whole lines only; the
    reflection takes what is left, cut at a line. `corrections` (ISO date, content from `corrected`) stand first; that
    they fit is the caller's to see to.
    """
    budget = math.inf if max_tokens is None else float(max_tokens)
    lines = [f"- [{date}] {content}" for date, content in corrections]
    used = 0
    spent = float(token_estimate(FACTS_HEADING) + 1 + sum(token_estimate(line) + 1 for line in lines))
    for date, content in facts:
        line = f"- [{date}] {_plain(content)}"
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


def marked(number: int, date: str, content: str, *, is_behind: bool = False) -> str:
    """One item's line. `date` is ISO; `content` comes from `stated`, `said` or `beside`."""
    return f"{BEHIND if is_behind else ''}- m{number} [{date}] {content}"


def stated(text: str, before: Iterable[str] = ()) -> str:
    """A fact as an item's content, with what held `before`, latest first."""
    content = _plain(text)
    # The parts stand in one pair of brackets, so they may not close it themselves.
    earlier = "; earlier: ".join(_plain(old).replace(")", "").replace(";", ",").rstrip(". ") for old in before)
    return f"{content} {BEFORE_NOTE}{earlier})" if earlier else content


def said(speaker: str, text: str) -> str:
    """One turn's words in quotation marks, behind who said them; no speaker where the one before goes on."""
    quote = _quoted(text)
    return f'{named(speaker)}: "{quote}"' if speaker else f'"{quote}"'


@lru_cache(maxsize=500)
def named(speaker: str) -> str:
    """A speaker's name as it may stand before a colon: what a model takes for a role is written as a person, and what
    is as long as a sentence as a name that somebody has."""
    name = _plain(speaker[:MAX_NAME_CHARACTERS]).replace('"', "'").replace(":", " ").strip() or "somebody"
    words = re.findall(r"\w+", plain_letters(name).casefold())
    if len(words) == 1 and words[0] in _ROLES:
        return f"the {words[0]}"
    if words and words[0] in _ROLES:  # "System message"
        return f"the {name[0].lower()}{name[1:]}"
    return name if len(name.split()) <= MOST_NAME_WORDS else f"somebody called '{name}'"


def outdated(changes: Iterable[tuple[str, str]], *, from_day: str = "") -> str:
    """The note behind a quote of which something holds no longer, or only until `from_day`. Each change is what held,
    "" where that is all that the quote tells, and what took its place, "" where that may not be shown."""
    took_place: dict[str, list[str]] = {}
    for was, now in changes:
        took_place.setdefault(was, []).append(now)
    opening = f"{ENDING_NOTE}{from_day} on: " if from_day else OUTDATED_NOTE
    when = "then" if from_day else "now"
    return f" {opening}{'; '.join(_change(was, filter(None, now), when) for was, now in took_place.items())})"


def _change(was: str, now: Iterable[str], when: str) -> str:
    held = f'"{shortened(_holding(was), MOST_OF_WHAT_WAS)}", ' if was else ""
    holding = '" and "'.join(map(_holding, now))
    return f'{held}{when} "{holding}"' if holding else f"{held}it was changed since"


def says_outdated(line: str, successor: str) -> bool:
    """Whether a line has the note that `successor` took the place of what it states."""
    return bool(successor) and _holding(successor) in line.partition(OUTDATED_NOTE.rstrip(": "))[2]


def _holding(text: str) -> str:
    """It stands in quotation marks within brackets, so it may close neither."""
    return _plain(text).replace(")", "").replace('"', "'").rstrip(". ")


def beside(content: str, *, is_earlier: bool) -> str:
    """The content of a line behind another one, which says when it was said beside that."""
    return f"{EARLIER_NOTE if is_earlier else LATER_NOTE}) {content}"


def pointing(marks: Iterable[str]) -> str:
    """The note behind a statement whose later ones stand in other lines: their marks; "" for none."""
    named = ", ".join(marks)
    return f" {LATER_NOTE}: {named})" if named else ""


def corrected(was: str, now: str) -> str:
    """That an earlier block told `was`, and that it is `now`; with "", that it was withdrawn."""
    earlier = f'{CORRECTION_NOTE}Earlier you were told: "{_quoted(was)}"'
    return f'{earlier}; it is: "{_quoted(now)}"' if now else f"{earlier}. That was withdrawn."


def withdrawn(marks: str, day: str) -> str:
    """That lines of an earlier block, of that `day`, were erased: only their `marks` are told, "m2, m3"."""
    what = f"{marks} of it" if marks else "something in it"
    verb = "were" if "," in marks else "was"
    return f"{CORRECTION_NOTE}Of what you were told on {day}, {what} {verb} withdrawn."


def _quoted(text: str) -> str:
    return _plain(text).replace('"', "'")


def composed(lines: Iterable[str], reflection: Iterable[str] = ()) -> str:
    """The block of marked lines and the insight's lines; "" where there is neither."""
    items, insight = list(lines), [f"> {line}" for line in reflection]
    blocks = ["\n".join([FACTS_HEADING, *items])] if items else []
    if insight:
        blocks.append("\n".join([REFLECTION_HEADING, *insight]))
    return "\n\n".join(blocks)


def _plain(text: str) -> str:
    """`text` as one harmless line that cannot write a note of ours."""
    return one_line(text[:MAX_READ_CHARACTERS])


# A block is written several times while it is chosen.
@lru_cache(maxsize=500)
def one_line(text: str) -> str:
    """`text` as the harmless rest of one line: no line break, heading, fence, tag, role mark, invisible character, and
    no mark or note of ours."""
    visible = text if text.isprintable() else "".join(map(_visible, text))  # most texts are, and this is quick to tell
    flat = (re.sub(r" {2,}", " ", visible) if "  " in visible else visible).strip()
    flat = _FENCES.sub(lambda match: "'" * len(match.group()), flat)
    flat = _MODEL_MARKS.sub(lambda match: "‹" if match.group() == "<" else "(", flat)
    flat = _OWN_MARK.sub(r"\1, \2,", _OWN_HEADING.sub("", flat))
    flat = _BRACKETED.sub(_no_note, flat)
    # First what stands before a role mark, or it would come to stand at the beginning.
    flat = _ROLE_MARK.sub(r"\1 –", _LEADING_MARKS.sub("", flat)).strip()
    return shortened(flat, MAX_ITEM_CHARACTERS)


def _no_note(bracket: re.Match[str]) -> str:
    """The bracket; a dash where a note of ours seems to stand in it, in whatever letters."""
    behind = bracket.string[bracket.end() : bracket.end() + NOTE_CHARACTERS]
    return "– " if _OWN_NOTES.match(plain_letters(behind)) else bracket.group()


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    return " " if category in {"Cc", "Zl", "Zp", "Zs"} else "" if category in {"Cf", "Cs", "Co"} else character


def strip(text: str) -> str:
    """`text` without the blocks that this module wrote: what the memory said is never learnt again."""
    return _OWN_LINE.sub("", _OWN_BLOCK.sub("", text)).strip()


class Size(NamedTuple):
    """What `token_estimate` counts of a text. Sizes of lines add up to the size of the block."""

    length: int
    words: int

    @classmethod
    def of_line(cls, line: str) -> Self:
        return cls(len(line.encode()) + 1, len(line.split()))

    def plus(self, *others: Size) -> Size:
        return Size(self.length + sum(o.length for o in others), self.words + sum(o.words for o in others))

    @property
    def tokens(self) -> int:
        return max(math.ceil(self.length / 4), math.ceil(self.words * 4 / 3))


def token_estimate(text: str) -> int:
    """About how many tokens a model counts, on the safe side: a quarter of the UTF-8 bytes, or 4 for 3 words."""
    return Size(len(text.encode()), len(text.split())).tokens
