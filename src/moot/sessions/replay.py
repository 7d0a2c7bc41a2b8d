"""Does a finished transcript still lead to its verdict? The protocol is run over it with nobody to ask.

Whatever it would write that does not stand there is `TranscriptDiverged`, naming the key. A fork is tried out the same
way first: it must reach the stage it is to go on from without writing anything before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.errors import BadInput, SessionBusy, TranscriptDiverged
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.provider import Limits
from moot.sessions.attempt import attached, options_of
from moot.sessions.caller import Caller
from moot.sessions.clock import RunningClock
from moot.sessions.floor import WorkingFloor
from moot.sessions.lease import Lease, holder_here
from moot.sessions.log import Log
from moot.sessions.pace import Pace
from moot.sessions.prompts import Prompter
from moot.sessions.transcript import Draft, Transcript
from moot.vocabulary import keys
from moot.vocabulary.events import Event, SessionOpened, SessionResumed, VerdictReached


class _WouldWrite(TranscriptDiverged):
    """The protocol wants to write something that is not recorded."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The protocol would now write {key!r}, which the transcript does not hold.")
        self.key = key


class _ClosedLog(Log):
    """A log nothing can be added to."""

    async def _append(self, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        raise _WouldWrite(drafts[0].key)


async def replayed(events: Sequence[Event], transcript: Transcript) -> VerdictReached:
    """The recorded verdict, reached again without asking anyone."""
    last = events[-1].body
    if not isinstance(last, VerdictReached):
        raise SessionBusy("The session has no verdict yet, so there is nothing to replay to.", "Resume it first.")
    await _run(events, transcript)
    return last


async def reaches(stage: str, events: Sequence[Event], transcript: Transcript) -> None:
    """Raises unless the protocol gets from these events to entering `stage` without writing anything."""
    try:
        await _run(events, transcript)
    except _WouldWrite as wish:
        if wish.key == keys.stage(stage) or keys.stage_of(wish.key) == stage:
            return
        raise
    raise BadInput(f"The session never enters the stage {stage!r}.")


async def _run(events: Sequence[Event], transcript: Transcript) -> None:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    lease = Lease(session=events[0].session, holder=holder_here("replay"), epoch=0)
    log = _ClosedLog(transcript, lease, events, RunningClock(events[-1].t))
    prompter = Prompter(opened, await attached(transcript, opened))
    caller = Caller(
        log,
        Directory(None, {}),
        Pace(),
        seed=opened.seed,
        seats=len(opened.roster.seats),
        limits=Limits(),
        time_left=lambda: 0.0,
    )
    drift = any(isinstance(event.body, SessionResumed) and event.body.accepts_drift for event in events)
    options = options_of(opened, events)
    floor = WorkingFloor(opened, options, log, caller, prompter, accepts_drift=drift)
    try:
        await floor.recall()
        await registry.find(opened.protocol).run(floor, options)
    finally:
        await floor.leave()
