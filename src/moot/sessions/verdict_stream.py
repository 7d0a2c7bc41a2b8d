"""Stream a verdict to clients that cannot take text back: while it is written, or in pieces after its commit.

Chat clients and the `llm` program keep what they received. If an attempt at the verdict fails after its first piece, or
the verdict does not begin with the text sent, `BrokeOff` is raised and nothing is spliced; the session goes on. Tests:
`tests/sessions/test_verdict_stream.py` and `tests/server/openai/test_chat.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from moot.errors import CallFailed
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpeaking, Signal

PIECE = 160
"""Number of characters in each piece of a verdict that is sent after it was recorded."""
CUT_OFF = "The council's verdict broke off while it was being written."


class BrokeOff(CallFailed):
    """Raised when a streamed verdict cannot be continued, because another attempt writes it again and differently."""

    remedy_by_default = "The session goes on or ends by itself; read it with `moot sessions show`."

    def __init__(self) -> None:
        super().__init__("incomplete", CUT_OFF)


class Dictation:
    """Collects the text of a session's verdict for a client that gets it piece by piece and cannot take text back."""

    def __init__(self) -> None:
        self.sent = ""
        self._from: tuple[str, int] | None = None

    def taken(self, item: Event | Signal) -> str:
        """Return the text that an event or signal adds to the verdict already sent; empty for most."""
        if isinstance(item, SeatSpeaking):
            return self.heard(item)
        if isinstance(item, Event):
            self.failed(item)
        return ""

    def heard(self, piece: SeatSpeaking) -> str:
        """Return the text that this piece adds to the verdict already sent.

        Raises:
            BrokeOff: The piece belongs to another attempt than the text sent.
        """
        if not piece.verdict or piece.reasoning:
            return ""
        if piece.key == event_keys.VERDICT:  # the whole text, before it is committed
            fresh = "".join(self.rest(piece.text)) if not piece.offset else piece.text
            self.sent += fresh
            return fresh
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
        """Raise `BrokeOff` if this event records that the attempt whose text is being sent has failed."""
        body = event.body
        if self.sent and isinstance(body, SeatFailed) and (event_keys.call_of(event.key), body.attempt) == self._from:
            raise BrokeOff

    def rest(self, text: str) -> Iterator[str]:
        """Yield, in pieces, the part of the recorded verdict `text` that has not been sent yet.

        Raises:
            BrokeOff: The verdict does not begin with the text sent.
        """
        sent = self.sent.lstrip()
        if text.startswith(sent):
            missing = text[len(sent) :]
            return (missing[at : at + PIECE] for at in range(0, len(missing), PIECE))
        if text.rstrip() == sent.rstrip():
            return iter(())
        raise BrokeOff
