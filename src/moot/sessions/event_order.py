"""Check that every event of a transcript is in its place: seats, preceding events, and move.

None of this needs the protocol: it is true of every session written by a floor. `replay.py` adds what depends on the
protocol: which moves exist, and their prompts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from moot.floor.calls.caller import switch_note
from moot.floor.replay_drift import Divergence, differences
from moot.sessions.resume import resumed_from
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    AnswerRequested,
    BallotRead,
    BallotSpoiled,
    Body,
    CopyOrigin,
    Event,
    FindingMade,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    SheetDealt,
    SourcesFound,
    StageEntered,
    VerdictReached,
    taken_over,
    unseated,
)
from moot.vocabulary.seats import SUBSCRIPTION, Seat
from moot.vocabulary.tools import ToolAnswered, ToolAsked, ToolsRequested

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)")
MOST_RESUMED = 1000
"""Maximum number of resumptions of a session for which all checks are made."""
REASONS = {
    "failed": ("quorum", "deadline", "diverged", "crash_loop", "storage", "error"),
    "stopped": ("asked",),
    "out_of_budget": ("budget",),
}
"""The reasons that a session's ending may have, by its outcome."""


REUSED = (SeatSpoke, SourcesFound, ToolAsked, ToolAnswered)
"""Events that a fork which reuses answers copies where each answer is asked for."""


class EventPlaces(Struct, frozen=True, kw_only=True):
    """The keys and prompts that a protocol produces when it is run over a transcript, to be compared with the recorded
    ones."""

    claimed: frozenset[str]
    """Keys of all events that the run would record."""
    moves: frozenset[str]
    """Keys of the session's requests to seats, including titles and repairs of ballots."""
    prompts: dict[str, str]
    """SHA-256 of each request's prompt, if it could be built."""

    def wrong(self, events: Sequence[Event], *, whole: bool) -> Iterator[Divergence]:
        """Yield a difference for each recorded event that does not follow from the run, and for each request that was
        recorded with a prompt other than the one built in the run.

        Args:
            whole: Whether the protocol ran to its end.
        """
        for event in events:
            key, body = event.key, event.body
            move = event_keys.call_of(key)
            if isinstance(body, (SessionOpened, SessionStopped, SessionResumed, VerdictReached, AnswerRequested)):
                continue
            if key not in self.claimed and move not in self.moves:
                # repairs of a wave that never closed are not asked for again
                if whole or event_keys.move_of(key) not in self.moves:
                    yield differing(key, "key", key, "none: nothing leads to this event")
                continue
            made = self.prompts.get(move)
            if not isinstance(body, (SeatAsked, SeatSpoke, SeatFailed, ToolsRequested)):
                continue
            if made is not None and body.prompt != made:
                yield differing(key, "prompt", body.prompt, made)


def misplaced(events: Sequence[Event]) -> list[Divergence]:
    """Return what is wrong with the order of events in a transcript: events at a wrong place, at a wrong time or of a
    wrong seat."""
    found: list[Divergence] = []
    opened = events[0].body
    course = _Course(events)
    if isinstance(opened, SessionOpened):
        if opened.fork is not None and opened.fork.stage not in opened.stages:
            found.append(
                differing(event_keys.OPENED, "fork.stage", opened.fork.stage, f"one of {', '.join(opened.stages)}")
            )
        often = Counter(seat.id for seat in (*opened.roster.seats, *opened.roster.offices))
        found += [
            differing(event_keys.OPENED, "roster", f"{seat!r} twice", "once") for seat, n in often.items() if n > 1
        ]
    for number, event in enumerate(events):
        found += _envelope(event, events, number, course)
        found += _body(event, course, number)
        course.take(event)
    return found


class _Course:
    """The state of one pass over a transcript, which takes linear time."""

    def __init__(self, events: Sequence[Event]) -> None:
        opened = events[0].body
        roster = (*opened.roster.seats, *opened.roster.offices) if isinstance(opened, SessionOpened) else ()
        self.events = events
        self.stages = frozenset(opened.stages) if isinstance(opened, SessionOpened) else frozenset[str]()
        self.seats: dict[str, Seat] = {seat.id: seat for seat in roster}
        self.unseated = unseated(opened.roster) if isinstance(opened, SessionOpened) else ()
        self.before: set[str] = set()
        self.lost: set[str] = set()
        """Calls in flight at a crash, from resumptions."""
        self.closed: set[str] = set()
        """Moves settled as late."""
        self.copied: set[int] = set()
        """Events of its source that were copied."""
        self.own = False
        """Whether any event of its own follows its opening."""
        self.stops = self.resumptions = 0

    def take(self, event: Event) -> None:
        """Process the next event."""
        self.before.add(event.key)
        if event.origin is not None:
            self.copied.add(event.origin.seq)
        self.own = self.own or (event.origin is None and not isinstance(event.body, SessionOpened))
        if isinstance(event.body, SeatFailed) and event.body.failed in ("late", "budget"):
            self.closed.add(event.key)
        self.stops += isinstance(event.body, SessionStopped)
        if isinstance(event.body, SessionResumed):
            self.resumptions += 1
            self.lost.update(event.body.orphans)


