"""What people keep beside the inbox: views of it under a name, and notes on its items."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST

from ...models import InboxNote, InboxView, pattern_covers
from ...services.curating import notes
from ...services.errors import InvalidInput, StateConflict
from ...text import whole_number
from .. import base, roles
from ..site import page, script_page
from ..typed import AnswerKind, answer
from .asking import rows_asked_for, sent
from .items import InboxItem, Row, View

MOST_VIEWS = 12  # of one person
NAME = 80


# --- Views ------------------------------------------------------------------------------------------------------


def kept_views(request: HttpRequest, every: Collection[Row], view: View) -> list[dict[str, Any]]:
    """The person's views, each with how many wait in it: {pk, name, address, count, here}. One of a single entity has
    no count: its rows are others than those that were read."""
    found = []
    for one in InboxView.objects.filter(user=request.user.pk).order_by("name")[:MOST_VIEWS]:
        wanted = View.of(QueryDict(one.address))
        count = None if wanted.entity or view.entity else sum(wanted.admits(row) for row in every)
        found.append({"pk": one.pk, "name": one.name, "address": one.address, "count": count, "here": wanted == view})
    return found


@page("inbox/views/", "memory_inbox_keep", roles.CURATE)
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the view of the address `view` as `name`, or put it in the place of the one of that name; or forget one."""
    back = View.of(QueryDict(request.POST.get("view", "")[:2000])).address
    mine, name = InboxView.objects.filter(user=request.user.pk), request.POST.get("name", "").strip()
    if forget := whole_number(request.POST.get("forget", "")):
        mine.filter(pk=forget).delete()
    elif not name or len(name) > NAME or not name.isprintable():
        messages.error(request, f"A view needs a name of at most {NAME} characters.")
    elif mine.exclude(name=name).count() >= MOST_VIEWS:
        messages.error(request, f"You keep {MOST_VIEWS} views already: forget one first.")
    else:
        InboxView.objects.update_or_create(
            user_id=int(request.user.pk or 0), name=name, defaults={"address": urlencode(back)}
        )
        messages.success(request, f"Kept as “{name}”. Whoever is sent its address sees what was granted to them.")
    return HttpResponseRedirect(f"{reverse('admin:memory_inbox')}?{urlencode(back)}")


# --- Notes ------------------------------------------------------------------------------------------------------


def people_of(names: Collection[str]) -> dict[str, list[str]]:
    """For each namespace, the people who may decide what waits in it. Two queries."""
    staff = User.objects.filter(is_active=True, is_staff=True).filter(
        Q(is_superuser=True) | Q(groups__permissions__codename=roles.CURATE.split(".")[-1])
    )
    found: dict[str, list[str]] = {name: [] for name in names}
    for person in staff.distinct().order_by("username").prefetch_related("namespace_grants"):
        patterns = [grant.pattern for grant in person.namespace_grants.all()]
        for name in names:
            if person.is_superuser or any(pattern_covers(pattern, name) for pattern in patterns):
                found[name].append(person.username)
    return found


def note_shown(note: InboxNote | None) -> dict[str, Any]:
    """A note as the card shows it."""
    if note is None:
        return {"person": "", "due": "", "comment": "", "version": 0, "by": ""}
    return {
        "person": note.assigned_to, "due": note.due.isoformat() if note.due else "", "comment": note.comment,
        "version": note.version, "by": f"{note.by}, {date_format(localtime(note.at), 'Y-m-d H:i')}",
    }  # fmt: skip


@script_page("inbox/note/", "memory_inbox_note", roles.CURATE)
@require_POST
def note(request: HttpRequest) -> HttpResponse:
    """Write the note of an item, sent as JSON {item, person, due, comment, version}. Where somebody wrote meanwhile,
    what they wrote comes back."""
    body = sent(request)
    item, row = rows_asked_for(request, body.get("item"))
    person, comment, version = (body.get(name) for name in ("person", "comment", "version"))
    if not isinstance(person, str) or not isinstance(comment, str) or type(version) is not int:
        raise InvalidInput("the request cannot be read")
    if person and person not in people_of([row.namespace.name])[row.namespace.name]:
        raise InvalidInput(f"{person} may not decide in {row.namespace.name}")
    try:
        made = notes.write(
            row, assigned_to=person, due=_day(body.get("due")), comment=comment, version=version,
            actor=base.actor(request),
        )  # fmt: skip
    except StateConflict as error:
        stands = InboxNote.objects.within(row.namespace_id).filter(**{notes.COLUMNS[type(row)]: row}).first()
        return answer(AnswerKind.REFUSED, error.detail, note=note_shown(stands))
    return answer(AnswerKind.DONE, note=note_shown(made), item=InboxItem(item.kind, item.pk).key)


def _day(text: Any) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except (ValueError, TypeError):
        raise InvalidInput("the day is none") from None
