"""Provide the models of this machine as an endpoint whose calls wait until the model's process answers.

A call whose model loads, wakes, or dies before its first token waits for it and is sent again: that is no failed
attempt. One that dies in the middle of an answer is a broken stream like any other, and is retried as one. Tested by
`tests/extensions/local/test_provider.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from moot.errors import CallFailed
from moot.extensions.local.gguf_header import BadModelFile, GgufHeader
from moot.extensions.local.model_files import ModelFiles, StoredModel, how_loaded
from moot.extensions.local.process import NO_ENGINE, Address, engine_here
from moot.extensions.local.sharing import Engine
from moot.providers.public import (
    TO_LLAMA_CPP,
    Call,
    Endpoint,
    LearntOf,
    ListedModel,
    Memory,
    OpenAIWire,
    Piece,
    Provider,
    QuirksOf,
    Secret,
    Text,
    ThinkingText,
)

NOTICED = 1.0
"""Maximum number of seconds in which the end of a process that has closed its connection is noticed."""


class _EngineMemory(Memory):
    """The memory in which this machine's models are loaded. Its contents are known only to the process that runs the
    models.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def loaded(self) -> tuple[str, ...] | None:
        supervisor = self._engine.supervisor
        return supervisor.loaded() if supervisor is not None else None

    def keep(self, models: Sequence[str]) -> None:
        if (supervisor := self._engine.supervisor) is not None:
            supervisor.asked_next = tuple(models)


class LocalProvider(Provider):
    """Provider for the models on this machine. A model is loaded when it is first called."""

    def __init__(
        self,
        row: Endpoint,
        key: Secret | None,
        *,
        home: Path | None,
        quirks: QuirksOf | None = None,
        learnt: LearntOf | None = None,
    ) -> None:
        home = home or Path()
        self.engine = Engine(home)
        self._files = ModelFiles(home)
        self._quirks, self._learnt = quirks, learnt
        self._lines: dict[str, OpenAIWire] = {}
        self._headers: dict[tuple[str, int], GgufHeader] = {}
        self._broken: tuple[str, ...] = ()
        self.memory = _EngineMemory(self.engine)

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Send a call to a local model, loading it if needed, and yield the pieces of its answer."""
        if call.texts:
            raise CallFailed("error", f"{call.seat.model} speaks, and cannot measure texts.", error="unsupported")
        name = call.seat.model.partition("/")[2]
        while True:
            async with self.engine.using(name) as address:
                line, heard = self._line(name, address), False
                try:
                    async for piece in line.stream(call):
                        heard = heard or isinstance(piece, (Text, ThinkingText))
                        yield piece
                    return
                except CallFailed as failed:
                    if heard or failed.error != "network" or not await self._died(address):
                        raise

    async def count(self, call: Call) -> int | None:
        """Return the prompt's tokens as the model itself counts them. The model is loaded for that, as
        a call follows.
        """
        name = call.seat.model.partition("/")[2]
        async with self.engine.using(name) as address:
            return await self._line(name, address).count(call)

    async def listed(self) -> list[ListedModel]:
        """Return the models on this machine, with the context of each."""
        found, broken, here = [], [], self._files.all()
        if here and engine_here() is None:
            raise CallFailed("error", NO_ENGINE, error="engine")
        for kept in here:
            try:
                header = await asyncio.to_thread(self._header, kept)
            except BadModelFile as error:
                broken.append(str(error))
                continue
            found.append(
                ListedModel(
                    name=kept.id,
                    context=how_loaded(kept, header).context,
                    vocabulary=header.tokens or None,
                    speaks=bool(header.template),
                )
            )
        self._broken = tuple(broken)
        return found

    def troubles(self) -> tuple[str, ...]:
        """Return one error message for each model file that cannot be read."""
        return self._broken

    async def close(self) -> None:
        """Stop every model that this process runs."""
        lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            await line.close()
        await self.engine.close()

    def _header(self, kept: StoredModel) -> GgufHeader:
        key = (str(kept.path), kept.path.stat().st_mtime_ns)
        if key not in self._headers:
            self._headers[key] = kept.header()
        return self._headers[key]

    def _line(self, name: str, address: Address) -> OpenAIWire:
        """Return the API client for a model's process. A restarted process has another address or key, and therefore
        gets a new client.
        """
        known = f"{name} {address.url} {address.key}"
        if known not in self._lines:
            row = Endpoint(
                name="local",
                url=f"{address.url}/v1",
                private=True,
                price="free",
                headers={"Authorization": f"Bearer {address.key}"},
            )
            self._lines[known] = OpenAIWire(row, None, quirks=self._quirks, learnt=self._learnt, beside=TO_LLAMA_CPP)
        return self._lines[known]

    async def _died(self, address: Address) -> bool:
        """Return whether a model's process has ended. If the process has just closed its connection, wait a moment
        first."""
        until = asyncio.get_running_loop().time() + NOTICED
        while await self.engine.alive(address):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.02)
        return True
