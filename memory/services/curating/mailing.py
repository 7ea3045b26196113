"""Open conflicts by mail: a digest for the curators who asked for it, with links that decide without a login.

A link serves one person and one conflict as it stood, once, for three days, and only while that person may decide it.
"""

from __future__ import annotations

import json
import logging
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ...context_block import stated
from ...models import (
    Conflict,
    ConflictDecision,
    MailDigest,
    MailedDecision,
    Memory,
    Namespace,
    NamespaceGrant,
    granted,
    may_curate,
    patterns_of,
)
from ...text import shortened
from ..actors import Actor
from ..errors import InvalidInput, NotFound
from . import deciding

logger = logging.getLogger(__name__)

LASTS = timedelta(hours=72)
PAUSE = timedelta(hours=20)  # between two digests of one person: the schedule's day, less what a late run may take
MOST = 20  # conflicts of one mail: what somebody decides at one sitting; the next mail has the others
LONGEST = 300  # characters of a quote
BY_MAIL = "decided by mail"


def ready() -> bool:
    """Whether mails can be sent, and their links lead anywhere."""
    return bool(settings.MEMORY_MAIL_URL and settings.MEMORY_PUBLIC_URL)


def subscribe(user: User, wanted: bool) -> None:
    """From now on `user` gets the digest, or gets it no more: then the links that were sent are dead, too.

    Raises InvalidInput where there is no address to send it to.
    """
    if wanted and not user.email:
        raise InvalidInput("your account has no e-mail address; an administrator can set one", "email")
    if wanted:
        MailDigest.objects.get_or_create(user=user)
        return
    with transaction.atomic():
        MailDigest.objects.filter(user=user).delete()
        MailedDecision.objects.filter(user=user).delete()


def send_digests() -> int:
    """Send each person who wants it what is open and was not sent yet; answers how many mails went. One that cannot be
    sent is tried again the next time, and its person sees why on the desk."""
    MailedDecision.objects.filter(expires_at__lte=timezone.now()).delete()
    if not ready():
        return 0
    return sum(_send(digest) for digest in MailDigest.objects.select_related("user").order_by("pk"))


def _send(digest: MailDigest) -> bool:
    before, now = digest.sent_at, timezone.now()
    due = Q(sent_at=None) | Q(sent_at__lt=now - PAUSE)
    # Two schedulers may ring for one day: who writes the time first sends it.
    if not MailDigest.objects.filter(due, pk=digest.pk).update(sent_at=now, error=""):
        return False
    made: list[MailedDecision] = []
    try:
        mail = _written(digest.user, before, made)
        if mail is not None:
            mail.send()
    except Exception as error:  # whatever a mail server may answer: nothing of it went
        logger.warning("the digest of %s could not be sent: %s", digest.user, error)
        MailedDecision.objects.filter(pk__in=[one.pk for one in made]).delete()
        MailDigest.objects.filter(pk=digest.pk).update(sent_at=before, error=str(error)[:500])
        return False
    if mail is None:
        MailDigest.objects.filter(pk=digest.pk).update(sent_at=before)
    return mail is not None


def _written(user: User, since: datetime | None, made: list[MailedDecision]) -> EmailMessage | None:
    """The mail of one person who was last told `since`, None where there is nothing to tell; the links' rows are added
    to `made`."""
    if not user.email or not may_curate(user):
        return None
    rows = Conflict.objects.across(granted(patterns_of(user))).filter(Conflict.WAITING)
    sent = MailedDecision.objects.filter(user=user)
    told = {(one.conflict_id, one.version) for one in sent}
    rows = rows.select_related("namespace", "new_fact", "old_fact").defer("new_fact__embedding", "old_fact__embedding")
    waiting = [one for one in rows.order_by("pk")[: 10 * MOST] if (one.pk, version_of(one)) not in told]
    quoted = [one for one in waiting if one.namespace.own.memories_in_mail][:MOST]
    # What may not be quoted has no link either that would tell whether it was sent: it is counted once, when it is new.
    if not quoted and not any(since is None or one.created_at > since for one in waiting):
        return None
    parts = [_quoted(user, conflict, made) for conflict in quoted]
    inbox = f"{settings.MEMORY_PUBLIC_URL}{reverse('admin:memory_inbox')}?kind=conflict"
    if others := len(waiting) - len(quoted):
        parts.append(f"{others} {'more ' if quoted else ''}{'waits' if others == 1 else 'wait'} in the inbox: {inbox}")
    count = len(waiting)
    subject = "1 contradiction waits for you" if count == 1 else f"{count} contradictions wait for you"
    stop = f"You asked for this mail. To stop it: {settings.MEMORY_PUBLIC_URL}{reverse('admin:memory_mail')}"
    return EmailMessage(subject, "\n\n".join([*parts, stop]) + "\n", settings.DEFAULT_FROM_EMAIL, [user.email])


