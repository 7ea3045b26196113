"""Questions that the memory must answer so, and not so."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .memories import Memory
from .namespaces import Namespace
from .scoping import ScopedQuerySet


class MemoryTestQuerySet(ScopedQuerySet["MemoryTest"]):
    pass


class MemoryTest(models.Model):
    """A prompt, and what its context block `must` hold and `must_not`: lists of words as they stand there.

    `answer` is the block of the last run, `before` the last other one. `passed` is null until it ran. `about` is the
    fact whose correction made it a test.
    """

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.PROTECT, related_name="+")
    question = models.TextField()
    must = models.JSONField(default=list, blank=True)
    must_not = models.JSONField(default=list, blank=True)
    about = models.ForeignKey(Memory, models.CASCADE, related_name="memory_tests", null=True, blank=True)
    by = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now)
    passed = models.BooleanField(null=True, blank=True)
    ran_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True, default="")
    before = models.TextField(blank=True, default="")

    objects = MemoryTestQuerySet.as_manager()
    everything = models.Manager["MemoryTest"]()

    class Meta:
        db_table = "memory_tests"
        default_manager_name = "everything"

    def __str__(self) -> str:
        return self.question
