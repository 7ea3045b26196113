"""People, their roles and grants; API keys."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminSplitDateTimeWidget, UnfoldAdminTextInputWidget

from ..models import SCOPES, ApiKey, Kind, NamespaceGrant
from ..models.purposes import Hidden
from ..text import tags_in
from . import base, roles, scope
from .once import TWICE, SentOnce, changed_once
from .site import page, show
from .versions import VersionedAdmin, VersionedForm

FRESH_KEY = "memory_new_key"

# --- People -----------------------------------------------------------------------------------------------------

for model in (User, Group):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


class GrantInline(TabularInline):
    model = NamespaceGrant
    extra = 1
    verbose_name = "namespace grant"


class SuperusersOnly:
    """Whoever may change accounts may become anybody: a superuser's matter, whatever a group says."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)


class NewPersonForm(UserCreationForm):
    """The admin's own script focuses the first field of a page that adds something. A browser that is told so by the
    field as well, and comes to it later, complains."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.pop("autofocus", None)


class AccountForm(VersionedForm, UserChangeForm):
    def beside(self) -> list[Any]:
        return list(self.instance.namespace_grants.order_by("pk").values_list("pk", "pattern"))


def _made_by(sent: Mapping[str, Any]) -> User | None:
    """The account that is just what the form of a new one asks for: nothing was granted to it yet."""
    bare = {"is_staff": False, "is_superuser": False, "is_active": True, "groups": None, "namespace_grants": None}
    made = User.objects.filter(username=sent.get("username", ""), **bare).first()
    if made is None:
        return None
    if sent.get("usable_password") == "false":
        return None if made.has_usable_password() else made
    password = sent.get("password1", "")
    return made if password == sent.get("password2") and made.check_password(password) else None


@admin.register(User)
class UserAdmin(base.SturdyList, SuperusersOnly, VersionedAdmin, DjangoUserAdmin, ModelAdmin):  # type: ignore[type-arg]
    form = AccountForm
    add_form = NewPersonForm
    change_password_form = AdminPasswordChangeForm
    inlines = [GrantInline]
    list_display = ("username", "email", "is_staff", "is_superuser", "last_login")
    readonly_fields = ("last_login",)  # a form would put back which login was the last when its page was opened

    def get_inlines(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.inlines if obj is not None else []

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None) -> Any:
        """A form that is sent twice leads to the account that it made, and does not say that its name is taken."""
        # Only to who may add one: to others a password that fits would be told by where the form leads.
        asks = request.method == "POST" and self.has_add_permission(request)
        if asks and (made := _made_by(request.POST)) is not None:
            messages.info(request, TWICE)
            return HttpResponseRedirect(reverse("admin:auth_user_change", args=[made.pk]))
        try:
            return super().add_view(request, form_url, extra_context)
        except IntegrityError:  # on PostgreSQL somebody may take the name after the form has looked for it
            if not User.objects.filter(username=request.POST.get("username", "")).exists():
                raise
            return self.add_view(request, form_url, extra_context)

    @transaction.atomic  # Django stores one's own new password, and then the login that goes on
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        return answer

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """An account takes its lines of the log along, which nobody deletes by themselves."""
        listed, counts, lacking, protected = super().get_deleted_objects(objs, request)
        return listed, counts, lacking - {LogEntry._meta.verbose_name}, protected


@admin.register(Group)
class GroupAdmin(base.SturdyList, SuperusersOnly, VersionedAdmin, DjangoGroupAdmin, ModelAdmin):
    form = VersionedForm


@admin.register(LogEntry)
class LogAdmin(base.SturdyList, SuperusersOnly, ModelAdmin):
    """Who handed out what: keys, roles and webhooks, and what Django's own forms changed."""

    list_display = ("moment", "user", "object_repr", "told")
    list_display_links = None
    list_select_related = ("user",)
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    @display(description="When")
    def moment(self, entry: LogEntry) -> str:
        return base.when(entry.action_time)

    @display(description="What was done")
    def told(self, entry: LogEntry) -> str:
        return entry.get_change_message() or entry.get_action_flag_display()


# --- API keys ---------------------------------------------------------------------------------------------------


