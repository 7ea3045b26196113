"""What the desk answers to a person who may not open a page, or asks for what is not there: why, and a way on."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.views import defaults

from . import again, base, roles, site, typed


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls it (handler403) for a PermissionDenied."""
    if not _at_the_desk(request):
        return defaults.permission_denied(request, exception)
    _keep(request)
    why = str(exception) or f"Your role does not allow this. It is: {roles.name_of(request)}."
    answer = site.show(request, "forbidden.html", "Not allowed", why=why)
    answer.status_code = 403
    return answer


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls it (handler404) for an Http404."""
    if not _at_the_desk(request):
        return defaults.page_not_found(request, exception)
    _keep(request)
    if isinstance(exception, base.Gone):
        return base.gone_page(request, exception.opts, taken_in_by=exception.taken_in_by)
    return base.gone_page(request)


def _at_the_desk(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.app_name == "admin" and admin.site.has_permission(request)


def _keep(request: HttpRequest) -> None:
    """What was typed stands on the page that says why it was not stored."""
    if request.method == "POST" and not typed.asked_by_script(request):
        again.keep(request)
