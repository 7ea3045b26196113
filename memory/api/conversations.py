"""What agents do all day: turns in, context out, search."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, handed, presentation
from ..arguments import as_turn
from ..fields import SessionId, instant
from ..search.composing import PARTS
from ..services.curating import questions
from ..services.handing import context as contexts
from ..services.handing import retrieval
from ..services.talk import episodes, sessions
from .auth import READ_VISIBLE, READ_VISIBLE_SPACES, WRITE_BLINDLY, ApiRequest
from .idempotency import once
from .pagination import Paging, page_json
from .requests import ContextQuery, Messages, SearchQuery
from .responses import json_response

router = Router(tags=["Agents"])


@router.post(
    "/sessions/{any:session_id}/messages", auth=WRITE_BLINDLY, response={201: answers.IngestedJson}, summary="Add turns"
)
def add_messages(request: ApiRequest, session_id: SessionId, payload: Messages) -> HttpResponse:
    """Keep the turns of a conversation: all of them, or none.

    No model and no embedding stands in the way; facts are learnt later. A turn whose `external_id` the session knows
    already is answered with its id and `duplicate: true`; with other content it is a 409. The first message of a new
    session completes the namespace's other open sessions.
    """
    caller = request.auth

    def work() -> answers.IngestedJson:
        turns = [as_turn(message) for message in payload.messages]
        return presentation.ingested_json(episodes.ingest_turns(caller.namespace_name, session_id, turns, caller.actor))

    return once(request, work, status=201)


@router.get(
    "/sessions/{any:session_id}/messages",
    auth=READ_VISIBLE,
    response=answers.MemoriesJson,
    summary="The turns of a session",
)
def session_messages(request: ApiRequest, session_id: SessionId, filters: Query[Paging]) -> HttpResponse:
    """In the order in which they came; with the scope `admin` those in quarantine too, which say so. A page ends early,
    with its `next`, where it would be larger than 4 MiB."""
    namespace = request.auth.namespace
    sessions.get_session(namespace, session_id)
    rows = episodes.transcript(namespace, session_id).without(request.auth.hidden).defer("embedding")
    if "admin" not in request.auth.scopes:
        rows = rows.readable()
    show = partial(presentation.memory_json, namespace=namespace)
    return json_response(page_json(rows, filters, show, name="messages", newest_first=False))


@router.post("/context", auth=READ_VISIBLE_SPACES, response=handed.ContextJson, summary="Context for a prompt")
def build_context(request: ApiRequest, payload: ContextQuery) -> HttpResponse:
    """What is known and bears on `prompt`, as a Markdown block: standing instructions, facts, what was said, the latest
    reflection; of other sessions, unless `include_current`; empty where nothing is related.

    Each line has a mark (`m1`); the `mark` of each of `memories` says in which line it stands. It never fails because a
    part is missing: it answers with what it has, and says so in `degraded`. `GET /contexts/{id}` gives the block back.
    `left_off` counts the last of `memories` that are not answered because the answer would be larger than 4 MiB; their
    lines stand in the block.

    Where an earlier block told this session something that was corrected, or superseded as wrong, or withdrawn by a
    person since, the block starts with a notice, once; the same prompt within 60 s gets it again.

    `question` is what the memory would like to be told: something in doubt that bears on `prompt`, once a session. The
    user's answer goes to `POST /questions/{id}`.

    With `X-Memory-Namespaces` it is of several namespaces; the reflection, the question and the current session are the
    first one's.

    With `valid_at` or `known_at` it is the block of another time, of what held and was known then: nobody is handed it,
    and it has no `id`.
    """
    namespace = request.auth.namespace
    built = contexts.build(
        namespace,
        payload.prompt,
        session_id=payload.session_id,
        limit=payload.limit,
        max_tokens=payload.max_tokens,
        include=payload.include or PARTS,
        include_current=payload.include_current,
        as_of=instant(payload.as_of),
        valid_at=instant(payload.valid_at),
        known_at=instant(payload.known_at),
        explain=payload.explain,
        record=not payload.explain,
        hidden=request.auth.hidden,
        others=request.auth.others,
    )
    question = None
    # A question tells of facts, whatever is hidden from the key.
    if not request.auth.hidden and not payload.explain and payload.valid_at is None and payload.known_at is None:
        question, degraded = questions.offer(namespace, payload.session_id, payload.prompt, built)
        built = replace(built, degraded=[*built.degraded, *degraded])
    return json_response(handed.context_json(built, request.auth.read_namespaces, question))


@router.post("/memories/search", auth=READ_VISIBLE_SPACES, response=handed.FoundJson, summary="Search")
def search_memories(request: ApiRequest, payload: SearchQuery) -> HttpResponse:
    """Hybrid search by words, meaning and entities, the best first. Any text is a valid query.

    With `X-Memory-Namespaces` several namespaces are searched in one ranking; `namespace` says where each hit is from.
    Filters act inside each arm. `tags` and `attributes`: memories that carry every one of them. `event_after` is
    inclusive, `event_before` exclusive. With `valid_at` or `known_at` the search is about another time: it finds what
    held and was known then, also what was retired since, and records no recall. With `explain` each hit says how it got
    there, and no recall is recorded; `why_not` adds what became of one memory. `left_off` counts the last hits that are
    not answered because the answer would be larger than 4 MiB.
    """
    namespace = request.auth.namespace
    asked: dict[str, Any] = {
        "kind": payload.kind,
        "tags": payload.tags or [],
        "limit": payload.limit,
        "exclude_session_id": payload.exclude_session_id,
        "session_id": payload.session_id,
        "event_after": instant(payload.event_after),
        "event_before": instant(payload.event_before),
        "as_of": instant(payload.as_of),
        "valid_at": instant(payload.valid_at),
        "known_at": instant(payload.known_at),
        "attributes": payload.attributes or {},
        "hidden": request.auth.hidden,
        "others": request.auth.others,
    }
    found = retrieval.search(namespace, payload.query, **asked, explain=payload.explain, record=not payload.explain)
    answer = handed.found_json(found, request.auth.read_namespaces)
    if payload.why_not is not None:
        fate = retrieval.why_not(namespace, payload.query, payload.why_not, **asked)
        answer["why_not"] = handed.why_not_json(payload.why_not, fate)
    return json_response(answer)
