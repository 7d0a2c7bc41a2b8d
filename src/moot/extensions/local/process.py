"""Start and stop one model's process, wait until it answers, and report why it ended. Nothing here restarts it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import shutil
import socket
import sys
import time
from collections import deque
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import aiohttp
from msgspec import Struct

from moot.errors import CallFailed
from moot.extensions.local.child import ADDRESS
from moot.extensions.local.model_files import Spec
from moot.providers.public import shown

RING = 64_000
"""Number of bytes of a process's standard error that are stored."""
SLEEPS_AFTER = 120
"""Number of seconds without a call after which a model frees its memory. The next call wakes the model."""
MOST_THREADS = 16
"""Maximum number of threads that make a model on a CPU faster."""
BATCH = 256
"""Number of prompt tokens that are processed at once. After each batch, progress is reported and a cancelled call is
noticed. A small model processes some thousand a second on a GPU and under a hundred on a busy CPU.
"""
LOOKED_EVERY = 0.1
NO_ENGINE = "Nothing here can run a model. Run: pip install 'moot[local]', or put llama-server on the PATH."
_COMPLAINS = re.compile(r"error|fail|cannot|unable|abort|invalid|terminate|assert|unknown model|out of memory", re.I)


_STAMP = re.compile(r"^[\d.]+ [A-Z] ")
_SAYS_LITTLE = re.compile(r"failed to load model|exiting due to|failed to init", re.I)
"""Pattern of later messages that only repeat that something failed, without the cause."""


class Address(Struct, frozen=True, kw_only=True):
    """Address at which a loaded model answers: URL, key and process id."""

    url: str
    """Base URL of the process, without a path."""
    key: str
    """API key, generated for this start."""
    pid: int
    """Id of the process."""


def engine_here() -> str | None:
    """Return the program that can run models on this machine: its path; empty for an installed Python package; `None`
    if there is none.
    """
    if find_spec("xllamacpp") is not None:
        return ""
    return shutil.which("llama-server")


def is_taken(port: int) -> bool:
    """Return whether another process listens at this port. A model's server started there would share the port and get
    only some of the calls.
    """
    with socket.socket() as tried:
        if sys.platform != "win32":  # there it would mean to share the port
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # or an ended process still blocks it
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


def threads_here() -> int:
    """Return how many threads a model on this machine may use while it writes: one less than the idle CPU cores.

    The threads wait for each other after every step, so a thread that loses its core delays all others. On two busy
    cores, two threads wrote less than a twentieth of what one wrote (`benchmarks/README.md`).
    """
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        cores = os.cpu_count() or 1
    try:
        busy = round(os.getloadavg()[0])
    except (AttributeError, OSError):
        busy = 0
    return max(1, min(MOST_THREADS, cores - 1, cores - busy))


class Process:
    """A process that serves one model."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.since = time.time()
        self.address: Address | None = None
        self.stopped = False
        """Whether it was asked to end."""
        self._said: deque[bytes] = deque()
        self._kept = 0
        self._running: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def load(self) -> Address:
        """Start the program that runs the model, wait until it answers, and return its address. Raise `CallFailed` if
        it exits instead.
        """
        binary = engine_here()
        if binary is None:
            raise CallFailed("error", NO_ENGINE, error="engine")
        key = secrets.token_urlsafe(24)
        told = {
            "model": str(self.spec.path.resolve()),
            "name": self.spec.name,
            "context": self.spec.context,
            "threads": threads_here(),
            "batch": BATCH,
            "key": key,
            "sleep": SLEEPS_AFTER,
            "port": self.spec.port,
            "binary": binary,
            "parent": os.getpid(),
        }
        self._running = running = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "moot.extensions.local.child"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())
        assert running.stdin is not None
        with suppress(ConnectionError):
            running.stdin.write(json.dumps(told).encode() + b"\n")
            await running.stdin.drain()
        url = await self._told_address()
        await self._answers(url, key)
        self.address = Address(url=url, key=key, pid=running.pid)
        return self.address

    @property
    def alive(self) -> bool:
        """Return whether the process runs."""
        return self._running is not None and self._running.returncode is None

    @property
    def pid(self) -> int:
        """Return the process id; 0 before the process is started."""
        return self._running.pid if self._running is not None else 0

    @property
    def by_signal(self) -> bool:
        """Return whether the process was ended by a signal or a crash, and did not exit normally."""
        return self._running is not None and (self._running.returncode or 0) < 0

    async def ended(self) -> None:
        """Wait until the process ends, for whatever reason."""
        if self._running is not None:
            await self._running.wait()
        if self._reading is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await asyncio.shield(self._reading)

    async def stop(self) -> None:
        """Stop the process."""
        self.stopped = True
        if self._running is not None and self._running.returncode is None:
            with suppress(ProcessLookupError):
                self._running.kill()
        await self.ended()
        if self._reading is not None:
            self._reading.cancel()

    def cause(self) -> str:
        """Return a sentence on why the process ended, from the last messages it wrote to standard error."""
        lines = b"".join(self._said).decode("utf-8", "replace").splitlines()
        told = [_STAMP.sub("", line).strip() for line in lines if line.strip()]
        complaints = [line for line in told if _COMPLAINS.search(line) and not _SAYS_LITTLE.search(line)]
        found = complaints[-1] if complaints else told[-1] if told else ""
        code = self._running.returncode if self._running is not None else None
        how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return shown(found, 200) or how

    def memory(self) -> int | None:
        """Return how many bytes of memory the process uses; `None` if the system does not report them."""
        try:
            pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
            return int(pages) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError, IndexError, AttributeError):
            return None

    async def sleeps(self) -> bool:
        """Return whether the process is idle and has freed most of its memory. The next call wakes such a process."""
        if self.address is None or not self.alive:
            return False
        with suppress(aiohttp.ClientError, OSError, TimeoutError, ValueError):
            async with _client(self.address.key) as client, client.get(f"{self.address.url}/props") as answer:
                return bool((await answer.json()).get("is_sleeping"))
        return False

    async def _told_address(self) -> str:
        """Wait until the process prints the model's address, and return the address. Other output of the process is
        skipped."""
        assert self._running is not None
        assert self._running.stdout is not None
        while line := await self._running.stdout.readline():
            if line.startswith(ADDRESS.encode()):
                return line[len(ADDRESS) :].decode().strip()
        await self.ended()
        raise self._not_loaded()

    async def _answers(self, url: str, key: str) -> None:
        async with _client(key) as client:
            while self.alive:
                with suppress(aiohttp.ClientError, OSError, TimeoutError):
                    async with client.get(f"{url}/health") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(LOOKED_EVERY)
        await self.ended()
        raise self._not_loaded()

    def _not_loaded(self) -> CallFailed:
        return CallFailed("error", f"{self.spec.name} could not be loaded: {self.cause()}", error="engine")

    async def _read(self) -> None:
        assert self._running is not None
        assert self._running.stderr is not None
        while data := await self._running.stderr.read(8192):
            self._said.append(data)
            self._kept += len(data)
            while self._kept - len(self._said[0]) > RING:
                self._kept -= len(self._said.popleft())


def _client(key: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        headers={"Authorization": f"Bearer {key}"},
        connector=aiohttp.TCPConnector(force_close=True),
        timeout=aiohttp.ClientTimeout(total=2),
        trust_env=False,
    )
