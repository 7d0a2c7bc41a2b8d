"""Start and restart the models' processes: one supervisor for each MOOT_HOME.

A call to a model that is not loaded, loads, or has just died waits until it can be asked; only a model that cannot be
loaded at all raises. When memory is short, idle models are unloaded, the least recently used one first. Tested by
`tests/extensions/local/test_supervisor.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import CallFailed, MootError
from moot.extensions.local.model_files import ModelFiles, Spec, StoredModel, how_loaded
from moot.extensions.local.process import Address, Process, is_taken
from moot.extensions.local.settings import LocalSettings
from moot.library.public import free_memory
from moot.settings import settings_from

KEPT_FREE = 500_000_000
"""Number of bytes of this machine's memory that are left to other programs."""
WAITS = (0.5, 1.0, 2.0)
"""Numbers of seconds before a model that died is restarted the first, second and third time."""
WITHIN = 60.0
"""Number of seconds within which a model that dies a fourth time is not restarted again."""
LOADS_WITHIN = 600.0
"""Maximum number of seconds for a model to load: a large one, from a slow disk."""
LEAST_CONTEXT = 2048
"""Minimum number of context tokens with which a model is of use to a council."""


class LoadedModel(Struct, frozen=True, kw_only=True):
    """State of a model's process."""

    model: str
    """Id of the model."""
    status: str
    """State of the process: `loading`, `ready`, `busy`, `sleeping` or `failed`."""
    pid: int
    """The process id; 0 if there is none."""
    port: int
    """The port at which the model answers; 0 before it answers."""
    context: int
    """Context length in tokens."""
    memory: int | None
    """Memory that the model uses, in bytes; `None` if the system does not report it."""
    since: float
    """When the model was started, in seconds since the epoch."""
    deaths: int
    """How often the model's process died within the last minute."""
    cause: str
    """Why the model's process died last; empty if it did not die."""


def goes_first(name: str, asked_next: Sequence[str], used: float) -> tuple[int, float]:
    """Return the sort key for the order in which models are unloaded.

    Models that are not in `asked_next` come first, the least recently used at the beginning. Models in `asked_next`
    follow, the one that is needed last at the beginning.
    """
    return -(asked_next.index(name) if name in asked_next else len(asked_next)), used


