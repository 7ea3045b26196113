"""`python -m torture.mutants [--number 300] [--seed 7] [--into FILE]`: can the tests fail? (Promise 25.)

Random small changes of the code that decides on decay, duplicates, leases, namespaces, redaction and queries, each in a
copy of the project and against the tests that are about it. What is in FILE already is not run again.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 240  # seconds of the processor for one mutant's tests: one that never ends is found, too
ASLEEP = 900  # seconds of the clock, for one that waits for ever; a busy machine must not end tests that would pass
LEAST = 0.85
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "node_modules", ".*_cache", "docs")
STORE = "migrated.db"  # beside the copy
SOUND = "sound"  # begins the row of a file that names tests which pass without any change
# What is changed, and the tests that are about it.
SUBJECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "decay": {
        "memory/services/memories/decay.py": ("tests/memory/services/memories/test_decay.py",),
        "memory/durability.py": ("tests/memory/test_durability.py",),
    },
    "duplicates": {
        "memory/similarity.py": ("tests/memory/test_similarity.py",),
        "memory/services/memories/repeating.py": (
            "tests/memory/services/learning/test_save_batch.py", "tests/memory/services/learning/test_remember.py",
        ),
    },
    "leases": {
        "memory/services/learning/consolidation.py": (
            "tests/memory/services/learning/test_committing.py", "tests/memory/services/talk/test_sessions.py",
            "tests/maintenance/test_consolidation.py",
        ),
    },
    "namespaces": {
        "memory/access.py": (
            "tests/memory/test_access.py", "tests/memory/api/test_auth.py", "tests/memory/test_oauth.py",
        ),
        "memory/models/scoping.py": ("tests/memory/test_scoping.py", "tests/memory/search/test_contract.py"),
    },
    "redaction": {
        "memory/redaction/__init__.py": (
            "tests/memory/redaction/test_masking.py",
            "tests/memory/services/test_no_secret_is_kept.py",
        ),
    },
    "queries": {
        "memory/search/query.py": (
            "tests/memory/search/test_fusion_and_query.py", "tests/memory/search/test_ranking.py",
            "tests/memory/search/test_contract.py",
        ),
        "memory/search/scope.py": (
            "tests/memory/search/test_scope.py", "tests/memory/search/test_contract.py",
            "tests/memory/search/test_past.py",
        ),
    },
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip


def copied(to: Path) -> Path:
    """The project without what its tests do not need, and without the data of a service that runs in it."""
    own = shutil.ignore_patterns("data")

    def left_out(folder: str, names: list[str]) -> set[str]:
        return LEFT_OUT(folder, names) | (own(folder, names) if Path(folder) == ROOT else set())

    shutil.copytree(ROOT, to, ignore=left_out)
    return to


def migrated(copy: Path) -> None:
    """Put a migrated, empty store beside `copy`. No mutant is about the schema, and migrating takes each run 4 s."""
    words = [sys.executable, "-m", "torture", "--make-store", str(copy.with_name(STORE))]
    subprocess.run(words, cwd=copy, check=True)


class Mutant(NamedTuple):
    """The `place`-th thing in `file` that can be changed, and the change in words."""

    subject: str
    file: str
    place: int
    words: str


class Change(NamedTuple):
    """Something that can be changed, where it stands, and what makes the change."""

    line: int
    words: str
    make: Callable[[], None]


def changes(tree: ast.AST) -> Iterator[Change]:
    """All that can be changed in a module, always in the same order. Annotations and docstrings say nothing."""
    silent = _silent(tree)
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Compare):
            for at, operator in enumerate(node.ops):
                if other := _COMPARED.get(type(operator)):
                    yield _put(line, node.ops, at, operator, other())
        elif isinstance(node, ast.BoolOp):
            other_way: ast.boolop = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield _set(line, node, "op", other_way)
        elif isinstance(node, ast.BinOp) and type(node.op) in _COUNTED:
            yield _set(line, node, "op", _COUNTED[type(node.op)]())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield _set(line, node, "op", ast.UAdd(), "not dropped")
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield _set(line, node, "test", ast.UnaryOp(ast.Not(), node.test), "condition turned round")
        elif isinstance(node, ast.Return) and node.value is not None and not _is_plain(node.value):
            yield _set(line, node, "value", ast.Constant(None), "answers None")
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            yield _set(line, node, "value", value, f"{node.value} is {value}")


def _is_plain(value: ast.expr) -> bool:
    """Whether `value` is None, True or False. To answer None for it is no other program, or what the change of the
    constant makes already."""
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))


def _put(line: int, where: list[ast.cmpop], at: int, old: ast.cmpop, new: ast.cmpop) -> Change:
    return Change(line, f"{type(old).__name__} is {type(new).__name__}", lambda: where.__setitem__(at, new))


def _set(line: int, node: ast.AST, name: str, new: object, words: str = "") -> Change:
    told = words or f"{type(getattr(node, name)).__name__} is {type(new).__name__}"
    return Change(line, told, lambda: setattr(node, name, new))


def _silent(tree: ast.AST) -> set[int]:
    """Nodes that are only said: annotations, and how a value class is made."""
    found: set[int] = set()
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if (said := getattr(node, name, None)) is not None:
                found |= {id(part) for part in ast.walk(said)}
        if isinstance(node, ast.ClassDef):
            found |= {id(part) for decorator in node.decorator_list for part in ast.walk(decorator)}
    return found


def drawn(number: int, seed: int) -> list[Mutant]:
    """As many of each subject, the rest wherever there is more, in random order."""
    chance = random.Random(seed)
    by_subject: list[list[Mutant]] = []
    for subject, files in SUBJECTS.items():
        possible = [
            Mutant(subject, file, place, f"line {change.line}: {change.words}")
            for file in files
            for place, change in enumerate(changes(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
        ]
        chance.shuffle(possible)
        by_subject.append(possible)
    found: list[Mutant] = []
    while len(found) < number and any(by_subject):
        found += [possible.pop() for possible in by_subject if possible]
    return found[:number]


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Whether the tests of the mutant's file fail in `copy`, which is as it was afterwards."""
    path = copy / mutant.file
    whole = path.read_text(encoding="utf-8")
    tree = ast.parse(whole)
    list(changes(tree))[mutant.place].make()
    path.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    try:
        return not passes(copy, SUBJECTS[mutant.subject][mutant.file])
    finally:
        path.write_text(whole, encoding="utf-8")


