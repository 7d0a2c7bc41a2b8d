"""How does a question that came through `llm` become a session? It is put to the council, and its verdict dictated.

Nothing here knows `llm`. The session lies in the same store as those of every other door and can be resumed, forked and
exported like them. Whoever stops listening parks it: it is then listed as interrupted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.attachments.documents import Upload, documents_from, has_picture
from moot.errors import AttemptEnded, MootError, WaitingForPerson
from moot.house import House
from moot.sessions.results.result import Result, by_models, failure_of, result_of, withheld
from moot.sessions.verdict_stream import CUT_OFF, BrokeOff, Dictation
from moot.settings import home_folder, origin_of
from moot.transcripts.following import follow_until
from moot.vocabulary.councils import OptionValue
from moot.vocabulary.events import Event
from moot.vocabulary.questions import Turn
from moot.vocabulary.state import SessionState, fold

DOOR = "llm"


class Put(Struct, frozen=True, kw_only=True):
    """A question on its way from `llm` to a council."""

    council: str
    """The council, by name."""
    question: str
    """The words."""
    system: str = ""
    """What every seat is told in place of the council's own words; empty leaves those."""
    history: Sequence[Turn] = ()
    """Earlier turns of the conversation, oldest first."""
    files: Sequence[Upload] = ()
    """What is attached."""
    options: dict[str, OptionValue] = {}
    """Options in place of the council's."""
    budget: float | None = None
    """Most it may cost, in dollars."""
    seed: str | None = None
    """A seed to repeat a session's lots."""
    depth: int = 0
    """How many councils deep the question is."""


class Begun(Struct, frozen=True):
    """The session is open; comes before the first word."""

    session: str
    """Its id."""


Heard = Begun | SessionState | Result | str
"""What can be heard of a session: its id, how it stands, its result, the verdict's words."""


async def deliberated(put: Put) -> AsyncIterator[Heard]:
    """The session's id, how it stands until the first word, then the words, and the result: before them where they come
    after its commit.

    Raises the error that a session without a verdict is; what was recorded is kept.
    """
    full_speed = origin_of("demo_speed", home_folder()) == "default"
    house = await House.opened(DOOR, demo_speed=0.0 if full_speed else None)
    try:
        documents = await documents_from(put.files)
        sitting = await house.sits(council=put.council, pictures=has_picture(documents))
        council = replace(sitting.council, system=put.system) if put.system else sitting.council
        session = await house.convene(
            put.question,
            council,
            options=put.options,
            documents=documents,
            budget=put.budget,
            seed=put.seed,
            history=list(put.history),
            depth=put.depth,
            notes=sitting.notes,
        )
        yield Begun(session)
        async for item in _dictated(house, session):
            yield item
    finally:
        await house.close()


async def _dictated(house: House, session: str) -> AsyncIterator[Heard]:
    dictation, state = Dictation(), SessionState()
    try:
        async for batch in follow_until(house.runner.ended(session), house.transcript, session):
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
        rest = dictation.rest(result.verdict if result.verdict is not None else withheld(result))
    except BrokeOff:
        await house.runner.ended(session)
        raise MootError(CUT_OFF, f"Its session has ended; see `moot sessions show {session[:8]}`.") from None
    if not dictation.sent:
        yield result
    for piece in rest:
        yield piece
    if dictation.sent:
        yield result


def _unended(result: Result) -> MootError | None:
    """What to say of a session that came to no end here."""
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
    """What happened, with every seat's reason."""
    lines = by_models([line for line in result.degraded if line not in error.message], result)
    return "\n- ".join([error.message, *lines]) + ("\n" if lines else "")
