"""People: who may do what in which namespaces, on one page. An administrator's matter."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE
from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from unfold.widgets import (
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from ..models.namespaces import validate_namespace_pattern
from . import base, roles, site

ADMINISTRATOR = "administrator"
MAY = {
    "": "nothing yet", "viewer": "looks", "curator": "also decides, corrects and undoes",
    "operator": "also runs things, sets namespaces up and hands out keys",
    ADMINISTRATOR: "everything, in every namespace, people included",
}  # fmt: skip
OWN = "own"  # staff whose groups or permissions were made on the pages of Roles and Accounts
LISTED = 500
TAKEN = "Somebody has this name already."


class PersonForm(forms.Form):
    """One person: their role, and their namespaces as patterns, one a line."""

    name = forms.CharField(
        max_length=150, widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "username"}),
        help_text="What they sign in with.",
    )  # fmt: skip
    email = forms.EmailField(
        required=False, widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "email"}),
        help_text="For the mails they ask for.",
    )  # fmt: skip
    role = forms.ChoiceField(
        required=False, choices=[(role, f"{role or 'no role'}: {what}") for role, what in MAY.items()],
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip
    namespaces = forms.CharField(
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text="One a line: a namespace, a prefix such as acme/*, or * for all. An administrator needs none.",
    )
    active = forms.BooleanField(
        required=False, initial=True, widget=UnfoldBooleanSwitchWidget, help_text="Off: shut out at once."
    )
    password = forms.CharField(
        required=False, strip=False, widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}),
        help_text="Empty leaves it as it is; somebody new cannot sign in without one.",
    )  # fmt: skip
    version = forms.CharField(required=False, widget=forms.HiddenInput)  # of what the page showed

    def __init__(self, *args: Any, person: User | None, asking: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person, self.asking = person, asking
        self.namesake: User | None = None
        self.made: User | None = None  # who stands as a form for somebody new asks: it was sent twice
        if person is not None:
            self.initial = {**form_values(person), "version": _version(form_values(person))}
            if role_of(person) == OWN:
                kept = (OWN, f"{role_name(person)}: stays as it is")
                self.fields["role"].choices = [*self.fields["role"].choices, kept]  # type: ignore[attr-defined]

    def full_clean(self) -> None:
        """A page that is shown again holds no password, and an empty one would leave the old one as it is, unseen."""
        super().full_clean()
        if self.errors and self.data.get("password"):
            self.fields["password"].required = True
            if "password" not in self.errors:
                self.add_error("password", "A password is not kept: it has to be typed again.")

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"]).strip()
        User.username_validator(name)
        others = User.objects.all() if self.person is None else User.objects.exclude(pk=self.person.pk)
        self.namesake = others.filter(username__iexact=name).first()
        if self.namesake is not None and self.person is not None:
            raise ValidationError(TAKEN)
        return name

    def clean_namespaces(self) -> list[str]:
        patterns = list(dict.fromkeys(line.strip() for line in self.cleaned_data["namespaces"].splitlines()))
        patterns = [pattern for pattern in patterns if pattern]
        for pattern in patterns:
            validate_namespace_pattern(pattern)
        return patterns

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if password:
            validate_password(password, self.person)
        return password

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if self.namesake is not None and self.person is None:
            if self.errors or not _stands(self.namesake, sent):
                raise ValidationError({"name": TAKEN})
            self.made = self.namesake
        # A form that is sent twice finds what it asks for.
        if self.person is not None and _version(form_values(self.person)) not in (sent.get("version"), _version(sent)):
            raise ValidationError("Not stored: somebody changed this person meanwhile. Open the page again.")
        if self.person == self.asking and (sent.get("role") != ADMINISTRATOR or not sent.get("active")):
            raise ValidationError("You would shut yourself out: another administrator has to do this.")
        return sent


def role_of(person: User) -> str:
    """The highest role of a person, `OWN` where it is none of those that are given here; empty where there is none."""
    if person.is_superuser:
        return ADMINISTRATOR
    if not person.is_staff:
        return ""
    held = {group.name for group in person.groups.all()}
    return next((role for role in reversed(roles.GROUPS) if role in held), OWN)


def role_name(person: User) -> str:
    """The role as people read it."""
    role = role_of(person)
    if role != OWN:
        return role or "no role"
    return ", ".join(sorted(group.name for group in person.groups.all())) or "permissions of their own"


def form_values(person: User) -> dict[str, Any]:
    """A person as the form shows them."""
    return {
        "name": person.username, "email": person.email, "role": role_of(person), "active": person.is_active,
        "namespaces": "\n".join(grant.pattern for grant in person.namespace_grants.all()),
    }  # fmt: skip


def _version(values: Mapping[str, Any]) -> str:
    """Of what a form shows or asks for, but for a password; in whichever order the namespaces stand."""
    told = [values.get(name) for name in ("name", "email", "role", "active")]
    namespaces = values.get("namespaces") or []
    patterns = namespaces.splitlines() if isinstance(namespaces, str) else namespaces
    return hashlib.sha256(json.dumps([*told, sorted(patterns)]).encode()).hexdigest()[:16]


def _stands(person: User, sent: Mapping[str, Any]) -> bool:
    """Whether a person is just what a form asks for, with its password."""
    password = sent["password"]
    has_it = person.check_password(password) if password else not person.has_usable_password()
    return has_it and _version(form_values(person)) == _version(sent)


def save(form: PersonForm) -> User:
    """Store what a valid form says, all of it or nothing. A grant that stays keeps its row."""
    if form.made is not None:
        return form.made
    sent, person = form.cleaned_data, form.person or User()
    with transaction.atomic():
        person.username, person.email, person.is_active = sent["name"], sent["email"], sent["active"]
        if sent["role"] != OWN:
            person.is_superuser, person.is_staff = sent["role"] == ADMINISTRATOR, bool(sent["role"])
        if sent["password"]:
            person.set_password(sent["password"])
        elif form.person is None:
            person.set_unusable_password()
        person.save()
        person.groups.remove(*Group.objects.filter(name__in=roles.GROUPS))
        if sent["role"] in roles.GROUPS:
            person.groups.add(Group.objects.get(name=sent["role"]))
        person.namespace_grants.exclude(pattern__in=sent["namespaces"]).delete()
        for pattern in sent["namespaces"]:
            person.namespace_grants.get_or_create(pattern=pattern)
        base.note(form.asking, person, CHANGE if form.person else ADDITION, person.username, _told(form, person))
    return person


def _told(form: PersonForm, person: User) -> str:
    """What was stored, for the log of who handed out what."""
    sent = form.cleaned_data
    told = [role_name(person), f"namespaces: {', '.join(sent['namespaces']) or 'none'}"]
    if not sent["active"]:
        told.append("shut out")
    if sent["password"]:
        told.append("with a new password")
    return "; ".join(told)


def _administrator(request: HttpRequest) -> User:
    if not (request.user.is_active and request.user.is_superuser):
        raise PermissionDenied(f"This is for administrators. Your role is: {roles.name_of(request)}.")
    assert isinstance(request.user, User)
    return request.user


def _held(asking: User, pk: int | None) -> User:
    """The administrator who asks, as they are now, held with the person until the transaction ends. Of two who take
    each other's role the later is none any more: one administrator stays. Raises PermissionDenied."""
    rows = User.objects.select_for_update().filter(pk__in={asking.pk, pk}).order_by("pk")
    found = next((row for row in rows if row.pk == asking.pk), None)
    if found is None or not (found.is_active and found.is_superuser):
        raise PermissionDenied("Your role was taken meanwhile: this is for administrators. Nothing was stored.")
    return found


