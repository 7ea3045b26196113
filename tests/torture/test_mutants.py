"""What the mutants are made of: each is another program, drawn alike by one seed, and told as it ended."""

from __future__ import annotations

import ast
import subprocess

from torture import mutants

SOURCE = """
def least(one: int, other: int) -> int:
    if one < other and not other == 3:
        return one + 1
    return other
"""


def _mutated(source=SOURCE):
    for place in range(len(list(mutants.changes(ast.parse(source))))):
        tree = ast.parse(source)
        list(mutants.changes(tree))[place].make()
        yield ast.unparse(ast.fix_missing_locations(tree))


def test_each_change_makes_another_program_that_compiles():
    found = list(_mutated())
    assert len(found) == len(set(found)) > 8
    assert ast.unparse(ast.parse(SOURCE)) not in found
    for text in found:
        compile(text, "mutant", "exec")
        assert "one: int" in text


def test_what_would_be_the_same_program_is_not_made():
    source = "@dataclass(frozen=True)\nclass One:\n    size: int\n\n\ndef found(one):\n    return {}\n"
    assert list(_mutated(source.format("None"))) == []
    assert [text.splitlines()[-1].strip() for text in _mutated(source.format("False"))] == ["return True"]
    assert [text.splitlines()[-1].strip() for text in _mutated(source.format("one.size"))] == ["return None"]


def test_one_seed_draws_the_same_mutants_of_all_subjects():
    first, again, other = (mutants.drawn(60, seed) for seed in (7, 7, 8))
    assert first == again != other
    assert {mutant.subject for mutant in first} == set(mutants.SUBJECTS)
    assert len(set(mutants.drawn(300, 7))) == 300


def test_every_file_and_every_test_of_a_subject_is_there():
    for files in mutants.SUBJECTS.values():
        for file, tests in files.items():
            for path in (file, *tests):
                assert (mutants.ROOT / path).is_file(), path


def test_the_share_of_what_was_found_decides(capsys):
    one = mutants.drawn(1, 7)[0]
    assert mutants.told([(one, True)] * 85 + [(one, False)] * 15) == 0
    assert mutants.told([(one, True)] * 84 + [(one, False)] * 16) == 1
    assert mutants.told([]) == 1
    assert "84 of 100 (84%)" in capsys.readouterr().out


def test_the_copy_has_all_that_the_program_reads(tmp_path):
    copy = mutants.copied(tmp_path / "project")
    tracked = subprocess.run(
        ["git", "ls-files", "memory", "maintenance", "reflection", "memoryproj", "templates", "tests", "benchmarks"],
        cwd=mutants.ROOT, capture_output=True, text=True, check=False,
    ).stdout.splitlines()  # fmt: skip
    assert [file for file in tracked if (mutants.ROOT / file).is_file() and not (copy / file).is_file()] == []
    assert (copy / "maintenance" / "evaluation" / "data").is_dir()
    assert not (copy / "data").exists()


def test_tests_that_use_the_processor_without_end_are_ended(tmp_path, monkeypatch):
    (tmp_path / "test_it.py").write_text("def test_it():\n    while True:\n        pass\n")
    (tmp_path / "test_fine.py").write_text("def test_it():\n    pass\n")
    monkeypatch.setattr(mutants, "LONGEST", 4)
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    assert mutants.passes(tmp_path, ("test_fine.py",))
    assert not mutants.passes(tmp_path, ("test_it.py",))


def test_a_mutants_tests_begin_with_the_migrated_store_beside_it(tmp_path, monkeypatch):
    copy = tmp_path / "project"
    copy.mkdir()
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    (copy / "test_it.py").write_text(
        "import os, sys\n\n\ndef test_it():\n    assert '--reuse-db' in sys.argv\n"
        f"    assert os.environ['MEMORY_TEST_STORE'] == {str(copy.with_name(mutants.STORE))!r}\n"
    )
    assert not mutants.passes(copy, ("test_it.py",))
    copy.with_name(mutants.STORE).touch()
    assert mutants.passes(copy, ("test_it.py",))
