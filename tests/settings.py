"""The settings under test: the product's own, in a data folder that lives as long as the run."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="memory-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ.update(
    MEMORY_DATA_DIR=_folder, MEMORY_SECRET_KEY="for tests alone, and long enough for them",
    MEMORY_TEST_DATABASE=f"{_folder}/test.db",
)  # fmt: skip
if _migrated := os.environ.get("MEMORY_TEST_STORE"):  # with --reuse-db: no migration, which takes seconds
    shutil.copy(_migrated, f"{_folder}/test.db")
os.environ.setdefault("MEMORY_BACKGROUND_THREAD", "0")  # tests call `background.flush()` when they want it
os.environ.setdefault("MEMORY_BROKER_URL", "memory://")
os.environ.setdefault("MEMORY_SQLITE_SYNCHRONOUS", "NORMAL")
os.environ.setdefault("MEMORY_RATE_LIMIT", "0")  # a test sends what it wants to; the limit has its own

# Workers of xdist begin with the environment that their controller leaves, which has no DATABASE_URL any more.
os.environ["DATABASE_URL"] = os.environ.setdefault("MEMORY_TEST_SERVER", os.environ.get("DATABASE_URL", ""))

from memoryproj.settings import *  # noqa: E402, F403

# What a test starts as a process of its own works on a SQLite store in a folder of its own.
os.environ.pop("DATABASE_URL", None)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