def _envelope(event: Event, events: Sequence[Event], number: int, course: _Course) -> Iterator[Divergence]:
    earlier = events[number - 1] if number else None
    if not _AT.fullmatch(event.at):
        yield differing(event.key, "at", event.at, "a time in UTC")
    if earlier is None and (event.key != event_keys.OPENED or event.t):
        yield differing(event.key, "key", f"{event.key}, at {event.t} ms", f"{event_keys.OPENED}, at 0 ms")
    if earlier is not None and event.t < earlier.t:
        yield differing(event.key, "t", event.t, f"at least {earlier.t}")
    if event.origin is not None:
        yield from _copied(event, event.origin, events[0].body, earlier, course)


def _copied(
    event: Event, origin: CopyOrigin, opened: Body, earlier: Event | None, course: _Course
) -> Iterator[Divergence]:
    """Yield a difference if an event that a fork copied is in a wrong place.

    Copies come first, in order, up to the stage that the fork runs again. In a fork that reuses answers, later copies
    are where each answer is asked for.
    """
    fork = opened.fork if isinstance(opened, SessionOpened) else None
    if fork is None or origin.session != fork.session:
        yield differing(event.key, "origin.session", origin.session, fork.session if fork is not None else "none")
    stages = opened.stages if isinstance(opened, SessionOpened) else ()
    stage = event_keys.stage_of(event.key).removeprefix("stage:")
    if fork is not None and fork.stage in stages:
        first = stages.index(fork.stage)
        if fork.reuses is True and stage in stages[first:] and isinstance(event.body, REUSED):
            if origin.seq in course.copied:
                yield differing(event.key, "origin.seq", origin.seq, "one that was not copied before")
            return
        # a fork's first new stage may keep the rest of that stage
        if stage in stages[first + 1 :]:
            yield differing(event.key, "origin", "a copy", f"none: it comes after {fork.stage!r}")
    if course.own:
        yield differing(event.key, "origin", "a copy", "an event of its own, as one before it")
    if earlier is not None and earlier.origin is not None and earlier.origin.seq >= origin.seq:
        yield differing(event.key, "origin.seq", origin.seq, f"more than {earlier.origin.seq}")


def _body(event: Event, course: _Course, number: int) -> Iterator[Divergence]:
    body, key, before = event.body, event.key, course.before
    last = number == len(course.events) - 1
    stage = event_keys.stage_of(key)
    if stage in course.stages and f"stage:{stage}" not in before:
        yield differing(key, "seq", event.seq, f"a place after its stage {stage!r} was entered")
    if isinstance(body, StageEntered) and key != f"stage:{body.stage}":
        yield differing(key, "stage", body.stage, key.partition(":")[2])
    elif isinstance(body, SheetDealt) and event_keys.move_of(key) in before:
        yield differing(key, "seq", event.seq, "a place before what was said to it")
    elif isinstance(body, SeatAsked):
        yield from _asked(event, body, course)
    elif isinstance(body, (SeatSpoke, SeatFailed)):
        yield from _answered(event, body, course)
    elif isinstance(body, (BallotRead, BallotSpoiled)) and body.statement not in before:
        yield differing(key, "statement", body.statement, "a statement before it")
    elif isinstance(body, FindingMade):
        for rests in body.rests_on:
            if rests not in before:
                yield differing(key, "rests_on", rests, "an event before it")
    elif isinstance(body, SessionStopped):
        yield from _stopped(event, body, course, number)
    elif isinstance(body, SessionResumed):
        yield from _resumed(event, body, course, number)
    elif isinstance(body, VerdictReached) and not last:
        yield differing(key, "seq", event.seq, f"the last, {len(course.events)}")


def _who(key: str) -> str:
    return event_keys.who_of(key).partition("#")[0]


