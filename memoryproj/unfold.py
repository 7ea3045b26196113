"""How the admin looks and what its navigation holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.templatetags.static import static
from django.urls import reverse, reverse_lazy

SITE = "memory.admin.site"


def _item(
    title: str, icon: str, link: str, permission: str = "may_view", query: str = "", **more: Any
) -> dict[str, Any]:
    target = reverse_lazy(f"admin:{link}")
    return {
        "title": title,
        "icon": icon,
        "link": (lambda request: f"{target}{query}") if query else target,
        "permission": f"{SITE}.{permission}",
        **more,
    }


def _tab(kind: str) -> Callable[[Any], str]:
    return lambda request: f"{reverse('admin:memory_memory_changelist')}?kind__exact={kind}"


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Rememberd",
    "SITE_HEADER": "Rememberd",
    "SITE_SYMBOL": "neurology",
    "SITE_URL": None,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("memory/icon.svg")}],
    "BORDER_RADIUS": "8px",
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "GLOBAL_CALLBACK": f"{SITE}.head",
    "DASHBOARD_CALLBACK": "memory.admin.dashboard.index",
    "STYLES": [lambda request: static("memory/desk.css")],
    "SCRIPTS": [],
    "COLORS": {
        "primary": {
            "50": "oklch(97.8% .016 180)",
            "100": "oklch(94.8% .035 180)",
            "200": "oklch(90.5% .062 181)",
            "300": "oklch(84.0% .090 182)",
            "400": "oklch(76.0% .105 183)",
            "500": "oklch(66.0% .105 185)",
            "600": "oklch(50.5% .086 188)",
            "700": "oklch(44.0% .074 190)",
            "800": "oklch(38.0% .060 192)",
            "900": "oklch(33.0% .048 194)",
            "950": "oklch(24.0% .038 196)",
        },
    },
    "SIDEBAR": {
        "show_search": True,
        "command_search": True,
        "navigation": [
            {
                "items": [
                    _item("Inbox", "inbox", "memory_inbox", "may_curate", badge=f"{SITE}.waiting"),
                    _item("Dashboard", "space_dashboard", "memory_dashboard"),
                    _item("Ask the memory", "forum", "memory_ask"),
                    _item("My mail", "mail", "memory_mail", "may_curate"),
                ]
            },
            {
                "title": "Curate",
                "separator": True,
                "items": [
                    _item("Memories", "lightbulb", "memory_memory_changelist", query="?kind__exact=fact"),
                    _item("Entities", "hub", "memory_entity_changelist"),
                    _item("Sessions", "chat", "memory_session_changelist"),
                    _item("Reviews", "checklist", "memory_review_changelist"),
                    _item("Conflicts", "call_split", "memory_conflict_changelist"),
                    _item("Memory tests", "rule", "memory_tests"),
                    _item("History", "history", "memory_event_changelist"),
                ],
            },
            {
                "title": "Run",
                "separator": True,
                "items": [
                    _item("Schedules and runs", "schedule", "memory_running"),
                    _item("Namespaces", "folder_open", "memory_namespace_changelist"),
                    _item("API keys", "key", "memory_apikey_changelist", "may_operate"),
                    _item("Webhooks", "webhook", "memory_webhooks", "may_operate"),
                    _item("System", "monitor_heart", "memory_system", "may_operate"),
                ],
            },
            {
                "title": "People",
                "separator": True,
                "items": [
                    _item("People", "group", "memory_people", "is_administrator"),
                    _item("Accounts", "person", "auth_user_changelist", "is_administrator"),
                    _item("Roles", "shield_person", "auth_group_changelist", "is_administrator"),
                    _item("Who handed out what", "receipt_long", "admin_logentry_changelist", "is_administrator"),
                ],
            },
        ],
    },
    "TABS": [
        {
            "models": ["memory.memory"],
            "items": [
                {
                    "title": title,
                    "link": _tab(kind),
                    "permission": f"{SITE}.may_view",
                }
                for title, kind in (("Facts", "fact"), ("Turns", "episode"), ("Reflections", "reflection"))
            ],
        },
    ],
}  # fmt: skip
