"""`rememberd hooks`: the host calls the memory at fixed moments, so that it works though the model calls no tool."""

from __future__ import annotations

import difflib
import json
import os
import shlex
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from . import transcript
from .door import Exit, Failed
from .sources import Unreadable, batches
from .verbs import Key, Namespace, Url, app, command, entered, err, shown

PROMPT = "UserPromptSubmit"
EVENTS = (PROMPT, "Stop", "PreCompact", "SessionEnd")
SECONDS = 20  # the host waits so long for a hook
OURS = "hooks run claude-code"  # how our commands are known again in a settings file

hooks = typer.Typer(help="Let a host use the memory by itself.", no_args_is_help=True)
app.add_typer(hooks, name="hooks")


class Host(StrEnum):
    CLAUDE_CODE = "claude-code"


AnyHost = Annotated[Host, typer.Argument(help="The host.")]
Settings = Annotated[
    Path, typer.Option("--settings", help="The host's settings file.", show_default="~/.claude/settings.json")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change; change nothing.")]
HOME = Path("~/.claude/settings.json")


@command("run", hooks)
def run(host: AnyHost, url: Url = "", key: Key = "", namespace: Namespace = "") -> None:
    """What the host calls: reads a hook's payload on the input, and answers on the output.

    Whatever fails is told on standard error and stops nobody: the exit code is never the 2 that holds a prompt back.
    """
    payload = _payload(sys.stdin.buffer.read())
    with entered(url, key, namespace) as door:
        if payload.get("hook_event_name") != PROMPT:
            *before, last = _said(payload) or [[]]
            for batch in before:
                door.post(f"/sessions/{payload['session_id']}/messages", {"messages": batch})
            payload["turns"] = last
        answer = door.post(f"/hooks/{host}", payload)
    if answer:
        sys.stdout.write(json.dumps(answer) + "\n")


def _payload(text: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(text)
    except ValueError as error:
        raise Failed(Exit.REFUSED, f"The input is no hook's payload: {error}") from error
    if not isinstance(payload, dict) or not isinstance(payload.get("session_id"), str):
        raise Failed(Exit.REFUSED, "The input is no hook's payload: it names no session_id.")
    return payload


def _said(payload: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The turns of the transcript that the payload names, in lots. The service knows those again that it has."""
    path = payload.get("transcript_path")
    if not isinstance(path, str) or not path:
        return []
    try:
        turns = list(transcript.turns(Path(path).expanduser(), payload["session_id"]))
    except Unreadable as error:
        raise Failed(Exit.REFUSED, str(error)) from error
    return [[turn.message for turn in batch] for batch in batches(turns)]


@command("install", hooks)
def install(
    host: AnyHost, settings: Settings = HOME, dry_run: DryRun = False, url: Url = "", namespace: Namespace = ""
) -> None:
    """Have HOST call the memory: before each answer for context, and after it to keep what was said.

    The key stays out of the file: the host's environment holds it as MEMORY_KEY. Doing it again changes nothing.
    """
    words = [*_program(), *OURS.split()]
    words += ["--url", url] if url else []
    words += ["--namespace", namespace] if namespace else []
    entry = {"type": "command", "command": shlex.join(words), "timeout": SECONDS}

    def changed(known: dict[str, Any]) -> dict[str, Any]:
        table = _without_ours(known)
        for event in EVENTS:
            table.setdefault(event, []).append({"hooks": [entry]})
        return known | {"hooks": table}

    _edit(settings, changed, dry_run)
    if url and "MEMORY_KEY" not in os.environ:
        err.print("The service wants a key: set MEMORY_KEY where the host runs.")


@command("uninstall", hooks)
def uninstall(host: AnyHost, settings: Settings = HOME, dry_run: DryRun = False) -> None:
    """Take out what `install` put in, and nothing else."""

    def changed(known: dict[str, Any]) -> dict[str, Any]:
        table = _without_ours(known)
        rest = {name: value for name, value in known.items() if name != "hooks"}
        return known | {"hooks": table} if table else rest

    _edit(settings, changed, dry_run)


def _program() -> list[str]:
    """How this program is called from anywhere."""
    own = Path(sys.argv[0]).absolute()
    return [sys.executable, str(own)] if own.suffix == ".py" else [str(own)]


def _without_ours(known: dict[str, Any]) -> dict[str, Any]:
    """The table of hooks without our commands. Raises Failed for a table that is none."""
    table = known.get("hooks", {})
    kept: dict[str, Any] = {}
    try:
        for event, groups in table.items():
            left = []
            for group in groups:
                others = [hook for hook in group["hooks"] if OURS not in str(hook.get("command", ""))]
                if others or not group["hooks"]:
                    left.append(group | {"hooks": others})
            if left or not groups:
                kept[event] = left
    except (AttributeError, KeyError, TypeError) as error:
        raise Failed(Exit.REFUSED, f"The settings' hooks are not as Claude Code writes them: {error!r}") from error
    return kept


def _edit(file: Path, change: Any, dry_run: bool) -> None:
    """Put the changed settings in the file's place, whole or not at all, with its mode."""
    file = Path(os.path.realpath(file.expanduser()))  # of a link, what it leads to
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        known = json.loads(before) if before.strip() else {}
    except (OSError, ValueError) as error:
        raise Failed(Exit.REFUSED, f"{file} cannot be read, so it stays as it is: {error}") from error
    if not isinstance(known, dict):
        raise Failed(Exit.REFUSED, f"{file} holds no settings, so it stays as it is.")
    wanted = change(known)
    after = json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    if wanted == known:
        err.print("Nothing to change.")
        return
    if dry_run:
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), str(file), str(file), lineterm="")
        sys.stdout.write("".join(f"{shown(line)}\n" for line in lines))
        return
    try:
        _replace(file, after)
    except OSError as error:
        raise Failed(Exit.REFUSED, f"{file} cannot be written: {error.strerror or error}") from error
    err.print(Text(f"Changed {file}."))


def _replace(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o600
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        Path(name).chmod(mode)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
