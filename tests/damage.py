"""Damage to the present store's file, as a bad disk does it."""

from __future__ import annotations

import os
from pathlib import Path

from django.db import connection, connections

INTERIOR = (2, 5)  # the types of a b-tree's pages that point at others: of an index, of a table


def damage(table: str, most: int = 1000) -> list[int]:
    """Overwrite up to `most` leaves of a table's or index's b-tree; answers their numbers."""
    path = Path(str(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("SELECT rootpage FROM sqlite_schema WHERE name = %s", [table])
        (root,) = cursor.fetchone()
        cursor.execute("PRAGMA page_size")
        (size,) = cursor.fetchone()
    connections.close_all()
    with path.open("r+b") as file:

        def leaves(page: int) -> list[int]:
            file.seek((page - 1) * size)
            raw = file.read(size)
            if raw[0] not in INTERIOR:
                return [page]
            cells = int.from_bytes(raw[3:5])
            places = [int.from_bytes(raw[12 + 2 * cell : 14 + 2 * cell]) for cell in range(cells)]
            children = [int.from_bytes(raw[place : place + 4]) for place in places] + [int.from_bytes(raw[8:12])]
            return [leaf for child in children for leaf in leaves(child)]

        struck = leaves(root)[:most]
        for page in struck:
            file.seek((page - 1) * size)
            file.write(os.urandom(size))
    return struck
