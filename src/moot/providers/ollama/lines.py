"""Parse the lines of an Ollama answer, without I/O: each network read is passed in.

Each line is a JSON object; the one with `done` ends the answer and contains the token counts. A line with `error` ends
it, too, whatever the HTTP status was.
"""

from __future__ import annotations

from typing import Any

from moot.errors import CallFailed
from moot.providers.models.listings import table
from moot.providers.openai.events import BOM
from moot.providers.openai.frames import loose_json
from moot.providers.provider import CallReport, Piece, StreamEnd, Text, ThinkingText
from moot.providers.provider_errors import failure_of, malformed, said_in
from moot.vocabulary.statements import Usage

LONGEST_LINE = 2_000_000
"""Most bytes of one line; a real one has some hundreds."""
WIRE_BYTES = 16
"""Ratio of a line's length to its text: read at most this multiple of the answer's limit."""


class OllamaReader:
    """Reader of one answer."""

    def __init__(self, most_bytes: int) -> None:
        self.done: StreamEnd | None = None
        """How it ended; `None` before."""
        self.heard = False
        """Whether any text has arrived."""
        self.read: int | None = None
        """Prompt tokens that the server reports to have read."""
        self._most = most_bytes
        self._size = 0
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Piece]:
        """Parse a network read; raise the error of a line that is not part of an answer."""
        self._size += len(data)
        if self._size > self._most * WIRE_BYTES:
            raise CallFailed("error", f"The answer passed {self._most} bytes.", error="too_large", spent=True)
        self._rest += data
        whole: list[bytes] = []
        if b"\n" in data:  # scan a long line once, not at each read
            *whole, rest = bytes(self._rest).split(b"\n")
            self._rest[:] = rest
        if len(self._rest) > LONGEST_LINE:
            raise CallFailed("error", f"A line passed {LONGEST_LINE} bytes.", error="too_large", spent=True)
        return [piece for line in whole for piece in self._line(line)]

    def end(self) -> list[Piece]:
        """Handle the end of the body."""
        rest = bytes(self._rest)
        self._rest.clear()
        pieces = self._line(rest)
        if self.done is None:
            raise CallFailed("incomplete", "The stream ended before the answer did.", spent=True)
        return pieces

    def _line(self, line: bytes) -> list[Piece]:
        if self.done is not None or not line.strip():
            return []
        try:
            told = loose_json(line.removeprefix(BOM))
        except (ValueError, RecursionError):
            raise malformed("Not a line of an answer", line) from None
        if not isinstance(told, dict):
            raise malformed("Not a line of an answer", line)
        if "error" in told:
            said = said_in(line)
            raise failure_of(0, said.message or "no further words", said.code, mid=True)
        message = table(told.get("message"))
        pieces: list[Piece] = []
        if isinstance(thought := message.get("thinking"), str) and thought:
            pieces.append(ThinkingText(thought))
        if isinstance(words := message.get("content"), str) and words:
            pieces.append(Text(words))
        self.heard = self.heard or bool(pieces)
        if told.get("done") is True:
            pieces.append(self._report(told))
            reason = told.get("done_reason")
            named = reason[:40] if isinstance(reason, str) else ""
            self.done = StreamEnd("truncated" if named == "length" else "ok", named)
        elif not message:
            raise malformed("Not a line of an answer", line)
        return pieces

    def _report(self, told: dict[str, Any]) -> CallReport:
        read, written = told.get("prompt_eval_count"), told.get("eval_count")
        model = told.get("model")
        usage = None
        if type(read) is int and type(written) is int and read > 0 and written >= 0:
            usage, self.read = Usage(input=read, output=written, calls=1), read
        return CallReport(usage=usage, model=model[:200] if isinstance(model, str) else "")
