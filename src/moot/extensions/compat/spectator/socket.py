"""Start debates and watch them over `/ws`: the client sends a message with an `action` and receives frames.

    {"action": "new_session"}                             a topic by lot, the default council
    {"action": "new_session", "topic": …, "models": […], "council": …}
    {"action": "watch", "session": ID}                    from the first frame, running or finished

A debate continues whether it is watched or not, and is admitted and paid for like any session. A page that is trusted
only by its origin sees only debates that were started here.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import Literal

import msgspec

from moot.app import Ask
from moot.errors import BadInput, MootError, TooBusy, UnknownName
from moot.exports.public import NOT_AGAIN, Result, topic_drawn
from moot.extensions.compat.spectator.frames import AnyFrame, ErrorFrame
from moot.extensions.compat.spectator.moments import PROTOCOL, FrameBuilder
from moot.extensions.compat.spectator.records import debate_rows, records_of
from moot.server.public import (
    MOST_SUBSCRIPTIONS,
    Backend,
    Client,
    Contract,
    ContractRouter,
    Records,
    SessionRow,
    Speaker,
    Tick,
    Viewer,
    trouble_of,
    understood,
)
from moot.transcripts.public import SPECTATOR, wall_now
from moot.vocabulary.public import HERE, Event, Lot, SeatSpeaking

BUSY = "busy"
"""Error code if the application accepts no further debate at present."""
SEND = 'Send {"action": "new_session"} or {"action": "watch", "session": ID}.'


_SEEN = re.compile(
    r"/api/(?:health|models|sessions(?:/[^/]+)?|achievements|analytics/(?:leaderboard|head-to-head|models/[^/]+))"
)
_ACTS = re.compile(r"/api/models/[^/]+/(?:load|unload)")


class SpectatorRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A message from a client on the socket: to start a debate or to watch one."""

    action: Literal["new_session", "watch"]
    topic: str | None = None
    models: list[str] | None = None
    council: str | None = None
    session: str | None = None


_READER = msgspec.json.Decoder(SpectatorRequest)


def speaks(text: str) -> bool:
    """Return whether a socket's first message belongs to this API: a JSON object with an `action`."""
    try:
        said = msgspec.json.decode(text)  # a message that is too long is also refused in this dialect
    except (msgspec.MsgspecError, UnicodeError):
        return False
    return isinstance(said, dict) and "action" in said


class Spectator(Speaker):
    """One client's connection, on which it starts and watches debates."""

    def __init__(self, backend: Backend, client: Client, *, guest: bool) -> None:
        self._backend, self._client, self._guest = backend, client, guest
        self._watching: set[asyncio.Task[None]] = set()

    async def do(self, text: str) -> None:
        """Carry out what a client's message requests: start a debate, or send the frames of one that exists."""
        wish = understood(_READER, text, SEND)
        if len(self._watching) >= MOST_SUBSCRIPTIONS:
            raise BadInput(f"One socket watches at most {MOST_SUBSCRIPTIONS} sessions.", "Open another one.")
        if wish.action == "watch":
            session = await self._found(wish.session or "")
        else:
            session = await self._begun(wish)
        task = asyncio.create_task(self._watch(session))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    def refusal(self, error: MootError) -> str:
        """Return an error as the JSON of an `error` frame, to send to the client."""
        return self._error(error).decode()

    async def close(self) -> None:
        """Stop sending to this client. Debates that the client started continue."""
        tasks = list(self._watching)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _begun(self, wish: SpectatorRequest) -> str:
        topic = (wish.topic or "").strip() or await drawn(self._backend)
        here = set(self._backend.app.directory.kept())
        return await self._backend.convene(
            Ask(
                question=topic,
                protocol=PROTOCOL,
                council=wish.council or None,
                members=tuple(f"{HERE}/{each}" if each in here else each for each in wish.models or ()),
                door=SPECTATOR,
            )
        )

    async def _found(self, given: str) -> str:
        session = await self._backend.app.register.resolve(given)
        listing = await self._backend.app.register.get(session)
        if self._guest and listing.door != SPECTATOR:
            raise UnknownName("session", given)
        if listing.protocol != PROTOCOL:
            raise BadInput("That session is no debate.", "Watch it in Moot's own dialect, or on its page.")
        return session

    async def _watch(self, session: str) -> None:
        viewer = Viewer(self._client.put_out)

        async def show(frame: AnyFrame) -> bool:
            return await self._client.show(viewer, msgspec.json.encode(frame).decode())

        try:
            listing = await self._backend.app.register.get(session)
            standings = self._backend.app.standings
            earned = await standings.earned_before(listing.number, PROTOCOL, scripted=listing.scripted)
            rows = await self._backend.app.model_host.rows()
            moments = FrameBuilder({row.model: row for row in rows}, earned)

            async def deliver(tick: Tick | None) -> bool:
                for each in tick.frames if tick is not None else ():
                    if isinstance(each.item, Event):
                        for frame in moments.told(each.item):
                            if not await show(frame):
                                return False
                    elif isinstance(each.item, SeatSpeaking):
                        piece = moments.written(each.item, wall_now())
                        if piece is not None and not await show(piece):
                            return False
                return not viewer.gone

            if await self._backend.viewer_hub.watch(session, 0, viewer, deliver):
                for frame in moments.over():
                    await show(frame)
        except MootError as error:
            await self._client.say(self._error(error, session).decode())
        except OSError:
            return  # the reader of the socket notices too, and tidies up

    def _error(self, error: MootError, session: str = "") -> bytes:
        told = trouble_of(error)
        code = BUSY if isinstance(error, TooBusy) else told.code
        return msgspec.json.encode(
            ErrorFrame(session=session, at=wall_now(), code=code, message=told.message, remedy=told.remedy)
        )


async def drawn(backend: Backend) -> str:
    """Draw a topic for a debate at random from the known topics that were not debated lately, and return it."""
    recent = [each.question for each in await backend.app.register.list(NOT_AGAIN, protocol=PROTOCOL)]
    return topic_drawn(recent, Lot(secrets.token_hex(16), "topic"))


class SpectatorContract(Contract):
    """Rules of the API for pages that watch debates: admits the pages, serves their socket, and adds a debate's
    records to its result.
    """

    door = SPECTATOR

    def admits_origin(self, method: str, path: str) -> bool:
        if path == "/ws" and not method:
            return True
        reads = method in ("GET", "OPTIONS") and _SEEN.fullmatch(path) is not None
        return reads or (method in ("POST", "OPTIONS") and _ACTS.fullmatch(path) is not None)

    def speaker(self, backend: Backend, client: Client, text: str, guest: bool) -> Speaker | None:
        return Spectator(backend, client, guest=guest) if guest or speaks(text) else None

    async def rows(self, backend: Backend, protocol: str, rows: list[SessionRow]) -> list[SessionRow]:
        return await debate_rows(backend, rows) if protocol == PROTOCOL else rows

    async def records(self, backend: Backend, result: Result) -> Records | msgspec.UnsetType:
        if result.protocol != PROTOCOL:
            return msgspec.UNSET
        listing = await backend.app.register.get(result.session)
        earned = await backend.app.standings.earned_before(listing.number, PROTOCOL, scripted=listing.scripted)
        return records_of(await backend.events(result.session), earned)


router = ContractRouter(SpectatorContract())
"""The API's entry for the server. It has no routes of its own: pages use those of `/api`, and watch on `/ws`."""
