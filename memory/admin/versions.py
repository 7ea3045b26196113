"""Django's own forms of accounts, roles and tasks put nothing back unseen that somebody changed since they were shown.

Such a form sends every field, also those that nobody touched: an older page would give a role back that was taken.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms.models import model_to_dict
from django.http import HttpRequest

# A login changes both, and nobody who looks at the form means them.
OF_LOGINS = {"last_login", "password"}


class VersionedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that brings back which state of its row it was filled from. One that brings none is taken as it is."""

    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            self.initial["version"] = self._version()

    def beside(self) -> list[Any]:
        """What the page changes beside the row's own fields."""
        return []

    def _version(self) -> str:
        shown = model_to_dict(self.instance, [name for name in self.fields if name not in OF_LOGINS])
        told = [(name, _plain(value)) for name, value in sorted(shown.items())]
        return hashlib.sha256(repr([*told, *self.beside()]).encode()).hexdigest()[:16]

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if sent.get("version") and sent["version"] != self.initial.get("version"):
            raise ValidationError("Not stored: somebody changed this meanwhile. Open the page again.")
        return sent


def _plain(value: Any) -> Any:
    """Rows of another table by their keys, in an order that does not change."""
    return sorted(row.pk if isinstance(row, Model) else row for row in value) if isinstance(value, list) else value


class VersionedAdmin:
    """An admin whose form of one row is a `VersionedForm`, and shows its version to whoever may send it."""

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        found = super().get_fieldsets(request, obj)  # type: ignore[misc]
        if obj is None or not self.has_change_permission(request, obj):  # type: ignore[attr-defined]
            return found
        *before, (title, last) = found
        return [*before, (title, {**last, "fields": [*last["fields"], "version"]})]
