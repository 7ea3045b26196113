"""The embedded broker: kombu's filesystem transport, with messages that appear whole or not at all.

kombu (5.7 too) creates a message's file under its final name and then writes into it. A consumer that is quick enough
reads an empty file, and its worker dies of the JSON error (https://github.com/celery/kombu/issues/1551). It empties an
exchange's table before it locks it, and moves what it consumes through the system's temporary folder.

Here a message is written under another name and renamed. A consumer claims it by renaming it inside the data folder. A
message that cannot be read is dropped with a log line: the queue is disposable, the tables are the truth.
"""

from __future__ import annotations

import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

TABLE_PATIENCE = 50  # looks at a half-written exchange table, ten milliseconds apart


class Channel(filesystem.Channel):
    def get_table(self, exchange: str) -> Any:
        for _ in range(TABLE_PATIENCE):
            try:
                return super().get_table(exchange)
            except ValueError:
                time.sleep(0.01)
        return super().get_table(exchange)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        aside = folder / f"{name}.part"
        aside.write_text(dumps(payload), encoding="utf-8")
        aside.replace(folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(file.name for file in Path(self.data_folder_in).iterdir()):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            claimed = Path(self.processed_folder) / name
            try:
                (Path(self.data_folder_in) / name).rename(claimed)
                text = claimed.read_text(encoding="utf-8")
                claimed.unlink()
            except FileNotFoundError:
                continue  # another worker was quicker
            try:
                return loads(text)
            except ValueError:
                logger.warning("an unreadable message was dropped; the sweep will find its work")
        raise Empty


class Transport(filesystem.Transport):
    Channel = Channel
