"""Write a session as a file without blocking the event loop.

A small one at once; a large one in a child process (`writing_child.py`) that gets the transcript and nothing else, runs
at low priority, and is killed at its time limit or when the request is cancelled. Both call `write`. Tested by
`tests/server/api/test_files_out.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from moot.errors import BadInput, Conflict, ExtensionFailed, MootError, StorageFailed, TooLarge
from moot.exports.reports import report, report_name
from moot.exports.session_files import events_from_jsonl, export, file_name
from moot.transcripts.json_lines import json_of
from moot.vocabulary.events import Event
from moot.vocabulary.state import state_of

SMALL = 300_000
"""Number of characters of a transcript up to which writing it takes a fraction of a second, whatever its content."""
MOST_SECONDS = 60.0
"""Number of seconds after which a child process that writes a file is killed."""
PIECE = 65_536
_RAISED: dict[str, type[MootError]] = {each.code: each for each in (BadInput, Conflict, ExtensionFailed)}


class FileRequest(Struct, frozen=True, kw_only=True):
    """A request for a file about a session: an export or a report, in a format."""

    kind: Literal["export", "report"]
    """Kind of file."""
    form: str = "html"
    """Format of the file."""


class WrittenFile(Struct, frozen=True):
    """A file that was written about a session, with its name."""

    name: str
    """Name of the file."""
    data: bytes
    """Content of the file."""


def write(order: FileRequest, events: Sequence[Event]) -> WrittenFile:
    """Build the requested file about a session from its events, and return the file."""
    state = state_of(events)
    data: str | bytes
    if order.kind == "report":
        name, data = report_name(state, order.form), report(state, order.form)
    else:
        name, data = file_name(state, order.form), export(state, events, order.form)
    return WrittenFile(name, data if isinstance(data, bytes) else data.encode("utf-8", "replace"))


def write_lines(order: FileRequest, lines: str) -> WrittenFile:
    """Build the requested file about a session from its transcript (JSON lines), and return the file.

    This is called in the child process.
    """
    return write(order, events_from_jsonl(lines))


async def written_apart(order: FileRequest, lines: str) -> WrittenFile:
    """Build the requested file about a session in a child process, so that the event loop is not blocked.

    `lines` is the session's transcript as JSON lines. Cancelling the call kills the child process.
    """
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-B", "-m", "moot.exports.writing_child",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env=_bare_environment(), close_fds=True,
        )  # fmt: skip
    except OSError as error:
        raise StorageFailed(
            f"No process can be started to write this file: {error.strerror}.",
            "Write it with `moot sessions export` on the server's machine; the session is untouched.",
        ) from error
    given = b"%s\n%s" % (json_of(order), lines.encode("utf-8", "replace"))
    try:
        async with asyncio.timeout(MOST_SECONDS):
            said, _ = await child.communicate(given)
    except TimeoutError:
        raise TooLarge(
            f"This file was not written within {MOST_SECONDS:.0f} seconds.",
            "Take the form `jsonl`, or write it with `moot sessions export`; the session is untouched.",
        ) from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            if child.returncode is None:
                child.kill()
        await child.wait()
    head, _, data = said.partition(b"\n")
    if child.returncode == 0:
        return WrittenFile(head.decode(), data)
    code, message, remedy = _refusal(head)
    raise _RAISED.get(code, BadInput)(message, remedy)


def _refusal(said: bytes) -> tuple[str, str, str]:
    try:
        code, message, remedy = msgspec.json.decode(said, type=tuple[str, str, str])
    except msgspec.DecodeError:
        return "", "The process that writes this file ended before it was whole.", "Try again, or take another form."
    return code, message, remedy


def _bare_environment() -> dict[str, str]:
    """Return the child's environment: the paths of modules, and nothing that contains a key."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows needs it
    return {**kept, "LC_ALL": "C.UTF-8", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
