"""`rememberd search`, `context`, `ingest` …: what an agent's owner does with a memory, over the JSON API.

Answers go to standard output, all else to standard error. With `--json` the answer is the API's own.
"""

from __future__ import annotations

import json
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from functools import wraps
from operator import itemgetter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .door import Exit, Failed, ShellDoor

POLL = 0.3  # seconds between two looks at an operation

app = typer.Typer(
    help="The long-term memory of your agents. Without --url the commands work on this machine's own store.",
    epilog="More commands work on this machine's store: `rememberd help` lists them, "
    "`rememberd create_api_key NAME --namespace PATTERN` makes a key.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

Url = Annotated[
    str, typer.Option("--url", envvar="MEMORY_URL", help="A running service; this machine's store if left out.")
]
Key = Annotated[str, typer.Option("--key", envvar="MEMORY_KEY", help="An API key of that service.")]
Namespace = Annotated[
    str, typer.Option("--namespace", "-n", envvar="MEMORY_NAMESPACE", help="Whose memory; a key's default if left out.")
]
AsJson = Annotated[bool, typer.Option("--json", help="The API's own answer, as JSON.")]
Id = Annotated[str, typer.Argument(help="A memory's id.")]
Limit = Annotated[int, typer.Option(min=1, help="At most so many.")]
HERE = "default"  # the namespace of this machine's store that is meant when none is named
ROW = dict[str, Any]


def command(name: str, of: typer.Typer = app) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command of the program, or of its part `of`.

    What fails is told on standard error, with the exit code that tells which kind.
    """

    def registered(work: Callable[..., None]) -> Callable[..., None]:
        @of.command(name)
        @wraps(work)
        def run(*words: Any, **options: Any) -> None:
            try:
                work(*words, **options)
            except Failed as failed:
                err.print(Text(shown(str(failed)), style="red"))
                raise typer.Exit(failed.exit) from failed
            except BrokenPipeError:
                raise typer.Exit(Exit.REFUSED) from None

        return run

    return registered


def entered(url: str, key: str, namespace: str) -> ShellDoor:
    return ShellDoor(url, key, namespace or ("" if url else HERE))


def shown(text: str) -> str:
    """`text` for a terminal: what would steer it (escapes, direction marks) is replaced, line breaks stay."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign) in {"Cc", "Cf", "Cs"} and sign not in "\n\t" else sign
        for sign in text
    )


def print_json(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer, indent=2, ensure_ascii=True) + "\n")


def print_rows(rows: list[ROW], columns: dict[str, Callable[[ROW], Any]]) -> None:
    """A table on a terminal; lines of cells parted by tabs where the output goes into a pipe."""
    cells = [[shown(str("" if (cell := read(row)) is None else cell)) for read in columns.values()] for row in rows]
    if not out.is_terminal:
        for line in cells:
            sys.stdout.write("\t".join(" ".join(cell.split()) for cell in line) + "\n")
        return
    table = Table(*columns, box=None, header_style="bold")
    for line in cells:
        table.add_row(*(Text(cell) for cell in line))
    out.print(table)


def day(row: ROW) -> str:
    return str(row["event_time"] or row["created_at"])[:10]


FACT: dict[str, Callable[[ROW], Any]] = {
    "id": lambda row: row["id"],
    "said": day,
    "sure": lambda row: f"{row['confidence']:.2f}" + (" protected" if row["protected"] else ""),
    "fact": lambda row: row["content"] + (" (retired)" if row["valid_until"] else ""),
}


@command("serve")
def serve(
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    mcp_port: Annotated[int | None, typer.Option(min=1, max=65535, help="Serve MCP over HTTP, too, there.")] = None,
) -> None:
    """Start the service on this machine: web, workers and scheduler, until Ctrl-C."""
    from . import ensure_secret

    ensure_secret()
    from django.core.management import execute_from_command_line

    mcp = ["--mcp-port", str(mcp_port)] if mcp_port else []
    execute_from_command_line([sys.argv[0], "up", "--host", host, "--port", str(port), *mcp])


