"""How does a door that can take nothing back give a verdict? As it is written, or in pieces once it stands.

Chat clients and the `llm` program keep what they were sent. When an attempt at the verdict fails after its first piece,
or the verdict turns out not to begin with what was sent, `BrokeOff` is raised and nothing is spliced; the session goes
on. `tests/sessions/test_verdict_stream.py` and `tests/server/openai/test_chat.py` hold it.
"""

from __future__ import annotations

from collections.abc import Iterator

from moot.errors import CallFailed
from moot.vocabulary import keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking
from moot.vocabulary.signals import Signal

PIECE = 160
"""Characters of a verdict that is sent after its commit, piece by piece."""
CUT_OFF = "The council's verdict broke off while it was being written."


class BrokeOff(CallFailed):
    """What was sent cannot be gone on with."""

    remedy_by_default = "The session goes on or ends by itself; read it with `moot sessions show`."

    def __init__(self) -> None:
        super().__init__("incomplete", CUT_OFF)


class Dictation:
    """The verdict's words in order: each once, none taken back."""

    def __init__(self) -> None:
        self.sent = ""
        self._from: tuple[str, int] | None = None

    def taken(self, item: Event | Signal) -> str:
        """What is new to send in something that was followed; empty for most."""
        if isinstance(item, SeatSpeaking):
            return self.heard(item)
        if isinstance(item, Event):
            self.failed(item)
        return ""

    def heard(self, piece: SeatSpeaking) -> str:
        """What is new in a piece; raises when it belongs to another attempt than what was sent."""
        if not piece.verdict or piece.reasoning:
            return ""
        source = (piece.key, piece.attempt)
        if self.sent and source != self._from:
            raise BrokeOff
        self._from = source
        if piece.offset > len(self.sent):
            raise BrokeOff
        fresh = piece.text[len(self.sent) - piece.offset :]
        self.sent += fresh
        return fresh

    def failed(self, event: Event) -> None:
        """Raises when the attempt that was being sent has failed."""
        body = event.body
        if self.sent and isinstance(body, SeatFailed) and (keys.call_of(event.key), body.attempt) == self._from:
            raise BrokeOff

    def rest(self, text: str) -> Iterator[str]:
        """What is missing once the verdict stands, in pieces; raises when it does not begin with what was sent."""
        sent = self.sent.lstrip()
        if text.startswith(sent):
            missing = text[len(sent) :]
            return (missing[at : at + PIECE] for at in range(0, len(missing), PIECE))
        if text.rstrip() == sent.rstrip():
            return iter(())
        raise BrokeOff
