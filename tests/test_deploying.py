"""The files that put the service onto another machine agree with the project: what they name is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from django.urls import resolve

from memoryproj import cli

ROOT = Path(__file__).resolve().parent.parent
INSTRUCTIONS = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL",
                "ENTRYPOINT", "CMD"}  # fmt: skip


def dockerfile() -> list[tuple[str, str]]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in text.splitlines() if line.strip()]


def told(instruction: str) -> list[str]:
    return [words for name, words in dockerfile() if name == instruction]


def settings_of_the_readme() -> dict[str, str]:
    rows = re.findall(r"^\| `(MEMORY_\w+)` \| (.*?) \| ", (ROOT / "README.md").read_text(), flags=re.M)
    return dict(rows)


def test_the_image_is_built_of_what_is_there_and_of_all_packages():
    assert {name for name, _ in dockerfile()} <= INSTRUCTIONS
    sources = [source for words in told("COPY") if "--from" not in words for source in words.split()[:-1]]
    for source in sources:
        assert (ROOT / source).exists(), source
    assert {"memoryproj", "memory", "maintenance", "reflection", "templates"} <= set(sources)
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert {source for source in sources if not any(fnmatch(source, one) for one in allowed)} == set()


@pytest.mark.parametrize("script", told("RUN"))
def test_what_the_image_runs_is_shell(script):
    subprocess.run(["bash", "-n", "-c", script], check=True)


def test_the_image_starts_the_service_as_nobody_special_with_its_data_in_the_volume():
    entry, command = json.loads(told("ENTRYPOINT")[0]), json.loads(told("CMD")[0])
    assert entry == ["rememberd"]
    assert command[0] in cli.VERBS
    assert told("USER")[-1] not in {"root", "0"}
    assert f"MEMORY_DATA_DIR={told('VOLUME')[-1]}" in told("ENV")[0].split()
    (health,) = told("HEALTHCHECK")
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", health)
    assert asked
    assert asked[1] == told("EXPOSE")[0]
    assert resolve(asked[2])


def test_compose_keeps_the_data_in_a_volume_and_listens_on_this_machine_alone():
    composed: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    (service,) = composed["services"].values()
    for volume in service["volumes"]:
        name, _, path = volume.partition(":")
        assert name in composed["volumes"]
        assert path == told("VOLUME")[-1]
    for port in service["ports"]:
        assert port.startswith("127.0.0.1:")
        assert port.endswith(f":{told('EXPOSE')[0]}")


def test_compose_with_servers_beside_it_is_the_same_service_that_speaks_with_them():
    alone = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["memory"]
    composed: dict[str, Any] = yaml.safe_load((ROOT / "compose.postgresql.yaml").read_text())
    services = composed["services"]
    service = services["memory"]
    assert {key: value for key, value in service.items() if key not in {"environment", "depends_on"}} == alone
    addresses = {name: urlsplit(re.sub(r"\$\{.*?\}", "secret", url)) for name, url in service["environment"].items()}
    assert {name: url.scheme for name, url in addresses.items()} == {
        "DATABASE_URL": "postgresql", "MEMORY_BROKER_URL": "redis", "MEMORY_CACHE_URL": "redis",
    }  # fmt: skip
    assert {url.hostname for url in addresses.values()} == set(service["depends_on"]) == set(services) - {"memory"}
    for name, other in services.items():
        assert "ports" not in other or name == "memory", "only the service is reached from outside"
        assert "healthcheck" in other or name == "memory"
    database, url = services["database"]["environment"], addresses["DATABASE_URL"]
    assert (url.username, url.path) == (database["POSTGRES_USER"], f"/{database['POSTGRES_DB']}")
    assert database["POSTGRES_PASSWORD"] in service["environment"]["DATABASE_URL"]
    mounted = [volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", [])]
    assert sorted(mounted) == sorted(composed["volumes"])


def test_the_image_has_what_speaks_with_the_servers():
    files = {Path(one).name for words in told("COPY") for one in words.split() if one.endswith(".txt")}
    packages = "\n".join((ROOT / "requirements" / name).read_text() for name in files)
    assert {"psycopg", "redis", "django"} <= set(re.findall(r"^([a-z]+)(?:\[[a-z,]+\])?==", packages, flags=re.M))


def test_the_example_of_an_environment_names_real_settings_at_their_defaults():
    documented = settings_of_the_readme()
    named = re.findall(r"^#?(MEMORY_\w+)=(.*)$", (ROOT / ".env.example").read_text(), flags=re.M)
    assert len(named) > 10
    for name, value in named:
        assert name in documented, name
        if value:
            assert f"`{value}`" in documented[name], (name, documented[name])
        else:
            assert not re.fullmatch(r"`[^`]*`", documented[name]), (name, documented[name])


def test_the_unit_is_one_that_systemd_takes(tmp_path):
    unit = (ROOT / "docs/deploy/rememberd.service").read_text()
    (started,) = re.findall(r"^ExecStart=\S*/(rememberd) (\w+) ", unit, flags=re.M)
    assert started[1] in cli.VERBS
    for line in unit.splitlines():
        assert not line or re.match(r"#|\[\w+\]$|[A-Z]\w+=", line), line
    if (systemd := shutil.which("systemd-analyze")) is None:
        return  # the lines above hold on any machine
    # The command is not installed where the tests run: another that is there stands in for it.
    copy = tmp_path / "rememberd.service"
    copy.write_text(re.sub(r"(?<=^ExecStart=)\S+", shutil.which("true") or "/bin/true", unit, flags=re.M))
    checked = subprocess.run([systemd, "verify", copy], capture_output=True, text=True, check=False)
    ours = [line for line in checked.stderr.splitlines() if "rememberd.service" in line]
    assert not ours, ours
