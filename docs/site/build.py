"""Build the documentation's site: `make docs`, then open build/site/index.html.

The pages are the README, part by part, and what lies in docs/; nothing is written for the site alone. Links to pages
stay links; what else they point to in the repository becomes plain text. The reference is made from the code.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = ROOT / "build"
PICTURES = HERE / "node_modules" / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"

# Where each part of the README stands on the site; what stands before the first heading opens the first page.
PARTS = {
    "": "index.md", "How it flows": "index.md", "Start in 60 seconds": "start.md", "Use it from an agent": "agent.md",
    "For curators: the desk": "desk.md", "Run it": "run.md", "Providers": "providers.md", "Settings": "settings.md",
    "When something is wrong": "trouble.md", "Develop": "develop.md",
}  # fmt: skip
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md",
    "clients/python/README.md": "clients/python.md", "clients/typescript/README.md": "clients/typescript.md",
    "docs/adr/README.md": "adr/index.md",
}  # fmt: skip
NAVIGATION = {
    "Start": ["index.md", "start.md", "agent.md", "desk.md"],
    "How to": [
        "hosts.md", "five-minutes.md", "clients/python.md", "clients/typescript.md", "run.md", "trouble.md",
        "postgresql.md", "scaling.md",
        "capacity.md", "spaces.md", "events.md", "erasure.md", "secrets.md", "quarantine.md",
    ],
    "How memory works": ["architecture.md", "consolidation.md", "retrieval.md", "context.md", "comparison.md"],
    "Figures": [
        "promises.md", "performance.md", "performance/large.md", "performance/table.md",
        "performance/load.md", "stories.md",
        "fact-quality.md", "facts-of-talk.md",
    ],
    "Reference": [
        "reference/api.md", "reference/tools.md", "reference/commands.md", "settings.md", "providers.md",
        "changelog.md",
    ],
    "Develop": ["develop.md", "contributing.md", "security.md", "adr/index.md"],
}  # fmt: skip
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


class Stray(Exception):
    """A page that no part of the site has a place for."""


def pages() -> dict[str, str]:
    """{path of a page on the site: its Markdown}, without the reference."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    homes = _anchors(readme)
    found: dict[str, str] = {}
    for title, text in _parts(readme):
        if title not in PARTS:
            raise Stray(f"README, {title!r}: say in PARTS where it stands on the site")
        page = PARTS[title]
        body = text if not title or page in found else text.removeprefix("#")
        found[page] = found.get(page, "") + _relinked(body, "README.md", page, homes)
    for source, page in _files().items():
        found[page] = _relinked((ROOT / source).read_text(encoding="utf-8"), source, page, homes)
    return found


def _files() -> dict[str, str]:
    """{file in the repository: its page}."""
    docs = ROOT / "docs"
    own = {path.relative_to(ROOT).as_posix(): path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    return {source: page for source, page in own.items() if "node_modules" not in source} | ELSEWHERE


def _parts(readme: str) -> list[tuple[str, str]]:
    """The README's parts, each with its heading; code blocks have no headings."""
    parts = [["", ""]]
    fenced = False
    for line in readme.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            parts.append([line[3:].strip(), ""])
        parts[-1][1] += line
    return [(title, text) for title, text in parts]


def _anchors(readme: str) -> dict[str, str]:
    """{anchor in the README: the page that has it}."""
    return {
        _slug(heading): PARTS.get(title, "")
        for title, text in _parts(readme)
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


def _slug(heading: str) -> str:
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading.lower())).strip("-")


def _relinked(text: str, source: str, page: str, homes: dict[str, str]) -> str:
    """The links of the file `source` as they are from the site's `page`."""
    files = _files()

    def link(match: re.Match[str]) -> str:
        picture, words, address = match.groups()
        if re.match(r"[a-z]+:", address):
            return match[0]
        path, _, anchor = address.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source
        if target == "README.md":
            home = homes.get(anchor, "index.md")
        elif picture:
            home = target.removeprefix("docs/")
        elif target in files:
            home = files[target]
        else:
            return words
        where = posixpath.relpath(home, posixpath.dirname(page) or ".")
        return f"{picture}[{words}]({where}{'#' + anchor if anchor else ''})"

    return LINK.sub(link, text)


def configuration(drawn: bool) -> str:
    """The settings of the generator; `drawn`: what draws pictures is there."""
    told = ",\n".join(
        f"  {{ {_quoted(title)} = [{', '.join(map(_quoted, paths))}] }}" for title, paths in NAVIGATION.items()
    )
    return f"""[project]
site_name = "Rememberd"
site_description = "A long-term memory for AI agents that you host yourself."
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
extra_javascript = [{'"pictures/mermaid.tiny.js"' if drawn else ""}]
nav = [
{told}
]
[project.theme]
font = false
features = ["navigation.tabs", "navigation.sections", "navigation.top", "content.code.copy", "search.highlight"]
[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "To dark"
[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "To light"
[project.markdown_extensions.tables]
[project.markdown_extensions.toc]
permalink = true
[project.markdown_extensions.pymdownx.superfences]
custom_fences = [
  {{ name = "mermaid", class = "mermaid", format = "pymdownx.superfences.fence_code_format" }}
]
[project.markdown_extensions.pymdownx.highlight]
"""


def _quoted(text: str) -> str:
    return f'"{text}"'


def build(made: dict[str, str], out: Path = OUT, pictures: Path = PICTURES) -> Path:
    """Write the site of these pages into `out`/site; answers where it is. Raises CalledProcessError for a dead link."""
    staged = out / "pages"
    shutil.rmtree(staged, ignore_errors=True)
    for path, text in made.items():
        (staged / path).parent.mkdir(parents=True, exist_ok=True)
        (staged / path).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "screenshots", staged / "screenshots")
    if pictures.exists():
        (staged / "pictures").mkdir()
        shutil.copy(pictures, staged / "pictures")
    settings = out / "zensical.toml"
    settings.write_text(configuration(pictures.exists()), encoding="utf-8")
    subprocess.run(  # noqa: S603 - the program is the one installed beside this Python
        [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict", "--config-file", settings],
        check=True,
        cwd=out,
    )
    return out / "site"


def main() -> None:
    sys.path[:0] = [str(ROOT), str(HERE)]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # they ask for no secret and no data folder
    import django
    import reference

    django.setup()
    OUT.mkdir(exist_ok=True)
    print(f"The site is at {build(pages() | reference.pages()) / 'index.html'}")


if __name__ == "__main__":
    main()
