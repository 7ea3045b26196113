"""What Django's own look-ups cannot say on SQLite: what is in a JSON column, and a part of a text as it is written."""

from __future__ import annotations

import json
import re
from typing import Any

from django.db import models
from django.db.models import lookups


class HasItem(models.Lookup[str]):
    """``tags__has_item="work"``: the JSON array holds that string."""

    lookup_name = "has_item"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        array, params = self.process_lhs(compiler, connection)
        return f"EXISTS (SELECT 1 FROM json_each({array}) WHERE value = %s)", (*params, self.rhs)


class ContainsItem(models.Lookup[tuple[str, Any]]):
    """``attributes__contains_item=("key", value)``: the JSON object has that member. Keys are data, never a path."""

    lookup_name = "contains_item"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        document, params = self.process_lhs(compiler, connection)
        key, value = self.rhs
        # Both sides as JSON text in an array: 1, true and "1" stay different, and null is found too.
        return (
            f"EXISTS (SELECT 1 FROM json_each({document}) AS item, json_each(json_array(json(%s))) AS wanted "
            "WHERE item.key = %s AND item.type = wanted.type AND item.value IS wanted.value)",
            (*params, json.dumps(value), key),
        )


class _AsWritten(lookups.PatternLookup):
    """Django asks by LIKE, which takes A for a on SQLite: so `acme/` would begin `ACME/bob`. GLOB takes each letter as
    it is, and goes by the column's index where the beginning is given. The `i…` look-ups stay Django's own."""

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"GLOB {rhs}"

    def process_rhs(self, compiler: Any, connection: Any) -> tuple[str, tuple[str, ...]]:
        if not self.rhs_is_direct_value():
            raise ValueError(f"{self.lookup_name} takes a text here, no expression")
        rhs, (text,) = super(lookups.PatternLookup, self).process_rhs(compiler, connection)
        return rhs, (self.param_pattern.replace("%%", "*") % re.sub(r"[*?[]", r"[\g<0>]", str(text)),)


class Contains(_AsWritten, lookups.Contains):
    pass


class StartsWith(_AsWritten, lookups.StartsWith):
    pass


class EndsWith(_AsWritten, lookups.EndsWith):
    pass
