"""How does an event look on the wire? Encoded once, as bytes, whoever and however many watch.

Committed events carry their number; words on their way (`SeatSpeaking`) carry (key, attempt, offset) and none, so a
reconnecting viewer asks for what is committed and gets one snapshot of what is being said. Vectors are not sent: the
export `jsonl` holds them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from moot.exports.event_views import watched
from moot.vocabulary import keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking, SeatSpoke
from moot.vocabulary.signals import SeatWaiting, Signal

MOST_AT_ONCE = 256_000
"""Bytes of backlog sent in one write."""


class ViewerFrame:
    """One event and its JSON, made when the first viewer needs it."""

    def __init__(self, item: Event | Signal) -> None:
        self.item = item
        self.seq = item.seq if isinstance(item, Event) else 0

    @cached_property
    def json(self) -> bytes:
        """The event as JSON."""
        return msgspec.json.encode(watched(self.item) if isinstance(self.item, Event) else self.item)

    @property
    def sse(self) -> bytes:
        """As a server-sent event."""
        return b"id: %d\ndata: %b\n\n" % (self.seq, self.json) if self.seq else b"data: %b\n\n" % self.json


class Tick:
    """What is sent to every viewer at one moment."""

    def __init__(self, session: str, seq: int, frames: Sequence[ViewerFrame]) -> None:
        self.session, self.seq, self.frames = session, seq, frames

    @cached_property
    def sse(self) -> bytes:
        """As server-sent events."""
        return b"".join(frame.sse for frame in self.frames)

    @cached_property
    def text(self) -> str:
        """As one message of the socket."""
        return socket_text(self.session, self.frames)

    @property
    def size(self) -> int:
        """Bytes, about."""
        return sum(len(frame.json) for frame in self.frames)


def socket_text(session: str, frames: Sequence[ViewerFrame]) -> str:
    """Several events of a session as one message of the socket."""
    events = b",".join(frame.json for frame in frames)
    return (b'{"session":%b,"events":[%b]}' % (msgspec.json.encode(session), events)).decode()


class ViewerSpeech:
    """What one attempt has said so far, as the viewers were told."""

    def __init__(self, first: SeatSpeaking) -> None:
        self.first = first
        self.parts: dict[bool, list[str]] = {True: [], False: []}

    def snapshot(self) -> list[ViewerFrame]:
        """All of it, from offset 0."""
        return [
            ViewerFrame(replace(self.first, offset=0, text="".join(parts), reasoning=reasoning))
            for reasoning, parts in self.parts.items()
            if parts
        ]


class Speeches:
    """What is being said and waited for in a session, as the viewers were told: what a newcomer is told at once."""

    def __init__(self) -> None:
        self._live: dict[str, ViewerSpeech] = {}
        self._waits: dict[str, tuple[float, SeatWaiting]] = {}
        self._snapshot: list[ViewerFrame] | None = []

    def heard(self, piece: Signal) -> ViewerFrame:
        """Takes a piece in; returns its frame."""
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
        """A committed event may end a speech: its words are in the transcript now, or void."""
        if isinstance(event.body, (SeatSpoke, SeatFailed)):
            self._live.pop(keys.call_of(event.key), None)
            self._waits.pop(event.key, None)
            self._snapshot = None

    def snapshot(self) -> list[ViewerFrame]:
        """What is being said now; made once for all newcomers until something changes."""
        if self._snapshot is None:
            self._snapshot = [frame for speech in self._live.values() for frame in speech.snapshot()]
        return [*self._snapshot, *self._waiting()] if self._waits else self._snapshot

    def _waiting(self) -> Iterator[ViewerFrame]:
        now = time.monotonic()
        for told, piece in self._waits.values():
            left = None if piece.seconds is None else round(max(0.0, piece.seconds - (now - told)), 1)
            yield ViewerFrame(replace(piece, seconds=left))
