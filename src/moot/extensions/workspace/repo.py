"""Three tools that read the files of a folder: `list_files`, `read_file` and `grep`.

`grep` finds fixed strings, because a pattern of a model could keep Python's `re` busy without end.
"""

from __future__ import annotations

import asyncio
import os
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from moot.extensions.workspace.folder import MOST_FILES, ReadableFolder
from moot.providers.public import Tool, ToolFailed, ToolLimits, ToolResult
from moot.vocabulary.public import SearchHit, ToolSpec

LONGEST_LINE = 400
"""Characters of a line that are shown."""
BESIDE = 300
"""Bytes of a result that are left for the words around its lines."""
INCOMPLETE = f"The folder has more files than the {MOST_FILES:,} that are considered."
BINARY = b"\0"
"""A byte that no text has."""


class ListArguments(Struct, frozen=True, kw_only=True):
    """Arguments of `list_files`."""

    path: Annotated[str, Meta(description="A folder, relative; empty for the whole.")] = ""
    """A folder, relative to the one that was chosen; empty for all of it."""
    depth: Annotated[int, Meta(ge=1, le=20, description="Levels of folders to open.")] = 2
    """Levels of folders that are opened."""


class ReadArguments(Struct, frozen=True, kw_only=True):
    """Arguments of `read_file`."""

    path: Annotated[str, Meta(description="The file, as `list_files` shows it.")]
    """The file."""
    from_line: Annotated[int, Meta(ge=1, description="First line, from 1.")] = 1
    """Number of the first line."""
    lines: Annotated[int, Meta(ge=1, description="Most lines.")] = 400
    """Most lines."""


class GrepArguments(Struct, frozen=True, kw_only=True):
    """Arguments of `grep`."""

    pattern: Annotated[str, Meta(min_length=1, description="Text to find, not a regular expression.")]
    """Text to find."""
    path: Annotated[str, Meta(description="A file or folder, relative; empty for the whole.")] = ""
    """A file or folder; empty for all of it."""


class FolderTool(Tool):
    """Base class of tools that read one folder."""

    arguments: ClassVar[type[Struct]]
    """Type of the arguments."""

    def __init__(self, folder: ReadableFolder, closed: Callable[[], str]) -> None:
        """Make the tool for a folder. `closed` returns why the folder may not be read now; empty if it may."""
        self._folder, self._closed = folder, closed

    def lacks(self) -> str:
        return self._closed() or self._folder.lacks()

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        if why := self.lacks():
            raise ToolFailed(why)
        try:
            given = msgspec.convert(arguments, self.arguments)
        except msgspec.ValidationError as error:
            raise ToolFailed(f"The arguments are wrong: {error}.") from None
        return await asyncio.to_thread(self.result, self._folder, given, limits)

    @abstractmethod
    def result(self, folder: ReadableFolder, given: Any, limits: ToolLimits) -> ToolResult:
        """Return the result, in a thread of its own."""


def _spec(name: str, description: str, arguments: type[Struct]) -> ToolSpec:
    schema = msgspec.json.schema_components([arguments])[1][arguments.__name__]
    return ToolSpec(name=name, description=description, parameters={"required": [], **schema})


class ListFiles(FolderTool):
    """Lists files and folders."""

    arguments = ListArguments
    spec = _spec("list_files", "List the files of the folder that you may read.", ListArguments)

    def result(self, folder: ReadableFolder, given: ListArguments, limits: ToolLimits) -> ToolResult:
        files = folder.files()
        entries: Counter[str] = Counter()
        for path in _below(files.paths, given.path):
            deeper = path[len(_folder(given.path)) :].split("/")
            shut = len(deeper) > given.depth
            entries[path[: len(path) - len("/".join(deeper[given.depth :]))] if shut else path] += 1
        lines = [f"{entry} (files: {number:,})" if entry[-1] == "/" else entry for entry, number in entries.items()]
        shown, left = _fitting(lines, limits.size - BESIDE)
        notes = [f"{left:,} further entries are left out: name a folder as `path`, or a smaller `depth`."] * (left > 0)
        notes += [] if files.complete else [INCOMPLETE]
        return ToolResult(text="\n".join((*shown, *notes)) or "There are no files that you may read.")


