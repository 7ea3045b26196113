"""`rememberd ingest`, `audit`: what other programs kept is taken in, or looked through before that."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import django
import typer
from rich.progress import Progress
from rich.text import Text

from . import ensure_secret
from .claims import Item, SourceClaim
from .door import CONFLICT, Exit, Failed, ShellDoor
from .sources import Source, SourceFile, Unreadable, batches
from .turns import SourceTurn
from .verbs import AsJson, Key, Namespace, Url, command, entered, err, out, print_json, shown

SHOWN = 20  # places of one finding, on a terminal

File = Annotated[
    Path,
    typer.Argument(
        help="JSON lines (- is the input), ChatGPT's or Claude's export, LoCoMo; what mem0, Graphiti, Letta or "
        "server-memory hold."
    ),
]
Kind = Annotated[Source, typer.Option("--source", help="What the file is.")]


@command("ingest")
def ingest(
    file: File,
    source: Kind = Source.AUTO,
    session: Annotated[str, typer.Option(help="For JSON lines that name none.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and count, and look through; keep nothing.")] = False,
    url: Url = "", key: Key = "", namespace: Namespace = "", as_json: AsJson = False,
) -> None:  # fmt: skip
    """Keep conversations that took place elsewhere, and facts that another memory holds. Again adds nothing twice.

    A line of JSON lines is a message as the API takes it, with its session: {"session_id": "chat-1", "role": "user",
    "content": "…", "name": "Maya", "event_time": "2026-05-11T19:40:00+02:00", "external_id": "turn-1"}. Only messages
    with an external_id are known again. A fact that the other memory says to hold no longer is left out.
    """
    reading = SourceFile(file, source, session)
    done: dict[str, Any] = {"sessions": 0, "turns": 0, "facts": 0, "known": 0}
    report: dict[str, list[str]] = {}
    try:
        if dry_run:
            report = _looked_through(_counted(reading, done))
        else:
            with entered(url, key, namespace) as door, Progress(console=err, transient=True) as progress:
                _send(reading, door, done, progress)
    except Unreadable as error:
        raise Failed(Exit.REFUSED, f"{error}{_kept(done)}") from error
    except UnicodeDecodeError as error:
        raise Failed(Exit.REFUSED, f"{file} is no UTF-8 text: {error.reason}{_kept(done)}") from error
    except OSError as error:
        raise Failed(Exit.REFUSED, f"{file} cannot be read: {error.strerror or error}") from error
    if as_json:
        print_json(done | {"left_out": reading.left_out} | ({"hygiene": report} if dry_run else {}))
        return
    err.print(f"{done['turns']} turns of {done['sessions']} sessions and {done['facts']} facts"
              f"{' would be kept' if dry_run else ''}, {done['known']} of them known already.")  # fmt: skip
    for reason, count in reading.left_out.items():
        if count:
            err.print(Text(shown(f"left out: {count} {reason}")))
    for finding, places in report.items():
        if places:
            err.print(f"{len(places)} {finding}: `rememberd audit` tells which.")


@command("audit")
def audit(file: File, source: Kind = Source.AUTO, as_json: AsJson = False) -> None:
    """Look through what a memory holds: duplicates, facts without a source, stale and contradicting ones, secrets, and
    texts that read like orders to an assistant.

    It keeps nothing and asks no service. It ends with 1 where something was found.
    """
    done = {"sessions": 0, "turns": 0, "facts": 0}
    reading = SourceFile(file, source)
    try:
        report = _looked_through(_counted(reading, done))
    except Unreadable as error:
        raise Failed(Exit.REFUSED, str(error)) from error
    except UnicodeDecodeError as error:
        raise Failed(Exit.REFUSED, f"{file} is no UTF-8 text: {error.reason}") from error
    except OSError as error:
        raise Failed(Exit.REFUSED, f"{file} cannot be read: {error.strerror or error}") from error
    if as_json:
        print_json(done | {"left_out": reading.left_out, "hygiene": report})
    else:
        err.print(f"{done['turns']} turns of {done['sessions']} sessions, {done['facts']} facts were looked through.")
        for finding, places in report.items():
            out.print(Text(f"{len(places)} {finding}", "bold" if places else "dim"))
            for place in places[:SHOWN]:
                out.print(Text(shown(f"  {place}")))
            if len(places) > SHOWN:
                out.print(Text(f"  … and {len(places) - SHOWN} more (--json)", "dim"))
    if any(report.values()):
        raise typer.Exit(Exit.REFUSED)


def _looked_through(items: list[Item]) -> dict[str, list[str]]:
    ensure_secret()
    django.setup()  # the rules are the service's own
    from . import hygiene

    return hygiene.report(items)


def _counted(reading: SourceFile, done: dict[str, Any]) -> list[Item]:
    items = list(reading.items())
    turns = [item for item in items if isinstance(item, SourceTurn)]
    done["sessions"] = len({turn.session_id for turn in turns})
    done["turns"] = len(turns)
    done["facts"] = len(items) - len(turns)
    return items


def _send(reading: SourceFile, door: ShellDoor, done: dict[str, Any], progress: Progress) -> None:
    bar = progress.add_task("ingest", total=None)
    for session_id, items in groupby(
        reading.items(), key=lambda item: item.session_id if isinstance(item, SourceTurn) else None
    ):
        if session_id is None:
            for claim in items:
                assert isinstance(claim, SourceClaim)
                _send_fact(claim, reading, door, done)
                progress.update(bar, advance=1, description="facts")
            continue
        done["sessions"] += 1
        for batch in batches(item for item in items if isinstance(item, SourceTurn)):
            try:
                answer = door.post(f"/sessions/{session_id}/messages", {"messages": [turn.message for turn in batch]})
            except Failed as failed:
                raise Failed(failed.exit, f"{_where(failed, batch)}{_kept(done)}") from failed
            done["turns"] += len(batch)
            done["known"] += sum(episode["duplicate"] for episode in answer["episodes"])
            progress.update(bar, advance=len(batch), description=shown(session_id))


def _send_fact(claim: SourceClaim, reading: SourceFile, door: ShellDoor, done: dict[str, Any]) -> None:
    if claim.ended is not None:
        reading.left_out["that hold no longer"] += 1
        return
    try:
        answer = door.post("/memories", claim.body)
    except Failed as failed:
        if failed.status == CONFLICT:
            # It was taken in before, and corrected or forgotten here since.
            reading.left_out["changed here since"] += 1
            return
        raise Failed(failed.exit, f"{claim.place}: {failed}{_kept(done)}") from failed
    done["facts"] += 1
    done["known"] += answer["outcome"] == "repeated"


def _where(failed: Failed, batch: list[SourceTurn]) -> str:
    """The flaws by their places in the file, where the service named places in the request."""
    flaws = []
    for flaw in failed.errors:
        match flaw["loc"]:
            case ["body", "messages", int(at), *rest] if at < len(batch):
                flaws.append(f"{batch[at].place}: {'.'.join(map(str, rest))}: {flaw['msg']}")
    return "\n".join(flaws) or f"{batch[0].place} and after: {failed}"


def _kept(done: dict[str, Any]) -> str:
    told = [f"{done[what]} {what}" for what in ("turns", "facts") if done[what]]
    return f"\nThe {' and '.join(told)} before it are kept." if told else "\nNothing is kept of the file."
