"""Django's own forms of accounts, roles and tasks put nothing back unseen that somebody changed since they were shown.

Such a form sends every field, also those that nobody touched: an older page would give a role back that was taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms.models import model_to_dict
from django.http import HttpRequest
from django.utils.functional import cached_property

# A login may store it anew, and nobody who looks at the form means it.
OF_LOGINS = {"password"}
OLDER = (
    "Not stored: this was changed after the page was opened, by you in another tab or by somebody else. "
    "Open the page again."
)


class VersionedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that brings back which state of its row it was filled from. One that brings none is taken as it is, and
    so is one that asks for what stands: it was sent twice, or two people mean the same."""

    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            named = [name for name in self.fields if name not in OF_LOGINS]
            self._own = list(model_to_dict(self.instance, named))
            self.initial["version"] = self._version(model_to_dict(self.instance, self._own))

    @cached_property
    def changed_data(self) -> list[str]:
        """The log names these, and nobody types a version."""
        return [name for name in super().changed_data if name != "version"]

    def beside(self) -> list[Any]:
        """What the page changes beside the row's own fields."""
        return []

    def _version(self, row: Mapping[str, Any]) -> str:
        return f"{_digest([(name, _plain(row.get(name))) for name in sorted(self._own)])}-{_digest(self.beside())}"

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        shown = sent.get("version")
        if self.instance.pk is not None and shown and not self._stands(sent, shown):
            raise ValidationError(OLDER)
        return sent

    def _stands(self, sent: Mapping[str, Any], shown: str) -> bool:
        """Whether the page showed what stands, or asks for just that."""
        stands = self.initial["version"]
        return shown == stands or _beside(shown) == _beside(stands) and self._version(sent) == stands


def _digest(told: list[Any]) -> str:
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _beside(version: str) -> str:
    return version.partition("-")[2]


def _plain(value: Any) -> Any:
    """Rows of another table by their keys, in an order that does not change; times without their zone."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, datetime):
        return value.timestamp()
    return sorted(map(_plain, value)) if isinstance(value, list | QuerySet) else value


class VersionedAdmin:
    """An admin whose form of one row is a `VersionedForm`, and shows its version to whoever may send it."""

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; for a form that was sent, it is held until the transaction ends in which Django stores the form.
        Two forms that arrive together would both find the version that they showed, else: PostgreSQL lets both read."""
        found = super().get_object(request, object_id, from_field)  # type: ignore[misc]
        if found is None or request.method != "POST":
            return found
        # The row alone is locked, by a statement of its own: one that is outer-joined to it cannot be.
        with transaction.atomic():  # the page of its history asks outside of one
            type(found)._default_manager.select_for_update(no_key=True).filter(pk=found.pk).first()
        return super().get_object(request, object_id, from_field)  # type: ignore[misc]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        found = super().get_fieldsets(request, obj)  # type: ignore[misc]
        if obj is None or not self.has_change_permission(request, obj):  # type: ignore[attr-defined]
            return found
        *before, (title, last) = found
        return [*before, (title, {**last, "fields": [*last["fields"], "version"]})]
