"""A view of the inbox as a file: CSV for a spreadsheet, JSON for a program. Streamed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from .. import roles, scope
from ..site import page
from . import items
from .items import Row, View

FORMS = ("csv", "json")
STEP = 500  # rows that are read at once
COLUMNS = (
    "item", "kind", "why", "namespace", "text", "session", "assigned_to", "due", "comment", "since", "address",
)  # fmt: skip
# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@page("inbox/export.<str:form>", "memory_inbox_export", roles.CURATE)
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """All rows of a view, at most those that the inbox puts in order; JSON says in `left_off` whether there are more,
    CSV in the header X-Left-Off."""
    desk, view = scope.desk_of(request), View.of(request.GET)
    every, rows = items.listed(desk, view)
    left_off = items.MOST in items.counted(every)["kind"].values()
    told = _told(desk, rows, request.build_absolute_uri(reverse("admin:memory_inbox")))
    if form == "json":
        answer = StreamingHttpResponse(_json(told, left_off), content_type="application/json")
    elif form == "csv":
        answer = StreamingHttpResponse(_csv(told), content_type="text/csv; charset=utf-8")
        answer["X-Left-Off"] = str(left_off).lower()
    else:
        return HttpResponse("csv or json", status=404, content_type="text/plain")
    answer["Content-Disposition"] = f'attachment; filename="inbox-{timezone.now():%Y-%m-%d}.{form}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _told(desk: scope.Desk, rows: Sequence[Row], inbox: str) -> Iterator[dict[str, Any]]:
    """What one row of the file says. A handful of queries for STEP rows."""
    for start in range(0, len(rows), STEP):
        part = rows[start : start + STEP]
        titles = items.titles(desk, part)
        more = items.kept_of(desk, part)
        for row in part:
            if row.item.key in titles:
                yield _row(row, titles[row.item.key], *more.get(row.item.key, ("", None)), inbox)


def _row(row: Row, text: str, comment: str, since: Any, inbox: str) -> dict[str, Any]:
    return {
        "item": row.item.key, "kind": str(row.item.kind), "why": items.why(row), "namespace": row.namespace,
        "text": text, "session": row.session, "assigned_to": row.person,
        "due": row.due.isoformat() if row.due else "", "comment": comment,
        "since": since.isoformat() if since else "", "address": f"{inbox}?first={row.item.key}",
    }  # fmt: skip


def _json(rows: Iterator[dict[str, Any]], left_off: bool) -> Iterator[str]:
    yield f'{{"left_off": {json.dumps(left_off)}, "rows": ['
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}\n{json.dumps(row, ensure_ascii=False)}"
    yield "\n]}\n"


class _Line:
    """What `csv` writes to: it hands the line back."""

    def write(self, line: str) -> str:
        return line


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield str(writer.writerow(COLUMNS))
    for row in rows:
        yield str(writer.writerow([harmless(str(row[name])) for name in COLUMNS]))


def harmless(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text
