"""Fit the output limits of a wave's calls to the session's money before the wave starts.

Without a budget, models' own limits apply until a call that may be charged has failed or was cut off: from then on the
estimated maximum is the limit, and a call that could exceed it is not repeated.

The balance is read and limits are fitted to it; the store checks the sum again in the transaction that commits the
intents, and if another session took the money first, limits are fitted to what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from moot.errors import OutOfBudget, Whose
from moot.floor.calls.budget import likely_tokens, most_tokens, pictures_in, worst_of
from moot.floor.calls.move import Move
from moot.floor.calls.request_adaptation import least_useful
from moot.floor.calls.unexpected_charges import Bills
from moot.floor.prompts import Prompter
from moot.protocols.planned import PlannedCalls, own_stages
from moot.protocols.protocol import Options, Protocol
from moot.sessions.budget.output_limits import (
    FREE,
    CallWave,
    OutputRange,
    PendingCall,
    PlanLine,
    WaveFit,
    fitted,
    least_for,
    lines_of,
    span_of,
)
from moot.transcripts.append_rules import dollars
from moot.transcripts.log import Log
from moot.transcripts.transcript import Balance
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatAsked, SeatFailed, SeatSpoke, SessionOpened, SessionResumed
from moot.vocabulary.seats import Price, Seat, ServiceSearch
from moot.vocabulary.tools import ToolBound
from moot.vocabulary.words.headings import stage_title

NO_SEARCH = ServiceSearch(form="plugins", uses=0, price=0)
UNSEARCHED = "The budget did not allow its service's search."
TITLE_LEAST = 64
"""Minimum number of output tokens for a call outside the plan (a title, a summary)."""


class SessionSpending:
    """Divides a session's budget among its planned calls by setting output limits, before each group of calls
    starts."""

    def __init__(
        self,
        opened: SessionOpened,
        protocol: Protocol,
        options: Options,
        log: Log,
        prompter: Prompter,
        presumed: Price | None,
        bills: Bills,
        most: Callable[[], int | None] | None = None,
        tools: ToolBound = ToolBound(),
    ) -> None:
        plan = protocol.planned_for(opened, options)
        self._lines = cache(lambda: lines_of(opened, plan, lambda seat: prompter.prompt(seat).messages))
        self._stages = protocol.stages_for(options, known=opened.graded)
        self._members = frozenset(seat.id for seat in opened.roster.seats)
        self._longest = 4 * options.allowance
        self._log = log
        self._presumed = presumed
        self._bills = bills
        self._tools = tools
        self._most = cache(most) if most is not None else None
        """The estimated maximum of a session without a budget."""

    async def fit(self, moves: Sequence[Move]) -> None:
        """Lower the output limits of calls that start together, so that these calls and all later ones fit the
        session's budget.

        Raises:
            OutOfBudget: They do not fit even with the fewest output tokens they need.
        """
        if self._most is not None and not self._is_held_for_failures():
            return  # no budget is set, and no call that may be charged has failed
        balance = await self._log.transcript.balance(self._log.session)
        free = [cap - spent for cap, spent in balance.caps()]
        said = self._most() if self._most is not None else None
        if said is not None:
            free = [said - balance.spent - balance.reserved]
        if not free:
            return
        asking = [self._asking(move) for move in moves]
        ahead = [
            wave
            for line, calls in self._remaining(moves)
            if not line.planned.spare
            for wave in self._billed(line).ahead(calls, self._presumed)
        ]
        searches = said is None and any(move.search for move in moves)
        if searches and not fitted(asking, ahead, min(free), shown=0, longest=self._longest).fits:
            for move in moves:
                move.searches, move.unsearched = False, UNSEARCHED if move.search else ""
            asking = [self._asking(move) for move in moves]
        if said is None and self._tools.rounds:
            self._end_tools(moves, asking, ahead, min(free))
        if said is not None:
            whole = [
                one.beside + worst_of(one.price, one.most, move.room) for one, move in zip(asking, moves, strict=True)
            ]
            if sum(whole) + least_for(ahead, self._longest) <= free[0]:
                return
        fit = fitted(asking, ahead, min(free), shown=self._shown(), longest=self._longest)
        repeated = any(move.attempt for move in moves)
        if said is not None and not fit.fits and repeated:
            raise OutOfBudget("There is no money for another attempt within what was said to be the most.")
        for move, room in zip(moves, fit.rooms, strict=True):
            move.limited |= room < move.room
            move.room = room
        if not fit.fits and said is None:
            raise _out_of_budget(moves, fit, balance)

    def _end_tools(
        self, moves: Sequence[Move], asking: Sequence[PendingCall], ahead: Sequence[CallWave], free: int
    ) -> None:
        """Let calls make no more tool calls if there might be no money for the answers afterwards, those of calls under
        way included. What the tools themselves cost is checked when they are called."""
        open_now = {
            event_keys.call_of(event.key) for event in self._log.events() if isinstance(event.body, SeatAsked)
        } - {move.key for move in moves}
        waiting = sum(self._log.body(key) is None for key in open_now)
        again = [
            replace(one, most=one.most + self._tools.size, likely=one.likely + self._tools.size // 4)
            for move, one in zip(moves, asking, strict=True)
            if move.tools and not move.tools_spent
        ]
        later = [*again, *(max(again, key=lambda one: one.most) for _ in range(waiting if again else 0))]
        if not fitted([*asking, *later], ahead, free, shown=0, longest=self._longest).fits:
            for move in moves:
                move.tools_spent = True

    def _is_held_for_failures(self) -> bool:
        """Return whether a call that may be charged has failed here, or was cut off before the session was resumed."""
        bodies = [event.body for event in self._log.events()]
        return any(
            (isinstance(body, SeatFailed) and body.spent) or (isinstance(body, SessionResumed) and body.orphans)
            for body in bodies
        )

    def _asking(self, move: Move) -> PendingCall:
        seat, prompt = move.seat, move.prompt
        planned = self._planned(move)
        if prompt.texts or seat.person:
            span = OutputRange(0, 0)
        elif planned is None or move.attempt:
            least = move.least or least_useful(seat, planned.least if planned is not None else TITLE_LEAST)
            span = OutputRange(min(least, move.room), move.room)
        else:
            span = span_of(seat, planned, prompt.messages)
        schema = move.form_bytes
        price = FREE if seat.person else seat.price or self._presumed or FREE
        search = move.search or NO_SEARCH
        return PendingCall(
            span=span,
            price=price,
            beside=price.beside(pictures_in(prompt.messages)) + search.cost,
            most=search.read(schema + most_tokens(prompt.messages)),
            likely=search.read(-(-schema // 3) + likely_tokens(prompt.messages)),
            floor=seat.abilities.reasoning_floor,
            read=seat.id in self._members and event_keys.stage_of(move.key) in own_stages(self._stages)[:-1],
        )

    def _planned(self, move: Move) -> PlannedCalls | None:
        """Return the entry of the plan for this call. If the stage has several entries for the seat, return the entry
        with the longest answers."""
        stage = event_keys.stage_of(move.key)
        here = [line for line in self._lines() if line.planned.stage == stage]
        own = [line for line in here if any(seat.id == move.seat.id for seat in line.askers)]
        return max((line.planned for line in own or here), key=lambda planned: planned.room, default=None)

    def _remaining(self, moves: Sequence[Move]) -> list[tuple[PlanLine, int]]:
        """Return the plan's entries in order, each with the number of its calls that were not made yet and do not start
        now."""
        asked = {move.key: move.seat for move in moves}
        for event in self._log.events():
            if isinstance(event.body, SeatAsked) or (isinstance(event.body, SeatSpoke) and event.origin is not None):
                asked.setdefault(event_keys.move_of(event.key), _seat_like(event.body.seat))
        stages = [event_keys.stage_of(key) for key in asked]
        reached = max((self._stages.index(stage) for stage in stages if stage in self._stages), default=-1)
        left = []
        for line in self._lines():
            stage = line.planned.stage
            at = self._stages.index(stage) if stage in self._stages else len(self._stages)
            calls = line.planned.calls
            if at < reached:
                calls = 0
            elif at == reached:
                here = [
                    key for key, seat in asked.items() if event_keys.stage_of(key) == stage and self._of(line, seat)
                ]
                several = [one for one in self._lines() if one.planned.stage == stage and one.askers == line.askers]
                before = sum(one.planned.calls for one in several[: several.index(line)])
                calls = max(0, calls - max(0, len(here) - before))
            left.append((line, calls))
        return left

    def _billed(self, line: PlanLine) -> PlanLine:
        """Return the plan's entry with the prices of its seats corrected by the bills received so far."""
        return replace(line, askers=tuple(map(self._bills.priced, line.askers)))

    def _of(self, line: PlanLine, seat: Seat) -> bool:
        return any(seat.id == one.id for one in line.askers)

    def _shown(self) -> int:
        """Return the number of bytes of the longest answer that a member has given so far."""
        said = (event.body for event in self._log.events() if isinstance(event.body, SeatSpoke))
        return max((len(one.text.encode("utf-8", "replace")) for one in said if one.seat in self._members), default=0)


def _out_of_budget(moves: Sequence[Move], fit: WaveFit, balance: Balance) -> OutOfBudget:
    """Return the error that these calls do not fit, with the amount that would be enough, for the budget with the least
    money left."""
    cap, used = min(balance.caps(), key=lambda one: one[0] - one[1])
    own = (balance.cap, balance.spent + balance.reserved)
    whose: Whose = "session" if own == (cap, used) else "day"  # both budgets may have the same amount
    needs = used + fit.needs
    there = f", of which {dollars(used)} is charged, may still be charged or is set aside," if used else ""
    calls = f"{len(moves)} call{'s' if len(moves) > 1 else ''}"
    owner = "session" if whose == "session" else "day"
    return OutOfBudget(
        f"The {owner}'s budget of {dollars(cap)}{there} leaves no useful room for the next {calls} "
        f"({stage_title(event_keys.stage_of(moves[0].key)).lower()}) and what comes after. It would take at least "
        f"{dollars(needs)}.",
        whose=whose,
        asked=fit.needs,
        needs=needs,
    )


def _seat_like(seat_id: str) -> Seat:
    return Seat(id=seat_id, model="")
