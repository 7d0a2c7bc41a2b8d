"""Parse the event stream of an OpenAI-compatible answer, without I/O: each network read is passed in.

All complete lines of a read are parsed at once, and adjacent deltas become one `Text`. Text before a fault is kept:
`feed` returns it and stores the fault in `failure`. Only a finish reason ends an answer; `[DONE]` alone does not,
because proxies write it after an upstream failure.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from moot.errors import CallFailed
from moot.providers.openai.frames import (
    NOT_THERE,
    CompletionChunk,
    Delta,
    NotAFrame,
    bill_from,
    citations_of,
    failure_in,
    frame_from,
    frames_from,
    is_there,
    plain_words_of,
    thought_of,
    tool_calls_of,
    words_of,
)
from moot.providers.provider import (
    CallReport,
    Piece,
    PromptProgress,
    SearchSources,
    StreamEnd,
    Text,
    ThinkingText,
    ToolCalls,
)
from moot.providers.provider_errors import failure_of, malformed
from moot.vocabulary.statements import Settlement
from moot.vocabulary.tools import ToolCall

LONGEST_LINE = 2_000_000
"""Most bytes of one event in an answer's stream; a real one has some hundreds."""
WIRE_BYTES = 16
"""How many times longer than its text an answer's stream may be; no more of it is read."""
MOST_CALLS = 32
"""Most tool calls of one answer that are read."""
KEPT = 800
"""First bytes of a body that are kept, to describe it if it is no answer."""

BOM = b"\xef\xbb\xbf"
_FIELDS = (b"event:", b"id:", b"retry:", b"event", b"id", b"retry")
_REFUSED = ("content_filter", "refusal", "safety", "sensitive", "prohibited_content", "recitation")
_CUT = ("length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded")


class RepeatedChunks:
    """Filters out chunks that a service sends twice.

    A chunk is recognised by the `id:` line of its event. If there is no such line, it is recognised by its own `id`. If
    different chunks have the same id, ids belong to answers and not to chunks. From then on, no chunk is filtered.
    """

    def __init__(self) -> None:
        self.shared = False
        """Whether ids do not identify chunks."""
        self._seen: dict[bytes, bytes] = {}
        self._waiting: list[CompletionChunk] = []

    def taken(self, key: bytes, data: bytes, frame: CompletionChunk) -> list[CompletionChunk]:
        """Return the chunks to process now: this one, none if it is a repeat, or delayed ones together with it. A
        repeat is delayed until it is clear whether ids identify chunks."""
        before = self._seen.get(key)
        if self.shared or not key:
            return [frame]
        if before is None:
            self._seen[key] = data
            self._waiting.clear()
            return [frame]
        if before != data or self._waiting:
            return [*self.keep_all(), frame]
        if len(self._seen) == 1:
            self._waiting.append(frame)
        return []

    def keep_all(self) -> list[CompletionChunk]:
        """Stop filtering repeats, and return the chunks that were delayed."""
        self.shared = True
        waiting, self._waiting = self._waiting, []
        return waiting


