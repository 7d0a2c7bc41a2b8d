"""Replay a transcript: run its protocol over the recorded events without any calls, and compare.

Everything is rebuilt and compared with the record: prompts by digest, sheets, ballots as parsed from replies, findings,
and the verdict, field by field and by digest. `traced` returns every difference, `replayed` raises on one, and
`reaches` checks a fork: it must get to a stage without writing before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from moot.errors import BadInput, MootError, QuorumLost, SessionBusy, TranscriptDiverged, WaitingForPerson
from moot.floor.calls.caller import Caller
from moot.floor.calls.move import Move
from moot.floor.calls.retry import Pace
from moot.floor.floor import WorkingFloor
from moot.floor.polling import Paper, Readings, ballot_on
from moot.floor.prompts import Prompter
from moot.floor.replay_drift import Divergence, differences
from moot.floor.titles import STAGE as TITLE_STAGE
from moot.floor.titles import title_prompt
from moot.floor.verdicts import verdict_digest
from moot.protocols import registry
from moot.protocols.checks.findings import CheckResult
from moot.protocols.installed import quitting_told
from moot.protocols.protocol import Options
from moot.providers.directory import Directory
from moot.providers.provider import CallLimits
from moot.providers.provider_errors import PERMANENT
from moot.sessions.event_order import EventPlaces, differing, misplaced
from moot.sessions.resume import asked_to_stop
from moot.sessions.session_attempt import attached, ended, options_of
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.lease import Lease, holder_here
from moot.transcripts.log import Log, RunningClock
from moot.transcripts.transcript import Draft, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Poll
from moot.vocabulary.events import (
    BallotRead,
    Body,
    Event,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    SourcesFound,
    VerdictReached,
)
from moot.vocabulary.questions import files_of

T = TypeVar("T")
LONGEST = 60.0
"""Maximum duration of a replay in seconds, because a manipulated record can lead to any number of requests."""
MOST_LOST = 50
"""Maximum number of points of a record that are checked at which too few members had answered to continue. There can
be one in each stage.
"""
AFTER_DRIFT = ("prompt", "entries", "fence")
"""Fields that may differ in a session that was resumed although its prompts had changed."""


class ReplayCounts(Struct, frozen=True, kw_only=True):
    """How many parts of a record were computed again and found to be equal."""

    prompts: int = 0
    """Number of prompts that were rebuilt and equal the record."""
    unread: int = 0
    """Number of prompts that could not be rebuilt, because attached files are missing."""
    ballots: int = 0
    """Number of ballots that were parsed again and equal the record."""
    findings: int = 0
    """Number of findings that were computed again and equal the record."""


class Trace(ReplayCounts, frozen=True, kw_only=True):
    """Result of a replay: the parts of a record that do not follow from the others, and how many do."""

    differences: tuple[Divergence, ...] = ()
    """Every recorded field that a replay computes differently."""
    drifted: tuple[str, ...] = ()
    """Keys of requests with another prompt or sheet, in a session that was resumed although its prompts had changed."""


class _WouldWrite(TranscriptDiverged):
    """Raised when the protocol tries to write something that is not recorded."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The protocol would now write {key!r}, which the transcript does not hold.")
        self.key = key


