"""Run sessions in tests, with scripted voices at full speed, and record every call.

    finished = ProtocolBench(tmp_path).held("jury", "Should we move?", rounds=1)
    assert finished.state.verdict

A test may script replies (`says`), give every call a price (`priced`), and limit the spending (`budget`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from moot.app import Application
from moot.errors import TranscriptDiverged
from moot.exports.session_files import export
from moot.protocols import registry
from moot.providers.provider import Call, CallReport, Piece, Provider, StreamEnd, Text
from moot.request import Ask
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState, state_of

VOICES = ("ada", "bo", "cyn", "dov", "fay", "gus", "hana", "eli")
MEMBERS = tuple(f"rehearsal/{name}" for name in VOICES[:5])
CHAIR = "rehearsal/hana"
PRICED = "priced/"
"""Prefix of model ids of the endpoint with the same voices that charges for calls."""
PRICE = {"input": 1.0, "output": 1.0}
"""Prices of that endpoint, in dollars per million tokens."""
Says = Callable[[Call], str | None]
"""Type of functions that return a seat's reply to a call; `None` leaves the reply to the seat's scripted voice."""


@dataclass
class FinishedSitting:
    """A session that a test has run until it ended, with its transcript, calls and cost."""

    session: str
    """The session's id."""
    events: list[Event]
    """The session's transcript."""
    state: SessionState
    """The session's final state."""
    calls: list[Call] = field(default_factory=list)
    """The calls that were made, in order."""
    spent: int = 0
    """The session's cost in nano-dollars."""
    replayed: str = ""
    """Digest of the verdict when the session was replayed, or how the replay ended without one."""
    calls_of_replay: int = 0
    """Number of calls made during the replay."""

    def text(self, form: str) -> str:
        """Return the session exported in this format, e.g. Markdown."""
        exported = export(self.state, self.events, form)
        return exported if isinstance(exported, str) else exported.decode()

    def prompts(self) -> list[str]:
        """Return each call's prompt as one text."""
        return ["\n".join(message.text for message in call.messages) for call in self.calls]


class RecordingVoices(Provider):
    """Provider of the scripted voices that records every call, and can reply with a test's own text instead."""

    def __init__(self, voices: Provider, says: Says | None) -> None:
        self._voices, self._says = voices, says
        self.calls: list[Call] = []

    async def models(self) -> list[str]:
        """Return the names of the scripted voices' models."""
        return await self._voices.models()

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yield the test's reply to a call, or the scripted voice's if the test gives none."""
        self.calls.append(call)
        said = self._says(call) if self._says is not None else None
        if said is not None:
            yield Text(said)
            yield StreamEnd("ok", "stop")
            return
        async for piece in self._voices.stream(call):
            yield (replace(piece, cost=None) if isinstance(piece, CallReport) else piece)  # its price gives the cost


class ProtocolBench:
    """Runs sessions of protocols in a folder for tests, with scripted voices in place of models."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def held(
        self,
        protocol: str,
        question: str,
        *,
        members: Sequence[str] = MEMBERS,
        chair: str = CHAIR,
        seed: str = "s",
        says: Says | None = None,
        priced: bool = False,
        budget: float | None = None,
        options: dict[str, OptionValue] | None = None,
    ) -> FinishedSitting:
        """Run one session until it ends, replay it, and return its transcript, its outcome, and the calls of both.

        Args:
            protocol: The protocol's name.
            question: The question.
            members: Models of the members.
            chair: Model of the chair.
            seed: Seed of the draws.
            says: Returns a seat's reply; without it the scripted voices reply.
            priced: Whether every call costs money.
            budget: Limit on what the session may spend, in dollars.
            options: Options of the protocol.
        """
        named = tuple(each.replace("rehearsal/", PRICED) if priced else each for each in (*members, chair))
        council = Council(members=named[:-1], chair=named[-1], protocol=protocol)
        return asyncio.run(self._held(council, question, seed, says, priced, budget, options or {}))

    async def _held(
        self,
        council: Council,
        question: str,
        seed: str,
        says: Says | None,
        priced: bool,
        budget: float | None,
        options: dict[str, OptionValue],
    ) -> FinishedSitting:
        app = await Application.opened("python", self.folder, project=self.folder / "moot.toml", demo_speed=0)
        try:
            heard = listened(app, says, priced=priced)
            session = await app.convene(
                Ask(question=question, council=council, options=options, seed=seed, budget=budget)
            )
            await app.runner.ended(session)
            events = list(await app.transcript.read(session))
            state = state_of(events)
            found = FinishedSitting(session, events, state, list(heard.calls))
            found.spent = (await app.transcript.balance(session)).spent
            if state.verdict is not None:
                try:
                    found.replayed = (await app.runner.replay(session)).digest
                except TranscriptDiverged as error:
                    found.replayed = error.message
                found.calls_of_replay = len(heard.calls) - len(found.calls)
            return found
        finally:
            await app.close()

    def planned(self, protocol: str, seats: int, options: dict[str, Any] | None = None) -> int:
        """Return how many calls the protocol plans for a session with `seats` members."""
        found = registry.find(protocol)
        held = dict.fromkeys((*found.offices, "chair"), 1)
        return sum(each.calls for each in found.planned(seats, found.options(**(options or {})), held))


def listened(app: Application, says: Says | None, *, priced: bool = False) -> RecordingVoices:
    """Replace an application's provider of scripted voices by one that records every call, and return that provider."""
    if priced:
        app.directory.endpoints.add(PRICED.strip("/"), {"wire": "rehearsal", "price": PRICE})
        app.directory.reload()
    heard = RecordingVoices(app.directory.provider_for(MEMBERS[0]), says)
    inner = app.directory.provider_for

    def provider_for(model_id: str) -> Provider:
        return heard if model_id.startswith(("rehearsal/", PRICED)) else inner(model_id)

    app.directory.provider_for = provider_for  # type: ignore[method-assign]
    return heard
