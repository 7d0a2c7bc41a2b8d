"""Run a program behind its guard: the prompt goes to standard input, and lines come from standard output."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from moot.errors import CallFailed
from moot.extensions.cli_seats.environment import program_environment
from moot.providers.public import Endpoint, shown

GUARD = str(Path(__file__).with_name("guard.py"))
SYSTEM_FILE = "{system}"
"""Argument, or value of a variable, that stands for the path of a file with the system prompt."""
KEPT = 8_000
"""Bytes at the end of standard error that are kept."""
ENDS_WITHIN = 60.0
"""Seconds in which the guard has surely killed a program, also on a busy machine."""


_ending: set[asyncio.Future[None]] = set()
"""Runs whose guard has not ended yet."""


def path_of(row: Endpoint) -> str | None:
    """Return the path of an endpoint's program; `None` if it is not installed."""
    return shutil.which(row.command[0])


class Program:
    """One run of an endpoint's program.

    Example:
        async with Program(row, ["-p"], b"Why?", most=1_000_000) as program:
            async for line in program.lines():
                ...
        program.code
    """

    def __init__(
        self,
        row: Endpoint,
        arguments: Sequence[str],
        given: bytes = b"",
        *,
        most: int = 100_000,
        env: Mapping[str, str] | None = None,
        system: str = "",
    ) -> None:
        self.row, self._arguments, self._given, self._most, self._env = row, arguments, given, most, env or {}
        self._system = system
        self.code: int | None = None
        """Exit code, once it has ended."""
        self._said: deque[bytes] = deque(maxlen=KEPT // 1000)
        self._running: asyncio.subprocess.Process | None = None
        self._folder = ""
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Program:
        path = path_of(self.row)
        if path is None:
            message = f"{self.row.command[0]} is not installed, or not on the PATH of Moot."
            raise CallFailed("error", message, error="not_found")
        if sys.platform == "win32":
            raise CallFailed("error", "Programs are no seats on Windows: they could not be ended.", error="unsupported")
        self._folder = tempfile.mkdtemp(prefix="moot-cli-")
        try:
            folder, file = self._prepared()
            self._running = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", GUARD, self.row.folder or str(folder), str(len(self._given)), path),
                *(str(file) if each == SYSTEM_FILE else each for each in self._arguments),
                env={
                    **program_environment(os.environ, self.row.env),
                    **{name: str(file) if each == SYSTEM_FILE else each for name, each in self._env.items()},
                },
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._reading = asyncio.create_task(self._both(self._running))
        return self

    def _prepared(self) -> tuple[Path, Path]:
        """Create the empty folder in which the program runs, and the file of the system prompt; return both."""
        folder, file = Path(self._folder, "work"), Path(self._folder, "system.md")
        folder.mkdir()
        file.write_text(self._system, encoding="utf-8")
        return folder, file

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines of standard output, and wait for the program's end.

        Raises:
            CallFailed: It wrote more than it may.
        """
        assert self._running is not None
        assert self._running.stdout is not None
        rest, size = bytearray(), 0
        while data := await self._running.stdout.read(65_536):
            size += len(data)
            if size > self._most:
                raise CallFailed(
                    "error", f"{self.row.name} wrote more than {self._most:,} bytes.", error="too_large", spent=True
                )
            rest += data
            if b"\n" not in data:
                continue
            *whole, rest = rest.split(b"\n")
            for line in whole:
                yield bytes(line)
        if rest:
            yield bytes(rest)
        self.code = await self._running.wait()
        if self._reading is not None:
            await self._reading

    def complaint(self) -> str:
        """Return the last words of standard error, on one line."""
        return shown(b"".join(self._said).decode("utf-8", "replace")[-400:])

    async def __aexit__(self, *_: object) -> None:
        """End the program, if it still runs, with everything that it has started."""
        running, reading = self._running, self._reading
        assert running is not None
        assert running.stdin is not None
        if not running.stdin.transport.is_closing():
            running.stdin.transport.abort()  # at once: the guard sees the end of its input
        with suppress(ProcessLookupError):
            running.terminate()
        ending = asyncio.ensure_future(self._ended(running, reading))
        _ending.add(ending)
        ending.add_done_callback(_ending.discard)
        await asyncio.shield(ending)  # who waits for the call waits no longer than it wants

    async def _ended(self, running: asyncio.subprocess.Process, reading: asyncio.Task[None] | None) -> None:
        """Wait until the guard has ended, then close the pipes. A cancellation does not end the wait: closing the pipes
        early would kill the guard before it has killed the program."""
        while running.returncode is None:
            try:
                async with asyncio.timeout(ENDS_WITHIN):
                    await running.wait()
            except TimeoutError:
                with suppress(ProcessLookupError):
                    running.kill()
                break
            except asyncio.CancelledError:
                continue
        if reading is not None:
            reading.cancel()
        running._transport.close()  # type: ignore[attr-defined]  # its pipes, if a loop ends right after the call
        shutil.rmtree(self._folder, ignore_errors=True)
        await asyncio.sleep(0)

    async def _both(self, running: asyncio.subprocess.Process) -> None:
        """Write the prompt, and read standard error beside it."""
        await asyncio.gather(self._write(running), self._read(running))

    async def _write(self, running: asyncio.subprocess.Process) -> None:
        assert running.stdin is not None
        with suppress(ConnectionError):
            running.stdin.write(self._given)
            await running.stdin.drain()

    async def _read(self, running: asyncio.subprocess.Process) -> None:
        assert running.stderr is not None
        while data := await running.stderr.read(1000):
            self._said.append(data)
