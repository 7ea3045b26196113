"""What was measured is kept row by row: a run goes on behind what held, and the table is printed from the file."""

import subprocess
import sys
from dataclasses import replace

import torture.__main__ as play
from torture import record
from torture.outcome import Outcome

ROW = record.Row(22, "A memory cannot leave its place", True, 8, [], "8 payloads", 3, 2, "abc1234", "2026-11-02")


def test_the_last_row_of_a_promise_and_tier_counts(tmp_path):
    file = tmp_path / "rows.jsonl"
    assert record.kept(file) == {}
    for row in (ROW, replace(ROW, note="again"), replace(ROW, quick=False, cases=10_000)):
        record.keep(file, row)
    assert record.kept(file, quick=True) == {22: replace(ROW, note="again")}
    assert record.kept(file)[22].cases == 10_000


def test_a_row_that_held_is_not_run_again_and_one_that_broke_is(tmp_path):
    file = tmp_path / "rows.jsonl"
    record.keep(file, replace(ROW, note="kept as it was"))

    def ran():
        words = [sys.executable, "-m", "torture", "--quick", "--row", "22", "--into", str(file)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    assert "kept as it was" in ran()
    record.keep(file, replace(ROW, broken=["it broke out"]))
    assert "1000 payloads" in ran()
    assert record.kept(file, quick=True)[22].broken == []


def test_rows_of_the_full_tier_run_side_by_side_each_in_a_process_of_its_own(tmp_path):
    file = tmp_path / "rows.jsonl"
    words = [sys.executable, "-m", "torture", "--row", "6", "22", "--into", str(file)]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.count("\n| ") == 2
    assert {number: row.cases for number, row in record.kept(file).items()} == {6: 1_000, 22: 10_000}
    assert all(row.held and row.processor >= 0 for row in record.kept(file).values())


def test_a_row_whose_process_died_is_broken(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "false")
    row = play._apart(22, tmp_path, {"MEMORY_TEST_STORE": str(tmp_path / "none.db")})
    assert not row.held
    assert "ended with 1" in row.broken[0]


def test_a_row_apart_plays_on_the_server_of_the_others(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho "$DATABASE_URL $@" >&2\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    on_files = play._apart(1, tmp_path, {"MEMORY_TEST_STORE": "store.db"})
    on_a_server = play._apart(1, tmp_path, {"DATABASE_URL": "postgresql://postgres@/torture"})
    assert "--postgresql" not in on_files.broken[0]
    assert on_a_server.broken[0].startswith("ended with 1: postgresql://postgres@/torture")
    assert on_a_server.broken[0].rstrip().endswith("--postgresql")


def test_the_table_stands_in_the_order_of_the_promises(tmp_path, capsys):
    record.print_table([replace(ROW, number=9), ROW, replace(ROW, number=2)])
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows] == ["2", "9", "22"]
    assert "| 8 | 0 | 3 | 2 | 2026-11-02 abc1234 | 8 payloads |" in rows[2]


def test_two_trials_of_one_promise_are_one_outcome():
    both = Outcome(3, ["a"], "three").with_(Outcome(2, ["b"], "")).with_(Outcome(1, [], "one"))
    assert (both.cases, both.broken, both.note) == (6, ["a", "b"], "three; one")
