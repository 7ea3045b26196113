"""What a text says behind its disguise: lookalike letters, invisible ones, digits for letters, spacing, markdown,
an encoding. Pure; time in proportion to the text."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from ..text import INVISIBLE, holds

# Letters of other scripts that look like Latin ones: taken for these inside a word that has Latin letters as well.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁɡԛԝвкмнтьυναοιρτκηωγμбзѵցոսօհյⅼΑΒΕΖΗΙΚΜΝΟΡΤΥΧαАВЕКМНОРСТУХІЈЅ",
    "aeopcyxijshdgqwbkmhtbuvaoiptknwymbzvgnuohjlabezhikmnoptyxaabekmhopctyxijs",
)
# Letters that Unicode's compatibility forms leave as they are.
_STYLED = {
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
    **{chr(0x1F150 + place): letter for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")},
    **{chr(0x1F170 + place): letter for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")},
    **{chr(0x1F1E6 + place): letter for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")},
}
_STYLES = str.maketrans(_STYLED)
_DIGITS = str.maketrans("0134578@$!|€£", "oieastba" + "sileL".lower())
_TOKEN = re.compile(r"\S+")
_MIXED = re.compile(r"\S{2,40}")
# Marks of emphasis inside a word, before one and behind one. It begins with the mark's first character, so that the
# other characters of a text are passed over quickly.
_REST_OF_MARK = r"(?:(?<=\*)\*{0,2}|(?<=_)_{0,2}|(?<=~)~)"
_EMPHASIS = re.compile(
    rf"[*_~`\\<](?:(?<=\w.)(?:{_REST_OF_MARK}|(?<=[`\\])|(?<=<)(?:/?[a-z]{{1,6}}>|!---->))(?=\w)"
    rf"|(?<=\W.){_REST_OF_MARK}(?=\w)|(?<=\w.){_REST_OF_MARK}(?=\W))"
)
_BROKEN = re.compile(r"[-.·•_*/|+~^](?<=[a-z].)[-.·•_*/|+~^]?(?=[a-z])")
_LETTERS_APART = re.compile(r"(?:(?<!\w)\w(?:[ .\-_*·•/|,]{1,3})(?=\w(?!\w))){5,}\w(?!\w)")
_LINE_BREAKS = re.compile(r"[\r\n]+")
_GOES_ON = re.compile(r"\n(?=[a-z])")
_MARKED = re.compile(r"[*_`~<\\]")
_STYLED_ONES = frozenset(_STYLED)
# Accents on their own, and what nobody sees. A table, because a set of so many characters is slow in a pattern.
_UNSEEN = dict.fromkeys([*range(0x300, 0x370), *range(0x1AB0, 0x1B00), *range(0x20D0, 0x2100), *map(ord, INVISIBLE)])
_LIKE_LATIN = re.compile("[\u0370-\u03ff\u0400-\u058f\u2170-\u217f]")
_LATIN = re.compile("[A-Za-z]")
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/_-]{16,4000}={0,2}(?![\w+/=])")
_HEX = re.compile(r"(?<!\w)(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){12,2000}(?!\w)|(?:\\x[0-9a-fA-F]{2}){6,2000}")
_UNICODE = re.compile(r"(?:\\u[0-9a-fA-F]{4}){6,2000}")
_BINARY = re.compile(r"(?<!\w)(?:[01]{8}[ ,]?){8,2000}(?!\w)")
_BITS = re.compile(r"[01]{8}")
# Each hexadecimal passage has such a part: figures stand among its letters.
_HEX_FIGURES = re.compile(r"[0-9](?:[ :]?[0-9a-fA-F]|\\x[0-9a-fA-F]){6}")
_BACKWARDS = ("snoitcurtsni", "tpmorp", "erongi", "drageRsid".lower())
_ROTATED = ("vafgehpgvba", "vtaber", "cebzcg", "qvfertneq")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT_LETTER = re.compile(r"[013457@$!|€£8]")
# One that may be read as a letter: a letter stands beside it. A mark at the end of a word is a mark, and "@" before one
# makes a mention: no word of an order begins with an "a".
_READ_AS_LETTER = re.compile(r"[013457@$!|€£8](?:(?=[a-z])(?<!\s@)|(?<=[a-z].)(?<!!))")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
FEW_LETTERS = 4  # an order that is spelt out has at least so many different ones
_RUN_TOGETHER = ("ignoreall", "ignoreprev", "systemprompt")
_TURNED = (*_BACKWARDS, *_ROTATED, *_RUN_TOGETHER)
LONG_WORD = 24  # so many characters without a gap may be words written together
_LONG_RUN = re.compile(r"[A-Za-z0-9+/_=\\-]{16}|[01]{8}[ ,][01]{8}|(?:[0-9a-fA-F]{2}[ :]){8}")
LONG_RUN = 16
_FIGURE = re.compile(r"\d")
_BREAKS = dict.fromkeys(map(ord, "-.·•_*/|+~^"))
_BREAK = re.compile(r"[-.·•_*/|+~^](?<=[a-z].)[-.·•_*/|+~^]?(?=[a-z])")
# Of a plain text, what stands between letters or for one: what `_READ_AS_LETTER` and `_BREAK` find there has this.
_INSIDE = re.compile(r"[-.!@](?:(?=[a-z])(?<!\s@)|(?<=[a-z]@))")
_BROKEN_WORD = re.compile(r"\b[a-z]{1,12}(?:[-.·•_*/|+~^]{1,2}[a-z]{1,12}){1,20}\b")
MANY_BREAKS = 5
# Of words that are joined so, three in a row: where only two are, the rules' own gaps between words read them.
_CHAIN = re.compile(r"[-.·•_*/|+~^](?<=[a-z].)[-.·•_*/|+~^]?[a-z]{1,20}[-.·•_*/|+~^]{1,2}[a-z]")
_OF_ORDERS = frozenset(
    word[:5]
    for word in "ignore disregard override bypass forget overwrite circumvent reveal repeat instruction prompt "
    "previous system guideline directive restriction "
    "unrestricted jailbreak secret password developer uncensored exfiltrate".split()
)
_BEGINNINGS = tuple(_OF_ORDERS)
LONG = 4_000
AROUND = 400  # characters: no order is longer


def flattened(text: str, plain: bool = False) -> str:
    """`text` in lower case, in plain letters without accents, without marks of emphasis and invisible characters, its
    words one space apart. A line keeps its break, unless the next one goes on in small letters. `plain` says that it
    has no marks but those of a sentence."""
    if not text.isascii():
        text = plain_letters(text)
    if "\n" in text or "\r" in text:
        lines = _LINE_BREAKS.split(_GOES_ON.sub(" ", text.replace("\r\n", "\n")))
        text = "\n".join(" ".join(line.split()) for line in lines)
    elif "  " in text or "\t" in text or "\u00a0" in text:
        text = " ".join(text.split())
    if not plain and _MARKED.search(text):
        text = _EMPHASIS.sub("", text)
    return text.lower().strip()


def plain_letters(text: str) -> str:
    """`text` with letters of the styles, sizes and accents that Unicode has as plain ones."""
    if not _STYLED_ONES.isdisjoint(text):
        text = text.translate(_STYLES)
    text = without_accents(text)
    return _TOKEN.sub(_of_one_script, text) if _LIKE_LATIN.search(text) else text


def without_accents(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", text).translate(_UNSEEN))


def _of_one_script(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or not _LATIN.search(word):
        return word
    return word.translate(_LOOKALIKES)


def may_be_masked(flat: str, begun: frozenset[str]) -> bool:
    """Whether `unmasked` and `decoded` have something to look at in a plain text without a long run."""
    return bool(_INSIDE.search(flat)) or len(begun & LETTERS) >= FEW_LETTERS or holds(flat, _TURNED)


def unmasked(text: str, flat: str, begun: frozenset[str], longest: int) -> Iterator[str]:
    """Other readings of a text whose plain one is `flat`, where there is a sign that one was meant. `begun` is what its
    words begin with, and `longest` how many characters its longest run without white space has."""
    if _READ_AS_LETTER.search(flat) and _may_tell(flat.translate(_DIGITS)):
        mixed = (
            part
            for part in flat.split()
            if not part.isalpha()
            and _READ_AS_LETTER.search(part)
            and _telling(_read_letters(match) for match in _MIXED.finditer(part))
        )
        if near := _around(flat, mixed):
            yield _MIXED.sub(_read_letters, near)
    is_spelt = not flat.isascii() or len(begun & LETTERS) >= FEW_LETTERS
    if is_spelt and (apart := _LETTERS_APART.search(flat)) is not None:
        yield _LETTERS_APART.sub(_joined, flat)
        yield _spelled(apart.group())
    if _BREAK.search(flat):
        if _may_tell(flat.translate(_BREAKS)):
            broken = (
                part
                for part in flat.split()
                if not part.isalpha()
                and _BREAK.search(part)
                and _telling(_BROKEN.sub("", match.group()) for match in _BROKEN_WORD.finditer(part))
            )
            if near := _around(flat, broken):
                yield _BROKEN.sub("", near)
        if _CHAIN.search(flat[:LONG]) and len(_BROKEN.findall(flat[:LONG])) > MANY_BREAKS:
            yield _BROKEN.sub(" ", flat[:LONG])
    is_turned = holds(flat, _TURNED)
    if is_turned and holds(flat, _BACKWARDS):
        yield flat[::-1]
        yield " ".join(word[::-1] for word in flat.split(" "))
    if is_turned and holds(flat, _ROTATED):
        yield codecs.encode(flat, "rot13")
    if "&" in text and (said := html.unescape(text)) != text:
        yield flattened(said)
    if "%" in text and text.count("%") > 3 and (said := unquote(text)) != text:
        yield flattened(said)
    if is_turned and holds(flat, _RUN_TOGETHER):
        yield _parted(flat)
    elif longest >= LONG_WORD:
        yield "\n".join(_parted(word) for word in flat.split() if len(word) >= LONG_WORD)


def _read_letters(match: re.Match[str]) -> str:
    """A word of letters and of digits that look like letters, in letters."""
    word = match.group()
    return word.translate(_DIGITS) if _DIGIT_LETTER.search(word) and _LETTER.search(word) else word


def _may_tell(read: str) -> bool:
    """Whether `_telling` can hold for words of a text that reads so: a long one is not parted into its words for
    nothing."""
    return holds(read, _BEGINNINGS)


def _telling(words: Iterable[str]) -> bool:
    """Whether a word is one of an order, so that the text deserves a second look."""
    return any(word.strip(".,:;!?\"'()")[:5] in _OF_ORDERS for word in words)


def _around(flat: str, parts: Iterable[str]) -> str:
    """What stands within AROUND characters of any of the `parts` of `flat`, which come in their order."""
    found: list[list[int]] = []
    place = 0
    for part in parts:
        place = flat.index(part, place)
        start, end = max(place - AROUND, 0), place + AROUND
        if found and start <= found[-1][1]:
            found[-1][1] = end
        else:
            found.append([start, end])
    return "\n".join(flat[start:end] for start, end in found)


def _joined(match: re.Match[str]) -> str:
    """Letters that stand apart as words: wider gaps part the words."""
    return "".join(
        part if len(part) == 1 and part.isalnum() else " " for part in re.split(r"[ .\-_*·•/|,]", match.group())
    )


_LONG_WORDS = re.compile(
    r"(ignore|disregard|forget|override|bypass|reveal|show|print|repeat|all|any|your|the|my|previous|prior|above|"
    r"earlier|system|"
    r"developer|hidden|instructions?|prompts?|rules|guidelines|directives|and|you|are|now|safety|content|policy|"
    r"everything|before|this)"
)


def _spelled(run: str) -> str:
    return _parted("".join(filter(str.isalnum, run)))


def _parted(run: str) -> str:
    """Words written without gaps, where they are those of an order."""
    return " ".join(filter(None, (part.strip() for part in _LONG_WORDS.split(run))))


def decoded(text: str, longest: int) -> Sequence[str]:
    """What encoded passages of `text` say, where they say anything; `longest` as for `unmasked`."""
    # A long run, or figures with gaps: each byte of an order in Latin letters has a figure, hexadecimal or binary.
    if (longest < LONG_RUN and not _FIGURE.search(text)) or not _LONG_RUN.search(text):
        return ()
    found: list[str] = []
    if longest >= LONG_RUN:
        for word in text.split():
            if len(word) >= LONG_RUN:
                for match in _BASE64.finditer(word):
                    found += _read(_of_base64(match.group()))
    if _HEX_FIGURES.search(text):
        for match in _HEX.finditer(text):
            found += _read(_of_hex(match.group()))
    if "\\u" in text:
        for match in _UNICODE.finditer(text):
            found.append(re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code.group(1), 16)), match.group()))
    if _BITS.search(text):
        for match in _BINARY.finditer(text):
            found += _read(bytes(int(bits, 2) for bits in _BITS.findall(match.group())))
    return found


def _of_base64(word: str) -> bytes:
    plain = word.rstrip("=").replace("-", "+").replace("_", "/")
    if len(plain) % 4 == 1:
        plain = plain[:-1]
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _of_hex(word: str) -> bytes:
    digits = re.sub(r"0x|\\x|[ :]", "", word)
    return bytes.fromhex(digits) if len(digits) % 2 == 0 else b""


def _read(raw: bytes) -> list[str]:
    """`raw` as text, if it is one."""
    try:
        said = raw.decode()
    except UnicodeDecodeError:
        return []
    return [said] if len(said) >= 8 and said.isprintable() or "\n" in said else []
