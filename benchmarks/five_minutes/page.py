"""docs/five-minutes.md, made of what was seen."""

from __future__ import annotations

from .paths import PATHS
from .records import ROOT, Record

FILE = ROOT / "docs" / "five-minutes.md"
HEAD = """# Five minutes

From an empty folder until the memory answers, in each host: what a person types, what is shown, and how long it took.
Made by `make five-minutes` on {days}, with Python {python}, on a machine of two cores that had other work at the same
time, with the package registries nearby and empty caches: the seconds of the processor tell what is the work's own.
The service's wheel, the Python client's and the client for node were built before; everything else came from the
registries. In the host's own library a scripted model stands where yours will be.

The hosts after the first three share one service, the one that *Install with pip* started: add its seconds once.
[In your agent](hosts.md) tells of each host.

"""


FOOT = """Lines are those of the adapter, without the client's or the service's own. Agents for the reference
`server-memory` find its nine tools in the same process (`rememberd mcp --set graph`, some 340 lines); a page of another
origin uses the client for node. Claude Code, Codex and the hosts of MCP with a window (Claude Desktop, Cursor, VS Code,
Zed) were not run themselves: [In your agent](hosts.md) has their settings.
"""


def page() -> str:
    records = {name: Record.read(name) for name in PATHS}
    days = sorted({record.day for record in records.values()})
    head = HEAD.format(days=" and ".join(days), python=records["service"].python)
    return head + _table(records) + "".join(_shown(record) for record in records.values())


def _table(records: dict[str, Record]) -> str:
    titles = ("host", "context without the model's help", "tools", "turns kept by themselves", "s", "processor, s",
              "MiB installed", "lines")  # fmt: skip
    rows = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for name, record in records.items():
        path = PATHS[name]
        works = path.works
        cells = [works.context, works.tools, works.turns] if works else ["", "", ""]
        shown = [cell or "–" for cell in cells]
        taken = [f"{record.total('seconds'):.0f}", f"{record.total('processor'):.0f}"]
        figures = [*taken, f"{record.mebibytes or '–'}", f"{record.lines or '–'}"]
        rows.append(f"| {' | '.join([f'[{path.title}](#{_anchor(path.title)})', *shown, *figures])} |")
    return "\n".join(rows) + f"\n\n{FOOT}"


def _anchor(title: str) -> str:
    return "".join(sign for sign in title.lower().replace(" ", "-") if sign.isalnum() or sign in "-_")


def _shown(record: Record) -> str:
    lines = []
    for step in record.steps:
        lines.append(f"$ {step['line']}")
        if step["shown"]:
            lines.append(step["shown"])
        if step["seconds"] >= 0.1:
            lines.append(f"[{step['seconds']:.1f} s]")
    return f"\n## {PATHS[record.name].title}\n\n```text\n" + "\n".join(lines) + "\n```\n"
