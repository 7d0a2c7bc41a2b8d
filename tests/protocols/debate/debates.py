"""Debates by hand: marks as a table, stances as a line, and what follows from them.

marks("abc", a="b7 c3", b="a5 c4>6", c="a5 b8")     reader and marks; `4>6` was 4 and is 6 after a rebuttal
stances("abc", "a+b b+a c-a")                         `+` agrees, `-` disagrees, `0` is neutral
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.analytics.track_records import past_from as gathered_from
from moot.protocols.debate.ballots import OpinionScores, Score, Stance, Stances, Towards
from moot.protocols.debate.findings import Alliances, Deeds, Roles, Scoreboard
from moot.protocols.debate.member_figures import alliances_from, deeds_from
from moot.protocols.debate.scoreboard import scoreboard_after, scoreboard_from
from moot.vocabulary.ballots import Poll
from moot.vocabulary.findings import Attendance
from moot.vocabulary.history.track_record import Past
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot

SAYS: Mapping[str, Stance] = {"+": "agree", "-": "disagree", "0": "neutral"}


def read(line: str) -> dict[str, tuple[int, int | None]]:
    """`b7 c4>6` as mark and later mark by seat."""
    found: dict[str, tuple[int, int | None]] = {}
    for word in line.split():
        first, _, later = word[1:].partition(">")
        found[word[0]] = (int(first), int(later) if later else None)
    return found


def poll_of(seats: str, lines: Mapping[str, str]) -> Poll:
    """The review's ballots; an empty line is an abstention."""
    ballots = {
        reader: OpinionScores(
            scores={seat: Score(score=first, why=f"{reader} on {seat}") for seat, (first, _) in read(line).items()},
            abstained=not line,
        )
        for reader, line in lines.items()
    }
    return Poll(candidates=tuple(seats), ballots=ballots)


def marks(seats: str, rebutted: str = "", *, whole: bool = False, **lines: str) -> Scoreboard:
    """The final scoreboard; whoever was marked again has rebutted. `whole`: so have the lowest, and whose critics say
    nothing else stay with their marks."""
    first = scoreboard_from(poll_of(seats, lines), Lot("seed", "lowest"))
    if whole:
        again = {*first.lowest, *(s for line in lines.values() for s, (_, later) in read(line).items() if later)}
        lines = {
            reader: " ".join(
                f"{seat}{mark}>{later or mark}" if seat in again else f"{seat}{mark}"
                for seat, (mark, later) in read(line).items()
            )
            for reader, line in lines.items()
        }
    adjusted = {
        (reader, seat): Score(score=later, why="again")
        for reader, line in lines.items()
        for seat, (_, later) in read(line).items()
        if later is not None
    }
    return scoreboard_after(first, tuple(seats), tuple(rebutted) or tuple({seat for _, seat in adjusted}), adjusted)


def stances(seats: str, line: str = "") -> Alliances:
    """The alliances."""
    ballots: dict[str, Stances] = {}
    for word in line.split():
        reader, says, seat = word
        towards = ballots[reader].towards if reader in ballots else {}
        ballots[reader] = Stances(towards={**towards, seat: Towards(stance=SAYS[says], why="So it is.")})
    return alliances_from(Poll(candidates=tuple(seats), ballots=dict(ballots)))


def deeds(
    board: Scoreboard,
    alliances: Alliances,
    seats: str,
    *,
    failed: str = "",
    chair: str = "a",
    proposer: str | None = None,
    models: Mapping[str, str] | None = None,
    kind: Literal["model", "person"] = "model",
) -> Deeds:
    """What everybody did; each seat's model is `m/SEAT` unless said otherwise."""
    sits = [
        Seat(id=seat, model="person" if kind == "person" else (models or {}).get(seat, f"m/{seat}")) for seat in seats
    ]
    return deeds_from(sits, Roles(chair=chair, proposer=proposer), board, alliances, set(failed))


class Recorded(Struct, frozen=True, kw_only=True):
    """What a finished session left behind."""

    deeds: Deeds | None = None
    attendance: Attendance | None = None


def past_from(sessions: Sequence[Recorded], models: Collection[str]) -> Past:
    """What they add up to, as it is gathered from a store."""
    left = [[found for found in (session.deeds, session.attendance) if found is not None] for session in sessions]
    return gathered_from(left, models)
