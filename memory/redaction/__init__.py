"""Secrets and card numbers in what comes in are masked before anything is written: `mask`. Pure; linear.

Only formats that are known are masked: hashes, UUIDs, commits and order numbers stay. A mask names the kind of what
stood there. Personal data (`Personal`) is masked where a namespace asks for it.

formats.py has what is told by its shape, pasted.py what stands in files and commands, spoken.py what people say, with
codes.py, besides.py and abroad.py; grammar.py has what stands between a secret's name and the secret. told_values.py,
stand_ins.py and said_of_passwords.py say which words are none. answered.py masks what answers the turn before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ..models.personal import Personal
from ..text import SHORTEST_RUN, Glance, glance, holds, longest_solid
from .formats import FORMATS, Format
from .pasted import PASTED, SETTINGS, SIGNS_OF_SETTINGS
from .signs import SignTable
from .spoken import LONGEST_TALK, SPOKEN, SPOKEN_ON_PAGES, SPOKEN_WORDS


class Masked(NamedTuple):
    """A text without its secrets, and how many there were."""

    text: str
    secrets: int


_MASKED = "[secret: "


def mask(text: str, personal: Collection[Personal] = (), seen: Glance | None = None) -> Masked:
    """`text` with each secret of a known format, and each card number, as `[secret: its kind]`; `seen` is the glance at
    it, where the caller took one."""
    possible = _possible(text, *(seen or glance(text)))
    if not possible and not personal:
        return Masked(text, 0)  # as most talk
    count = 0
    # Without escapes first: with the letter of one before it a key may look like the beginning of another kind, which
    # would leave the rest of it. A secret that may hold escapes itself is first read as it stands.
    unescaped = ("\\" in text or "%" in text) and _ESCAPED.search(text) is not None
    if unescaped:
        near = _beside_escapes(text)
        first = [known for known in possible if not (known.spoken or known.escaped) and holds(near, known.signs)]
        text, count = _unescaped(text, first)
    lower = ""
    for known in possible:
        lower = lower or _lower(text) if known.spoken else lower
        text, found = _masked(text, known, lower if known.spoken else "")
        count += found
        lower = "" if found else lower
    if unescaped:
        text, found = _unescaped(text, [known for known in possible if known.spoken or known.escaped])
        count += found
    for kind, known in _PERSONAL.items() if personal else ():
        if kind in personal:
            text, found = _masked(text, known)
            count += found
    return Masked(text, count)


def _possible(text: str, plain: bool, longest: int) -> Sequence[Format]:
    """The formats that `text` has the signs of: of most texts none, which is quick to tell."""
    lower = text.lower()
    if plain and not longest:
        is_of_words = "!" not in text and "@" not in text and "#" not in text
        if not holds(lower, _SIGNS_OF_WORDS if is_of_words else _SIGNS):
            return ()
    figure = _UNLIKE_WORDS.search(text)
    spoken = SPOKEN_ON_PAGES if len(text) > LONGEST_TALK else SPOKEN if figure else SPOKEN_WORDS
    settings = SETTINGS if holds(text, SIGNS_OF_SETTINGS) else ()
    solid = longest_solid(text) if longest else 0
    within = _ALL_SIGNS.within(lower) if len(lower) > _FEW else None
    found = [
        known
        for known in (*(_BY_FORM if longest else _SHORT), *settings, *spoken)
        if longest >= known.least
        and solid >= known.solid
        and (holds(lower, known.signs) if within is None else not within.isdisjoint(known.signs))
    ]
    if figure and not plain and _DIGITS.search(text, figure.start()):
        found.append(_CARD)
    return found


def mask_all(value: Any, personal: Collection[Personal] = (), key: str = "") -> tuple[Any, int]:
    """A JSON value with every text in it masked, its keys too, and how many secrets there were. What stands under a
    `key` is read with it: "hunter2xy" is a password under "password" alone."""
    if key and isinstance(value, str | int) and not isinstance(value, bool) and holds(f"{key}: ".lower(), _KEY_SIGNS):
        for said in (f"{key}: ", f"my {key} is ", *(("password: ",) if _NAMES_A_PASSWORD.search(key) else ())):
            told, found = mask(f"{said}{value}", personal)
            if told.startswith(f"{said}{_MASKED}"):
                rest = told.removeprefix(said)
                return (rest if len(str(value).split()) > 1 else rest[: rest.index("]") + 1]), found
    if isinstance(value, str):
        return mask(value, personal)
    if isinstance(value, int) and not isinstance(value, bool) and _is_card(str(value)):
        return mask(str(value), personal)
    if isinstance(value, Mapping):
        pairs = [
            (mask_all(name, personal), mask_all(one, personal, key if key and name == "value" else name))
            for name, one in value.items()
        ]
        return {name[0]: one[0] for name, one in pairs}, sum(name[1] + one[1] for name, one in pairs)
    if isinstance(value, list | tuple):
        parts = [mask_all(one, personal, key) for one in value]
        return [part for part, _ in parts], sum(found for _, found in parts)
    return value, 0


# What an attribute's name ends with where it is a password's, and a sentence may end so too.
_NAMES_A_PASSWORD = re.compile(
    r"(?:^|[\W_])(?:pass|secret|pw|pwd|passw(?:or)?d)(?:_?(?:confirmation|repeat|again))?$", re.I
)


def holds_mask(text: str) -> bool:
    """Whether something in `text` was masked."""
    return _MASKED in text


def without_kinds(text: str) -> str:
    """`text` with "[masked]" for each mask: its kind is a word of this module's, and not of whoever wrote the text."""
    return _MASK.sub("[masked]", text) if holds_mask(text) else text


