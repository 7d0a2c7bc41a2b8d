"""Run a program in its own process group, and end the group when standard input ends, or on SIGTERM.

    python -I -S guard.py FOLDER SIZE PROGRAM ARGUMENT...

The first SIZE bytes of standard input are passed on to the program. The rest stays open while the caller lives: when it
ends, because the call was cancelled or the caller was killed, everything the program started is killed. The exit code
is the program's. Only the standard library is used, so that it starts fast.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

GRACE = 0.5
"""Seconds from SIGTERM to SIGKILL."""


def main() -> None:
    """Run the program that the arguments name."""
    folder, size, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    kernel = ctypes.CDLL(None) if sys.platform == "linux" else None
    if kernel is not None:
        pr_set_child_subreaper = 36
        kernel.prctl(pr_set_child_subreaper, 1)  # what leaves the group becomes a child of this process
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C at a terminal reaches the caller, which decides
    prompt = sys.stdin.buffer.read(size)
    if len(prompt) < size:
        os._exit(1)

    def prepare() -> None:
        """Take the signals that the guard ignores, and die with the guard."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        if kernel is not None:
            pr_set_pdeathsig = 1
            kernel.prctl(pr_set_pdeathsig, signal.SIGKILL)

    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])  # until there is a program to end
    program = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, start_new_session=True, preexec_fn=prepare)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=_end, args=(program,), daemon=True).start())
    threading.Thread(target=_end_with_caller, args=(program,), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    assert program.stdin is not None
    with suppress(OSError):  # it may answer without reading all
        program.stdin.write(prompt)
        program.stdin.close()
    code = program.wait()
    _kill(program.pid)
    os._exit(code if code >= 0 else 128 - code)


def _end_with_caller(program: subprocess.Popen[bytes]) -> None:
    sys.stdin.buffer.read()
    _end(program)


def _end(program: subprocess.Popen[bytes]) -> None:
    """Ask the program's group to end, and kill what is left of it after `GRACE`."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while program.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    _kill(program.pid)


def _kill(group: int) -> None:
    """Kill the program's group, and on Linux all processes that left the group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    for _ in range(100):  # a killed process hands its children on
        if not (left := _children()):
            return
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                if pid != group:  # `program.wait` reaps that one
                    os.waitpid(pid, 0)


def _children() -> list[int]:
    """Return the processes whose parent is this one; none where the system does not list them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    main()
