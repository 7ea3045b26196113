"""Conversations: their state, and asking for their consolidation. Their turns are in `conversations`."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..fields import SessionId
from ..models import Session
from ..services.memories import off_record
from ..services.talk import sessions
from .auth import READ, WRITE, ApiRequest
from .idempotency import once
from .pagination import page_json
from .requests import SessionChange, SessionFilters
from .responses import json_response

router = Router(tags=["Sessions"])


@router.get("/sessions", auth=READ, response=answers.SessionsJson, summary="List sessions")
def list_sessions(request: ApiRequest, filters: Query[SessionFilters]) -> HttpResponse:
    """Newest first."""
    rows = sessions.counted(request.auth.namespace)
    if filters.status is not None:
        rows = rows.filter(status=filters.status)
    return json_response(page_json(rows, filters, _shown, name="sessions"))


def _shown(found: list[Session]) -> list[answers.SessionJson]:
    return [presentation.session_json(session) for session in found]


@router.post(
    "/sessions/{any:session_id}/consolidate",
    auth=WRITE,
    response={202: answers.OperationJson},
    summary="Learn from a session now",
)
def consolidate_session(request: ApiRequest, session_id: SessionId) -> HttpResponse:
    """Complete the session and queue what is pending in it. The operation tells how it went."""
    caller = request.auth

    def work() -> answers.OperationJson:
        operation = sessions.request_consolidation(caller.namespace, session_id, requested_by=caller.actor.name)
        return presentation.operation_json(operation)

    return once(request, work, status=202)


# Last: its id is whatever the other routes left, so that a bad one is told from a missing one.
@router.get("/sessions/{any:session_id}", auth=READ, response=answers.SessionJson, summary="One session")
def get_session(request: ApiRequest, session_id: SessionId) -> HttpResponse:
    return json_response(presentation.session_json(sessions.get_session(request.auth.namespace, session_id)))


@router.patch(
    "/sessions/{any:session_id}", auth=WRITE, response=answers.SessionJson, summary="Whether a session is remembered"
)
def change_session(request: ApiRequest, session_id: SessionId, payload: SessionChange) -> HttpResponse:
    """With `remember: false` nothing that is said in the session is kept from now on. Its turns so far, and the facts
    that were learnt from them alone, are retired: no search and no block has them, and they can be restored; to remove
    them for good, erase them. The session need not exist yet. With `true` what is said later is kept again. More than
    1,000 memories of it are a 413: erase them."""
    caller = request.auth
    if payload.remember:
        session = off_record.keep(caller.namespace, session_id)
    else:
        session = off_record.drop(caller.written_namespace, session_id, actor=caller.actor)
    return json_response(presentation.session_json(session))
