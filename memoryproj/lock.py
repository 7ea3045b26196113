"""The data folder's lock: one service at a time works on it, and nothing is put back under a running one."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

FILE_NAME = "service.lock"


class Held(Exception):
    """Another process holds the data folder; `str()` tells which."""


@contextmanager
def hold(folder: Path, what: str, file_name: str = FILE_NAME) -> Iterator[None]:
    """Hold the data folder for `what` (such as "up"). Raises Held at once while somebody else does.

    A part of the work that one process at a time does has a lock of its own, by its `file_name`.

    The lock is the kernel's, on a file that stays: it ends with the process, however that dies, and with those that it
    forked, so that a second service waits until the children of a killed one are gone.
    """
    path = folder / file_name
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Held(f"{folder} is in use: {_told(descriptor)}") from None
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, f"{what}, process {os.getpid()}".encode(), 0)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def hold_data_folder(folder: Path, what: str) -> Iterator[None]:
    """`hold`, of a folder that is made first: where the store is a server's, a host on which no service ever ran has
    none. Raises ImproperlyConfigured where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data folder {folder} cannot be made ({error.strerror}). Set MEMORY_DATA_DIR to one that can."
        ) from error
    with hold(folder, what):
        yield


def _told(descriptor: int) -> str:
    return os.pread(descriptor, 200, 0).decode(errors="replace") or "another process"
