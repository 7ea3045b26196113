"""What a session was asked to tell its user's memory."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from ..context_block import stated
from ..text import shortened
from .curation import Conflict, Review
from .memories import Memory
from .namespaces import Namespace
from .scoping import ScopedQuerySet

LONGEST = 300  # characters of a fact that a question tells


class QuestionAnswer(models.TextChoices):
    YES = "yes"
    NO = "no"
    BOTH = "both"
    UNKNOWN = "unknown"


def _plain(fact: Memory) -> str:
    return stated(fact.content)


class QuestionQuerySet(ScopedQuerySet["Question"]):
    pass


class Question(models.Model):
    """The one question that a session was handed: about two facts in conflict, or about a fact in doubt. Its words are
    made from these rows, and it goes with them."""

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200)
    conflict = models.ForeignKey(Conflict, models.CASCADE, related_name="questions", null=True, blank=True)
    review = models.ForeignKey(Review, models.CASCADE, related_name="questions", null=True, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=QuestionAnswer.choices, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=200, blank=True, default="")

    objects = QuestionQuerySet.as_manager()
    everything = models.Manager["Question"]()

    class Meta:
        db_table = "questions"
        default_manager_name = "everything"
        constraints = [
            models.UniqueConstraint(fields=["namespace", "session_id"], name="questions_one_a_session"),
            models.CheckConstraint(
                condition=models.Q(conflict__isnull=False, review=None) | models.Q(conflict=None, review__isnull=False),
                name="questions_about_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}: {self.conflict or self.review}"

    @property
    def about(self) -> list[Memory]:
        """The facts in question, the one in doubt first."""
        if self.conflict is not None:
            return [self.conflict.new_fact, self.conflict.old_fact]
        return [self.review.subject] if self.review is not None and self.review.subject is not None else []

    @property
    def text(self) -> str:
        """What the user is asked, in one or two sentences."""
        said = [shortened(_plain(fact), LONGEST) for fact in self.about]
        if len(said) == 2:
            return f"Is this so now: “{said[0]}” Or is it still so that “{said[1]}”"
        return f"Is this so: “{said[0]}”" if said else ""

    @property
    def answers(self) -> list[QuestionAnswer]:
        """What can be answered: of one fact, not that both hold."""
        return [one for one in QuestionAnswer if one != QuestionAnswer.BOTH or self.conflict_id is not None]
