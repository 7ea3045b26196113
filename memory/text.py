"""What a text from outside must be before it is stored. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

SESSION_ID = re.compile(r"[A-Za-z0-9._:@~-]{1,200}")
QUERY_BYTES = 8 << 10
ROLES = ("user", "assistant", "tool", "system")
MAX_TAGS = 50  # of one memory
MAX_TAG_LENGTH = 100
MAX_INTEGER = 2**63 - 1  # what a database integer, and most JSON readers, can hold
_DIGITS = re.compile(r"[0-9]{1,19}")
_ORDINARY = b".,;:!?'\"()-@#" + bytes(code for code in range(128) if chr(code).isalpha() or chr(code).isspace())
SHORTEST_RUN = 15
_SHORTEST_RUN = b"x" * SHORTEST_RUN
_SOLID = bytes(ord("x" if code > 127 or chr(code).isalnum() else " ") for code in range(256))
_RUNS = bytes(ord(" " if code < 128 and chr(code).isspace() else "x") for code in range(256))
# Signs that a page shows as nothing, beside white space and control characters.
_INVISIBLE_SPANS = ((0x200B, 0x2010), (0x202A, 0x202F), (0x2060, 0x2070), (0xFE00, 0xFE10), (0xE0000, 0xE01F0))
_INVISIBLE_ALONE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\ufeff\uffa0\ufff9\ufffa\ufffb"
INVISIBLE = frozenset(
    [*_INVISIBLE_ALONE, *(chr(code) for start, end in _INVISIBLE_SPANS for code in range(start, end))]
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class BadText(ValueError):
    """Why a text is refused; `str()` says so to the client."""


def check_characters(text: str) -> str:
    """`text` itself; raises `BadText` for a NUL or a lone surrogate, which no database or UTF-8 reader takes."""
    if "\x00" in text:
        raise BadText("contains a NUL character")
    if not text.isascii() and _SURROGATE.search(text):
        raise BadText("contains a lone surrogate")
    return text


def blank(text: str) -> bool:
    """Whether nothing of `text` can be seen."""
    return all(sign.isspace() or sign in INVISIBLE or unicodedata.category(sign) == "Cc" for sign in text)


def check_tags(tags: Sequence[str]) -> None:
    """Raises `BadText` unless `tags` are a few short strings."""
    if len(tags) > MAX_TAGS:
        raise BadText(f"at most {MAX_TAGS} tags")
    for tag in tags:
        try:
            check_characters(tag)
        except BadText as error:
            raise BadText(f"a tag {error}") from error
        if blank(tag) or len(tag) > MAX_TAG_LENGTH:
            raise BadText(f"a tag has 1 to {MAX_TAG_LENGTH} characters")


def new_tag(text: str) -> str:
    """A tag as it is stored: without blanks at its ends. Raises `BadText` for one with a comma, which stands between
    tags wherever a person writes several. What was stored before may have either."""
    if "," in text:
        raise BadText("a tag has no comma: send what stands around it as two tags")
    return text.strip()


def tags_in(text: str) -> list[str]:
    """The tags that a person wrote side by side, with commas between them."""
    return [word.strip() for word in text.split(",") if word.strip()]


def check_content(text: str, max_bytes: int) -> str:
    """`text` itself; raises `BadText` when it is blank, too long in UTF-8, or has characters that cannot be kept."""
    check_kept(text, max_bytes)
    if blank(text):
        raise BadText("must not be empty")
    return text


def check_kept(text: str, max_bytes: int) -> str:
    """As `check_content`, of a text that was taken once: it may be one of which nothing can be seen."""
    check_characters(text)
    if not text.strip():
        raise BadText("must not be empty")
    # No character takes more than four bytes: a short text need not be encoded to be measured.
    if 4 * len(text) > max_bytes and len(text.encode()) > max_bytes:
        raise BadText(f"is longer than {max_bytes} bytes")
    return text


def check_session_id(text: str) -> str:
    """`text` itself; raises `BadText` unless it can stand in a URL as one segment."""
    if not SESSION_ID.fullmatch(text) or text in {".", ".."}:
        raise BadText("a session id is 1 to 200 characters of A-Z a-z 0-9 . _ : @ ~ - and neither . nor ..")
    return text


def plain_lines(text: str) -> str:
    """`text` with LF at the end of each line, where it may have CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def whole_number(text: str) -> int | None:
    """The number that `text` writes in ASCII digits, None where it is none or has more than 64 bits.

    For ids, places and pages of an address. `str.isdigit` takes "²" for a digit, which `int` then refuses.
    """
    if not _DIGITS.fullmatch(text):
        return None
    number = int(text)
    return number if number <= MAX_INTEGER else None


def holds(text: str, signs: Sequence[str]) -> bool:
    """Whether one of `signs` stands in `text`."""
    for sign in signs:  # noqa: SIM110  `any` over a generator takes four times as long, and each turn passes here
        if sign in text:
            return True
    return False


class Glance(NamedTuple):
    """What a quick look tells of a text, for what reads it closer where it must.

    `plain`: it has nothing but ASCII letters, white space, the usual marks of a sentence, "@" and "#". `longest` is how
    many characters its longest part without white space has; 0 for fewer than SHORTEST_RUN, as in most texts, which is
    told in a quarter of the time.
    """

    plain: bool
    longest: int


def glance(text: str) -> Glance:
    raw = text.encode(errors="replace")
    plain = text.isascii() and not raw.translate(None, _ORDINARY)
    if _SHORTEST_RUN not in raw.translate(_RUNS):
        return Glance(plain, 0)
    return Glance(plain, longest_run(text))


def longest_run(text: str) -> int:
    """How many characters the longest part of `text` without white space has."""
    return max(map(len, text.split()), default=0)


def longest_solid(text: str) -> int:
    """How many letters and figures stand together in `text` at most; one that is not ASCII may count as up to four."""
    return max(map(len, text.encode(errors="replace").translate(_SOLID).split()), default=0)


def shortened(text: str, longest: int) -> str:
    """`text`, or its beginning and "…" where it has more than `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def encodable(text: str) -> str:
    """`text` with "?" for each lone surrogate, which has no form in UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def cut_query(text: str) -> str:
    """The first 8 KiB of a query in whole characters, without lone surrogates: a longer prompt is cut, not refused."""
    return text.encode("utf-8", "ignore")[:QUERY_BYTES].decode("utf-8", "ignore")