class _ClosedLog(Log):
    """A log of recorded events to which nothing can be written."""

    async def _append(self, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        raise _WouldWrite(drafts[0].key)


def _told_alike(stands: Body, made: Body) -> Body:
    """Return the rebuilt event without fields that are missing in ballots recorded by earlier versions."""
    if not (isinstance(stands, BallotRead) and isinstance(made, BallotRead)) or stands.ballot.surplus:
        return made
    return replace(made, ballot=replace(made.ballot, surplus=UNSET))


class _TracingFloor(WorkingFloor):
    """A floor for replays that collects every difference and continues with the recorded event."""

    unseen = False
    """Whether attached files are missing."""

    def trace(self) -> None:
        """Collect differences from now on, instead of raising errors."""
        self.found: list[Divergence] = []
        self.moves: dict[str, Move] = {}
        self.asked_of: dict[str, tuple[str, ...]] = {}
        self.read = 0

    def _check_prompt(self, move: Move) -> None:
        self.moves[move.key] = move

    def _stands_now(self, key: str, body: Body) -> Body | None:
        stands = self._log.body(key)
        if stands is not None and not (self.unseen and isinstance(getattr(stands, "finding", None), CheckResult)):
            self.found += differences(key, stands, body)
        return stands

    async def _polled(
        self, asked: Sequence[str], papers: Mapping[str, Paper], readings: Readings, quorum: int | None
    ) -> Poll:
        for key, paper in papers.items():
            stands = self._log.body(event_keys.ballot(key))
            made = dict(ballot_on(self._log, key, paper, readings)).get(event_keys.ballot(key))
            if stands is None:
                continue
            if made is None:
                self.found.append(_foreign(event_keys.ballot(key)))
                continue
            found = differences(event_keys.ballot(key), stands, _told_alike(stands, made))
            self.read += not found
            self.found += found
        return await super()._polled(asked, papers, readings, quorum)

    async def look_up(self, query: str, searchers: Sequence[str] | None = None) -> SourcesFound:
        key = event_keys.sources(self._in_stage())
        found = await super().look_up(query, searchers)
        self.asked_of[key] = self.searchers if searchers is None else tuple(searchers)
        return found

    def _diverged(self, key: str, recorded: str, now: str) -> None:
        self.found.append(Divergence(key=key, field="query", recorded=recorded, made=now))

    async def together(self, *branches: Awaitable[T]) -> list[T]:
        """Run every branch as far as possible, even if another fails, so that all its requests are known."""
        ends = await asyncio.gather(*map(quitting_told, branches), return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        return [end for end in ends if not isinstance(end, BaseException)]


async def replayed(events: Sequence[Event], transcript: Transcript) -> VerdictReached:
    """Run a finished session's protocol again over these events, without calls, and compare every field. Return the
    recorded verdict.

    Raises:
        TranscriptDiverged: Something differs.
    """
    opened, last = events[0].body, events[-1].body
    if isinstance(opened, SessionOpened):
        registry.held_by(opened.protocol, events)
    if not isinstance(last, VerdictReached):
        raise SessionBusy("The session has no verdict yet, so there is nothing to replay to.", "Resume it first.")
    trace = await traced(events, transcript)
    if trace.differences:
        raise diverged(trace.differences)
    return last


def diverged(found: Sequence[Divergence]) -> TranscriptDiverged:
    """Return an error that names the first difference and counts the others."""
    more = len(found) - 1
    further = f" {more} further difference{'s' if more > 1 else ''}." if more else ""
    return TranscriptDiverged(
        f"{found[0]}{further}",
        "The record is not what this version of Moot makes of it: another version recorded it, or it was changed "
        "afterwards. Compare it with another copy; nothing was written.",
    )


async def apart(
    events: Sequence[Event], files: Transcript | None, work: Callable[[Transcript], Coroutine[Any, Any, T]]
) -> T:
    """Run `work`, a replay of these events, in a thread with its own event loop, and return its result.

    The thread keeps the replay from blocking a server. `work` gets a store with the session's attached files, which are
    read from `files`.
    """
    shelf = MemoryTranscript()
    opened = events[0].body
    if files is not None and isinstance(opened, SessionOpened):
        for file in files_of(opened.question):
            data = await files.blob(file.text_digest or file.digest)
            if data is not None:
                await shelf.keep_blob(data)
    return await asyncio.to_thread(lambda: asyncio.run(work(shelf)))


async def traced(events: Sequence[Event], transcript: Transcript) -> Trace:
    """Replay a record, which may lack a verdict, and return everything in it that does not follow from the rest."""
    try:
        async with asyncio.timeout(LONGEST):
            return await _traced(events, transcript)
    except TimeoutError:
        made = f"nothing yet after {LONGEST:g} s: it leads to more than can be made again"
        return Trace(differences=(differing(event_keys.OPENED, "", "a record", made),))


async def _traced(events: Sequence[Event], transcript: Transcript) -> Trace:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    try:
        first = await _passed(events, transcript)
        found = [*misplaced(events), *first.differences]
    except Exception as error:  # a manipulated record can raise anything
        return Trace(differences=(differing(event_keys.OPENED, "", "a record", f"{type(error).__name__}: {error}"),))
    lost = [n for n, event in enumerate(events[:-1]) if _lost_its_quorum(event)]
    for number in lost[:MOST_LOST]:  # an earlier end by a lost quorum is checked against the state at that time
        found += (await _passed(events[: number + 1], transcript)).differences
    found += [differing(events[n].key, "", f"more than {MOST_LOST} lost quorums", "fewer") for n in lost[MOST_LOST:]]
    drift = any(isinstance(event.body, SessionResumed) and event.body.accepts_drift for event in events)
    drifted = [each.key for each in found if drift and each.field.partition("[")[0] in AFTER_DRIFT]
    if drift:
        found = [each for each in found if each.field.partition("[")[0] not in AFTER_DRIFT]
    return Trace(
        # the verdict first: it is what people read
        differences=tuple(sorted(dict.fromkeys(found), key=lambda each: each.key != event_keys.VERDICT)),
        drifted=tuple(dict.fromkeys(drifted)),
        unread=first.unread,
        prompts=first.prompts,
        ballots=first.ballots,
        findings=first.findings,
    )


def _lost_its_quorum(event: Event) -> bool:
    return isinstance(event.body, SessionStopped) and event.body.reason == "quorum"


async def _passed(events: Sequence[Event], transcript: Transcript) -> Trace:
    """Run the protocol once over a record and return what does not follow from it."""
    opened, last = events[0].body, events[-1].body
    assert isinstance(opened, SessionOpened)
    over = isinstance(last, VerdictReached)
    try:
        protocol = registry.held_by(opened.protocol, events)
        options = options_of(opened, events)
        stages = protocol.stages_for(options, known=opened.graded)
    except MootError as error:
        return Trace(differences=(_cannot(event_keys.OPENED, error),))
    found: list[Divergence] = []
    if tuple(opened.stages) != tuple(stages):
        found.append(differing(event_keys.OPENED, "stages", opened.stages, stages))
    floor = await _floor(opened, options, events, transcript, _TracingFloor)
    floor.trace()
    stopped: MootError | None = None
    try:
        await floor.recall()
        await quitting_told(protocol.run(floor, options))
    except (_WouldWrite, WaitingForPerson) as error:
        if over:
            found.append(_cannot(event_keys.VERDICT, error))
        elif (
            isinstance(error, _WouldWrite) and error.key == event_keys.VERDICT and not isinstance(last, SessionStopped)
        ):
            found.append(differing(event_keys.VERDICT, "", "nothing", "a verdict: all that it rests on is there"))
        stopped = error
    except MootError as error:
        stopped = error
        if over or not isinstance(last, SessionStopped):
            found.append(_cannot(events[-1].key, error))
        else:
            found += _ending(events[-1].key, last, error)
    except Exception as error:  # a manipulated record can raise anything in a protocol
        if not isinstance(last, SessionStopped) or last.reason != "error":  # one that broke breaks again
            found.append(differing(events[-1].key, "", "a record", f"{type(error).__name__} in the protocol"))
        stopped = MootError(str(error))
    finally:
        await floor.leave()
    found += floor.found
    if isinstance(last, SessionStopped) and last.reason == "asked":
        found += differences(events[-1].key, last, asked_to_stop())
    if isinstance(last, VerdictReached):
        made = verdict_digest(last.verdict, events)
        if made != last.digest:
            found.append(differing(event_keys.VERDICT, "digest", last.digest, made))
    return _weighed(events, opened, floor, found, whole=stopped is None)


def _weighed(
    events: Sequence[Event], opened: SessionOpened, floor: _TracingFloor, found: list[Divergence], *, whole: bool
) -> Trace:
    """Compare every event's place and prompt with a finished run, and return the result of the replay."""
    prompts = {key: move.prompt.digest for key, move in floor.moves.items()}
    if opened.titled:
        prompts[event_keys.move(TITLE_STAGE, opened.roster.office("chair")[0].id)] = title_prompt(
            opened, floor._prompter
        ).digest
    unread = len(prompts) if floor.unseen else 0
    places = EventPlaces(
        claimed=frozenset(floor._used), prompts={} if floor.unseen else prompts, moves=frozenset(prompts)
    )
    found += places.wrong(events, whole=whole)
    for key, names in floor.asked_of.items():
        sources = floor._log.body(key)
        if isinstance(sources, SourcesFound) and sources.searchers and tuple(sources.searchers) != names:
            found.append(differing(key, "searchers", sources.searchers, names))
    for key, move in floor.moves.items():
        said = floor._log.body(key)
        if isinstance(said, SeatSpoke) and tuple(said.measured) != tuple(move.prompt.measured):
            found.append(differing(key, "measured", said.measured, move.prompt.measured))
    wrong = {each.key for each in found}
    asked = {key for key in prompts if isinstance(floor._log.body(key), (SeatSpoke, SeatFailed, SeatAsked))}
    made = [event.key for event in events if event.kind == "FindingMade"]
    return Trace(
        differences=tuple(found),
        unread=unread,
        prompts=0 if floor.unseen else len(asked - wrong),
        ballots=floor.read,
        findings=sum(key in floor._used and key not in wrong for key in made),
    )


def _ending(key: str, last: SessionStopped, error: MootError) -> list[Divergence]:
    """Return a difference if a stopped session stops with another error when it is run again."""
    if isinstance(error, QuorumLost) or last.reason == "quorum":
        return differences(key, last, ended(error))
    return [] if last.reason != "diverged" else [_cannot(key, error)]


class _ReachingFloor(WorkingFloor):
    """A floor that runs parallel branches as far as possible, so that all requests made beside a missing one are
    known."""

    async def together(self, *branches: Awaitable[T]) -> list[T]:
        ends = await asyncio.gather(*map(quitting_told, branches), return_exceptions=True)
        wish = next((end for end in ends if isinstance(end, _WouldWrite)), None)
        for end in ends:
            if isinstance(end, BaseException):
                raise wish or end
        return [end for end in ends if not isinstance(end, BaseException)]


async def reaches(stage: str, events: Sequence[Event], transcript: Transcript) -> frozenset[str]:
    """Replay these events up to `stage`, and return the keys of all requests that the protocol makes before it.

    Raises:
        MootError: With these events alone the protocol does not get to that stage.
    """
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    options = options_of(opened, events)
    floor = await _floor(opened, options, events, transcript, _ReachingFloor)
    try:
        await floor.recall()
        await quitting_told(registry.held_by(opened.protocol, events).run(floor, options))
    except _WouldWrite as wish:
        if wish.key == event_keys.stage(stage) or event_keys.stage_of(wish.key) == stage:
            return frozenset(floor._used)
        raise
    finally:
        await floor.leave()
    raise BadInput(f"The session never enters the stage {stage!r}.")


F = TypeVar("F", bound=WorkingFloor)


async def _floor(
    opened: SessionOpened, options: Options, events: Sequence[Event], transcript: Transcript, kind: type[F]
) -> F:
    lease = Lease(session=events[0].session, holder=holder_here("replay"), epoch=0)
    log = _ClosedLog(transcript, lease, events, RunningClock(events[-1].t))
    there = await attached(transcript, opened)
    caller = Caller(
        log,
        Directory(None, {}),
        Pace(),
        seed=opened.seed,
        seats=len(opened.roster.seats),
        limits=CallLimits(),
        time_left=lambda: 0.0,
        refused=_refused(opened, events),
    )
    drift = any(isinstance(event.body, SessionResumed) and event.body.accepts_drift for event in events)
    floor = kind(opened, options, log, caller, Prompter(opened, there), accepts_drift=drift)
    if isinstance(floor, _TracingFloor):
        missing = [
            file
            for file in files_of(opened.question)
            if not (there.texts.get(file.text_digest) if file.text_digest is not None else there.pictures[file.digest])
            and file.size
        ]
        floor.unseen = bool(missing)
    return floor


def _refused(opened: SessionOpened, events: Sequence[Event]) -> set[str]:
    """Return the models that refused permanently, so that the session did not ask them again."""
    models = {seat.id: seat.model for seat in (*opened.roster.seats, *opened.roster.offices)}
    failed = [event.body for event in events if isinstance(event.body, SeatFailed) and event.body.final]
    return {models[body.seat] for body in failed if body.error in PERMANENT and body.seat in models}


def _foreign(key: str) -> Divergence:
    return Divergence(key=key, field="", recorded="an event", made="none: nothing leads to it")


def _cannot(key: str, error: MootError) -> Divergence:
    return Divergence(key=key, field="", recorded="this event", made=f"another course: {error.message}")
