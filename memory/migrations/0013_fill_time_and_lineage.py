"""Fill `changes`, `validity` and `supersessions` from the marks in strings and JSON that told the same before.

Each batch is a transaction of its own and finds by itself what is left to do, so that a migration that was killed goes
on where it stopped. Nothing is deleted but `supersedes` and `superseded_by` among the attributes of facts, which
`supersessions` then holds; `0014` drops the columns.

There is no reverse: several rows of `validity` cannot be told in the two columns of before. The way back is the backup
that `up` and `migrate` make before they run a migration.
"""

from __future__ import annotations

import json
from collections import defaultdict

from django.db import migrations
from django.db.models import Exists, Max, OuterRef
from django.db.transaction import atomic

BATCH = 2_000

# What one event made up when it named no operation.
ALONE = {
    "remembered": "remember", "corrected": "correct", "confirmed": "confirm", "edited": "edit", "retired": "retire",
    "restored": "restore", "decayed": "decay", "spared": "spare", "reflected": "reflect", "superseded": "decide",
    "supersedes": "decide", "holds_again": "hold_again", "session_skipped": "session",
}  # fmt: skip
VERBS = {
    "correct": "correct", "conflict": "decide", "review": "review", "merge": "merge", "holds": "hold_again",
    "bulk": "bulk",
}  # fmt: skip
REVIEWED = {"edited": "accept", "retired": "reject", "corrected": "correct"}
REVIEW_STATUS = {"accepted": "accept", "rejected": "reject", "corrected": "correct"}


def fill(apps, schema_editor):
    changes_of_events(apps, schema_editor.connection)
    decisions_of_conflicts(apps)
    decisions_of_reviews(apps)
    lineage_of_memories(apps)
    undone_lineage(apps)
    lineage_until_said_again(apps)
    forget_attributes(apps, schema_editor.connection)


def table(apps, name):
    """Every row of a model, whatever its managers are called in this migration's past."""
    return apps.get_model("memory", name)._base_manager


def mark(verb, row, at):
    """How an operation was named: the verb, the row, the millisecond."""
    return f"{verb}:{row}:{int(at.timestamp() * 1000)}"


# --- Changes ----------------------------------------------------------------------------------------------------


def changes_of_events(apps, connection):
    """One change for the events of one operation, and one for each event that named none."""
    Event = table(apps, "Event")
    last = 0
    while True:
        with atomic():
            left = Event.filter(change__isnull=True, seq__gt=last).order_by("seq")
            events = list(left.only("seq", "namespace", "subject", "kind", "actor", "origin", "operation", "after",
                                    "reason", "at")[:BATCH])  # fmt: skip
            if not events:
                return
            last = events[-1].seq
            give_changes(apps, connection, events)


def give_changes(apps, connection, events):
    Event, Change = table(apps, "Event"), table(apps, "Change")
    named = {event.operation for event in events if event.operation}
    known = {
        (event.namespace_id, event.operation): event.change
        for event in Event.filter(operation__in=named, change__isnull=False).select_related("change")
    }
    runs = dict(table(apps, "Operation").filter(uid__in=named).values_list("uid", "pk"))
    decided = {int(name.split(":")[1]) for name in named if name.startswith("conflict:")}
    facts = {
        pk: (new, old)
        for pk, new, old in table(apps, "Conflict").filter(pk__in=decided)
        .values_list("pk", "new_fact__uid", "old_fact__uid")
    }  # fmt: skip
    fresh, of_event, waiting = [], {}, []
    for event in events:
        key = (event.namespace_id, event.operation)
        change = known.get(key) if event.operation else None
        if change is None:
            change = new_change(Change, event, runs, facts)
            fresh.append(change)
            if event.operation:
                known[key] = change
            if event.kind == "undone":
                waiting.append((change, event.after.get("event")))
        of_event[event.seq] = change
    Change.bulk_create(fresh)
    name_the_undone(apps, waiting, of_event)
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE events SET change_id = %s WHERE seq = %s", [(of_event[e.seq].pk, e.seq) for e in events]
        )


