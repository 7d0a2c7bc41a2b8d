"""Serve many sessions to one page over one WebSocket.

The client sends `{"do": "subscribe", "session": ID, "after": N}`, `{"do": "unsubscribe", "session": ID}` or `{"do":
"ping"}`. The server sends `{"session": ID, "events": [...]}`, `{"session": ID, "ended": true}`, `{"pong": true}`,
`{"error": {...}, "session": ID}`, and `{"changed": [ID, ...]}` when sessions of the list change. The first message
selects the dialect: one with an `action` in it is passed to another contract.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec
from starlette.types import Receive, Scope, Send

from moot.egress.untrusted_text import shown
from moot.errors import BadInput, MootError, ServerFull
from moot.server import error_responses
from moot.server.admission.connection_limit import ConnectionSlots
from moot.server.watching.stream import TRANSPORT, Tick, Viewer, ViewerHub, starting_point
from moot.transcripts.sql.register import Register
from moot.transcripts.transcript import Transcript

Asked = TypeVar("Asked")

MOST_SUBSCRIPTIONS = 64
CHANGES_EVERY = 1.0
"""Number of seconds between two messages that sessions in the list have changed."""
MOST_CHANGES = 500
LONGEST = 4_000
"""Maximum number of characters in a message."""
TRY_AGAIN_LATER = 1013
"""WebSocket close code when no more viewers are admitted."""


class Client:
    """The WebSocket connection to one client. Messages to it are sent one at a time."""

    def __init__(self, scope: Scope, send: Send) -> None:
        transport = scope.get("extensions", {}).get(TRANSPORT)
        self.put_out = transport.abort if transport is not None else lambda: None
        self._send = send
        self._turn = asyncio.Lock()

    async def say(self, text: str) -> None:
        """Send a message to the client."""
        async with self._turn:
            await self._send({"type": "websocket.send", "text": text})

    async def show(self, viewer: Viewer, text: str) -> bool:
        """Send session events, as text, to the client, and return whether the client is still connected.

        If the client reads nothing for some seconds, disconnect it. `viewer` records since when the text has been
        waiting.
        """
        async with self._turn:
            viewer.sending = asyncio.get_running_loop().time()
            await self._send({"type": "websocket.send", "text": text})
            viewer.sending = 0.0
        return not viewer.gone


class Speaker(ABC):
    """Base class of the handlers of messages on the WebSocket, one for each message format."""

    @abstractmethod
    async def do(self, text: str) -> None:
        """Carry out a client's message; raise an error if it cannot be carried out."""

    @abstractmethod
    def refusal(self, error: MootError) -> str:
        """Return the message that reports an error to the client."""

    @abstractmethod
    async def close(self) -> None:
        """Clean up after the client has disconnected."""


def understood(reader: msgspec.json.Decoder[Asked], text: str, remedy: str) -> Asked:
    """Parse a client's message. If it cannot be parsed, raise an error with the reason and the given remedy."""
    if len(text) > LONGEST:
        raise BadInput(f"A message has {len(text):,} characters; at most {LONGEST:,} are read.", remedy)
    try:
        return reader.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadInput(f"A message on this socket is not understood: {shown(str(error))}.", remedy) from None


Dialects = Callable[[Client, str], Speaker | None]
"""Function that returns the handler for a client's first message, or `None` if the message is in Moot's own format."""


