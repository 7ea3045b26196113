"""Secrets and card numbers in what comes in are masked before anything is written: `mask`. Pure; linear.

Only formats that are known are masked: hashes, UUIDs, commits and order numbers stay. A mask names the kind of what
stood there. Personal data (`Personal`) is masked where a namespace asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from .models.personal import Personal
from .text import SHORTEST_RUN, Glance, glance, holds


class Masked(NamedTuple):
    """A text without its secrets, and how many there were."""

    text: str
    secrets: int


_MASKED = "[secret: "


class _Format(NamedTuple):
    """The group "secret" of `pattern` is masked, or the whole match where there is none; `is_one` looks closer.

    One of `signs` stands in lower case in each text that the pattern matches, and `least` characters without a gap.
    What people say (`spoken`) has its pattern in lower case, for a text in lower case.
    """

    kind: str
    pattern: re.Pattern[str]
    is_one: Callable[[str], bool] = bool
    signs: tuple[str, ...] = ("",)
    least: int = 0
    spoken: bool = False


def mask(text: str, personal: Collection[Personal] = (), seen: Glance | None = None) -> Masked:
    """`text` with each secret of a known format, and each card number, as `[secret: its kind]`; `seen` is the glance at
    it, where the caller took one."""
    possible = _possible(text, *(seen or glance(text)))
    if not possible and not personal:
        return Masked(text, 0)  # as most talk
    count = 0
    for known in possible:
        text, found = _masked(text, known)
        count += found
    for kind, known in _PERSONAL.items() if personal else ():
        if kind in personal:
            text, found = _masked(text, known)
            count += found
    return Masked(text, count)


def _possible(text: str, plain: bool, longest: int) -> Sequence[_Format]:
    """The formats that `text` has the signs of: of most texts none, which is quick to tell."""
    lower = text.lower()
    if plain and not longest:
        is_of_words = "!" not in text and "@" not in text and "#" not in text
        if not holds(lower, _SIGNS_OF_WORDS if is_of_words else _SIGNS):
            return ()
    figure = _UNLIKE_WORDS.search(text)
    found = [
        known
        for known in (*(_FORMATS if longest else _SHORT), *(_SPOKEN if figure else _SPOKEN_WORDS))
        if longest >= known.least and holds(lower, known.signs)
    ]
    if figure and not plain and _DIGITS.search(text, figure.start()):
        found.append(_CARD)
    return found


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


def holds_mask(text: str) -> bool:
    """Whether something in `text` was masked."""
    return _MASKED in text


def without_kinds(text: str) -> str:
    """`text` with "[masked]" for each mask: its kind is a word of this module's, and not of whoever wrote the text."""
    return _MASK.sub("[masked]", text) if holds_mask(text) else text