class CompletionReader:
    """Parses the event stream, or the JSON body, of one answer from an OpenAI-compatible server."""

    def __init__(self, most_bytes: int, *, tools: bool = False) -> None:
        """Begin an answer; `tools` tells whether the model was offered any."""
        self.failure: CallFailed | None = None
        """The error; `None` before."""
        self.ended = False
        """Whether `[DONE]` has arrived; the rest is ignored."""
        self.finish = ""
        """The finish reason; empty before it arrives."""
        self.heard = False
        """Whether any text has arrived."""
        self._most = most_bytes
        self._read = 0
        self._head = b""
        self._whole: bool | None = None
        self._start = b""
        self._after_cr = False
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._event_id = b""
        self._repeats = RepeatedChunks()
        self._frames = self._choices = 0
        self._words: list[str] = []
        self._thinking = False
        self._pieces: list[Piece] = []
        self._refusal = self._tools = False
        self._offered = tools
        self._calls: dict[int, list[str]] = {}
        """Parts of tool calls by their index: id, name, and the parts of the arguments."""
        self._model = self._id = ""

    @property
    def finished(self) -> bool:
        """Return whether the answer's text is complete, even if the bill and other details may still follow."""
        return bool(self.finish) or self._refusal

    def feed(self, data: bytes) -> list[Piece]:
        """Parse the next bytes from the network, and return the pieces of the answer in these bytes."""
        self._read += len(data)
        if len(self._head) < KEPT:
            self._head += data[: KEPT - len(self._head)]
        try:
            self._body(data)
        except CallFailed as failed:
            if not self.finish:
                self.failure = failed
            self.ended = True  # later data cannot damage a complete answer
        return self._taken()

    def _body(self, data: bytes) -> None:
        if self._whole is None:
            data = (self._start + data).removeprefix(BOM).lstrip()
            if BOM.startswith(data) and data != BOM:  # nothing yet, or a part of the mark
                self._start = data
                self._check(self._read, self._most * WIRE_BYTES)
                return
            self._whole = data[:1] in (b"{", b"[")
        if self._whole:
            self._rest += data
            self._check(len(self._rest), self._most)
            return
        self._check(self._read, self._most * WIRE_BYTES)
        if self._after_cr:
            data = data.removeprefix(b"\n")
        self._after_cr = data.endswith(b"\r") or (self._after_cr and not data)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self._lines(data)

    def end(self) -> list[Piece]:
        """Parse the last bytes and return their pieces. Afterwards, `failure` shows whether the answer is valid."""
        rest = bytes(self._rest) if self._whole is not None else self._start
        self._rest.clear()
        try:
            if self._whole:
                self._event(rest)
            elif not self.ended:
                self._last_line(rest)
            for frame in self._repeats.keep_all():
                self._frame(frame)
            if not self._whole or not self._choices:
                self._judge()
        except CallFailed as failed:
            if not self.finish:
                self.failure = self.failure or failed
        return self._taken()

    def done(self) -> StreamEnd:
        """Return how the answer ended (complete, cut or refused), or raise the error that its finish reason means."""
        reason = self.finish.lower()
        if self._refusal or reason in _REFUSED:
            return StreamEnd("refused", self.finish or "refusal")
        if reason == "error":
            raise failure_of(500, "The provider ended the answer with finish reason 'error'.", mid=True)
        if reason in _CUT:
            return StreamEnd("truncated", self.finish)
        if not self._offered and (self._tools or reason in ("tool_calls", "function_call")) and self.heard:
            raise CallFailed("incomplete", "The model stopped to call a tool that nobody offered.", spent=True)
        return StreamEnd("ok", self.finish)

    def _check(self, size: int, most: int) -> None:
        if size > most:
            raise CallFailed("error", f"The answer passed {most} bytes.", error="too_large", spent=True)

    def _lines(self, data: bytes) -> None:
        rest = self._rest
        if rest:
            rest += data
            if b"\n" not in data:
                self._check(len(rest), LONGEST_LINE)
                return
            data = bytes(rest)
        lines = data.split(b"\n")
        rest[:] = lines.pop()
        for line in lines[self._taken_at_once(lines) :]:
            if self.ended:
                return
            if line.startswith(b"data:"):
                self._data.append(line[5:])
            elif not line:
                if self._data:
                    self._dispatch()
                self._event_id = b""
            elif line.startswith(b"id:"):
                self._event_id = line[3:].strip()
            elif line[0] != 58 and not line.startswith(_FIELDS):  # 58 is the colon that starts a comment
                raise malformed("The answer is no event stream", self._head)
        self._check(len(rest), LONGEST_LINE)

    def _taken_at_once(self, lines: list[bytes]) -> int:
        """Parse these lines at once if all are simple events: an object on one line, then an empty line. Return the
        number of lines parsed.

        If there is any other line, return 0. The caller then parses line by line.
        """
        plain = len(lines) & ~1
        if plain and lines[plain - 2] == b"data: [DONE]":
            plain -= 2
        if not plain or self._data or self.ended or any(lines[1:plain:2]):
            return 0
        events = lines[:plain:2]
        if not all(event.startswith(b"data: {") and event.endswith(b"}") for event in events):
            return 0
        frames = frames_from(events)
        if frames is None:
            return 0
        if not self._repeats.shared:
            if len({frame.id for frame in frames}) != 1 or len(set(events)) == 1:
                return 0
            for frame in self._repeats.keep_all():
                self._frame(frame)
        for frame in frames:
            self._frame(frame)
        return plain

    def _last_line(self, rest: bytes) -> None:
        line = rest.strip()
        if line.startswith(b"data:"):
            self._data.append(line[5:])
        elif line and line[0] != 58 and not line.startswith(_FIELDS):
            raise malformed("The answer is no event stream", self._head)
        if self._data:
            try:
                self._dispatch()
            except CallFailed:
                raise CallFailed("incomplete", "The stream ended in the middle of an event.", spent=True) from None

    def _dispatch(self) -> None:
        events, self._data = self._data, []
        joined = events[0] if len(events) == 1 else b"\n".join(events)
        if len(joined) < 20 and joined.strip() == b"[DONE]":
            self.ended = True
            return
        if len(events) > 1:
            try:
                frame_from(joined)
            except NotAFrame:
                # Servers that omit the blank line between events.
                self._event_id = b""
                for event in events:
                    self._data = [event]
                    self._dispatch()
                    if self.ended:
                        return
                return
        self._event(joined)

    def _event(self, data: bytes) -> None:
        try:
            frame = frame_from(data)
        except NotAFrame as error:
            if self.finished:
                return  # the answer is complete; ignore a broken bill
            raise malformed(f"Not an answer ({error})", data.strip()) from None
        key = b"line " + self._event_id if self._event_id else (frame.id or "").encode()
        for each in self._repeats.taken(key, data, frame):
            self._frame(each)

    def _frame(self, frame: CompletionChunk) -> None:
        self._frames += 1
        words = plain_words_of(frame) if self._id and frame.model == self._model else None
        if words is not None:  # as in nearly all events
            self._choices += 1
            if words and not self.finish:
                self._say(words, False)
            return
        if frame.error is not NOT_THERE and is_there(frame.error) and not self.finish:
            raise failure_in(frame.error, mid=not self._whole)
        for choice in frame.choices or ():
            self._choices += 1
            if choice.index or self.finish:  # nothing after the finish reason belongs to the answer
                continue
            if choice.error is not NOT_THERE and is_there(choice.error):
                raise failure_in(choice.error, mid=not self._whole)
            delta = choice.delta or choice.message
            if delta is not None:
                self._delta(delta)
            elif choice.text:
                self._say(choice.text, False)
            if choice.finish_reason and choice.finish_reason != "null":
                self.finish = choice.finish_reason
        self._report(frame)

    def _delta(self, delta: Delta) -> None:
        content = delta.content
        thinks = delta.reasoning or delta.reasoning_content or delta.reasoning_details or type(content) is list
        if thinks and (thought := thought_of(delta)):
            self._say(thought, True)
        if content and (words := content if type(content) is str else words_of(content)):
            self._say(words, False)
        if delta.refusal:
            self._refusal = True
            self._say(delta.refusal, False)
        if delta.annotations is not NOT_THERE and is_there(delta.annotations) and (hits := citations_of(delta)):
            self._flush()
            self._pieces.append(SearchSources(hits))
        if delta.tool_calls is not NOT_THERE and is_there(delta.tool_calls):
            self._tools = True
            if self._offered:
                self._call(delta)

    def _call(self, delta: Delta) -> None:
        for part in tool_calls_of(delta):
            last = max(self._calls, default=-1)
            at = part.index if part.index is not None else last + 1 if part.id or last < 0 else last
            if at not in self._calls and len(self._calls) == MOST_CALLS:
                continue
            call = self._calls.setdefault(at, ["", ""])
            call[0] = call[0] or part.id or ""
            if part.function is not None:
                call[1] = call[1] or part.function.name or ""
                words = part.function.arguments or ""
                call.append(words if isinstance(words, str) else msgspec.json.encode(words).decode())

    def tool_calls(self) -> ToolCalls | None:
        """Return the tool calls of the finished answer; `None` if it has none."""
        calls = [
            ToolCall(id=(call[0] or f"call-{at}")[:100], name=call[1][:100], arguments="".join(call[2:]) or "{}")
            for at, call in sorted(self._calls.items())
            if call[1]
        ]
        return ToolCalls(tuple(calls)) if calls else None

    def _report(self, frame: CompletionChunk) -> None:
        model = frame.model if frame.model and frame.model != self._model else ""
        name = frame.id if frame.id and not self._id else ""
        bill = bill_from(frame.usage) if is_there(frame.usage) else None
        if model or name or bill is not None:
            self._model, self._id = model or self._model, name or self._id
            self._flush()
            told = CallReport(model=model[:200], generation=name[:200])
            if bill is not None:
                told = replace(told, usage=bill.usage, cost=bill.cost, stored=bill.stored)
            self._pieces.append(told)
        if frame.prompt_progress is not NOT_THERE and is_there(frame.prompt_progress):
            self._flush()
            self._pieces.append(PromptProgress())

    def _say(self, words: str, thinking: bool) -> None:
        if thinking is not self._thinking:
            self._flush()
            self._thinking = thinking
        self._words.append(words)
        if not thinking and not self.heard:
            self.heard = not words.isspace()

    def _flush(self) -> None:
        if self._words:
            words = "".join(self._words)
            self._words.clear()
            self._pieces.append(ThinkingText(words) if self._thinking else Text(words))

    def _taken(self) -> list[Piece]:
        self._flush()
        pieces, self._pieces = self._pieces, []
        return pieces

    def _judge(self) -> None:
        if self.failure is not None or self.finished:
            return
        if self._frames and not self._choices:
            raise malformed("The answer holds no choices", self._head)
        settled: Settlement = "incomplete"
        raise CallFailed(settled, "The stream ended without a finish reason.", spent=True)
