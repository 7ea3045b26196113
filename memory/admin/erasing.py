"""Erasing for good: a page that says all that would go, and erases it when the name of it is typed.

The service is that of `POST /erasures`. What the page showed is what goes: where the list has changed since, the page
shows it again first.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse

from ..models import ErasedWhat, Erasure, Kind, Memory, Namespace
from ..services.errors import MemoryServiceError, NotFound
from ..services.graph import entities
from ..services.upkeep import erasure_plans, erasures
from . import base, roles, scope
from .site import page, show

SHOWN = 200  # memories of each kind, and entities, that the page lists; of the others the number
MOST_TARGETS = 100  # as in POST /erasures


@dataclass(frozen=True)
class Meant:
    """What a person means to erase, and what they type to say so."""

    namespace: Namespace
    what: ErasedWhat
    targets: list[str]
    called: str
    typed: str


@page("erase/", "memory_erase", roles.OPERATE)
def erase(request: HttpRequest) -> HttpResponse:
    """All that would go. Sent with the name typed, it is erased by a worker, and the run's page is shown."""
    sent = request.POST if request.method == "POST" else request.GET
    try:
        meant = _meant(request, sent)
        planned = erasure_plans.plan(meant.namespace, meant.what, *meant.targets)
    except NotFound:
        return base.gone_page(request, Memory._meta, erased=_erased(request, sent))
    except MemoryServiceError as error:
        raise Http404(error.detail) from error
    if request.method == "POST":
        if sent.get("seen") != _seal(planned):
            messages.warning(request, "Nothing was erased: what would go has changed. Look at the list again.")
        elif sent.get("typed", "").strip() != meant.typed:
            messages.error(request, f"Nothing was erased: what you typed is not {meant.typed}.")
        else:
            return _ask(request, meant)
    return show(
        request, "erase.html", f"Erase {meant.called} for good",
        meant=meant, planned=planned, seen=_seal(planned), parts=_parts(meant.namespace, planned),
        left_alone=[entity.canonical_name for entity in erasure_plans.left_alone(meant.namespace, planned)[:SHOWN]],
        opts=Memory._meta,
    )  # fmt: skip


def address(namespace: Namespace, what: ErasedWhat, *targets: str) -> str:
    """Of the page on which these are erased."""
    asked = [("namespace", namespace.name), ("what", str(what)), *(("target", target) for target in targets)]
    return f"{reverse('admin:memory_erase')}?{urlencode(asked)}"


def _meant(request: HttpRequest, sent: QueryDict) -> Meant:
    """What the address or the form names. Raises NotFound, and Http404 for what is no erasure or was not granted."""
    namespace = get_object_or_404(scope.desk_of(request).namespaces(), name=sent.get("namespace", ""))
    what, targets = sent.get("what", ""), list(dict.fromkeys(sent.getlist("target")))
    if what not in ErasedWhat.values or len(targets) > MOST_TARGETS:
        raise Http404("no such erasure")
    chosen = ErasedWhat(what)
    if (chosen == ErasedWhat.NAMESPACE) == bool(targets) or (chosen != ErasedWhat.MEMORY and len(targets) > 1):
        raise Http404("no such erasure")
    if chosen == ErasedWhat.NAMESPACE:
        return Meant(namespace, chosen, [], f"the namespace {namespace.name}", namespace.name)
    if chosen == ErasedWhat.ENTITY:
        name = entities.get_entity(namespace, targets[0]).canonical_name
        return Meant(namespace, chosen, targets, f"all that speaks of {name}", name)
    if chosen == ErasedWhat.SESSION:
        return Meant(namespace, chosen, targets, f"the session {targets[0]}", targets[0])
    if len(targets) > 1:
        return Meant(namespace, chosen, targets, f"{len(targets)} memories", namespace.name)
    return Meant(namespace, chosen, targets, "a memory", targets[0])


def _erased(request: HttpRequest, sent: QueryDict) -> Erasure | None:
    """The erasure that took what the address or the form names; None where something else took it, or nothing."""
    what = ErasedWhat(sent.get("what", ""))
    done = scope.desk_of(request).granted_rows(Erasure).filter(namespace__name=sent.get("namespace", ""), what=what)
    return done.filter(target=erasure_plans.subject(what, sent.getlist("target"))).order_by("pk").last()


def _seal(planned: erasure_plans.Plan) -> str:
    """Another one for each list of memories."""
    return hashlib.sha256(repr(sorted(planned.rows)).encode()).hexdigest()


def _parts(namespace: Namespace, planned: erasure_plans.Plan) -> list[tuple[str, int, list[Memory]]]:
    """(what, how many, the newest of them) for each kind of memory that goes."""
    kinds = ((Kind.EPISODE, planned.episodes), (Kind.FACT, planned.facts), (Kind.REFLECTION, planned.reflections))
    rows = Memory.objects.within(namespace).defer("embedding").order_by("-pk")
    return [
        (str(kind.label), len(keys), list(rows.filter(pk__in=sorted(keys)[-SHOWN:]))) for kind, keys in kinds if keys
    ]


def _ask(request: HttpRequest, meant: Meant) -> HttpResponse:
    try:
        asked = erasures.request(meant.namespace, meant.what, meant.targets, requested_by=base.actor(request).name)
    except MemoryServiceError as error:
        messages.error(request, f"Nothing was erased: {error.detail}.")
        return HttpResponseRedirect(address(meant.namespace, meant.what, *meant.targets))
    messages.success(request, "A worker erases it now. This page says when it is done, and what the scan found.")
    scope.go_to(request, asked)
    return HttpResponseRedirect(reverse("admin:memory_operation_change", args=[asked.pk]))
