"""Run a session for a question that came through `llm`, and stream its verdict.

This module does not import `llm`. The session is in the same store as all others and can be resumed, forked and
exported. If the reader stops, the session is listed as interrupted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application, Ask, Upload, documents_from
from moot.errors import AttemptEnded, MootError, WaitingForPerson
from moot.exports.public import CUT_OFF, BrokeOff, Dictation, Result, by_models, failure_of, result_of, withheld
from moot.settings import home_folder, origin_of
from moot.transcripts.public import follow_until
from moot.vocabulary.public import Event, SessionState, fold

DOOR = "llm"


class SessionStart(Struct, frozen=True):
    """First item of a session's stream: the id of the session that was opened."""

    session: str
    """Id of the session."""


Heard = SessionStart | SessionState | Result | str
"""Items of a session's stream: the session's id, its state, its result, or the verdict's text."""


async def deliberated(ask: Ask, files: Sequence[Upload] = ()) -> AsyncIterator[Heard]:
    """Run a session for a question, and yield what happens: the session's id, then its state until the answer begins,
    then the answer's text piece by piece, then the result.

    If the text is sent only after the session is stored, the result comes before the text.

    Raises:
        MootError: The session has no verdict; what was recorded is kept.
    """
    full_speed = origin_of("demo_speed", home_folder()) == "default"
    app = await Application.opened(DOOR, demo_speed=0.0 if full_speed else None)
    try:
        session = await app.convene(replace(ask, documents=tuple(await documents_from(files))))
        yield SessionStart(session)
        async for item in _dictated(app, session):
            yield item
    finally:
        await app.close()


async def _dictated(app: Application, session: str) -> AsyncIterator[Heard]:
    dictation, state = Dictation(), SessionState()
    try:
        async for batch in follow_until(app.runner.ended(session), app.transcript, session):
            fresh = ""
            for item in batch:
                fresh += dictation.taken(item)
                if isinstance(item, Event):
                    state = fold(state, item)
            if state.ended_at or not (fresh or dictation.sent):
                yield state
            if fresh:
                yield fresh
        result = result_of(state)
        error = _unended(result) or failure_of(result)
        if error is not None:
            kept = f"`llm moot sessions show {session[:8]}` has what was said, and how it goes on."
            raise type(error)(_why(result, error), f"{error.remedy} {kept}".strip())
        rest = dictation.rest(result.body if result.body is not None else withheld(result))
    except BrokeOff:
        await app.runner.ended(session)
        raise MootError(CUT_OFF, f"Its session has ended; see `moot sessions show {session[:8]}`.") from None
    if not dictation.sent:
        yield result
    for piece in rest:
        yield piece
    if dictation.sent:
        yield result


def _unended(result: Result) -> MootError | None:
    """Return an error if the session has not ended: it waits for a person, or no longer runs in this process. Else
    `None`.
    """
    if result.outcome == "running":
        return AttemptEnded(
            "The session no longer runs here, and has not ended.",
            f"See `moot sessions show {result.session[:8]}`; if it is interrupted, `moot sessions resume` goes on.",
        )
    if result.outcome != "waiting":
        return None
    people = ", ".join(seat.id for seat in result.seats if seat.state == "waiting") or "nobody"
    return WaitingForPerson(f"The session waits for an answer of a person: {people}.")


def _why(result: Result, error: MootError) -> str:
    """Return the error's message, followed by a line for each failed seat with the reason."""
    lines = by_models([line for line in result.degraded if line not in error.message], result)
    return "\n- ".join([error.message, *lines]) + ("\n" if lines else "")