class KeyForm(SentOnce):
    """What a new key may do. Nobody hands out more than they were granted."""

    name = forms.CharField(max_length=100, widget=UnfoldAdminTextInputWidget, help_text="Who or what uses it.")
    namespace_pattern = forms.CharField(
        max_length=202,
        widget=UnfoldAdminTextInputWidget,
        help_text="A namespace, a prefix such as acme/*, or * for all.",
    )
    default_namespace = forms.CharField(
        max_length=200, required=False, widget=UnfoldAdminTextInputWidget,
        help_text="Used when a request names none; only needed for a pattern.",
    )  # fmt: skip
    scopes = forms.MultipleChoiceField(
        choices=[(name, name) for name in SCOPES], widget=forms.CheckboxSelectMultiple, initial=["read", "write"]
    )
    purpose = forms.CharField(
        max_length=200, required=False, widget=UnfoldAdminTextInputWidget, help_text="What it is for, in your words."
    )
    hidden_kinds = forms.MultipleChoiceField(
        choices=Kind.choices, widget=forms.CheckboxSelectMultiple, required=False, label="Never sees the kinds"
    )
    hidden_tags = forms.CharField(
        required=False, widget=UnfoldAdminTextInputWidget, label="Never sees the tags",
        help_text="Commas between them, written as the memories carry them. What was drawn from such a memory is "
        "hidden too, and so is every reflection. Such a key searches, reads context and adds turns, and nothing else.",
    )  # fmt: skip
    subject = forms.CharField(
        max_length=255, required=False, widget=UnfoldAdminTextInputWidget, label="Subject of access tokens",
        help_text="Whose tokens of the authorization server have this key's rights too. Each subject has one key.",
    )  # fmt: skip
    expires_at = forms.SplitDateTimeField(required=False, widget=UnfoldAdminSplitDateTimeWidget)

    def __init__(self, *args: Any, desk: scope.Desk, names_subjects: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.desk = desk
        # Who names a subject decides into which memory another person's words go.
        if not names_subjects:
            del self.fields["subject"]

    def clean_hidden_tags(self) -> list[str]:
        return tags_in(str(self.cleaned_data["hidden_tags"]))

    def clean_expires_at(self) -> datetime | None:
        end: datetime | None = self.cleaned_data["expires_at"]
        if end is not None and end <= timezone.now():
            raise ValidationError("This is over already: the key would open nothing.")
        return end

    def clean_namespace_pattern(self) -> str:
        pattern = str(self.cleaned_data["namespace_pattern"]).strip()
        if not self.desk.grants_pattern(pattern):
            raise ValidationError("This lies outside the namespaces that you were granted.")
        return pattern


@admin.register(ApiKey)
class ApiKeyAdmin(base.DeskModelAdmin):
    list_display = (
        "called", "namespace_pattern", "may", "not_seen", "how", "used", "act",
    )  # fmt: skip
    list_display_links = None
    search_fields = ("name", "prefix")
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiKey]:
        desk = scope.desk_of(request)
        allowed = [
            key.pk
            for key in ApiKey.objects.only("pk", "namespace_pattern")
            if desk.grants_pattern(key.namespace_pattern)
        ]
        return ApiKey.objects.filter(pk__in=allowed).order_by("name")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("memory.add_apikey"))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        fresh = request.session.pop(FRESH_KEY, "")
        return super().changelist_view(request, {**(extra_context or {}), "fresh_key": fresh})

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None) -> Any:
        if not self.has_add_permission(request):
            roles.require(request, "memory.add_apikey")
        form = KeyForm(
            request.POST or None, desk=scope.desk_of(request), names_subjects=bool(request.user.is_superuser)
        )
        if request.method == "POST" and form.is_valid():
            sent = form.cleaned_data

            def issue() -> None:
                key, text = ApiKey.objects.issue(
                    sent["name"], pattern=sent["namespace_pattern"], scopes=sent["scopes"],
                    default_namespace=sent["default_namespace"], expires_at=sent["expires_at"],
                    purpose=sent["purpose"], hidden=Hidden.of(sent["hidden_kinds"], sent["hidden_tags"]),
                    subject=sent.get("subject", ""),
                )  # fmt: skip
                _note(request, key, ADDITION, "handed out")
                request.session[FRESH_KEY] = text  # shown by the list that follows, once; the session forgets it then

            try:
                changed_once(request, sent["key"], issue)
            except ValidationError as error:
                for field, errors in error.message_dict.items():
                    form.add_error(field if field in form.fields else None, errors)
            else:
                return HttpResponseRedirect(reverse("admin:memory_apikey_changelist"))
        return show(request, "key_add.html", "New API key", form=form, media=form.media)

    @display(description="Name, and how it begins", ordering="name")
    def called(self, key: ApiKey) -> str:
        return format_html("{} <code>mem_{}_…</code>", key.name, key.prefix)

    @display(description="May")
    def may(self, key: ApiKey) -> str:
        return ", ".join(key.scopes)

    @display(description="Purpose and limits")
    def not_seen(self, key: ApiKey) -> str:
        hidden = ", ".join([*key.hidden_kinds, *(f"#{tag}" for tag in key.hidden_tags)])
        return "; ".join(
            filter(None, [key.purpose, hidden and f"not {hidden}", key.subject and f"tokens of {key.subject}"])
        )

    @display(description="Status")
    def how(self, key: ApiKey) -> str:
        if key.revoked_at is not None:
            return base.badge("revoked", "danger")
        held = base.badge("usable", "success") if key.usable else base.badge("expired", "warning")
        return format_html("{} until {}", held, base.when(key.expires_at)) if key.expires_at else held

    @display(description="Last used", ordering="last_used_at")
    def used(self, key: ApiKey) -> str:
        return base.when(key.last_used_at) if key.last_used_at else "never"

    @display(description="")
    def act(self, key: ApiKey) -> str:
        """Buttons for what can be done to it, each with what it asks before and a name for the one time it is done."""
        found = []
        if key.usable:
            asked = "A new key that may the same is shown once. The old one opens for another day."
            found.append(("Replace", "memory_key_replace", f"Replace {key.name}? {asked} {_last_use(key)}"))
        if key.revoked_at is None:
            asked = "Whoever uses it is shut out at once, and it cannot be used again."
            found.append(("Revoke", "memory_key_revoke", f"Revoke {key.name}? {asked} {_last_use(key)}"))
        button = (
            '<button class="desk-button desk-small" formaction="{}" type="submit" name="key" value="{}" data-ask="{}">'
            "{}</button>"
        )
        pieces = [(reverse(f"admin:{name}", args=[key.pk]), uuid.uuid4(), asked, word) for word, name, asked in found]
        return format_html('<span class="desk-row">{}</span>', format_html_join("", button, pieces)) if pieces else ""


