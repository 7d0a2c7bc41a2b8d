"""A terminal: commands typed one after the other, each answered on a pseudo-terminal as a person's would be."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import struct
import termios
import time
from pathlib import Path

from rig.commands import start_at_terminal

WIDE, HIGH = 100, 40
WITHIN = 300.0
DRESSING = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\r")


class Terminal:
    """One home, and how many commands were typed in it."""

    def __init__(self, python: Path, home: Path, **settings: str) -> None:
        self._python, self._home, self.commands = python, home, 0
        hidden = ("PYTHONPATH", "_API_KEY", "_API_TOKEN", "NO_COLOR")
        env = {name: value for name, value in os.environ.items() if not name.endswith(hidden)}
        self._env = env | {"MOOT_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", **settings}

    def run(self, line: str, code: int = 0) -> str:
        """Types a command that begins with `moot`; returns what was on the screen when it had ended, with that code."""
        self.commands += 1
        _, *arguments = shlex.split(line)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", HIGH, WIDE, 0, 0))
        process = start_at_terminal(self._python, "moot", arguments, self._env, self._home, theirs)
        os.close(theirs)
        said, until = b"", time.monotonic() + WITHIN
        while True:
            assert time.monotonic() < until, said.decode(errors="replace")
            if not select.select([ours], [], [], 0.2)[0]:
                continue
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # whoever wrote is gone
                break
            if not piece:
                break
            said += piece
        os.close(ours)
        shown = DRESSING.sub("", said.decode(errors="replace"))
        assert process.wait(WITHIN) == code, shown
        return shown
