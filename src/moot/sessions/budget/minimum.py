"""Compute the smallest budget to begin a session, where it is needed, and what would lower it.

Estimates show this figure, and a smaller budget is refused (`tests/app/test_affording.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from moot.errors import Whose
from moot.protocols.protocol import Options, Protocol
from moot.providers.provider import CallMessage
from moot.sessions.amounts import cap_in_dollars
from moot.sessions.budget.output_limits import Tightest, least_budget, lines_of
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.headings import stage_title
from moot.vocabulary.words.sums import money

FEWEST = 2
"""Minimum number of members of a council, whatever its protocol allows."""


class Least(Tightest, frozen=True, kw_only=True):
    """The smallest budget with which a session can begin, and the reason why it must be that much."""

    without: str = ""
    """Member whose removal would lower that budget most; empty if no removal is possible or lowers it."""
    then: int = 0
    """Smallest budget without that member, in nano-dollars."""

    @property
    def because(self) -> str:
        """Return, in a sentence or two, why the budget must be at least this much, and without which member it could be
        smaller."""
        stage, aside = stage_title(self.stage), money(self.aside)
        said = (
            f"{stage} needs the most: its {self.calls} calls run at once, and {aside} is set aside for what they may "
            "cost before they start."
            if self.calls > 1
            else f"{stage} needs the most: {aside} is set aside for what its call may cost before it starts."
        )
        return f"{said} Without {self.without} ${cap_in_dollars(self.then)} would do." if self.without else said


def least_of(
    opened: SessionOpened, protocol: Protocol, options: Options, prompt: Callable[[Seat], Sequence[CallMessage]]
) -> Least:
    """Compute the smallest budget with which the session can begin, and the reason.

    Args:
        prompt: Returns the prompt with the bare question for a seat.
    """
    put = {seat.id: prompt(seat) for seat in (*opened.roster.seats, *opened.roster.offices)}

    def tightest(seats: tuple[Seat, ...]) -> Tightest:
        roster = replace(opened.roster, seats=seats)
        fewer = replace(opened, roster=roster)
        plan = protocol.planned_for(fewer, options)
        return least_budget(lines_of(fewer, plan, lambda seat: put[seat.id]), options)

    seats = opened.roster.seats
    whole = tightest(seats)
    found = Least(budget=whole.budget, stage=whole.stage, calls=whole.calls, aside=whole.aside)
    fewest = max(FEWEST, protocol.fewest, options.quorum or 0)
    if len(seats) <= fewest:
        return found
    fewer = {seat.model: tightest(tuple(one for one in seats if one is not seat)).budget for seat in seats}
    without = min(fewer, key=lambda model: fewer[model])
    if cap_in_dollars(fewer[without]) >= cap_in_dollars(whole.budget):
        return found
    return replace(found, without=without, then=fewer[without])


def too_small(cap: int | None, least: Least | None, whose: Whose) -> str:
    """Return the message that a budget is too small for the session to begin; empty if it is enough, or if the smallest
    budget is unknown."""
    if cap is None or least is None or cap >= least.budget:
        return ""
    enough = cap_in_dollars(least.budget)
    if whose == "session":
        return f"A budget of {money(cap)} is too small: this takes at least ${enough}. {least.because}"
    return f"{money(max(0, cap))} left for today is too small: this takes at least ${enough}. {least.because}"
