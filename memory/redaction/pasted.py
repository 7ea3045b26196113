"""Secrets in what people paste: settings, commands, requests, files of keys. A table of formats.

What tells them is their name, or the place where they stand; `is_one` leaves what only stands for a secret.
"""

from __future__ import annotations

import re

from .formats import GIVEN, Format
from .said_of_passwords import says_of_one
from .stand_ins import is_stand_in

_RUN = re.compile(r"[A-Za-z0-9]{8,}")
_SWITCH = re.compile(r"(?<=\d)[A-Za-z]|(?<=[A-Za-z])\d|(?<=[a-z])[A-Z]")
_HEX = re.compile(r"[0-9a-f]{24,}|[0-9A-F]{24,}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_LABEL = re.compile(r"[A-Z][a-z]{4,}")  # of a page, as in `"password": "Kennwort"`


def _is_set(value: str) -> bool:
    """Whether a value that a setting gives as a password is one: it stands for none, and says nothing of it."""
    return not (is_stand_in(value) or says_of_one(value.lower()) or (value.isdigit() and len(value) < 4))


def _is_literal(value: str) -> bool:
    """… in a program, which has sentences and labels under such a name, too."""
    return _is_set(value) and not _LABEL.fullmatch(value) and not any(map(str.isspace, value))


def _is_no_word(value: str) -> bool:
    return (
        _is_literal(value)
        and any(map(str.isdigit, value))
        and any(map(str.isalpha, value))
        and not _SCHEME.fullmatch(value.lower())
    )


# How a program logs in, and with what: no password of it.
_SCHEME = re.compile(
    r"(?:kerberos|oauth|openid|oidc|saml|ntlm|sha|md|basic|digest|bearer|scram-sha-|aws|v)[\d.a-z-]{0,8}"
)


def is_drawn(value: str) -> bool:
    """Whether a machine drew `value`: no name of a thing changes between letters and figures so often."""
    return _is_mixed(value, 3) and not _UUID.fullmatch(value)


def is_token(value: str) -> bool:
    """… for a token or a secret, which may be a UUID or short."""
    return _is_mixed(value, 2)


def _is_of_session(value: str) -> bool:
    """… for a session in an address, where the names of talks and lessons stand, too."""
    longest = max(map(len, _RUN.findall(value)), default=0)
    return _is_mixed(value, max(7, longest // 3)) and not _UUID.fullmatch(value)


def _is_mixed(value: str, switches: int) -> bool:
    if is_stand_in(value) or not any(map(str.isdigit, value)) or value.isdigit():
        return False
    if _HEX.fullmatch(value) or _UUID.fullmatch(value):
        return True
    longest = max(_RUN.findall(value), key=len, default="")
    return len(_SWITCH.findall(longest)) >= switches


# The value of a setting, in quotation marks or bare; the last mark of a sentence is no part of it.
_VALUE = (
    r"(?:\\{0,7}\"(?P<double>[^\"\n]{2,199}[^\"\n\\])\\{0,7}\"|\\{0,7}'(?P<single>[^'\n]{2,199}[^'\n\\])\\{0,7}'|"
    r"(?P<bare>(?![\[\"'])[^\s\"'`;|&<>]{2,199}[^\s\"'`;|&<>.,:)\]}]))"
)
_QUOTED = r"(?:\\{0,7}[\"'])?"  # in a text that is itself quoted, a backslash stands before the mark
_SIGN = rf"{_QUOTED}[ \t]{{0,8}}(?:=>|:=|=|:(?!\?))[ \t]{{0,8}}"  # `${DB_PASS:?is not set}` says what is missing
_LEADS = r"[^\n|;&]{0,150}?\s"  # the words of a command before a flag
_DATA = r"(?:data|stringData):[ \t]{0,3}\n"
# Behind the first letter of "key" or "token": that is a word of a name ("api_key", "apiKey") or stands alone, and
# the name is none of what opens nothing, as a public key's.
_NAMED = r"(?:(?<=[A-Za-z0-9][_.-].)|(?<=[a-z][A-Z])|(?<![\w.-].))" + "".join(
    rf"(?<!(?i:{whose}).)(?<!(?i:{whose})[_.-].)"
    for whose in "public pub cache idempotency primary foreign partition sort page websocket next site row".split()
)
# What has a sign between its name and its value: each stands in a text with one of these alone.
SIGNS_OF_SETTINGS = ("=", ":")
SETTINGS = tuple(
    Format(kind, re.compile(pattern), is_one, signs, least, escaped="sig=" in signs)
    for kind, signs, least, is_one, pattern in (
        # The environment of a program: "export DB_PASS=…", "MARIADB_ROOT_PASSWORD: …".
        ("password", ("passw", "passphrase", "_pass", "_pwd", "_secret"), 0, _is_set,
            r"(?:P(?<![a-z]P)(?:ASSWORD|ASSWD|ASSPHRASE|ASSWORT|(?<=_P)(?:ASS|WD))|S(?<=_S)ECRET)\d{0,2}"
            rf"{_SIGN}{_VALUE}",
        ),
        # … and the same of a program: 'password: "…"', "db_pass => '…'".
        ("password", ("pass", "pwd", "psk=", "kennwort"), 0, _is_literal,
            rf"[PpKk](?:(?<=[Pp])(?i:ass(?:w(?:or)?[dt]|phrase)?|wd|sk)|(?<=[Kk])(?i:ennwort)){_SIGN}"
            r"(?:\\{0,7}\"(?P<double>[^\"\n]{3,199}[^\"\n\\])\\{0,7}\"|'(?P<single>[^'\n]{4,200})')",
        ),
        # A file of settings, a connection: "spring.datasource.password=…", "Uid=sa;Pwd=…", "password=… sslmode=…".
        ("password", ("pass", "pwd"), 0, _is_set,
            r"(?:passw(?:or)?d|pass|pwd|P(?:ASSWORD|assword|WD|wd))=(?<![A-Za-z]passwd=)(?<![A-Za-z]password=)"
            r"(?<![A-Za-z]pass=)(?<![A-Za-z]pwd=)(?P<secret>[^\s\"'`;,&<>()|]{3,100})"
            r"(?=[;&]|,\w|\s{0,3}(?:$|\n)|\s{1,3}[\w.-]{1,40}=)",
        ),
        # … where the user is told just before.
        ("password", ("pass", "pwd", "pw"), 0, _is_set,
            r"[UuLlMm](?:(?<=[Uu])(?:ser(?:[Nn]ame|[Ii]d)?|SER(?:NAME)?|id|ID)|(?<=[Ll])(?:ogin|OGIN)|"
            r"(?<=[Mm])(?:ail|AIL))[\"']?"
            r"[ \t]{0,8}[=:][ \t]{0,8}[^\s,]{1,100}(?:[ \t]{1,3}|,?[ \t]{0,8}\n)"
            r"[ \t>*-]{0,20}[\"']?[\w.-]{0,40}(?i:password|passwd|pass|pwd|pw)[\"']?[ \t]{0,8}[=:][ \t]{0,8}[\"']?"
            r"(?P<secret>[^\s\"'`<>]{4,100})(?=[\"'`,;\t]|$|\s{0,8}\n|</|\s(?![A-Za-z0-9]))",
        ),
        # XML: '<add key="MailPassword" value="…" />'.
        ("password", ("value=", "value>"), 0, _is_set,
            r"[KkNn](?:(?<=[Kk])(?i:ey)|(?<=[Nn])(?i:ame))=\"[^\"\n]{0,60}(?i:password|pwd|secret|token|apikey)\"[\s>]{1,3}(?:<value>|value=\")"
            r"(?P<secret>[^\"\n<]{4,200})",
        ),
        # … and an element of settings with its text: no label of a form, and no string of an app.
        ("password", ('password">', 'pwd">'), 0, _is_no_word,
            r"<(?i:entry|setting|property)\s(?i:key|name)=\"[^\"\n]{0,60}(?i:password|pwd)\">"
            r"(?P<secret>[^\"\s<]{8,200})</",
        ),
        # Keys and tokens that no issuer's form tells: "X-Vault-Token: …", '"consumerSecret": "…"', "MAPS_KEY=…".
        ("key", ("token", "secret", "credential"), 0, is_token,
            rf"[TtSsCc](?=(?i:oken|ecret|redential)){_NAMED}(?i:oken|ecret|redentials?){_SIGN}{_QUOTED}"
            r"(?P<secret>[A-Za-z0-9_./+=~:-]{8,2000}+)(?!\()",
        ),
        ("key", ("key",), 0, is_drawn,
            rf"[Kk](?=(?i:ey)[\\\"' \t:=]){_NAMED}(?i:ey){_SIGN}{_QUOTED}(?:base64:)?"
            r"(?P<secret>[A-Za-z0-9_./+=~-]{12,500}+)(?!\()",
        ),
        # In an address it may hold escapes.
        ("key", ("token=", "key=", "secret=", "sig=", "signature=", "auth="), 0, is_token,
            r"[?&#;](?:[A-Za-z]{1,20}[_-]){0,3}(?i:token|h?api_?key|key|secret|sig|signature|auth)="
            r"(?P<secret>[\w.~%+/-]{8,2000}={0,2})",
        ),
        ("key", ("appid=", "app_id=", "sid=", "session="), 0, _is_of_session,
            r"[?&#;](?i:app_?id|sid|session)=(?P<secret>[\w.~%+/-]{16,2000}={0,2})",
        ),
        ("key", ("authorization",), 0, is_token,
            r"(?i:authorization)[\"']?\s?[:=,]\s?[\"']?(?:[A-Za-z][A-Za-z-]{1,20}\s)?"
            r"(?P<secret>[A-Za-z0-9._~+/=:-]{12,2000})",
        ),
        # What keeps somebody logged in, by the names that programs give it.
        ("session cookie", ("sessid=", "sessionid=", "session_id=", ".sid="), 0, _is_of_session,
            r"[Ssc](?:(?<=[Ss])(?i:ess(?:ion)?_?id)|(?<=c)onnect\.sid)=(?P<secret>[\w.%+/-]{16,500})",
        ),
        # .npmrc, Docker's list of registries.
        ("password", ("_auth", '"auth"', "_password"), 0, is_token,
            r"(?:_(?<![\w-]_)(?:authToken|auth|password)\s?=\s?|\"auth\":\s?)[\"']?"
            r"(?P<secret>[A-Za-z0-9+/_.-]{12,2000}={0,2})",
        ),
    )
)  # fmt: skip
PASTED = tuple(
    Format(kind, re.compile(pattern), is_one, signs, least)
    for kind, signs, least, is_one, pattern in (
        ("key", ("env ", "arg ", "setenv "), 0, is_token,
            r"(?:ENV|ARG|setenv)\s{1,3}[A-Z][A-Z0-9_]{0,60}_(?:KEY|TOKEN|SECRET|PASS|PASSWORD)\s{1,3}"
            r"(?P<secret>[^\s\"'=]{6,500})",
        ),
        ("key", ("://",), 0, is_drawn,
            r"://(?P<secret>[A-Za-z0-9_-]{20,255})@(?=[\w.-]{1,60}\.[a-z]{2,10}[:/])",
        ),
        # Files of clients: .netrc, .pgpass.
        ("password", ("password",), 0, _is_set,
            r"(?:machine\s{1,9}\S{1,100}|default)\s{1,9}login\s{1,9}\S{1,100}\s{1,9}password\s{1,9}"
            r"(?P<secret>\S{3,100})",
        ),
        ("password", (":543", ":6432", ":*:"), 0, _is_set,
            r"(?<![\w.:*/-])[\w.*-]{1,100}:(?:543\d|6432|\*):(?!\d{1,60}:)[\w*-]{1,60}:[\w*-]{1,60}:"
            r"(?P<secret>[^\s\"'`:]{3,100})(?=[\"'`)\]}]|\s|$)",
        ),
        # What a network's picture of squares says: "WIFI:T:WPA;S:Home;P:…;;".
        ("password", ("wifi:",), 0, _is_set,
            r"WIFI:(?:[TSHREAI]{1,3}:(?:[^;\\\n]|\\.){0,70};){0,5}P:(?P<secret>(?:[^;\\\n]|\\.){4,70});",
        ),
        # Data bases.
        ("password", ("jdbc:oracle",), 18, _is_set,
            r"jdbc:oracle:[a-z]{1,10}:[\w$#]{1,30}/(?P<secret>[^\s@/\"']{3,100})@",
        ),
        ("password", (")/",), 0, _is_set,
            r":(?P<secret>[^\s\"'`:]{1,100})@(?:tcp|unix)\([\w./:-]{1,100}\)/",
        ),
        ("password", ("identified", "password"), 0, _is_set,
            r"[IiPp](?:(?<=[Ii])(?i:dentified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by)|(?<=[Pp])(?i:assword))\s{1,3}"
            r"'(?P<secret>[^'\n]{3,200})'",
        ),
        # A program's name and password: `auth=("app", "…")`.
        ("password", ("auth=", "auth =", "auth: [", "auth:[", "basicauth("), 0, _is_no_word,
            r"(?:auth(?<!\w....)\s?[=:]\s?[(\[]|BasicAuth\()\s?[\"'][^\"'\n]{1,80}[\"'],\s?"
            r"[\"'](?P<secret>[^\"'\s]{8,100})[\"']",
        ),
        ("password", (".login(",), 0, _is_no_word,
            r"(?:smtp(?<!\w.{4})|imap(?<!\w.{4})|ftp(?<!\w...)|server(?<!\w.{6})|mail(?<!\w.{4})|client(?<!\w.{6})|"
            r"conn(?<!\w.{4}))\w{0,12}\.login\(\s?[\"'][^\"'\n]{1,80}[\"'],\s?"
            r"[\"'](?P<secret>[^\"'\s]{8,100})[\"']",
        ),
        # Commands.
        ("password", ("--",), 0, _is_set,
            r"\s--(?:[a-z]{1,20}-)?(?:password|passwd|pass|passphrase|secret)(?:=[\"']?|\s(?=[\"']))"
            rf"(?=[^\s]{{3}}){GIVEN}",
        ),
        ("password", ("from-literal=",), 0, _is_set,
            rf"--from-literal=[\"']?[\w.-]{{0,60}}(?i:pass|pwd|secret|token|key)\w{{0,10}}={GIVEN}",
        ),
        ("password", ("sudo -s", "--password-stdin"), 0, _is_set,
            r"\becho\s(?:-n\s)?[\"']?(?P<secret>[^\s\"'$|]{3,100})[\"']?\s?\|\s?"
            r"(?:sudo\s-S\b|[^\n|;]{1,60}?\slogin\b[^\n|;]{0,150}?\s--password-stdin\b)",
        ),
        ("password", ("/user:", "/u:"), 0, _is_set,
            rf"(?i:net\suse|cmdkey|mstsc|wmic)\b{_LEADS}/[Uu](?i:ser)?:[^\s,]{{1,80}}\s(?:/[Pp](?i:ass)?:)?{GIVEN}",
        ),
        ("password", ("ldap", "nmcli", "htpasswd", "ssh-keygen", "sqlcmd", "mongo", "gpg ", "wpa_pass"), 0, _is_set,
            rf"(?:ldap(?:search|modify|add|delete|whoami)\b{_LEADS}-w\s|nmcli\b{_LEADS}password\s|"
            rf"htpasswd\s-[A-Za-z]{{0,6}}b[A-Za-z]{{0,6}}\s\S{{1,100}}\s\S{{1,60}}\s|ssh-keygen\b{_LEADS}-N\s|"
            rf"sqlcmd\b{_LEADS}-P\s?|mongo(?:sh|dump|restore)?\b{_LEADS}-p\s|gpg\b{_LEADS}--passphrase\s|"
            rf"wpa_passphrase\s\S{{1,60}}\s){GIVEN}",
        ),
        # What a password is stored as: whoever has it may guess at it for as long as he likes.
        ("password hash", ("$",), 23, bool,
            r"\$(?<![\w$]\$)(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,10})\$"
            r"[A-Za-z0-9./$=,+-]{20,300}",
        ),
        ("password hash", ("pbkdf2_", "bcrypt_sha", "argon2$", "scrypt$", "pbkdf2:", ":8:1$"), 27, bool,
            r"\b(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|argon2|scrypt|pbkdf2:sha\d{1,3}:\d{1,9}|scrypt:[\d:]{1,20})\$"
            r"[A-Za-z0-9./$=,+-]{20,300}",
        ),
        ("password hash", ("{ssha", "{sha", "{crypt}", "{md5}", "{smd5}"), 18, bool,
            r"\{(?i:s?sha\d{0,3}|s?md5|crypt)\}(?P<secret>[A-Za-z0-9+/$.]{13,200}={0,2})",
        ),
        ("totp secret", ("otpauth",), 27, _is_set,
            r"otpauth://[^\s\"']{0,200}?[?&]secret=(?P<secret>[A-Za-z2-7]{8,128})",
        ),
        ("webhook", ("hooks.zapier", "webhook.office", "maker.ifttt", ".make.com"), 28, bool,
            r"(?:hooks\.zapier\.com/hooks/(?:catch|standard)/|webhook\.office\.com/webhookb2/|"
            r"hook\.\w{2,5}\.make\.com/|maker\.ifttt\.com/trigger/[\w-]{1,60}/(?:json/)?with/key/)"
            r"(?P<secret>[\w@/-]{10,300})",
        ),
        # What a Kubernetes secret holds, its keys too: whatever their names, all of it is one.
        ("secret data", ("kind: secret",), 0, bool,
            r"kind: Secret[ \t]{0,3}\n(?:(?!---)[^\n]{0,300}\n){0,30}?([ \t]{0,8})"
            rf"{_DATA}(?P<secret>(?:(?:\1[ \t]{{1,20}}\S[^\n]{{0,20000}}(?:\n|$)){{1,100}}(?:\1{_DATA})?){{1,2}})"
            rf"|(?:^|\n)([ \t]{{0,8}}){_DATA}(?P<before>(?:\3[ \t]{{1,20}}\S[^\n]{{0,20000}}\n){{1,100}})"
            r"(?:\3immutable:[^\n]{0,20}\n)?\3kind: Secret\b",
        ),
        ("secret data", ('"data":{', '"data": {', '"stringdata":{', '"stringdata": {'), 0, bool,
            r"\"kind\":\s?\"Secret\"[^{}]{0,300}(?:\"metadata\":\s?\{[^{}]{0,2000}\}[^{}]{0,300})?"
            r"\"(?:data|stringData)\":\s?\{(?P<secret>(?!\[)[^{}]{1,20000})\}"
            r"|\"(?:data|stringData)\":\s?\{(?P<before>(?!\[)[^{}]{1,20000})\}[^{}]{0,300}\"kind\":\s?\"Secret\"",
        ),
    )
)  # fmt: skip
