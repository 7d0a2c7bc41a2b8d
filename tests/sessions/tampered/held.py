"""Sessions for the tests of tampering, each run here and of another kind.

`SESSIONS` names them; each is a function from a hall to the id of a session that ended as its name says.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from moot.errors import CallFailed
from moot.protocols import registry
from moot.providers.provider import Call
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import Event
from moot.vocabulary.questions import Turn
from rig.words import answer_for
from sessions.backend import Backend, Said


def says(call: Call) -> Said:
    """Any task of any protocol, done as its prompt asks."""
    return answer_for(call.messages[-1].text, call.schema, 30)


def faulty(call: Call) -> Said:
    """The same with everything that can go wrong: a refusal, an error that passes, ballots that cannot be read."""
    if call.seat.id == "seat-c":
        return CallFailed("refused", "The filter refused it.")
    if call.seat.id == "seat-a" and call.key.startswith("opinions") and call.key not in STUMBLED:
        STUMBLED.add(call.key)
        return CallFailed("error", "It answered 503.", error="server")
    if call.seat.id == "seat-b" and call.schema is not None:
        return "Here is no ballot."
    if call.seat.id == "seat-d" and call.schema is not None and not call.key.endswith("+repair"):
        return "Not yet."
    return says(call)


STUMBLED: set[str] = set()
"""Calls that have failed once."""


def silent(call: Call) -> Said:
    """Most of them fail, so that no quorum stands."""
    return says(call) if call.seat.id in ("seat-a", "chair") else CallFailed("error", "It is gone.", error="not_found")


def plain(protocol: str) -> Held:
    """A session of a protocol in which all went well."""

    async def held(backend: Backend) -> str:
        backend.voice.say = says
        return await backend.convene(protocol, members=max(4, registry.find(protocol).fewest), titled=True)

    return held


async def degraded(backend: Backend) -> str:
    STUMBLED.clear()
    backend.voice.say = faulty
    return await backend.convene("peer-review", members=5, history=(Turn(question="What is moot?", answer="Open."),))


async def forked(backend: Backend) -> str:
    source = await plain("debate")(backend)
    session = await backend.runner.fork(source, ForkChanges(stage="rebuttals"))
    await backend.runner.ended(session)
    return session


async def went_on(backend: Backend) -> str:
    """It lost its quorum, went on with who answered, and reached a verdict."""
    backend.voice.say = silent
    session = await backend.convene("peer-review", members=4)
    await backend.resume(session, quorum=1)
    return session


Held = Callable[[Backend], Awaitable[str]]
SESSIONS: dict[str, Held] = {
    **{name: plain(name) for name in registry.OURS},
    "degraded": degraded,
    "forked": forked,
    "went on": went_on,
}


async def held(name: str) -> Sequence[Event]:
    """The events of one of them."""
    async with Backend(says) as backend:
        return await backend.events(await SESSIONS[name](backend))
