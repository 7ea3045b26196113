"""How people tell a password in a sentence, and what they only say about one: a table of formats.

The patterns are in lower case. A group "secret" is masked where its format's check takes it for one.
"""

from __future__ import annotations

import re

from .abroad import ABROAD, OF_DEVICE, SIGNS_ABROAD, TOLD_ABROAD
from .besides import BESIDES, is_answer, is_spelt, is_told_answer
from .codes import CODES, PINS, is_read_out
from .formats import Format
from .grammar import IS, OF, OF_TOLD, OPEN, TIE_OF_PASSWORD, TIE_OF_WORD
from .told_values import is_key, is_login, is_mixed, is_mixed_key, is_network_key, is_signed, is_spoken, is_word

_PASSWORD_SIGNS = (
    "pass", "pwd", "pw", "key", "token", "secret", "kennwort", "contrase", "wachtwoord", "parola", "senha", "пароль",
    "密码", "パスワード",
)  # fmt: skip
_PASSWORDS_PROPER = ("passw", "passp", "passc", "kennwort", "contrase", "mot de passe")


def _behind(names: str, last: str, gap: str) -> str:
    """`last`, which one of `names` stands before, with nothing or a `gap` between them."""
    whole = "|".join(f"(?<={name}{between}{last})" for name in names.split() for between in ("", gap))
    return rf"{last}(?<=[\w{gap.strip('[]')}]{last})(?:{whole})"


# Each begins with a letter of its own, of few, so that the search passes over all others quickly; what is told by its
# last word begins there, and looks back.
_NAMES = "|".join(
    [
        "pass(?:word|wd|phrase|code|wort)", r"pwd(?<!\w...)", r"pw(?<!\w..)(?=\s?[:=])", "kennwort", "contraseña",
        "mot de passe", "wachtwoord", "parola d'ordine", "senha", "пароль", "密码", "パスワード",
        *(
            _behind("secret api access auth private client app encryption signing webhook admin master", last, "[ _-]")
            for last in ("key", "token", "secret")
        ),
        *(
            _behind("api db root admin user my smtp mysql postgres redis", last, "_")
            for last in ("pass", "secret", "token")
        ),
        r"pass(?:(?<=root\spass)|(?<=admin\spass)|(?<=user\spass))(?=\s?[:=])",
        r"user(?:name)?\s?[:=]\s?[^\s:=]{1,40}[\s,;/]{1,3}pass(?=\s?[:=])",
    ]
)  # fmt: skip
_WHOSE = "|".join(rf"{whose}(?<!\w{'.' * len(whose)})" for whose in "my our the his her mein unser mi mon".split())
_PROPER = r"(?:password|passphrase|passcode|passwort|kennwort|contraseña|mot de passe)"
_CHARACTER = r"(?:(?!\]\()[^\s\"'`“”«»,;<])"
_VALUE = rf"(?P<secret>{_CHARACTER}{{4,80}})"

_LETTERS_AND_FIGURES = rf"(?=[^\s\d]{{0,79}}\d){_CHARACTER}{{8,80}}"
_SIGN_IN_IT = r"(?=[^\s!#$&*^~+=@]{0,79}[!#$&*^~+=@])"
_MISSPELT = r"pas{1,2}w?o?r?d\b|pw(?<!\w..)\b"
_NETWORK = r"\b(?:wi-?fi|wlan|network|router|hotspot|netflix|spotify)"
_WORD = r"[^\W\d_][^\s\"'’`“”«».,;:!?()\[\]<]{3,79}"
_ALONE = (
    r"(?=[\"'`”»*_]{0,3}(?:[.,;!<]|\s?$|\n|\t|\s[!→]|\s[^\x00-\x7f]|\s(?:now|nw|from now|as of|since|if|in case|jetzt|"
    r"ab|seit|ahora|maintenant)\b)|[\"'`”»)\]}](?!\w))"
)

