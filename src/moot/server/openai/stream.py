"""Stream a session as an answer in one of OpenAI's formats: words in order, progress, and the end.

A client cannot take text back: when an attempt at the verdict fails after its first piece, the stream ends with an
error and nothing is spliced. If the answer must be JSON, nothing is sent before it is validated. A client that
disconnects stops nothing, unless its request or a setting asks for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import CallFailed, MootError, QuorumLost
from moot.server.dependencies import Backend
from moot.server.openai.chores import rewritten
from moot.server.openai.fields import Wishes
from moot.server.watching.stream import HEADERS, HEARTBEAT, Tick, ViewerConnection
from moot.sessions.verdict_stream import PIECE, Dictation
from moot.transcripts.sql.register import CHORE
from moot.views.result import Result, by_models, failure_of, result_of, withheld
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatFailed, SeatSpoke, SessionOpened, StageEntered
from moot.vocabulary.state import SessionState, fold
from moot.vocabulary.words.endings import in_a_line
from moot.vocabulary.words.seat_names import in_names

LESS = "> Less than a full result: "
"""Beginning of the answer's last line if the result is incomplete."""
STOPPING = "The server is stopping; the session goes on when it is back."


class StreamedAnswer(Struct, frozen=True, kw_only=True):
    """A council's answer in the form in which OpenAI's clients get it."""

    text: str | None
    """Text of the answer or, if the council gives none, the reason; `None` if JSON was requested and there is none."""
    refusal: str | None
    """The refusal that is sent instead of JSON."""
    finish: str
    """Why the text ends: `stop`, or `length` if it was cut."""
    note: str = ""
    """Last line of `text` if the result is incomplete; else empty."""
    progress: str = ""
    """Progress of the session, if requested."""


def answer_of(result: Result, wishes: Wishes) -> StreamedAnswer:
    """Return the answer of a finished session; raise the session's error if it has none."""
    error = error_of(result)
    if error is not None:
        raise error
    if result.body is None:
        why = withheld(result)
        return StreamedAnswer(
            text=why if wishes.form is None else None, refusal=None if wishes.form is None else why, finish="stop"
        )
    said = result.body if wishes.form is None else wishes.form.found_in(result.body)
    text, finish = whole(said, wishes)
    return StreamedAnswer(text=text, refusal=None, finish=finish or ("length" if result.truncated else "stop"))


async def answered(backend: Backend, result: Result, wishes: Wishes) -> tuple[Result, StreamedAnswer]:
    """Return a finished session's result and its answer.

    If the client requested JSON and the answer is not that JSON, one member rewrites the answer once in another
    session. The result is then that session's.
    """
    try:
        return result, await noted(backend, result, wishes)
    except CallFailed as error:
        if wishes.form is None or error.settled != "malformed":
            raise
        again = await rewritten(backend, result, wishes.form, wishes)
        if again is None:
            raise
        return again, answer_of(again, wishes)


def lacking(result: Result, wishes: Wishes, answer: StreamedAnswer) -> str:
    """Return a line for the end of the answer that names what the result lacks; empty if it lacks nothing.

    Also empty if the client's format, or its limit on the length, leaves no place for the line.
    """
    if not result.degraded or answer.text is None or answer.finish != "stop" or wishes.form is not None:
        return ""
    note = f"\n\n{LESS}{in_a_line(by_models(result.degraded, result))}"
    text, ended = whole(f"{answer.text}{note}", wishes)
    return note if not ended and text.endswith(note) else ""


async def noted(backend: Backend, result: Result, wishes: Wishes) -> StreamedAnswer:
    """Return a finished session's answer.

    It ends with a line on what the result lacks, if the settings ask for that line.
    """
    answer = answer_of(result, wishes)
    note = lacking(result, wishes, answer) if backend.app.settings.chat_degraded else ""
    if not note or await _is_chore(backend, result.session):
        return answer
    return replace(answer, text=f"{answer.text}{note}", note=note)


async def _is_chore(backend: Backend, session: str) -> bool:
    opened = (await backend.events(session))[0].body
    return isinstance(opened, SessionOpened) and opened.door == CHORE


