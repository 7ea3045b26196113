"""A form that is sent twice, by a double click or a reload, does once what it is for."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import transaction
from django.http import HttpRequest

SESSION_KEY = "memory_sent"
TWICE = "The form came twice: what it asks for was done once."
REMEMBERED = 50  # of the last forms of a login


class SentOnce(forms.Form):
    """A form with a name of its own, which its page brings along. What comes without one is a form of its own."""

    key = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid.uuid4)


def changed_once(request: HttpRequest, key: Any, change: Callable[[], object]) -> bool:
    """Make a change unless this login's form `key` has made it already; answers whether it was made now.

    What the change puts into the session is stored in its own transaction, so that a secret which is shown once is kept
    for the page that follows whenever there is something that it opens. The session's row is held meanwhile: two
    requests at once take turns, and the second sees what the first has put there.
    """
    session: Any = request.session
    with _stored_by_itself(session), transaction.atomic():
        row = session.model.objects.select_for_update().filter(pk=session.session_key).first()
        if row is None:
            raise SessionInterrupted("The login ended while the form was under way.")
        _take(session, session.decode(row.session_data))
        sent = session.get(SESSION_KEY, [])
        if str(key) in sent:
            messages.info(request, TWICE)
            return False
        change()
        session[SESSION_KEY] = [*sent, str(key or uuid.uuid4())][-REMEMBERED:]
        session.save()
    return True


@contextmanager
def _stored_by_itself(session: Any) -> Iterator[None]:
    """What is put into the session inside is not stored again at the request's end, over what came in between; and not
    at all where it was not stored inside."""
    before = dict(session.items())
    try:
        yield
    except BaseException:
        _take(session, before)
        raise
    finally:
        session.modified = False


def _take(session: Any, held: dict[str, Any]) -> None:
    session.clear()
    session.update(held)
