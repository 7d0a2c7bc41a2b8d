"""Check whether a session can be resumed, and build its `SessionResumed` event.

Everything is read from its events: how it stopped, which calls were lost, who answered, who is still expected.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import BadInput, Conflict
from moot.protocols import registry
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Event,
    SeatAsked,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    StageEntered,
)


def check_it_can_go_on(events: Sequence[Event], quorum: int | None, deadline: float | None) -> None:
    """Raise an error, with what can be done instead, if the session would end in the same way as before when
    resumed."""
    opened, last = events[0].body, events[-1].body
    if isinstance(opened, SessionOpened):
        registry.held_by(opened.protocol, events)  # a removed or changed package must not end its sessions as failed
    lost = isinstance(last, SessionStopped) and last.reason == "quorum"
    if quorum is not None and not lost:
        raise BadInput(
            "A session can be told to go on with fewer members only after too few have answered.",
            "Resume it as it is; should too few answer, it stops and can go on with those that did.",
        )
    if not isinstance(last, SessionStopped):
        return
    if lost:
        there = len(answered_in(events))
        if quorum is None:
            raise Conflict(
                f"Resuming it would change nothing: {last.message} Whoever failed has failed for good.", _instead(there)
            )
        if not 1 <= quorum <= there:
            raise BadInput(
                f"It cannot go on with at least {quorum}: {_members(there)} answered where it stopped.", _instead(there)
            )
    elif last.reason == "deadline" and (deadline is None or deadline * 1000 <= events[-1].t):
        raise Conflict(
            f"Resuming it would change nothing: {last.message}",
            f"Resume it with a deadline of more than {events[-1].t / 1000:.0f} seconds of running time.",
        )


def answered_in(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the ids of the members that answered in the stage in which the session ended because too few answered."""
    opened, last = events[0].body, events[-1].body
    if isinstance(last, SessionStopped) and (last.answered or last.unanswered):
        return last.answered
    entered = [event.body.stage for event in events if isinstance(event.body, StageEntered)]
    if not entered or not isinstance(opened, SessionOpened):
        return ()
    stage = [event for event in events if event_keys.stage_of(event.key) == entered[-1]]
    judged = any(isinstance(event.body, (BallotRead, BallotSpoiled)) for event in stage)
    if judged:
        there = {event.body.reader for event in stage if isinstance(event.body, BallotRead)}
    else:
        there = {event.body.seat for event in stage if isinstance(event.body, SeatSpoke)}
    return tuple(seat.id for seat in opened.roster.seats if seat.id in there)


def _members(number: int) -> str:
    return {0: "no member", 1: "one member"}.get(number, f"{number} members")


def _instead(there: int) -> str:
    again = "ask those who failed again in a fork (`moot sessions fork ID --retry-failed`), or put the question anew"
    if not there:
        return f"{again[0].upper()}{again[1:]} to other members."
    return f"Go on with {_members(there)} (`moot sessions resume ID --at-least {there}`), {again} to other members."


def resumed_from(
    events: Sequence[Event],
    door: str,
    crashes: int,
    cap: int | None,
    deadline: float | None,
    accepts_drift: bool,
    quorum: int | None = None,
) -> SessionResumed:
    """Return the event that records that a session is resumed, with the reason for its stop, lost calls, and changes.

    Args:
        door: The interface in which it is resumed.
        crashes: How often its process has crashed in a row.
        cap: New budget in nano-dollars.
        deadline: New limit on its running time, in seconds.
        accepts_drift: Whether to go on although prompts have changed.
        quorum: New number of answers that are enough.
    """
    last = events[-1].body
    after: str
    if isinstance(last, SessionStopped):
        after = last.outcome
    elif crashes:
        after = "crash"
    else:
        after = "waiting" if awaited(events) else "shutdown"
    changed = []
    if cap is not None:
        changed.append("the budget")
    if deadline is not None:
        changed.append("the deadline")
    if accepts_drift:
        changed.append("drift is accepted")
    if quorum is not None:
        changed.append(f"the quorum, now {quorum}")
    return SessionResumed(
        door=door,
        after=after,
        orphans=tuple(_orphans(events)),
        changed=tuple(changed),
        cap=cap,
        deadline=deadline,
        accepts_drift=accepts_drift,
        quorum=quorum,
    )


def _orphans(events: Sequence[Event]) -> list[str]:
    """Return the keys of calls whose end is not recorded. They may be charged. Calls that were reported before are left
    out."""
    standing = {event.key: event.body for event in events}
    told = {orphan for event in events if isinstance(event.body, SessionResumed) for orphan in event.body.orphans}
    found = []
    for event in events:
        asked, move = event.body, event_keys.call_of(event.key)
        if not isinstance(asked, SeatAsked) or event.key in told or asked.model == "person":
            continue
        ends = (event_keys.failure(move, asked.attempt), event_keys.tools_requested(move, asked.attempt))
        if getattr(standing.get(move), "attempt", 0) != asked.attempt and not any(key in standing for key in ends):
            found.append(event.key)
    return found


def awaited(events: Sequence[Event]) -> list[str]:
    """Return the keys of the requests to people (who hold seats instead of models) that are not answered yet."""
    standing = {event.key for event in events}
    return [
        event.key.partition("~")[0]
        for event in events
        if getattr(event.body, "model", "") == "person"
        and "~" in event.key
        and event.key.partition("~")[0] not in standing
    ]


def asked_to_stop() -> SessionStopped:
    """Return the event that ends a session because somebody asked it to stop."""
    return SessionStopped(outcome="stopped", reason="asked", message="It was asked to stop.")


def crash_loop(crashes: int) -> SessionStopped:
    """Return the event that ends a session whose process has crashed this many times in succession."""
    return SessionStopped(
        outcome="failed",
        reason="crash_loop",
        message=f"The process that ran it died {crashes} times in a row without settling a single move.",
        remedy="Look at what the process printed last, then resume the session by hand.",
    )
