"""Sessions that are not to be remembered. What is said in one is not stored at all (see `episodes.ingest_turns`)."""

from __future__ import annotations

from django.db.models import Exists, F, Max, OuterRef, Q, Value
from django.db.models.functions import Greatest

from ...models import ChangeKind, Kind, Memory, MemorySource, Namespace, Session, SessionStatus
from ...models.memories import MemoryQuerySet
from .. import history
from ..actors import Actor
from ..errors import TooLarge
from ..talk import sessions
from ..writing import writing
from . import facts, lineage, places

MOST_RETIRED = 1_000  # in one transaction, for which other writers wait
REASON = "not to be remembered"


def drop(namespace: Namespace, session_id: str, *, actor: Actor) -> Session:
    """Keep nothing of this session from now on, learn nothing from it, and retire its turns with the facts that were
    drawn from them alone; what these had superseded holds again. It need not exist yet. Twice changes nothing. Raises
    TooLarge for too many memories."""
    with writing(namespace):
        rows = Session.objects.within(namespace)
        rows.get_or_create(namespace=namespace, session_id=session_id)
        told = dict(_of(namespace, session_id).active().values_list("pk", "uid")[: MOST_RETIRED + 1])
        if len(told) > MOST_RETIRED:
            raise TooLarge(f"more than {MOST_RETIRED} memories come from this session: erase it")
        # Whoever consolidates it now loses the lease; a turn that somebody restores is not learnt from either.
        turns = Memory.objects.within(namespace).episodes().filter(session_id=session_id)
        last = turns.aggregate(last=Max("pk"))["last"] or 0
        rows.filter(session_id=session_id).update(
            off_record=True, status=SessionStatus.CONSOLIDATED, watermark=Greatest("watermark", Value(last)),
            lease_token=F("lease_token") + 1, lease_until=None, waiting_for="", last_error="",
        )  # fmt: skip
        # What a correction replaced, or somebody retired, is not to be remembered either.
        all_told = list(_of(namespace, session_id).values_list("pk", flat=True))
        taken = places.displaced_by(all_told)
        # A text that a correction replaced does not come back; what somebody retired may.
        displaced = [one for one in taken if one.fact.active or lineage.correction_of(one.fact) is None]
        if told:
            change = history.begin(namespace.pk, ChangeKind.RETIRE, actor, comment=REASON)
            for uid in told.values():
                facts.retire(namespace, uid, actor=actor, reason=REASON, change=change, gives_back=False)
        if displaced:
            places.let_stand(displaced, history.begin(namespace.pk, ChangeKind.HOLD_AGAIN, actor, comment=REASON))
    return sessions.get_session(namespace, session_id)


def keep(namespace: Namespace, session_id: str) -> Session:
    """Keep again what is said in this session from now on. Raises NotFound."""
    Session.objects.within(namespace).filter(session_id=session_id).update(off_record=False)
    return sessions.get_session(namespace, session_id)


def _of(namespace: Namespace, session_id: str) -> MemoryQuerySet:
    """The session's turns, and the facts that rest on its turns alone, active or retired."""
    links = MemorySource.objects.filter(memory=OuterRef("pk"))
    here = {"source__session_id": session_id, "source__namespace": namespace}
    drawn = Q(Exists(links.filter(**here)), ~Exists(links.exclude(**here)), kind=Kind.FACT)
    return Memory.objects.within(namespace).filter(Q(kind=Kind.EPISODE, session_id=session_id) | drawn)
