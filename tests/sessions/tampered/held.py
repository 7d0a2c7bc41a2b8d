"""Which sessions are changed by hand to see whether that is found? Ten that were held here, each of another kind.

`SESSIONS` names them; each is a function from a hall to the id of a session that ended as its name says.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence

from moot.errors import CallFailed
from moot.protocols import registry
from moot.providers.provider import Call
from moot.sessions.fork import Changes
from moot.sessions.resuming import awaited
from moot.transcripts.kept_prompts import prompt_kept
from moot.vocabulary.events import Event
from moot.vocabulary.questions import Turn
from rig.words import answer_for
from sessions.hall import Hall, Said, until


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


async def answered(hall: Hall, session: str) -> None:
    """Everything that people are waited for, answered as asked."""
    while keys := awaited(await hall.events(session)):
        for key in keys:
            kept = await prompt_kept(hall.transcript, session, key)
            schema = json.loads(kept.schema) if kept.schema else None
            await hall.runner.answer(session, key, answer_for(kept.messages[-1].text, schema, 30))
        await hall.runner.ended(session)


def plain(protocol: str) -> Held:
    """A session of a protocol in which all went well."""

    async def held(hall: Hall) -> str:
        hall.voice.say = says
        return await hall.convene(protocol, members=max(4, registry.find(protocol).fewest), titled=True)

    return held


async def degraded(hall: Hall) -> str:
    STUMBLED.clear()
    hall.voice.say = faulty
    return await hall.convene("peer-review", members=5, history=(Turn(question="What is moot?", answer="Open."),))


async def forked(hall: Hall) -> str:
    source = await plain("debate")(hall)
    session = await hall.runner.fork(source, Changes(stage="rebuttals"))
    await hall.runner.ended(session)
    return session


async def with_people(hall: Hall) -> str:
    hall.voice.say = says
    session = await hall.convene("peer-review", members=4, people=1)
    await answered(hall, session)
    return session


async def went_on(hall: Hall) -> str:
    """It lost its quorum, went on with who answered, and reached a verdict."""
    hall.voice.say = silent
    session = await hall.convene("peer-review", members=4)
    await hall.resume(session, quorum=1)
    return session


async def lost(hall: Hall) -> str:
    hall.voice.say = silent
    return await hall.convene("peer-review", members=4)


async def out_of_money(hall: Hall) -> str:
    hall.voice.say = says
    return await hall.convene("claim-vote", members=4, cap=30_000)


async def stopped(hall: Hall) -> str:
    """Somebody stopped it while the ballots were being cast, it went on, and was stopped again."""

    async def slow(call: Call) -> str:
        if call.key == "review/seat-b":
            await asyncio.Event().wait()
        return answer_for(call.messages[-1].text, call.schema, 30)

    hall.voice.say = slow
    session = await hall.convene("peer-review", members=4, until_over=False)
    for again in (True, False):
        await until(lambda: "review/seat-b" in hall.asked)
        await hall.runner.stop(session)
        await hall.runner.ended(session)
        if again:
            hall.voice.calls.clear()
            await hall.runner.resume(session)
    return session


Held = Callable[[Hall], Awaitable[str]]
SESSIONS: dict[str, Held] = {
    **{name: plain(name) for name in registry.OURS},
    "degraded": degraded,
    "forked": forked,
    "people": with_people,
    "went on": went_on,
    "quorum lost": lost,
    "out of money": out_of_money,
    "stopped": stopped,
}


async def held(name: str) -> Sequence[Event]:
    """The events of one of them."""
    async with Hall(says) as hall:
        return await hall.events(await SESSIONS[name](hall))
