"""What the store knows of itself: the live vector table, its model and dimensions."""

from __future__ import annotations

from django.db import models


class Metadata(models.Model):
    key = models.CharField(max_length=100, primary_key=True)
    value = models.TextField()

    class Meta:
        db_table = "memory_metadata"
        verbose_name_plural = "metadata"

    def __str__(self) -> str:
        return f"{self.key} = {self.value}"

    @classmethod
    def read(cls, key: str, default: str = "") -> str:
        found = cls.objects.filter(key=key).values_list("value", flat=True).first()
        return default if found is None else found

    @classmethod
    def write(cls, key: str, value: str) -> None:
        cls.objects.update_or_create(key=key, defaults={"value": value})
