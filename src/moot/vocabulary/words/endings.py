"""How did a session end, and in which ways is its result less than a full one? Lines that every door and file share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from moot.vocabulary.state import SessionState, Status
from moot.vocabulary.words.headings import stage_in_words

MISSING_WORDS = {"spoiled": "cast a spoiled ballot", "abstained": "abstained", "late": "came too late"}
"""How a part can be missing, where the bare class would not read well."""


def outcome_of(state: SessionState) -> Status:
    """How it ended; `waiting` when nothing but people's answers is open, else `running`."""
    if state.status != "running":
        return state.status
    people = {seat.id for seat in (*state.seats, *state.offices) if seat.person}
    asked = {move.seat for move in state.moves.values() if move.state == "asked"}
    return "waiting" if asked and asked <= people else "running"


def degraded_of(state: SessionState) -> tuple[str, ...]:
    """The verdict's own list; before there is one, whoever is missing so far."""
    if state.verdict is not None:
        return state.verdict.degraded
    lines = []
    for lost, often in Counter(state.missing).items():
        how = MISSING_WORDS.get(lost.failed, "is missing") + (f" {often} times" if often > 1 else "")
        lines.append(f"{lost.seat} {how} in {stage_in_words(lost.stage)}" + (f": {lost.cause}" if lost.cause else "."))
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
    """Several lines one after the other, each ended: a cause is a stranger's words and may end in nothing."""
    told = (" ".join(line.split()) for line in lines)
    return " ".join(line if line.endswith((".", "!", "?", "…")) else f"{line}." for line in told if line)
