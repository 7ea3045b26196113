"""Secrets in pasted settings, commands and keys are masked; settings that hold none stay."""

from __future__ import annotations

import base64
import random
import string

import pytest

from memory.redaction import mask
from tests.pace import taken

ALNUM, HEX = string.ascii_letters + string.digits, "0123456789abcdef"


def some(letters: str, length: int) -> str:
    """Drawn here, so that no file holds what looks like a live key."""
    return "a7K2" + "".join(random.Random(length).choices(letters, k=length - 4))


def rows(count: int) -> list[str]:
    drawn = random.Random(count)
    return [base64.b64encode(drawn.randbytes(48)).decode() for _ in range(count)]


BASE64, KEY, HEX32 = base64.b64encode(random.Random(5).randbytes(24)).decode(), some(ALNUM, 24), some(HEX, 32).lower()


@pytest.mark.parametrize(
    "told,secret",
    [
        ("DB_PASS={}", "rosemary"), ('export SMTP_PASSWORD="{}"', "two old sheds"), ("LDAP_PWD = '{}' # mine",
        "rosemary"),
        ("JWT_SECRET={}", "rosemary"), ("MAPS_KEY={}", KEY), ("export SYNC_TOKEN='{}'", KEY),
        ("CI_CREDENTIALS={}", KEY),
        ("ENV MASTER_KEY {}", KEY), ("PGPASSWORD={} pg_dump shop", "rosemary"), ("APP_KEY=base64:{}", BASE64),
        ("environment:\n  MYSQL_ROOT_PASSWORD: {}\n  TZ: UTC", "rosemary"), ("- POSTGRES_PASSWORD={}", "rosemary"),
        ("kind: Secret\nmetadata:\n  name: a\ndata:\n  user: YWRt\n  x: {}\n", "cm9zZW1hcnk="),
        ("data:\n  x: {}\nkind: Secret\nmetadata:", "cm9zZW1hcnk="), ("kind: Secret\nstringData:\n  x: {}", "rosemary"),
        ("kind: Secret\ndata:\n  a: YQ==\nstringData:\n  x: {}", "rosemary"),
        ("- apiVersion: v1\n  data:\n    x: {}\n  kind: Secret\n", "cm9zZW1hcnk="),
        ('{{"kind": "Secret", "data": {{"x": "{}"}}}}', "cm9zZW1hcnk="),
        ('{{"data": {{"x": "{}"}}, "kind": "Secret"}}', "cm9zZW1hcnk="),
        ("kubectl create secret generic a --from-literal=password={}", "rosemary"),
        ("machine a.example\n  login maya\n  password {}", "rosemary"), ("db.example:5432:shop:app:{}", "rosemary"),
        ("*:*:*:app:{}", "rosemary"), ("//a.example/:_authToken={}", KEY),
        ('{{"a.example": {{"auth": "{}"}}}}', BASE64),
        ("[local]\nusername = maya\npassword = {}", "rosemary"), ("[client]\npassword={}\nhost=a", "rosemary"),
        ("https://a.example/x?id=9&token={}", KEY), ("https://a.example/js?key={}&cb=a", KEY),
        ("https://a.example/cb#access_token={}", KEY), ("git clone https://{}@github.com/a/b.git", KEY),
        ("redis://default:sun@{}@a.example:6379", "rosemary"), ("Server=db;Uid=sa;Pwd={}", "rosemary"),
        ("jdbc:postgresql://a/b?user=app&password={}&ssl=true", "rosemary"), ("jdbc:oracle:thin:app/{}@//a:1/b",
        "rosemary"),
        ("host=a user=app password={} sslmode=require", "rosemary"), ("app:{}@tcp(127.0.0.1:3306)/a", "rosemary"),
        ("a.example:6380,password={},ssl=True", "rosemary"), ("CREATE USER a WITH PASSWORD '{}';", "rosemary"),
        ("CREATE USER a IDENTIFIED BY '{}';", "rosemary"), ("Authorization: token {}", KEY), ("X-Vault-Token: {}", KEY),
        ("Ocp-Apim-Subscription-Key: {}", HEX32), ("Cookie: sid={0}1; auth_token={0}; a=b", KEY),
        ("curl -b 'connect.sid={}' https://a.example", KEY), ("mysqldump --password={} shop", "rosemary"),
        ("nmcli dev wifi connect Home password {}", "rosemary"), ("echo {} | sudo -S reboot", "rosemary"),
        ("ldapsearch -x -D cn=a -w {} -b dc=b", "rosemary"), ("htpasswd -b .htpasswd maya {}", "rosemary"),
        ('network={{\n  psk="{}"\n}}', "rosemary9"), ("maya:$6$rounds=5000$Qx7pLm2k${}:19700:0:", KEY),
        ("$2y$12${}", KEY), ("pbkdf2_sha256$600000$Xk2pQ9m${}", BASE64), ("{{SSHA}}{}", BASE64),
        ("[Peer]\nPublicKey = a\nPresharedKey = {}", BASE64), ("otpauth://totp/A:b?issuer=A&secret={}",
        "JBSWYDPEHPKQPXPL"),
        ("AKIAQ4J5TZ7WDLK2MNOP\n{}", some(ALNUM, 40)), ("aws_session_token = {}", some(ALNUM, 300)),
        ("https://hooks.zapier.com/hooks/catch/1234567/{}/", "a7k2bq9"), ("jwt {}",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0"),
        ('<add key="MailPassword" value="{}" />', "rosemary"), ("spring.datasource.password={}", "rosemary"),
        ('"consumerSecret": "{}"', KEY), ('username = "app"\npassword = "{}"', "rosemary"),
        ("The 24 words of my Ledger: {}",
        "ribbon candy oval lemon wheat orbit castle fossil lunar pepper tennis violin"),
    ],
)  # fmt: skip
def test_a_secret_in_pasted_settings_is_masked(told, secret):
    masked = mask(told.format(secret))
    assert masked.secrets >= 1
    assert secret not in masked.text
    assert mask(masked.text) == (masked.text, 0)


HEAD, FOOT = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    "told",
    [
        f"key: {{}}\n{FOOT}", f"{{}}\n{FOOT}", f"here it is {{}}\n{FOOT} thanks", f"{HEAD}\n{{}}",
        f"key: {HEAD} {{}} and no more",
        f"{HEAD}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F1A\n\n{{}}\n{FOOT}", f"> {HEAD}\n> {{}}\n",
        f'"private_key": "{HEAD}\\n{{}}\\n"', "key MIIEowIBAAKCAQEA{}", "b3BlbnNzaC1rZXktdjEAAAAA{}",
        "client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk{}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("between", ["\n", " ", "\r\n"])
def test_a_private_key_that_was_cut_off_is_masked(told, between):
    key = rows(4)
    masked = mask(told.format(between.join(key))).text
    assert not any(row in masked or row[20:50] in masked for row in key), masked


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASS=${DB_PASS}", "DB_PASSWORD=changeme", "MAIL_PASSWORD=<your password>", "API_KEY=your-api-key-here",
        "SECRET_KEY=replace_me_123", "SESSION_TOKEN=$(cat /run/token)", "PWD=/home/maya", "TESTS_PASS=12",
        "CACHE_KEY=users_v2",
        "SORT_KEY: created_at2", "S3_KEY=uploads/2024/cat12.png", "MAX_TOKEN=4096",
        "PUBLIC_KEY=ssh-ed25519 AAAAC3NzaC1l",
        "password: see the vault", "POSTGRES_PASSWORD_FILE: /run/secrets/pg1", "kind: ConfigMap\ndata:\n  a: bGlnaHQ=",
        "kind: Deployment\nspec:\n  secretName: shop-db-2", f"The file ends with {FOOT} as it should.",
        f"A key begins with {HEAD} and then come its lines",
        "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ",
        "machine learning login flow password reset", "src/app.py:5432:12:error:unused", '"auth": "oauth2"',
        "https://a.example/p?token_type=bearer&key=name", f"https://a.example/commit/{'9fceb02d' * 5}",
        "ALTER USER a WITH PASSWORD :'p';",
        "Authorization: Bearer $TOKEN", "X-Api-Key: {{api_key}}", "Cookie: theme=dark; lang=en",
        "mysqldump -u root -p shop",
        "it costs $6$ or $12$", f"PublicKey = {BASE64}", "otpauth://totp/NAME?secret=YOUR_SECRET",
        "password = getpass.getpass()",
        "password=os.environ['DB_PASSWORD']", "connect(user=user, password=password)", "self.password = password",
        'password: "{{ vault_db_password }}"', "password: !vault |", "(using password: YES)", '"password": "Kennwort"',
        "username = fields.Str(required=True)\npassword = fields.Str(required=True)",
        "username = valid['username']\npassword = valid['password']",
        "user: maya\npassword: required", "username: string\npassword: string", "password = var.db_password2",
        "Idempotency-Key: 7f3d9c2e-1b4a-4c6d-8e2f-0a1b2c3d4e5f", "monkey=banana12", "const accessToken = getToken2();",
        "the words of the song are: red green blue", "'forgotPassword': 'Forgot your password?'", "keyboard: qwerty102",
    ],
)  # fmt: skip
def test_settings_that_hold_no_secret_stay(text):
    assert mask(text) == (text, 0)


UNITS = [
    "kind: Secret\n", "kind: Secret\ndata:\n a: b\n", " data:\n", "ABCDEFGHIJKLMNOPQR\n", "A" * 16 + "  ", f"{HEAD}\n",
    f"{HEAD} Ab: ", "$6$aaaaaaaaaaaaaaaaaaaa", "A_TOKEN=", "password: '", "user=a\n", "?a_a_a_", "machine a login b ",
    'key="password" ', "Cookie: sid=aaaaaaaaaaaaaaaaa;", "curl -b", "AKIAAAAAAAAAAAAAAAAA ", "ldapsearch ", '"data":{',
]  # fmt: skip
SIGNS = f"kind: secret {FOOT} password user key token secret = "  # so that each format is looked for


@pytest.mark.timed
@pytest.mark.parametrize("unit", UNITS)
def test_time_goes_with_the_length_of_what_is_pasted(unit):
    def spent(length: int) -> float:
        text = SIGNS + unit * (length // len(unit))
        return taken(lambda: mask(text))

    spent(1_000)
    short, long = (min(spent(length) for _ in range(5)) for length in (10_000, 20_000))
    assert long < max(3 * short, 0.03)
