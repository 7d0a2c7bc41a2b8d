"""Which budget is the smallest that a session is begun under, where is it needed, and what would lower it?

One figure for every door: estimates tell it, and a smaller budget is refused by it (`tests/app/test_affording.py`).
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
"""Members of a council at least, whatever its protocol could do with."""


class Least(Tightest, frozen=True, kw_only=True):
    """The smallest budget, and what it comes from."""

    without: str = ""
    """The member without which it would be lowest; empty where nobody can be left out, or that would not lower it."""
    then: int = 0
    """What it would be then."""

    @property
    def because(self) -> str:
        """Why it is so much, and what would lower it, in words."""
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
    """The smallest budget that a session is begun under. `prompt` is what puts the bare question to a seat."""
    put = {seat.id: prompt(seat) for seat in (*opened.roster.seats, *opened.roster.offices)}

    def tightest(seats: tuple[Seat, ...]) -> Tightest:
        roster = replace(opened.roster, seats=seats)
        plan = protocol.planned(len(seats), options, protocol.held(roster), known=opened.graded)
        return least_budget(lines_of(replace(opened, roster=roster), plan, lambda seat: put[seat.id]), options)

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
    """What is said of a budget under which nothing is started; empty where it suffices for that, or nobody can say."""
    if cap is None or least is None or cap >= least.budget:
        return ""
    enough = cap_in_dollars(least.budget)
    if whose == "session":
        return f"A budget of {money(cap)} is too small: this takes at least ${enough}. {least.because}"
    return f"{money(max(0, cap))} left for today is too small: this takes at least ${enough}. {least.because}"
