"""Mentions, hashtags, e-mail addresses and URLs by pattern: the `fast` strategy, part of the hot path.

Every pattern is linear in the text (bounded or possessive repeats), and is tried only where the character stands that
it needs: a search would try it at every place, and cost the hot path as much as its SQL.
"""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from memory.ner.spans import Aliases, NameSpan

# `\w` leaves out combining marks, without which many scripts (and decomposed accents) cannot spell a name.
_MARK = "\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
_WORD = rf"[\w{_MARK}]"

_MENTION = re.compile(rf"(?<![\w.+%\-@/])@([^\W\d_]{_WORD}{{0,63}}+(?:[.\-]{_WORD}{{1,63}}+){{0,4}}+)(?!/)")
_HASHTAG = re.compile(rf"(?<![\w&#/])#([^\W_]{_WORD}{{0,99}}+(?:-{_WORD}{{1,63}}+){{0,4}}+)")
_EMAIL = re.compile(
    r"(?<![\w.+%\-@])[^\W_][\w.+%\-]{0,63}+(?<![.])@"
    r"(?:[^\W_](?:[\w\-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![\w@])"
)
_INSIDE_A_WORD = re.compile(r"@(?<=\S@)")
_URL = re.compile(r"(?<!\w)(?:https?://|www\.)[^\s<>\"`|\\^{}\u2026\u3000-\u303f\uff00-\uff0f]{1,2048}+", re.IGNORECASE)

_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)
# Who is called by these in a chat is everybody, and so nobody's name. The chat services' own, in every language.
_GROUPS = frozenset({"all", "channel", "everyone", "here", "team"})
# Three letters that are a colour as well as a word are a tag when they spell one of these.
_SHORT_HEX_WORDS = frozenset(
    ["ace", "add", "bad", "bed", "bee", "cab", "cad", "dab", "dad", "ebb", "fab", "fad", "fed", "fee"]
)

_CLOSING = {")": "(", "]": "[", "}": "{"}
_TRAILING = frozenset(".,;:!?'\"*_~…’”»")


def usable() -> bool:
    return True


# The hot path reads no further, so that a long text does not hold the request up.
MAX_CHARACTERS = 32_768
# Of each kind: twice what a memory is linked to, as some overlap. A wall of 4,000 links takes a twentieth of the time.
MAX_OF_A_KIND = 200


def find(text: str, aliases: Aliases) -> list[NameSpan]:
    """The first MAX_OF_A_KIND spans of each kind in the first MAX_CHARACTERS of `text`; they may overlap: a mention
    inside a URL is for `spans.resolve` to drop."""
    text = text[:MAX_CHARACTERS]
    found: list[NameSpan] = []
    if "@" in text:
        found += islice(_mentions(text), MAX_OF_A_KIND)
        if _INSIDE_A_WORD.search(text):
            found += islice(_emails(text), MAX_OF_A_KIND)
    if "#" in text:
        found += islice(_hashtags(text), MAX_OF_A_KIND)
    if "://" in text or "www." in text or "WWW." in text:
        found += islice(_urls(text), MAX_OF_A_KIND)
    return found


def _each(pattern: re.Pattern[str], mark: str, text: str) -> Iterator[re.Match[str]]:
    """The matches of a `pattern` that begins with the character `mark`."""
    at = text.find(mark)
    while at >= 0:
        match = pattern.match(text, at)
        if match:
            yield match
        at = text.find(mark, match.end() if match else at + 1)


def _mentions(text: str) -> Iterator[NameSpan]:
    for match in _each(_MENTION, "@", text):
        name = match[1]
        if name.casefold() not in _GROUPS:
            yield NameSpan(match.start(), match.end(), match[0], "person", name, 0.95, "regex")


def _hashtags(text: str) -> Iterator[NameSpan]:
    for match in _each(_HASHTAG, "#", text):
        name = match[1]
        if (name[0].isalpha() or any(c.isalpha() for c in name)) and not _is_colour(name):
            yield NameSpan(match.start(), match.end(), match[0], "project", name, 0.95, "regex")


def _emails(text: str) -> Iterator[NameSpan]:
    for match in _EMAIL.finditer(text):
        yield NameSpan(match.start(), match.end(), match[0], "email", match[0].lower(), 0.98, "regex")


def _urls(text: str) -> Iterator[NameSpan]:
    for match in _URL.finditer(text):
        url = _without_trailing_punctuation(match[0])
        name = _filed_url(url)
        if name:
            yield NameSpan(match.start(), match.start() + len(url), url, "url", name, 0.99, "regex")


def _is_colour(name: str) -> bool:
    """Whether a tag is a CSS colour: #a1b2c3, #fff, #aabbcc, but not #dad, #cafe or #facade."""
    if len(name) not in {3, 4, 6, 8} or not _HEX.fullmatch(name):
        return False
    if not name.isalpha():
        return True
    if len(name) == 3:
        return name.lower() not in _SHORT_HEX_WORDS
    low = name.lower()
    return low[0::2] == low[1::2] or len(set(low)) == 1


def _without_trailing_punctuation(url: str) -> str:
    """Drop the sentence's own marks, and a closing bracket that the URL did not open."""
    end = len(url)
    open_brackets = {mark: url.count(_CLOSING[mark]) - url.count(mark) for mark in _CLOSING}
    while end:
        last = url[end - 1]
        if last in _CLOSING:
            if open_brackets[last] >= 0:
                break
            open_brackets[last] += 1
        elif last not in _TRAILING:
            break
        end -= 1
    return url[:end]


def _filed_url(url: str) -> str:
    """One spelling per address, and no password in it; "" for what is not an address."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if not host or not host[0].isalnum() or ("://" not in url and host.count(".") < 2):
        return ""
    path = parts.path.rstrip("/")
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}{query}"