def new_change(Change, event, runs, facts):
    verb, _, rest = event.operation.partition(":")
    change = Change.model(
        namespace_id=event.namespace_id, actor=event.actor, origin=event.origin, at=event.at, comment=event.reason,
        kind=VERBS.get(verb) or ALONE.get(event.kind, "entity"),
    )  # fmt: skip
    if event.kind == "undone":
        change.kind = "undo"
    if verb == "bulk":
        change.batch = rest
    elif verb == "review":
        change.decision = REVIEWED.get(event.kind, "")
    elif verb == "conflict" and int(rest.split(":")[0]) in facts:
        change.conflict_id = int(rest.split(":")[0])
        change.decision = decision_told(event, *facts[change.conflict_id])
    elif event.operation in runs:
        change.run_id = runs[event.operation]
    elif event.operation and verb not in VERBS and verb != "undo":
        change.comment = change.comment or event.operation  # the run is gone; its name is kept
    return change


def decision_told(event, new, old):
    """Which of the two facts an event lets hold."""
    if event.kind in {"supersedes", "holds_again"}:
        return "new" if event.subject == new else "old"
    if event.kind == "superseded":
        return "old" if event.subject == new else "new"
    return "both"


def name_the_undone(apps, waiting, of_event):
    """What each undo takes back; one that takes an undo back does the change again."""
    Event, Change = table(apps, "Event"), table(apps, "Change")
    elsewhere = [seq for _, seq in waiting if seq not in of_event]
    found = {event.seq: event.change for event in Event.filter(seq__in=elsewhere).select_related("change__undoes")}
    for change, seq in waiting:
        undone = of_event.get(seq) or found.get(seq)
        if undone is None:
            continue
        change.undoes = undone
        change.conflict_id = change.conflict_id or undone.conflict_id
        change.decision = ""
        if undone.kind == "undo":
            change.kind = "redo"
            change.decision = undone.undoes.decision if undone.undoes is not None else ""
    Change.bulk_update([change for change, _ in waiting], ["undoes", "conflict", "decision", "kind"])


# --- Decisions --------------------------------------------------------------------------------------------------


def of_operation(apps, namespace, operation):
    events = table(apps, "Event").filter(namespace_id=namespace, operation=operation)
    event = events.select_related("change").first()
    return event.change if event is not None else None


def who(name):
    return "agent" if name.startswith("key:") else "curator"


def in_batches(rows, work):
    """Do `work` to the rows in pieces, each in a transaction of its own."""
    last = 0
    while True:
        with atomic():
            found = list(rows.filter(pk__gt=last).order_by("pk")[:BATCH])
            if not found:
                return
            work(found)
            last = found[-1].pk


def decisions_of_conflicts(apps):
    Event, Conflict, Change = table(apps, "Event"), table(apps, "Conflict"), table(apps, "Change")

    def decide(found):
        marks = [mark("conflict", row.pk, row.decided_at) for row in found if row.decided_at is not None]
        told = {
            (event.namespace_id, event.operation): event.change
            for event in Event.filter(operation__in=marks).select_related("change")
        }
        for conflict in found:
            conflict.decided_in = decided_conflict(apps, conflict, told)
        decided = [conflict for conflict in found if conflict.decided_in is not None]
        Change.bulk_update(
            [row.decided_in for row in decided if row.status != "open"], ["actor", "at", "decision"], batch_size=500
        )
        Conflict.bulk_update(decided, ["decided_in"], batch_size=500)

    in_batches(Conflict.filter(decided_in__isnull=True), decide)


