"""Secrets in pasted settings, commands and keys are masked; settings that hold none stay."""

from __future__ import annotations

import pytest

from memory.redaction import mask


@pytest.mark.parametrize(
    "told,secret",
    [
        ("docker run -e POSTGRES_PASSWORD={} postgres", "tulipan"), ("PGPASSWORD={} psql -h db", "tulipan"),
        ('export STRIPE_SECRET="{}"', "abcDEF123456"), ('$env:GITHUB_TOKEN = "{}"', "ghx1234abcdef"),
        ("ansible_become_pass: {}", "tulip99"), ("aws_session_token = {}", "FwoGZXIvYXdzEBYaDKJ7example"),
        ("kind: Secret\ndata:\n  user: YWRt\n  tls.key: {}", "LS0tLS1CRUdJTiBQUkl"),
        ("apiVersion: v1\ndata:\n  db: {}\nkind: Secret\nmetadata:", "dHVsaXBhbg"),
        ("{}\n-----END RSA PRIVATE KEY-----", "qk3Xv1zWcZx0pYkz3JXvNfQ1rT9aLdK5"),
        ("the token is {} and was cut", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0"),
        ("machine api.example login me@x.example password {}", "hunter2x"), ("requirepass {}", "tulipan"),
        ('<add key="DbPassword" value="{}" />', "Xk9vQ2mZt7"), ('"auth": "{}"', "YWRtaW46aHVudGVyMg=="),
        ("https://x.example/hook?token={}", "a1b2c3d4e5f6"), ("admin:{}", "$apr1$x7h2k9q1$Zq9Y2mZt7Xk9vQ2mZt7"),
        ("root:{}:19000:0:99999:7:::", "$6$abcdefgh$kjhKJHkjhKJHkjhKJHkjhKJH12345"),
    ],
)  # fmt: skip
def test_a_secret_in_pasted_settings_is_masked(told, secret):
    masked = mask(told.format(secret))
    assert masked.secrets >= 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "password: ${DB_PASSWORD}", "DB_PASSWORD=", "DB_PASSWORD=changeme", 'POSTGRES_PASSWORD="$PG"',
        "docker run -e NODE_ENV=production app", "password_file: /run/secrets/pg", "token_type: bearer", "auth: none",
        "kind: ConfigMap\ndata:\n  logo: iVBORw0KGgoAAAANSUhEUgAAAAE", "secretName: web-tls-cert", "max_tokens: 4096",
        "secretKeyRef: db-credentials-2", "it costs $1$ or $2", "CACHE_KEY = USER_1", "sort_key = column2",
        "https://x.example/list?key=name", '<add key="Timeout" value="300s1" />', "The certificate ends -----END here",
    ],
)  # fmt: skip
def test_settings_that_hold_no_secret_stay(text):
    assert mask(text) == (text, 0)
