"""Run an MCP server's program, and end it with everything it has started when standard input ends, or on SIGTERM.

    python -I -S guard.py MOST PROGRAM ARGUMENT...

Standard input and output are passed on. Standard input ends when Moot closes the server, or is killed: then the
program has a moment to end by itself. A line of more than MOST bytes ends the program, too. The last words of its
standard error are written when it has ended. Only the standard library is used, so that it starts fast.
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

BY_ITSELF = 0.8
"""Seconds in which the program may end by itself."""
GRACE = 0.5
"""Seconds from SIGTERM to SIGKILL."""
LAST_WORDS = 4_000
"""Bytes at the end of standard error that are kept."""


def main() -> None:
    """Run the program that the arguments name."""
    most, command = int(sys.argv[1]), sys.argv[2:]
    kernel = ctypes.CDLL(None) if sys.platform == "linux" else None
    if kernel is not None:
        pr_set_child_subreaper = 36
        kernel.prctl(pr_set_child_subreaper, 1)  # what leaves the group becomes a child of this process
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C at a terminal reaches Moot, which decides

    def prepare() -> None:
        """Take the signals that the guard ignores, and die with the guard."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        if kernel is not None:
            pr_set_pdeathsig = 1
            kernel.prctl(pr_set_pdeathsig, signal.SIGKILL)

    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])  # until there is a program to end
    pipe = subprocess.PIPE
    program = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, preexec_fn=prepare
    )
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=_end, args=(program, 0.0), daemon=True).start())
    words = bytearray()
    hearing = threading.Thread(target=_hear, args=(program, words), daemon=True)
    for thread in (
        threading.Thread(target=_pass_on_input, args=(program,), daemon=True),
        threading.Thread(target=_wait, args=(program,), daemon=True),
        hearing,
    ):
        thread.start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    whole = _pass_on_output(program, most)
    _end(program, BY_ITSELF)
    hearing.join(GRACE)
    words += b"" if whole else b"\nIt wrote a line of more than %d bytes." % most
    with suppress(OSError):
        os.write(2, words)
    code = program.wait()
    os._exit(code if code >= 0 else 128 - code)


def _pass_on_input(program: subprocess.Popen[bytes]) -> None:
    assert program.stdin is not None
    with suppress(OSError):
        while data := os.read(0, 65_536):
            program.stdin.write(data)
            program.stdin.flush()
    with suppress(OSError):
        program.stdin.close()
    _end(program, BY_ITSELF)


def _pass_on_output(program: subprocess.Popen[bytes], most: int) -> bool:
    """Write the program's lines to standard output until it ends. Return false if it wrote one that is too long."""
    assert program.stdout is not None
    with suppress(OSError):
        while line := program.stdout.readline(most + 1):
            if len(line) > most:
                return False
            while line:
                line = line[os.write(1, line) :]
    return True


def _hear(program: subprocess.Popen[bytes], words: bytearray) -> None:
    """Keep the end of standard error."""
    assert program.stderr is not None
    with suppress(OSError):
        while data := os.read(program.stderr.fileno(), 4_000):
            words += data
            del words[:-LAST_WORDS]


def _wait(program: subprocess.Popen[bytes]) -> None:
    """Kill what the program has left, once it has ended: it may hold the output open."""
    program.wait()
    _kill(program.pid)


def _end(program: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for the program, then ask its group to end, and kill what is left of it after `GRACE`."""
    for seconds, number in ((patience, signal.SIGTERM), (GRACE, signal.SIGKILL)):
        until = time.monotonic() + seconds
        while program.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        if program.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(program.pid, number)
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
