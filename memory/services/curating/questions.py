"""What the memory would like to be told: at most one question a session, and what its answer does.

`offer` chooses, of the facts that bear on the prompt, the one that is most in doubt and most used; `answer` confirms or
corrects it. A context never waits for another writer: the note that a session was asked is written after the answer was
sent.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from math import log1p
from typing import Any, NamedTuple

from django.db import Error, IntegrityError, connection, transaction
from django.utils import timezone

from ... import background
from ...language import Language
from ...models import (
    Conflict,
    ConflictDecision,
    Memory,
    Namespace,
    Question,
    QuestionAnswer,
    Review,
    ReviewDecision,
    ReviewOutcome,
    ReviewReason,
)
from ...models.ids import new_id
from ...similarity import overlap
from .. import standing
from ..actors import Actor
from ..errors import InvalidInput, StateConflict
from ..finding import existing
from ..handing.context import Context
from ..sql import marks
from . import deciding

LOOKED_AT = 50  # conflicts and reviews, the newest, of which one is asked; chosen
CHARACTERS_READ = 5_000  # of a fact
RESTS = timedelta(days=7)  # what was asked in one session is asked in no other for so long
# Whoever speaks with the memory can say whether these are so; the others are a curator's matter.
ASKED = (ReviewReason.LOW_CONFIDENCE, ReviewReason.UNSUPPORTED, ReviewReason.IMPORTED, ReviewReason.FADED)
DECISIONS = {
    QuestionAnswer.YES: ConflictDecision.NEW,
    QuestionAnswer.NO: ConflictDecision.OLD,
    QuestionAnswer.BOTH: ConflictDecision.BOTH,
}
# Questions that were told and are not noted yet, by namespace and session. What is older was lost by a crash.
_told: dict[tuple[int, str], Question] = {}
_lock = threading.Lock()
LOST = timedelta(minutes=1)


class Fact(NamedTuple):
    """A fact that may be asked about; of a long one, the beginning."""

    rowid: int
    uid: str
    content: str
    confidence: float
    access_count: int

    def as_memory(self) -> Memory:
        return Memory(rowid=self.rowid, uid=self.uid, content=self.content)


class Askable(NamedTuple):
    """The conflict of two facts, the newer first, or the review of one, by its key."""

    key: int
    facts: tuple[Fact, ...]

    @property
    def is_conflict(self) -> bool:
        return len(self.facts) == 2

    @property
    def worth(self) -> float:
        """Doubt × use."""
        sure = [fact.confidence for fact in self.facts]
        doubt = 1.0 - (abs(sure[0] - sure[1]) if self.is_conflict else sure[0]) / 2
        return doubt * (1 + log1p(sum(fact.access_count for fact in self.facts)))

    def is_told_by(self, question: Question) -> bool:
        return self.key == (question.conflict_id if self.is_conflict else question.review_id)

    def as_question(self, namespace: Namespace, session_id: str, at: datetime) -> Question:
        new, *old = (fact.as_memory() for fact in self.facts)
        about: dict[str, Conflict | Review] = (
            {"conflict": Conflict(pk=self.key, new_fact=new, old_fact=old[0])}
            if self.is_conflict
            else {"review": Review(pk=self.key, subject=new)}
        )
        return Question(uid=new_id("qst"), namespace=namespace, session_id=session_id, asked_at=at, **about)


def offer(
    namespace: Namespace, session_id: str | None, prompt: str, built: Context
) -> tuple[Question | None, list[str]]:
    """The one question of this session, where something in doubt bears on the prompt, and why there can be none.

    One statement, which reads. The question is noted in the background; until then this process knows it.
    """
    if not session_id or not namespace.pk:
        return None, []
    if (refusal := standing.refusal()) is not None:  # an answer to it could not be kept
        return None, [f"question: {refusal.message}"]
    now = timezone.now()
    try:
        there = _askable(namespace, session_id, now - RESTS)
    except Error as error:
        return None, [f"question: {error}"]
    near, language = _near(built), built.search.question.language
    bearing = [one for one in there if _bears(one, prompt, near, language)]
    with _lock:
        for key in [key for key, told in _told.items() if told.asked_at < now - LOST]:
            del _told[key]
        if (namespace.pk, session_id) in _told:
            return None, []
        bearing = [one for one in bearing if not any(map(one.is_told_by, _told.values()))]
        if not bearing:
            return None, []
        best = max(bearing, key=lambda one: (one.worth, -one.key))
        question = best.as_question(namespace, session_id, now)
        _told[namespace.pk, session_id] = question
    background.later(lambda: note_asked(question))
    return question, []


def note_asked(question: Question) -> None:
    """Keep that a session was asked."""
    try:
        _keep(question)
    finally:
        with _lock:
            _told.pop((question.namespace_id, question.session_id), None)


def _keep(question: Question) -> None:
    """Write its row, unless that is there, another process was quicker, or what it was asked about is gone."""
    if question.conflict_id is not None:
        there = Conflict.everything.filter(pk=question.conflict_id).exists()
    else:
        there = Review.everything.filter(pk=question.review_id or 0).exists()
    if there:
        question.pk = None  # it has one where a row was written and rolled back
        with suppress(IntegrityError), transaction.atomic():
            question.save(force_insert=True)


def forget() -> None:
    """Forget what was told and is not noted, as a crash would."""
    with _lock:
        _told.clear()


def _bears(one: Askable, prompt: str, near: Collection[int], language: Language) -> bool:
    return any(fact.rowid in near or overlap(prompt, fact.content, language) > 0 for fact in one.facts)


def _near(built: Context) -> set[int]:
    """The memories with words or names of the prompt, by rowid. Nearness in meaning alone is too little to ask by."""
    if not built.search.related:
        return set()
    return {rowid for arm in ("text", "entity") for rowid, _ in built.search.arms.get(arm, [])}


def _askable(namespace: Namespace, session_id: str, lately: datetime) -> list[Askable]:
    """What is in doubt, nothing where the session was asked already. By hand: each context of a session asks this, and
    the ORM would take longer to make its rows than the database to find them."""
    since = str(connection.ops.adapt_datetimefield_value(lately))
    of_session: list[str | int] = [namespace.pk, session_id]
    params: list[str | int] = [
        *of_session, namespace.pk, since, LOOKED_AT, *of_session, namespace.pk, *ASKED, since, LOOKED_AT,
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_ASKABLE.format(unasked=_UNASKED, reasons=marks(ASKED), read=CHARACTERS_READ), params)
        return [_made(*row) for row in cursor.fetchall()]


_UNASKED = "NOT EXISTS (SELECT 1 FROM questions WHERE namespace_id = %s AND session_id = %s)"
_ASKABLE = """
SELECT * FROM (
    SELECT conflicts.id,
        a.rowid AS a_rowid, a.id AS a_id, substr(a.content, 1, {read}) AS a_content, a.confidence AS a_confidence,
        a.access_count AS a_count,
        b.rowid AS b_rowid, b.id AS b_id, substr(b.content, 1, {read}) AS b_content, b.confidence AS b_confidence,
        b.access_count AS b_count
    FROM conflicts JOIN memories a ON a.rowid = conflicts.new_fact_id JOIN memories b ON b.rowid = conflicts.old_fact_id
    WHERE {unasked}
        AND conflicts.namespace_id = %s AND conflicts.status = 'open'
        AND a.valid_until IS NULL AND b.valid_until IS NULL
        AND NOT EXISTS (SELECT 1 FROM questions WHERE conflict_id = conflicts.id AND asked_at > %s)
    ORDER BY conflicts.id DESC LIMIT %s
) AS contradicted
UNION ALL
SELECT * FROM (
    SELECT reviews.id, a.rowid, a.id, substr(a.content, 1, {read}), a.confidence, a.access_count,
        CAST(NULL AS bigint), '', '', 0.0, 0
    FROM reviews JOIN memories a ON a.rowid = reviews.subject_id
    WHERE {unasked}
        AND reviews.namespace_id = %s AND reviews.status = 'open' AND reviews.reason IN ({reasons})
        AND a.kind = 'fact' AND a.valid_until IS NULL
        AND NOT EXISTS (SELECT 1 FROM questions WHERE review_id = reviews.id AND asked_at > %s)
    ORDER BY reviews.id DESC LIMIT %s
) AS unsure
"""


def _made(key: int, *columns: Any) -> Askable:
    new, old = Fact(*columns[:5]), Fact(*columns[5:])
    return Askable(key, (new,) if old.rowid is None else (new, old))


def get_question(namespace: Namespace, uid: str) -> Question:
    """Raises NotFound."""
    with _lock:
        waiting = next((told for told in _told.values() if told.uid == uid and told.namespace_id == namespace.pk), None)
    if waiting is not None:
        _keep(waiting)
    rows = Question.objects.within(namespace).select_related(
        "conflict__new_fact", "conflict__old_fact", "review__subject"
    )
    return existing(rows.filter(uid=uid), f"question {uid}")


def answer(namespace: Namespace, uid: str, said: QuestionAnswer, content: str = "", *, actor: Actor) -> Question:
    """Do what the user's answer says, as one change, which can be undone. `content` with "no" is what is so instead.

    "unknown" changes nothing: a curator still decides. Raises StateConflict where it was answered otherwise, or
    somebody decided meanwhile, or the fact that is said to be so was retired or superseded.
    """
    with transaction.atomic():
        question = get_question(namespace, uid)
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
    return get_question(namespace, uid)


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
    decided = deciding.decide_review(
        namespace, question.review_id, decision, actor=actor, content=content or None, reason=reason
    )
    if decided.outcome != ReviewOutcome.DONE:  # "yes, it is so" would be noted, and the fact held no more than before
        raise StateConflict("the fact was retired meanwhile, or another one took its place: a curator decides this")
