"""The installation's secret: made once, kept in the data folder, readable by its owner alone."""

from __future__ import annotations

import os
import secrets

from .places import data_dir

FILE_NAME = "secret_key"
LEAST_LENGTH, LEAST_DIFFERENT = 32, 8


def is_weak(text: str) -> bool:
    """Whether somebody may guess it, and forge an admin's session by it."""
    return len(text) < LEAST_LENGTH or len(set(text)) < LEAST_DIFFERENT


def kept() -> str | None:
    """The secret in the data folder, or None where there is none yet."""
    file = data_dir() / FILE_NAME
    return file.read_text(encoding="utf-8").strip() if file.is_file() else None


def ensure() -> None:
    """Make the secret unless the environment or the data folder has one. Two first starts agree on one file."""
    if os.environ.get("MEMORY_SECRET_KEY") or kept():
        return
    folder = data_dir()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(folder / FILE_NAME, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(50))
