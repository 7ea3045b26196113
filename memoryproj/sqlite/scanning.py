"""Which texts stand in the bytes of which files. It runs as a process of its own: `search` starts it.

POSIX drops every lock that a process holds on a file when the process closes any descriptor of that file. A process
with the store open that reads the store's bytes itself loses SQLite's locks without a word, and another process that
closes the store as the supposed last one then deletes the WAL under it. https://www.sqlite.org/howtocorrupt.html (2.2)
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

BLOCK = 1 << 20  # bytes read at once


def search(files: Collection[Path], needles: Collection[bytes]) -> set[bytes]:
    """Those of `needles` that stand in one of `files`; a file that is gone by then is left out.

    Raises OSError where a file cannot be read, or the process cannot be started.
    """
    asked = {"files": [str(path) for path in files], "needles": [needle.hex() for needle in needles]}
    done = subprocess.run(  # noqa: S603 - this file, run by this Python
        [sys.executable, "-I", __file__], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise OSError(f"the files could not be searched: {done.stderr.strip().splitlines()[-1:]}")
    return {bytes.fromhex(one) for one in json.loads(done.stdout)}


def _found(path: Path, needles: Collection[bytes]) -> set[bytes]:
    longest = max(map(len, needles), default=0)
    return {needle for block in _blocks(path, longest) for needle in needles if needle in block}


def _blocks(path: Path, overlap: int) -> Iterator[bytes]:
    tail = b""
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                yield tail + block
                tail = block[-overlap:] if overlap else b""
    except FileNotFoundError:
        return


if __name__ == "__main__":
    given = json.load(sys.stdin)
    sought = [bytes.fromhex(one) for one in given["needles"]]
    json.dump(sorted({one.hex() for path in given["files"] for one in _found(Path(path), sought)}), sys.stdout)
