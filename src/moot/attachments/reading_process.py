"""Parse an untrusted PDF in a child process that inherits nothing and is stopped at its limits.

The child gets the bytes on its input and answers in JSON; there is no file, no environment, no shell. Whatever happens
to it, the result here is the text or one clear error.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from moot.errors import BadInput, TooLarge

CHILD = Path(__file__).with_name("documents_child.py")
MOST_SECONDS = 20.0
"""Seconds of wall clock after which the child is killed; its own limit of processor time is lower."""
MOST_ANSWER = 8_000_000
"""Most bytes of the child's answer."""

_WRONG = {
    "encrypted": ("is protected by a password.", "Save it without one and attach it again."),
    "scanned": (
        "holds no text, only pictures of pages.",
        "Run text recognition over it, or attach the pages as pictures.",
    ),
    "damaged": ("is damaged or not a PDF.", "Open it in a PDF viewer, save it again, and attach that."),
    "reader": ("cannot be read: the PDF reader does not start here.", "Run `moot doctor`, or attach the text itself."),
}
_LARGE = {
    "memory": ("needs more memory to read than a file may.", "Attach a smaller part of it, or its text."),
    "time": ("takes longer to read than a file may.", "Attach a smaller part of it, or its text."),
}


class _ProcessAnswer(Struct, frozen=True):
    text: str = ""
    read: int = 0
    pages: int = 0
    wrong: str = ""


class PdfText(NamedTuple):
    """A PDF's text."""

    text: str
    note: str
    """Empty unless pages were left out."""


async def pdf_text(name: str, data: bytes) -> PdfText:
    """Return the text of all pages, or of as many as fit the limits."""
    answer = await _asked(data)
    if answer.wrong in _LARGE:
        what, remedy = _LARGE[answer.wrong]
        raise TooLarge(f"{name} {what}", remedy)
    if answer.wrong:
        what, remedy = _WRONG.get(answer.wrong, _WRONG["damaged"])
        raise BadInput(f"{name} {what}", remedy)
    left_out = answer.read < answer.pages
    note = f"Only {answer.read} of its {answer.pages} pages were read: the rest is too much." if left_out else ""
    return PdfText(answer.text, note)


async def _asked(data: bytes) -> _ProcessAnswer:
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",  # no folder of Moot or the user on its path, no variable read
            "-B",
            str(CHILD),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_bare_environment(),
            cwd=os.sep,
            close_fds=True,
        )
    except OSError:
        return _ProcessAnswer(wrong="reader")
    try:
        async with asyncio.timeout(MOST_SECONDS):
            _, said = await asyncio.gather(_fed(child, data), _heard(child))
            code = await child.wait()
    except TimeoutError:
        return _ProcessAnswer(wrong="time")
    finally:
        await _ended(child)
    if code < 0:
        return _ProcessAnswer(wrong="time")  # stopped by a signal: the limit of processor time, or the system's own
    try:
        return msgspec.json.decode(said, type=_ProcessAnswer)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _ProcessAnswer(wrong="reader" if code == 3 else "memory" if code == 4 else "damaged")


async def _fed(child: asyncio.subprocess.Process, data: bytes) -> None:
    assert child.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(data)
        await child.stdin.drain()
        child.stdin.close()
        await child.stdin.wait_closed()


async def _heard(child: asyncio.subprocess.Process) -> bytes:
    assert child.stdout is not None
    said = bytearray()
    while piece := await child.stdout.read(65_536):
        said += piece
        if len(said) > MOST_ANSWER:
            child.kill()
            return b""
    return bytes(said)


async def _ended(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if child.returncode is None:
            child.kill()
    await child.wait()


def _bare_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}  # Windows starts nothing without
    return {**kept, "LC_ALL": "C.UTF-8"}