def decided_conflict(apps, conflict, told):
    """The change that decided a conflict; of an open one the last that was undone, for who makes it again."""
    Change = table(apps, "Change")
    if conflict.status == "open":
        undone = Change.filter(conflict=conflict, kind="undo", undoes__isnull=False).order_by("-pk")
        return next((undo.undoes for undo in undone.select_related("undoes")[:1]), None)
    at = conflict.decided_at or conflict.created_at
    change = told.get((conflict.namespace_id, mark("conflict", conflict.pk, at)))
    if change is None:
        change = Change.create(
            namespace_id=conflict.namespace_id, kind="decide", origin=who(conflict.decided_by), conflict=conflict
        )
    change.actor, change.at, change.decision = conflict.decided_by, at, conflict.decision
    return change


def decisions_of_reviews(apps):
    def decide(found):
        for review in found:
            if (change := decided_review(apps, review)) is not None:
                table(apps, "Review").filter(pk=review.pk).update(decided_in=change)

    in_batches(table(apps, "Review").filter(decided_in__isnull=True), decide)


def decided_review(apps, review):
    """The change that decided a review: its own, its conflict's, that of a review decided with it, or one made now.
    Of an open one, the decision of its conflict that was undone."""
    if review.status == "open":
        if review.reason != "conflict" or review.subject_id is None:
            return None
        waiting = table(apps, "Conflict").filter(new_fact=review.subject_id, status="open")
        undone = waiting.filter(decided_in__origin="curator").select_related("decided_in").first()
        return undone.decided_in if undone is not None else None
    at = review.decided_at or review.created_at
    if (change := of_operation(apps, review.namespace_id, mark("review", review.pk, at))) is not None:
        return dated(change, at)
    if review.subject_id is not None:
        same = {"decided_by": review.decided_by, "decided_at": review.decided_at}
        Conflict, Review = table(apps, "Conflict"), table(apps, "Review")
        if review.reason == "conflict":
            settled = Conflict.filter(new_fact=review.subject_id, **same).exclude(status="open").first()
            if settled is not None:
                return settled.decided_in
        for other in Review.filter(subject=review.subject_id, **same).exclude(pk=review.pk):
            change = other.decided_in or of_operation(apps, review.namespace_id, mark("review", other.pk, at))
            if change is not None:
                return dated(change, at)
    return table(apps, "Change").create(
        namespace_id=review.namespace_id, kind="review", actor=review.decided_by, origin=who(review.decided_by), at=at,
        decision=REVIEW_STATUS.get(review.status, "accept"),
    )  # fmt: skip


def dated(change, at):
    """The decision's own moment is a little before that of its first event."""
    if change.at != at:
        change.at = at
        change.save(update_fields=["at"])
    return change


# --- Validity and lineage ---------------------------------------------------------------------------------------


def lineage_of_memories(apps):
    """The rows of facts and reflections. That a memory has a row in `validity` says that this was done for it."""
    Memory, Validity = table(apps, "Memory"), table(apps, "Validity")
    kinds = table(apps, "Namespace").values_list("pk", flat=True)
    for namespace in list(kinds):
        for kind in ("fact", "reflection"):
            rows = Memory.filter(namespace_id=namespace, kind=kind)
            rows = rows.filter(~Exists(Validity.filter(memory=OuterRef("pk")))).defer("content", "embedding")
            in_batches(rows, lambda found, namespace=namespace: fill_memories(apps, namespace, found))


def fill_memories(apps, namespace, memories):
    Validity, Supersession = table(apps, "Validity"), table(apps, "Supersession")
    links = table(apps, "MemorySource").filter(memory__in=[memory.pk for memory in memories])
    said = dict(links.values("memory").annotate(last=Max("source__event_time")).values_list("memory", "last"))
    lasting = [m for m in memories if m.invalid_at is not None or "supersedes" in m.attributes]
    replaced = {uid for memory in lasting for uid in listed(memory)}
    Memory = table(apps, "Memory")
    older = {row.uid: row for row in Memory.filter(uid__in=replaced).defer("content", "embedding")}
    told = events_of(apps, namespace, {memory.uid for memory in lasting} | replaced)
    intervals, rows = [], []
    for memory in memories:
        intervals += known(memory, said.get(memory.pk), told)
        rows += standing(apps, memory, older, told)
    Validity.bulk_create([Validity.model(**interval) for interval in intervals])
    Supersession.bulk_create([Supersession.model(**row) for row in rows])


