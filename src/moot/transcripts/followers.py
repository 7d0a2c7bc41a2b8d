"""Follow a session: read the transcript from a position, whenever the bell rings.

There is no queue between the log and a follower: it yields what is committed after its position, then text being
generated, then waits. It ends after the session's ending. A session that another process runs is polled every 300 ms
and yields whole statements only. A follower that leaves stops nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence

from moot.transcripts.transcript import Transcript
from moot.transcripts.wake_followers import SpeechPosition
from moot.vocabulary.events import Event, SeatWaiting, SessionStopped, Signal, VerdictReached

ELSEWHERE_EVERY = 0.3
PAGE = 1000


async def follow(transcript: Transcript, session: str, after: int = 0) -> AsyncIterator[list[Event | Signal]]:
    """Yield, in batches, the events recorded in a session after number `after`, text as it is being written, and what
    calls are waiting for, until the session ends."""
    bell = transcript.bell
    waker = bell.follow(session)
    heard: dict[str, SpeechPosition] = {}
    told: dict[str, SeatWaiting] = {}
    numbers: dict[str, int] = {}
    read_at = -1
    try:
        if await _over(transcript, session, after):
            return
        while True:
            waker.clear()
            rung = bell.rings(session)
            events = await transcript.read(session, after, PAGE) if rung != read_at else []
            read_at = -1 if len(events) == PAGE else rung
            if events:
                after = events[-1].seq
            batch: list[Event | Signal] = [
                *events,
                *bell.spoken(session, heard),
                *bell.waiting(session, told, numbers),
            ]
            if batch:
                yield batch
            if events and is_ending(events[-1]):
                return
            if not waker.is_set() and read_at >= 0:
                try:
                    async with asyncio.timeout(ELSEWHERE_EVERY):  # `wait_for` may lose a cancellation
                        await waker.wait()
                except TimeoutError:
                    read_at = -1  # another process may have written
    finally:
        bell.leave(session, waker)


async def follow_until(
    over: Coroutine[object, object, None], transcript: Transcript, session: str, after: int = 0
) -> AsyncIterator[Sequence[Event | Signal]]:
    """Follow a session until `over` is done, e.g. its run in this process. Needed because a session that waits for a
    person does not end.

    Everything recorded by then is yielded before this returns.
    """
    ended = asyncio.ensure_future(over)
    batches = follow(transcript, session, after)
    try:
        while not ended.done():
            step = asyncio.ensure_future(anext(batches, None))
            try:
                await asyncio.wait([step, ended], return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not step.done():
                    step.cancel()
                    await asyncio.gather(step, return_exceptions=True)
            if step.cancelled() or (batch := step.result()) is None:
                break
            after = max([after, *(each.seq for each in batch if isinstance(each, Event))])
            yield batch
        await ended
    finally:
        ended.cancel()
        await asyncio.gather(ended, return_exceptions=True)
        await batches.aclose()  # type: ignore[attr-defined]  # a generator, whatever its type says
    rest = await transcript.read(session, after)
    if rest:
        yield rest


async def _over(transcript: Transcript, session: str, after: int) -> bool:
    """Return whether event number `after`, the last one the follower has received, is the ending of the session."""
    seen = await transcript.read(session, max(0, after - 1), 2)
    return bool(after) and len(seen) == 1 and seen[0].seq == after and is_ending(seen[0])


def is_ending(event: Event) -> bool:
    """Return whether this event ends a session: nothing follows it unless the session is resumed."""
    return isinstance(event.body, (VerdictReached, SessionStopped))
