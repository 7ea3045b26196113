"""The log of erasures, outside the store: ids and keyed hashes, no content. A store restored from an older backup is
erased anew by it."""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from ...models import Namespace
from .erasure_plans import Plan

logger = logging.getLogger(__name__)

NAME = "erasures.jsonl"


def path() -> Path:
    return Path(settings.MEMORY_DATA_DIR) / NAME


def append(uid: str, namespace: Namespace, planned: Plan, uids: Sequence[str], stones: Sequence[str]) -> None:
    """One line, on the disk before the transaction that deletes commits. By the erasure's `uid` a store tells whether
    it has done it, and by the moment of the request what else of a namespace or a session goes."""
    line = json.dumps(
        {
            "id": uid, "at": planned.asked_at.isoformat(), "namespace": namespace.name, "what": planned.what,
            "target": planned.target, "memories": list(uids), "tombstones": list(stones),
        }
    )  # fmt: skip
    descriptor = os.open(path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "a") as file:
        # A line that was torn before this one must not take it along.
        file.write(f"{line}\n" if file.tell() == 0 else f"\n{line}\n")
        file.flush()
        os.fsync(file.fileno())


def copy_to(folder: Path) -> None:
    """Lay a copy of the log beside the backups: a machine that has nothing but these erases again by it."""
    if path().exists():
        unfinished = folder / f"{NAME}.part"
        shutil.copyfile(path(), unfinished)
        unfinished.chmod(0o600)
        unfinished.replace(folder / NAME)


def found(*folders: Path) -> list[Path]:
    """The logs that there are: the data folder's, and the copies in `folders`."""
    return [file for file in dict.fromkeys([path(), *(folder / NAME for folder in folders)]) if file.exists()]


def entries(*folders: Path) -> Iterator[dict[str, Any]]:
    """The lines of the log, oldest first, and of its copies in `folders`, each once."""
    lines = dict.fromkeys(line for file in found(*folders) for line in file.read_text().splitlines() if line)
    for line in lines:
        try:
            yield json.loads(line)
        except ValueError:
            # The process died while it wrote the line: before that, nothing of the erasure was done.
            logger.warning("%s has a torn line, which is left out", NAME)