def listed(memory):
    found = memory.attributes.get("supersedes") or []
    return list(dict.fromkeys(uid for uid in found if isinstance(uid, str)))


def events_of(apps, namespace, uids):
    """{subject: its events, the newest first} of what tells of lineage."""
    kinds = ["remembered", "corrected", "superseded", "holds_again", "undone"]
    found = defaultdict(list)
    rows = table(apps, "Event").filter(namespace_id=namespace, kind__in=kinds)
    names = sorted(uids)
    for start in range(0, len(names), 500):
        part = rows.filter(subject__in=names[start : start + 500])
        for event in part.select_related("change").order_by("-seq"):
            found[event.subject].append(event)
    return found


def known(memory, said, told):
    """What was known of a memory, and from when: as it was first, as it ended, and not at all any more."""
    start = min(memory.event_time, said or memory.created_at)
    learnt, ended = [(None, memory.created_at)], memory.valid_until
    if memory.invalid_at is not None and memory.invalid_at != memory.valid_until:
        event = next((e for e in told[memory.uid] if after(e).get("superseded_by")), None)
        since = max(memory.created_at, event.at if event is not None else memory.base_set_at or memory.created_at)
        learnt.append((memory.invalid_at, since if ended is None else min(since, ended)))
    ends = [since for _, since in learnt[1:]] + [ended]
    return [
        {"memory_id": memory.pk, "valid_from": start, "valid_to": to, "known_from": since, "known_to": until}
        for (to, since), until in zip(learnt, ends, strict=True)
    ]


def after(event):
    return event.after.get("attributes") or {}


def standing(apps, memory, older, told):
    """The supersessions that a fact's attributes tell of, in their order."""
    for uid in listed(memory):
        old = older.get(uid)
        if old is None or old.pk == memory.pk:
            continue
        row = {"old_id": old.pk, "new_id": memory.pk, "said_at": memory.event_time}
        decided = next((e for e in told[uid] if after(e).get("superseded_by") == memory.uid), None)
        corrected = next((e for e in told[uid] if e.after.get("replaced_by") == memory.uid), None)
        change = stands_in(told[uid], corrected) if corrected is not None else None
        if old.attributes.get("superseded_by") == memory.uid and old.invalid_at is not None:
            change = decided.change if decided is not None else untold(apps, old)
            yield {**row, "kind": "outdated", "way": "decided", "change": change, "by": change.actor}
        elif change is not None:
            yield {**row, "kind": "wrong", "way": "corrected", "change": change, "by": change.actor}
        else:
            first = corrected or decided or next(iter(told[memory.uid][-1:]), None)
            change = first.change if first is not None else untold(apps, old)
            yield {**row, "kind": "outdated", "way": "inherited", "change": change, "by": change.actor}


def stands_in(events, corrected):
    """The change in which a correction was made, or made again last; None where it is undone."""
    for event in events:
        if event.kind == "undone" and first_of(event.change) == corrected.change:
            return event.change if event.change.kind == "redo" else None
    return corrected.change


def first_of(change):
    """The change that undoing and doing again began with."""
    while change.undoes is not None:
        change = change.undoes
    return change


def untold(apps, old):
    """A change for what history does not tell of."""
    return table(apps, "Change").create(
        namespace_id=old.namespace_id, kind="decide", actor="", origin="derived", at=old.base_set_at or old.created_at
    )


