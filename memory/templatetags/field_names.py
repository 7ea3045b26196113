"""`{{ name|field_name }}`: a form's field as people read its name."""

from __future__ import annotations

import re

from django import template
from django.utils.text import capfirst

register = template.Library()

_LAST_NUMBER = re.compile(r"(?<=[^\W\d_])(\d+)$")  # password1


@register.filter
def field_name(name: str) -> str:
    """What a page's own label would say of a form's field: "Namespace pattern", or "Pattern 2" in a row of a form."""
    *_, row, last = ["", *name.split("-")]
    half = {"0": " (day)", "1": " (time)"}.get(last.rpartition("_")[2], "")
    told = _LAST_NUMBER.sub(r" \1", last.rpartition("_")[0] if half else last).replace("_", " ")
    return f"{capfirst(told.strip())}{f' {int(row) + 1}' if row.isdecimal() else ''}{half}"
