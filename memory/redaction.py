"""Secrets and card numbers in what comes in are masked before anything is written: `mask`. Pure; linear.

Only formats that are known are masked: hashes, UUIDs, commits and order numbers stay. A mask names the kind of what
stood there. Personal data (`Personal`) is masked where a namespace asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from .models.personal import Personal


class Masked(NamedTuple):
    """A text without its secrets, and how many there were."""

    text: str
    secrets: int


class _Format(NamedTuple):
    """The group "secret" of `pattern` is masked, or the whole match where there is none; `is_one` looks closer."""

    kind: str
    pattern: re.Pattern[str]
    is_one: Callable[[str], bool] = bool


def mask(text: str, personal: Collection[Personal] = ()) -> Masked:
    """`text` with each secret of a known format, and each card number, as `[secret: its kind]`."""
    count = 0
    formats: list[_Format] = []
    if _has_sign(text):
        formats += _FORMATS
    if _holds(text.lower(), _SPOKEN_SIGNS):
        formats += _SPOKEN
    if _DIGITS.search(text):
        formats.append(_CARD)
    if personal:
        formats += [known for kind, known in _PERSONAL.items() if kind in personal]
    for known in formats:
        text, found = _masked(text, known)
        count += found
    return Masked(text, count)


def mask_all(value: Any, personal: Collection[Personal] = ()) -> tuple[Any, int]:
    """A JSON value with every text in it masked, its keys too, and how many secrets there were."""
    if isinstance(value, str):
        return mask(value, personal)
    if isinstance(value, Mapping):
        pairs = [(mask_all(key, personal), mask_all(one, personal)) for key, one in value.items()]
        return {key[0]: one[0] for key, one in pairs}, sum(key[1] + one[1] for key, one in pairs)
    if isinstance(value, list | tuple):
        parts = [mask_all(one, personal) for one in value]
        return [part for part, _ in parts], sum(found for _, found in parts)
    return value, 0


def _masked(text: str, known: _Format) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        group = next((name for name in known.pattern.groupindex if match.group(name)), 0)
        if not known.is_one(match.group(group)):
            return match.group()
        count += 1
        start, end = match.span(group)
        whole = match.start()
        return f"{match.group()[: start - whole]}[secret: {known.kind}]{match.group()[end - whole :]}"

    return known.pattern.sub(replace, text), count


# --- Formats that issuers give their keys -------------------------------------------------------------------------

# What one of the formats below begins with, or has in it. Most texts have none, and this is quick to tell.
_SIGNS = (
    "AKIA", "ASIA", "AGPA", "AIDA", "AROA", "ANPA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat",
    "glpat-", "glptt-", "gldt-", "glrt-", "glsoat-", "glimt-", "glcbt-", "glft-", "glagent-", "xox", "xapp-",
    "hooks.", "k_live_", "k_test_", "whsec_", "AIza", "GOCSPX", "ya29.", "npm_", "pypi-", "sk-", "hf_", "r8_",
    "SG.", "key-", "-us", "_v1_", "shp", "sq0", "EAAA", "AccountKey", "SharedAccess", "sig=", ":AA", "discord",
    "eyJ", "PRIVATE KEY", "://", "earer", "EARER", "asic ", "AGE-SECRET", "dapi", "lin_api", "PMAK", "NRAK",
    "dckr_pat", "figd_", "hvs.", "hvb.", "glsa_", "xkeysib", "aws", "AWS", "Aws", "word=", "wd=", "WORD=",
    "WD=",
)  # fmt: skip
# The same, so that few are looked for: behind a mark that the text has, or two capitals side by side.
_CAPITALS = re.compile(r"[A-Z]{2}")
_SIGNS_BY_MARK = {
    mark: tuple(sign for sign in _SIGNS if next((m for m in "_=:-." if m in sign), "") == mark) for mark in "_=:-."
}
_UNMARKED = tuple(sign for sign in _SIGNS if not any(mark in sign for mark in "_=:-."))
_SIGNS_IN_CAPITALS = tuple(sign for sign in _UNMARKED if _CAPITALS.search(sign))
_OTHER_SIGNS = tuple(sign for sign in _UNMARKED if not _CAPITALS.search(sign))
LONG_WORD = 30  # a key that begins with no sign of its own is as long at least


def _has_sign(text: str) -> bool:
    for mark, signs in _SIGNS_BY_MARK.items():
        if mark in text and _holds(text, signs):
            return True
    if _CAPITALS.search(text) and _holds(text, _SIGNS_IN_CAPITALS):
        return True
    return _holds(text, _OTHER_SIGNS) or max(map(len, text.split()), default=0) >= LONG_WORD


def _holds(text: str, signs: tuple[str, ...]) -> bool:
    for sign in signs:  # noqa: SIM110  `any` over a generator takes four times as long, and each turn passes here
        if sign in text:
            return True
    return False


_END = r"(?![A-Za-z0-9_])"
_FORMATS = tuple(
    _Format(kind, re.compile(pattern))
    for kind, pattern in (
        (
            "private key",
            r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}(?:-----END "
            r"(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?",
        ),
        ("age key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
        ("aws access key", rf"(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{{16}}{_END}"),
        ("aws secret key",
            r"(?i:aws)[^\n]{0,30}?(?i:secret|key)[^\n]{0,20}?[=:\s\"']{1,4}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9"
            r"/+])"
        ),
        ("github token", rf"(?:gh[pousr]_[A-Za-z0-9]{{36,255}}|github_pat_[A-Za-z0-9_]{{22,255}}){_END}"),
        ("gitlab token", r"gl(?:pat|ptt|dt|rt|soat|imt|cbt|ft|agent)-[A-Za-z0-9_-]{20,64}"),
        ("slack token", r"xox[abeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,250}"),
        ("slack webhook", r"hooks\.slack\.com/(?:services|workflows)/(?P<secret>[A-Za-z0-9/_+-]{20,200})"),
        ("discord webhook", r"discord(?:app)?\.com/api/webhooks/(?P<secret>\d{15,22}/[A-Za-z0-9_-]{50,100})"),
        ("discord token", r"(?<![\w-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
        ("stripe key", rf"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{{10,250}}{_END}|whsec_[A-Za-z0-9+/]{{24,80}}=*"),
        ("google key", r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,300}"),
        ("npm token", rf"npm_[A-Za-z0-9]{{36}}{_END}"),
        ("pypi token", r"pypi-[A-Za-z0-9_-]{50,250}"),
        ("anthropic key", r"sk-ant-[A-Za-z0-9_-]{20,250}"),
        (
            "openai key",
            r"(?<![A-Za-z0-9])sk-(?:proj-|svcacct-|admin-|or-v1-)?(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{20,250}",
        ),
        ("hugging face token", rf"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{{30,60}}{_END}"),
        ("replicate token", rf"(?<![A-Za-z0-9])r8_[A-Za-z0-9]{{37}}{_END}"),
        ("twilio key", rf"(?<![A-Za-z0-9])(?:AC|SK)[0-9a-f]{{32}}{_END}"),
        ("sendgrid key", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
        ("mailgun key", rf"(?<![A-Za-z0-9])key-[0-9a-z]{{32}}{_END}"),
        ("mailchimp key", rf"(?<![A-Za-z0-9])[0-9a-f]{{32}}-us\d{{1,2}}{_END}"),
        ("brevo key", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
        ("digitalocean token", rf"do[opr]_v1_[0-9a-f]{{64}}{_END}"),
        ("shopify token", rf"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{{32}}{_END}"),
        ("square token", r"sq0[a-z]{3}-[\w-]{22,43}|(?<![A-Za-z0-9])EAAA[A-Za-z0-9_-]{60}"),
        ("databricks token", rf"(?<![A-Za-z0-9])dapi[0-9a-f]{{32}}{_END}"),
        ("linear key", rf"lin_api_[A-Za-z0-9]{{40}}{_END}"),
        ("postman key", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
        ("new relic key", rf"NRAK-[A-Z0-9]{{27}}{_END}"),
        ("docker token", r"dckr_pat_[A-Za-z0-9_-]{27}"),
        ("figma token", r"figd_[A-Za-z0-9_-]{40}"),
        ("grafana token", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}"),
        ("vault token", r"(?<![A-Za-z0-9])hv[sb]\.[A-Za-z0-9_-]{24,200}"),
        ("azure key",
            r"(?:AccountKey|SharedAccessKey)=(?P<secret>[A-Za-z0-9+/]{40,100}={0,2})|"
            r"[?&]sig=(?P<signature>[A-Za-z0-9%]{40,100})"
        ),
        ("telegram token", r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])"),
        ("jwt", r"eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{0,1000}"),
        ("password",
            r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\"'<>]{0,100}:(?P<secret>[^\s@/\"'<>]{1,200})@(?="
            r"[\w\[])"
        ),
        ("bearer token", r"(?i:bearer)[\s:]{1,3}(?P<secret>(?=[A-Za-z._~+/=-]{0,60}\d)[A-Za-z0-9._~+/=-]{20,2000})"),
        ("password", r"(?i:authorization:\s{0,2}basic)\s{1,2}(?P<secret>[A-Za-z0-9+/]{8,500}={0,2})"),
        ("password", r"(?i:[;\s](?:password|pwd))=(?P<secret>[^;\s\"'$<{(\[]{3,100})(?=;)"),
    )
)  # fmt: skip

# --- What people say of their passwords ---------------------------------------------------------------------------

_SPOKEN_SIGNS = (
    "pass", "kennwort", "contrase", "pin", "cvv", "cvc", "secur",
        "geheimzahl", "secret", "key", "token", "wachtwoord", "parola", "senha", "пароль",
    "密码", "パスワード",
)  # fmt: skip
_NAMES = (
    r"(?i:pass(?:word|wd|phrase|code|wort)|kennwort|contraseña|mot de passe|wachtwoord|parola d'ordine|senha|пароль|"
    r"密码|パスワード|"
    r"(?:secret|api|access|auth|private|client|app|encryption|signing|webhook)[ _-]?(?:key|token|secret)|(?:api|db|"
    r"root|admin|user|my|smtp|mysql|postgres|redis)_?(?:pass|secret|token))"
)
# Words that say something of a password, and are none.
_NO_SECRET = frozenset(
    "wrong right weak strong safe secret expired invalid correct incorrect empty missing required optional changed "
    "reset stored hashed encrypted "
    "needed unknown known different easy hard short long protected lost forgotten gone broken valid rejected "
    "accepted none null true false string "
    "field hidden visible displayed important better enough just still also already always never only that this what "
    "when where there here because "
    "being used saved sent given shown written unique simple complex secure insecure shared private public stolen "
    "leaked masked blank "
    "falsch richtig sicher schwach vergessen abgelaufen correcta incorrecta".split()
)


def _is_spoken(value: str) -> bool:
    """Whether a word that stands where a password is told is one: it has a digit or a sign among letters, or is a
    word that says nothing of passwords. A variable or a call of a program is none."""
    value = value.rstrip(".,;:!?)\"'`”»")
    if len(value) < 4 or any(sign in value for sign in "(){}[]<>$%") or value.lower() in _NO_SECRET:
        return False
    return any(map(str.isdigit, value)) or any(sign in value for sign in "!@#&*+=^~")


def _is_word(value: str) -> bool:
    value = value.rstrip(".,;:!?)\"'`”»")
    return len(value) >= 4 and value.lower() not in _NO_SECRET and not any(sign in value for sign in "(){}[]<>$%")


_SPOKEN = (
    _Format(
        "password",
        re.compile(
            rf"{_NAMES}(?:\s{{1,2}}(?i:for|to|of|von|für|de|del|pour)\s[^\n.,;:=]{{1,40}}?)?[\"'`]?\s{{0,2}}(?i:is "
            rf"now|is|was|ist|lautet|es|est|era|=|:|：|->|=>|是|は|это|—|-)\s{{0,2}}"
            r"[\"'`“«]?(?P<secret>[^\s\"'`“”«»,;]{4,80})"
        ),
        _is_spoken,
    ),
    _Format(
        "password",
        re.compile(
            r"(?i:\b(?:my|our|the|his|her|mein|unser|mi|mon)\s(?:[\w-]{1,20}\s){0,2}(?:password|passphrase|passcode|"
            r"passwort|kennwort|contraseña|mot de passe)"
            r"(?:\sfor\s[\w ]{1,30}?)?\s(?:is|ist|es|"
            r"est)\s)[\"'`“«]?(?P<secret>[^\s\"'`“”«».,;!?]{4,80})(?=[\"'`”».!?]{0,2}(?:$|\n))"
        ),
        _is_word,
    ),
    _Format(
        "pin",
        re.compile(
            r"(?i:\b(?:pin|pin code|pin number|cvv|cvc|security code|geheimzahl)\b)(?:\s(?i:for|of|to)\s[\w' "
            r"]{1,30}?)?\s{0,2}(?i:is|ist|=|:|was)\s{0,2}(?P<secret>\d{3,8})(?!\d)"
        ),
    ),
)  # fmt: skip

# --- Card numbers -------------------------------------------------------------------------------------------------

_DIGITS = re.compile(r"\d[\d -]{11,21}\d")


def _is_card(number: str) -> bool:
    digits = re.sub(r"[ -]", "", number)
    if not _ISSUED.fullmatch(digits):
        return False
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


_ISSUED = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|"
    r"[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}"
)
_CARD = _Format(
    "card number",
    re.compile(
        r"(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{13,19})(?![\w-]|\.\d)"
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
    Personal.IBAN: _Format(
        "iban", re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)"), _is_iban
    ),
    Personal.EMAIL: _Format("e-mail", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")),
    Personal.PHONE: _Format(
        "phone number",
        re.compile(r"(?<![\w.+-])(?:\+\d{1,3}[ ./-]?|\(?0)\d{0,4}\)?(?:[ ./-]?\d{2,5}){2,5}(?![\w-])"),
        lambda text: 8 <= sum(map(str.isdigit, text)) <= 15,
    ),
    Personal.IP: _Format(
        "ip address", re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"),
        lambda text: all(int(part) < 256 for part in text.split(".")),
    ),
}  # fmt: skip
