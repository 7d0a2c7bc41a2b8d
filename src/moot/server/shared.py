"""What do all routes share? The house, those who watch, and the few things every door asks of a session."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated

import msgspec
from fastapi import Depends, Header, Path
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from moot.attachments.documents import Document, has_picture
from moot.convening.council_choice import Sitting
from moot.errors import BadInput, TooBusy, TooDeep
from moot.exports.viewing import in_words
from moot.house import House
from moot.house.trials.under_way import Trials
from moot.library.nesting import DEEPEST
from moot.protocols import registry
from moot.server.admission.access import Access
from moot.server.admission.connection_limit import Places, Room
from moot.server.api.files_out import FilesOut
from moot.server.shapes.bodies import ForkBody, SessionBody
from moot.server.watching.viewers import Gallery
from moot.sessions.fork import Changes
from moot.sessions.opening import heeded
from moot.transcripts.following import follow
from moot.transcripts.transcript import Once
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import Event
from moot.vocabulary.filling import filled
from moot.vocabulary.questions import Turn
from moot.vocabulary.state import SessionState, state_of

Given = Annotated[str, Path(max_length=64, description="A session's id; it may be shortened.")]
LONGEST_KEY = 200
MOST_WAIT = 600.0


class Put(msgspec.Struct, frozen=True, kw_only=True):
    """A question as a door understood it."""

    question: str
    """The words."""
    council: str | None = None
    """A council by name."""
    members: Sequence[str] = ()
    """Or its members."""
    chair: str | None = None
    """Another chair."""
    stand_ins: Sequence[str] | None = None
    """Other stand-ins."""
    offices: dict[str, str | list[str]] = {}
    """Who holds the protocol's other offices."""
    protocol: str | None = None
    """Another protocol."""
    rubric: str | None = None
    """What an adjudicator judges by."""
    options: Mapping[str, OptionValue] = {}
    """Options in place of the council's."""
    wishes: frozenset[str] = frozenset()
    """Options that a published client always sends: left out where they change nothing, which refuses others."""
    system: str | None = None
    """What every seat is told, in place of the council's."""
    and_told: str = ""
    """What every seat is told after the council's own."""
    documents: Sequence[Document] = ()
    """Files."""
    budget: float | None = None
    """Dollars."""
    seed: str | None = None
    """A seed."""
    thread: str | None = None
    """The conversation."""
    follows: str | None = None
    """Or a session that it goes on with."""
    history: Sequence[Turn] | None = None
    """Earlier turns, where the client keeps them itself."""
    titled: bool = False
    """Whether a title is asked for."""
    depth: int = 0
    """How many councils deep it is."""
    door: str = ""
    """What lists know it by, where that is not the server."""

    @classmethod
    def of(cls, body: SessionBody, documents: Sequence[Document], depth: int = 0, door: str = "") -> Put:
        """The question of the native API."""
        return filled(
            cls,
            body,
            members=body.members or (),
            offices=dict(body.offices),
            options={**body.options, **({} if body.at_least is None else {"quorum": body.at_least})},
            documents=documents,
            thread=body.conversation,
            depth=depth,
            door=door,
        )


class Hall:
    """The parts of a running server."""

    def __init__(self, house: House, access: Access, room: Room) -> None:
        self.house = house
        self.access = access
        self.room = room
        self.places = Places(room.staying)
        self.gallery = Gallery(house.transcript)
        self.files = FilesOut()
        self.closing = False
        self.recovered = 0
        """Sessions taken up at the start."""
        self.jobs: object | None = None
        """What the batch door keeps, once it was used."""
        self.asking: dict[str, asyncio.Event] = {}
        """What stops each study that is asked here."""
        self.trials = Trials(house)
        self.trying: set[str] = set()
        """Endpoints that are being tried."""
        self._beside: set[asyncio.Task[None]] = set()

    async def sits(self, put: Put) -> Sitting:
        """Which council a question would be put to."""
        sitting = await self.house.sits(
            council=put.council,
            members=put.members,
            chair=put.chair,
            stand_ins=put.stand_ins,
            offices=put.offices,
            protocol=put.protocol,
            rubric=put.rubric,
            pictures=has_picture(put.documents),
            thread=put.thread,
            follows=put.follows,
        )
        system = put.system if put.system is not None else sitting.council.system
        told = "\n\n".join(filter(None, (system, put.and_told)))
        return replace(sitting, council=replace(sitting.council, system=told))

    async def convene(self, put: Put, once: Once | None = None) -> str:
        """Puts a question; returns the session's id."""
        if self.closing:
            raise TooBusy("This server is stopping.", "Send it again in a moment.")
        sitting = await self.sits(put)
        return await self.house.convene(
            put.question,
            sitting.council,
            options=heeded(registry.find(sitting.council.protocol), put.options, put.wishes),
            documents=put.documents,
            budget=put.budget,
            seed=put.seed,
            thread=put.thread,
            follows=put.follows,
            once=once,
            titled=put.titled,
            history=put.history,
            depth=put.depth,
            door=put.door,
            notes=sitting.notes,
        )

    async def events(self, session: str) -> list[Event]:
        """Everything that is committed."""
        return await self.house.transcript.read(session)

    async def state(self, session: str) -> SessionState:
        """Where a session stands, in words that hold in this door."""
        return state_of([in_words(event) for event in await self.house.grades.events(session)])

    async def until_over(self, session: str, seconds: float | None = None) -> None:
        """Returns when the session has ended, the time is over or the server stops. Leaving early stops nothing."""
        waiting = asyncio.create_task(self._to_the_end(session))
        self.beside(waiting)
        try:
            await asyncio.wait([waiting], timeout=seconds)
            if waiting.done() and not waiting.cancelled():
                waiting.result()
        finally:
            waiting.cancel()

    async def _to_the_end(self, session: str) -> None:
        async for _ in follow(self.house.transcript, session):
            pass

    def beside(self, task: asyncio.Task[None]) -> None:
        """Keeps hold of work that outlives its request; none is begun while the server stops."""
        if self.closing:
            task.cancel()
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def close(self) -> None:
        """Stops admitting and sends the viewers home; sessions are parked by the house."""
        self.closing = True
        self.gallery.close()
        self.files.close()
        for task in list(self._beside):
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)


def hall_of(connection: HTTPConnection) -> Hall:
    """The hall this request came into."""
    hall: Hall = connection.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]


Depth = Annotated[str | None, Header(alias="Moot-Depth", description="How many councils deep the question is.")]


def depth_from(given: str | None) -> int:
    """How deep a question says it is."""
    if given is None:
        return 0
    if not given.isascii() or not given.isdigit() or len(given) > 4:
        raise BadInput("The header Moot-Depth is no number.", "Leave it out.")
    if int(given) > DEEPEST:
        raise TooDeep(f"This question comes from a council that is itself {int(given)} councils deep.")
    return int(given)


def once_of(key: str | None, door: str, body: object) -> Once | None:
    """What makes a repeated request find the session of the first."""
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise BadInput("The Idempotency-Key cannot be used.", f"Send 1 to {LONGEST_KEY} plain characters, e.g. a uuid.")
    digest = sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()
    return Once(key=f"{door}:{key}", digest=digest)


def changes_from(body: ForkBody, hall: Hall) -> Changes:
    """What is to be different in a fork, with the rubric that is meant."""
    changes = body.changes()
    return replace(changes, rubric=hall.house.rubrics.rubric(body.rubric)) if body.rubric else changes
