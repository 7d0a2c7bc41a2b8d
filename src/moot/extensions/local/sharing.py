"""Share the models of one home between processes: the first that needs one runs them; the others call it.

The process with the lock on MOOT_HOME/engine/lock has the supervisor, and writes its loopback address and the required
token into `running.json` (0600). When it ends, its models end with it, and the next process that needs one takes the
lock. Tested by `tests/extensions/local/test_supervisor.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from moot.errors import CallFailed, Conflict
from moot.extensions.local.model_files import ModelFiles
from moot.extensions.local.process import Address
from moot.extensions.local.supervisor import LoadedModel, Supervisor
from moot.library.public import write_private

try:
    import fcntl
except ImportError:  # Windows: each Moot runs its own
    fcntl = None  # type: ignore[assignment]

FOLDER = "engine"
LONGEST_LINE = 64_000
TAKES_OVER = 10.0
"""Maximum number of seconds in which the process that has taken the lock writes its address."""


class Engine:
    """Access to the local models of one home folder. The first process that needs a model runs all models. Other
    processes call that process."""

    def __init__(self, home: Path) -> None:
        self._home, self._folder = home, home / FOLDER
        self.supervisor: Supervisor | None = None
        self._lock: IO[bytes] | None = None
        self._server: asyncio.Server | None = None
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def using(self, name: str) -> AsyncIterator[Address]:
        """Load a model if needed and yield its address. The model stays loaded until the context ends."""
        while True:
            supervisor = await self.own()
            if supervisor is not None:
                async with supervisor.using(name) as address:
                    yield address
                return
            line = await self._line()
            if line is None:
                continue  # the process with the lock has just ended
            async with line:
                told = await line.ask({"do": "use", "model": name})
                if told is None:
                    continue
                yield msgspec.convert(told, Address)
            return

    async def alive(self, address: Address) -> bool:
        """Return whether the model process at this address still runs, as far as that can be found out."""
        if self.supervisor is not None:
            return self.supervisor.alive(address)
        return await asyncio.to_thread(_runs, address.pid)

    async def own(self) -> Supervisor | None:
        """Return the supervisor, the object that starts the models' processes. If another process runs the models,
        return `None`."""
        async with self._turn:
            if self.supervisor is None and self._takes_lock():
                self.supervisor = Supervisor(self._home)
                await self._listen()
            return self.supervisor

    async def close(self) -> None:
        """Stop the models that this process runs, and let another process take over."""
        if self._server is not None:
            self._server.close()
        if self.supervisor is not None:
            await self.supervisor.close()
            (self._folder / "running.json").unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.close()
        self.supervisor, self._lock, self._server = None, None, None

    async def told(self) -> list[LoadedModel]:
        """Return the state of every loaded model, as the process that runs them reports it; empty if no process
        does.
        """
        rows = await self.asked({"do": "told"})
        return msgspec.convert(rows or [], list[LoadedModel])

    async def load(self, name: str) -> None:
        """Load a model, in the process that runs the models."""
        files = ModelFiles(self._home)
        name = files.find(files.id_of(name)).id
        if await self.asked({"do": "load", "model": name}) is None:
            raise Conflict("No Moot is running that would keep it loaded.", "Start one: `moot serve --local`.")

    async def in_the_way(self, name: str) -> list[str] | None:
        """Return which loaded models to unload so that the model `name` fits into memory; `None` if it never fits."""
        told = await self.asked({"do": "room", "model": name})
        return [str(each) for each in told["going"]] if told is not None and told["fits"] else None

    async def unload(self, name: str) -> None:
        """Unload a model, in the process that runs the models. The model's file need not exist any more."""
        files = ModelFiles(self._home)
        name = await self._called(name)
        if not await self.asked({"do": "unload", "model": name}):
            files.find(name)
            raise Conflict(f"{name} is not loaded.", "See what is: `moot models ps`.")

    async def remove(self, name: str) -> int:
        """Unload a model, delete its file, and return the bytes freed. Refuses while the model is answering."""
        name = await self._called(name)
        await self.asked({"do": "unload", "model": name})
        return ModelFiles(self._home).remove(name)

    async def _called(self, name: str) -> str:
        """Return the id of the model with this name, in any letter case. Stored models are searched before loaded
        ones."""
        name = ModelFiles(self._home).id_of(name)
        loaded = [each.model for each in await self.told()]
        return name if name in loaded else next((each for each in loaded if each.lower() == name.lower()), name)

    async def asked(self, wish: dict[str, Any]) -> Any:
        """Send a request (`wish`) to the process that runs the local models, which may be this one, and return its
        reply; `None` if no process runs them.
        """
        if self.supervisor is not None:
            return await self._done(self.supervisor, wish)
        line = await self._line(wait=0.0)
        if line is None:
            return None
        async with line:
            return await line.ask(wish)

    def _takes_lock(self) -> bool:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if fcntl is None:
            return True
        file = (self._folder / "lock").open("ab")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._lock = file
        return True

    async def _listen(self) -> None:
        token = secrets.token_urlsafe(24)

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError, ValueError, asyncio.IncompleteReadError):
                await self._answer(reader, writer, token)
            writer.close()

        self._server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=LONGEST_LINE)
        port = self._server.sockets[0].getsockname()[1]
        write_private(self._folder / "running.json", json.dumps({"port": port, "token": token, "pid": os.getpid()}))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        wish = json.loads(await reader.readline())
        if not isinstance(wish, dict) or not hmac.compare_digest(str(wish.get("token", "")), token):
            return
        supervisor = self.supervisor
        if supervisor is None:
            return
        try:
            if wish.get("do") == "use":
                async with supervisor.using(str(wish.get("model"))) as address:
                    writer.write(_line_of({"told": msgspec.to_builtins(address)}))
                    await reader.read()  # until the other process has finished
                return
            told = await self._done(supervisor, wish)
        except CallFailed as failed:
            writer.write(_line_of({"failed": failed.cause}))
        else:
            writer.write(_line_of({"told": told}))
        await writer.drain()

    async def _done(self, supervisor: Supervisor, wish: dict[str, Any]) -> Any:
        name = str(wish.get("model", ""))
        if wish.get("do") == "load":
            await supervisor.ready(name)
            return True
        if wish.get("do") == "unload":
            if users := supervisor.users(name):
                answers = "an answer" if users == 1 else f"{users} answers"
                raise CallFailed("error", f"{name} is in use: {answers} would be lost.", error="engine")
            return await supervisor.unload(name)
        if wish.get("do") == "room":
            going = supervisor.in_the_way(name)
            return {"fits": going is not None, "going": going or []}
        return msgspec.to_builtins(await supervisor.told())

    async def _line(self, wait: float = TAKES_OVER) -> _SharedLine | None:
        """Return the connection to the Moot that runs models; `None` if it is gone."""
        until = asyncio.get_running_loop().time() + wait
        while True:
            with suppress(OSError, ValueError, KeyError, TypeError):
                told = json.loads((self._folder / "running.json").read_text(encoding="utf-8"))
                reader, writer = await asyncio.open_connection("127.0.0.1", told["port"], limit=LONGEST_LINE)
                return _SharedLine(reader, writer, told["token"])
            if not wait:
                return None
            if asyncio.get_running_loop().time() > until:
                raise CallFailed(
                    "error", "Another Moot runs the models of this home and does not answer.", error="engine"
                )
            await asyncio.sleep(0.1)
            if await self.own() is not None:
                return None


class _SharedLine(contextlib.AbstractAsyncContextManager["_SharedLine"]):
    """A connection to the Moot that runs models."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self._reader, self._writer, self._token = reader, writer, token

    async def ask(self, wish: dict[str, Any]) -> Any:
        """Send a request and return the reply; `None` if the other process is gone."""
        try:
            self._writer.write(_line_of({**wish, "token": self._token}))
            answer = json.loads(await self._reader.readline() or b"null")
        except (OSError, ValueError):
            return None
        if not isinstance(answer, dict):
            return None
        if "failed" in answer:
            raise CallFailed("error", str(answer["failed"]), error="engine")
        return answer.get("told")

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()


def _runs(pid: int) -> bool:
    """Return whether a process runs, i.e. exists and is no zombie. If that is unknown, return false, so that the caller
    repeats its call.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _line_of(told: object) -> bytes:
    return json.dumps(told).encode() + b"\n"