def undone_lineage(apps):
    """What an undo had ended: whoever makes the change again needs the rows."""
    Supersession = table(apps, "Supersession")

    def end(found):
        Supersession.bulk_create(
            [Supersession.model(**row, ended_in=undo) for undo in found for row in made_in(apps, undo.undoes)]
        )

    filled = Supersession.filter(ended_in=OuterRef("pk"))
    undos = table(apps, "Change").filter(kind="undo", undoes__kind__in=["correct", "decide", "review", "redo"])
    in_batches(undos.filter(~Exists(filled)).select_related("undoes"), end)


def lineage_until_said_again(apps):
    """What ended because a superseded fact was said again: whoever takes that back needs the rows."""
    Event, Supersession = table(apps, "Event"), table(apps, "Supersession")

    def end(found):
        rows = []
        for event in found:
            successor = (event.before.get("attributes") or {}).get("superseded_by")
            told = {memory.uid: memory for memory in table(apps, "Memory").filter(uid__in=[event.subject, successor])}
            old, new = told.get(event.subject), told.get(successor)
            if old is None or new is None or Supersession.filter(ended_in=event.change, old=old).exists():
                continue
            earlier = Event.filter(namespace=event.namespace_id, subject=old.uid, kind="superseded", seq__lt=event.seq)
            made = earlier.order_by("-seq").select_related("change").first() or event
            rows.append(
                Supersession.model(
                    old=old, new=new, kind="outdated", way="decided", said_at=new.event_time, by=made.actor,
                    change=made.change, ended_in=event.change,
                )
            )  # fmt: skip
        Supersession.bulk_create(rows)

    in_batches(Event.filter(kind="holds_again").select_related("change"), end)


def made_in(apps, change):
    """The supersessions that a change told of in its events; of one that was made again, those of the first."""
    events = list(table(apps, "Event").filter(change=first_of(change)))
    facts = table(apps, "Memory").filter(namespace_id=change.namespace_id)
    pairs = []
    for event in events:
        if event.kind == "superseded" and after(event).get("superseded_by"):
            pairs.append((event.subject, after(event)["superseded_by"], "outdated", "decided"))
        elif event.kind == "corrected" and event.after.get("replaced_by"):
            pairs.append((event.subject, event.after["replaced_by"], "wrong", "corrected"))
    replaced = {old for old, _, _, way in pairs if way == "corrected"}
    for event in events:
        if event.kind == "remembered" and replaced:
            older = [uid for uid in after(event).get("supersedes", []) if uid not in replaced]
            pairs += [(uid, event.subject, "outdated", "inherited") for uid in older]
    rows = {row.uid: row for row in facts.filter(uid__in={uid for pair in pairs for uid in pair[:2]})}
    return [
        {
            "old": rows[old], "new": rows[new], "kind": kind, "way": way, "said_at": rows[new].event_time,
            "by": change.actor, "change": change,
        }
        for old, new, kind, way in pairs if old in rows and new in rows
    ]  # fmt: skip


def forget_attributes(apps, connection):
    """What `supersessions` holds by now leaves the attributes of facts; a turn's attributes are its caller's own."""
    Memory = table(apps, "Memory")
    for namespace in list(table(apps, "Namespace").values_list("pk", flat=True)):
        last = 0
        while True:
            with atomic():
                rows = Memory.filter(namespace_id=namespace, kind="fact", pk__gt=last).order_by("pk")
                found = list(rows.values_list("pk", "attributes")[: 5 * BATCH])
                if not found:
                    break
                last = found[-1][0]
                told = [
                    (json.dumps({k: v for k, v in held.items() if k not in {"supersedes", "superseded_by"}},
                                ensure_ascii=False), pk)
                    for pk, held in found if "supersedes" in held or "superseded_by" in held
                ]  # fmt: skip
                with connection.cursor() as cursor:
                    cursor.executemany("UPDATE memories SET attributes = %s WHERE rowid = %s", told)


class Migration(migrations.Migration):
    atomic = False  # each batch is one

    dependencies = [("memory", "0012_external_ids_by_kind")]

    operations = [migrations.RunPython(fill, elidable=False)]