class Socket:
    """One client's WebSocket, from connecting to disconnecting."""

    def __init__(
        self,
        viewer_hub: ViewerHub,
        places: ConnectionSlots,
        register: Register,
        transcript: Transcript,
        scope: Scope,
        send: Send,
        dialects: Dialects = lambda _client, _text: None,
    ) -> None:
        self._gallery, self._places, self._register, self._transcript = viewer_hub, places, register, transcript
        self._send, self._dialects = send, dialects
        self._client = Client(scope, send)

    async def run(self, receive: Receive) -> None:
        """Serve the client until it disconnects."""
        if (await receive())["type"] != "websocket.connect":
            return
        await self._send({"type": "websocket.accept"})
        try:
            self._places.check()
        except ServerFull as error:
            # A browser gives a page no details of a refused handshake, so the socket is opened to send the error.
            await self._client.say(error_responses.body_of(error).decode())
            reason = error.code
            await self._send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": reason})
            return
        with self._places.held():
            await self._serve(receive)

    async def _serve(self, receive: Receive) -> None:
        speaker: Speaker | None = None
        changes = ListChanges(self._client, self._transcript)
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text") or ""
                if speaker is None and (speaker := self._dialects(self._client, text)) is None:
                    speaker = Subscriptions(self._client, self._gallery, self._register)
                    changes.begin()  # no other dialect has these notes
                try:
                    await speaker.do(text)
                except MootError as error:
                    await self._client.say(speaker.refusal(error))
        except OSError:
            return  # the client disconnected in the middle of a message
        finally:
            await changes.close()
            if speaker is not None:
                await speaker.close()


class ListChanges:
    """Notifies a client, about once a second, which sessions of the list have changed in the meantime."""

    def __init__(self, client: Client, transcript: Transcript) -> None:
        self._client = client
        self._changed: set[str] = set()
        self._unlisten = transcript.bell.listen(self._note)
        self._telling: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to notify the client."""
        self._telling = asyncio.create_task(self._tell())

    async def close(self) -> None:
        """Stop notifying the client."""
        self._unlisten()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(CHANGES_EVERY)
            if self._changed:
                changed, self._changed = sorted(self._changed), set()
                await self._client.say(msgspec.json.encode({"changed": changed}).decode())

    def _note(self, session: str) -> None:
        if len(self._changed) < MOST_CHANGES:
            self._changed.add(session)


class SocketRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A client's message in Moot's own WebSocket protocol."""

    do: Literal["subscribe", "unsubscribe", "ping"]
    session: str = ""
    after: int = 0


_READER = msgspec.json.Decoder(SocketRequest)
SEND = 'Send {"do": "subscribe", "session": ID, "after": N}, {"do": "unsubscribe", "session": ID} or {"do": "ping"}.'


class Subscriptions(Speaker):
    """Handler of Moot's own WebSocket protocol: a client subscribes to sessions and gets their events."""

    def __init__(self, client: Client, viewer_hub: ViewerHub, register: Register) -> None:
        self._client, self._gallery, self._register = client, viewer_hub, register
        self._watching: dict[str, asyncio.Task[None]] = {}

    async def do(self, text: str) -> None:
        """Carry out a message: subscribe to a session, unsubscribe, or answer a ping."""
        asked = understood(_READER, text, SEND)
        if asked.do == "ping":
            await self._client.say('{"pong":true}')
            return
        task = self._watching.pop(asked.session, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if asked.do == "subscribe":
            if len(self._watching) >= MOST_SUBSCRIPTIONS:
                raise BadInput(f"One socket watches at most {MOST_SUBSCRIPTIONS} sessions.", "Unsubscribe from one.")
            self._watching[asked.session] = asyncio.create_task(self._watch(asked.session, asked.after))

    def refusal(self, error: MootError) -> str:
        """Return the message that reports an error: `{"error": {...}}`."""
        return error_responses.body_of(error).decode()

    async def close(self) -> None:
        """End all the client's subscriptions after it has disconnected."""
        for task in self._watching.values():
            task.cancel()
        await asyncio.gather(*self._watching.values(), return_exceptions=True)

    async def _watch(self, given: str, after: int) -> None:
        viewer = Viewer(self._client.put_out)

        async def deliver(tick: Tick | None) -> bool:
            return await self._client.show(viewer, tick.text) if tick is not None else not viewer.gone

        try:
            session = await self._register.resolve(given)
            if after < 0:
                raise BadInput("`after` is below 0.")
            after = await starting_point(self._gallery, session, after, None)
            if await self._gallery.watch(session, after, viewer, deliver):
                await self._client.say(msgspec.json.encode({"session": session, "ended": True}).decode())
        except MootError as error:
            problem = error_responses.trouble_of(error)
            await self._client.say(msgspec.json.encode({"session": given, "error": problem}).decode())
        except OSError:
            return  # the reader of the socket notices too, and cleans up
