"""Count the ballots each seat was asked for and cast, over all polls of a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from moot.vocabulary.ballots import Poll
from moot.vocabulary.findings import Attendance, SeatAttendance
from moot.vocabulary.seats import Seat


def attendance_from(seats: Sequence[Seat], polls: Sequence[Poll]) -> Attendance:
    """Return how many ballots each seat was asked for and how many it cast.

    If a poll asks a seat about several things, each of these counts as one ballot.
    """
    asked, read, repaired = Counter[str](), Counter[str](), Counter[str]()
    for poll in polls:
        for who in (*poll.ballots, *poll.spoiled, *poll.missing):
            asked[_seat(who)] += 1
        for who in poll.ballots:
            read[_seat(who)] += 1
            repaired[_seat(who)] += who in poll.said and poll.said[who].key.endswith("+repair")
    return Attendance(
        seats=tuple(
            SeatAttendance(
                seat=seat.id,
                model=seat.model,
                asked=asked[seat.id],
                read=read[seat.id],
                repaired=repaired[seat.id],
                silent=asked[seat.id] > 0 and read[seat.id] == 0,
            )
            for seat in seats
        )
    )


def _seat(who: str) -> str:
    return who.partition("#")[0]


def silences(sessions: Sequence[Attendance | None], models: Collection[str]) -> dict[str, int]:
    """Count, for each of these models, in how many of the latest sessions in a row the model cast no ballot.

    A model that cast a ballot in its latest session is left out.

    Args:
        sessions: Attendance in the order sessions were opened. Sessions that asked a model for nothing are skipped.
    """
    silent: dict[str, int] = {}
    for attendance in sessions:
        if attendance is not None:
            for model, quiet in _quiet(attendance).items():
                silent[model] = silent.get(model, 0) + 1 if quiet else 0
    return {model: streak for model, streak in sorted(silent.items()) if model in models and streak}


def _quiet(attendance: Attendance) -> dict[str, bool]:
    """Return, for each model that was asked for a ballot, whether none of its seats cast one."""
    quiet: dict[str, bool] = {}
    for seat in attendance.seats:
        if seat.asked:
            quiet[seat.model] = quiet.get(seat.model, True) and seat.silent
    return quiet
