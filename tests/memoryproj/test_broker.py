"""The embedded broker: several processes put and get at once, and every message arrives once, whole."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

PRODUCERS, MESSAGES = 3, 150


def connect(folder: Path) -> Any:
    return Connection(
        "filesystem://",
        transport="memoryproj.broker:Transport",
        transport_options={
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "processed_folder": str(folder / "processed"),
            "control_folder": str(folder / "control"),
        },
    )


def produce(folder: Path, number: int) -> None:
    with connect(folder) as connection, connection.SimpleQueue("work") as queue:
        for position in range(MESSAGES):
            queue.put({"producer": number, "position": position, "filler": "x" * 20_000})


def take(connection: Any, name: str = "work") -> Any:
    # kombu remembers bindings for the whole process: each test has a queue of its own.
    with connection.SimpleQueue(name) as queue:
        message = queue.get(block=False)
        message.ack()
        return message.payload


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("messages", "processed", "control"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_messages_put_while_others_read_arrive_once_and_whole(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    producers = [context.Process(target=produce, args=(folder, number)) for number in range(PRODUCERS)]
    for process in producers:
        process.start()
    seen: list[Any] = []
    deadline = time.monotonic() + 60
    with connect(folder) as connection:
        while len(seen) < PRODUCERS * MESSAGES and time.monotonic() < deadline:
            try:
                payload = take(connection)
            except Empty:
                time.sleep(0.005)
                continue
            assert len(payload["filler"]) == 20_000
            seen.append((payload["producer"], payload["position"]))
    for process in producers:
        process.join()
    assert sorted(seen) == [(p, m) for p in range(PRODUCERS) for m in range(MESSAGES)]
    assert not list((folder / "messages").iterdir())
    assert not list((folder / "processed").iterdir())


def test_a_message_that_cannot_be_read_is_dropped_and_the_next_one_comes(folder: Path) -> None:
    (folder / "messages" / "0.torn.msg").write_text("")
    with connect(folder) as connection:
        with connection.SimpleQueue("torn") as queue:
            queue.put({"fine": True})
        assert take(connection, "torn") == {"fine": True}