def _last_use(key: ApiKey) -> str:
    if key.last_used_at is None:
        return "It was never used."
    return f"It was used last on {_minute(key.last_used_at)}."


def _minute(moment: datetime | None) -> str:
    return date_format(localtime(moment), "Y-m-d H:i")


@page("memory/apikey/<key:pk>/revoke/", "memory_key_revoke", "memory.change_apikey")
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    key = _granted_key(request, pk)
    if key is not None and key.revoked_at is None:
        with transaction.atomic():
            key.revoke()
            _note(request, key, CHANGE, "revoked")
        messages.success(request, f"{key.name} is revoked: it opens nothing from now on.")
    return HttpResponseRedirect(reverse("admin:memory_apikey_changelist"))


@page("memory/apikey/<key:pk>/replace/", "memory_key_replace", "memory.add_apikey")
@require_POST
def replace(request: HttpRequest, pk: int) -> HttpResponse:
    key = _granted_key(request, pk)
    if key is not None and key.usable:

        def rotate() -> None:
            fresh, text = key.rotate()
            _note(request, key, CHANGE, f"replaced by mem_{fresh.prefix}_…")
            request.session[FRESH_KEY] = text  # shown as that of a new key is
            ends = f", the new one until {_minute(fresh.expires_at)}" if fresh.expires_at else ""
            messages.success(
                request, f"{key.name} is replaced: the old key opens until {_minute(key.expires_at)}{ends}."
            )

        changed_once(request, request.POST.get("key", ""), rotate)
    return HttpResponseRedirect(reverse("admin:memory_apikey_changelist"))


def _note(request: HttpRequest, key: ApiKey, flag: int, what: str) -> None:
    base.note(request.user, key, flag, str(key), f"{what}: {key.namespace_pattern}; {', '.join(key.scopes)}")


def _granted_key(request: HttpRequest, pk: int) -> ApiKey | None:
    """The key, None (and a message) where it opens what the person was not granted."""
    key = get_object_or_404(ApiKey, pk=pk)
    if scope.desk_of(request).grants_pattern(key.namespace_pattern):
        return key
    messages.error(request, "This key opens namespaces that you were not granted.")
    return None
