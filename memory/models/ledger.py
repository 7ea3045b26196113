"""The ledger of what was handed out: each block, the memories in it, and which sessions are owed a correction."""

from __future__ import annotations

from django.db import models

from .memories import Memory
from .namespaces import Namespace
from .scoping import ScopedQuerySet


class HandedContextQuerySet(ScopedQuerySet["HandedContext"]):
    pass


class HandedContext(models.Model):
    """One block as an agent got it. `prompt` is empty unless the namespace keeps prompts; its keyed hash tells only
    whether two prompts of a namespace are the same. `tokens` are the estimator's."""

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200, blank=True, default="")
    prompt_hash = models.CharField(max_length=64)
    prompt = models.TextField(blank=True, default="")
    block = models.TextField()
    tokens = models.PositiveIntegerField()
    at = models.DateTimeField()

    objects = HandedContextQuerySet.as_manager()
    everything = models.Manager["HandedContext"]()

    class Meta:
        db_table = "contexts"
        default_manager_name = "everything"
        indexes = [models.Index(fields=["at"], name="contexts_at")]

    def __str__(self) -> str:
        return self.uid


class HandedItem(models.Model):
    """A memory that stood in a block. `mark` names its line ("" for the insight, and in a block without marks).

    `version` is a keyed hash of the memory's content as it was then.
    """

    context = models.ForeignKey(HandedContext, models.CASCADE, related_name="items", db_index=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="handed")
    place = models.PositiveSmallIntegerField()
    mark = models.CharField(max_length=8, blank=True, default="")
    version = models.CharField(max_length=64)

    class Meta:
        db_table = "context_items"
        constraints = [models.UniqueConstraint(fields=["context", "place"], name="context_items_place")]

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.context_id}"


class WithdrawnNoticeQuerySet(ScopedQuerySet["WithdrawnNotice"]):
    pass


class WithdrawnNotice(models.Model):
    """A session was handed a block at `handed_at`, of whose lines the `marks` ("m2, m3") were erased `at`; "" of a
    block without marks. Nothing of what they said is kept. `told_at` is when a block told so, on the prompt of that
    hash."""

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200)
    marks = models.CharField(max_length=200, blank=True, default="")
    handed_at = models.DateTimeField()
    at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    told_prompt = models.CharField(max_length=64, blank=True, default="")

    objects = WithdrawnNoticeQuerySet.as_manager()
    everything = models.Manager["WithdrawnNotice"]()

    class Meta:
        db_table = "withdrawn_notices"
        default_manager_name = "everything"
        indexes = [models.Index(fields=["namespace", "session_id", "told_at"], name="withdrawn_notices_session")]

    def __str__(self) -> str:
        return f"{self.marks} in {self.session_id}"


class CorrectionKind(models.TextChoices):
    WRONG = "wrong"  # it never was so
    WITHDRAWN = "withdrawn"  # a person retired it


class CorrectionDueQuerySet(ScopedQuerySet["CorrectionDue"]):
    pass


class CorrectionDue(models.Model):
    """A session was handed `memory`, which was wrong. `told_at` is when a block told so, on the prompt of that hash."""

    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="corrections_due")
    kind = models.CharField(max_length=10, choices=CorrectionKind.choices)
    at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    told_prompt = models.CharField(max_length=64, blank=True, default="")

    objects = CorrectionDueQuerySet.as_manager()
    everything = models.Manager["CorrectionDue"]()

    class Meta:
        db_table = "corrections_due"
        default_manager_name = "everything"
        constraints = [
            models.UniqueConstraint(
                fields=["memory", "session_id"],
                condition=models.Q(told_at__isnull=True),
                name="corrections_due_once",
            )
        ]
        indexes = [models.Index(fields=["namespace", "session_id", "told_at"], name="corrections_due_session")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.memory_id} in {self.session_id}"
