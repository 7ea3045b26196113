"""What facts are about: the rows by which the facts on one property of one subject are found."""

from __future__ import annotations

from django.db import models

from .memories import Memory
from .namespaces import Namespace


class FactProperty(models.Model):
    """One property that a fact tells of one subject, "yara"/"passport"; `value` is what it says of it.

    Both keys are lower-case lemmas, the subject's owner first. The rows follow from the content: they are written
    once, and go with the fact.
    """

    memory = models.ForeignKey(Memory, models.CASCADE, related_name="properties")
    namespace = models.ForeignKey(Namespace, models.CASCADE, related_name="+")
    subject_key = models.CharField(max_length=200)
    property_key = models.CharField(max_length=100)
    value = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "fact_properties"
        verbose_name_plural = "fact properties"
        constraints = [
            models.UniqueConstraint(fields=["memory", "subject_key", "property_key"], name="fact_properties_once")
        ]
        indexes = [models.Index(fields=["namespace", "subject_key", "property_key"], name="fact_properties_found")]

    def __str__(self) -> str:
        return f"{self.subject_key}: {self.property_key}"
