"""A hall for the tests of the floor: voices are functions, and the transcript is in memory.

    async with Hall(say=lambda call: "words") as hall:
        session = await hall.convene(tiny)          # a protocol of the test's own
        events = await hall.events(session)

`say` gets the call and returns words, a `CallFailed` to raise, or an awaitable of either.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from moot.errors import CallFailed
from moot.floor.calls.retry import Pace
from moot.floor.earlier_turns import EarlierTurns
from moot.protocols import registry
from moot.protocols.protocol import Protocol
from moot.providers.directory import Directory
from moot.providers.endpoints import Endpoint
from moot.providers.provider import Call, CallReport, Piece, Provider, StreamEnd, Text
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Transcript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Body, Event, SeatAsked, SeatSpoke
from moot.vocabulary.seats import Price
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.statements import Usage
from rig.openings import opening_of

Said = str | CallFailed
Say = Callable[[Call], Said | Awaitable[Said]]

ROW = Endpoint(name="fake", url="http://127.0.0.1:1/v1", private=True)


def ranked(call: Call) -> str:
    """A ballot in the order of the sheet, where one is asked for; else words."""
    if call.schema is None:
        return f"words of {call.seat.id} on {call.key}"
    labels = list(call.schema["properties"]["places"]["properties"])
    places = {label: place for place, label in enumerate(labels, start=1)}
    return json.dumps({"comments": dict.fromkeys(labels, "Fine."), "abstain": False, "places": places})


class Voice(Provider):
    """Says what a function says, for what another says."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.cost: Callable[[Call], int] = lambda call: 1_000
        self.calls: list[Call] = []

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        self.calls.append(call)
        said = self.say(call)
        if inspect.isawaitable(said):
            said = await said
        if isinstance(said, CallFailed):
            raise said
        yield Text(said)
        yield CallReport(usage=Usage(input=10, output=5, calls=1), cost=self.cost(call))
        yield StreamEnd("ok", "stop")


class Phones(Directory):
    """A directory in which every `fake/…` model is one voice."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(None, {})
        self._voice = voice

    def endpoint_of(self, model_id: str) -> Endpoint:
        return ROW if model_id.startswith("fake/") else super().endpoint_of(model_id)

    def provider_for(self, model_id: str) -> Provider:
        return self._voice if model_id.startswith("fake/") else super().provider_for(model_id)

    def price_of(self, model_id: str, *, whole: bool = False) -> Price | None:
        return Price(input=10, output=10, source="row")


class Backend:
    """One process that runs sessions."""

    def __init__(
        self, say: Say | None = None, *, transcript: Transcript | None = None, rules: RunnerRules | None = None
    ) -> None:
        self.voice = Voice(say or (lambda call: f"words of {call.seat.id} on {call.key}"))
        self.transcript = transcript or MemoryTranscript()
        self.runner = Runner(
            self.transcript, Phones(self.voice), rules or RunnerRules(door="python"), Pace(chance=lambda: 0.02)
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.runner.close()
        await self.transcript.close()

    @property
    def asked(self) -> list[str]:
        """Keys of the moves that were sent, in order."""
        return [call.key for call in self.voice.calls]

    async def convene(
        self, protocol: Protocol | str, *, members: int = 4, people: int = 0, until_over: bool = True, **more: Any
    ) -> str:
        """Opens a session of a protocol and, unless told otherwise, waits until it no longer runs here."""
        name = protocol if isinstance(protocol, str) else enrolled(protocol)
        seats = tuple(f"fake/{letter}" for letter in "abcdefgh"[: members - people]) + ("person",) * people
        chair = more.pop("chair", "fake/chair")
        council = Council(members=seats, chair=chair, protocol=name, **more.pop("council", {}))
        if "history" in more:
            more["earlier"] = EarlierTurns(turns=more.pop("history"))
        asked = opening_of(question=more.pop("question", "Is it moot?"), council=council, seed="x", **more)
        session = await self.runner.convene(asked)
        if until_over:
            await self.runner.ended(session)
        return session

    async def resume(self, session: str, **more: Any) -> None:
        """Takes a session up and waits until it no longer runs here."""
        await self.runner.resume(session, **more)
        await self.runner.ended(session)

    async def events(self, session: str) -> list[Event]:
        """All of it."""
        return await self.transcript.read(session)

    async def bodies(self, session: str) -> dict[str, Body]:
        """Bodies by key, in order."""
        return {event.key: event.body for event in await self.events(session)}

    async def state(self, session: str) -> SessionState:
        """How it stands."""
        return state_of(await self.events(session))

    async def prompt(self, session: str, key: str) -> str:
        """What was sent for a move, as it is stored."""
        asked = (await self.bodies(session))[f"{key}~1"]
        assert isinstance(asked, SeatAsked)
        text = await self.transcript.text(asked.prompt)
        assert text is not None
        return text


EXTRA: dict[str, Protocol] = {}
"""Protocols that tests have enrolled; `registry.find` looks here first while the fixture `enrolling` is in force."""


def enrolled(protocol: Protocol) -> str:
    """Makes a protocol of a test's own known; returns its name."""
    EXTRA[protocol.name] = protocol
    return protocol.name


_find = registry.find


def find(name: str) -> Protocol:
    """The registry's `find`, which also knows the tests' own protocols."""
    return EXTRA[name] if name in EXTRA else _find(name)


def app(path: Path, say: Say | None = None, *, clock: float = 0.0, **rules: object) -> Backend:
    """One process's way to the store at `path`; `clock` seconds ahead of the others'."""
    store = Store(path, clock=lambda: time.time() + clock)
    return Backend(say, transcript=SqlTranscript(store), rules=RunnerRules(door="server", **rules))  # type: ignore[arg-type]


def dies(work: object) -> bool:
    """Runs it in a process of its own; whether that was killed."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.events._set_running_loop(None)
            asyncio.run(work())  # type: ignore[operator]
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(7)
    _, status = os.waitpid(pid, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


async def until(true) -> None:  # type: ignore[no-untyped-def]
    while not true():
        await asyncio.sleep(0.005)


async def until_settled(here: Backend, session: str, count: int) -> None:
    while sum(isinstance(body, SeatSpoke) for body in (await here.bodies(session)).values()) < count:
        await asyncio.sleep(0.005)