def error_of(result: Result) -> MootError | None:
    """Return the error to send if a session has no answer, with the members that failed; `None` if the session has an
    answer.
    """
    if result.outcome in ("running", "waiting"):
        return CallFailed("incomplete", STOPPING)
    error = failure_of(result)
    if error is not None and result.missing:
        models = {seat.id: seat.model for seat in result.seats}
        causes = dict.fromkeys(f"{models.get(each.seat, each.seat)}: {each.cause}" for each in result.missing)
        error.message = f"{error.message} {in_a_line(causes)}".strip()
    if isinstance(error, QuorumLost) and result.answered:  # a request cannot be asked whether to go on with them
        error.remedy = (
            f"Ask again with `moot.at_least` set to have fewer do, or go on with those that answered "
            f"on the session's page, /s/{result.session}."
        )
    elif error is not None:
        error.remedy = f"{error.remedy} The session's page is /s/{result.session}.".strip()
    return error


class ProgressLines:
    """Writes the progress of a session as text: a line for each stage, and for each seat that has finished."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def told(self, event: Event, state: SessionState) -> str:
        """Return the progress line about an event (a stage began, a seat is done or failed); empty for other events."""
        body, stage = event.body, event_keys.stage_of(event.key)
        if isinstance(body, StageEntered):
            return f"Stage: {body.stage}\n"
        if (
            event.key != event_keys.move_of(event.key)
            or stage == "title"
            or not isinstance(body, (SeatSpoke, SeatFailed))
        ):
            return ""
        if not self._names:
            self._names = state.names()
        who = self._names.get(body.seat, body.seat)
        if isinstance(body, SeatSpoke):
            return f"{who} is done.\n"
        return f"{who} failed: {in_names(body.cause, self._names)}\n"


def progress_of(events: list[Event], state: SessionState) -> str:
    """Return the progress of a session so far as lines of text, from its events."""
    progress = ProgressLines()
    return "".join(progress.told(event, state) for event in events)


class StreamFormat(Protocol):
    """Writer of a streamed answer in one of OpenAI's formats."""

    def begin(self) -> Iterator[bytes]:
        """Yield the data before the first words."""

    def progress(self, text: str) -> Iterator[bytes]:
        """Yield a line about the council's progress."""

    def words(self, text: str) -> Iterator[bytes]:
        """Yield the next words of the answer."""

    def end(self, result: Result, answer: StreamedAnswer) -> Iterator[bytes]:
        """Yield the data after the last words of a finished answer."""

    def failed(self, error: MootError) -> Iterator[bytes]:
        """Yield the end of a stream without an answer."""


