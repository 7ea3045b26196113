"""A trial of settings: asked for from a namespace's form, shown side by side, and the settings taken over."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from ..models import Namespace, NamespaceSettings, Trial
from ..models.namespace_settings import READERS
from ..services.trying import trials
from ..text import whole_number
from . import base, evidence, roles, scope
from .running import run_in_words
from .site import page, show

LEARN = 200  # turns, unless the person says otherwise
LISTED = 10

Side = list[tuple[str, str]]  # (line, "" | "old" | "new")


def begin(request: HttpRequest, namespace: Namespace, change: dict[str, Any]) -> HttpResponse:
    """Let a worker try the settings `change`; leads to the trial's page, or back to the form where it is refused."""
    learn = whole_number(request.POST.get("try_learn", "").strip() or "0")
    begun = base.attempt(
        request,
        lambda: trials.begin(
            namespace, change, questions=request.POST.get("try_questions", "").splitlines(),
            learn=-1 if learn is None else learn, actor=base.actor(request),
        ),
        "A worker tries it now; this page shows what comes of it.",
    )  # fmt: skip
    if begun is None:
        return HttpResponseRedirect(reverse("admin:memory_namespace_change", args=[namespace.pk]))
    return HttpResponseRedirect(reverse("admin:memory_trial", args=[begun.uid]))


def by_rules() -> bool:
    """Whether facts are learnt without a language model, so that no prompt tells in what is learnt."""
    return bool(settings.MEMORY_FACTS_PROVIDER == "rules")


def lately(namespace: Namespace) -> list[Trial]:
    """The trials of the namespace that are still kept, the newest first."""
    rows = trials.kept(Trial.objects.within(namespace)).defer("found", "questions")
    return list(rows.select_related("run").order_by("-pk")[:LISTED])


@page("trials/<str:uid>/", "memory_trial", roles.OPERATE)
def trial(request: HttpRequest, uid: str) -> HttpResponse:
    """What was tried, and how facts and blocks would differ."""
    found = _in_sight(request, uid)
    told = trials.TrialFindings.of(found.found) if found.found else None
    asked = told.asked if told else []
    return show(
        request, "trial.html", f"Trial of settings: {found.namespace.name}", trial=found, told=told,
        changed=_changed(found), by_rules=by_rules(), current=found.namespace.settings == found.before,
        differing=[(one, *_beside(one.now, one.then)) for one in asked if one.differs],
        alike=[one for one in asked if not one.differs],
        **(run_in_words(found.run) if found.run else {}),
    )  # fmt: skip


@page("trials/<str:uid>/take/", "memory_trial_take", roles.OPERATE)
@require_POST
def take(request: HttpRequest, uid: str) -> HttpResponse:
    """Let the tried settings be the namespace's."""
    if not request.user.has_perm("memory.change_namespace"):
        raise PermissionDenied
    found = _in_sight(request, uid)
    done = base.attempt(request, lambda: trials.take_over(found), "These settings hold from now on.")
    target = ("admin:memory_namespace_change", found.namespace_id) if done else ("admin:memory_trial", uid)
    return HttpResponseRedirect(reverse(target[0], args=[target[1]]))


def _in_sight(request: HttpRequest, uid: str) -> Trial:
    rows = trials.kept(scope.desk_of(request).granted_rows(Trial))
    found: Trial = get_object_or_404(rows.select_related("namespace", "run"), uid=uid)
    return found


def _changed(found: Trial) -> list[dict[str, Any]]:
    """What holds under both settings where that differs: {name, old, new}."""
    old, new = NamespaceSettings.of(found.before), NamespaceSettings.of(found.tried)
    return [
        {"name": name, "old": _told(getattr(old, name)), "new": _told(getattr(new, name))}
        for name in READERS
        if getattr(old, name) != getattr(new, name)
    ]


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "":
        return "the built-in words"
    return evidence.said(list(value) if isinstance(value, tuple) else value)


def _beside(now: str, then: str) -> tuple[Side, Side]:
    """The lines of both blocks; those that the other has not are marked."""
    left, right = now.splitlines(), then.splitlines()
    matched = difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    sides: tuple[Side, Side] = ([], [])
    for kind, a, b, c, d in matched:
        sides[0].extend(_marked(left[a:b], "" if kind == "equal" else "old"))
        sides[1].extend(_marked(right[c:d], "" if kind == "equal" else "new"))
    return sides


def _marked(lines: Sequence[str], mark: str) -> Side:
    return [(f"{line}\n", mark) for line in lines]
