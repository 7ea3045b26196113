"""What the memory would like to be told: at most one question a session, and what its answer does.

`offer` chooses what is most in doubt and most used among what bears on the prompt; `answer` confirms or corrects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from math import log1p

from django.db import Error, IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from ..models import (
    Conflict,
    ConflictDecision,
    ConflictStatus,
    Kind,
    Memory,
    Namespace,
    Question,
    QuestionAnswer,
    Review,
    ReviewDecision,
    ReviewReason,
)
from ..models.ids import new_id
from ..similarity import overlap
from . import deciding
from .actors import Actor
from .context import Context
from .errors import InvalidInput, NotFound, StateConflict

LOOKED_AT = 50  # conflicts and reviews, the newest, of which one is asked
RESTS = timedelta(days=7)  # what was asked in one session is asked in no other for so long
# Whoever speaks with the memory can say whether these are so; the others are a curator's matter.
ASKED = (ReviewReason.LOW_CONFIDENCE, ReviewReason.UNSUPPORTED, ReviewReason.IMPORTED, ReviewReason.FADED)
DECISIONS = {
    QuestionAnswer.YES: ConflictDecision.NEW, QuestionAnswer.NO: ConflictDecision.OLD,
    QuestionAnswer.BOTH: ConflictDecision.BOTH,
}  # fmt: skip


@dataclass(frozen=True)
class Askable:
    """What may be asked, and how much that is worth: doubt × use."""

    row: Conflict | Review
    facts: tuple[Memory, ...]
    doubt: float

    @property
    def worth(self) -> float:
        return self.doubt * (1 + log1p(sum(fact.access_count for fact in self.facts)))


def offer(
    namespace: Namespace, session_id: str | None, prompt: str, built: Context
) -> tuple[Question | None, list[str]]:
    """The one question of this session, where something in doubt bears on the prompt, and why there can be none.

    Three statements where nothing was asked yet, one where something was.
    """
    if not session_id or not namespace.pk:
        return None, []
    if Question.objects.within(namespace).filter(session_id=session_id).exists():
        return None, []
    near = _near(built)
    bearing = [
        one for one in (*_conflicts(namespace), *_reviews(namespace))
        if any(fact.pk in near or overlap(prompt, fact.content) > 0 for fact in one.facts)
    ]  # fmt: skip
    if not bearing:
        return None, []
    best = max(bearing, key=lambda one: (one.worth, -one.row.pk))
    about = {"conflict": best.row} if isinstance(best.row, Conflict) else {"review": best.row}
    try:
        with transaction.atomic():
            return Question.objects.create(
                uid=new_id("qst"), namespace=namespace, session_id=session_id, **about
            ), []
    except IntegrityError:  # another request of the session was quicker
        return None, []
    except Error as error:
        return None, [f"question: {error}"]


def _near(built: Context) -> set[int]:
    """The memories with words or names of the prompt, by rowid. Nearness in meaning alone is too little to ask by."""
    if not built.search.related:
        return set()
    return {rowid for arm in ("text", "entity") for rowid, _ in built.search.arms.get(arm, [])}


def _conflicts(namespace: Namespace) -> Iterator[Askable]:
    rows = Conflict.objects.within(namespace).filter(
        ~Exists(_lately("conflict")), status=ConflictStatus.OPEN,
        new_fact__valid_until__isnull=True, old_fact__valid_until__isnull=True,
    )  # fmt: skip
    rows = rows.select_related("new_fact", "old_fact").defer("new_fact__embedding", "old_fact__embedding")
    for row in rows.order_by("-pk")[:LOOKED_AT]:
        apart = abs(row.new_fact.confidence - row.old_fact.confidence)
        yield Askable(row, (row.new_fact, row.old_fact), 1.0 - apart / 2)


def _reviews(namespace: Namespace) -> Iterator[Askable]:
    rows = Review.objects.within(namespace).waiting().filter(
        ~Exists(_lately("review")), reason__in=ASKED, subject__kind=Kind.FACT, subject__valid_until__isnull=True
    )
    for row in rows.select_related("subject").defer("subject__embedding").order_by("-pk")[:LOOKED_AT]:
        assert row.subject is not None
        yield Askable(row, (row.subject,), 1.0 - row.subject.confidence / 2)


def _lately(column: str) -> QuerySet[Question]:
    return Question.everything.filter(**{column: OuterRef("pk")}, asked_at__gt=timezone.now() - RESTS)


def get(namespace: Namespace, uid: str) -> Question:
    """Raises NotFound."""
    rows = Question.objects.within(namespace).select_related(
        "conflict__new_fact", "conflict__old_fact", "review__subject"
    )
    found = rows.filter(uid=uid).first()
    if found is None:
        raise NotFound(f"no question {uid}")
    return found


def answer(namespace: Namespace, uid: str, said: QuestionAnswer, content: str = "", *, actor: Actor) -> Question:
    """Do what the user's answer says, as one change, which can be undone. `content` with "no" is what is so instead.

    "unknown" changes nothing: a curator still decides. Raises StateConflict where it was answered otherwise, or
    somebody decided meanwhile.
    """
    with transaction.atomic():
        question = get(namespace, uid)
        if said not in question.answers:
            raise InvalidInput(f"answer must be one of {', '.join(question.answers)}", "answer")
        if content and said != QuestionAnswer.NO:
            raise InvalidInput("what is so instead belongs to the answer no", "content")
        if question.answer:
            if question.answer != said:
                raise StateConflict(f"this question was answered already: {question.answer}")
            return question
        if said != QuestionAnswer.UNKNOWN:
            _carry_out(namespace, question, said, content, actor)
        question.answer, question.answered_at, question.answered_by = said, timezone.now(), actor.name
        question.save(update_fields=["answer", "answered_at", "answered_by"])
    return get(namespace, uid)


def _carry_out(namespace: Namespace, question: Question, said: QuestionAnswer, content: str, actor: Actor) -> None:
    reason = "the user was asked"
    if question.conflict_id is not None:
        if content:
            deciding.correct_side(namespace, question.conflict_id, "new", content, actor=actor, reason=reason)
        else:
            deciding.decide_conflict(namespace, question.conflict_id, DECISIONS[said], actor=actor, reason=reason)
        return
    assert question.review_id is not None
    decision = ReviewDecision.ACCEPT if said == QuestionAnswer.YES else ReviewDecision.REJECT
    if content:
        decision = ReviewDecision.CORRECT
    deciding.decide_review(
        namespace, question.review_id, decision, actor=actor, content=content or None, reason=reason
    )
