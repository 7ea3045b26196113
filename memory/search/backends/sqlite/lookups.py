"""Looking into JSON columns: what Django's own look-ups cannot say on SQLite."""

from __future__ import annotations

import json
from typing import Any

from django.db import models


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
