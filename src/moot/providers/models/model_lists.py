"""Cache the model list of each endpoint, in memory and in the home.

`ModelLists` returns which models an endpoint offers, with source and age. A list is fetched when first needed and again
when old; the last good one is stored in `MOOT_HOME/model_lists/NAME.json`, so that a council can be chosen at once
while a service is slow.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.egress.api_keys import Secret
from moot.errors import CallFailed, MootError, StorageFailed, UnknownName
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.providers.provider import Provider
from moot.settings.tomlfile import write_private

FETCH_LIMIT = 30.0
"""Maximum number of seconds for an endpoint to send its model list."""
WAIT = 3.0
"""Number of seconds that a question waits for missing model lists, if others are known."""
FRESH = 600.0
"""Number of seconds for which a fetched model list is not fetched again."""
FRESH_PRIVATE = 20.0
"""Number of seconds for which a model list from a service in the local network is not fetched again. Models change
often there, and fetching costs nothing. A list read from disk is always fetched again.
"""
CURRENT = 86_400.0
"""Maximum age in seconds of a stored model list that is used at once while a newer list is fetched. With an older
list, the caller waits up to `WAIT` seconds for the newer list.
"""
RETRY_AFTER = 5.0
"""Number of seconds after a failed fetch of a model list before the next attempt."""


class EndpointModels(Struct, frozen=True, kw_only=True):
    """The models that an endpoint offered when its list was last fetched."""

    source: str
    """Digest of the address and the key with which the list was fetched."""
    at: float
    """Time of the fetch, in seconds since the epoch."""
    models: dict[str, ListedModel]
    """The models by name, without the endpoint's name."""
    kept: bool = False
    """Whether the list was read from disk, where an earlier process stored it."""


class Connections(Protocol):
    """The interface through which `ModelLists` gets the configuration, key and provider of each endpoint. `Directory`
    implements this interface."""

    def row(self, name: str) -> Endpoint:
        """Return the configuration of an endpoint; raise `UnknownName` if there is none."""

    def key_of(self, name: str) -> Secret | None:
        """Return the key of an endpoint; `None` if there is none."""

    async def provider_of(self, name: str) -> Provider:
        """Return the object through which an endpoint is called; raise `CallFailed` without a key."""

    def on_list(self, name: str) -> None:
        """Called by `ModelLists` when it has fetched a new model list of this endpoint."""


class _Fetch(Struct, frozen=True):
    source: str
    task: asyncio.Task[None]
    since: float


class _ListFailure(Struct, frozen=True):
    error: MootError
    at: float


