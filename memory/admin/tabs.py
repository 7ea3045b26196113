"""Each tab of a browser looks at a namespace of its own, which stands in the address: `/at/acme,alice/admin/…`.

A namespace's name holds no comma, so that one stands for each slash of it; `*` is all of them. Inside such a request
the address without it is looked up, and every address that is made leads on in the same namespace. An address without
it begins where the person last picked, and a browser is led to the one that says so: what another tab picks later
changes nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import get_script_prefix, set_script_prefix

from . import scope, typed

View = Callable[..., HttpResponse]

ADDRESS = re.compile(r"(/at/(?:([A-Za-z0-9._:@~,-]{1,200})|\*))(/admin/.*)", re.DOTALL)
NO_PAGES = {"login", "logout", "jsi18n"}


def without(address: str) -> str:
    """The address that is meant in whichever tab."""
    found = ADDRESS.fullmatch(address)
    return found[3] if found else address


def opens_a_page(request: HttpRequest) -> bool:
    """Whether a browser opens a page: only then HTML is asked for by name."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


class LooksAtItsOwn:
    """Reads the namespace of the tab off the address, and lets all that is made of it lead on there."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = ADDRESS.fullmatch(request.path_info)
        if found is None:
            return self.get_response(request)
        request.path_info = found[3]
        with _leading_to(found[1]):
            scope.look_at(request, found[1].removeprefix("/at/").replace(",", "/"))
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponse | None:
        match, user = request.resolver_match, request.user
        if match is None or match.app_name != "admin" or match.url_name in NO_PAGES or not user.is_authenticated:
            return None
        asked, desk = scope.asked_of(request), scope.desk_of(request)
        if asked and asked != desk.name:  # it was not granted, or is not there
            if request.method not in {"GET", "HEAD"}:
                raise Http404
            if opens_a_page(request):  # where it leads shows the same page of another namespace
                messages.warning(
                    request, f"There is no namespace {asked!r} that you were granted: this is another one."
                )
            return HttpResponseRedirect(without(request.get_full_path()))
        # A script of the desk has its page's address.
        if asked or not desk.name or not opens_a_page(request) or match.url_name in typed.names:
            return None
        return HttpResponseRedirect(scope.tab_of(desk.name) + request.get_full_path())


@contextmanager
def _leading_to(prefix: str) -> Iterator[None]:
    before = get_script_prefix()
    set_script_prefix(prefix)
    try:
        yield
    finally:
        set_script_prefix(before)
