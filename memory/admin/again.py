"""What a person typed is never lost: a login that ended, a page older than the login, a store that takes no writes, and
a refusal hand it back.

Nothing of it is stored for strangers: it travels with the login form, and comes back as a form to send.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.csrf import csrf_failure

from ..problems import Problem, of_store
from ..services import standing
from . import tabs, typed

View = Callable[..., HttpResponse]

SESSION_KEY = "memory_kept"
MOST_CHARACTERS = 200_000  # of what a refusal keeps for the page that follows
FIELD = "kept"  # of the login form
NOT_TYPED = {"csrfmiddlewaretoken", FIELD}
BUTTONS = {"set-password", "unset-password"}  # of Django's page of a person's password
# What a page sends of its own.
COMMANDS = {"verb", "seq", "side", "version", "was", "key", "elsewhere", "wanted", *BUTTONS}
NO_PASSWORDS = {"usable_password", *BUTTONS}  # whatever their names say
# Of Django's rows within a form: how many there are, whose they are, and the empty one that a script copies.
_OF_ROWS = re.compile(r".+-(?:(?:TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS|__prefix__-.*|\d+-(?:id|user))|initial-.+")


def fields_of(request: HttpRequest) -> list[tuple[str, str]]:
    """What a form held. A password is not kept: it would be shown."""
    typed_in = [(name, values) for name, values in request.POST.lists() if not _is_password(name)]
    return [(name, str(value)) for name, values in typed_in if name not in NOT_TYPED for value in values]


def passwords_of(request: HttpRequest) -> list[str]:
    """The names of the passwords that a form held, which have to be typed again."""
    return [name for name, value in request.POST.items() if value and _is_password(name)]


def _is_password(name: str) -> bool:
    return "password" in name and name not in NO_PASSWORDS


# --- A login that ended, and a page that is older than the login -----------------------------------------------------


class KeepsWhatWasTyped:
    """Answers a form that was sent to the admin without a login by the login page, which keeps what the form held; and
    what the store did not take by a page that says why, and keeps it too."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method != "POST" or match is None or match.app_name != "admin" or typed.asked_by_script(request):
            return None
        if request.user.is_authenticated or match.url_name in {"login", "logout", *typed.names}:
            return None
        return sign_in(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return not_stored(request, error)


def sign_in(request: HttpRequest) -> HttpResponse:
    """The login page, for whoever sent a form without a login."""
    sent = {"path": request.get_full_path(), "fields": fields_of(request), "passwords": passwords_of(request)}
    answer = _login_page(request, json.dumps(sent))
    answer.status_code = 401
    return answer


def _login_page(request: HttpRequest, kept: str, **told: Any) -> HttpResponse:
    asked = copy.copy(request)
    asked.method, asked.user = "GET", AnonymousUser()
    answer: HttpResponse = admin.site.login(asked, {FIELD: kept, "app_path": reverse("admin:login"), **told})
    return answer


def login(original: View) -> View:
    """Django's login, after which what was typed before it is there to be sent."""

    def view(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        kept = request.POST.get(FIELD, "")
        # On a full disk a wrong password is counted, too.
        with standing.reserve_open():
            answer = original(request, {**({FIELD: kept} if kept else {}), **(extra_context or {})})
        found = _read(kept) if kept and answer.status_code == 302 else None
        return answer if found is None else to_send(request, *found, "You are signed in again.")

    return view


def to_send(
    request: HttpRequest, path: str, fields: Sequence[tuple[str, str]], passwords: Sequence[str], why: str
) -> HttpResponse:
    """What was typed, as a form that sends it where it was to go. Nothing is done before a person presses, and has
    typed `passwords` again."""
    shown = [(name, value) for name, value in fields if not _is_own(name)]
    own = [(name, value) for name, value in fields if _is_own(name)]
    context = {**admin.site.each_context(request), "title": "Not stored yet", "path": path, "why": why}
    return render(request, "memory_admin/again.html", {**context, "typed": shown, "own": own, "passwords": passwords})


def _is_own(name: str) -> bool:
    """Whether a page sends the field of its own."""
    return name in COMMANDS or name.startswith("_") or _OF_ROWS.fullmatch(name) is not None


def _read(kept: str) -> tuple[str, list[tuple[str, str]], list[str]] | None:
    """The path, the fields and the passwords' names of a login form; None for what no login form of ours holds."""
    try:
        told = json.loads(kept)
        path, fields = str(told["path"]), [(str(name), str(value)) for name, value in told["fields"]]
        passwords = [str(name) for name in told.get("passwords", [])]
    except (ValueError, TypeError, KeyError):
        return None
    # A path of the admin, and nothing that a browser reads as another host.
    inside = tabs.without(path).startswith(tabs.without(reverse("admin:index")))
    return (path, fields, passwords) if inside else None


def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls it (CSRF_FAILURE_VIEW) in the place of a view whose form has no valid token."""
    if typed.asked_by_script(request):
        return typed.answer(typed.AnswerKind.EXPIRED, "The page is older than the login.")
    match = request.resolver_match
    # What another site sends is no page of ours that grew old: the browser says so, and no site can say otherwise.
    if match is None or match.app_name != "admin" or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return csrf_failure(request, reason)
    if match.url_name in {"login", "logout"}:
        return HttpResponseRedirect(reverse("admin:index"))
    if not request.user.is_authenticated:
        return sign_in(request)
    why = "The page was older than your login."
    answer = to_send(request, request.get_full_path(), fields_of(request), passwords_of(request), why)
    answer.status_code = 403
    return answer


# --- A store that takes no writes -----------------------------------------------------------------------------------


class StoresLogins(SessionMiddleware):
    """Django's own, after which a login's row that the store did not take is told as anything else that it did not. A
    page that was only looked at is shown all the same: what it told once is told once more."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except DatabaseError as error:
            if request.method in {"GET", "HEAD"} and of_store(error) is not None:
                return response
            answer = not_stored(request, error)
            if answer is None:
                raise
            return answer


def not_stored(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """What the admin answers where the store is busy or takes no writes, with all that was typed; None for any other
    error, and elsewhere."""
    match, problem = request.resolver_match, of_store(error)
    if problem is None or match is None or match.app_name != "admin":
        return None
    if typed.asked_by_script(request):
        answer: HttpResponse = typed.answer(typed.AnswerKind.NOT_NOW, problem.detail)
    elif match.url_name == "login":
        request.session.modified = False  # nobody is signed in by half
        answer = _login_page(request, request.POST.get(FIELD, ""), refusal=problem.detail)
    elif request.method == "POST":
        asked_again = fields_of(request), passwords_of(request)
        answer = to_send(request, request.get_full_path(), *asked_again, problem.detail)
    else:
        context = {**admin.site.each_context(request), "title": "Not now", "why": problem.detail}
        answer = render(request, "memory_admin/not_now.html", context)
    return answered_as(problem, answer)


def answered_as(problem: Problem, answer: HttpResponse) -> HttpResponse:
    """The page `answer` with the status of `problem` and when to try again."""
    answer.status_code = problem.status
    for name, value in problem.headers.items():
        answer[name] = value
    return answer


# --- A refusal ------------------------------------------------------------------------------------------------------


def keep(request: HttpRequest, path: str = "", pieces: Any = None) -> None:
    """Keep what was typed for the next page, whose form to `path` (the one that was sent) it fills; `pieces` shows how
    it differs from what stands there now."""
    fields = [(name, value) for name, value in fields_of(request) if name not in COMMANDS]
    if not any(value.strip() for _, value in fields) or sum(len(value) for _, value in fields) > MOST_CHARACTERS:
        return
    request.session[SESSION_KEY] = {
        "path": path or request.path, "verb": request.POST.get("verb", ""), "fields": fields, "pieces": pieces or [],
    }  # fmt: skip


def kept(request: HttpRequest) -> dict[str, Any] | None:
    """What the last form held that was refused; told once."""
    if not hasattr(request, "_kept"):
        request._kept = request.session.pop(SESSION_KEY, None)  # type: ignore[attr-defined]
    found: dict[str, Any] | None = request._kept  # type: ignore[attr-defined]
    return found
