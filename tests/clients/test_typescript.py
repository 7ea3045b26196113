"""The TypeScript client and its middleware for the AI SDK, and mem0's client of npm: clients/typescript, in node.

`make test` installs what they need where there is npm, and says so where there is none.
"""

import os
import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tests.store import committed

__all__ = ["committed"]

HOME = settings.BASE_DIR / "clients" / "typescript"
# One process builds and tests: another would read what this one is writing.
pytestmark = pytest.mark.xdist_group("typescript")
needs_node = pytest.mark.skipif(shutil.which("npm") is None, reason="no npm here: the TypeScript client is not tested")


def in_node(*words, **given):
    ready = HOME / "node_modules" / ".ready"
    assert ready.exists(), "Its packages are missing: make clients/typescript/node_modules/.ready"
    return subprocess.run(
        words, cwd=HOME, capture_output=True, text=True, timeout=300, check=False, env=os.environ | given
    )


@pytest.fixture(scope="module")
def built():
    done = in_node("node", "node_modules/typescript/bin/tsc")
    assert done.returncode == 0, done.stdout


@needs_node
@pytest.mark.parametrize("file", sorted(file.name for file in (HOME / "test").glob("*.test.mjs")))
def test_it_works_in_node(built, live_server, committed, make_key, tmp_path, file):
    service = {"MEMORY_URL": live_server.url, "MEMORY_KEY": make_key("hosts/*", default_namespace="hosts/nobody")}
    done = in_node("node", "--test", f"test/{file}", HOME=str(tmp_path), MEM0_TELEMETRY="false", **service)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[1]) > 0, done.stdout
    assert "\n# skipped 0\n" in done.stdout
