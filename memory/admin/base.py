"""What the admin's lists and pages share: rows in sight, changes through the services, counts that do not scan."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin import ShowFacets
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.contrib.contenttypes.models import ContentType
from django.core.paginator import InvalidPage, Page, Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.timezone import localtime
from unfold.admin import ModelAdmin

from ..models import Entity, Erasure
from ..services.actors import Actor
from ..services.errors import MemoryServiceError
from ..text import whole_number
from . import again, roles, scope

PUBLIC_ID = re.compile(r"[a-z]{2,4}_[0-9a-z]{20,}")


class DeskPaginator(Paginator):  # type: ignore[type-arg]
    """Counts all rows, and reaches the last page as fast as the first: the second half is walked from its end.

    A page is found by its keys, so that the rows themselves, with what is joined to them, are read for one page alone.
    Where no index knows a filter's rows and they are few, finding the first page is to walk over all of the rows: a
    first page that is not full has counted them.
    """

    at_first = False  # whether the first page is the one that is asked for

    @property
    def rows(self) -> QuerySet[Any]:
        return cast("QuerySet[Any]", self.object_list)

    @cached_property
    def count(self) -> int:
        if self.at_first and len(self._first_keys) < self.per_page:
            return len(self._first_keys)
        return self.rows.order_by().count()

    @cached_property
    def _first_keys(self) -> list[Any]:
        return list(self.rows.values_list("pk", flat=True)[: self.per_page])

    def page(self, number: Any) -> Any:
        number = self.validate_number(number)
        start = (number - 1) * self.per_page
        end = min(start + self.per_page, self.count)
        keys = self.rows.values_list("pk", flat=True)
        if number == 1:
            return Page(self.rows.filter(pk__in=self._first_keys), number, self)
        if start > self.count // 2:
            keys = keys.reverse()[self.count - end : self.count - start]
        else:
            keys = keys[start:end]
        return Page(self.rows.filter(pk__in=list(keys)), number, self)


_INDENTED = re.compile(rb"\n\s+")
_KEEPS_SPACES = re.compile(rb"<(?:pre|textarea)\b")


class SturdyList:
    """What each list here has: its length and its end cost little, and no parameter of its address breaks it."""

    show_full_result_count = False
    show_facets = ShowFacets.NEVER  # each would count all rows once for every choice of every filter

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        return DeskChangeList

    def get_paginator(self, request: HttpRequest, *args: Any, **kwargs: Any) -> DeskPaginator:
        found = DeskPaginator(*args, **kwargs)
        found.at_first = PAGE_VAR not in request.GET
        return found


def _squeeze(response: TemplateResponse) -> None:
    """Leave out the indentation of the templates: a third of a list's frame, and no element here keeps its spaces."""
    if not _KEEPS_SPACES.search(response.content):
        response.content = _INDENTED.sub(b"\n", response.content)


class DeskModelAdmin(SturdyList, ModelAdmin):
    """A list over one table of the desk's namespace. Nothing is added, deleted or saved here but through a service."""

    list_per_page = 50
    list_max_show_all = 0
    list_fullwidth = True
    list_filter_submit = True
    actions: Any = []

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = scope.desk_of(request).rows(self.model)
        ordering = self.get_ordering(request)
        return found.order_by(*ordering) if ordering else found

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        response = super().changelist_view(request, extra_context)
        if isinstance(response, TemplateResponse):
            response.add_post_render_callback(_squeeze)
        return response

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row; one of another namespace that was granted, too, which is the one that is looked at from then on."""
        found = super().get_object(request, object_id, from_field)
        key = whole_number(str(object_id))
        if found is not None or key is None or not hasattr(self.model.objects, "across"):
            return found
        elsewhere = scope.desk_of(request).granted_rows(self.model).filter(pk=key).select_related("namespace").first()
        if elsewhere is None:
            return None
        scope.go_to(request, elsewhere)
        return super().get_object(request, object_id, from_field)

    def gone(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page of a row that is not there or was not granted, which look alike: a way on."""
        return gone_page(request, self.opts)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_curate_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return roles.may(request, roles.CURATE)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        found = super().get_actions(request)
        found.pop("delete_selected", None)
        return dict(found)


