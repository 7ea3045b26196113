"""Namespaces and their settings: one field for each, checked by the reader that every request uses."""

from __future__ import annotations

import hashlib
import json
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.html import format_html
from unfold.decorators import display
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from ..models import POLICY_REASONS, ErasedWhat, Namespace, NamespaceSettings, Ranking
from ..models.namespace_settings import HELP, LONGEST_PROMPT, READERS, BadSetting, flaws
from ..models.personal import Personal
from ..services import quotas
from ..services.writing import writing
from ..text import tags_in
from . import base, erasing, roles, scope, trials

SWITCHES = ("keep_prompts", "memories_in_mail", "hand_out_waiting")
MOST_LISTED = 20  # flaws of one namespace that its page lists


def _text(name: str) -> forms.CharField:
    return forms.CharField(required=False, widget=UnfoldAdminTextInputWidget, help_text=HELP[name])


def _number(name: str) -> forms.FloatField:
    return forms.FloatField(required=False, widget=UnfoldAdminDecimalFieldWidget, help_text=HELP[name])


def _count(name: str) -> forms.IntegerField:
    return forms.IntegerField(required=False, widget=UnfoldAdminIntegerFieldWidget, help_text=HELP[name])


def _switch(name: str) -> forms.BooleanField:
    return forms.BooleanField(required=False, widget=UnfoldBooleanSwitchWidget, help_text=HELP[name])


class Words(forms.CharField):
    """A list of tags, separated by commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        return tags_in(str(value or ""))


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """An empty field leaves the installation's default. Saving drops what was stored and cannot be read."""

    timezone = _text("timezone")
    language = _text("language")
    ranking = forms.ChoiceField(
        required=False, choices=[("", "the installation's"), *Ranking.choices], widget=UnfoldAdminSelectWidget,
        help_text=HELP["ranking"],
    )  # fmt: skip
    decay_rate = _number("decay_rate")
    review_policy = forms.MultipleChoiceField(
        required=False, choices=[(reason.value, reason.label) for reason in POLICY_REASONS],
        widget=UnfoldAdminCheckboxSelectMultipleWidget, help_text=HELP["review_policy"],
    )  # fmt: skip
    review_confidence = _number("review_confidence")
    daily_token_budget = _count("daily_token_budget")
    max_memories = _count("max_memories")
    max_text_mib = _count("max_text_mib")
    max_waiting_sessions = _count("max_waiting_sessions")
    learn = Words(required=False, widget=UnfoldAdminTextInputWidget, help_text=f"{HELP['learn']} Separated by commas.")
    learning_prompt = forms.CharField(
        required=False, max_length=LONGEST_PROMPT, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text=HELP["learning_prompt"],
    )  # fmt: skip
    keep_prompts = _switch("keep_prompts")
    memories_in_mail = _switch("memories_in_mail")
    hand_out_waiting = _switch("hand_out_waiting")
    keep_turns_days = _count("keep_turns_days")
    keep_events_days = _count("keep_events_days")
    keep_recalls_days = _count("keep_recalls_days")
    keep_contexts_days = _count("keep_contexts_days")
    keep_runs_days = _count("keep_runs_days")
    mask_personal = forms.MultipleChoiceField(
        required=False, choices=Personal.choices, widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text=HELP["mask_personal"],
    )  # fmt: skip
    version = forms.CharField(required=False, widget=forms.HiddenInput)  # of what the page showed

    class Meta:
        model = Namespace
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored, unreadable = self.instance.settings, flaws(self.instance.settings)
        given = stored if isinstance(stored, dict) else {}
        usual = NamespaceSettings()
        for name in READERS:
            if given.get(name) is not None and name not in unreadable:
                self.initial[name] = given[name]
            self.fields[name].widget.attrs["placeholder"] = self.fields[name].prepare_value(getattr(usual, name))
        self.initial["version"] = _version(stored)
        # Boxes and switches have no empty state: what is ticked is what holds.
        self.initial["review_policy"] = list(self.instance.own.review_policy)
        for name in SWITCHES:
            self.initial[name] = getattr(self.instance.own, name)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        kept: dict[str, Any] = {}
        present = _version(self.instance.settings)
        usual = NamespaceSettings()
        for name, read in READERS.items():
            value = sent.get(name)
            empty = value is None or value == "" or (value == [] and name != "review_policy")
            if name in self.errors or empty:
                continue
            try:
                holds = read(value)
            except BadSetting as error:
                self.add_error(name, f"This {error}.")
                continue
            if name in SWITCHES:
                unusual = holds != getattr(usual, name)
            else:
                unusual = name != "review_policy" or set(holds) != set(usual.review_policy)
            if unusual:
                kept[name] = value
        # A form that is sent twice finds what it asks for.
        if sent.get("version") and present not in (sent["version"], _version(kept)):
            shown = cast("QueryDict", self.data).copy()
            shown["version"] = present
            self.data = shown
            self.add_error(
                None, f"Not stored: the settings were changed meanwhile, to {_told(self.instance.settings)}. What you "
                "typed is below; save again to put it in their place.",
            )  # fmt: skip
            return sent
        self.instance.settings = kept
        return sent


