"""What does a session go on after? Read off its events: how it stopped, which calls were lost, who is still awaited."""

from __future__ import annotations

from collections.abc import Sequence

from moot.vocabulary import keys
from moot.vocabulary.events import Event, SessionResumed, SessionStopped


def resumed_from(
    events: Sequence[Event], door: str, crashes: int, cap: int | None, deadline: float | None, accepts_drift: bool
) -> SessionResumed:
    """What stands in the transcript when a session goes on: after what, with what lost, and what is different."""
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
        changed.append("the cap")
    if deadline is not None:
        changed.append("the deadline")
    if accepts_drift:
        changed.append("drift is accepted")
    return SessionResumed(
        door=door,
        after=after,
        orphans=tuple(_orphans(events)),
        changed=tuple(changed),
        cap=cap,
        deadline=deadline,
        accepts_drift=accepts_drift,
    )


def _orphans(events: Sequence[Event]) -> list[str]:
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


def awaited(events: Sequence[Event]) -> list[str]:
    """Moves a person was asked and has not answered."""
    standing = {event.key for event in events}
    return [
        event.key.partition("~")[0]
        for event in events
        if getattr(event.body, "model", "") == "person"
        and "~" in event.key
        and event.key.partition("~")[0] not in standing
    ]
