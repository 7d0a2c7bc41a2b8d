"""Build the estimates of a question and of a fork, for the server and `--json`."""

from __future__ import annotations

from typing import Any

import msgspec

from moot.sessions.amounts import cap_in_dollars
from moot.sessions.budget.estimate import Estimate, ForkEstimate, StagePrices
from moot.vocabulary.seats import dollars


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the council that would answer a question."""

    seat: str
    """Id of the seat; members first, then offices."""
    model: str
    """Model of the seat."""
    scripted: bool
    """Whether the seat has a scripted demo voice."""


class StageRow(StagePrices[float], frozen=True, kw_only=True):
    """The calls of one stage of a session, with their cost in dollars."""


class EstimateFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Expected calls, cost and time of a session or of a fork. No session is opened for an estimate."""

    calls: int
    """Number of calls if nothing fails."""
    dollars: float | None
    """Highest possible cost of the calls in dollars; null if some model's price is unknown."""
    at_most: float | None
    """Highest possible cost in dollars, or the budget if that is less (no call starts beyond the budget); null if some
    model's price is unknown.
    """
    typical: float | None
    """Typical cost in dollars, an estimate; null if some model's price is unknown."""
    basis: str
    """Where the typical price is from: `from 12 sessions here`, or `from a table`."""
    unknown: tuple[str, ...]
    """Models whose price is unknown."""
    seconds: float | None
    """Expected duration in seconds, from recent calls to these models; null without recent calls."""
    untimed: tuple[str, ...]
    """Models without recent calls. An average duration is assumed for them."""
    stages: list[StageRow]
    """The calls, stage by stage."""
    notes: tuple[str, ...]
    """Decisions made for the user, as sentences."""
    assumes: str
    """Lengths of answers and prompts that the highest cost assumes, as a sentence; empty if the session is free."""
    unready: tuple[str, ...]
    """Models that cannot be called now, each with the reason and the remedy. They are priced, but no session opens."""


class EstimateRow(EstimateFigures, frozen=True, kw_only=True):
    """The estimate for a question. No session is opened for this."""

    least: float | None
    """Smallest budget with which the session starts, in dollars, rounded up; null if some model's price is unknown."""
    least_because: str
    """Why the session needs that budget, and what would lower it; empty if the figure is unknown."""
    included: bool
    """Whether a subscription of the user's includes all calls."""
    lacking: str
    """Message that the session's budget, or the money left for today, is too small; empty if it suffices."""
    lacking_of: str
    """Which budget is too small: `session` or `day`; empty if none is."""
    presumed: tuple[str, ...]
    """Models with an unknown price counted at the price of the dearest known model, because a budget is set."""
    presumed_dollars: float
    """The part of the highest cost that comes from models with an unknown price."""
    tokens: int
    """Maximum number of tokens read and written; 0 if unknown."""
    council: str
    """The council's name, if it has one."""
    members: list[SeatRow]
    """The seats that would take part."""
    why: str
    """Why this council was chosen."""


class AgainRow(EstimateFigures, frozen=True, kw_only=True):
    """The estimate for a fork of a session (asking it again with changes). No session is opened for this."""

    stage: str
    """The first stage with a new call."""
    changed: tuple[str, ...]
    """What the fork changes, as sentences."""
    kept: int
    """Number of answers and ballots that are copied at no cost."""
    worth: float | None
    """Original cost of the copied answers and ballots in dollars; null if some price is unknown."""
    reuses: bool
    """Whether fewer calls may be made, because a request that equals an earlier request is not sent again."""


def estimate_row(found: Estimate, council: str = "", why: str = "") -> EstimateRow:
    """Convert an estimate for a question to the form that the API and `--json` return.

    `council` is the council's name, if it has one. `why` says why this council was chosen.
    """
    return EstimateRow(
        **_figures(found),
        least=float(cap_in_dollars(found.least)) if found.least is not None else None,
        least_because=found.needs.because if found.needs is not None and found.needs.calls else "",
        included=found.included,
        lacking=found.lacking,
        lacking_of=found.whose if found.lacking else "",
        presumed=found.presumed,
        presumed_dollars=dollars(found.presumed_most) or 0.0,
        tokens=found.tokens,
        council=council,
        members=[SeatRow(seat=seat.id, model=seat.model, scripted=seat.scripted) for seat in found.seats],
        why=why,
    )


def again_row(found: ForkEstimate) -> AgainRow:
    """Convert an estimate for a fork to the form that the API and `--json` return."""
    return AgainRow(
        **_figures(found.estimate),
        stage=found.fork.stage,
        changed=found.fork.changed,
        kept=found.kept,
        worth=dollars(found.worth),
        reuses=found.fork.reuses is True,
    )


def _figures(found: Estimate) -> dict[str, Any]:
    return {
        "calls": found.calls,
        "dollars": dollars(found.most),
        "at_most": dollars(found.bound),
        "typical": dollars(found.typical),
        "basis": found.basis,
        "unknown": found.unknown,
        "seconds": found.seconds,
        "untimed": found.untimed,
        "stages": [
            StageRow(
                stage=each.stage,
                calls=each.calls,
                says=each.says,
                typical=dollars(each.typical),
                most=dollars(each.most),
            )
            for each in found.stages
        ],
        "notes": (*found.notes, *found.longer),
        "assumes": found.assumes,
        "unready": found.unready,
    }
