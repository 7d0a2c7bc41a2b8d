"""How does one page watch many sessions over one connection? A WebSocket that carries them all.

The client sends `{"do": "subscribe", "session": ID, "after": N}`, `{"do": "unsubscribe", "session": ID}` or
`{"do": "ping"}`. The server sends `{"session": ID, "events": [...]}`, `{"session": ID, "ended": true}`,
`{"pong": true}`, `{"error": {...}, "session": ID}`, and `{"changed": [ID, ...]}` when sessions of the list change.
"""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec
from starlette.types import Receive, Scope, Send

from moot.errors import BadInput, MootError, ServerFull
from moot.server import refusals
from moot.server.admission.connection_limit import Places
from moot.server.watching.frames import Tick
from moot.server.watching.stream import TRANSPORT, starting_point
from moot.server.watching.viewers import Gallery, Viewer
from moot.transcripts.sql.register import Register
from moot.transcripts.transcript import Transcript

MOST_SUBSCRIPTIONS = 64
CHANGES_EVERY = 1.0
"""Seconds between two notes that the list has changed."""
MOST_CHANGES = 500
LONGEST = 4_000
TRY_AGAIN_LATER = 1013
"""The code a socket is closed with when nobody more can watch."""


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a client asks."""

    do: Literal["subscribe", "unsubscribe", "ping"]
    session: str = ""
    after: int = 0


_READER = msgspec.json.Decoder(Request)


class Socket:
    """One client's connection."""

    def __init__(
        self,
        gallery: Gallery,
        places: Places,
        register: Register,
        transcript: Transcript,
        scope: Scope,
        send: Send,
    ) -> None:
        self._gallery, self._places, self._register, self._transcript = gallery, places, register, transcript
        transport = scope.get("extensions", {}).get(TRANSPORT)
        self._put_out = transport.abort if transport is not None else lambda: None
        self._send = send
        self._turn = asyncio.Lock()
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()

    async def run(self, receive: Receive) -> None:
        """Serves the client until it leaves."""
        if (await receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        try:
            self._places.check()
        except ServerFull as error:
            # A browser tells a page nothing of a refused handshake, so the socket is opened to say it.
            await self._say(refusals.body_of(error).decode())
            reason = error.code
            await self._send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": reason})
            return
        with self._places.held():
            await self._serve(receive)

    async def _serve(self, receive: Receive) -> None:
        unlisten = self._transcript.bell.listen(self._note)
        notes = asyncio.create_task(self._tell_changes())
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                try:
                    await self._do(message.get("text") or "")
                except MootError as error:
                    await self._say(refusals.body_of(error).decode())
        except OSError:
            return  # the client is gone in the middle of a word
        finally:
            unlisten()
            tasks = [notes, *self._watching.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _do(self, text: str) -> None:
        try:
            if len(text) > LONGEST:
                raise BadInput(f"A message has {len(text):,} characters.")
            asked = _READER.decode(text)
        except (msgspec.MsgspecError, UnicodeError):
            raise BadInput(
                "A message on this socket is not understood.",
                'Send {"do": "subscribe", "session": ID, "after": N}, {"do": "unsubscribe", "session": ID} or '
                '{"do": "ping"}.',
            ) from None
        if asked.do == "ping":
            await self._say('{"pong":true}')
            return
        task = self._watching.pop(asked.session, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if asked.do == "subscribe":
            if len(self._watching) >= MOST_SUBSCRIPTIONS:
                raise BadInput(f"One socket watches at most {MOST_SUBSCRIPTIONS} sessions.", "Unsubscribe from one.")
            self._watching[asked.session] = asyncio.create_task(self._watch(asked.session, asked.after))

    async def _watch(self, given: str, after: int) -> None:
        viewer = Viewer(self._put_out)
        time = asyncio.get_running_loop().time

        async def deliver(tick: Tick | None) -> bool:
            if tick is not None:
                async with self._turn:
                    viewer.sending = time()
                    await self._send({"type": "websocket.send", "text": tick.text})
                    viewer.sending = 0.0
            return not viewer.gone

        try:
            session = await self._register.resolve(given)
            if after < 0:
                raise BadInput("`after` is below 0.")
            after = await starting_point(self._gallery, session, after, None)
            if await self._gallery.watch(session, after, viewer, deliver):
                await self._say(msgspec.json.encode({"session": session, "ended": True}).decode())
        except MootError as error:
            problem = refusals.trouble_of(error)
            await self._say(msgspec.json.encode({"session": given, "error": problem}).decode())
        except OSError:
            return  # the reader of the socket notices too, and tidies up

    async def _tell_changes(self) -> None:
        while True:
            await asyncio.sleep(CHANGES_EVERY)
            if self._changed:
                changed, self._changed = sorted(self._changed), set()
                await self._say(msgspec.json.encode({"changed": changed}).decode())

    def _note(self, session: str) -> None:
        if len(self._changed) < MOST_CHANGES:
            self._changed.add(session)

    async def _say(self, text: str) -> None:
        async with self._turn:
            await self._send({"type": "websocket.send", "text": text})