class Gone(Http404):
    """A row of `opts` that is not there or was not granted; with the entity that took it in, where it was merged."""

    def __init__(self, opts: Any, taken_in_by: Entity | None = None) -> None:
        super().__init__("not found")
        self.opts, self.taken_in_by = opts, taken_in_by


def gone_page(
    request: HttpRequest, opts: Any = None, *, erased: Erasure | None = None, taken_in_by: Entity | None = None
) -> HttpResponse:
    """A way on from what is not there; with the erasure or the entity that took it, where that is known."""
    context = {
        **admin.site.each_context(request), "title": "Not found", "opts": opts, "erased": erased,
        "taken_in_by": taken_in_by,
    }  # fmt: skip
    return render(request, "memory_admin/gone.html", context, status=404)


class ReadOnlyAdmin(DeskModelAdmin):
    """Rows that people look at and nobody changes."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class DeskChangeList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        try:
            super().get_results(request)
        except OverflowError as error:  # a number in the address that no column holds
            raise IncorrectLookupParameters from error
        # Nobody counted the whole table, so that the head has nothing to compare the result with.
        self.full_result_count = self.result_count
        if self.multi_page:  # Django asked the paginator itself
            return
        # Django takes the whole list where it fits one page, which would walk over the rows again.
        try:
            self.result_list = self.paginator.page(self.page_num).object_list
        except InvalidPage as error:  # a page beyond the end: Django's view goes back to the list
            raise IncorrectLookupParameters from error


def actor(request: HttpRequest) -> Actor:
    """The person behind the request: the name that history keeps."""
    return Actor.curator(request.user)


ALREADY = "It was so already: nothing was changed."


def attempt(request: HttpRequest, change: Callable[[], Any], done: str | Callable[[Any], str]) -> Any:
    """Make a change and tell the person how it went (`done`, or what it says of the result; nothing where that is
    empty); None where refused. What was typed then is there again on the page that follows."""
    try:
        result = change()
    except MemoryServiceError as error:
        # An id stays as it is written: it is copied from there.
        told = error.detail if PUBLIC_ID.match(error.detail) else capfirst(error.detail)
        messages.error(request, f"{told}.")
        again.keep(request)
        return None
    if said := done(result) if callable(done) else done:
        messages.success(request, said)
    return result


def note(person: Any, row: Model, flag: int, called: str, what: str) -> None:
    """Keep that a person did `what` to a row that has no place in a namespace's history; `called` is its name there."""
    LogEntry.objects.create(
        user=person, content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk),
        object_repr=called[:200], action_flag=flag, change_message=what,
    )  # fmt: skip


def when(moment: datetime | None) -> str:
    """A time as the lists show it, with the exact one on hover."""
    if moment is None:
        return "–"
    local = localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(), date_format(local, "Y-m-d H:i:s e"),
        date_format(local, "Y-m-d H:i"),
    )  # fmt: skip


BADGE_TONES = {
    "active": "success", "retired": "", "superseded": "warning", "protected": "primary", "open": "warning",
    "resolved": "success", "dismissed": "", "accepted": "success", "corrected": "primary", "rejected": "danger",
    "pending": "warning", "running": "primary", "consolidated": "success", "failed": "danger", "succeeded": "success",
}  # fmt: skip


def badge(text: str, tone: str | None = None) -> str:
    """A small label; its tone follows from the word unless one is given."""
    return format_html(
        '<span class="desk-badge desk-{}">{}</span>', tone if tone is not None else BADGE_TONES.get(text, ""), text
    )


def meter(value: float) -> str:
    """A confidence as a bar with its figure."""
    return format_html(
        '<span class="desk-meter" title="{}"><span style="width:{}%"></span></span> '
        '<span class="desk-figure">{}</span>',
        f"confidence {value:.3f}", f"{value * 100:.0f}", f"{value:.2f}",
    )  # fmt: skip
