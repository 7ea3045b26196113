"""The formats that issuers give their keys, and what else is told by its shape alone: a table of formats.

docs/secrets.md lists them; a test holds the page to this table.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import NamedTuple


class Format(NamedTuple):
    """The group "secret" of `pattern` is masked, or the whole match where there is none; `is_one` looks closer.

    One of `signs` stands in lower case in each text that the pattern matches, `least` characters without a gap, and
    `solid` letters and figures without a sign between them.
    What people say (`spoken`) has its pattern in lower case, for a text in lower case. Where a secret may itself hold
    an address's escapes (`escaped`), `%2F` is a part of it.
    """

    kind: str
    pattern: re.Pattern[str]
    is_one: Callable[[str], bool] = bool
    signs: tuple[str, ...] = ("",)
    least: int = 0
    solid: int = 0
    spoken: bool = False
    escaped: bool = False


_END = r"(?![A-Za-z0-9_])"
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def is_wallet_key(text: str) -> bool:
    """Whether a word of base 58 is a wallet's private key: 32 bytes behind 0x80, and its checksum."""
    number = 0
    for sign in text:
        number = number * 58 + _BASE58.index(sign)
    raw = number.to_bytes(39, "big").lstrip(b"\0")
    told, checksum = raw[:-4], raw[-4:]
    return told[:1] == b"\x80" and hashlib.sha256(hashlib.sha256(told).digest()).digest()[:4] == checksum


