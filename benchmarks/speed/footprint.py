"""What the processes take: time to start, resident memory; and the disk."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from django.conf import settings
from django.db import connections

PROCESSES = {
    "web": "from memoryproj.wsgi import application",
    "worker": "import memoryproj.celery, memory.tasks, maintenance.tasks, reflection.tasks",
    "embedding worker, model loaded": "import memoryproj.celery, memory.tasks; from memory import embedding; "
    "embedding.embed(['x'])",
}
# Not the peak of getrusage, which begins with the parent's.
_REPORT = (
    "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'memoryproj.settings'; django.setup(); {}; "
    "print(open('/proc/self/status').read().partition('VmRSS:')[2].split()[0])"
)


def processes() -> dict[str, tuple[float, float]]:
    """{process: (seconds to import and set up, MiB resident)}."""
    found = {}
    for name, statement in PROCESSES.items():
        start = time.perf_counter()
        answer = subprocess.run(  # noqa: S603
            [sys.executable, "-c", _REPORT.format(statement)],
            capture_output=True, text=True, check=True, cwd=settings.BASE_DIR,
        )  # fmt: skip
        found[name] = time.perf_counter() - start, int(answer.stdout.split()[-1]) / 1024
    return found


def bytes_a_memory(path: Path) -> float:
    """The file's size by memory of the store in use, vectors and indexes included."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories")
        return path.stat().st_size / float(cursor.fetchone()[0])
