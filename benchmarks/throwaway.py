"""A store of its own in a folder that is thrown away, and nobody to wake."""

from __future__ import annotations

import os


def prepare(folder: str) -> None:
    """Set Django up over a new store in `folder`. Nothing may have read the settings before."""
    os.environ |= {
        "MEMORY_DATA_DIR": folder,
        "MEMORY_SECRET_KEY": "of a store that is thrown away",
        "MEMORY_BACKGROUND_THREAD": "0",
        "MEMORY_BROKER_URL": "memory://",
        "MEMORY_SQLITE_SYNCHRONOUS": "NORMAL",
        "DJANGO_SETTINGS_MODULE": "memoryproj.settings",
    }
    os.environ.setdefault("MEMORY_LOG_LEVEL", "WARNING")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