class ReadFile(FolderTool):
    """Reads lines of a file."""

    arguments = ReadArguments
    spec = _spec("read_file", "Read lines of a text file. Returns them with their numbers.", ReadArguments)

    def result(self, folder: ReadableFolder, given: ReadArguments, limits: ToolLimits) -> ToolResult:
        path = given.path.removeprefix("./")
        if path not in folder.files().paths:
            raise ToolFailed(f"There is no file {path!r} that you may read; `list_files` shows those that are there.")
        data = folder.read(path)
        if BINARY in data:
            raise ToolFailed(f"{path} is a binary file of {len(data):,} bytes.")
        source = SearchHit(title=f"{os.path.basename(folder.root)}/{path}")
        if not data:
            return ToolResult(text=f"{path} is empty.", sources=(source,))
        lines = _lines(data)
        first, wanted = given.from_line, lines[given.from_line - 1 :][: given.lines]
        if not wanted:
            raise ToolFailed(f"{path} has {len(lines):,} lines only.")
        numbered = [f"{number}\t{_short(line)}" for number, line in enumerate(wanted, first)]
        shown, _ = _fitting(numbered, limits.size - BESIDE - len(path.encode("utf-8", "replace")))
        last = first + len(shown) - 1
        head = f"{path}, lines {first:,} to {last:,} of {len(lines):,}:"
        notes = [f"Go on with from_line={last + 1}."] * (last < len(lines))
        notes += ["It is not all UTF-8; \ufffd marks what could not be read."] * ("\ufffd" in "".join(shown))
        return ToolResult(text="\n".join((head, *shown, *notes)), sources=(source,))


class GrepFiles(FolderTool):
    """Finds lines with a text."""

    arguments = GrepArguments
    spec = _spec(
        "grep", "Find a text in the files, upper and lower case as written. Returns path, line and text.", GrepArguments
    )

    def result(self, folder: ReadableFolder, given: GrepArguments, limits: ToolLimits) -> ToolResult:
        ends, wanted = time.monotonic() + limits.seconds * 0.7, given.pattern.encode("utf-8", "replace")
        found: list[str] = []
        files, size = folder.files(), 0
        paths, read, skipped = _below(files.paths, given.path), 0, 0
        for path in paths:
            if time.monotonic() > ends or size > limits.size:
                break
            read += 1
            try:
                data = folder.read(path)
            except ToolFailed:
                skipped += 1
                continue
            if wanted in data and BINARY not in data:
                lines = enumerate(_lines(data), 1)
                hits = (f"{path}:{number}: {_short(line)}" for number, line in lines if given.pattern in line)
                found += islice(hits, limits.size)
                size = sum(map(len, found))
        shown, left = _fitting(found, limits.size - BESIDE)
        notes = ["More lines were found: choose a longer text or a `path`."] * (left > 0)
        notes += [f"Only {read:,} of {len(paths):,} files were searched: choose a `path`."] * (read < len(paths))
        notes += [f"{skipped:,} files could not be read: links, or too large."] * (skipped > 0)
        notes += [] if files.complete else [INCOMPLETE]
        return ToolResult(text="\n".join((*(shown or ["Nothing was found."]), *notes)))


def _folder(path: str) -> str:
    """Return the path of a folder as the beginning of the paths in it; empty for the whole."""
    path = path.strip("/").removeprefix("./")
    return f"{path}/" if path not in ("", ".") else ""


def _below(files: list[str], path: str) -> list[str]:
    """Return the file with this path, or the files in the folder with this path.

    Raises:
        ToolFailed: There are none.
    """
    found = [each for each in files if f"{each}/".startswith(_folder(path))]
    if _folder(path) and not found:
        raise ToolFailed(f"There are no files in {path!r} that you may read.")
    return found


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").removesuffix("\n")
    return text.split("\n")


def _short(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}… ({len(line):,} characters)"


def _fitting(lines: Iterable[str], size: int) -> tuple[list[str], int]:
    """Return the first lines that together have at most `size` bytes, and the number of the others."""
    shown: list[str] = []
    left = 0
    for line in lines:
        size -= len(line.encode("utf-8", "replace")) + 1
        if size < 0:
            left += 1
        else:
            shown.append(line)
    return shown, left
