"""What a host calls by itself at fixed moments, so that memory works though its model never calls a tool."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Router

from .. import handed
from ..arguments import as_turn
from ..problems import invalid
from ..services.errors import NotFound
from ..services.handing import context as contexts
from ..services.talk import episodes, sessions
from .auth import ANY_SCOPE, ApiRequest
from .idempotency import once
from .requests import ClaudeCodeHook, HookEvent
from .responses import json_response

router = Router(tags=["Hooks"])


@router.post("/hooks/claude-code", auth=ANY_SCOPE, response=handed.HookAnswerJson, summary="Claude Code's hooks")
def claude_code_hook(request: ApiRequest, payload: ClaudeCodeHook) -> HttpResponse:
    """Takes a hook's payload as Claude Code sends it, and answers what Claude Code takes back.

    `UserPromptSubmit` (scope `read`): the context block for `prompt`, as `additionalContext`. `Stop`, `PreCompact`,
    `SessionEnd` (`write`): keeps `turns`, as messages of the session; after `SessionEnd` the session is complete.
    The service reads no file: `rememberd hooks run` reads the transcript where it lies and sends its turns.
    """
    caller = request.auth
    if payload.hook_event_name is HookEvent.PROMPT:
        caller.require("read")
        return json_response(_context(request, payload))
    caller.require("write")
    return once(request, lambda: _kept(request, payload))


def _context(request: ApiRequest, payload: ClaudeCodeHook) -> handed.HookAnswerJson:
    if payload.prompt is None:
        raise invalid(["body", "prompt"], "is needed with UserPromptSubmit")
    built = contexts.build(request.auth.namespace, payload.prompt, session_id=payload.session_id)
    if not built.block:
        return {}
    return {"hookSpecificOutput": {"hookEventName": HookEvent.PROMPT.value, "additionalContext": built.block}}


def _kept(request: ApiRequest, payload: ClaudeCodeHook) -> handed.HookAnswerJson:
    caller = request.auth
    if payload.turns:
        turns = [as_turn(message) for message in payload.turns]
        episodes.ingest_turns(caller.namespace_name, payload.session_id, turns, caller.actor)
    if payload.hook_event_name is HookEvent.END:
        _complete(request, payload.session_id)
    return {}


def _complete(request: ApiRequest, session_id: str) -> None:
    try:
        sessions.complete(request.auth.namespace, session_id)
    except NotFound:
        return  # a session in which nothing was said
