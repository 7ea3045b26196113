"""What people may do in the admin: three seeded groups, each holding what the one before it holds.

A viewer looks; a curator also decides, corrects and undoes; an operator also runs things and hands out keys. Accounts,
groups and grants are a superuser's. Which namespaces somebody may look into is not a role's matter: see `scope`.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.text import get_text_list

from ..models import grants

VIEW, CURATE, OPERATE = "memory.view_memory", grants.CURATE, "memory.change_operation"

VIEWER = {
    "memory": [
        f"view_{model}"
        for model in (
            "namespace", "memory", "memorysource", "entity", "entityalias", "memoryentity", "session", "conflict",
            "review", "recall", "event", "operation", "metadata",
        )
    ],
}  # fmt: skip
CURATOR = {
    "memory": [*VIEWER["memory"], "add_memory", *(
        f"change_{model}" for model in ("memory", "entity", "session", "conflict", "review")
    )],
}  # fmt: skip
OPERATOR = {
    "memory": [
        *CURATOR["memory"], "change_namespace", "add_operation", "change_operation", "view_apikey", "add_apikey",
        "change_apikey",
    ],
    "django_celery_beat": ["view_periodictask", "change_periodictask"],
}  # fmt: skip
GROUPS: dict[str, dict[str, list[str]]] = {"viewer": VIEWER, "curator": CURATOR, "operator": OPERATOR}


def seed(groups: Any, permissions: Any) -> None:
    """Make the groups that are missing, through these models; one that is there is its owner's to change."""
    for name, wanted in GROUPS.items():
        group, made = groups.objects.get_or_create(name=name)
        if made:
            for app, codenames in wanted.items():
                group.permissions.add(*permissions.objects.filter(content_type__app_label=app, codename__in=codenames))


def may(request: HttpRequest, permission: str) -> bool:
    return bool(request.user.is_active and request.user.is_staff and request.user.has_perm(permission))


def require(request: HttpRequest, permission: str) -> None:
    """Raise PermissionDenied, which says whose page it is, unless the person's role holds `permission`."""
    if not may(request, permission):
        raise PermissionDenied(f"This is for {_holders(permission)}. Your role is: {name_of(request)}.")


def _holders(permission: str) -> str:
    """The seeded groups that hold `permission`, in words."""
    app, _, codename = permission.partition(".")
    named = [f"{name}s" for name, held in GROUPS.items() if codename in held.get(app, ())]
    return get_text_list(named or ["administrators"], "and")


def name_of(request: HttpRequest) -> str:
    """The role in one word, for the page's head."""
    if request.user.is_superuser:
        return "administrator"
    return next(
        (name for name, held in (("operator", OPERATE), ("curator", CURATE), ("viewer", VIEW)) if may(request, held)),
        "no role",
    )
