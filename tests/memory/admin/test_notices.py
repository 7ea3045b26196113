"""What the desk tells a person on the next page."""

from __future__ import annotations

from hashlib import sha256

from django.contrib import messages
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpResponse
from django.test import RequestFactory

from memory.admin.notices import KeptOnFirstUse


def request_with(cookies=None):
    request = RequestFactory().get("/", headers={"Cookie": "; ".join(f"{k}={v}" for k, v in (cookies or {}).items())})
    request.session = {}
    return request


def test_what_is_told_stands_on_the_next_page_once():
    page = MessageMiddleware(lambda request: messages.success(request, "Kept.") or HttpResponse())
    cookies = {name: morsel.value for name, morsel in page(request_with()).cookies.items()}
    seen = []
    following = MessageMiddleware(lambda request: HttpResponse(seen.extend(map(str, messages.get_messages(request)))))
    answer = following(request_with(cookies))
    assert seen == ["Kept."]
    assert answer.cookies["messages"].value == ""


def test_what_a_cookie_cannot_hold_goes_into_the_session():
    request = request_with()
    long = [sha256(str(number).encode()).hexdigest() for number in range(100)]  # which compress badly
    MessageMiddleware(lambda request: [messages.info(request, text) for text in long] and HttpResponse())(request)
    assert request.session


def test_a_request_that_tells_nothing_makes_no_storage():
    request = request_with()
    MessageMiddleware(lambda request: HttpResponse())(request)
    assert isinstance(request._messages, KeptOnFirstUse)
    assert "storages" not in vars(request._messages)
