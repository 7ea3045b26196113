"""For Anthropic's SDK (`pip install 'rememberd-client[anthropic]'`): its memory tool, over facts.

    runner = client.beta.messages.tool_runner(model=…, messages=…, max_tokens=…, tools=[MemoryTool(memory)])

A file of the tool is a view of facts: each line is one. What the model writes is remembered, a changed line corrects
its fact, a line that goes retires it; history keeps all of them. Blank lines and
indents are not kept. A fact that the memory knew
already stands in the file in its own words, and what a later fact replaced is no longer in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818Command,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from . import shapes
from .blocking import Rememberd
from .calls import ApiError, Unreachable

ROOT = "/memories"
MARK = "file"  # the tag of all facts that stand in files
PREFIX = "file:"
LONGEST_PATH = 100 - len(PREFIX)  # the rest of a tag
PLACE = "line"  # the attribute by which a file's lines are in order


class MemoryTool(BetaAbstractMemoryTool):
    def __init__(self, memory: Rememberd) -> None:
        super().__init__()
        self.memory = memory

    def execute(self, command: BetaMemoryTool20250818Command) -> str:
        try:
            return str(super().execute(command))
        except (ApiError, Unreachable) as error:
            raise ToolError(str(error)) from error

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        path = _checked(command.path)
        if lines := self._lines(path):
            first, last = 1, len(lines)
            if command.view_range and len(command.view_range) == 2:
                first = max(1, command.view_range[0])
                last = last if command.view_range[1] == -1 else command.view_range[1]
            shown = [line["content"] for line in lines[first - 1 : last]]
            return f"Here's the content of {path} with line numbers:\n" + _numbered(shown, first)
        sizes = {name: size for name, size in self._files().items() if name.startswith(path + "/")}
        if not sizes and path != ROOT:
            raise _no(path)
        listed = "\n".join(f"{size}B\t{name}" for name, size in sorted(sizes.items()))
        return f"Here're the files in {path}:\n{sum(sizes.values())}B\t{path}\n{listed}".rstrip()

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        path = _checked(command.path)
        if path == ROOT or self._lines(path):
            raise ToolError(f"File {path} already exists")
        if not command.file_text.strip():
            raise ToolError("A file holds at least one line.")
        held = self._write(path, [], command.file_text.split("\n"))
        return f"File created successfully at: {path}{held}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        path = _checked(command.path)
        lines = self._existing(path)
        text = "\n".join(line["content"] for line in lines)
        found = text.count(command.old_str) if command.old_str else 0
        if found != 1:
            told = "did not appear verbatim in" if not found else f"appears {found} times, and must be unique, in"
            raise ToolError(f"No replacement was performed, old_str `{command.old_str}` {told} {path}.")
        changed = text.replace(command.old_str, command.new_str).split("\n")
        held = self._write(path, lines, changed)
        return f"The memory file has been edited.{held}\n" + _numbered([line for line in changed if line.strip()], 1)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        path = _checked(command.path)
        lines = self._existing(path)
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(f"Invalid `insert_line`: {command.insert_line}. It should be within [0, {len(lines)}].")
        changed = [line["content"] for line in lines]
        changed[command.insert_line : command.insert_line] = command.insert_text.rstrip("\n").split("\n")
        held = self._write(path, lines, changed)
        return f"The file {path} has been edited.{held}"

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        path = _checked(command.path)
        if path == ROOT:
            raise ToolError(f"Cannot delete the {ROOT} directory itself")
        for name in self._under(path):
            for line in self._lines(name):
                self._leave(line, name)
        return f"Successfully deleted {path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        old, new = _checked(command.old_path), _checked(command.new_path)
        if ROOT in {old, new}:
            raise ToolError(f"Cannot rename the {ROOT} directory itself")
        if new in self._files():
            raise ToolError(f"The destination {new} already exists")
        names = {name: _checked(new + name[len(old) :]) for name in self._under(old)}
        for name, becomes in names.items():
            for line in self._lines(name):
                others = [tag for tag in line["tags"] if tag != PREFIX + name]
                self.memory.change(line["id"], tags=[*others, PREFIX + becomes])
        return f"Successfully renamed {old} to {new}"

    def clear_all_memory(self) -> str:
        """Retire the lines of all files; other facts stay."""
        for name in self._files():
            for line in self._lines(name):
                self._leave(line, name)
        return "All memory cleared"

    # --- Files as facts -----------------------------------------------------------------------------------------------

    def _files(self) -> dict[str, int]:
        """{path: its size in bytes}."""
        sizes: dict[str, int] = {}
        for fact in self.memory.memories(kind="fact", tag=MARK, active=True, limit=100):
            for tag in fact["tags"]:
                if tag.startswith(PREFIX):
                    name = tag[len(PREFIX) :]
                    sizes[name] = sizes.get(name, 0) + len(fact["content"].encode()) + 1
        return sizes

    def _under(self, path: str) -> list[str]:
        """The file, or the files of the directory. Raises ToolError where there is none."""
        names = [name for name in self._files() if name == path or name.startswith(path + "/")]
        if not names:
            raise _no(path)
        return names

    def _lines(self, path: str) -> list[shapes.Memory]:
        found = [*self.memory.memories(kind="fact", tag=PREFIX + path, active=True, limit=100)]
        found.reverse()  # they come newest first
        # A fact that was there before the file has no place of its own.
        return sorted(found, key=lambda fact: fact["attributes"].get(PLACE, float("inf")))

    def _existing(self, path: str) -> list[shapes.Memory]:
        lines = self._lines(path)
        if not lines:
            raise _no(path)
        return lines

    def _write(self, path: str, lines: Sequence[shapes.Memory], changed: Sequence[str]) -> str:
        """Make the file say `changed`; answers what the model is told of lines that a person must look at first."""
        new = [line.strip() for line in changed if line.strip()]
        held = 0
        old = [line["content"] for line in lines]
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            both = min(i2 - i1, j2 - j1)
            for line, text in zip(lines[i1 : i1 + both], new[j1 : j1 + both], strict=True):
                held += self._correct(line, path, text)
            for line in lines[i1 + both : i2]:
                self._leave(line, path)
            added = new[j1 + both : j2]
            for text, place in zip(added, _places(lines, i1 + both, len(added)), strict=True):
                held += self._remember(path, text, place)
        return f" {held} lines wait until a person has released them." if held else ""

    def _remember(self, path: str, text: str, place: float) -> bool:
        saved = self.memory.remember(text, tags=[MARK, PREFIX + path], attributes={PLACE: place})
        return saved["outcome"] == "quarantined"

    def _correct(self, line: shapes.Memory, path: str, text: str) -> bool:
        if len(_paths(line)) > 1:  # another file goes on saying it
            self._leave(line, path)
            return self._remember(path, text, line["attributes"].get(PLACE, 0.0))
        new = self.memory.correct(line["id"], text, reason="The assistant edited its file.")
        return new["quarantine"] is not None

    def _leave(self, line: shapes.Memory, path: str) -> None:
        """Take a line out of a file. Its fact is retired unless it stands elsewhere."""
        if len(_paths(line)) > 1:
            self.memory.change(line["id"], tags=[tag for tag in line["tags"] if tag != PREFIX + path])
        else:
            self.memory.forget(line["id"])


def _paths(line: shapes.Memory) -> list[str]:
    return [tag for tag in line["tags"] if tag.startswith(PREFIX)]


def _places(lines: Sequence[shapes.Memory], at: int, count: int) -> Iterator[float]:
    """`count` places between the line before `at` and the one at it."""
    before = lines[at - 1]["attributes"].get(PLACE, 0.0) if at else 0.0
    after = lines[at]["attributes"].get(PLACE, before + 1.0) if at < len(lines) else before + count + 1.0
    return (before + (after - before) * number / (count + 1) for number in range(1, count + 1))


def _checked(path: str) -> str:
    """The path in one form. Raises ToolError for what is not in the tool's directory, or is no path."""
    path = path.strip()  # a tag has no blanks at its ends: the file would not be found by its name
    parts = path.split("/")
    if path != ROOT and not path.startswith(ROOT + "/") or ".." in parts or "." in parts:
        raise ToolError(f"Path must start with {ROOT} and stay in it, got: {path}")
    clean = "/".join(["", *(part for part in parts if part)])
    if len(clean) > LONGEST_PATH:
        raise ToolError(f"A path has at most {LONGEST_PATH} characters, got: {path}")
    return clean


def _no(path: str) -> ToolError:
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")


def _numbered(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, first))
