"""The timetable's rows as Django's forms show them; one that was written by SQL alone may hold what nobody can read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import CharField, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest
from django_celery_beat import models as beat
from unfold.admin import ModelAdmin
from unfold.decorators import display

from ..services import schedule
from . import base, scope, words
from .versions import VersionedAdmin, VersionedForm

for model in (beat.PeriodicTask, beat.CrontabSchedule, beat.IntervalSchedule, beat.ClockedSchedule, beat.SolarSchedule):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


def as_written() -> QuerySet[Any]:
    """The crontabs, with the `zone` of each as text: read as a zone, one that does not exist takes all along."""
    rows: QuerySet[Any] = beat.CrontabSchedule.objects.annotate(zone=Cast("timezone", CharField())).defer("timezone")
    return rows


def readable(time: Any) -> Any:
    """One of `as_written` that can be put into words. It is not to be stored."""
    time.__dict__["timezone"] = time.zone  # the attribute would read it as a zone
    return time


def said(time: Any) -> str:
    """When one of `as_written` is due, and what is wrong with its zone."""
    try:
        beat.CrontabSchedule._meta.get_field("timezone").to_python(time.zone)
    except ValidationError as error:
        return f"{words.cron(readable(time))}: {'; '.join(error.messages)}"
    return words.cron(readable(time))


class CrontabChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Offers one in a zone that does not exist with what is wrong, and takes it: its row may be turned off."""

    def label_from_instance(self, obj: Any) -> str:
        return said(obj)

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        return found and readable(found)


@admin.register(beat.PeriodicTask)
class PeriodicTaskAdmin(base.SturdyList, VersionedAdmin, ModelAdmin):
    """When something runs, and whether it does. What runs is code: rows are neither added nor deleted here."""

    form = VersionedForm
    list_display = ("name", "said", "enabled", "last_run_at", "total_run_count")
    fields = ("name", "task", "enabled", "crontab", "interval", "description", "last_run_at", "total_run_count")
    readonly_fields = ("name", "task", "last_run_at", "total_run_count")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # Without the crontabs: a zone that does not exist would take the other rows along.
        rows: QuerySet[Any] = super().get_queryset(request).select_related("interval")
        return rows.exclude(task="celery.backend_cleanup")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # The timetable is everybody's: changing it takes a grant for every namespace.
        return super().has_change_permission(request, obj) and scope.desk_of(request).may_see_all

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "crontab":
            kwargs |= {"form_class": CrontabChoice, "queryset": as_written()}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is not None and found.crontab_id is not None:
            found.crontab = readable(as_written().get(pk=found.crontab_id))  # the page's head names it
        return found

    @display(description="When")
    def said(self, task: Any) -> str:
        if flaw := schedule.flaw_of_time(task):
            return f"does not run: {flaw}"
        return words.schedule(task)


@admin.register(beat.CrontabSchedule)
class CrontabAdmin(base.SturdyList, VersionedAdmin, ModelAdmin):
    """Only so that the form of a scheduled task can add another time."""

    form = VersionedForm
    list_display = ("said",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return as_written().order_by(*self.get_ordering(request))

    @display(description="When")
    def said(self, time: Any) -> str:
        return said(time)

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        return {}


@admin.register(beat.IntervalSchedule)
class IntervalAdmin(base.SturdyList, VersionedAdmin, ModelAdmin):
    """As that of the crontabs."""

    form = VersionedForm
    get_model_perms = CrontabAdmin.get_model_perms