def passes(copy: Path, tests: tuple[str, ...]) -> bool:
    """Whether these tests pass in `copy`."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    store = copy.with_name(STORE)
    environment = dict(os.environ)
    if store.exists():
        words.append("--reuse-db")
        environment["MEMORY_TEST_STORE"] = str(store)
    bounded = ["sh", "-c", f'ulimit -t {LONGEST}; exec "$@"', "sh", *words]
    try:
        done = subprocess.run(
            bounded, cwd=copy, env=environment, capture_output=True, text=True, timeout=ASLEEP, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode > 1 and "error" not in done.stdout.lower():
        raise RuntimeError(f"pytest did not run: {done.stdout[-800:]}{done.stderr[-800:]}")
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="torture.mutants", description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--into", type=Path, default=Path(tempfile.gettempdir()) / "mutants.jsonl")
    asked = parser.parse_args()
    print(f"seed {asked.seed}, into {asked.into}", flush=True)
    rows = [json.loads(line) for line in _lines(asked.into)]
    known = {tuple(row[:4]): row[4] for row in rows if row[0] != SOUND}
    sound = {tuple(row[1:]) for row in rows if row[0] == SOUND}
    found: list[tuple[Mutant, bool]] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = copied(Path(folder) / "project")
        migrated(copy)
        for mutant in drawn(asked.number, asked.seed):
            if mutant not in known:
                tests = SUBJECTS[mutant.subject][mutant.file]
                if tests not in sound:
                    if not passes(copy, tests):
                        print("Without any change these fail:", *tests)
                        return 2
                    sound.add(tests)
                    _keep(asked.into, [SOUND, *tests])
                known[mutant] = is_killed(mutant, copy)
                _keep(asked.into, [*mutant, known[mutant]])
            found.append((mutant, known[mutant]))
            if not known[mutant]:
                print(f"lives: {mutant.file}, {mutant.words}", flush=True)
    return told(found)


def _keep(file: Path, row: list[object]) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def told(found: list[tuple[Mutant, bool]]) -> int:
    """Print how many of each subject were found; 1 where it is fewer than LEAST of all."""
    for subject in SUBJECTS:
        killed = [dead for mutant, dead in found if mutant.subject == subject]
        print(f"| {subject} | {sum(killed)} of {len(killed)} |")
    share = sum(dead for _, dead in found) / max(len(found), 1)
    print(f"| all | {sum(dead for _, dead in found)} of {len(found)} ({share:.0%}) |")
    return 0 if found and share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