class ModelLists:
    """Fetches the model lists of all endpoints, and keeps them in memory and on disk.

    Args:
        folder: Folder for stored lists; `None` stores none.
        connections: Access to endpoints.
    """

    def __init__(self, folder: Path | None, connections: Connections) -> None:
        self._folder, self._connections = folder, connections
        self._lists: dict[str, EndpointModels | None] = {}
        self._fetches: dict[str, _Fetch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures: dict[str, _ListFailure] = {}
        self.on_wait: Callable[[str], None] = logging.getLogger("moot.providers").warning
        """Shows a line while no model can be chosen before a list arrives."""

    def known(self, name: str) -> EndpointModels | None:
        """Return the last model list of an endpoint, fetched by this process or an earlier one; `None` if there is
        none.

        If a server in the local network cannot be reached now, return `None` even if that server has sent a list
        before.
        """
        if name not in self._lists:
            self._lists[name] = self._read(name)
        found = self._lists[name]
        failed = self._failures.get(name)
        off = failed is not None and isinstance(failed.error, CallFailed) and failed.error.error == "network"
        return None if off and found is not None and self._connections.row(name).private else found

    def trouble(self, name: str) -> str:
        """Return why no model list of an endpoint is known; empty if a list is known."""
        return "" if self.known(name) is not None else self.failure(name)

    def failure(self, name: str) -> str:
        """Return why an endpoint's model list could not be updated (the request failed, or is still running); empty if
        there is no problem."""
        failed = self._failures.get(name)
        if failed is not None:
            return failed.error.message
        return "It has not sent its model list yet." if name in self._fetches else ""

    def refuses_key(self, name: str) -> bool:
        """Return whether the service refused the key at the last request for its model list."""
        failed = self._failures.get(name)
        return failed is not None and isinstance(failed.error, CallFailed) and failed.error.error == "auth"

    async def update(
        self, names: Iterable[str], *, fresh: float = FRESH, current: float = CURRENT, wait: float | None = None
    ) -> dict[str, str]:
        """Fetch the model lists of these endpoints again where they are too old.

        Args:
            names: The endpoints.
            fresh: Seconds for which a list is not fetched again.
            current: Seconds for which a list is used without waiting for a newer one.
            wait: Maximum number of seconds to wait for lists that are missing or older than `current`, from the
                start of each fetch; by default `WAIT`.

        Returns:
            For each endpoint of which no list is known, the reason.
        """
        names = list(dict.fromkeys(names))
        now = time.time()
        waiting: list[_Fetch] = []
        for name in names:
            known, private = self.known(name), self._connections.row(name).private
            age = now - known.at if known is not None else None
            least = min(fresh, FRESH_PRIVATE) if private else fresh
            if known is not None and known.kept:
                least = 0.0 if private else min(least, current)
            if age is not None and 0 <= age < least:
                continue
            failed = self._failures.get(name)
            if failed is not None and now - failed.at < min(RETRY_AFTER, fresh):
                continue
            fetch = self._fetch(name)
            if age is None or private or not 0 <= age < current:
                waiting.append(fetch)
        most = WAIT if wait is None else wait
        left = max((fetch.since + most - time.monotonic() for fetch in waiting), default=0.0)
        if left > 0:
            done, _ = await asyncio.wait([fetch.task for fetch in waiting], timeout=left)
            for task in done:
                task.result()
        return {name: why for name in names if (why := self.trouble(name))}

    async def next(self, names: Iterable[str]) -> bool:
        """Wait until the request for one more of these endpoints' model lists has ended. If no request is running,
        return false at once."""
        pending = {name: self._fetches[name].task for name in names if name in self._fetches}
        if pending:
            self.on_wait(f"Waiting for the model list of {', '.join(pending)} ...")
            await asyncio.wait(pending.values(), return_when=asyncio.FIRST_COMPLETED)
        return bool(pending)

    async def fetch(self, name: str) -> EndpointModels:
        """Fetch the model list of an endpoint now; raise, e.g. `CallFailed`, if that fails."""
        while True:
            await asyncio.shield(self._fetch(name).task)
            if name in self._failures:
                raise self._failures[name].error
            if (found := self._lists.get(name)) is not None:
                return found  # else its row was changed meanwhile

    def reload(self) -> None:
        """Drop the model lists of endpoints whose address or key has changed, and allow failed requests to be repeated
        at once."""
        self._failures.clear()
        for name in [name for name, found in self._lists.items() if not found or found.source != self._source(name)]:
            del self._lists[name]
        for name in [name for name, fetch in self._fetches.items() if fetch.source != self._source(name)]:
            del self._fetches[name]  # a later result is dropped

    async def close(self) -> None:
        """Cancel all running fetches."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _fetch(self, name: str) -> _Fetch:
        if name not in self._fetches:
            source = self._source(name)
            task = asyncio.create_task(self._fetched(name, source))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            self._fetches[name] = _Fetch(source, task, time.monotonic())
        return self._fetches[name]

    async def _fetched(self, name: str, source: str) -> None:
        failure: MootError | None = None
        rows: tuple[ListedModel, ...] = ()
        try:
            async with asyncio.timeout(FETCH_LIMIT):
                rows = tuple(await (await self._connections.provider_of(name)).listed())
        except TimeoutError:
            failure = CallFailed("timeout", f"It did not send its model list within {FETCH_LIMIT:g} s.")
        except MootError as error:
            failure = error
        finally:
            fetch = self._fetches.get(name)
            forgotten = fetch is None or fetch.task is not asyncio.current_task()
            if not forgotten:
                del self._fetches[name]
        if forgotten:
            return
        if failure is not None:
            self._failures[name] = _ListFailure(failure, time.time())
            return
        self._failures.pop(name, None)
        found = EndpointModels(source=source, at=time.time(), models={row.name: row for row in rows})
        self._lists[name] = found
        self._connections.on_list(name)
        await self._keep(name, found)

    def _source(self, name: str) -> str:
        try:
            row, key = self._connections.row(name), self._connections.key_of(name)
        except UnknownName:
            return ""
        parts = [row.wire, row.url, row.headers, key.reveal() if key is not None else ""]
        return sha256(msgspec.json.encode(parts)).hexdigest()

    async def _keep(self, name: str, found: EndpointModels) -> None:
        """Write a model list to the disk for other processes. A list without models is not written: the last good one
        stays."""
        if self._folder is None or not self._folder.parent.is_dir():
            return
        if not found.models or not self._connections.row(name).url:
            return
        with suppress(StorageFailed, OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            text = msgspec.json.encode(found).decode()
            await asyncio.to_thread(write_private, self._folder / f"{name}.json", text)

    def _read(self, name: str) -> EndpointModels | None:
        if self._folder is None:
            return None
        try:
            source = self._source(name)
            found = msgspec.json.decode((self._folder / f"{name}.json").read_bytes(), type=EndpointModels)
        except (OSError, msgspec.MsgspecError):
            return None
        return replace(found, kept=True) if found.source == source != "" else None


def age_of(found: EndpointModels) -> str:
    """Return how old a model list is, in words, e.g. `3 hours old`."""
    seconds = time.time() - found.at
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {unit}{'s' if number > 1 else ''} old"
    return "less than a minute old"