def _asked(event: Event, body: SeatAsked, course: _Course) -> Iterator[Divergence]:
    key, move, before = event.key, event_keys.call_of(event.key), course.before
    seat = course.seats.get(_who(key))
    if key != event_keys.intent(move, body.attempt):
        yield differing(key, "attempt", body.attempt, key.rpartition("~")[2])
    if body.seat != _who(key):
        yield differing(key, "seat", body.seat, _who(key))
    if seat is not None and body.model != seat.model:
        other = next((each for each in course.unseated if each.model == body.model), None)
        if other is None or event_keys.failure(move, body.attempt - 1) not in before:
            yield differing(key, "model", body.model, seat.model)
        else:
            course.seats[seat.id] = taken_over(seat, other)
    if not body.call:
        yield differing(key, "call", "nothing", "an id")
    if move in before and move not in course.closed:  # a wave that closes while a move starts settles it first
        yield differing(key, "seq", event.seq, f"an intent before {move!r} was settled")
    earlier = event_keys.intent(move, body.attempt - 1)
    over = earlier in course.lost or f"{earlier}!" in before or f"{earlier}:tools" in before
    if body.attempt > 1 and (earlier not in before or not over):
        yield differing(key, "attempt", body.attempt, "one whose earlier attempt failed or was lost")
    if body.reserved is not None and body.reserved < 0:
        yield differing(key, "reserved", body.reserved, "no less than nothing")


def _answered(event: Event, body: SeatSpoke | SeatFailed, course: _Course) -> Iterator[Divergence]:
    key, move, before = event.key, event_keys.call_of(event.key), course.before
    if body.seat != _who(key):
        yield differing(key, "seat", body.seat, _who(key))
    intent = event_keys.intent(move, body.attempt)
    # a wave that closes early settles its moves as late, begun or not
    closed = isinstance(body, SeatFailed) and body.failed in ("late", "budget")
    if event.origin is None and intent not in before and not closed:
        yield differing(key, "attempt", body.attempt, "one that was begun before")
    if key.endswith("!") and key != event_keys.failure(move, body.attempt):
        yield differing(key, "attempt", body.attempt, key.rpartition("~")[2].rstrip("!"))
    if key == event_keys.late(move) and move not in before:
        yield differing(key, "key", key, "late only when its move was settled before")
    if isinstance(body, SeatFailed):
        if body.final is key.endswith("!"):
            yield differing(key, "final", body.final, not body.final)
        return
    yield from _timed(key, body)
    seat = course.seats.get(_who(key))
    if body.cost_source in ("free", "local", SUBSCRIPTION) and body.cost:
        yield differing(key, "cost", body.cost, 0)
    if bool(body.vectors) and not body.measured:
        yield differing(key, "vectors", "vectors", "none: nothing was measured")
    if not body.model and body.prompt:
        yield differing(key, "model", "nothing", "whoever answered")
    if seat is not None and not seat.person and body.prompt and event.origin is None:  # a fork's chair may be another
        note = switch_note(seat.model.partition("/")[2], body.model)
        if not body.note.startswith(note):
            yield differing(key, "note", body.note, note)


def _timed(key: str, body: SeatSpoke) -> Iterator[Divergence]:
    """Yield a difference for each recorded time of an answer that contradicts its text or the other times."""
    if not 0 <= body.first_ms <= body.total_ms:
        yield differing(key, "first_ms", body.first_ms, f"between 0 and {body.total_ms}")
    at, said = 0, 0
    for mark in body.marks:
        if not (at <= mark[0] and said <= mark[1] <= len(body.text)):
            yield differing(key, "marks", mark, f"at least {(at, said)} and at most {len(body.text)} characters")
            return
        at, said = mark
    if body.marks and said != len(body.text):
        yield differing(key, "text", f"{len(body.text)} characters", f"{said}, as its marks tell")


def _stopped(event: Event, body: SessionStopped, course: _Course, number: int) -> Iterator[Divergence]:
    if event.key != event_keys.stopped(course.stops + 1):
        yield differing(event.key, "key", event.key, event_keys.stopped(course.stops + 1))
    if body.reason not in REASONS[body.outcome]:
        yield differing(event.key, "reason", body.reason, f"one of {', '.join(REASONS[body.outcome])}")
    if number + 1 < len(course.events) and not isinstance(course.events[number + 1].body, SessionResumed):
        after = course.events[number + 1]
        yield differing(after.key, "seq", after.seq, "a resumption after a stop")


def _resumed(event: Event, body: SessionResumed, course: _Course, number: int) -> Iterator[Divergence]:
    if event.key != event_keys.resumed(course.resumptions + 1):
        yield differing(event.key, "key", event.key, event_keys.resumed(course.resumptions + 1))
    if course.resumptions >= MOST_RESUMED:
        yield differing(
            event.key, "", f"more than {MOST_RESUMED} resumptions", "at most so many that can be looked into"
        )
        return
    # the cause, the lost calls and the changes follow from the state before
    made = resumed_from(
        course.events[:number],
        body.door,
        int(body.after == "crash"),
        body.cap,
        body.deadline,
        body.accepts_drift,
        body.quorum,
    )
    yield from differences(event.key, body, made)


def differing(key: str, field: str, recorded: object, made: object) -> Divergence:
    """Return a difference between what is recorded and what should be, both cut to a short text."""
    return Divergence(key=key, field=field, recorded=str(recorded)[:160], made=str(made)[:160])
