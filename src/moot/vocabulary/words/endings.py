"""Format how a session ended, and each way in which its result is less than full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from moot.vocabulary.state import SessionState, Status
from moot.vocabulary.verdicts import MissingSeat
from moot.vocabulary.words.headings import stage_in_words

NOT_AGAIN = "It was not asked again, because it had just "
"""Prefix of the cause of a call that was not sent because of an earlier failure. The cause of that failure follows a
colon.
"""


def outcome_of(state: SessionState) -> Status:
    """Return how a session ended.

    If the session still runs and only people have yet to answer, return `waiting`. If other seats have, return
    `running`.
    """
    if state.status != "running":
        return state.status
    people = {seat.id for seat in (*state.seats, *state.offices) if seat.person}
    asked = {move.seat for move in state.moves.values() if move.state == "asked"}
    return "waiting" if asked and asked <= people else "running"


def bare_cause(cause: str) -> str:
    """Return the cause of a failure without the remark that the call was not sent because an earlier one had failed."""
    while cause.startswith(NOT_AGAIN):
        cause = cause.partition(": ")[2]
    return cause


def losses_in_words(
    missing: Iterable[MissingSeat], names: Mapping[str, str] | None = None, heirs: Mapping[str, str] | None = None
) -> list[str]:
    """Return lines that list which seats' answers or ballots are missing and why: one line for all calls with the same
    cause."""
    gone: dict[tuple[str, str, str], Counter[str]] = {}
    for lost in missing:
        gone.setdefault((lost.seat, lost.failed, bare_cause(lost.cause)), Counter())[lost.stage] += 1
    lines: dict[tuple[str, str], list[str]] = {}
    for (seat, failed, cause), stages in gone.items():
        where = " and ".join(
            stage_in_words(stage) + (f" ({often} times)" if often > 1 else "") for stage, often in stages.items()
        )
        end = f"in {where}: {cause}" if cause else f"in {where}."
        name = (names or {}).get(seat, seat)
        if heir := (heirs or {}).get(seat):
            lines[f"{heir} took over from {name} {end}", ""] = []
        elif failed in ("spoiled", "abstained"):
            lines[
                f"{name}'s ballot {'could not be read' if failed == 'spoiled' else 'is an abstention'} {end}", ""
            ] = []
        else:
            lines.setdefault((failed, end), []).append(name)
    return [_missing(seats, *key) if seats else key[0] for key, seats in lines.items()]


def _missing(seats: list[str], failed: str, end: str) -> str:
    *others, last = sorted(seats)
    who = f"{', '.join(others)} and {last}" if others else last
    how = "came too late" if failed == "late" else "is missing" if len(seats) == 1 else "are missing"
    return f"{who} {how} {end}"


def degraded_of(state: SessionState) -> tuple[str, ...]:
    """Return sentences on how a session's result is incomplete.

    Before the verdict, the sentences say which seats failed so far.
    """
    if state.verdict is not None:
        return state.verdict.degraded
    lines = losses_in_words(state.missing)
    if state.reason == "deadline":
        people = {seat.id for seat in (*state.seats, *state.offices) if seat.person}
        lines += [
            f"{move.seat} had not answered in {stage_in_words(move.stage)} when the time was over"
            + (f": {move.cause}" if move.cause else ".")
            for move in state.moves.values()
            if move.state == "asked" and move.seat not in people
        ]
    return tuple(lines)


def in_a_line(lines: Iterable[str]) -> str:
    """Join sentences into one line, each ended with a full stop."""
    told = (" ".join(line.split()) for line in lines)
    return " ".join(line if line.endswith((".", "!", "?", "…")) else f"{line}." for line in told if line)
