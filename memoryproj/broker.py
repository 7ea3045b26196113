"""The embedded broker: kombu's filesystem transport, with messages that appear whole or not at all.

kombu (5.7 too) creates a message's file under its final name and then writes into it. A consumer that is quick enough
reads an empty file, and its worker dies of the JSON error (https://github.com/celery/kombu/issues/1551). It empties an
exchange's table before it locks it, and moves what it consumes through the system's temporary folder.

Here a message is written under another name and renamed. A consumer claims it by renaming it inside the data folder. A
message that cannot be read is dropped with a log line: the queue is disposable, the tables are the truth. So is its
folder: deleted, it is made again with what the process knows of it; in its way stands nothing that ends a process.
"""

from __future__ import annotations

import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

TABLE_PATIENCE = 50  # looks at a half-written exchange table, ten milliseconds apart
COMPLAINT_INTERVAL = 60.0  # seconds between two log lines about a folder that cannot be used


class Channel(filesystem.Channel):
    _complained = 0.0

    def get_table(self, exchange: str) -> Any:
        """Who listens to `exchange`: by its file, or where that is gone or torn, by what this process bound."""
        if table := self._read_table(exchange):
            return table
        known = self.state.exchanges or {}
        bound = known.get(exchange, {}).get("table", [])
        for binding in bound:
            self._queue_bind(exchange, *binding)
        return [filesystem.exchange_queue_t(key or "", pattern or "", queue) for key, pattern, queue in bound]

    def _read_table(self, exchange: str) -> Any:
        for _ in range(TABLE_PATIENCE):
            try:
                return super().get_table(exchange)
            except ValueError:
                time.sleep(0.01)
            except ChannelError as error:
                self._complain(error)
                return []
        (Path(self.control_folder) / f"{exchange}.exchange").unlink(missing_ok=True)
        return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: Any, queue: str) -> None:
        self._make_folders()
        try:
            if not self._read_table(exchange):
                (Path(self.control_folder) / f"{exchange}.exchange").unlink(missing_ok=True)
            super()._queue_bind(exchange, routing_key, pattern, queue)
        except (ChannelError, OSError) as error:
            self._complain(error)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        aside = folder / f"{name}.part"
        text = dumps(payload)
        try:
            aside.write_text(text, encoding="utf-8")
        except FileNotFoundError:
            self._make_folders()
            aside.write_text(text, encoding="utf-8")
        aside.replace(folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self._waiting(queue):
            claimed = Path(self.processed_folder) / name
            try:
                (Path(self.data_folder_in) / name).rename(claimed)
            except FileNotFoundError:
                self._make_folders()  # another worker was quicker, or there is nowhere to claim it to
                continue
            except OSError as error:
                self._complain(error)
                continue
            try:
                message = loads(claimed.read_text(encoding="utf-8"))
                claimed.unlink()
            except (OSError, ValueError):
                message = None
            if is_message(message):
                return message
            logger.warning("an unreadable message was dropped; the sweep will find its work")
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        return super()._purge(queue) if self._waiting(queue) else 0

    def _waiting(self, queue: str) -> list[str]:
        """The names of the messages in `queue`, oldest first."""
        try:
            names = [file.name for file in Path(self.data_folder_in).iterdir()]
        except FileNotFoundError:
            self._make_folders()
            return []
        except OSError as error:
            self._complain(error)
            return []
        return sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg")

    def _make_folders(self) -> None:
        try:
            for folder in (self.data_folder_in, self.data_folder_out, self.processed_folder, self.control_folder):
                Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            self._complain(error)

    def _complain(self, error: Exception) -> None:
        now = time.monotonic()
        if not self._complained or now - self._complained > COMPLAINT_INTERVAL:
            self._complained = now
            logger.warning("the queue's folder cannot be used (%s); the sweep will pick the work up", error)


def is_message(found: Any) -> bool:
    """Whether `found` has what kombu and Celery read of a message before they look at its task."""
    properties = found.get("properties") if isinstance(found, dict) else None
    return (
        isinstance(properties, dict)
        and isinstance(properties.get("delivery_tag"), str)
        and isinstance(properties.get("delivery_info"), dict)
        and isinstance(found.get("headers"), dict)
        and isinstance(found.get("body"), str)
    )


class Transport(filesystem.Transport):
    Channel = Channel
