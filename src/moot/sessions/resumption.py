"""What is written down when a session goes on or is ended from outside? And what does it wait for?

Calls that were in flight at a crash are found here: intents that neither settled nor failed, told of once.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.vocabulary import keys
from moot.vocabulary.events import Event, SessionResumed, SessionStopped


def resumption_of(
    events: Sequence[Event], door: str, crashes: int, cap: int | None, deadline: float | None, accepts_drift: bool
) -> SessionResumed:
    """What is written down when a session goes on."""
    last = events[-1].body
    after: str
    if isinstance(last, SessionStopped):
        after = last.outcome
    elif crashes:
        after = "crash"
    else:
        after = "waiting" if awaited_in(events) else "shutdown"
    changed = []
    if cap is not None:
        changed.append("the cap")
    if deadline is not None:
        changed.append("the deadline")
    if accepts_drift:
        changed.append("drift is accepted")
    return SessionResumed(
        door=door,
        after=after,
        orphans=tuple(orphans_in(events)),
        changed=tuple(changed),
        cap=cap,
        deadline=deadline,
        accepts_drift=accepts_drift,
    )


def orphans_in(events: Sequence[Event]) -> list[str]:
    """Intents that were neither settled nor failed, and not told of before: calls that may have been paid for."""
    standing = {event.key: event.body for event in events}
    told = {orphan for event in events if isinstance(event.body, SessionResumed) for orphan in event.body.orphans}
    found = []
    for event in events:
        move, tilde, attempt = event.key.partition("~")
        if not tilde or attempt.endswith("!") or event.key in told or getattr(event.body, "model", "") == "person":
            continue
        if (
            getattr(standing.get(move), "attempt", 0) != int(attempt)
            and keys.failure(move, int(attempt)) not in standing
        ):
            found.append(event.key)
    return found


def awaited_in(events: Sequence[Event]) -> list[str]:
    """Moves that wait for a person."""
    standing = {event.key for event in events}
    return [
        event.key.partition("~")[0]
        for event in events
        if getattr(event.body, "model", "") == "person"
        and "~" in event.key
        and event.key.partition("~")[0] not in standing
    ]


def stops_in(events: Sequence[Event]) -> int:
    """How often it was stopped."""
    return sum(isinstance(event.body, SessionStopped) for event in events)


def asked_to_stop() -> SessionStopped:
    """It ends because somebody asked for it."""
    return SessionStopped(outcome="stopped", reason="asked", message="It was asked to stop.")


def crash_loop(crashes: int) -> SessionStopped:
    """It ends because it kills whoever runs it."""
    return SessionStopped(
        outcome="failed",
        reason="crash_loop",
        message=f"The process that ran it died {crashes} times in a row without settling a single move.",
        remedy="Look at what the process printed last, then resume the session by hand.",
    )
