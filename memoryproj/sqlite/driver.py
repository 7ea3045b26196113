"""Choose the SQLite DB-API module.

The `sqlite3` of many Pythons is built without loadable extensions, and a SQLite older than 3.51.3 can corrupt a
WAL file when two connections reset it at once. So the wheels that carry a recent SQLite come first.
"""

from __future__ import annotations

import importlib
from types import ModuleType

CANDIDATES = ("pysqlite3", "sqlean", "sqlite3")


class NoUsableSQLite(ImportError):
    """No installed DB-API module for SQLite can load extensions."""


def choose(candidates: tuple[str, ...] = CANDIDATES) -> ModuleType:
    """The first of `candidates` whose connections can load extensions.

    Raises `NoUsableSQLite`, with what to install, when none can.
    """
    for name in candidates:
        try:
            module = importlib.import_module(f"{name}.dbapi2")
        except ImportError:
            continue
        if hasattr(module.Connection, "enable_load_extension"):
            return module
    raise NoUsableSQLite(
        "No SQLite driver that can load extensions was found. Install one of the wheels that carry it: "
        "`pip install pysqlite3` (or `sqlean.py` on linux-aarch64 and Intel macOS)."
    )


Database = choose()
