"""Looking into JSON columns, with the operators of jsonb."""

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
        return f"{array} @> %s::jsonb", (*params, json.dumps([self.rhs]))


class ContainsItem(models.Lookup[tuple[str, Any]]):
    """``attributes__contains_item=("key", value)``: the JSON object has that member. Keys are data, never a path."""

    lookup_name = "contains_item"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        document, params = self.process_lhs(compiler, connection)
        key, value = self.rhs
        # What has the member contains it, which the index finds (migration 0082); the reverse is not true.
        told = (*params, json.dumps({key: value}), *params, key, json.dumps(value))
        return f"({document} @> %s::jsonb AND coalesce({document} -> %s = %s::jsonb, false))", told
