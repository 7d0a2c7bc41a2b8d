"""Return each member's first and last answer in a session, and its name where models are compared.

Works for any protocol; one with a better choice of the judged text returns it in its own files.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, TypeVar

from moot.vocabulary.findings import Finding
from moot.vocabulary.state import SessionState

F = TypeVar("F", bound=Finding)


class MemberAnswers(NamedTuple):
    """A member's first and last answer in a session."""

    first: str
    """The member's first answer."""
    final: str
    """The member's last answer; equals `first` if there is only one."""


def said_in(state: SessionState) -> dict[str, MemberAnswers]:
    """Return the first and the last answer of each member that answered, by seat.

    Only the stage in which the member first answered counts. If the stage has several rounds, the last answer is that
    of the last round.
    """
    found = {}
    for seat in model_names(state):
        spoken = [move for move in state.moves.values() if move.seat == seat and move.state == "spoke"]
        if not spoken:
            continue
        stage = spoken[0].stage.partition(".")[0]
        rounds = [move for move in spoken if move.stage.partition(".")[0] == stage and not move.key.endswith("+repair")]
        final = rounds[-1].text if rounds[-1].stage != spoken[0].stage else ""
        found[seat] = MemberAnswers(spoken[0].text, final or spoken[0].text)
    return found


def latest(state: SessionState, kind: type[F]) -> F | None:
    """Return the last finding of this class in a session; `None` if there is none."""
    found = [view.finding for view in state.findings if isinstance(view.finding, kind)]
    return found[-1] if found else None


def model_names(state: SessionState) -> dict[str, str]:
    """Return each member's name where models are compared: its model, with its seat if that is not unique."""
    often = Counter(seat.model for seat in state.seats)
    return {seat.id: seat.model if often[seat.model] == 1 else f"{seat.model} ({seat.id})" for seat in state.seats}


def member_names(state: SessionState) -> dict[str, str]:
    """Return each member's name for people: its model, with a number if it has several seats."""
    often = Counter(seat.model for seat in state.seats)
    met: Counter[str] = Counter()
    names = {}
    for seat in state.seats:
        met[seat.model] += 1
        names[seat.id] = seat.model if often[seat.model] == 1 else f"{seat.model} {met[seat.model]}"
    return names
