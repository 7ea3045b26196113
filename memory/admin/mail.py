"""Mail: who wants the digest of contradictions, and the page of its links, which wants no login."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from ..models import ConflictDecision, MailDigest
from ..problems import of_store
from ..services.curating import mailing
from ..services.errors import InvalidInput, NotFound, StateConflict
from . import again, base, roles, scope
from .site import page, show

OUTCOMES = {
    ConflictDecision.NEW: "The new one holds", ConflictDecision.OLD: "The old one holds",
    ConflictDecision.BOTH: "Both hold",
}  # fmt: skip
NAMED = 30  # namespaces that the page lists


@page("mail/", "memory_mail", roles.CURATE)
def own_mail(request: HttpRequest) -> HttpResponse:
    """Whether the person gets open contradictions by mail."""
    user = cast("User", request.user)
    if request.method == "POST":
        wanted = request.POST.get("wanted") == "yes"
        said = "You get open contradictions by mail from now on." if wanted else "No mail is sent to you any more."
        base.attempt(request, lambda: mailing.subscribe(user, wanted), said)
        return HttpResponseRedirect(reverse("admin:memory_mail"))
    spaces = list(scope.desk_of(request).namespaces().order_by("name")[: 10 * NAMED])
    return show(
        request, "mail.html", "My mail",
        digest=MailDigest.objects.filter(user=user).first(), address=user.email, ready=mailing.ready(),
        quoting=[one.name for one in spaces if one.own.memories_in_mail][:NAMED], hours=mailing.LASTS.days * 24,
    )  # fmt: skip


# The token of the address is what allows a decision: no cookie of a browser takes part in it.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a mailed link: looking changes nothing; a POST with `decision` decides, once."""
    try:
        if request.method != "POST":
            old, new = mailing.quotes(mailing.open_link(token).conflict)
            return _shown(request, 200, old=old, new=new, choices=OUTCOMES.items())
        conflict = mailing.decide(token, request.POST.get("decision", ""))
    except NotFound as error:
        return _shown(request, 410, refusal=error.detail)
    except (InvalidInput, StateConflict) as error:
        return _shown(request, 400, refusal=error.detail)
    except DatabaseError as error:
        if (problem := of_store(error)) is None:
            raise
        return again.answered_as(problem, _shown(request, problem.status, refusal=problem.detail.rstrip(".")))
    old, new = mailing.quotes(conflict)
    return _shown(request, 200, old=old, new=new, decided=OUTCOMES[ConflictDecision(conflict.decision)])


def _shown(request: HttpRequest, status: int, **told: Any) -> HttpResponse:
    answer = render(
        request,
        "memory_admin/mailed.html",
        {**admin.site.each_context(request), "title": "A contradiction", **told},
        status=status,
    )
    answer["Referrer-Policy"] = "no-referrer"  # the address is the permission
    # Django logs the address of a refusal unless this is there; the link may still live.
    answer.__dict__["_has_been_logged"] = True
    return answer
