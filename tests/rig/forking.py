"""Does every process that a test starts have to read the same thousand modules again? No: one that has read them forks.

A command gets its own arguments, environment, folder and files 0 to 2, which may be a terminal. It runs as
`python -m MODULE` would, and ends by itself: it can be killed, waited for, and leaves a code. That a fresh interpreter
starts, and how quickly, is tried by tests that start one.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

MODULES = (
    "moot.cli.main", "moot.cli.serve", "moot.cli.asking.ask", "moot.protocols.registry", "moot.rehearsal.provider",
    "moot.providers.embedding.minilm", "aiohttp", "numpy", "llm", "openai", "llm.plugins", "yaml",
    "uvicorn.lifespan.off", "encodings.idna", "pydantic.dataclasses",
)  # fmt: skip
"""What is read beforehand, as far as it is there; whatever is missing is read by whoever needs it."""
ENDS_WITHIN = 20.0
COMPILED = Path(__file__).parents[2] / ".pytest_cache" / "compiled"
"""Where processes that tests start keep what they compile: one folder for every run, so that the next is quick. Python
reads no other compiled file while such a folder is named, so a new one for every run would be filled anew."""


class Forked:
    """A command under way, with as much of `subprocess.Popen` as tests use."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._said = line, b""
        self.returncode: int | None = None
        self.pid = int(self._next(None) or 0)

    def poll(self) -> int | None:
        """Its code, if it has ended."""
        return self._ended(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Its code, as soon as it has ended."""
        if (code := self._ended(timeout)) is None:
            raise subprocess.TimeoutExpired("a forked command", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Sends it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and (said := self._next(timeout)) is not None:
            self.returncode = int(said)
            self._line.close()
        return self.returncode

    def _next(self, timeout: float | None) -> str | None:
        until = None if timeout is None else time.monotonic() + timeout
        while b"\n" not in self._said:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._line], [], [], left)[0]:
                return None
            heard = self._line.recv(64)
            assert heard, "What forks commands is gone."
            self._said += heard
        said, _, self._said = self._said.partition(b"\n")
        return said.decode()


class Forking:
    """An interpreter that has read what commands need and forks one for each that is asked for."""

    def __init__(self, python: Path, **environment: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="moot-")
        self._place = str(Path(self._folder.name) / "s")
        hidden = ("PYTHONPATH", "_API_KEY", "_API_TOKEN")
        env = {name: value for name, value in os.environ.items() if not name.endswith(hidden)} | environment
        self._process = subprocess.Popen(
            [str(python), __file__, self._place], env=env, cwd=self._folder.name, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def start(
        self, module: str, arguments: Sequence[str], env: Mapping[str, str], folder: Path, files: Sequence[int]
    ) -> Forked:
        """Runs `python -m MODULE ARGUMENTS` with these files as stdin, stdout and stderr.

        Where stdin is a terminal, it is the command's own, so that Ctrl-C reaches it as a signal.
        """
        return _asked(self._place, module, arguments, env, folder, files)

    def run(
        self, module: str, arguments: Sequence[str], env: Mapping[str, str], folder: Path, said: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """The same to its end, with its words."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(said.encode())
            given.seek(0)
            files = (given.fileno(), out.fileno(), err.fileno())
            code = self.start(module, arguments, env, folder, files).wait(120)
            for each in (out, err):
                each.seek(0)
            return subprocess.CompletedProcess([module, *arguments], code, out.read().decode(), err.read().decode())

    def command(self, module: str) -> str:
        """What stands for `python -m MODULE` in a shell's line, with all that a shell gives a command."""
        return f'"{sys.executable}" -I -S "{__file__}" "{self._place}" "{module}"'

    def stop(self) -> None:
        """Ends it; commands under way go on."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(ENDS_WITHIN)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()


def _asked(
    place: str, module: str, arguments: Sequence[str], env: Mapping[str, str], folder: Path, files: Sequence[int]
) -> Forked:
    line = socket.socket(socket.AF_UNIX)
    line.connect(place)
    asked = json.dumps([module, [*arguments], dict(env), str(folder)]).encode()
    socket.send_fds(line, [len(asked).to_bytes(4, "big")], list(files))
    line.sendall(asked)
    return Forked(line)


def _forks(place: str) -> None:
    """What runs in the interpreter that forks, and, as the last of it, in each command."""
    import gc
    from importlib import import_module

    sys.path.pop(0)  # this file's folder
    for name in MODULES:
        with suppress(ImportError):
            import_module(name)
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(place)
    listener.listen(64)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for those that keep a command
    print("ready", flush=True)
    while True:
        if sys.stdin in select.select([sys.stdin, listener], [], [])[0]:
            os._exit(0)  # whoever started it is gone
        line, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            if (asked := _kept(line)) is not None:
                _begun(*asked)
            return
        line.close()


def _kept(line: socket.socket) -> tuple[str, list[str], dict[str, str], str] | None:
    """Forks once more: the child gets what it is to be, its parent waits for it and tells its code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    size, files, _, _ = socket.recv_fds(line, 4, 3)
    asked = b""
    while len(asked) < int.from_bytes(size, "big"):
        asked += line.recv(65_536)
    if (pid := os.fork()) == 0:
        for at, file in enumerate(files):
            os.dup2(file, at)
            os.close(file)
        line.close()
        module, arguments, env, folder = json.loads(asked)
        return module, arguments, env, folder
    for at in (0, 1, 2, *files):
        os.close(at)
    with suppress(BrokenPipeError):
        line.sendall(f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        line.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _begun(module: str, arguments: list[str], env: dict[str, str], folder: str) -> None:
    """What a fresh interpreter would have done before its module."""
    import runpy

    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.isatty(0):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:0] = [folder, *(place for place in env.get("PYTHONPATH", "").split(os.pathsep) if place)]
    sys.argv = [module, *arguments]
    for each in (sys.stdout, sys.stderr):
        # As it would have been made: line by line at a terminal.
        by_line = each is sys.stderr or each.isatty()
        each.reconfigure(line_buffering=by_line, write_through=bool(env.get("PYTHONUNBUFFERED")))  # type: ignore[union-attr]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    if sys.argv[2:]:
        sys.exit(_asked(sys.argv[1], sys.argv[2], sys.argv[3:], os.environ, Path.cwd(), (0, 1, 2)).wait())
    _forks(sys.argv[1])