class Supervisor:
    """Starts, restarts and stops one process per model, for all programs with the same home folder."""

    def __init__(self, home: Path, *, free: Callable[[], int | None] = free_memory) -> None:
        self._home, self._files, self._free = home, ModelFiles(home), free
        self._running: dict[str, Process] = {}
        self._loading: dict[str, asyncio.Task[Address]] = {}
        self._room = asyncio.Lock()
        self._users: dict[str, int] = defaultdict(int)
        self._used: dict[str, float] = {}
        self._died: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=len(WAITS) + 1))
        self._causes: dict[str, str] = {}
        self.asked_next: Sequence[str] = ()
        """The models that calls wait for, or will soon, the next one first."""
        self._watching: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def using(self, name: str) -> AsyncIterator[Address]:
        """Load a model if needed and yield its address. The model stays loaded until the context ends."""
        self._users[name] += 1
        try:
            yield await self.ready(name)
        finally:
            self._users[name] -= 1
            self._used[name] = time.monotonic()

    async def ready(self, name: str) -> Address:
        """Load a model if needed and return its address. If this call is cancelled, loading continues for other
        callers.
        """
        process = self._running.get(name)
        if process is not None and process.alive and process.address is not None:
            return process.address
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._started(name))
            loading.add_done_callback(lambda done: self._loaded(name, done))
        return await asyncio.shield(loading)

    def _loaded(self, name: str, done: asyncio.Task[Address]) -> None:
        self._loading.pop(name, None)
        if not done.cancelled():
            done.exception()  # waiting callers get it; there may be none

    async def _started(self, name: str) -> Address:
        """Start a model and return its address. If its process dies, it is restarted, at most three times within a
        minute.
        """
        while True:
            await self._pause(name)
            try:
                return await self._load(name)
            except CallFailed:
                if (died := self._running.get(name)) is None or not died.by_signal or died.stopped:
                    raise  # it ended by itself: a second start would fail the same way
                await asyncio.sleep(0.05)  # until its death is recorded

    def alive(self, address: Address) -> bool:
        """Return whether the model process at this address still runs."""
        return any(each.address == address and each.alive for each in self._running.values())

    async def unload(self, name: str) -> bool:
        """Stop a model's process. If no process runs, return false."""
        process = self._running.pop(name, None)
        if process is None or not process.alive:
            return False
        await process.stop()
        return True

    def loaded(self) -> tuple[str, ...]:
        """Return the names of the models whose processes run."""
        return tuple(name for name, process in self._running.items() if process.alive)

    def _idle(self) -> list[str]:
        """Return the loaded models that no call uses, in the order in which they are to be unloaded."""
        idle = [name for name in self.loaded() if not self._users[name]]
        return sorted(idle, key=lambda name: goes_first(name, self.asked_next, self._used.get(name, 0.0)))

    def users(self, name: str) -> int:
        """Return how many calls are using a model or waiting for it."""
        return self._users[name]

    def in_the_way(self, name: str) -> list[str] | None:
        """Return which loaded models to unload so that the model `name` fits into memory, the longest unused first. If
        it can never fit, return `None`."""
        process = self._running.get(name)
        if process is not None and process.alive:
            return []
        kept = self._files.find(name)
        needed, free = how_loaded(kept, kept.header()).memory + KEPT_FREE, self._free()
        going: list[str] = []
        for other in self._idle():
            if free is None or needed <= free:
                break
            free += self._running[other].memory() or 0
            going.append(other)
        return going if free is None or needed <= free else None

    async def told(self) -> list[LoadedModel]:
        """Return the present state of every model's process."""
        return [await self._told(name, process) for name, process in sorted(self._running.items())]

    async def close(self) -> None:
        """Stop every process."""
        for loading in list(self._loading.values()):
            loading.cancel()
        running, self._running = list(self._running.values()), {}
        for process in running:
            process.stopped = True
        await asyncio.gather(*(process.stop() for process in running))
        for watch in list(self._watching):
            watch.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)

    async def _told(self, name: str, process: Process) -> LoadedModel:
        if not process.alive:
            status = "failed"
        elif process.address is None:
            status = "loading"
        elif self._users[name]:
            status = "busy"
        else:
            status = "sleeping" if await process.sleeps() else "ready"
        port = int(process.address.url.rpartition(":")[2]) if process.alive and process.address else 0
        return LoadedModel(
            model=name,
            status=status,
            pid=process.pid if process.alive else 0,
            port=port,
            context=process.spec.context,
            memory=process.memory(),
            since=process.since,
            deaths=len(self._lately(name)),
            cause=self._causes.get(name, ""),
        )

    def _lately(self, name: str) -> list[float]:
        return [at for at in self._died[name] if time.monotonic() - at < WITHIN]

    async def _pause(self, name: str) -> None:
        """Wait before restarting a model that has died, longer after each death. Raises if it has died too often
        lately.
        """
        died = len(self._lately(name))
        if died > len(WAITS):
            why = f"{name} died {died} times within {WITHIN:g} s: {self._causes.get(name, 'nobody knows why')}"
            raise CallFailed("error", why, error="engine")
        if died:
            await asyncio.sleep(WAITS[died - 1])

    async def _load(self, name: str) -> Address:
        try:
            kept = self._files.find(name)
            async with self._room:
                spec = await self._spec(kept)
                process = self._running[name] = Process(spec)
                self._used[name] = time.monotonic()
                # Until it has loaded no other model is started: its memory does not count as used yet.
                try:
                    async with asyncio.timeout(LOADS_WITHIN):
                        return await process.load()
                except TimeoutError:
                    await process.stop()
                    why = f"{name} was not loaded within {LOADS_WITHIN:g} s."
                    raise CallFailed("error", why, error="engine") from None
                finally:
                    self._watch(name, process)
        except CallFailed:
            raise
        except MootError as error:
            raise CallFailed("error", f"{error.message} {error.remedy}", error="engine") from None

    async def _spec(self, kept: StoredModel) -> Spec:
        """Return how to start a model so that it fits into memory. If memory is short, unload idle models, then reduce
        the context; raise if that is not enough.
        """
        header = kept.header()
        port = kept.port if settings_from(self._home).of(LocalSettings).roster_ports else 0
        if port and is_taken(port):
            raise CallFailed(
                "error",
                f"{kept.id} is to be served at port {port}, as its roster says, and that port is taken by another "
                "program. End that program, or let the system choose ports: `moot settings set roster_ports false`.",
                error="engine",
            )
        spec = how_loaded(kept, header)
        while not self._fits(spec.memory):
            if idle := [name for name in self._idle() if name != kept.id]:
                await self.unload(idle[0])
            elif spec.context // 2 >= LEAST_CONTEXT:
                spec = how_loaded(kept, header, spec.context // 2)
            else:
                free = (self._free() or 0) - KEPT_FREE
                raise CallFailed(
                    "error",
                    f"{kept.id} needs {spec.memory / 1e6:,.0f} MB of memory, and {max(0, free) / 1e6:,.0f} MB can be "
                    "given. End other programs, or take a smaller model.",
                    error="engine",
                )
        return replace(spec, port=port)

    def _fits(self, memory: int) -> bool:
        free = self._free()
        return free is None or memory + KEPT_FREE <= free

    def _watch(self, name: str, process: Process) -> None:
        """Wait until a model's process ends, and record its death unless it was stopped on purpose."""
        task = asyncio.create_task(self._noted(name, process))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    async def _noted(self, name: str, process: Process) -> None:
        await process.ended()
        if not process.stopped:
            self._died[name].append(time.monotonic())
            self._causes[name] = process.cause()
