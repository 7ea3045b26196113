"""Texts as people paste them: secrets of the shapes that their issuers give them, and harmless lines that look alike.

The secrets are drawn anew each time, so that no file holds what looks like a live key. The harmless lines are Python's
own library, which every machine has and nobody tuned a pattern on, and ids of all kinds that services and tools print.
"""

from __future__ import annotations

import base64
import json
import random
import sysconfig
import uuid
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

UPPER, LOWER, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
ALNUM, HEX, BASE32 = UPPER + LOWER + DIGITS, DIGITS + "abcdef", UPPER + "234567"
URL, BASE64 = ALNUM + "-_", ALNUM + "+/"


class Secret(NamedTuple):
    """`text` is what is pasted, `kept` the part of it that nobody may read afterwards."""

    text: str
    kept: str


class Drawn(random.Random):
    def of(self, letters: str, length: int) -> str:
        """Letters of both cases and digits among them, where there are such: no issuer's key is of one kind alone."""
        kinds = [kind for kind in (UPPER, LOWER, DIGITS) if set(kind) & set(letters)]
        drawn = self.choices(letters, k=length)
        for place, kind in zip(self.sample(range(1, length - 1), len(kinds)), kinds, strict=True):
            drawn[place] = self.choice([letter for letter in kind if letter in letters])
        drawn[0] = self.choice([letter for letter in letters if letter.isalnum()])
        drawn[-1] = self.choice([letter for letter in letters if letter.isalnum()])
        return "".join(drawn)

    def card(self) -> str:
        """A card's number as its issuer makes it: the last digit proves the others."""
        beginning, length = self.choice([("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("34", 15), ("37", 15)])
        digits = beginning + "".join(self.choices(DIGITS, k=length - len(beginning) - 1))
        doubled = [int(digit) * (1 + (place % 2 == 0)) for place, digit in enumerate(reversed(digits))]
        return digits + str(-sum(value - 9 * (value > 9) for value in doubled) % 10)


def _whole(make: Callable[[Drawn], str]) -> Callable[[Drawn], Secret]:
    return lambda drawn: Secret(text := make(drawn), text)


def _within(pattern: str, make: Callable[[Drawn], str]) -> Callable[[Drawn], Secret]:
    """`pattern` has "§" where the secret stands."""
    return lambda drawn: Secret(pattern.replace("§", secret := make(drawn)), secret)


def _without_words(drawn: Drawn, length: int) -> str:
    """Letters and figures that change too often for words."""
    return "".join(drawn.of(ALNUM, 5)[1:4] + drawn.choice(DIGITS) for _ in range(length // 4))


def _pem(drawn: Drawn) -> Secret:
    kind = drawn.choice(["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "])
    rows = [drawn.of(BASE64, 64) for _ in range(drawn.randint(3, 20))]
    text = "\n".join([f"-----BEGIN {kind}PRIVATE KEY-----", *rows, f"-----END {kind}PRIVATE KEY-----"])
    return Secret(text, drawn.choice(rows))


def _jwt(drawn: Drawn) -> str:
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": drawn.of(DIGITS, 10), "name": "Maya", "iat": 1_772_452_800})
    head, body = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts)
    return f"{head}.{body}.{drawn.of(URL, 43)}"


def _password(drawn: Drawn) -> str:
    return drawn.of(LOWER, 7) + drawn.choice("!@#^&*+=") + drawn.of(ALNUM, 6)


def _issued(letters: str) -> str:
    """A webhook secret or an API key of this service."""
    if letters[0].isupper():
        return f"whsec_{letters}"
    return f"mem_{sha256(letters.encode()).hexdigest()[:8]}_{letters}{letters[:11]}"


_BASE58 = DIGITS[1:] + UPPER.replace("I", "").replace("O", "") + LOWER.replace("l", "")


def _wallet_key(drawn: Drawn) -> str:
    """32 bytes and their checksum, as wallets write a private key."""
    told = b"\x80" + drawn.randbytes(32)
    number, signs = int.from_bytes(told + sha256(sha256(told).digest()).digest()[:4], "big"), ""
    while number:
        number, place = divmod(number, 58)
        signs = _BASE58[place] + signs
    return signs


FORMATS: dict[str, Callable[[Drawn], Secret]] = {
    "aws access key": _whole(lambda d: d.choice(["AKIA", "ASIA"]) + d.of(BASE32, 16)),
    "aws secret key": _within("aws_secret_access_key = §", lambda d: d.of(BASE64, 40)),
    "github": _whole(lambda d: f"gh{d.choice('pousr')}_{d.of(ALNUM, 36)}"),
    "github, fine-grained": _whole(lambda d: f"github_pat_{d.of(ALNUM, 22)}_{d.of(ALNUM, 59)}"),
    "gitlab": _whole(lambda d: f"glpat-{d.of(URL, 20)}"),
    "slack bot": _whole(lambda d: f"xoxb-{d.of(DIGITS, 12)}-{d.of(DIGITS, 13)}-{d.of(ALNUM, 24)}"),
    "slack app": _whole(lambda d: f"xapp-1-A{d.of(UPPER + DIGITS, 10)}-{d.of(DIGITS, 13)}-{d.of(HEX, 64)}"),
    "slack hook": _within("https://hooks.slack.com/services/§",
                          lambda d: f"T{d.of(UPPER + DIGITS, 8)}/B{d.of(UPPER + DIGITS, 8)}/{d.of(ALNUM, 24)}"),
    "discord hook": _within("https://discord.com/api/webhooks/§", lambda d: f"{d.of(DIGITS, 18)}/{d.of(URL, 68)}"),
    "discord bot": _whole(lambda d: f"{d.choice('MNO')}{d.of(ALNUM, 23)}.{d.of(URL, 6)}.{d.of(URL, 38)}"),
    "stripe": _whole(lambda d: f"{d.choice('sr')}k_{d.choice(['live', 'test'])}_{d.of(ALNUM, d.choice([24, 99]))}"),
    "webhook secret or memory key": _whole(lambda d: _issued(d.of(ALNUM, 32))),
    "google": _whole(lambda d: f"AIza{d.of(URL, 35)}"),
    "google client": _whole(lambda d: f"GOCSPX-{d.of(URL, 28)}"),
    "google oauth": _whole(lambda d: f"ya29.{d.of(URL, d.randint(60, 200))}"),
    "npm": _whole(lambda d: f"npm_{d.of(ALNUM, 36)}"),
    "pypi": _whole(lambda d: f"pypi-AgEIcHlwaS5vcmc{d.of(URL, d.randint(140, 180))}"),
    "anthropic": _whole(lambda d: f"sk-ant-api03-{d.of(URL, 93)}AA"),
    "openai": _whole(lambda d: f"sk-{d.of(ALNUM, 48)}"),
    "openai, project": _whole(lambda d: f"sk-proj-{d.of(URL, d.choice([48, 124, 156]))}"),
    "hugging face": _whole(lambda d: f"hf_{d.of(ALNUM, 34)}"),
    "replicate": _whole(lambda d: f"r8_{d.of(ALNUM, 37)}"),
    "twilio": _whole(lambda d: f"SK{d.of(HEX, 32)}"),
    "sendgrid": _whole(lambda d: f"SG.{d.of(URL, 22)}.{d.of(URL, 43)}"),
    "mailgun": _whole(lambda d: f"key-{d.of(HEX, 32)}"),
    "mailchimp": _whole(lambda d: f"{d.of(HEX, 32)}-us{d.randint(1, 21)}"),
    "brevo": _whole(lambda d: f"xkeysib-{d.of(HEX, 64)}-{d.of(ALNUM, 16)}"),
    "digitalocean": _whole(lambda d: f"do{d.choice('opr')}_v1_{d.of(HEX, 64)}"),
    "shopify": _whole(lambda d: f"shp{d.choice(['at', 'ca', 'pa', 'ss'])}_{d.of(HEX, 32)}"),
    "square": _whole(lambda d: f"sq0{d.choice(['atp', 'csp'])}-{d.of(URL, 43)}"),
    "databricks": _whole(lambda d: f"dapi{d.of(HEX, 32)}"),
    "linear": _whole(lambda d: f"lin_api_{d.of(ALNUM, 40)}"),
    "postman": _whole(lambda d: f"PMAK-{d.of(HEX, 24)}-{d.of(HEX, 34)}"),
    "new relic": _whole(lambda d: f"NRAK-{d.of(UPPER + DIGITS, 27)}"),
    "docker": _whole(lambda d: f"dckr_pat_{d.of(URL, 27)}"),
    "figma": _whole(lambda d: f"figd_{d.of(URL, 40)}"),
    "grafana": _whole(lambda d: f"glsa_{d.of(ALNUM, 32)}_{d.of(HEX, 8)}"),
    "vault": _whole(lambda d: f"hvs.{d.of(URL, d.choice([24, 95]))}"),
    "azure": _within("AccountKey=§==;EndpointSuffix=core.windows.net", lambda d: d.of(BASE64, 86)),
    "atlassian": _whole(lambda d: f"ATATT3xFfGF0{d.of(URL, 180)}={d.of(UPPER + DIGITS, 8)}"),
    "doppler": _whole(lambda d: f"dp.pt.{d.of(ALNUM, 43)}"),
    "xai": _whole(lambda d: f"xai-{d.of(ALNUM, 80)}"),
    "telegram": _whole(lambda d: f"{d.of('123456789', 10)}:AA{d.of(URL, 33)}"),
    "notion": _whole(lambda d: f"ntn_{d.of(DIGITS, 11)}{d.of(ALNUM, 35)}"),
    "unknown issuer": _whole(lambda d: f"{d.of(LOWER, 5)}_live_{d.of(ALNUM, d.randint(40, 60))}"),
    "terraform": _whole(lambda d: f"{d.of(ALNUM, 14)}.atlasv1.{d.of(URL, 67)}"),
    "azure client": _whole(lambda d: f"{d.of(ALNUM, 5)[1:4]}8Q~{d.of(URL + '.~', 34)}"),
    "azure, shared access": _within("https://a.blob.core.windows.net/b?sv=2022&sig=§%3D", lambda d: d.of(ALNUM, 43)),
    "perplexity": _whole(lambda d: f"pplx-{d.of(ALNUM, 48)}"),
    "tavily": _whole(lambda d: f"tvly-{d.choice(['', 'dev-', 'prod-'])}{d.of(ALNUM, 32)}"),
    "supabase": _whole(lambda d: f"sbp_{d.of(HEX, 40)}"),
    "supabase, secret": _whole(lambda d: f"sb_secret_{d.of(URL, 31)}"),
    "vercel": _whole(lambda d: f"vercel_blob_rw_{d.of(ALNUM, 16)}_{d.of(ALNUM, 30)}"),
    "fly": _whole(lambda d: f"fm{d.choice('12')}_{d.of(BASE64, 300)}"),
    "airtable": _whole(lambda d: f"pat{d.of(ALNUM, 14)}.{d.of(HEX, 64)}"),
    "sentry": _whole(lambda d: f"sntryu_{d.of(HEX, 64)}"),
    "pulumi": _whole(lambda d: f"pul-{d.of(HEX, 40)}"),
    "heroku": _whole(lambda d: f"HRKU-AA{d.of(URL, 58)}"),
    "dropbox": _whole(lambda d: f"sl.{d.choice(['', 'u.'])}{d.of(URL, d.randint(130, 300))}"),
    "langsmith": _whole(lambda d: f"lsv2_{d.choice(['pt', 'sk'])}_{d.of(HEX, 32)}_{d.of(HEX, 10)}"),
    "nvidia": _whole(lambda d: f"nvapi-{d.of(URL, 64)}"),
    "rubygems": _whole(lambda d: f"rubygems_{d.of(HEX, 48)}"),
    "jfrog": _whole(lambda d: f"AKCp{d.of(ALNUM, 69)}"),
    "1password": _whole(lambda d: f"ops_eyJ{d.of(URL, d.randint(250, 800))}"),
    "tailscale": _whole(lambda d: f"tskey-{d.choice(['auth', 'api', 'client'])}-{d.of(ALNUM, 17)}-{d.of(ALNUM, 32)}"),
    "adobe": _whole(lambda d: f"p8e-{d.of(ALNUM, 32)}"),
    "elevenlabs": _whole(lambda d: f"sk_{d.of(HEX, 48)}"),
    "firecrawl": _whole(lambda d: f"fc-{d.of(HEX, 32)}"),
    "together": _whole(lambda d: f"tgp_v1_{d.of(URL, 43)}"),
    "resend": _whole(lambda d: f"re_{d.of(ALNUM, 8)}_{d.of(ALNUM, 24)}"),
    "render": _whole(lambda d: f"rnd_{d.of(ALNUM, 32)}"),
    "mapbox": _whole(lambda d: f"sk.eyJ{d.of(URL, 80)}.{d.of(URL, 22)}"),
    "contentful": _whole(lambda d: f"CFPAT-{d.of(URL, 43)}"),
    "crates": _whole(lambda d: f"cio{d.of(ALNUM, 32)}"),
    "clickhouse": _whole(lambda d: f"4b1d{d.of(ALNUM, 38)}"),
    "sentry, organization": _whole(lambda d: f"sntrys_{d.of(BASE64, 120)}"),
    "google refresh": _whole(lambda d: f"1//0{d.of(URL, 60)}"),
    "facebook": _whole(lambda d: f"EAA{d.of(ALNUM, d.randint(100, 200))}"),
    "planetscale": _whole(lambda d: f"pscale_{d.choice(['tkn', 'pw', 'oauth'])}_{d.of(URL, 43)}"),
    "signed address": _within("https://a.example/b?X-Amz-Signature=§", lambda d: d.of(HEX, 64)),
    "mysql": _within("mysql -u root -p§ shop", lambda d: d.of(ALNUM, 12)),
    "curl": _within("curl -u maya:§ https://a.example", lambda d: d.of(ALNUM, 12)),
    "flag of a command": lambda d: _within(d.choice(["sshpass -p §", "docker login -u maya -p §", "redis-cli -a §"]),
                                           lambda d: d.of(ALNUM, 12))(d),
    "chpasswd": _within("echo maya:§ | chpasswd", lambda d: d.of(ALNUM, 12)),
    "long flag": _within("deploy --auth-token §", lambda d: d.of(ALNUM, 20)),
    "groq": _whole(lambda d: f"gsk_{d.of(ALNUM, 52)}"),
    "openrouter": _whole(lambda d: f"sk-or-v1-{d.of(HEX, 64)}"),
    "pin": _within("My PIN for the card is §.", lambda d: str(d.randint(10**7, 10**8 - 1))),
    "changed": lambda d: _within(d.choice(["I reset my password to §", "log in with § as the password",
                                           "als Passwort habe ich §"]), _password)(d),
    "beside its name": _within("Kennwort §", lambda d: f"{d.of(LOWER, 4)}7!{d.of(LOWER, 4)}"),
    "word": _within("my password is §", lambda d: d.of(LOWER, 9)),
    "passphrase": _within('the passphrase reads "§"', lambda d: " ".join(d.of(LOWER, 6) for _ in range(5))),
    "key beside its name": _within("Twilio auth token §", lambda d: d.of(HEX, 32)),
    "key of": _within("the key for Mistral is §", lambda d: d.of(ALNUM, 32)),
    "totp": _within("TOTP secret: §", lambda d: d.of(BASE32, 32)),
    "code of a thing": _within("They reset the key box to §.", lambda d: d.of(DIGITS, 6)),
    "code that changed": _within("The gate code was [secret: code] but now it's §.", lambda d: d.of(DIGITS, 6)),
    "code once": lambda d: _within(d.choice(["Your one-time code is §", "Ihr Bestätigungscode lautet §",
                                             "the alarm code for the office is §"]), lambda d: d.of(DIGITS, 6))(d),
    "jwt": _whole(_jwt),
    "jwt, broken": _within("eyJhbGciOiJIUzI1NiJ9\n.§", lambda d: f"eyJ{d.of(URL, 40)}\n.{d.of(URL, 43)}"),
    "bearer": _within("Authorization: Bearer §", lambda d: d.of(URL, d.randint(24, 80))),
    "basic": _within("Authorization: Basic §", lambda d: base64.b64encode(f"maya:{d.of(ALNUM, 15)}".encode()).decode()),
    "database": _within("Server=db;User Id=app;Password=§;Encrypt=yes", lambda d: d.of(ALNUM, 14)),
    "cookie, escaped": _within("Cookie: sid=§", lambda d: f"{d.of(ALNUM, 20)}%2F{d.of(ALNUM, 30)}%3D"),
    "cookie": _within("Cookie: theme=dark; sessionid=§", lambda d: d.of(ALNUM, 32)),
    "connection": _within("postgres://app:§@db.internal:5432/live", lambda d: d.of(ALNUM, 14)),
    "private key": _pem,
    "private key, without its head": _within(
        "key: §\n-----END RSA PRIVATE KEY-----", lambda d: "\n".join(d.of(BASE64, 64) for _ in range(4))),
    "private key, a part": _within("MIIEowIBAAKCAQEA§", lambda d: d.of(BASE64, 200)),
    "aws secret key beside its id": lambda d: _within(f"AKIA{d.of(BASE32, 16)} and §", lambda d: d.of(BASE64, 40))(d),
    "kubernetes": lambda d: _within(d.choice([
        "kind: Secret\ntype: Opaque\ndata:\n  db: §", '"data": {"db": "§"} "kind": "Secret"',
    ]), lambda d: d.of(BASE64, 20))(d),
    "password hash": lambda d: _within(d.choice(["$6$Qx7pLm2k$§", "pbkdf2_sha256$600000$Qx7pLm2k$§", "{SSHA}§"]),
                                       lambda d: d.of(ALNUM, 40))(d),
    "environment": lambda d: _within(d.choice([
        "docker run -e PGPASSWORD=§ db", "user = maya\npassword = §", "spring.datasource.password=§\n", "password: '§'",
        '<add key="DbPassword" value="§" />',
    ]), lambda d: d.of(LOWER, 9))(d),
    "named key": lambda d: _within(d.choice([
        'MAPS_KEY="§"', "X-Vault-Token: §", "ENV MASTER_KEY §", '"auth": "§"',
        "Authorization: token §", "https://hooks.zapier.com/hooks/catch/§/",
    ]), lambda d: f"{d.of(ALNUM, 12)}7k2{d.of(LOWER, 12)}")(d),
    "address": lambda d: _within(d.choice(["https://x.example/hook?token=§", "https://§@github.com/a/b.git"]),
                                 lambda d: f"{d.of(ALNUM, 12)}7k2{d.of(LOWER, 12)}")(d),
    "clients and data bases": lambda d: _within(d.choice([
        "machine api.example login maya password §", "db.example:5432:shop:app:§", "jdbc:oracle:thin:app/§@//a:1/b",
        "app:§@tcp(127.0.0.1:3306)/a", "CREATE USER a IDENTIFIED BY '§'",
    ]), lambda d: d.of(LOWER, 9))(d),
    "commands": lambda d: _within(d.choice([
        "mysqldump --password=§ shop", "kubectl create secret generic a --from-literal=password=§",
        "echo § | sudo -S reboot", "nmcli dev wifi connect Home password §",
    ]), lambda d: d.of(LOWER, 9))(d),
    "otpauth": _within("otpauth://totp/A:b?issuer=A&secret=§", lambda d: d.of(BASE32, 32)),
    "age": _whole(lambda d: f"AGE-SECRET-KEY-1{d.of(UPPER + DIGITS, 58)}"),
    "assigned": lambda d: _within(f'{d.choice(["API_KEY", "CLIENT_SECRET", "auth_token", "DB_PASSWORD"])}="§"',
                                  lambda d: d.of(ALNUM, 20))(d),
    "spoken": lambda d: _within(d.choice(["my password is §", "The wifi password: §", "das Passwort lautet §"]),
                                _password)(d),
    "spoken in another language": lambda d: _within(d.choice([
        "heslo na wifi je §", "hasło do wifi to §", "jelszó: §", "salasana on §", "wifi密码是§", "비밀번호는 § 입니다",
    ]), _password)(d),
    "spoken of a change": _within("I changed it to §, as the old password had leaked", _password),
    "login": lambda d: _within(d.choice(["login: maya@a.example / §", "the credentials are maya:§"]), _password)(d),
    "read out": _within("The gate code is §.", lambda d: " ".join(d.choices(["one", "two", "four", "seven"], k=5))),
    "session": lambda d: _within(d.choice([
        "PHPSESSID=§", "JSESSIONID=§", "https://a.example/?sid=§", "https://a.example/?q=Oslo&appid=§",
    ]), lambda d: d.of(HEX, 32))(d),
    "element": _within('<entry key="db.password">§</entry>', lambda d: d.of(ALNUM, 14)),
    "of a program": lambda d: _within(
        d.choice(['get(url, auth=("app", "§"))', 'smtp.login("app", "§")']), lambda d: d.of(ALNUM, 12))(d),
    "windows": _within("net use Z: //nas/a /user:maya §", lambda d: d.of(ALNUM, 12)),
    "recovery key": _within("BitLocker recovery key: §", lambda d: "-".join(d.of(DIGITS, 6) for _ in range(8))),
    "emergency kit": _whole(lambda d: "-".join(["A3", *(d.of(UPPER + DIGITS, many) for many in (6, 11, 5, 5, 5))])),
    "wallet": _whole(lambda d: d.choice([_wallet_key(d), f"xprv{d.of(_BASE58, 107)}"])),
    "card": _whole(lambda d: d.card()),
    "card in groups": lambda d: (lambda n: Secret(text := " ".join(n[at : at + 4] for at in range(0, 16, 4)), text))(
        next(number for number in iter(d.card, "") if len(number) == 16)
    ),
    # So few figures stand anywhere: they are looked for with their name.
    "cvc": _within("Visa, § on the back.", lambda d: f"cvc {d.randint(100, 999)}"),
    "security code": _within("the § is printed", lambda d: f"card, security code {d.randint(1000, 9999)}"),
    "issuers of models": _whole(lambda d: d.choice([
        f"pcsk_{d.of(ALNUM, 6)}_{d.of(ALNUM, 63)}", f"e2b_{d.of(HEX, 40)}", f"ABSK{d.of(BASE64, 128)}",
        f"{uuid.UUID(int=d.getrandbits(128))}:fx", f"shippo_live_{d.of(HEX, 20)}7aQ9b2",
    ])),
    "issuers of builds": _whole(lambda d: d.choice([
        f"CCIPAT_{d.of(ALNUM, 22)}_{d.of(HEX, 40)}", f"ATBB{d.of(ALNUM, 32)}", f"ATCTT3x{d.of(ALNUM, 80)}",
        f"oy2{d.of(LOWER + DIGITS, 43)}",
    ])),
    "issuers of measures": _whole(lambda d: d.choice([
        f"dt0c01.{d.of(BASE32, 24)}.{d.of(BASE32, 64)}", f"glc_{d.of(BASE64, 80)}",
        f"waka_{uuid.UUID(int=d.getrandbits(128))}",
        f"tfp_{d.of(ALNUM, 44)}",
    ])),
    "issuers of tools": _whole(lambda d: d.choice([f"napi_{d.of(LOWER + DIGITS, 64)}", f"key_{d.of(HEX, 64)}"])),
    "issuers of shops": _whole(lambda d: d.choice([
        f"EZ{d.choice('AT')}K{d.of(ALNUM, 54)}", f"FLWSECK_TEST-{d.of(HEX, 32)}-X", f"mlsn.{d.of(HEX, 64)}",
        f"pat-na1-{uuid.UUID(int=d.getrandbits(128))}",
    ])),
    "issuers of clouds": _whole(lambda d: d.choice([
        f"v1.0-{d.of(HEX, 24)}-{d.of(HEX, 146)}", f"AQVN{d.of(URL, 36)}", f"LTAI{d.of(ALNUM, 20)}",
        f"AVNS_{d.of(ALNUM, 19)}", f"access-sandbox-{uuid.UUID(int=d.getrandbits(128))}",
    ])),
    "more issuers of models": _whole(lambda d: d.choice([
        f"pa-{d.of(URL, 43)}", f"csk-{d.of(LOWER + DIGITS, 48)}", f"rpa_{d.of(UPPER + DIGITS, 44)}",
        f"jina_{d.of(HEX, 32)}{d.of(ALNUM, 28)}", f"llx-{d.of(ALNUM, 48)}",
    ])),
    "issuers of agents": _whole(lambda d: d.choice([
        f"m0-{d.of(ALNUM, 40)}", f"as-{d.of(ALNUM, 22)}", f"tr_prod_{d.of(ALNUM, 24)}", f"fw_{_without_words(d, 24)}",
        f"signkey-prod-{d.of(HEX, 64)}",
    ])),
    "more issuers of builds": _whole(lambda d: d.choice([
        f"bkua_{d.of(HEX, 40)}", f"squ_{d.of(HEX, 40)}", f"sqp_{d.of(HEX, 40)}", f"sqa_{d.of(HEX, 40)}",
        f"sgp_{d.of(HEX, 16)}_{d.of(HEX, 40)}",
    ])),
    "issuers of releases": _whole(lambda d: d.choice([
        f"API-{d.of(UPPER + DIGITS, 12)}47{d.of(UPPER + DIGITS, 12)}", f"CLOJARS_{d.of(LOWER + DIGITS, 60)}",
        f"pat.{d.of(URL, 22)}.{d.of(HEX, 24)}.{d.of(ALNUM, 20)}", f"tk-us-{d.of(URL, 48)}", f"ico-{d.of(ALNUM, 32)}",
    ])),
    "issuers of operations": _whole(lambda d: d.choice([
        f"hcaik_{d.of(LOWER + DIGITS, 58)}", f"rootly_{d.of(HEX, 64)}", f"mdb_sa_sk_{d.of(URL, 40)}",
        f"dnkey-{d.of(UPPER + DIGITS, 26)}-{d.of(UPPER + DIGITS, 52)}", f"aio_{d.of(ALNUM, 28)}",
    ])),
    "issuers of plans": _whole(lambda d: d.choice([
        f"lin_oauth_{d.of(HEX, 64)}", f"pk_{d.of(DIGITS, 8)}_{d.of(UPPER + DIGITS, 32)}", f"fio-u-{d.of(URL, 64)}",
        f"2/{d.of(DIGITS, 16)}/{d.of(DIGITS, 16)}:{d.of(HEX, 32)}", f"rdme_{d.of(LOWER + DIGITS, 70)}",
    ])),
    "more issuers of shops": _whole(lambda d: d.choice([
        f"shippo_live_{d.of(HEX, 40)}", f"duffel_live_{d.of(URL, 43)}", f"secret-live-{d.of(URL, 36)}",
        f"access_token$production${d.of(LOWER + DIGITS, 16)}${d.of(HEX, 32)}",
    ])),
    "social security": _within("My social security number is §.",
                               lambda d: f"{d.randint(100, 665)}-{d.randint(10, 99)}-{d.randint(1000, 9999)}"),
    "security answer": _within("The answer to my security question is §.", lambda d: d.of(LOWER, 9)),
    "security answer of a form": _within("Security question: first pet? Answer: §.", lambda d: d.of(LOWER, 9)),
    "typed": _within("To log in, just type § there", lambda d: f"{d.of(ALNUM, 6)}!{d.of(ALNUM, 5)}7x"),
    "beside an account's name": _within(
        "the admin account is root / §", lambda d: f"{d.of(ALNUM, 6)}!{d.of(ALNUM, 5)}7X"
    ),
    "spelt out": _within("The password is §.", lambda d: ", ".join(["capital k", *d.sample(LOWER, 7), "seven"])),
    "network": lambda d: _within(
        d.choice(["WIFI:T:WPA;S:Home net;P:§;;", "WLAN-Netzwerkschlüssel: §", "SSID Casa, key §"]),
        lambda d: d.of(ALNUM, 14),
    )(d),
    "quoted twice": _within('{"settings": "{\\"db\\": {\\"password\\": \\"§\\"}}"}', lambda d: d.of(ALNUM, 12)),
    "asked before": _within(
        "Ann: what's the password again?\nBen: §", lambda d: f"{d.of(ALNUM, 6)}7Qx{d.of(ALNUM, 6)}"
    ),
    "told abroad": lambda d: _within(
        d.choice(["nenosiri la wifi ni §", "Wifi का पासवर्ड § है", "รหัสผ่าน: §"]),
        lambda d: f"{d.of(ALNUM, 6)}!{d.of(ALNUM, 5)}",
    )(d),
}  # fmt: skip

# How people put a secret into a sentence, a program, a chat.
AROUND = (
    "§", "§", "Please keep this: §", "Here it is: §, thanks!", "I use §.", "(§)", '"§"', "'§'", "`§`", "**Key** `§`",
    "- §", "> §", "export KEY=§", "KEY: §", '{"key": "§"}', "<code>§</code>", "Did §\nwork for you?", "first\t§\tlast",
    "see §; it is live", "old one § → gone", "the token,§,in a row", "日本語で § です", "clé : § !", "🔑 §",
    "https://app.example/done?token=§&state=1", "curl -H 'X-Api-Key: §' https://a.example", "「§」", "§…", "it is §?",
    "key=§; next", "<b>§</b>", "[§](https://a.example)", "§/", "a\n§\nb", "\\n§\\n",
)  # fmt: skip


def secret(format_: str, drawn: Drawn) -> Secret:
    made = FORMATS[format_](drawn)
    return Secret(drawn.choice(AROUND).replace("§", made.text), made.kept)


def harmless(count: int, drawn: Drawn) -> list[str]:
    """Half lines of Python's library, half ids and talk that look like secrets."""
    lines = drawn.sample(_library(), count // 2)
    return lines + [drawn.choice(_LOOKALIKES)(drawn) for _ in range(count - len(lines))]


@cache
def _library() -> list[str]:
    folder = Path(sysconfig.get_paths()["stdlib"])
    files = sorted(file for file in folder.glob("*.py")) + sorted((folder / "email").glob("*.py"))
    told = (line.strip() for file in files for line in file.read_text("utf-8", "replace").splitlines())
    return sorted({line for line in told if len(line) > 15})


_LOOKALIKES: tuple[Callable[[Drawn], str], ...] = (
    lambda d: f"commit {d.of(HEX, 40)} (HEAD -> main)",
    lambda d: f"index {d.of(HEX, 7)}..{d.of(HEX, 7)} 100644",
    lambda d: f"The build is registry.example.com/web@sha256:{d.of(HEX, 64)}.",
    lambda d: f'"integrity": "sha512-{d.of(BASE64, 86)}==",',
    lambda d: f"pod/web-{d.of(LOWER + DIGITS, 10)}-{d.of(LOWER + DIGITS, 5)} is in CrashLoopBackOff",
    lambda d: f"arn:aws:ec2:eu-west-1:{d.of(DIGITS, 12)}:instance/i-{d.of(HEX, 17)}",
    lambda d: f"subnet-{d.of(HEX, 17)} has no route to vpc-{d.of(HEX, 17)}",
    lambda d: f"https://www.youtube.com/watch?v={d.of(URL, 11)} at 3:12",
    lambda d: f"https://docs.google.com/document/d/{d.of(URL, 44)}/edit",
    lambda d: f"The customer is cus_{d.of(ALNUM, 14)}, the invoice in_{d.of(ALNUM, 24)}.",
    lambda d: f"req_{d.of(ALNUM, 14)} failed with 402; pi_{d.of(ALNUM, 24)} is still open",
    lambda d: f"request {uuid.UUID(int=d.getrandbits(128))} took 31 ms",
    lambda d: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{d.of(BASE64, 43)} maya@laptop",
    lambda d: f"256 SHA256:{d.of(BASE64, 43)} maya@laptop (ED25519)",
    lambda d: f"-----BEGIN CERTIFICATE-----\n{d.of(BASE64, 64)}\n-----END CERTIFICATE-----",
    lambda d: f"-----BEGIN PUBLIC KEY-----\n{d.of(BASE64, 64)}\n-----END PUBLIC KEY-----",
    lambda d: f"data:image/png;base64,iVBORw0KGgo{d.of(BASE64, 80)}=",
    lambda d: f"Tracking 1Z{d.of(UPPER + DIGITS, 6)}{d.of(DIGITS, 10)} arrives on Thursday",
    lambda d: f"order {d.of(DIGITS, 3)}-{d.of(DIGITS, 7)}-{d.of(DIGITS, 7)} was sent",
    lambda d: f"ISBN 978-{d.of(DIGITS, 3)}-{d.of(DIGITS, 5)}-{d.of(DIGITS, 3)}",
    lambda d: f"Call me at +49 {d.of('123456789', 3)} {d.of(DIGITS, 8)}",
    lambda d: f"IBAN DE{d.of(DIGITS, 20)}",
    lambda d: f"It happened at {d.randint(10**12, 2 * 10**12)} (epoch ms), see span {d.of(HEX, 16)}",
    lambda d: f'10.2.{d.randint(0, 255)}.{d.randint(0, 255)} - - "GET /a/{d.of(HEX, 24)} HTTP/1.1" 200 5123',
    lambda d: f"fe80::{d.of(HEX, 4)}:{d.of(HEX, 4)}:{d.of(HEX, 4)}:{d.of(HEX, 4)}%eth0",
    lambda d: f"ETag: W/\"{d.of(HEX, 32)}\"",
    lambda d: f"01{d.of(UPPER + DIGITS, 24)} is the ULID of the event",
    lambda d: f"bc1q{d.of(LOWER + DIGITS, 38)} is my address",
    lambda d: f"fact_{d.of(LOWER + DIGITS, 22)} supersedes fact_{d.of(LOWER + DIGITS, 22)}",
    lambda d: f"class {d.of(LOWER, 8).title()}TokenAuthenticationMiddleware(BaseHTTPMiddleware):",
    lambda d: f"def test_a_token_that_is_{d.of(LOWER, 9)}_and_expired_is_refused_with_401(client):",
    lambda d: d.choice([
        "I forgot my password again, can you reset it?", "Use a passphrase of six words.", "Never share your PIN.",
        "The key is patience.", "The secret of good bread is time.", "Our password policy asks for twelve characters.",
        "What is my password for the router?", "The token is expired, log in again.", "My API key: where is it?",
        "password = getpass.getpass()", "token = request.headers.get('Authorization')", "api_key: str | None = None",
        'SECRET_KEY = os.environ["SECRET_KEY"]', "client_secret: ${{ secrets.CLIENT_SECRET }}", "--password-file FILE",
        "The pass is closed in winter.", "She passed the word on to Basil.", "Cookie: the dog's name", "pin 3: ground",
        "Das Passwort ist zu kurz.", "El token caduca mañana.", "mot de passe oublié ?", "密码太短了",
        "パスワードを忘れました",
    ]),
)  # fmt: skip