def people(request: HttpRequest) -> HttpResponseBase:
    """Everybody, with role and namespaces."""
    _administrator(request)
    rows = User.objects.prefetch_related("groups", "namespace_grants").order_by("username")
    return site.show(
        request, "people.html", "People",
        rows=[(person, role_name(person), [grant.pattern for grant in person.namespace_grants.all()])
              for person in rows[:LISTED]],
        count=rows.count(), most=LISTED, may=MAY.items(),
    )  # fmt: skip


def one_person(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """One person, or a new one."""
    asking = _administrator(request)
    saved = None
    is_sent = request.method == "POST"
    # One transaction: nobody changes the person between the look at the page's version and the storing.
    with transaction.atomic() if is_sent else nullcontext():
        asking = _held(asking, pk) if is_sent else asking
        person = get_object_or_404(User, pk=pk) if pk is not None else None
        form = PersonForm(request.POST or None, person=person, asking=asking)
        if is_sent and form.is_valid():
            try:
                saved = save(form)
            except IntegrityError:
                # On PostgreSQL a colleague may give the name to another after the form has looked for it.
                if person is not None:
                    person.refresh_from_db()
                form = PersonForm(request.POST, person=person, asking=asking)
                if form.is_valid() and form.made is None:
                    raise
                saved = form.made
    if saved is not None:
        messages.success(request, f"{saved.username} is stored: {role_name(saved)}.")
        return HttpResponseRedirect(reverse("admin:memory_people"))
    title = person.username if person else "New person"
    return site.show(request, "person.html", title, form=form, person=person, media=form.media)


site.pages.extend(
    [
        path("people/", admin.site.admin_view(people), name="memory_people"),
        path("people/new/", admin.site.admin_view(one_person), name="memory_person_add"),
        path("people/<key:pk>/", admin.site.admin_view(one_person), name="memory_person"),
    ]
)
