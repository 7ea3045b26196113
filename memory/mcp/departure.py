"""A client that is gone while the pipe that it sent by stays open: the process that served it ends.

Whoever started both may hold standard input open, and no more comes there. A thread of the protocol's package waits in
a read of it that nothing interrupts, so that no exception would end the process.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from typing import TextIO

from .. import background

logger = logging.getLogger("memory.mcp.server")

GONE = "The client is gone: what it waited for is not told."
# A client that goes closes both: the process then ends by itself, and what is at work comes to its end.
GRACE_SECONDS = 5.0


def end_when_nobody_reads(output: TextIO) -> None:
    """End this process some seconds after nobody reads `output` any more. Windows tells it of no pipe."""
    if not hasattr(select, "poll"):
        return
    try:
        # The protocol's package gives the number 1 to another file while it serves.
        watched = os.dup(output.fileno())
    except (OSError, ValueError):  # what stands for standard output in a test is no file
        return
    threading.Thread(target=_end_when_closed, args=(watched,), name="client-is-gone", daemon=True).start()


def _end_when_closed(watched: int) -> None:
    looking = select.poll()
    looking.register(watched, 0)  # asks for nothing: an error and a hang-up are told always
    looking.poll()
    time.sleep(GRACE_SECONDS)
    logger.warning(GONE)
    try:
        background.flush()
    finally:
        os._exit(0)
