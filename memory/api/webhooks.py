"""Whom a namespace's changes are told to. What is told, and how it is signed: docs/events.md."""

from __future__ import annotations

import logging

from django.http import HttpResponse
from ninja import Query, Router

from .. import answers, presentation
from ..models import Webhook
from ..services import webhooks
from ..services.errors import NotFound, StateConflict
from .auth import ADMIN, ApiRequest
from .idempotency import once
from .pagination import Paging, page_json
from .requests import NewWebhook, WebhookChange
from .responses import json_response

log = logging.getLogger(__name__)
router = Router(tags=["Webhooks"])


@router.get("/webhooks", auth=ADMIN, response=answers.WebhooksJson, summary="List webhooks")
def list_webhooks(request: ApiRequest, filters: Query[Paging]) -> HttpResponse:
    """Newest first."""
    rows = Webhook.objects.within(request.auth.namespace)
    return json_response(page_json(rows, filters, presentation.webhook_json, name="webhooks"))


@router.post("/webhooks", auth=ADMIN, response={201: answers.AddedWebhookJson}, summary="Add a webhook")
def add_webhook(request: ApiRequest, payload: NewWebhook) -> HttpResponse:
    """Tell `url` of what changes in the namespace from now on. Its `secret` is answered here alone, and again for the
    same `Idempotency-Key`; where the webhook was removed meanwhile, that is a 409. More than 20 of a namespace are a
    413."""
    caller = request.auth

    def work() -> answers.WebhookJson:
        webhook, _ = webhooks.add(caller.written_namespace, payload.url, payload.kinds)
        _note(request, webhook.uid, "added")
        return presentation.webhook_json([webhook])[0]

    def shown(kept: answers.WebhookJson) -> answers.AddedWebhookJson:
        """An answer that is kept holds no secret."""
        try:
            secret = webhooks.get_webhook(caller.written_namespace, kept["id"]).secret
        except NotFound as error:
            raise StateConflict("The webhook that this request added was removed since.") from error
        return {**kept, "secret": secret}

    return once(request, work, status=201, shown=shown)


@router.patch("/webhooks/{webhook_id}", auth=ADMIN, response=answers.WebhookJson, summary="Pause a webhook")
def change_webhook(request: ApiRequest, webhook_id: str, payload: WebhookChange) -> HttpResponse:
    """A paused one is told nothing; when it goes on it is told what happened meanwhile, too, at once."""
    webhook = webhooks.pause(request.auth.namespace, webhook_id, paused=payload.paused)
    _note(request, webhook_id, "paused" if payload.paused else "set going")
    return json_response(presentation.webhook_json([webhook])[0])


@router.delete("/webhooks/{webhook_id}", auth=ADMIN, response=answers.WebhookJson, summary="Remove a webhook")
def remove_webhook(request: ApiRequest, webhook_id: str) -> HttpResponse:
    """With its dead letters. What it was is answered."""
    namespace = request.auth.namespace
    shown = presentation.webhook_json([webhooks.get_webhook(namespace, webhook_id)])[0]
    webhooks.remove(namespace, webhook_id)
    _note(request, webhook_id, "removed")
    return json_response(shown)


def _note(request: ApiRequest, webhook_id: str, what: str) -> None:
    """Who did it, in the log. By its id: an address may hold a secret."""
    caller = request.auth
    log.info("webhook %s of %s was %s by %s", webhook_id, caller.namespace_name, what, caller.actor.name)
