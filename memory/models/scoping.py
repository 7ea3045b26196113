"""Namespaces in the queryset layer: a query that does not say whose rows it wants is a programming error.

`Model.objects.within(namespace)` is the everyday way; `across(namespaces)` is the deliberate look over several, for
curators and for nightly work over the whole store. Evaluating anything else raises `UnscopedQuery`.
`Model.everything` is Django's plain manager, for the framework itself (forms, admin, related look-ups).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, TypeVar

from django.db import models

if TYPE_CHECKING:
    from .namespaces import Namespace

M = TypeVar("M", bound=models.Model)


class UnscopedQuery(RuntimeError):
    """A query on a namespaced table named no namespace."""


class _All:
    """The deliberate "every namespace" of `across`."""

    def __repr__(self) -> str:
        return "ALL"


ALL = _All()


class ScopedQuerySet(models.QuerySet[M]):
    """A queryset that refuses to run until `within` or `across` has said whose rows it may see."""

    scope_path = "namespace"
    _scoped = False

    def within(self, namespace: Namespace | int) -> Self:
        """The rows of one namespace. A namespace that was never written to has none."""
        key = namespace if isinstance(namespace, int) else namespace.pk
        narrowed = self.filter(**{self.scope_path: key or 0})
        narrowed._scoped = True
        return narrowed

    def across(self, namespaces: Iterable[Namespace | int] | _All) -> Self:
        """The rows of several namespaces, or of `ALL`: for code that says so on purpose. A queryset of namespaces is
        not read, but becomes a part of the query."""
        if isinstance(namespaces, _All):
            narrowed = self.all()
        elif isinstance(namespaces, models.QuerySet):
            narrowed = self.filter(**{f"{self.scope_path}__in": namespaces.order_by().values("pk")})
        else:
            keys = [n if isinstance(n, int) else n.pk for n in namespaces]
            narrowed = self.filter(**{f"{self.scope_path}__in": keys})
        narrowed._scoped = True
        return narrowed

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]
        clone._scoped = self._scoped
        return clone

    def _require_scope(self) -> None:
        if not self._scoped:
            raise UnscopedQuery(f"{self.model.__name__}: say within(namespace) or across(namespaces) first")

    # Every way a queryset reaches the database goes through one of these.
    def _fetch_all(self) -> None:
        self._require_scope()
        super()._fetch_all()

    def _iterator(self, use_chunked_fetch: bool, chunk_size: int | None) -> Any:
        self._require_scope()
        return super()._iterator(use_chunked_fetch, chunk_size)  # type: ignore[misc]

    def aggregate(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        self._require_scope()
        return super().aggregate(*args, **kwargs)

    def count(self) -> int:
        self._require_scope()
        return super().count()

    def exists(self) -> bool:
        self._require_scope()
        return super().exists()

    def explain(self, **kwargs: Any) -> str:
        self._require_scope()
        return super().explain(**kwargs)

    def update(self, **kwargs: Any) -> int:
        self._require_scope()
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._require_scope()
        return super().delete()
