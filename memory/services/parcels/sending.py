"""A parcel as a file to be sent: written whole first, bounded, and gone when it is closed."""

from __future__ import annotations

import io
import os
import shutil
import threading
import time
import uuid
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO

from django.conf import settings

from ...models import Namespace
from ..errors import Busy, TooLarge
from . import packing

LEAST_ROW = 500  # bytes of a memory's line beside its text: its columns' names alone take more
LEFT_SECONDS = 600.0  # since the last byte was written: by then a file is open, and needs no name
OPENED_SECONDS = 3.0  # … and by then whoever asked for it has surely opened it
MOST_WAITED = 10.0  # seconds
_one_at_a_time = threading.Lock()


class ExportFile(io.FileIO):
    """A new file that is its owner's alone, and gone when it is closed. Not a `NamedTemporaryFile`: that of Python 3.11
    raises FileNotFoundError on closing where an erasure (`take_back`) took its name before."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), "x+b", opener=lambda name, flags: os.open(name, flags, 0o600))

    def close(self) -> None:
        try:
            super().close()
        finally:
            Path(str(self.name)).unlink(missing_ok=True)


def packed(namespace: Namespace, most: int) -> IO[bytes]:
    """The parcel in a file in the data folder that is its owner's alone and gone when it is closed, from its beginning.
    Nothing of the store is held after it is written.

    Raises TooLarge where it has more than `most` bytes, Busy while another is written by this process or where the disk
    has no room for it beside what the store needs, OSError where it cannot be written.
    """
    if namespace.text_bytes + namespace.memories * LEAST_ROW > most:
        raise _too_large(most)
    if not _one_at_a_time.acquire(blocking=False):
        raise Busy("Another export is being written. Try again shortly.")
    try:
        with ExitStack() as unfinished:
            file = unfinished.enter_context(io.BufferedRandom(ExportFile(_folder(most) / f"export-{uuid.uuid4().hex}")))
            with closing(packing.lines(namespace)) as made:
                for line in made:
                    if file.tell() + len(line) > most:
                        raise _too_large(most)
                    file.write(line)
            file.seek(0)
            unfinished.pop_all()
        return file
    finally:
        _one_at_a_time.release()


def _folder(most: int) -> Path:
    """Where these files lie. Raises Busy where the disk has no room for one."""
    folder = _exports()
    folder.mkdir(mode=0o700, exist_ok=True)
    if shutil.disk_usage(folder).free < settings.MEMORY_FREE_BYTES + most:
        raise Busy("The disk has no room for an export beside the store. Try again later.")
    return folder


def clear_up(after: float = LEFT_SECONDS) -> None:
    """Remove the files that a process left which ended before it closed them: those that nothing was written to for
    `after` seconds."""
    for file in _exports().glob("export-*"):
        with suppress(FileNotFoundError):
            if file.stat().st_mtime < time.time() - after:
                file.unlink()


def take_back() -> None:
    """Remove all of them now: they hold what is being erased. Who asked for one gets it to its end. One that is written
    just now is waited for, a while."""
    deadline = time.monotonic() + MOST_WAITED
    clear_up(OPENED_SECONDS)
    while any(_exports().glob("export-*")) and time.monotonic() < deadline:
        time.sleep(OPENED_SECONDS / 10)
        clear_up(OPENED_SECONDS)


def _exports() -> Path:
    folder: Path = settings.MEMORY_DATA_DIR / "exports"
    return folder


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"The export has more than {most >> 20} MiB: `manage.py export` writes it where the service runs.")
