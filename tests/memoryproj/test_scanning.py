"""Looking for bytes in a store that is in use: nothing of its locks is lost, and nothing is missed."""

import subprocess
import sys
from contextlib import closing

import pytest

from memoryproj.sqlite import scanning
from memoryproj.sqlite.driver import Database
from tests.service import ROOT

OPENED_AND_CLOSED = """
import sys
from memoryproj.sqlite.driver import Database
other = Database.connect(sys.argv[1])
other.execute("SELECT COUNT(*) FROM notes").fetchone()
other.close()
"""


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "memory.db"
    with closing(Database.connect(str(path), isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE notes (body TEXT)")
        connection.execute("INSERT INTO notes VALUES ('a lighthouse')")
        yield path


def test_a_process_that_closes_the_store_after_a_search_does_not_take_the_wal_from_under_this_one(store):
    assert scanning.search(store.parent.iterdir(), {b"a lighthouse", b"a windmill"}) == {b"a lighthouse"}
    subprocess.run([sys.executable, "-c", OPENED_AND_CLOSED, store], cwd=ROOT, check=True)
    assert store.with_name("memory.db-wal").exists()
    with closing(Database.connect(str(store))) as connection:
        assert connection.execute("SELECT body FROM notes").fetchall() == [("a lighthouse",)]


def test_a_text_over_the_edge_of_two_blocks_is_found_and_a_file_that_is_gone_is_no_error(tmp_path):
    file = tmp_path / "large"
    file.write_bytes(b"x" * (scanning.BLOCK - 3) + b"canary" + b"x" * 10)
    assert scanning.search([file, tmp_path / "gone"], {b"canary", bytes([0, 255])}) == {b"canary"}


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(OSError, match="could not be searched"):
        scanning.search([tmp_path], {b"canary"})
