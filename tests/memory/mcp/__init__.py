"""MCP, with the real client of its package."""

import os

from django.conf import settings
from django.db import connection

from tests.store import database_url


def environment(**extra: str) -> dict[str, str]:
    """What a process of its own needs to work on the test database."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("MEMORY_", "PATH"))}
    folder = settings.MEMORY_DATA_DIR
    if connection.vendor == "postgresql":
        extra = {"DATABASE_URL": database_url(str(connection.settings_dict["NAME"]))} | extra
        return kept | {"DJANGO_SETTINGS_MODULE": "memoryproj.settings", "MEMORY_DATA_DIR": str(folder)} | extra
    link = folder / "memory.db"
    link.unlink(missing_ok=True)
    link.symlink_to(connection.settings_dict["NAME"])
    return kept | {"DJANGO_SETTINGS_MODULE": "memoryproj.settings", "MEMORY_DATA_DIR": str(folder)} | extra