# What a machine draws of letters of both cases and figures: no name of a thing has all of these.
_DRAWN = r"(?=[A-Za-z_-]{0,30}\d)(?=[A-Z0-9_-]{0,30}[a-z])(?=[a-z0-9_-]{0,30}[A-Z])"
# … nor two long words of a name in camel case: "ico-UserProfileSettingsOutline24pxX1".
_OF_NO_WORDS = r"(?!(?:\w{0,20}?[A-Z][a-z]{5}){2})"
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
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
    ("sntrys_", r"[A-Za-z0-9+/=_-]{40,500}", 47), ("1//0", r"[A-Za-z0-9_-]{40,200}", 44),
    ("EAA", r"[A-Za-z0-9]{97,500}", 100), ("pscale_", r"(?:tkn|pw|oauth)_[A-Za-z0-9_-]{32,64}", 42),
    ("pcsk_", r"[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}", 60), ("pat-", rf"[a-z]{{2}}\d-{_UUID}", 44),
    ("e2b_", r"[0-9a-f]{40}", 44), ("ABSK", r"[A-Za-z0-9+/]{100,200}={0,2}", 104),
    ("CCIPAT_", r"[A-Za-z0-9]{22}_[0-9a-f]{40}", 70), ("ATBB", r"[A-Za-z0-9]{32}", 36),
    ("ATCTT3x", r"[A-Za-z0-9_=-]{50,250}", 57), ("dt0", r"[a-z]\d\d\.[A-Z2-7]{24}\.[A-Z2-7]{64}", 96),
    ("EZ", r"[AT]K[A-Za-z0-9]{54}", 58),
    ("FLWSECK", r"(?:_TEST)?-[0-9a-f]{32}-X", 42), ("tfp_", r"[A-Za-z0-9_.=-]{40,60}", 44),
    ("glc_", r"[A-Za-z0-9+/]{32,400}={0,3}", 36), ("oy2", r"[a-z0-9]{43}", 46), ("mlsn.", r"[0-9a-f]{64}", 69),
    ("waka_", _UUID, 41), ("napi_", r"[a-z0-9]{64}", 69), ("key_", r"[0-9a-f]{64}", 68),
    ("pa-", rf"{_DRAWN}[A-Za-z0-9_-]{{43}}", 46),
    ("fw_", rf"{_DRAWN}{_OF_NO_WORDS}[A-Za-z0-9]{{22,24}}", 25),
    ("bkua_", r"[0-9a-f]{40}", 45), ("v1.0-", r"[0-9a-f]{24}-[0-9a-f]{146}", 176),
    ("csk-", r"(?=[a-z]{0,20}\d)[a-z0-9]{48}", 52), ("squ_", r"[0-9a-f]{40}", 44), ("sqp_", r"[0-9a-f]{40}", 44),
    ("sqa_", r"[0-9a-f]{40}", 44), ("shippo_", r"(?:live|test)_[0-9a-f]{40}", 52), ("rdme_", r"[a-z0-9]{70}", 75),
    ("rpa_", r"(?=[A-Z]{0,20}\d)[A-Z0-9]{40,50}", 44), ("jina_", r"[0-9a-f]{32}[A-Za-z0-9_-]{28}", 65),
    ("llx-", rf"{_DRAWN}[A-Za-z0-9]{{44,60}}", 48), ("m0-", rf"{_DRAWN}[A-Za-z0-9]{{40}}", 43),
    ("sgp_", r"(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}", 44),
    ("access-", rf"(?:sandbox|development|production)-{_UUID}", 51), ("fio-u-", r"[A-Za-z0-9_-]{64}", 70),
    ("duffel_", r"(?:live|test)_[A-Za-z0-9_-]{43}", 55), ("CLOJARS_", r"[a-z0-9]{60}", 68),
    ("API-", r"(?=(?:[A-Z]{0,24}\d){3})[A-Z0-9]{25,26}", 29),
    ("pat.", r"[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}", 72),
    ("tk-us-", rf"{_DRAWN}[A-Za-z0-9_-]{{48}}", 54), ("ico-", rf"{_DRAWN}{_OF_NO_WORDS}[A-Za-z0-9]{{32}}", 36),
    ("signkey-", r"(?:prod|test|branch)-[0-9a-f]{64}", 77),
    ("tr_", rf"(?:prod|dev|stg)_{_DRAWN}{_OF_NO_WORDS}[A-Za-z0-9]{{20,24}}", 27), ("pk_", r"\d{6,10}_[A-Z0-9]{32}", 42),
    ("hcaik_", r"[a-z0-9]{58}", 64), ("mdb_sa_sk_", r"[A-Za-z0-9_-]{40}", 50),
    ("dnkey-", r"[A-Z0-9]{26}-[A-Z0-9]{52}", 85), ("AVNS_", rf"{_DRAWN}[A-Za-z0-9_-]{{19}}", 24),
    ("secret-live-", r"[A-Za-z0-9_=-]{36}", 48), ("as-", rf"{_DRAWN}{_OF_NO_WORDS}[A-Za-z0-9]{{22}}", 25),
    ("rootly_", r"[0-9a-f]{64}", 71), ("lin_oauth_", r"[0-9a-f]{64}", 74),
    ("access_token$production$", r"[a-z0-9]{16}\$[0-9a-f]{32}", 73), ("AQVN", rf"{_DRAWN}[A-Za-z0-9_-]{{35,38}}", 39),
    ("LTAI", rf"{_DRAWN}[A-Za-z0-9]{{16,20}}", 20), ("2/", r"\d{16}/\d{16}:[0-9a-f]{32}", 68),
    ("aio_", rf"{_DRAWN}[A-Za-z0-9]{{28}}", 32),
)  # fmt: skip
# The names of a private key, and a row of one; its last may be short.
_OF_KEY = r"(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?"
_ROW = r"[A-Za-z0-9+/=]{16,20000}+"
_LAST_ROW = r"(?:\s{1,2}[A-Za-z0-9+/]{1,15}={1,2})?"
# The flags of a command before the one that gives a secret, and what that one gives.
_FLAGS = r"[^\n|;&]{0,150}?"
# Behind "login": what it is a command of.
_LOGS_IN = "|".join(
    rf"(?<=\b{program}\s{registry}login)"
    for program in "docker podman helm az oc cf skopeo buildah oras".split()
    for registry in ("", r"registry\s")
)
GIVEN = r"[\"']?(?P<secret>(?![$<{(*-])[^\s\"'`$<>{}();|]{3,100})(?![$({])"
_OF_SESSION, _COOKIE = r"(?i:sess\w{0,10}|sid|auth\w{0,10}|token)", r"[A-Za-z0-9._%+/=-]{16,500}"
_ESCAPED = frozenset({"azure key", "session cookie"})  # kinds that addresses and headers carry
# Kinds that begin like many a word: they are not looked for where so many letters and figures stand nowhere together.
_SOLID = {"twilio key": 32, "mailgun key": 32, "mailchimp key": 32, "token": 36}
FORMATS = tuple(
    Format(
        "token", re.compile(rf"{re.escape(begun)}(?<![A-Za-z0-9]{'.' * len(begun)}){rest}{_END}"),
        signs=(begun.lower(),), least=least,
    )
    for begun, rest, least in _BEGUN
) + tuple(
    Format(kind, re.compile(pattern), signs=signs, least=least, solid=_SOLID.get(kind, 0), escaped=kind in _ESCAPED)
    for kind, signs, least, pattern in (
        ("private key", ("private key",), 0,
            # Its foot may be cut off: then its lines alone, behind those that tell its kind.
            rf"-----BEGIN {_OF_KEY}-----(?:(?:\s|\\[nr]){{0,4}}[A-Z][A-Za-z-]{{1,20}}: [^\n\\]{{0,200}}+){{0,8}}+"
            rf"(?:[^-]{{0,20000}}+-----END {_OF_KEY}-----|"
            rf"(?:[^A-Za-z0-9-]{{0,20}}(?:(?<=\\)[nr])?{_ROW}){{1,400}}{_LAST_ROW})",
        ),
        # Its head may be cut off: a row of it begins behind no other, so that each is read once.
        ("private key", ("private key-----", "private key block-----"), 0,
            rf"(?<![A-Za-z0-9+/=])(?<![A-Za-z0-9+/=]{{16}}\s)(?<![A-Za-z0-9+/=]{{16}}\s\s){_ROW}"
            rf"(?:\s{{1,2}}{_ROW}){{0,400}}+(?:\s{{1,2}}[A-Za-z0-9+/=]{{1,15}})?\s{{0,2}}-----END {_OF_KEY}-----",
        ),
        # Without either, by what all keys of its kind begin with, in PEM or once more encoded; in an address "/" or "="
        # stands before it.
        ("private key", ("iba", "mhccaqee", "mhqcaqee", "mc4caqaw", "mighagea", "mig2agea", "b3blbnnzac1rzxktdje",
            "ls0tls1crudjti"), 52,
            r"(?<![A-Za-z0-9+])(?P<secret>(?:MII[A-Za-z0-9+/]{3}IBA(?:AKC|DANBgkqhkiG9w0BAQ)|MHcCAQEE|MHQCAQEE|MC4CAQAw|"
            r"MIGHAgEA|MIG2AgEA|b3BlbnNzaC1rZXktdjE|LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJ|BFQyBQUklW|BPUEVOU1NIIFBS|"
            rf"BFTkNSWVBURUQg|BEU0EgUFJJ|BQR1AgUFJJ))[A-Za-z0-9+/=]{{44,20000}}(?:\s{{1,2}}{_ROW}){{0,400}}{_LAST_ROW})",
        ),
        # Beside its id the secret has no name.
        ("aws secret key", ("akia", "asia"), 40,
            r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])[\s\S]{0,80}?(?<![A-Za-z0-9/+=])(?=[A-Za-z/+]{0,39}\d)(?=[A-Z0-9/+]{0,39}[a-z])"
            r"(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9+=]|/[A-Za-z0-9])",
        ),
        # What opens a disk, a vault or a wallet, by its form alone.
        ("recovery key", ("a3-",), 39,
            r"A3-(?<![\w-]A3-)[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])",
        ),
        ("recovery key", ("recovery", "bitlocker", "wiederherstellung"), 55,
            r"\d{6}(?<![\w-]\d{6})(?:-\d{6}){7}(?![\w-])",
        ),
        ("private key", ("prv",), 111, r"(?<![A-Za-z0-9])[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{107,108}(?![A-Za-z0-9])"),
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
        ("stripe key", ("_live_", "_test_"), 18, rf"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{{10,250}}{_END}"),
        # Of this service and of others: its own are in the alphabet of addresses. A name without a capital is none.
        ("webhook secret", ("whsec_",), 30,
            r"whsec_(?:(?=[\w+/-]{0,79}[A-Z])[A-Za-z0-9+/_-]{24,80}|[A-Za-z0-9+/]{24,80})=*",
        ),
        # This service's own (`models.namespaces`): who reads a block must not find the key of who wrote it.
        ("memory key", ("mem_",), 53, r"mem_(?<![A-Za-z0-9]....)[0-9a-f]{8}_(?=[\w-]{0,99}[A-Z])[A-Za-z0-9_-]{40,100}"),
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
        ("session cookie", ("cookie", "curl"), 16,
            # To the last of several.
            rf"(?:(?i:cookie)\s?[:=]|curl\b[^\n]{{0,200}}?\s(?:-b|--cookie)[\s=])[^\n]{{0,200}}?{_OF_SESSION}="
            rf"(?P<secret>{_COOKIE}(?:;[^\n]{{0,400}}[;\s.\w-]{_OF_SESSION}={_COOKIE})?)",
        ),
        ("telegram token", (":aa",), 43, r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])"),
        ("terraform token", (".atlasv1.",), 69, rf"\.atlasv1\.[A-Za-z0-9_-]{{60,70}}{_END}"),
        ("azure secret", ("q~",), 33,
            r"Q~(?<=\dQ~)[A-Za-z0-9_.~-]{30,33}[A-Za-z0-9_~-](?![A-Za-z0-9_~-]|\.[A-Za-z0-9])",
        ),
        ("signature", ("-signature=",), 80,
            r"(?i:x-(?:amz|goog)-signature)=(?P<secret>[0-9a-fA-F]{64,1024})(?![0-9a-zA-Z])",
        ),
        # Whatever an issuer calls it: a short name, and letters of both cases with figures that no id of a thing has.
        ("token", ("_",), 39,
            rf"(?<![A-Za-z0-9+_.-])[a-z]{{2,8}}_(?:[a-z]{{2,8}}_){{0,2}}(?=[A-Za-z]{{0,60}}\d)(?=[A-Z0-9]{{0,30}}[a-z])"
            rf"(?=[a-z0-9]{{0,30}}[A-Z])[A-Za-z0-9]{{36,250}}{_END}",
        ),
        # … and a live one's is shorter: "bb_live_…". It holds no two words: "my_live_Episode12Season3".
        ("key", ("_live_", "_test_", "_prod_"), 28,
            rf"(?<![A-Za-z0-9+_.-])[a-z]{{2,12}}_(?:live|test|prod)_(?!(?:[\w-]{{0,30}}?[A-Z][a-z]{{4}}){{2}})(?=(?:[A-Za-z_-]{{0,30}}\d){{3}})(?=[a-z0-9_-]{{0,40}}[A-Z])"
            rf"(?=[A-Z0-9_-]{{0,40}}[a-z])[A-Za-z0-9_-]{{20,250}}{_END}",
        ),
        # A UUID with its issuer's mark behind it.
        ("key", (":fx",), 39, rf"(?<![\w-]){_UUID}:fx{_END}"),
        ("jwt", ("eyj",), 23, r"eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}(?:\.[A-Za-z0-9_-]{0,1000})?"),
        # … broken where its parts meet: the first of them is no secret.
        ("jwt", ("eyj",), 23,
            r"eyJ[A-Za-z0-9_-]{8,2000}+\s{0,2}\.\s{0,2}"
            r"(?P<secret>eyJ[A-Za-z0-9_-]{20,4000}+(?:\s{0,2}\.\s{0,2}[A-Za-z0-9_-]{20,1000}+)?)",
        ),
        ("password", ("://",), 0,
            r"://(?<=[A-Za-z0-9+.-]...)[^\s:/@\"'<>]{0,100}:(?P<secret>[^\s/\"'<>]{1,200})@(?="
            r"[\w\[])",
        ),
        ("bearer token", ("bearer",), 20,
            r"(?i:bearer)[\s:]{1,3}(?P<secret>(?=[A-Za-z._~+/=-]{0,60}\d)[A-Za-z0-9._~+/=-]{20,2000})",
        ),
        ("password", ("basic",), 0, r"(?i:authorization:\s{0,2}basic)\s{1,2}(?P<secret>[A-Za-z0-9+/]{8,500}={0,2})"),
        # What a command is given by its flag: a variable, or a file's name behind `mkdir -p`, is none.
        ("password", ("mysql", "mariadb"), 0,
            rf"(?:mysql(?<!\w.....)|mariadb(?<!\w.......))\w{{0,10}}\b{_FLAGS}\s-p{GIVEN}",
        ),
        ("password", ("curl",), 0,
            rf"curl(?<!\w....)\b{_FLAGS}\s(?:-u|-U|--user|--proxy-user)[ =]?[\"']?[^\s:\"'$]{{1,60}}:(?!//){GIVEN}",
        ),
        ("password", ("sshpass", "login ", "redis-cli", "zip ", "7z ", "smbclient", "openssl "), 0,
            rf"(?:sshpass(?<!\w.{{7}})\b{_FLAGS}\s-p\s?|login(?:{_LOGS_IN})\b{_FLAGS}\s-p[ =]?|"
            rf"redis-cli(?<!\w.{{9}})\b{_FLAGS}\s(?:-a|--pass)\s|zip(?<!\w...)\b{_FLAGS}\s-P\s?|7z(?<!\w..)\b{_FLAGS}\s-p|"
            rf"smbclient(?<!\w.{{9}})\b{_FLAGS}\s-U\s[^\s%]{{1,60}}%|"
            rf"openssl(?<!\w.{{7}})\b{_FLAGS}\s(?:-k\s|-pass(?:in|out)?\spass:)){GIVEN}",
        ),
        ("password", ("chpasswd",), 0, rf"(?<![^\s\"'])[\w.-]{{1,40}}:{GIVEN}[\"']?\s?\|\s?(?:sudo\s)?chpasswd"),
        ("password", ("--",), 0,
            rf"\s--(?:[a-z]{{1,20}}-)?(?:password|passwd|pass|token|secret|api-key)[= ](?=[\"']?[A-Za-z._@!-]{{0,60}}"
            rf"[\d@!])(?=[\"']?[\d._@!-]{{0,60}}[A-Za-z]){GIVEN}",
        ),
        ("password", ("password=", "pwd="), 0, r"(?i:[;\s](?:password|pwd))=(?P<secret>[^;\s\"'$<{(\[]{3,100})(?=;)"),
    )
)  # fmt: skip
FORMATS += (
    Format(
        "private key",
        re.compile(r"[5KL](?<![A-Za-z0-9].)[1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])"),
        is_wallet_key,
        least=51,
        solid=51,
    ),
)
