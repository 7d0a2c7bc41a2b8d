"""Continue without a seat in a session that another process runs.

The request is written to the store, which the running process checks twice a second; the result is read from the
transcript. A request that is not picked up is withdrawn, so that it does not take effect later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from moot.errors import Conflict, SessionBusy, SessionOver, UnknownName
from moot.floor.calls.wave import CHOSEN
from moot.transcripts.transcript import HolderRequest, Transcript
from moot.vocabulary.events import Event, SeatFailed, SessionOpened, SessionStopped, VerdictReached

HEEDED_WITHIN = 10.0
"""Seconds to wait for the process that runs a session to take a request."""
LOOKS_EVERY = 0.1
"""Seconds between two checks whether the running process has taken the request."""


async def gone_on_elsewhere(transcript: Transcript, session: str, seen: int, seats: Sequence[str]) -> list[str]:
    """Ask the process that runs a session to stop waiting for these seats. Return the seats that it no longer waits
    for.

    If `seats` is empty, this applies to all optional seats.

    Args:
        seen: Number of the session's last event that was read before this request; later events show its effect.

    Raises:
        SessionBusy: That process does not respond.
    """
    heeded = await _wished(transcript, session, seats)
    after = await transcript.read(session, after=seen)
    gone = _left_out(after, seats)
    if not gone:
        if not heeded:
            raise SessionBusy(
                "Nothing came of it: the process that holds the session does not answer.",
                "If that process is gone, take the session up with `moot sessions resume`; what is settled is kept.",
            )
        _check_it_runs(after)
    return gone


async def _wished(transcript: Transcript, session: str, seats: Sequence[str]) -> bool:
    """Store the request, and return whether the running process carried it out in time. If not, withdraw the
    request."""
    mine = {
        await transcript.wish(HolderRequest(id=0, session=session, kind="go_on", key=seat))
        for seat in dict.fromkeys(seats or ("",))
    }
    loop = asyncio.get_running_loop()
    until = loop.time() + HEEDED_WITHIN
    while left := [wish for wish in await transcript.wishes([session]) if wish.id in mine]:
        if loop.time() >= until:
            for wish in left:
                await transcript.grant(wish)
            return False
        await asyncio.sleep(LOOKS_EVERY)
    return True


def _left_out(events: Sequence[Event], seats: Sequence[str]) -> list[str]:
    gone = [
        event.body.seat
        for event in events
        if isinstance(event.body, SeatFailed) and event.body.failed == "late" and event.body.cause == CHOSEN
    ]
    return [seat for seat in dict.fromkeys(gone) if not seats or seat in seats]


def check_it_runs(events: Sequence[Event], seats: Sequence[str]) -> None:
    """Raise an error if the session with these events has ended, or if it has no seat with one of these ids."""
    opened = events[0].body
    _check_it_runs(events)
    assert isinstance(opened, SessionOpened)
    known = [seat.id for seat in (*opened.roster.seats, *opened.roster.offices)]
    for seat in seats:
        if seat not in known:
            raise UnknownName("seat", seat, known)


def nobody_to_leave(seats: Sequence[str]) -> Conflict:
    """Return the error for a request to continue without these seats that had no effect. If `seats` is empty, no seat
    was named.
    """
    whom = " or ".join(seats) if seats else "anybody"
    return Conflict(
        f"The session cannot go on without {whom} now: it is not waited for, or too few others have answered.",
        "Look again in a moment, or stop the session; what is settled is kept.",
    )


def _check_it_runs(events: Sequence[Event]) -> None:
    if events and isinstance(events[-1].body, (VerdictReached, SessionStopped)):
        raise SessionOver("The session has ended: it waits for nobody.", "Read it with `moot sessions show`.")
