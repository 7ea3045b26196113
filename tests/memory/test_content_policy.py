"""What a page may load and run: every answer says it, and no page of ours needs more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

ROOT = Path(settings.BASE_DIR)
OURS = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("memory/**/*.html")]
HANDLER = re.compile(r"<[^>]*\son[a-z]+\s*=", re.I)
SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", re.I)


def _policy(response):
    found = response.headers["Content-Security-Policy"]
    return {name: set(values) for name, *values in (part.split() for part in found.split("; "))}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/livez", "/admin/login/", "/admin/", "/nowhere", "/api/v1/memories", "/api/v1/docs"])
def test_each_answer_tells_the_policy(path):
    policy = _policy(Client().get(path))
    assert policy["default-src"] == {"'self'"}
    assert policy["script-src"] == {"'self'", "'unsafe-eval'"}
    for closed in ("object-src", "base-uri", "frame-ancestors", "script-src-attr"):
        assert policy[closed] == {"'none'"}, closed
    assert policy["form-action"] == {"'self'"}
    assert policy["img-src"] <= {"'self'", "data:"}


@pytest.mark.django_db
def test_a_page_of_the_desk_tells_it_too(admin_client):
    assert _policy(admin_client.get(reverse("admin:memory_dashboard")))["default-src"] == {"'self'"}


@pytest.mark.parametrize("template", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_of_ours_holds_a_script(template):
    text = template.read_text(encoding="utf-8")
    assert not SCRIPT.search(text)
    assert not HANDLER.search(text)
    assert "javascript:" not in text