class AnswerStream(Response):
    """The response that streams a session's answer in one of OpenAI's formats."""

    def __init__(self, backend: Backend, session: str, writer: StreamFormat, wishes: Wishes) -> None:
        super().__init__()
        self._backend, self._session, self._writer, self._wishes = backend, session, writer, wishes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the verdict as it is written, or in pieces once it is final."""
        line = ViewerConnection(scope, send)
        headers = [*HEADERS, (b"moot-session", self._session.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await line.write(b": moot-session %b\n\n" % self._session.encode())
        with self._backend.places.held():
            async with stopping(self._backend, self._session, self._wishes, receive):
                await _send(line, self._writer.begin())
                try:
                    await self._tell(line)
                except MootError as error:
                    await _send(line, self._writer.failed(error))
        if not line.gone:
            await send({"type": "http.response.body", "body": b""})

    async def _tell(self, line: ViewerConnection) -> None:
        dictation, state, ending = Dictation(), SessionState(), StopSequences(self._wishes)
        progress = ProgressLines() if told(self._backend, self._wishes) else None
        held = self._wishes.form is not None

        async def deliver(tick: Tick | None) -> bool:
            nonlocal state
            if tick is None:
                return await line.write(HEARTBEAT)
            fresh, news = "", ""
            for frame in tick.frames:
                fresh += "" if held else dictation.taken(frame.item)
                if isinstance(frame.item, Event):
                    state = fold(state, frame.item)
                    news += progress.told(frame.item, state) if progress is not None else ""
            if news and not await _send(line, self._writer.progress(news)):
                return False
            return await _send(line, self._writer.words(ending.heard(fresh)) if fresh else iter(()))

        if not await self._backend.viewer_hub.watch(self._session, 0, line, deliver):
            raise CallFailed("incomplete", STOPPING)
        result = result_of(state)
        result, answer = await answered(self._backend, result, self._wishes)
        if held and answer.text is not None:
            for at in range(0, len(answer.text), PIECE):
                await _send(line, self._writer.words(answer.text[at : at + PIECE]))
        elif result.body is not None:
            for piece in dictation.rest(result.body):
                await _send(line, self._writer.words(ending.heard(piece)))
            await _send(line, self._writer.words(ending.ended() + answer.note))
        await _send(line, self._writer.end(result, answer))


async def _send(line: ViewerConnection, pieces: Iterator[bytes]) -> bool:
    for data in pieces:
        if not await line.write(data):
            return False
    return not line.gone


def told(backend: Backend, wishes: Wishes) -> bool:
    """Return whether a client gets lines about the council's progress. If the request does not say, the settings
    decide."""
    return backend.app.settings.chat_progress if wishes.own.progress is None else wishes.own.progress


async def finished(backend: Backend, session: str, wishes: Wishes, receive: Receive) -> tuple[Result, StreamedAnswer]:
    """Wait until a session has ended, and return its result and its answer. Raise if there is no answer."""
    with backend.places.held():
        async with stopping(backend, session, wishes, receive):
            await backend.until_over(session)
    events = await backend.events(session)
    state = await backend.state(session)
    result, answer = await answered(backend, result_of(state), wishes)
    return result, replace(answer, progress=progress_of(events, state)) if told(backend, wishes) else answer


@asynccontextmanager
async def stopping(backend: Backend, session: str, wishes: Wishes, receive: Receive) -> AsyncIterator[None]:
    """While the context lasts, stop the session if the client disconnects.

    This happens only if the request asks for it or, when the request does not say, if the settings do. Otherwise the
    session continues.
    """
    wished = wishes.own.stop_on_close
    if not (backend.app.settings.chat_stop_on_close if wished is None else wished):
        yield
        return
    watching = asyncio.create_task(_left(receive, lambda: backend.beside(asyncio.create_task(_stop(backend, session)))))
    try:
        yield
    finally:
        watching.cancel()


async def _left(receive: Receive, then: Callable[[], object]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    then()


async def _stop(backend: Backend, session: str) -> None:
    with suppress(MootError):  # it has ended meanwhile
        await backend.app.runner.stop(session)


BYTES = 4
"""Number of bytes counted as one token."""


class StopSequences:
    """Cuts a streamed text at the first stop sequence, even one that is split over two pieces, or at the token
    limit."""

    def __init__(self, wishes: Wishes) -> None:
        self._stop = wishes.stop
        self._left = None if wishes.most is None else wishes.most * BYTES
        self._held = ""
        self.finish = ""
        """Why the text was cut: `stop` or `length`; empty if it was not."""

    def heard(self, piece: str) -> str:
        """Take a streamed piece, and return the text that can be sent now. Once the text has been cut, return an empty
        text."""
        if self.finish:
            return ""
        text = self._held + piece
        found = min((at for stop in self._stop if (at := text.find(stop)) >= 0), default=-1)
        if found >= 0:
            shown = self._within(text[:found])
            self.finish = self.finish or "stop"
            return shown
        keep = max((_overlap(text, stop) for stop in self._stop), default=0)
        self._held = text[len(text) - keep :]
        return self._within(text[: len(text) - keep])

    def ended(self) -> str:
        """Return the end of the text, which was kept back because it could begin a stop sequence. Call this when all
        text has arrived."""
        shown, self._held = self._held, ""
        return "" if self.finish else self._within(shown)

    def _within(self, text: str) -> str:
        if self._left is None:
            return text
        data = text.encode("utf-8", "replace")
        if len(data) > self._left:
            text, self.finish = data[: self._left].decode("utf-8", "ignore"), "length"
        self._left = max(0, self._left - len(data))
        return text


def whole(text: str, wishes: Wishes) -> tuple[str, str]:
    """Return a finished text cut at a stop sequence or the token limit, and which of the two cut it: `stop`, `length`
    or empty.
    """
    ending = StopSequences(wishes)
    return ending.heard(text) + ending.ended(), ending.finish


def _overlap(text: str, stop: str) -> int:
    """Return how many characters at the end of the text could be the beginning of the stop sequence."""
    return next((n for n in range(min(len(stop) - 1, len(text)), 0, -1) if text.endswith(stop[:n])), 0)