def _masked(text: str, known: _Format) -> tuple[str, int]:
    parts: list[str] = []
    end = 0
    for match in known.pattern.finditer(_lower(text) if known.spoken else text):
        group = next((name for name in known.pattern.groupindex if match.group(name)), 0)
        start, stop = match.span(group)
        if known.is_one(text[start:stop]):
            parts += [text[end:start], f"{_MASKED}{known.kind}]"]
            end = stop
    return ("".join([*parts, text[end:]]), len(parts) // 2) if parts else (text, 0)


def _lower(text: str) -> str:
    """`text` in lower case, each character in its place: a few have two in lower case."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


# --- Formats that issuers give their keys -------------------------------------------------------------------------

_END = r"(?![A-Za-z0-9_])"
# Keys that are known by what they begin with alone: that, what follows, and how long they are at least.
_BEGUN = (
    ("pplx-", r"[A-Za-z0-9]{40,64}", 45), ("tvly-", r"(?:dev-|prod-)?[A-Za-z0-9]{20,64}", 25),
    ("sbp_", r"[0-9a-f]{40}", 44), ("sb_secret_", r"[A-Za-z0-9_-]{20,60}", 30),
    ("vercel_blob_rw_", r"[A-Za-z0-9_]{20,80}", 35), ("fm1_", r"[A-Za-z0-9+/_-]{60,1000}", 64),
    ("fm2_", r"[A-Za-z0-9+/_-]{60,1000}", 64), ("pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}", 82),
    ("sntryu_", r"[0-9a-f]{64}", 71), ("pul-", r"[0-9a-f]{40}", 44), ("HRKU-", r"[A-Za-z0-9_-]{36,70}", 41),
    ("sl.", r"(?:u\.)?[A-Za-z0-9_-]{120,400}", 123), ("lsv2_", r"(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", 51),
    ("nvapi-", r"[A-Za-z0-9_-]{60,70}", 66), ("rubygems_", r"[0-9a-f]{48}", 57), ("AKCp", r"[A-Za-z0-9]{60,80}", 64),
    ("ops_eyJ", r"[A-Za-z0-9_-]{100,2000}", 107),
    ("tskey-", r"(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}", 39),
    ("p8e-", r"[A-Za-z0-9-]{32}", 36), ("sk_", r"[0-9a-f]{48}", 51), ("fc-", r"[0-9a-f]{32}", 35),
    ("tgp_v1_", r"[A-Za-z0-9_-]{40,50}", 47), ("re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}", 32),
    ("rnd_", r"[A-Za-z0-9]{32}", 36), ("sk.eyJ", r"[A-Za-z0-9_-]{20,300}\.[A-Za-z0-9_-]{20,40}", 47),
    ("CFPAT-", r"[A-Za-z0-9_-]{43}", 49), ("cio", r"[A-Za-z0-9]{32}", 35), ("4b1d", r"[A-Za-z0-9]{38}", 42),
)  # fmt: skip
_FORMATS = tuple(
    _Format(
        "token", re.compile(rf"{re.escape(begun)}(?<![A-Za-z0-9]{'.' * len(begun)}){rest}{_END}"),
        signs=(begun.lower(),), least=least,
    )
    for begun, rest, least in _BEGUN
) + tuple(
    _Format(kind, re.compile(pattern), signs=signs, least=least)
    for kind, signs, least, pattern in (
        ("private key", ("private key",), 0,
            r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}(?:-----END "
            r"(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?",
        ),
        ("age key", ("age-secret-key-1",), 74, r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
        ("aws access key", ("akia", "asia", "agpa", "aida", "aroa", "anpa"), 20,
            rf"(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{{16}}{_END}",
        ),
        ("aws secret key", ("aws",), 40,
            r"(?i:aws)[^\n]{0,30}?(?i:secret|key)[^\n]{0,20}?[=:\s\"']{1,4}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9"
            r"/+])",
        ),
        ("github token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), 33,
            rf"(?:gh[pousr]_[A-Za-z0-9]{{36,255}}|github_pat_[A-Za-z0-9_]{{22,255}}){_END}",
        ),
        ("gitlab token",
            ("glpat-", "glptt-", "gldt-", "glrt-", "glsoat-", "glimt-", "glcbt-", "glft-", "glagent-"), 25,
            r"gl(?:pat|ptt|dt|rt|soat|imt|cbt|ft|agent)-[A-Za-z0-9_-]{20,64}",
        ),
        ("slack token", ("xox", "xapp-"), 15,
            r"xox[abeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,250}",
        ),
        ("slack webhook", ("hooks.slack.com/",), 45,
            r"hooks\.slack\.com/(?:services|workflows)/(?P<secret>[A-Za-z0-9/_+-]{20,200})",
        ),
        ("discord webhook", ("discord",), 91,
            r"discord(?:app)?\.com/api/webhooks/(?P<secret>\d{15,22}/[A-Za-z0-9_-]{50,100})",
        ),
        ("discord token", (".",), 59, r"[MNO](?<![\w-].)[A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
        ("stripe key", ("_live_", "_test_", "whsec_"), 18,
            rf"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{{10,250}}{_END}|whsec_[A-Za-z0-9+/]{{24,80}}=*",
        ),
        ("google key", ("aiza", "gocspx-", "ya29."), 25,
            r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,300}",
        ),
        ("npm token", ("npm_",), 40, rf"npm_[A-Za-z0-9]{{36}}{_END}"),
        ("pypi token", ("pypi-",), 55, r"pypi-[A-Za-z0-9_-]{50,250}"),
        ("anthropic key", ("sk-ant-",), 27, r"sk-ant-[A-Za-z0-9_-]{20,250}"),
        ("openai key", ("sk-",), 23,
            r"sk-(?<![A-Za-z0-9]...)(?:proj-|svcacct-|admin-|or-v1-)?(?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{20,250}",
        ),
        ("hugging face token", ("hf_",), 33, rf"(?<![A-Za-z0-9])hf_[A-Za-z0-9]{{30,60}}{_END}"),
        ("replicate token", ("r8_",), 40, rf"(?<![A-Za-z0-9])r8_[A-Za-z0-9]{{37}}{_END}"),
        ("twilio key", ("ac", "sk"), 34, rf"[AS][CK](?<![A-Za-z0-9]..)(?<=AC|SK)[0-9a-f]{{32}}{_END}"),
        ("sendgrid key", ("sg.",), 36, r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
        ("mailgun key", ("key-",), 36, rf"(?<![A-Za-z0-9])key-[0-9a-z]{{32}}{_END}"),
        ("mailchimp key", ("-us",), 36, rf"(?<![A-Za-z0-9])[0-9a-f]{{32}}-us\d{{1,2}}{_END}"),
        ("brevo key", ("xkeysib-",), 89, r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
        ("digitalocean token", ("_v1_",), 71, rf"do[opr]_v1_[0-9a-f]{{64}}{_END}"),
        ("shopify token", ("shp",), 38, rf"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{{32}}{_END}"),
        ("square token", ("sq0", "eaaa"), 29, r"sq0[a-z]{3}-[\w-]{22,43}|(?<![A-Za-z0-9])EAAA[A-Za-z0-9_-]{60}"),
        ("databricks token", ("dapi",), 36, rf"(?<![A-Za-z0-9])dapi[0-9a-f]{{32}}{_END}"),
        ("linear key", ("lin_api_",), 48, rf"lin_api_[A-Za-z0-9]{{40}}{_END}"),
        ("postman key", ("pmak-",), 64, r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
        ("new relic key", ("nrak-",), 32, rf"NRAK-[A-Z0-9]{{27}}{_END}"),
        ("docker token", ("dckr_pat_",), 36, r"dckr_pat_[A-Za-z0-9_-]{27}"),
        ("figma token", ("figd_",), 45, r"figd_[A-Za-z0-9_-]{40}"),
        ("grafana token", ("glsa_",), 46, r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}"),
        ("vault token", ("hvs.", "hvb."), 28, r"(?<![A-Za-z0-9])hv[sb]\.[A-Za-z0-9_-]{24,200}"),
        ("azure key", ("accountkey=", "sharedaccesskey=", "sig="), 45,
            r"(?:AccountKey|SharedAccessKey)=(?P<secret>[A-Za-z0-9+/]{40,100}={0,2})|"
            r"[?&]sig=(?P<signature>[A-Za-z0-9%]{40,100})",
        ),
        ("atlassian token", ("atatt3x",), 57, r"ATATT3x[A-Za-z0-9_=-]{50,250}"),
        ("doppler token", ("dp.",), 44, rf"(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{{38,44}}{_END}"),
        ("xai key", ("xai-",), 64, rf"(?<![A-Za-z0-9])xai-[A-Za-z0-9]{{60,100}}{_END}"),
        ("session cookie", ("cookie",), 16,
            r"(?i:cookie)\s?:[^\n]{0,200}?(?i:sess\w{0,10}|sid|auth\w{0,10}|token)=(?P<secret>[A-Za-z0-9._%+/=-]{16,500})",
        ),
        ("telegram token", (":aa",), 43, r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])"),
        ("terraform token", (".atlasv1.",), 69, rf"\.atlasv1\.[A-Za-z0-9_-]{{60,70}}{_END}"),
        ("azure secret", ("q~",), 33, r"Q~(?<=\dQ~)[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])"),
        # Whatever an issuer calls it: a short name, and letters of both cases with figures that no id of a thing has.
        ("token", ("_",), 39,
            rf"(?<![A-Za-z0-9+_.-])[a-z]{{2,8}}_(?:[a-z]{{2,8}}_){{0,2}}(?=[A-Za-z]{{0,60}}\d)(?=[A-Z0-9]{{0,30}}[a-z])"
            rf"(?=[a-z0-9]{{0,30}}[A-Z])[A-Za-z0-9]{{36,250}}{_END}",
        ),
        ("jwt", ("eyj",), 24, r"eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{0,1000}"),
        ("password", ("://",), 0,
            r"://(?<=[A-Za-z0-9+.-]...)[^\s:/@\"'<>]{0,100}:(?P<secret>[^\s@/\"'<>]{1,200})@(?="
            r"[\w\[])",
        ),
        ("bearer token", ("bearer",), 20,
            r"(?i:bearer)[\s:]{1,3}(?P<secret>(?=[A-Za-z._~+/=-]{0,60}\d)[A-Za-z0-9._~+/=-]{20,2000})",
        ),
        ("password", ("basic",), 0, r"(?i:authorization:\s{0,2}basic)\s{1,2}(?P<secret>[A-Za-z0-9+/]{8,500}={0,2})"),
        ("password", ("password=", "pwd="), 0, r"(?i:[;\s](?:password|pwd))=(?P<secret>[^;\s\"'$<{(\[]{3,100})(?=;)"),
    )
)  # fmt: skip
_SHORT = tuple(known for known in _FORMATS if known.least < SHORTEST_RUN)

# --- What people say of their passwords ---------------------------------------------------------------------------

_PASSWORD_SIGNS = (
    "pass", "pwd", "key", "token", "secret", "kennwort", "contrase", "wachtwoord", "parola", "senha", "пароль", "密码",
    "パスワード",
)  # fmt: skip
_PASSWORDS_PROPER = ("passw", "passp", "passc", "kennwort", "contrase", "mot de passe")
_PIN_SIGNS = ("pin", "cvv", "cvc", "security code", "geheimzahl")
# What stands in a card's number, a PIN, and a password that is no word (see `_is_spoken`): a figure of any kind, or a
# sign that does not end it.
_UNLIKE_WORDS = re.compile(r"[\d@#&*+=^~!\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070-\u2793](?:(?<!!)|(?=\S))")
# Each begins with a letter of its own, so that the search passes over all others quickly.
_NAMES = "|".join(
    [
        "pass(?:word|wd|phrase|code|wort)", r"pwd(?<!\w...)", "kennwort", "contraseña", "mot de passe", "wachtwoord",
        "parola d'ordine", "senha", "пароль", "密码", "パスワード",
        *(
            f"{whose}[ _-]?(?:key|token|secret)"
            for whose in "secret api access auth private client app encryption signing webhook".split()
        ),
        *(f"{whose}_?(?:pass|secret|token)" for whose in "api db root admin user my smtp mysql postgres redis".split()),
    ]
)  # fmt: skip
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
            rf"(?:{_NAMES})(?:\s{{1,2}}(?:for|to|of|von|für|de|del|pour)\s[^\n.,;:=]{{1,40}}?)?[\"'`]?\s{{0,2}}(?:is "
            rf"now|is|was|ist|lautet|es|est|era|=|:|：|->|=>|是|は|это|—|-)\s{{0,2}}"
            r"[\"'`“«]?(?P<secret>[^\s\"'`“”«»,;<]{4,80})"
        ),
        _is_spoken,
        _PASSWORD_SIGNS,
        spoken=True,
    ),
    _Format(
        "password",
        re.compile(
            r"(?:\b(?:my|our|the|his|her|mein|unser|mi|mon)\s(?:[\w-]{1,20}\s){0,2}(?:password|passphrase|passcode|"
            r"passwort|kennwort|contraseña|mot de passe)"
            r"(?:\sfor\s[\w ]{1,30}?)?\s(?:is|ist|es|"
            r"est)\s)[\"'`“«]?(?P<secret>[^\s\"'`“”«».,;!?]{4,80})(?=[\"'`”».!?]{0,2}(?:$|\n))"
        ),
        _is_word,
        _PASSWORDS_PROPER,
        spoken=True,
    ),
    _Format(
        "pin",
        re.compile(
            r"(?:\b(?:pin|pin code|pin number|cvv|cvc|security code|geheimzahl)\b)(?:\s(?:for|of|to)\s[\w' "
            r"]{1,30}?)?\s{0,2}(?:is|ist|=|:|was)\s{0,2}(?P<secret>\d{3,8})(?!\d)"
        ),
        signs=_PIN_SIGNS,
        spoken=True,
    ),
)  # fmt: skip
_SPOKEN_WORDS = tuple(known for known in _SPOKEN if known.is_one is _is_word)
# Of a plain text without a long run: each sign of `_SHORT` and `_SPOKEN_WORDS` that it can have has one of these in it,
# and each of `_SHORT` and `_SPOKEN` one of the others.
_SIGNS_OF_WORDS = ("pass", "kennwort", "contrase", "private key", "basic")
_SIGNS = (
    "pass", "pwd", "kennwort", "contrase", "key", "token", "secret", "basic", "pin", "wachtwoord", "parola", "senha",
    "cvv", "cvc", "security code", "geheimzahl",
)  # fmt: skip

# --- Card numbers -------------------------------------------------------------------------------------------------

_DIGITS = re.compile(r"\d[\d -]{11,21}\d")


def _is_card(number: str) -> bool:
    digits = number.translate(_GAPS)
    if not digits.isascii():  # figures of another script
        digits = "".join(str(int(digit)) for digit in digits)
    if not _ISSUED.fullmatch(digits):
        return False
    figures = digits.encode()  # of "0" to "9": a text of card numbers has thousands of them
    return (sum(figures[-1::-2]) + sum(figures[-2::-2].translate(_DOUBLED)) - len(digits) * ord("0")) % 10 == 0


_GAPS = {ord(" "): None, ord("-"): None}
# Each second figure from the end counts twice, and its figures are added up.
_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")


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

_MASK = re.compile(
    "|".join(re.escape(f"{_MASKED}{known.kind}]") for known in (*_FORMATS, *_SPOKEN, _CARD, *_PERSONAL.values()))
)
