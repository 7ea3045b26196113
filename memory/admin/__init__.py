"""The curators' desk: Django's admin in django-unfold's dress, with pages of its own.

`scope` says whose rows a person sees and `roles` what they may do; `site` holds the desk's own addresses. Every change
goes through the services that the API uses too.
"""

from django.contrib import admin
from django.db import transaction

from . import (
    accounts,
    addresses,
    again,
    ask,
    blocks,
    by_hand,
    curation,
    dashboard,
    entities,
    erasing,
    history,
    mail,
    memories,
    memory_tests,
    namespaces,
    palette,
    people,
    reliability,
    running,
    sessions,
    site,
    system,
    timetable,
    trials,
    webhooks,
)  # fmt: skip
from .inbox import pages as inbox

__all__ = [
    "accounts",
    "addresses",
    "again",
    "ask",
    "blocks",
    "by_hand",
    "curation",
    "dashboard",
    "entities",
    "erasing",
    "history",
    "inbox",
    "mail",
    "memories",
    "memory_tests",
    "namespaces",
    "palette",
    "people",
    "reliability",
    "running",
    "sessions",
    "system",
    "timetable",
    "trials",
    "webhooks",
]

# Unfold's site asks for these before its own addresses are made.
admin.site.extra_urls = lambda: site.pages  # type: ignore[attr-defined]
admin.site.search = palette.search  # type: ignore[attr-defined]
admin.site.login = again.login(admin.site.login)  # type: ignore[method-assign]
# Django stores a new password, and then the login that goes on: both, or neither.
admin.site.password_change = transaction.atomic(admin.site.password_change)  # type: ignore[method-assign]
