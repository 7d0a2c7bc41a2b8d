"""Elimination strategy: the arbiter ranks the answers, and after each round the last seats leave.

Seats are eliminated, not models: of three instances of one model two may leave and one stay. A seat that did not answer
ranks after all that did. The rounds go on until `keep_minimum` seats are left, or to the cap.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor as whole

from moot.protocols.consensus.findings import Elimination as Left
from moot.protocols.consensus.findings import RoundHeld
from moot.protocols.consensus.strategies.strategy import Calls, Strategy, StrategyOptions
from moot.protocols.floor_interface import Floor
from moot.vocabulary.seats import Seat


class TailElimination(Strategy):
    """Strategy that drops the seats ranked last after each round."""

    title = "the arbiter ranks the answers; after each round the last of them leave"
    uses = frozenset(("eliminate_count", "eliminate_fraction", "keep_minimum", "elimination_delay"))
    ranks = True

    def troubles(self, options: StrategyOptions) -> tuple[str, ...]:
        found = []
        if options.eliminate_count < 0:
            found.append(f"`eliminate_count` is {options.eliminate_count}; it is at least 0.")
        if not 0 <= options.eliminate_fraction <= 1:
            found.append(f"`eliminate_fraction` is {options.eliminate_fraction}; it lies between 0 and 1.")
        if options.keep_minimum < 1:
            found.append(f"`keep_minimum` is {options.keep_minimum}; it is at least 1.")
        if options.elimination_delay < 0:
            found.append(f"`elimination_delay` is {options.elimination_delay}; it is at least 0.")
        if not options.eliminate_count and not options.eliminate_fraction:
            found.append("With `eliminate_count` 0 and `eliminate_fraction` 0 nobody would ever be eliminated.")
        return tuple(found)

    def calls(self, seats: int, number: int, options: StrategyOptions) -> Calls:
        field = seats
        for held in range(1, number):
            field -= leaving(field, held, options)
        return Calls(members=field)

    def selected(self, floor: Floor, options: StrategyOptions, earlier: Sequence[RoundHeld]) -> tuple[Seat, ...]:
        gone: set[str] = set()
        for held in earlier:
            gone |= set(tail(held, options))
        return tuple(seat for seat in floor.seats if seat.id not in gone)

    def closed(self, floor: Floor, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> None:
        held = rounds[-1]
        out = tail(held, options)
        remaining = tuple(seat for seat in held.selected if seat not in out)
        floor.record(Left(order=ordered(held), eliminated=out, remaining=remaining))

    def goes_on(self, options: StrategyOptions, rounds: Sequence[RoundHeld]) -> bool:
        last = rounds[-1]
        return leaving(len(last.selected), max(last.number, options.elimination_delay), options) > 0


def leaving(field: int, number: int, options: StrategyOptions) -> int:
    """Return how many seats are dropped after round `number`, in which `field` seats were asked."""
    if number < options.elimination_delay:
        return 0
    wanted = max(options.eliminate_count, whole(field * options.eliminate_fraction))
    return max(0, min(wanted, field - options.keep_minimum))


def ordered(held: RoundHeld) -> tuple[str, ...]:
    """Return the seats that were asked in a round, in the order of the arbiter's ranking, best first.

    Seats that are not ranked come last.
    """
    return (*held.ranking, *(seat for seat in held.selected if seat not in held.ranking))


def tail(held: RoundHeld, options: StrategyOptions) -> tuple[str, ...]:
    """Return the seats that are dropped after a round. If the round was not ranked, no seat is dropped."""
    if not held.ranking:
        return ()
    count = leaving(len(held.selected), held.number, options)
    return ordered(held)[len(held.selected) - count :] if count else ()


ELIMINATION = TailElimination()
"""Instance of the elimination strategy."""