def _quoted(user: User, conflict: Conflict, made: list[MailedDecision]) -> str:
    token = secrets.token_urlsafe(32)
    made.append(
        MailedDecision.objects.create(
            user=user, grant=_grant_of(user, conflict.namespace), conflict=conflict, version=version_of(conflict),
            token_hash=_hashed(token), expires_at=timezone.now() + LASTS,
        )
    )  # fmt: skip
    old, new = quotes(conflict)
    return (
        f"In {conflict.namespace}:\n  before: “{old}”\n  now:    “{new}”\n"
        f"  Decide until {timezone.now() + LASTS:%Y-%m-%d %H:%M} UTC, without a login: "
        f"{settings.MEMORY_PUBLIC_URL}{reverse('decide_by_mail', args=[token])}"
    )


def quotes(conflict: Conflict) -> tuple[str, str]:
    """The old and the new fact, each on one line, cut where it is long."""
    return _quote(conflict.old_fact), _quote(conflict.new_fact)


def _quote(fact: Memory) -> str:
    text = " ".join(stated(fact.content).split())
    return shortened(text, LONGEST)


def version_of(conflict: Conflict) -> str:
    """A fingerprint of a conflict as it stands: of both facts, and of what was decided of it before."""
    facts = [(fact.uid, fact.content, fact.active) for fact in (conflict.new_fact, conflict.old_fact)]
    told = json.dumps([conflict.pk, conflict.status, conflict.decided_in_id, facts])
    return salted_hmac("memory.mailing", told, algorithm="sha256").hexdigest()


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _grant_of(user: User, namespace: Namespace) -> NamespaceGrant | None:
    if user.is_superuser:
        return None
    return next(grant for grant in user.namespace_grants.order_by("pk") if grant.covers(namespace.name))


def open_link(token: str) -> MailedDecision:
    """What a link may still decide. Raises NotFound, in the same words for whatever is not so any more."""
    rows = MailedDecision.objects.select_related(
        "user", "grant", "conflict__namespace", "conflict__new_fact", "conflict__old_fact"
    )
    found = rows.filter(token_hash=_hashed(token)).first()
    if found is None or not found.open or not _may_decide(found):
        raise NotFound("this link leads to nothing that waits for you: it was used, is too old, or was decided since")
    return found


def _may_decide(mailed: MailedDecision) -> bool:
    namespace, grant = mailed.conflict.namespace, mailed.grant
    covered = mailed.user.is_superuser if grant is None else grant.covers(namespace.name)
    stands = mailed.conflict.waits and version_of(mailed.conflict) == mailed.version
    return covered and may_curate(mailed.user) and namespace.own.memories_in_mail and stands


def decide(token: str, decision: str) -> Conflict:
    """Make a decision in the name of who was sent the link; it can be undone as any other. Raises NotFound, and
    InvalidInput and StateConflict, after which the link may be used again."""
    with transaction.atomic():
        mailed = open_link(token)
        if decision not in ConflictDecision.values:
            raise InvalidInput(f"decision must be one of {', '.join(ConflictDecision.values)}", "decision")
        mine = MailedDecision.objects.filter(pk=mailed.pk, used_at=None)
        if not mine.update(used_at=timezone.now()):
            raise NotFound("this link was used")
        return deciding.decide_conflict(
            mailed.conflict.namespace, mailed.conflict_id, decision, actor=Actor.curator(mailed.user), reason=BY_MAIL
        )