def _limit(most: int) -> str:
    return f"{most:,}" if most else "any number of"


def _version(stored: object) -> str:
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]


def _told(stored: object) -> str:
    given = stored if isinstance(stored, dict) else {}
    return ", ".join(f"{name} {value}" for name, value in sorted(given.items())) or "the installation's defaults"


@admin.register(Namespace)
class NamespaceAdmin(base.DeskModelAdmin):
    """The namespaces that were granted; their settings are an operator's to change."""

    form = SettingsForm
    list_display = ("name", "zone", "spoken", "used", "created_at")
    search_fields = ("name",)
    readonly_fields = ("name", "used", "created_at", "for_good")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Namespace]:
        return scope.desk_of(request).namespaces().order_by("name")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> Any:
        namespace = self.get_object(request, object_id)
        may_try = namespace is not None and self.has_change_permission(request, namespace)
        if may_try and request.method == "POST" and "_try" in request.POST:
            form = SettingsForm(request.POST, instance=self.get_object(request, object_id))
            if form.is_valid():
                return trials.begin(request, namespace, form.instance.settings)
        if may_try:
            tried = {
                "tried_lately": trials.lately(namespace), "try_learn": trials.LEARN, "by_rules": trials.by_rules()
            }  # fmt: skip
            extra_context = {**tried, **(extra_context or {}), "may_try": True}
        if request.method == "GET" and namespace is not None:
            for name, what in list(flaws(namespace.settings).items())[:MOST_LISTED]:
                messages.warning(
                    request, f"{name or 'What is stored'} {what}: the default holds. Saving drops what is stored."
                )
        if may_try and request.method == "POST":
            # Nobody changes the settings between the look at the page's version and the storing.
            with writing(namespace):
                return super().change_view(request, object_id, form_url, extra_context)
        return super().change_view(request, object_id, form_url, extra_context)

    def get_fields(self, request: HttpRequest, obj: Namespace | None = None) -> list[str]:
        last = ["for_good"] if roles.may(request, roles.OPERATE) else []
        return ["name", "used", *READERS, "created_at", "version", *last]

    @display(description="All of it")
    def for_good(self, namespace: Namespace) -> str:
        return format_html('<a href="{}">Erase it for good…</a>', erasing.address(namespace, ErasedWhat.NAMESPACE))

    @display(description="Used")
    def used(self, namespace: Namespace) -> str:
        own = namespace.own
        return (
            f"{namespace.memories:,} of {_limit(own.max_memories)} memories, "
            f"{namespace.text_bytes / quotas.MIB:,.1f} of {_limit(own.max_text_mib)} MiB"
        )

    @display(description="Timezone")
    def zone(self, namespace: Namespace) -> str:
        return namespace.own.timezone

    @display(description="Language")
    def spoken(self, namespace: Namespace) -> str:
        return namespace.own.language