# The words of a list in English, and in any language. What else was said behind a list in English may be no part of it
# by these, so they are looked for first.
_SEED, _SEED_ABROAD = (
    rf"(?:(?:\d{{1,2}}[.)]\s?)?{word}[\s,]{{1,2}}){{11,23}}(?:\d{{1,2}}[.)]\s?)?{word}(?![\w'])"
    for word in (r"[a-z]{3,8}", r"[^\W\d_]{3,9}")
)
# No list of words for phrases has these, and no sentence does without them for long.
_OF_SENTENCES = frozenset(
    "the and with from your are was were not has for but so its our their characters letters words least must been "
    "than would ever too because if und der die das ist nicht mit von".split()
)


def _is_phrase(value: str) -> bool:
    return _OF_SENTENCES.isdisjoint(value.lower().split())


# The first ones are looked for on a page, too: see SPOKEN_ON_PAGES.
SPOKEN = (
    Format(
        "password",
        re.compile(
            # "**Password:** `…`", "Password is:", "?password%3D…" as well.
            rf"(?:{_NAMES})(?!\]|=\[secret: )s?(?:\s(?:wi-?fi|wlan))?{OF_TOLD}[\"'`*_]{{0,3}}\s{{0,2}}"
            rf"(?:{IS}:?|=|%3d|:|：|->|=>|是|は|это|—|(?<!\w)-)[*_]{{0,3}}\s{{0,2}}[*_]{{0,2}}{OPEN}"
            rf"(?!\[secret: ){_VALUE}"
        ),
        is_spoken,
        _PASSWORD_SIGNS,
        spoken=True,
    ),
    Format(
        "password",
        re.compile(
            rf"(?:(?:{_WHOSE})\s(?:[\w-]{{1,20}}\s){{0,2}}"
            rf"{_PROPER}(?:\sfor\s[\w ]{{1,30}}?)?\s(?:is|reads|ist|heißt|lautet|es|est)\s)"
            rf"{OPEN}(?P<secret>[^\s\"'`“”«».,;!?]{{4,80}})(?=[\"'`”».!?]{{0,2}}(?:$|\n))"
        ),
        is_word,
        _PASSWORDS_PROPER,
        spoken=True,
    ),
    *PINS,
    # "reset my password to …", "with … as the password", "als Passwort habe ich …"
    Format(
        "password",
        re.compile(
            rf"(?:set|setting|chang(?:e|ed|ing)|updat(?:e|ed|ing)|switch(?:ed|ing)?)\s(?:[\w'-]{{1,20}}\s){{0,4}}?"
            rf"{_PROPER}(?:\sfor\s[\w ]{{1,30}}?)?\sto\s{OPEN}{_VALUE}"
            rf"|\b(?:with|use|using|then|enter|entered|try|took|chose|and|picked|is|set)\s{OPEN}"
            rf"(?P<used>{_CHARACTER}{{6,80}})"
            rf"[\"'`”»]?\sas\s(?:(?:the|my|your|our|a|new|an|his|her)\s){{0,2}}(?:{_PROPER}|pw|pwd)\b"
            r"(?!\s(?:hash|hasher|hashing|manager|field|policy|store|vault|generator|name))"
            rf"|\bals\s(?:[^\W\d]{{1,12}}\s)?{_PROPER}(?:\s[^\W\d]{{1,15}}){{0,4}}\s{OPEN}"
            rf"(?P<taken>{_CHARACTER}{{4,80}})"
        ),
        is_spoken,
        (*_PASSWORDS_PROPER, "pw"),
        spoken=True,
    ),
    # "Kennwort gH7!tisch", "I changed my login, it's now …"
    Format(
        "password",
        re.compile(
            rf"\b(?:{_PROPER}|senha|wachtwoord|пароль|pwd|pw|api[ _-]key)(?:(?:['’]s)?\s{{1,2}}|\s{{0,2}}\|\s{{0,2}}|>)"
            rf"{OPEN}{_VALUE}"
            r"|\b(?:as|user(?:name)?|login)\s[\w.@+-]{2,60}(?:,|\s/|,?\s(?:and|with))\s(?:the\s)?pass\s"
            rf"{OPEN}(?P<aside>{_CHARACTER}{{6,80}})"
            r"|(?<![\w-])pass\s?[:=]\s?[\"'`“«„]?(?P<passed>[^\s\"'`“”«»,;<]{6,80})"
            r"|(?<![\w-])(?:token|secret)=[\"'`“«„]?(?P<named>[^\s\"'`“”«»,;<&]{6,80})"
            rf"|{_PROPER},\s[^\n.,;:=?!]{{1,40}},\s{IS}\s{OPEN}(?P<apart>{_CHARACTER}{{6,80}})"
            rf"|(?<![^\s\"'`“«])(?P<turned>{_CHARACTER}{{6,80}})[\"'`”»]?\s(?:is|was|ist|war)\s(?:my|our|the|mein|unser|das)"
            rf"\s(?:[\w-]{{1,20}}\s){{0,2}}?{_PROPER}\b(?!\s(?:hash|hasher|hashing|manager|field|policy|store|vault|generator|name))"
            rf"|\b(?:login|log-in|zugang|{_PROPER})\b[^\n.:=]{{0,40}}?\bit(?:'s|’s| is)(?: now)?\s{OPEN}"
            rf"(?P<now>{_CHARACTER}{{6,80}})"
        ),
        is_mixed,
        (
            "pass", "pwd", "pw", "kennwort", "contrase", "mot de passe", "login", "log-in", "zugang", "senha",
            "wachtwoord", "пароль", "key", "token", "secret",
        ),
        spoken=True,
    ),
    Format(
        "passphrase",
        re.compile(
            rf"\bpass(?:phrase|word|wort){OF}\s{{0,2}}(?:{IS}|:|=)\s{{0,2}}[\"'`“«„]"
            r"(?P<secret>(?:[a-z]{3,12}[ -]){2,7}[a-z]{3,12})(?=[\"'`”“»])"
            rf"|\b(?:passphrase|diceware){OF}\s{{0,2}}(?:{IS}|:|=)\s{{0,2}}"
            r"(?P<open>(?:[a-z]{3,12}[ -]){3,7}[a-z]{3,12})(?=[.!?]?(?:$|\n))"
            r"|\b(?:(?:seed|recovery|mnemonic|wallet)(?: (?:seed|recovery|backup|mnemonic))?[ -]?"
            r"(?:phrase|words?)?|words (?:of|for|to) (?:my|our|the|his|her) (?:ledger|trezor|metamask|phantom)|"
            r"(?:ledger|trezor|metamask|phantom|electrum|exodus)(?:['’]s)? (?:\d\d |twelve |backup )?(?:words|phrase)|"
            r"phrase (?:de récupération|secrète)|frase (?:de recuper|di recuper|semilla|semente)\w{0,6}|"
            r"wiederherstellungsphrase|seed-?phrase)\b"
            r"[^\n:=]{0,30}?(?:[:=]|\b(?:is|are|est|es|ist|lautet|é|è)\b)\s{0,2}[\"'`“«„]?"
            rf"(?!(?:une|una|uma|eine|aus)\s)(?P<seed>{_SEED}|{_SEED_ABROAD})"
        ),
        _is_phrase,
        (
            "passp", "passw", "diceware", "seed", "recovery", "mnemonic", "wallet", "words", "phrase de récup",
            "phrase secrète", "frase de recuper", "frase di recuper", "frase sem", "wiederherstellung", "ledger",
        ),
        spoken=True,
    ),
    # A key that has no form of its own, where its name stands before it.
    Format(
        "key",
        re.compile(
            r"(?:secret(?<![\w-]......)|token(?<![\w-].....))[\"']?\s?(?:[:=→]|[-=]>)\s?[\"']?"
            r"(?P<secret>[a-z0-9_+/-]{16,200}={0,6})(?![\w-])"
        ),
        is_key,
        ("token", "secret"),
        spoken=True,
    ),
    Format(
        "key",
        re.compile(rf"(?:{_NAMES})\s{{1,2}}(?P<secret>[a-z0-9_-]{{20,200}})(?![\w-])"),
        is_key,
        ("pass", "pwd", "key", "token", "secret"),
        spoken=True,
    ),
    Format(
        "key",
        re.compile(
            rf"\bkey(?:\s(?:for|to|of|für|von)\s[^\n.,;:=]{{1,40}}?\s{{0,2}}(?:{IS}|:|=)|"
            rf"(?<!(?:ublic|cache|imary|ition|.sort|reign|tency|.page).key)\s{IS})\s{{0,2}}"
            r"(?P<secret>[a-z0-9_-]{24,200})(?![\w-])"
        ),
        is_mixed_key,
        ("key",),
        spoken=True,
    ),
    Format(
        "totp secret",
        re.compile(
            rf"\b(?:totp|otp|2fa|mfa|authenticator)\b[^\n:=]{{0,50}}?(?:{IS}|[:=])\s{{0,2}}"
            r"(?P<secret>[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}|[a-z2-7]{16,64})(?!\w)"
            r"|\b(?:totp|otp|2fa|mfa|authenticator)\s(?:seed|secret|key)\s(?P<beside>[a-z2-7]{16,64})(?!\w)"
        ),
        is_key,
        ("otp", "2fa", "mfa", "authenticator"),
        spoken=True,
    ),
    # "wifi password changed, it's plumtree9 now", "the password for the router? It's …"
    Format(
        "password",
        re.compile(
            rf"(?:{_NAMES}|{_MISSPELT})s?{TIE_OF_PASSWORD}{OPEN}{_VALUE}"
            rf"|\[secret: password\]{TIE_OF_PASSWORD}{OPEN}(?P<instead>{_CHARACTER}{{4,80}})"
        ),
        is_spoken,
        (*_PASSWORD_SIGNS, "pasw"),
        spoken=True,
    ),
    # … and the same of a word, where nothing else of the clause stands behind it: a sentence would say more of it.
    Format(
        "password",
        re.compile(
            rf"(?:{_PROPER}|{_MISSPELT}){TIE_OF_WORD}{OPEN}(?P<secret>{_WORD}){_ALONE}"
            rf"|\b(?:set|chang|updat|switch|reset)\w{{0,3}}\s(?:[\w'-]{{1,20}}\s){{0,4}}?{_PROPER}{OF}\sto\s{OPEN}(?P<to>{_WORD}){_ALONE}"
            rf"|{_NETWORK}[ -](?:pass|pw|pwd)\s?(?:[:=]|is)\s{{0,2}}{OPEN}(?P<plain>{_WORD}){_ALONE}"
        ),
        is_word,
        (*_PASSWORDS_PROPER, "pass", "pw", "pasw"),
        spoken=True,
    ),
    # The name in another language, and told by it what is no word of any: "hasło do wifi to …"; "das Passwort hab ich
    # auf … geändert".
    Format(
        "password",
        re.compile(
            rf"(?:{ABROAD}){OF_DEVICE}{TOLD_ABROAD}[\"'`“«„「]?(?P<secret>{_LETTERS_AND_FIGURES})"
            rf"|\b(?<!vo[nm]\s){_PROPER}(?!-)\b[^\n.,;:!?]{{0,40}}?\sauf\s{OPEN}(?P<auf>{_LETTERS_AND_FIGURES})[\"'`“”»]?\s"
            r"(?:geändert|gesetzt)\b"
        ),
        is_signed,
        (*SIGNS_ABROAD, "passwort", "kennwort"),
        spoken=True,
    ),
    # What a wireless network is joined with: "WLAN-Netzwerkschlüssel: …", "SSID Casa, key …"
    Format(
        "password",
        re.compile(
            # Behind the label of a network its key is told: "Network: key players are …" tells of something else.
            r"\b(?:wpa[23]?|wep|wi-?fi|wlan|ssid|network|netzwerk|hotspot)(?!\w*\.)"
            r"(?:\s?:(?=\s[^\n.;:=?!]{0,30}?(?:key|clé|schlüssel)(?:\s?[:=]|\s(?:is|ist|est|es)\s)))?[^\n.;:=?!]{0,30}?"
            r"(?:(?<!\w)(?:key|clé)|(?<!\w)(?:security|netzwerk)?(?:sicherheits)?schlüssel)(?!\w)"
            rf"(?:{OF_TOLD}\s{{0,2}}(?:{IS}|:|=)|\s)\s{{0,2}}{OPEN}"
            rf"(?P<secret>\d{{4}}(?:[ -]\d{{4}}){{1,5}}(?![\w-])|{_CHARACTER}{{8,63}})"
        ),
        is_network_key,
        ("key", "schlüssel", "clé"),
        spoken=True,
    ),
    # Somebody asked in the line before: "Ann: what's the netflix password again?", "Ben: …"
    Format(
        "password",
        re.compile(
            r"\b(?:what(?:['’]?s|\s(?:is|was))|(?:tell|send|give|remind)\sme|(?:have|has|know|remember))\s"
            rf"(?:[\w'’-]{{1,20}}\s){{0,4}}?{_PROPER}(?:\s(?:again|please|pls|for|of|to|on|at)\b[^\n.:=?]{{0,40}})?\s?\?"
            rf"(?:[ \t]{{0,3}}\r?\n{{1,2}}|  )(?:[\w .-]{{1,30}}:[ \t])?{OPEN}"
            rf"(?P<secret>(?![a-z_]{{1,30}}=){_CHARACTER}{{8,80}}+)(?!\s(?:is|was|are|has|had|will|still|needs?)\b)"
        ),
        is_login,
        _PASSWORDS_PROPER,
        spoken=True,
    ),
    # "I changed it to …, as the old password had leaked"
    Format(
        "password",
        re.compile(
            rf"\b(?:chang|set|reset|switch|updat)\w{{0,5}}\s(?:it|mine)\sto\s{OPEN}(?P<secret>{_CHARACTER}{{8,80}})"
            r"(?=[\"'`”]?,?\s(?:(?:as|because|since|after)\s)?(?:the|my|our)\s(?:old|previous|former)\spassword\s"
            r"(?:was|had|has|got|is|leaked|expired)\b)"
        ),
        is_login,
        ("password",),
        spoken=True,
    ),
    # A name and its password beside it: "login details: lena@example.org / …", "the credentials are lena:…"
    Format(
        "password",
        re.compile(
            r"\b(?:log-?in|creds?|credentials?|zugangsdaten|anmeldedaten|identifiants|credenciales)(?:\s(?:details|data|info))?"
            r"(?::|\s(?:are|is|sind|ist|sont))\s[\w.+-]{1,40}@[\w-]{1,40}\.[\w.-]{1,30}\s[/|]\s(?P<secret>"
            rf"{_CHARACTER}{{8,80}})"
            r"|\b(?:creds|credentials|zugangsdaten|anmeldedaten)(?::|\s(?:are|sind))\s"
            rf"[\w.+-]{{2,40}}(?:\s/\s|:){_SIGN_IN_IT}(?P<paired>{_CHARACTER}{{8,80}})"
            rf"|\blog(?:ged|s)?[ -]?in\s(?:with|as)\s[\w.@+-]{{2,60}}\s(?:and|with)\s"
            rf"{OPEN}{_SIGN_IN_IT}(?P<beside>{_CHARACTER}{{8,80}})"
        ),
        is_login,
        ("login", "log-in", "log in", "logged in", "logs in", "cred", "zugangsdaten", "anmeldedaten", "identifiants"),
        spoken=True,
    ),
    *BESIDES,
    *CODES,
)  # fmt: skip
# What has none but letters where it tells a secret.
SPOKEN_WORDS = tuple(
    known for known in SPOKEN if known.is_one in (is_word, _is_phrase, is_read_out, is_answer, is_told_answer, is_spelt)
)
# What is looked for in a text of any length. All together take three times as long, and a call with a hundred pages of
# a manual more than its two seconds. What people tell each other is shorter.
SPOKEN_ON_PAGES, LONGEST_TALK = SPOKEN[:5], 8_000
