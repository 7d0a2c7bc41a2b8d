"""Run `python -m MODULE` in a process of its own, to its end or at a terminal."""

from __future__ import annotations

import fcntl
import os
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

ENDS_WITHIN = 300
"""Seconds for a command on a busy machine."""


def run_command(
    python: Path, module: str, arguments: Sequence[str], env: Mapping[str, str], folder: Path, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end.

    Returns:
        Its exit code, stdout and stderr.
    """
    return subprocess.run(
        [str(python), "-m", module, *arguments],
        env=env, cwd=folder, input=given, capture_output=True, text=True, timeout=ENDS_WITHIN, check=False,
    )  # fmt: skip


def start_at_terminal(
    python: Path, module: str, arguments: Sequence[str], env: Mapping[str, str], folder: Path, terminal: int
) -> subprocess.Popen[bytes]:
    """Start a command whose controlling terminal is `terminal`, so that Ctrl-C there reaches it as a signal."""

    def take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    return subprocess.Popen(
        [str(python), "-m", module, *arguments],
        env=env, cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, preexec_fn=take_terminal,
    )  # fmt: skip
