"""Webhooks: each change of a namespace is told to the addresses that want it, in order, at least once.

The events' table is the outbox: an event is a row of the change's own transaction, and a webhook's `told` moves on when
the address took it. Whoever is killed in between tells the same event again, under the same id.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from .. import outlet, sealed
from ..models import ALL, WEBHOOK_URL_LENGTH, DeadLetter, Event, EventKind, Namespace, Webhook
from ..models.ids import new_id
from ..outlet import Forbidden, NotTaken
from .errors import InvalidInput, TooLarge
from .finding import existing
from .writing import writing

DELIVER_TASK = "memory.tasks.deliver_webhooks"
MOST = 20  # of one namespace: each is called for every event
LEASE = timedelta(seconds=3 * outlet.SECONDS)  # for which one sender holds a webhook; renewed with each event
AT_ONCE = 100  # events, then another webhook's turn
# Then what else waits for the worker has its turn, and another webhook the next one. Chosen: an answer may take
# outlet.SECONDS beside it.
TURN_SECONDS = 2.0
TRIES = 12  # of one event; with the pauses below about a day
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(hours=4)


def add(namespace: Namespace, url: str, kinds: Iterable[str] = ()) -> tuple[Webhook, str]:
    """Tell `url` of what changes in the namespace from now on; answers the webhook and the secret that signs it.

    Raises InvalidInput for an address that must not be told anything and an unknown kind, TooLarge for too many.
    """
    try:
        outlet.check(url, private=settings.MEMORY_WEBHOOKS_PRIVATE)
    except Forbidden as error:
        raise InvalidInput(str(error), "url") from error
    wanted = list(dict.fromkeys(kinds))
    if unknown := set(wanted) - set(EventKind.values):
        raise InvalidInput(f"unknown kinds: {', '.join(sorted(unknown))}", "kinds")
    if len(url) > WEBHOOK_URL_LENGTH:
        raise InvalidInput(f"an address has at most {WEBHOOK_URL_LENGTH} characters", "url")
    with writing(namespace):
        if Webhook.objects.within(namespace).count() >= MOST:
            raise TooLarge(f"at most {MOST} webhooks a namespace")
        secret = f"whsec_{secrets.token_urlsafe(32)}"
        last = Event.objects.within(namespace).order_by("-seq").values_list("seq", flat=True).first() or 0
        webhook = Webhook.objects.create(
            uid=new_id("whk"), namespace=namespace, url=url, kinds=wanted, secret=secret, told=last
        )
    return webhook, secret


def get_webhook(namespace: Namespace, uid: str) -> Webhook:
    return existing(Webhook.objects.within(namespace).filter(uid=uid), f"webhook {uid}")


def pause(namespace: Namespace, uid: str, *, paused: bool) -> Webhook:
    """Tell it nothing until it goes on; then what happened meanwhile is told too, at once. Answers it as it is now."""
    get_webhook(namespace, uid)
    Webhook.objects.within(namespace).filter(uid=uid).update(
        is_paused=paused, attempts=0, next_try_at=timezone.now(), lease=F("lease") + 1, last_error=""
    )
    return get_webhook(namespace, uid)


def remove(namespace: Namespace, uid: str) -> None:
    """Forget it, with its dead letters."""
    get_webhook(namespace, uid)
    Webhook.objects.within(namespace).filter(uid=uid).delete()


def send_again(namespace: Namespace, uid: str) -> int:
    """Try the dead letters once more, oldest first, until one is not taken or an answer's time is over; answers how
    many were. Those whose event is erased since are dropped."""
    webhook = get_webhook(namespace, uid)
    done, until = 0, time.monotonic() + outlet.SECONDS  # a person waits for it
    for letter in webhook.dead_letters.order_by("seq")[:AT_ONCE]:
        event = Event.objects.within(namespace).filter(seq=letter.seq).first()
        if event is not None:
            try:
                _send(webhook, event)
            except (NotTaken, Forbidden) as error:
                DeadLetter.objects.filter(pk=letter.pk).update(error=str(error))
                break
            done += 1
        letter.delete()
        if time.monotonic() > until:
            break
    return done


def any_due() -> bool:
    return Webhook.objects.across(ALL).due().exists()


def deliver() -> int:
    """Tell the webhooks that are due up to AT_ONCE events each, for TURN_SECONDS and the answer that is waited for
    then; answers how many events were taken. Whoever waits longest comes first, so that a slow one holds up each of
    the others for one answer at a time."""
    until = time.monotonic() + TURN_SECONDS
    taken = 0
    for webhook in list(Webhook.objects.across(ALL).due().order_by("next_try_at", "pk")):
        taken += _drain(webhook, until)
        if time.monotonic() >= until:
            break
    return taken


def _drain(webhook: Webhook, until: float) -> int:
    """Tell one webhook what it does not know yet, while this process holds it; at least one event, and no further one
    after `until`."""
    held = Webhook.objects.across(ALL).filter(pk=webhook.pk, lease=webhook.lease)
    if not held.update(lease=F("lease") + 1, next_try_at=timezone.now() + LEASE):
        return 0  # somebody else tells it
    webhook.refresh_from_db()
    mine = Webhook.objects.across(ALL).filter(pk=webhook.pk, lease=webhook.lease)
    events = Event.objects.within(webhook.namespace_id).filter(seq__gt=webhook.told).order_by("seq")[:AT_ONCE]
    taken = 0
    for event in list(events):
        if not webhook.kinds or event.kind in webhook.kinds:
            try:
                _send(webhook, event)
            except (NotTaken, Forbidden) as error:
                _failed(webhook, event, str(error))
                return taken
            taken += 1
        webhook.attempts = 0
        if not mine.update(told=event.seq, attempts=0, last_error="", next_try_at=timezone.now() + LEASE):
            return taken  # it was paused, or this process was too slow
        if time.monotonic() >= until:
            break
    mine.update(next_try_at=timezone.now())
    return taken


def _failed(webhook: Webhook, event: Event, error: str) -> None:
    """Wait for longer each time; after TRIES the event is a dead letter, and the next one has its turn."""
    attempts = webhook.attempts + 1
    mine = Webhook.objects.across(ALL).filter(pk=webhook.pk, lease=webhook.lease)
    with transaction.atomic():
        if attempts < TRIES:
            pause = min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
            mine.update(attempts=attempts, last_error=error, next_try_at=timezone.now() + pause)
        elif mine.update(told=event.seq, attempts=0, last_error=error, next_try_at=timezone.now()):
            DeadLetter.objects.get_or_create(
                webhook=webhook, seq=event.seq,
                defaults={"kind": event.kind, "subject": event.subject, "error": error},
            )  # fmt: skip


def _send(webhook: Webhook, event: Event) -> None:
    told = told_of([event], webhook.namespace.name)[0]
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"rememberd/{settings.MEMORY_VERSION}",
        "X-Memory-Webhook": webhook.uid,
        "X-Memory-Event": told["id"],
        "X-Memory-Signature": outlet.signature(webhook.secret, outlet.now(), body),
    }
    outlet.post(webhook.url, body, headers, private=settings.MEMORY_WEBHOOKS_PRIVATE)


def told_of(events: Sequence[Event], namespace_name: str) -> list[dict[str, Any]]:
    """What is told of events outside: what happened to which memory, when and by whom, and none of its words. Whoever
    may read them asks for them, and finds what is erased or hidden since as it is."""
    return [
        {
            "id": sealed.event_id(event.seq),
            "namespace": namespace_name,
            "kind": event.kind,
            "subject": event.subject,
            "actor": event.actor,
            "origin": event.origin,
            "at": event.at.isoformat().replace("+00:00", "Z"),
        }
        for event in events
    ]
