"""The documentation's site: all of the README is on it, links lead somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "docs" / "site"


def _module(name):
    spec = importlib.util.spec_from_file_location(name, SITE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


site, reference = _module("build"), _module("reference")


class Loaded(HTMLParser):
    """The addresses that a browser loads with a page."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in {"script", "img", "iframe"}:
            self.found.append(given.get("src") or "")
        elif tag == "link" and given.get("rel") in {"stylesheet", "preload", "icon", "preconnect"}:
            self.found.append(given["href"])


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert Path(sys.executable).with_name("zensical").exists()
    return site.build(site.pages() | reference.pages(), folder, folder / "none.js")


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_every_page_of_the_navigation_is_built_and_loads_nothing_from_elsewhere(built):
    for page in [page for pages in site.NAVIGATION.values() for page in pages]:
        html = (built / page).with_suffix(".html").read_text(encoding="utf-8")
        parser = Loaded()
        parser.feed(html)
        assert parser.found
        assert [address for address in parser.found if re.match(r"(https?:)?//", address)] == []


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_a_link_that_leads_nowhere_stops_the_build(tmp_path):
    pages = dict.fromkeys((page for pages in site.NAVIGATION.values() for page in pages), "# A page\n")
    pages["start.md"] = "# Start\n\nSee [that](gone.md).\n"
    with pytest.raises(subprocess.CalledProcessError):
        site.build(pages, tmp_path, tmp_path / "none.js")


def test_all_of_the_readme_stands_on_the_site():
    pages = site.pages()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", readme, flags=re.DOTALL), re.MULTILINE)
    shown = "\n".join(pages[page] for page in set(site.PARTS.values()))
    assert len(headings) > 20
    assert [heading for heading in headings if not re.search(rf"^#+ {re.escape(heading)}$", shown, re.MULTILINE)] == []


def test_links_lead_to_pages_and_what_is_no_page_is_plain_text():
    def linked(text, source, page):
        return site._relinked(text, source, page, {"settings": "settings.md"})

    assert linked("[a](docs/hosts.md#codex)", "README.md", "index.md") == "[a](hosts.md#codex)"
    assert linked("[a](../README.md#settings)", "docs/hosts.md", "hosts.md") == "[a](settings.md#settings)"
    assert linked("[a](0001-x.md)", "docs/adr/README.md", "adr/index.md") == "a"
    assert linked("[a](../architecture.md)", "docs/adr/README.md", "adr/index.md") == "[a](../architecture.md)"
    assert linked("[a](../memory/text.py)", "docs/performance.md", "performance.md") == "a"
    assert linked("[a](https://example.org)", "README.md", "index.md") == "[a](https://example.org)"
    assert linked("![a](docs/screenshots/x.png)", "README.md", "desk.md") == "![a](screenshots/x.png)"


def test_a_part_of_the_readme_without_a_place_is_told(monkeypatch):
    monkeypatch.setattr(site, "PARTS", {"": "index.md"})
    with pytest.raises(site.Stray, match="Start in 60 seconds"):
        site.pages()


def test_the_reference_has_each_route_tool_and_command():
    pages = reference.pages()
    assert "### POST /api/v1/context" in pages["reference/api.md"]
    assert "| `max_tokens` |" in pages["reference/api.md"]
    assert "### remember_fact" in pages["reference/tools.md"]
    assert "## rememberd hooks install" in pages["reference/commands.md"]
    assert "`--json`" in pages["reference/commands.md"]
