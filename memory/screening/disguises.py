"""What a text says behind its disguise: lookalike letters, invisible ones, digits for letters, spacing, markdown,
an encoding. Pure; time in proportion to the text."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from .invisible import IGNORED

# Letters of other scripts that look like Latin ones: taken for these inside a word that has Latin letters as well.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁɡԛԝвкмнтьυναοιρτκηωγμбзѵցոսօհյⅼ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαАВЕКМНОРСТУХІЈЅ",
    "aeopcyxijshdgqwbkmhtbuvaoiptknwymbzvgnuohjl"
    "abezhikmnoptyxaabekmhopctyxijs",
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
_EMPHASIS = re.compile(
    r"(?<=\w)(?:\*{1,3}|_{1,3}|~~|`|\\|</?[a-z]{1,6}>|<!---->)(?=\w)|(?<=\W)(?:\*{1,3}|_{1,3}|~~)(?=\w)|"
    r"(?<=\w)(?:\*{1,3}|_{1,3}|~~)(?=\W)"
)
_BROKEN = re.compile(r"(?<=[a-z])[-.·•_*/|+~^]{1,2}(?=[a-z])")
_LETTERS_APART = re.compile(r"(?:(?<!\w)\w(?:[ .\-_*·•/|,]{1,3})(?=\w(?!\w))){5,}\w(?!\w)")
_SPACES = re.compile(r"[^\S\n]{1,}")
_LINES = re.compile(r"[^\S\n]*[\r\n]+[^\S\n]*")
_GOES_ON = re.compile(r"\r?\n(?=[a-z])")
_MARKED = re.compile(r"[*_`~<\\]")
_STYLED_ONES = re.compile(f"[{''.join(_STYLED)}]")
_UNSEEN = re.compile(f"[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff{''.join(sorted(IGNORED))}]")
_LIKE_LATIN = re.compile("[\u0370-\u03ff\u0400-\u058f\u2170-\u217f]")
_LATIN = re.compile("[A-Za-z]")
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/_-]{16,4000}={0,2}(?![\w+/=])")
_HEX = re.compile(r"(?<!\w)(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){12,2000}(?!\w)|(?:\\x[0-9a-fA-F]{2}){6,2000}")
_UNICODE = re.compile(r"(?:\\u[0-9a-fA-F]{4}){6,2000}")
_BINARY = re.compile(r"(?<!\w)(?:[01]{8}[ ,]?){8,2000}(?!\w)")
_BACKWARDS = ("snoitcurtsni", "tpmorp", "erongi", "drageRsid".lower())
_ROTATED = ("vafgehpgvba", "vtaber", "cebzcg", "qvfertneq")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT_LETTER = re.compile(r"[013457@$!|€£8]")
_APART = re.compile(r"\b\w[ .\-_*·•/|,]{1,3}\w[ .\-_*·•/|,]{1,3}\w\b")
_RUN_TOGETHER = ("ignoreall", "ignoreprev", "systemprompt")
LONG_WORD = 24  # so many characters without a gap may be words written together
_LONG_RUN = re.compile(r"[A-Za-z0-9+/_=\\-]{16}|[01]{8}[ ,][01]{8}|(?:[0-9a-fA-F]{2}[ :]){8}")
LONG_RUN = 16
_FIGURE = re.compile(r"\d")
_BREAK = re.compile(r"[a-z][-.·•_*/|+~^]{1,2}[a-z]")
_BROKEN_WORD = re.compile(r"\b[a-z]{1,12}(?:[-.·•_*/|+~^]{1,2}[a-z]{1,12}){1,20}\b")
MANY_BREAKS = 5
_OF_ORDERS = frozenset(
    word[:5]
    for word in
        "ignore disregard override bypass forget overwrite circumvent reveal repeat instruction prompt previous "
        "system guideline directive "
    "restriction unrestricted jailbreak secret password developer uncensored exfiltrate".split()
)
LONG = 4_000


def flattened(text: str) -> str:
    """`text` in lower case, in plain letters without accents, without marks of emphasis and invisible characters, its
    words one space apart. A line keeps its break, unless the next one goes on in small letters."""
    if not text.isascii():
        text = plain_letters(text)
    if "\n" in text or "\r" in text:
        text = _LINES.sub("\n", _GOES_ON.sub(" ", text))
    if "  " in text or "\t" in text or "\u00a0" in text:
        text = _SPACES.sub(" ", text)
    if _MARKED.search(text):
        text = _EMPHASIS.sub("", text)
    return text.lower().strip()


def plain_letters(text: str) -> str:
    """`text` with letters of the styles, sizes and accents that Unicode has as plain ones."""
    if _STYLED_ONES.search(text):
        text = text.translate(_STYLES)
    text = without_accents(text)
    return _TOKEN.sub(_of_one_script, text) if _LIKE_LATIN.search(text) else text


def without_accents(text: str) -> str:
    return unicodedata.normalize("NFC", _UNSEEN.sub("", unicodedata.normalize("NFKD", text)))


def _of_one_script(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or not _LATIN.search(word):
        return word
    return word.translate(_LOOKALIKES)


def unmasked(text: str, flat: str, longest: int) -> Iterator[str]:
    """Other readings of a text whose plain one is `flat`, where there is a sign that one was meant. `longest` is how
    many characters its longest run without white space has."""
    if _DIGIT_LETTER.search(flat) and _telling(
        word
        for part in flat.split()
        if not part.isalpha() and _DIGIT_LETTER.search(part)
        for match in _MIXED.finditer(part)
        if (word := _read_letters(match)) != match.group()
    ):
        yield _MIXED.sub(_read_letters, flat)
    if _APART.search(flat) and (apart := _LETTERS_APART.search(flat)) is not None:
        yield _LETTERS_APART.sub(_joined, flat)
        yield _spelled(apart.group())
    if _BREAK.search(flat):
        if _telling(_BROKEN.sub("", match.group()) for match in _BROKEN_WORD.finditer(flat)):
            yield _BROKEN.sub("", flat)
        if len(_BROKEN.findall(flat[:LONG])) > MANY_BREAKS:
            yield _BROKEN.sub(" ", flat[:LONG])
    if _holds(flat, _BACKWARDS):
        yield flat[::-1]
        yield " ".join(word[::-1] for word in flat.split(" "))
    if _holds(flat, _ROTATED):
        yield codecs.encode(flat, "rot13")
    if "&" in text and (said := html.unescape(text)) != text:
        yield flattened(said)
    if "%" in text and text.count("%") > 3 and (said := unquote(text)) != text:
        yield flattened(said)
    if longest >= LONG_WORD or _holds(flat, _RUN_TOGETHER):
        yield _parted(flat)


def _holds(text: str, signs: tuple[str, ...]) -> bool:
    for sign in signs:  # noqa: SIM110  `any` over a generator takes four times as long, and each turn passes here
        if sign in text:
            return True
    return False


def _read_letters(match: re.Match[str]) -> str:
    """A word of letters and of digits that look like letters, in letters."""
    word = match.group()
    return word.translate(_DIGITS) if _DIGIT_LETTER.search(word) and _LETTER.search(word) else word


def _telling(words: Iterable[str]) -> bool:
    """Whether a word is one of an order, so that the text deserves a second look."""
    return any(word.strip(".,:;!?\"'()")[:5] in _OF_ORDERS for word in words)


def _joined(match: re.Match[str]) -> str:
    """Letters that stand apart as words: wider gaps part the words."""
    return "".join(part if len(part) == 1 and part.isalnum() else " " for part in re.split(
        r"[ .\-_*·•/|,]", match.group()))


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


def decoded(text: str, longest: int) -> list[str]:
    """What encoded passages of `text` say, where they say anything; `longest` as for `unmasked`."""
    # A long run, or figures with gaps: each byte of an order in Latin letters has a figure, hexadecimal or binary.
    if (longest < LONG_RUN and not _FIGURE.search(text)) or not _LONG_RUN.search(text):
        return []
    found: list[str] = []
    for match in _BASE64.finditer(text):
        found += _read(_of_base64(match.group()))
    for match in _HEX.finditer(text):
        found += _read(_of_hex(match.group()))
    for match in _UNICODE.finditer(text):
        found.append(re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code.group(1), 16)), match.group()))
    for match in _BINARY.finditer(text):
        found += _read(bytes(int(bits, 2) for bits in re.findall(r"[01]{8}", match.group())))
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
