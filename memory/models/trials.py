"""Settings that a person tried on a throwaway copy, and what came of it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .namespaces import Namespace
from .operations import Operation
from .scoping import ScopedQuerySet


class TrialQuerySet(ScopedQuerySet["Trial"]):
    pass


class Trial(models.Model):
    """`before` are the namespace's settings when the trial was asked for, `tried` those that it is asked and taught
    with. `questions` are those of the person's own. `learn` is how many turns are learnt from. `found` is null until
    the run told what would differ."""

    uid = models.CharField(max_length=40, unique=True, editable=False)
    namespace = models.ForeignKey(Namespace, models.CASCADE, related_name="+")
    before = models.JSONField(default=dict)
    tried = models.JSONField(default=dict)
    questions = models.JSONField(default=list)
    learn = models.PositiveIntegerField(default=0)
    found = models.JSONField(null=True, blank=True)
    by = models.CharField(max_length=200)
    run = models.ForeignKey(Operation, models.SET_NULL, related_name="+", null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TrialQuerySet.as_manager()
    everything = models.Manager["Trial"]()

    class Meta:
        db_table = "trials"
        default_manager_name = "everything"
        indexes = [models.Index(fields=["created_at"], name="trials_age")]

    def __str__(self) -> str:
        return self.uid