@command("context")
def context(
    prompt: Annotated[str, typer.Argument(help="What the agent is about to answer.")],
    session: Annotated[str, typer.Option(help="The conversation that the agent is in.")] = "",
    max_tokens: Annotated[int, typer.Option(min=1, help="The block's budget.")] = 800,
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Print the block that an agent would be handed for PROMPT."""
    with entered(url, key, namespace) as door:
        asked = {"prompt": prompt, "max_tokens": max_tokens} | ({"session_id": session} if session else {})
        answer = door.post("/context", asked)
    if as_json:
        print_json(answer)
        return
    if not answer["context"]:
        err.print("Nothing that is known bears on it.")
        return
    sys.stdout.write(shown(answer["context"]) + "\n")


@command("search")
def search(
    query: str, limit: Limit = 10,
    kind: Annotated[str, typer.Option(help="episode, fact or reflection; all if left out.")] = "",
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Find memories: turns, facts and reflections, best first."""
    with entered(url, key, namespace) as door:
        answer = door.post("/memories/search", {"query": query, "limit": limit} | ({"kind": kind} if kind else {}))
    if as_json:
        print_json(answer)
        return
    print_rows(answer["results"], {
        "id": lambda row: row["id"], "score": lambda row: f"{row['score']:.2f}", "kind": lambda row: row["kind"],
        "said": day, "by": lambda row: row["source_role"], "text": lambda row: row["content"],
    })  # fmt: skip
    for reason in answer["degraded"]:
        err.print(Text(f"degraded: {shown(reason)}", style="yellow"))


@command("facts")
def facts(
    limit: Limit = 50,
    retired: Annotated[bool, typer.Option("--retired", help="Those that hold no longer.")] = False,
    tag: Annotated[str, typer.Option(help="Only with this tag.")] = "",
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """List what was learnt, newest first."""
    with entered(url, key, namespace) as door:
        rows = door.pages("/memories", limit, kind="fact", active="false" if retired else "true", tag=tag or None)
    if as_json:
        print_json(rows)
        return
    print_rows(rows, FACT)


@command("fact")
def fact(id: Id, url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Show one fact: the words that it rests on, and all that happened to it."""
    with entered(url, key, namespace) as door:
        row, sources, history = (door.get(f"/memories/{id}{part}") for part in ("", "/sources", "/history"))
    if as_json:
        print_json({"memory": row, "sources": sources, "history": history})
        return
    print_rows([row], FACT)
    for source in sources["sources"]:
        out.print(Text(shown(f"  {day(source)} {source['source_role'] or source['kind']}: {source['content']}")))
    for event in history["results"]:
        out.print(Text(shown(f"  {event['at'][:19]} {event['kind']} by {event['actor']}"), style="dim"))


@command("remember")
def remember(
    text: Annotated[str, typer.Argument(help="One claim, in words that stand alone.")],
    tag: Annotated[list[str] | None, typer.Option(help="May be given several times.")] = None,
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Keep a fact."""
    with entered(url, key, namespace) as door:
        answer = door.post("/memories", {"content": text} | ({"tags": tag} if tag else {}))
    print_json(answer) if as_json else print_rows([answer], {"outcome": lambda row: row["outcome"]} | FACT)


@command("correct")
def correct(
    id: Id, text: Annotated[str, typer.Argument(help="What is true instead.")],
    reason: Annotated[str, typer.Option(help="Kept in its history.")] = "",
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Retire a fact and keep TEXT in its place."""
    with entered(url, key, namespace) as door:
        answer = door.post(f"/memories/{id}/correct", {"content": text} | ({"reason": reason} if reason else {}))
    print_json(answer) if as_json else print_rows([answer], FACT)


@command("confirm")
def confirm(id: Id, url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Say that a fact is true: it is kept at full confidence and never fades."""
    with entered(url, key, namespace) as door:
        answer = door.post(f"/memories/{id}/confirm")
    print_json(answer) if as_json else print_rows([answer], FACT)


@command("forget")
def forget(id: Id, url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Retire a memory. It can be restored; to remove what was said for good, erase it."""
    with entered(url, key, namespace) as door:
        answer = door.delete(f"/memories/{id}")
    print_json(answer) if as_json else err.print("Retired.")


@command("entity")
def entity(
    name: Annotated[str, typer.Argument(help="Its name or an alias.")], limit: Limit = 10,
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Show what is known of a person, project, organisation or place."""
    with entered(url, key, namespace) as door:
        answer = door.post("/tools/get_entity_info", {"name": name, "limit": limit})
    if as_json:
        print_json(answer)
        return
    found = answer["entity"]
    also = f", also {', '.join(found['aliases'])}" if found["aliases"] else ""
    named = f"{found['canonical_name']} ({found['type']}{also}), {found['mention_count']} mentions"
    out.print(Text(shown(named), "bold"))
    if found["summary"]:
        out.print(Text(shown(found["summary"])))
    print_rows(answer["memories"], {"id": FACT["id"], "said": day, "text": lambda row: row["content"]})


@command("sessions")
def sessions(
    limit: Limit = 50, url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False
) -> None:
    """List conversations, and whether they were learnt from."""
    with entered(url, key, namespace) as door:
        rows = door.pages("/sessions", limit)
    if as_json:
        print_json(rows)
        return
    print_rows(rows, {
        name: itemgetter(name)
        for name in ("session_id", "status", "episode_count", "pending_count", "last_seen_at", "last_error")
    })  # fmt: skip


@command("stats")
def stats(url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False) -> None:
    """Count what is kept, and what still waits."""
    with entered(url, key, namespace) as door:
        answer = door.get("/stats")
    if as_json:
        print_json(answer)
        return
    print_rows([{"what": what, "figure": figure} for what, figure in _flat(answer)], {
        "what": lambda row: row["what"], "figure": lambda row: row["figure"]
    })  # fmt: skip


def _flat(answer: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(answer, dict):
        yield above, answer
        return
    for name, value in answer.items():
        yield from _flat(value, f"{above}.{name}" if above else name)


def _maintenance(kind: str, told: str) -> None:
    def run(url: Url, key: Key = "", namespace: Namespace = "", as_json: AsJson = False) -> None:
        with entered(url, key, namespace) as door:
            answer = door.post(f"/maintenance/{kind}")
            while answer["status"] in {"pending", "running"}:
                time.sleep(POLL)
                answer = door.get(f"/operations/{answer['id']}")
        if as_json:
            print_json(answer)
        else:
            print_rows([{"what": what, "figure": figure} for what, figure in _flat(answer["result"])], {
                "what": lambda row: row["what"], "figure": lambda row: row["figure"]
            })  # fmt: skip
        if answer["status"] == "failed":
            raise Failed(Exit.REFUSED, answer["error"])

    run.__doc__ = f"{told} Without --url: the command of this machine's store, over all namespaces."
    command(kind)(run)


_maintenance("consolidate", "Learn from the conversations that wait.")
_maintenance("enrich", "Find the people, places and projects in what is new.")
_maintenance("decay", "Let facts fade that nobody needed.")
_maintenance("reflect", "Write the weekly summary now.")
