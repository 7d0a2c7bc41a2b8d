"""Encode events for viewers, once, as bytes, however many watch.

Committed events have their number; partial text (`SeatSpeaking`) has (key, attempt, offset) and none, so a viewer that
reconnects asks for what is committed and gets one snapshot of the partial text. Vectors are not sent: the export
`jsonl` contains them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from moot.exports.event_views import watched
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking, SeatSpoke
from moot.vocabulary.signals import SeatWaiting, Signal

MOST_AT_ONCE = 256_000
"""Bytes of backlog sent in one write."""


class ViewerFrame:
    """One event and its JSON, encoded when the first viewer needs it."""

    def __init__(self, item: Event | Signal) -> None:
        self.item = item
        self.seq = item.seq if isinstance(item, Event) else 0

    @cached_property
    def json(self) -> bytes:
        """Return the event as JSON."""
        return msgspec.json.encode(watched(self.item) if isinstance(self.item, Event) else self.item)

    @property
    def sse(self) -> bytes:
        """Return the event as a server-sent event."""
        return b"id: %d\ndata: %b\n\n" % (self.seq, self.json) if self.seq else b"data: %b\n\n" % self.json


class Tick:
    """Frames that are sent to every viewer at one moment."""

    def __init__(self, session: str, seq: int, frames: Sequence[ViewerFrame]) -> None:
        self.session, self.seq, self.frames = session, seq, frames

    @cached_property
    def sse(self) -> bytes:
        """Return the frames as server-sent events."""
        return b"".join(frame.sse for frame in self.frames)

    @cached_property
    def text(self) -> str:
        """Return the frames as one message of the socket."""
        return socket_text(self.session, self.frames)


def socket_text(session: str, frames: Sequence[ViewerFrame]) -> str:
    """Return several events of a session as one message of the socket."""
    events = b",".join(frame.json for frame in frames)
    return (b'{"session":%b,"events":[%b]}' % (msgspec.json.encode(session), events)).decode()


class ViewerSpeech:
    """Text of one attempt so far, as sent to the viewers."""

    def __init__(self, first: SeatSpeaking) -> None:
        self.first = first
        self.parts: dict[bool, list[str]] = {True: [], False: []}

    def snapshot(self) -> list[ViewerFrame]:
        """Return all of it, from offset 0."""
        return [
            ViewerFrame(replace(self.first, offset=0, text="".join(parts), reasoning=reasoning))
            for reasoning, parts in self.parts.items()
            if parts
        ]


class Speeches:
    """Partial texts and waits of a session, as sent to the viewers; a new viewer gets them at once."""

    def __init__(self) -> None:
        self._live: dict[str, ViewerSpeech] = {}
        self._waits: dict[str, tuple[float, SeatWaiting]] = {}
        self._snapshot: list[ViewerFrame] | None = []

    def heard(self, piece: Signal) -> ViewerFrame:
        """Add a piece; return its frame."""
        if isinstance(piece, SeatWaiting):
            self._waits[piece.key] = (time.monotonic(), piece)
            if not (piece.why or piece.optional):
                del self._waits[piece.key]
            return ViewerFrame(piece)
        self._snapshot = None
        speech = self._live.get(piece.key)
        if speech is None or speech.first.attempt != piece.attempt:
            speech = self._live[piece.key] = ViewerSpeech(piece)
        if piece.offset == 0:
            speech.parts[piece.reasoning] = []
        speech.parts[piece.reasoning].append(piece.text)
        return ViewerFrame(piece)

    def settled(self, event: Event) -> None:
        """Remove a partial text that a committed event has completed or voided."""
        if isinstance(event.body, (SeatSpoke, SeatFailed)):
            self._live.pop(event_keys.call_of(event.key), None)
            self._waits.pop(event.key, None)
            self._snapshot = None

    def snapshot(self) -> list[ViewerFrame]:
        """Return the present partial texts; encoded once for all new viewers until something changes."""
        if self._snapshot is None:
            self._snapshot = [frame for speech in self._live.values() for frame in speech.snapshot()]
        return [*self._snapshot, *self._waiting()] if self._waits else self._snapshot

    def _waiting(self) -> Iterator[ViewerFrame]:
        now = time.monotonic()
        for told, piece in self._waits.values():
            left = None if piece.seconds is None else round(max(0.0, piece.seconds - (now - told)), 1)
            yield ViewerFrame(replace(piece, seconds=left))
