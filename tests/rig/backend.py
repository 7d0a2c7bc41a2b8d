"""Convene many sessions against one scripted upstream: a hall has one upstream, one transcript, many runners.

Every sitting has models of its own (`m7-a`, `m7-chair`, …) and a pace of its own, so that sittings in one event loop do
not learn from each other's faults. `key_of(asked)` tells which move a request belongs to, whatever the protocol: the
transcript has recorded the intent before the request arrives.

    async with Hall(script) as hall:
        sitting = await hall.convene(council_of(4), seed="x")
        state = await hall.ended(sitting)
"""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from moot.floor.calls.retry import Pace
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.provider import CallLimits
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.sessions.seating import BY_DEFAULT
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.lease import Lease
from moot.transcripts.transcript import Draft, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Event, SeatAsked, SheetDealt
from moot.vocabulary.state import SessionState, state_of
from rig.script import Asked, Plan
from rig.upstream import Upstream

SHORT = CallLimits(connect=1, first=1.5, between=1, total=3, most_bytes=1_000_000)
QUESTION = "How would one find out how much a stone bridge can bear?"


class Watched(MemoryTranscript):
    """A transcript in memory that tells which move a model is being asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[tuple[str, str], str] = {}
        """By model and last message, the move it is being asked; one model may be asked several things at once."""
        self.sheets: dict[tuple[str, str], list[SheetDealt]] = {}
        """By model and move, the sheets dealt for it; empty where none was."""
        self._tasks: dict[str, str] = {}
        self._dealt: dict[tuple[str, str], dict[str, SheetDealt]] = {}

    async def _append(self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        for digest, text in texts.items():
            if text.startswith("[[["):
                self._tasks[digest] = sha256(json.loads(text)[0][-1][1].encode()).hexdigest()
        for draft in drafts:
            if isinstance(draft.body, SheetDealt):
                self._dealt.setdefault((lease.session, event_keys.move_of(draft.key)), {})[draft.key] = draft.body
            if isinstance(draft.body, SeatAsked):
                move = event_keys.call_of(draft.key)
                self.asked[bare(draft.body.model), self._tasks.get(draft.body.prompt, "")] = move
                dealt = self._dealt.get((lease.session, event_keys.move_of(draft.key)))
                if dealt is not None:
                    self.sheets[bare(draft.body.model), move] = list(dealt.values())
        return await super()._append(lease, drafts, texts)


@dataclass
class Sitting:
    """One session in the hall."""

    number: int
    session: str
    runner: Runner
    began: float
    took: float = 0.0
    """Seconds until it had ended."""
    state: SessionState = field(init=False)
    events: list[Event] = field(init=False)
    calls: list[Asked] = field(default_factory=list)
    """What the upstream was asked."""

    @property
    def prefix(self) -> str:
        """What its models' names begin with."""
        return f"m{self.number}-"