def _masked(text: str, known: Format, read: str = "") -> tuple[str, int]:
    """`text` without the secrets of a format, and how many there were, as they stand in `read`, another form of it."""
    parts: list[str] = []
    end, instead = 0, f"{_MASKED}{known.kind}]"
    read, groups = read or text, tuple(known.pattern.groupindex)
    if known.spoken and not read.islower():
        read = _lower(read)
    found = known.pattern.finditer(read)
    while match := next(found, None):
        start, stop = match.span()
        for group in groups:
            if match.start(group) >= 0:
                start, stop = match.span(group)
                break
        if known.is_one(text[start:stop]):
            parts += (text[end:start], instead)
            end = stop
        elif start > match.start():  # what was taken for one may be the name of another: `X-Api-Key: SECRET="…"`
            found = known.pattern.finditer(read, start)
    return ("".join([*parts, text[end:]]), len(parts) // 2) if parts else (text, 0)


# Where a text is quoted in JSON, a program or an address, a letter of a line's end stands before a key: `\nghp_…`.
_ESCAPED = re.compile(r"\\[abfnrtv]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}")


def _unescaped(text: str, possible: Sequence[Format]) -> tuple[str, int]:
    """`text` masked as it reads without its escapes, and how many secrets there were."""
    count, read = 0, _ESCAPED.sub(_gap, text)
    for known in possible:
        text, found = _masked(text, known, read)
        if found:
            count, read = count + found, _ESCAPED.sub(_gap, text)
    return text, count


def _beside_escapes(text: str) -> str:
    """The lines of `text` that have an escape, and those next to them, in lower case."""
    lines = text.lower().split("\n")
    escaped = [at for at, line in enumerate(lines) if ("\\" in line or "%" in line) and _ESCAPED.search(line)]
    return "\n".join(
        lines[at] for at in sorted({at + step for at in escaped for step in (-1, 0, 1)}) if at in range(len(lines))
    )


def _gap(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _lower(text: str) -> str:
    """`text` in lower case, each character in its place: a few have two in lower case."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


_BY_FORM = (*FORMATS, *PASTED)
_SHORT = tuple(known for known in _BY_FORM if known.least < SHORTEST_RUN)
_ALL_SIGNS = SignTable(sign for known in (*_BY_FORM, *SETTINGS, *SPOKEN) for sign in known.signs)
_FEW = 200  # characters; in so few each sign is found sooner by itself

# --- What people say of their passwords: see `spoken` -----------------------------------------------------

# What stands in a card's number, a PIN, and a password that is no word: a figure of any kind, or a sign that does not
# end it.
_UNLIKE_WORDS = re.compile(r"[\d@#&*+=^~!\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070-\u2793](?:(?<!!)|(?=\S))")
# Programs that are given a password.
_COMMANDS = (
    "--", "mysql", "mariadb", "curl", "login ", "redis-cli", "zip ", "smbclient", "openssl ", "ldap", "nmcli",
    "ssh-keygen", "sqlcmd", "mongo", "gpg ", "sudo -s",
)  # fmt: skip
# Of a plain text without a long run: each sign of `_SHORT` and `SPOKEN_WORDS` that it can have has one of these in it,
# and each of `_SHORT` and `SPOKEN` one of the others. A code or a PIN has a figure, which no plain text has.
_SIGNS_OF_WORDS = (
    "pass", "pasw", "pw", "kennwort", "contrase", "private key", "basic", "diceware", "seed", "recovery", "bitlocker",
    "wiederherstellung", *_COMMANDS, "mnemonic", "wallet", "words", "kind: secret", "identified", " code", "code ",
    "combination", "kombination", " pin", "pin ", "login(", "wifi:",
    "frase ", "ledger", "security ", "question", "sicherheitsfrage", "pregunta", "pergunta", "domanda ", "maiden",
    "spel",
)  # fmt: skip
_SIGNS = (
    "pass", "pasw", "pwd", "pw", "kennw", "contrase", "key", "token", "secret", "basic", "wachtwoord", "parola",
    "senha", "login", "log-in", "zugang", "diceware", "seed", "recovery", "mnemonic", "wallet", "words", "otp",
    "2fa", "mfa", "authenticator", "bitlocker", "wiederherstellung", *_COMMANDS, "kind: secret", "identified",
    " code", "code ", "combination", "kombination", " pin", "pin ", "hasl", "heslo", "adgangskode", "salasana",
    "jelsz", "parol", "sifre", "nenosiri", "nywila", "kata sandi", "cred", "anmeldedaten", "identifiants", "log in",
    "logged in", "logs in", "wifi:", "frase ", "ledger", "security ", "question", "sicherheitsfrage", "pregunta",
    "domanda ", "pergunta", "maiden", "spel",
)  # fmt: skip
_KEY_SIGNS = tuple({sign for known in SPOKEN for sign in known.signs})

# --- Card numbers -------------------------------------------------------------------------------------------------

# What pages and documents set between a card's groups of figures: spaces of every width, tabs, hyphens, dashes, dots.
_GAP_SIGNS = r"\t\v\f\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000.\u2010-\u2015\u2212-"
_GAP = rf"[{_GAP_SIGNS}]"
_DIGITS = re.compile(rf"\d[\d{_GAP_SIGNS}]{{11,25}}\d")


def _is_card(number: str) -> bool:
    if not number.isascii():  # figures and gaps of another script
        number = "".join(str(int(digit)) for digit in _GAPS.sub("", number))
    figures = number.encode().translate(None, _ASCII_GAPS)  # a text of card numbers has thousands of them
    if not _ISSUED.fullmatch(figures):
        return False
    return (sum(figures[-1::-2]) + sum(figures[-2::-2].translate(_DOUBLED)) - len(figures) * ord("0")) % 10 == 0


_GAPS = re.compile(_GAP)
_ASCII_GAPS = bytes(code for code in range(128) if _GAPS.fullmatch(chr(code)))
# Each second figure from the end counts twice, and its figures are added up.
_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")


_ISSUED = re.compile(
    rb"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|"
    rb"[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}"
)
_CARD = Format(
    "card number",
    re.compile(
        # It begins with a figure, so that the search passes over all else quickly, and looks back for its edge.
        r"(?P<secret>\d(?:(?<![\w.-]\d)|(?<=(?<![^\W_])_\d)|(?<=\b[Nn]o\.\d)|(?<=\b[Nn]r\.\d))"
        rf"(?:\d{{3}}({_GAP}{{1,2}})\d{{4}}\2\d{{4}}\2\d{{1,4}}(?:\2\d{{3}})?|\d{{3}}({_GAP}{{1,2}})\d{{6}}\3\d{{4,5}}|"
        r"\d{12,18}))(?![^\W_]|_\w|-\d{4}|-[^\W\d]|\.\d)"
    ),
    _is_card,
)

# --- Personal data, where a namespace asks for it -----------------------------------------------------------------


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "").upper()
    moved = plain[4:] + plain[:4]
    return 15 <= len(plain) <= 34 and int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1


# In this order: a part of an IBAN looks like a phone number.
_PERSONAL = {
    Personal.IBAN: Format(
        "iban", re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)"), _is_iban
    ),
    Personal.EMAIL: Format("e-mail", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")),
    Personal.PHONE: Format(
        "phone number",
        re.compile(r"(?<![\w.+-])(?:\+\d{1,3}[ ./-]?|\(?0)\d{0,4}\)?(?:[ ./-]?\d{2,5}){2,5}(?![\w-])"),
        lambda text: 8 <= sum(map(str.isdigit, text)) <= 15,
    ),
    Personal.IP: Format(
        "ip address", re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"),
        lambda text: all(int(part) < 256 for part in text.split(".")),
    ),
}  # fmt: skip

_MASK = re.compile(
    "|".join(
        re.escape(f"{_MASKED}{known.kind}]") for known in (*_BY_FORM, *SETTINGS, *SPOKEN, _CARD, *_PERSONAL.values())
    )
)
