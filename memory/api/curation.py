"""What waits for a judge: conflicts between facts, and the review queue."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, handed, presentation, sealed
from ..models import Conflict, ConflictStatus, Review, ReviewDecision, ReviewStatus
from ..problems import invalid, missing
from ..services.curating import deciding, questions
from ..text import whole_number
from .auth import READ, WRITE, ApiRequest
from .idempotency import once
from .pagination import page_json
from .requests import AnswerToQuestion, ConflictFilters, Resolution, ReviewAnswer, ReviewFilters
from .responses import json_response

router = Router(tags=["Curation"])


@router.get("/conflicts", auth=READ, response=answers.ConflictsJson, summary="List conflicts")
def list_conflicts(request: ApiRequest, filters: Query[ConflictFilters]) -> HttpResponse:
    """Newest first. Open are those that wait for a decision: what has a retired fact does not. A page ends early, with
    its `next`, where it would be larger than 4 MiB."""
    namespace = request.auth.namespace
    rows = _conflicts(request).select_related("new_fact", "old_fact", "decided_in")
    if filters.status is not None:
        rows = rows.filter(Conflict.WAITING if filters.status == ConflictStatus.OPEN else Q(status=filters.status))
    show = partial(presentation.conflict_json, namespace=namespace)
    return json_response(page_json(rows, filters, show, name="conflicts"))


def _conflicts(request: ApiRequest) -> QuerySet[Conflict]:
    """Those that the key may read: with a fact that is in quarantine, only as an administrator."""
    rows = Conflict.objects.within(request.auth.namespace)
    if "admin" in request.auth.scopes:
        return rows
    return rows.filter(new_fact__quarantine__isnull=True, old_fact__quarantine__isnull=True)


@router.post("/conflicts/{conflict_id}/resolve", auth=WRITE, response=answers.ConflictJson, summary="Settle a conflict")
def resolve_conflict(request: ApiRequest, conflict_id: str, payload: Resolution) -> HttpResponse:
    """The new fact holds, the old one does, or both do. What loses is superseded, undoably. A settled one is a 409, and
    so is one where a person stands behind what would lose: that a curator decides."""
    caller = request.auth
    number = _number(sealed.CONFLICT, conflict_id, _conflicts(request))

    def work() -> answers.ConflictJson:
        conflict = deciding.decide_conflict(
            caller.namespace, number, payload.decision, actor=caller.actor, reason=payload.reason
        )
        return presentation.conflict_json([conflict], caller.namespace)[0]

    return once(request, work)


@router.get("/reviews", auth=READ, response=answers.ReviewsJson, summary="List the review queue")
def list_reviews(request: ApiRequest, filters: Query[ReviewFilters]) -> HttpResponse:
    """Newest first. Open are those that wait for a decision: what is about a retired fact does not, until that is
    restored. What is about a memory in quarantine waits, and is listed for a key with the scope `admin` alone. A page
    ends early, with its `next`, where it would be larger than 4 MiB."""
    namespace = request.auth.namespace
    rows = _reviews(request).select_related("subject", "decided_in")
    if filters.status is not None:
        rows = rows.filter(Review.WAITING if filters.status == ReviewStatus.OPEN else Q(status=filters.status))
    show = partial(presentation.review_json, namespace=namespace)
    return json_response(page_json(rows, filters, show, name="reviews"))


def _reviews(request: ApiRequest) -> QuerySet[Review]:
    """Those that the key may read: of what is in quarantine, only as an administrator."""
    rows = Review.objects.within(request.auth.namespace)
    return rows if "admin" in request.auth.scopes else rows.filter(subject__quarantine__isnull=True)


@router.post("/reviews/{review_id}", auth=WRITE, response=answers.DecidedReviewJson, summary="Decide a review")
def decide_review(request: ApiRequest, review_id: str, payload: ReviewAnswer) -> HttpResponse:
    """Accept the fact as it is, reject it (it retires), or correct it; `outcome` tells what became of the fact. A
    decided one is a 409, and so is the correction of a fact that was retired meanwhile. Where that is accepted, its
    review is closed, and it stays retired: `outcome` says so."""
    caller = request.auth
    number = _number(sealed.REVIEW, review_id, _reviews(request))
    if payload.decision == ReviewDecision.CORRECT and payload.content is None:
        raise invalid(["body", "content"], "a correction needs its content")
    if payload.decision != ReviewDecision.CORRECT and payload.content is not None:  # it would be lost without a word
        raise invalid(["body", "content"], "only `correct` takes a content: decide that, or leave the content out")

    def work() -> answers.DecidedReviewJson:
        review = deciding.decide_review(
            caller.namespace,
            number,
            payload.decision,
            actor=caller.actor,
            content=payload.content,
            reason=payload.reason,
        )
        return presentation.decided_review_json(review, caller.namespace)

    return once(request, work)


@router.post("/questions/{question_id}", auth=WRITE, response=handed.QuestionJson, summary="Answer a question")
def answer_question(request: ApiRequest, question_id: str, payload: AnswerToQuestion) -> HttpResponse:
    """What the user said to the `question` of `POST /context`: `yes` it is so, `no` (`content` says what is so
    instead), `both` facts hold, or `unknown`, which leaves it to a curator.

    What it does can be undone. The same answer again changes nothing; another one is a 409, and so is one after
    somebody decided meanwhile."""
    caller = request.auth

    def work() -> handed.QuestionJson:
        question = questions.answer(
            caller.namespace, question_id, payload.answer, payload.content or "", actor=caller.actor
        )
        return handed.question_json(question)

    return once(request, work)


def _number(kind: str, text: str, rows: QuerySet[Any]) -> int:
    """The one of `rows` that the id in a path is of; one that cannot be an id is one that does not exist."""
    told = whole_number(text)
    number = None if told is None else sealed.unseal(kind, told)
    if number is None or not rows.filter(pk=number).exists():
        raise missing()
    return number