class Backend:
    """An upstream and the sessions that call it."""

    def __init__(
        self,
        script: Callable[[Asked, str], Plan | str | None] | None = None,
        *,
        default: Plan | None = None,
        limits: CallLimits = SHORT,
        at_once: int = 40,
        row: Mapping[str, Any] | None = None,
        schema: str = "none",
        transcript: Transcript | None = None,
        keys: Mapping[str, str] | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._script = script
        self._limits = limits
        self._row = dict(row or {})
        self._schema = schema
        self._keys = dict(keys or {"up": ""})
        """Endpoints by name, each with its stored key; all of them are the one upstream."""
        self._environ = dict(environ or {})
        self._seats = asyncio.Semaphore(at_once)
        self._number = 0
        self.transcript = transcript or Watched()
        self.upstream = Upstream(self._said, default=default or Plan(words=40, chunks=3))
        self.strays: list[dict[str, Any]] = []
        """What nobody handled in the event loop."""

    async def __aenter__(self) -> Self:
        await self.upstream.__aenter__()
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda loop, context: self.strays.append(context))
        self._home = tempfile.TemporaryDirectory()
        home = Path(self._home.name)
        (home / "traits.toml").write_text(f'["up/*"]\nschema = "{self._schema}"\n')
        self.directory = Directory(home, self._environ, demo_speed=0)
        for name, key in self._keys.items():
            row = {"url": self.upstream.url, "private": True, "price": "free", **self._row}
            self.directory.endpoints.add(name, row)
            if key:
                self.directory.keys.put(name, self.upstream.origin, key)
        self.directory.reload()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.directory.close()
        await self.transcript.close()
        await self.upstream.__aexit__(*error)
        gc.collect()
        await asyncio.sleep(0)
        self._loop.set_exception_handler(None)
        self._home.cleanup()

    def _said(self, asked: Asked) -> Plan | str | None:
        return self._script(asked, self.key_of(asked)) if self._script is not None else None

    @property
    def home(self) -> Path:
        """The folder with the endpoints and keys."""
        return Path(self._home.name)

    def seat_at(self, name: str, row: Mapping[str, Any]) -> None:
        """Another endpoint whose models sit in councils from here on."""
        self.directory.endpoints.add(name, row)
        self.directory.reload()
        self._keys[name] = ""

    def next_number(self) -> int:
        """A number no sitting has, and none will get."""
        self._number += 1
        return self._number

    def key_of(self, asked: Asked) -> str:
        """The move a request belongs to."""
        if not isinstance(self.transcript, Watched):
            return ""
        last = asked.body.get("messages", [{}])[-1].get("content", "")
        text = last if isinstance(last, str) else "".join(part.get("text", "") for part in last)
        return self.transcript.asked.get((asked.model, sha256(text.encode()).hexdigest()), "")

    def sheets_of(self, asked: Asked) -> list[SheetDealt]:
        """The sheets in the prompt of a request."""
        if not isinstance(self.transcript, Watched):
            return []
        return self.transcript.sheets.get((asked.model, self.key_of(asked)), [])

    def sheet_of(self, asked: Asked) -> SheetDealt | None:
        """The first of them, if there is one."""
        return next(iter(self.sheets_of(asked)), None)

    async def sit(
        self,
        seats: int = 4,
        *,
        protocol: str = "peer-review",
        stand_ins: int = 2,
        pace: Pace | None = None,
        question: str = QUESTION,
        seed: str = "seed",
        note: Callable[[int], None] | None = None,
        models: int | None = None,
        known: str = "",
        **options: Any,
    ) -> Sitting:
        """Convenes a session, waits for its end and reads it. `note` learns its number before anything is sent;
        `models` seats the models of another sitting."""
        async with self._seats:
            self._number += 1
            number = self._number if models is None else models
            if note is not None:
                note(number)
            council = council_of(
                seats, prefix=f"m{number}-", protocol=protocol, stand_ins=stand_ins, endpoints=tuple(self._keys)
            )
            runner = Runner(
                self.transcript, self.directory, RunnerRules(door="python", limits=self._limits), pace or Pace()
            )
            began = time.monotonic()
            try:
                asked = SessionOpening(
                    ask=Ask(question=question, council=council, options=options, seed=seed, known=known)
                )
                session = await runner.convene(asked)
                sitting = Sitting(number, session, runner, began)
                await runner.ended(session)
                sitting.took = time.monotonic() - began
            finally:
                await runner.close()
            sitting.events = await self.transcript.read(session)
            sitting.state = state_of(sitting.events)
        return sitting

    def sort_calls(self, sittings: Sequence[Sitting]) -> None:
        """Gives each sitting the requests it made."""
        by_number: dict[str, list[Asked]] = defaultdict(list)
        for asked in self.upstream.calls:
            by_number[asked.model.partition("-")[0]].append(asked)
        for sitting in sittings:
            sitting.calls = by_number[f"m{sitting.number}"]


def council_of(
    seats: int,
    *,
    prefix: str,
    protocol: str = "peer-review",
    stand_ins: int = 2,
    endpoints: Sequence[str] = ("up",),
) -> Council:
    """A council whose models are `PREFIXa`, `PREFIXb`, … and `PREFIXchair`, at these endpoints in turn.

    Every office of the protocol has a model of its own; who measures texts does so without a service.
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [*letters[:seats], "chair", *(f"stand-in-{number + 1}" for number in range(stand_ins))]
    models = [f"{endpoints[at % len(endpoints)]}/{prefix}{name}" for at, name in enumerate(names)]
    return Council(
        members=tuple(models[:seats]),
        chair=models[seats],
        stand_ins=tuple(models[seats + 1 :]),
        offices={
            office: f"{endpoints[0]}/{prefix}{office}"
            for office in registry.find(protocol).offices
            if office not in BY_DEFAULT
        },
        protocol=protocol,
    )


def bare(model: str) -> str:
    """A model's name without its endpoint."""
    return model.partition("/")[2]


def seat_of(model: str) -> str:
    """The seat a model of a sitting fills: `m7-a` sits at `seat-a`, `m7-chair` is the chair."""
    name = model.partition("-")[2]
    return f"seat-{name}" if len(name) == 1 else name


def seat_in(key: str) -> str:
    """The seat or office that a move asks."""
    return event_keys.who_of(key).partition("#")[0]
