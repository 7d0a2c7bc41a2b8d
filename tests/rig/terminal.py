"""A command at a pseudo-terminal: its typed input, and the contents of its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

from rig.commands import start_at_terminal

DRESSING = re.compile(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]")
"""What moves the cursor, colours or names the window."""


class Terminal:
    """One command and its screen, which is printed as it is read: pytest shows it where a wait fails or takes too
    long.
    """

    def __init__(
        self,
        python: Path,
        arguments: Sequence[str],
        env: Mapping[str, str],
        folder: Path,
        *,
        width: int = 100,
        height: int = 40,
    ) -> None:
        self._handle, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process = start_at_terminal(python, "moot", arguments, env, folder, theirs)
        os.close(theirs)
        self.seen = b""

    @property
    def text(self) -> str:
        """What was written, without its dressing."""
        return DRESSING.sub(b"", self.seen).decode(errors="replace").replace("\r\n", "\n")

    def until(self, words: str, *, times: int = 1) -> str:
        """Read until these words have appeared so many times; return the text so far."""
        while self.text.count(words) < times:
            assert self._more(), f"It ended before {words!r}."
        return self.text

    def type(self, text: str) -> None:
        """Type."""
        os.write(self._handle, text.encode())

    def ended(self) -> int:
        """Read to the end and return the exit code."""
        while self._more():
            pass
        return self.process.wait()

    def close(self) -> None:
        """Kill what still runs."""
        self.process.kill()
        self.process.wait()
        os.close(self._handle)

    def _more(self) -> bool:
        try:
            piece = os.read(self._handle, 65536)
        except OSError:  # the other end is closed
            return False
        print(DRESSING.sub(b"", piece).decode(errors="replace"), end="")
        self.seen += piece
        return bool(piece)
