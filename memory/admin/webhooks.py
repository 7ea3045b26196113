"""Webhooks in the desk: whom a namespace's changes are told to, what could not be told, and trying that again."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.admin.models import ADDITION, DELETION
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from ..models import EventKind, Webhook
from ..services import webhooks
from ..services.errors import InvalidInput, TooLarge
from ..text import whole_number
from . import base, roles, scope
from .once import SentOnce, changed_once
from .site import page, show

FRESH_SECRET = "fresh_webhook_secret"  # noqa: S105  (the session's key of it)
SHOWN = 200


class WebhookForm(SentOnce):
    url = forms.CharField(label="Address (https://…)", widget=forms.TextInput(attrs={"class": "desk-input"}))
    kinds = forms.MultipleChoiceField(
        label="Which changes; all where none is picked", required=False,
        choices=[(kind, capfirst(label)) for kind, label in EventKind.choices], widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip


@page("webhooks/", "memory_webhooks", roles.OPERATE)
def listing(request: HttpRequest) -> HttpResponse:
    """The webhooks in sight with how each is doing, and a form for one more."""
    form = WebhookForm(request.POST or None)
    namespace = scope.desk_of(request).namespace
    if request.method == "POST" and namespace is None:
        messages.error(request, "Pick one namespace first: a webhook tells of one.")
    elif request.method == "POST" and namespace is not None and form.is_valid():
        given = form.cleaned_data

        def add() -> None:
            webhook, secret = webhooks.add(namespace, given["url"].strip(), given["kinds"])
            _note(request, webhook, ADDITION, "added")
            request.session[FRESH_SECRET] = secret  # shown by the list that follows, once; the session forgets it then

        try:
            changed_once(request, given["key"], add)
        except (InvalidInput, TooLarge) as error:
            field = error.field if isinstance(error, InvalidInput) and error.field in form.fields else None
            form.add_error(field, f"{error.detail[:1].upper()}{error.detail[1:]}.")
        else:
            return HttpResponseRedirect(reverse("admin:memory_webhooks"))
    rows = scope.desk_of(request).rows(Webhook).select_related("namespace").annotate(dead=Count("dead_letters"))
    return show(
        request, "webhooks.html", "Webhooks", form=form, webhooks=list(rows.order_by("-pk")[:SHOWN]),
        fresh_secret=request.session.pop(FRESH_SECRET, ""), namespace=namespace,
    )  # fmt: skip


@page("webhooks/act/", "memory_webhooks_act", roles.OPERATE)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Pause one, let it go on, forget it, or try its dead letters again."""
    key = whole_number(request.POST.get("webhook", ""))
    rows = scope.desk_of(request).granted_rows(Webhook).select_related("namespace")
    webhook = get_object_or_404(rows, pk=key)
    namespace, uid = webhook.namespace, webhook.uid
    match request.POST.get("do", ""):
        case "pause":
            base.attempt(
                request, lambda: webhooks.pause(namespace, uid, paused=True), "It is told nothing until it goes on."
            )
        case "go on":
            base.attempt(request, lambda: webhooks.pause(namespace, uid, paused=False), "It goes on where it was.")
        case "send again":
            base.attempt(request, lambda: webhooks.send_again(namespace, uid), "They were tried again.")
        case "forget":
            base.attempt(request, lambda: _forget(request, webhook), "Forgotten.")
    return HttpResponseRedirect(reverse("admin:memory_webhooks"))


@transaction.atomic
def _forget(request: HttpRequest, webhook: Webhook) -> None:
    webhooks.remove(webhook.namespace, webhook.uid)
    _note(request, webhook, DELETION, "forgotten")


def _note(request: HttpRequest, webhook: Webhook, flag: int, what: str) -> None:
    """By its id: an address may hold a secret."""
    base.note(request.user, webhook, flag, webhook.uid, f"{what}, of {webhook.namespace}")
