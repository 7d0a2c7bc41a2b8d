"""Fit the output tokens of calls to a budget, and compute a session's minimum cost. Pure arithmetic.

A wave reserves its worst price and releases what it does not use before the next wave is fitted. So the budget is
enough if, at every stage, the likely cost of earlier stages plus that stage's worst price fit. A wave's output limits
are reduced, all by the same share, until that holds with every later stage at its minimum; if it does not hold even
then, the wave is not started, and the sufficient amount is reported.

Likely cost of a call: three bytes of prompt per token, the whole output limit, half of it for reasoning. The guarantee
that no call starts whose worst price does not fit is the store's; later stages are only planned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.floor.calls.budget import likely_tokens, most_tokens, output_room, pictures_in, worst_of
from moot.floor.embedded_texts import MEASURER
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options
from moot.providers.provider import CallMessage
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Price, Seat

ANSWER_BYTES = 5
"""Number of bytes per token of prose, rather too high, to compute how long an answer is for the calls that read it."""
TASK_BYTES = 3_000
"""Number of bytes in a stage's instructions and its ballot's schema, without the question and the answers; about the
maximum.
"""
STEPS = 14
"""Number of bisection steps in the search for the largest output limits that fit."""
FREE = Price(input=0, output=0)


class OutputRange(Struct, frozen=True):
    """Minimum number of output tokens for a useful call, and the number that it would get without a budget."""

    least: int
    wanted: int


class TieredCalls(Struct, frozen=True, kw_only=True):
    """Planned calls to one model whose price per token depends on the length of the prompt."""

    calls: int
    """Number of calls."""
    price: Price
    """Price of the calls' tokens."""
    most: int
    """Maximum number of tokens in the prompts, without the answers in them."""
    likely: int
    """Likely number of tokens in the prompts."""
    room: int
    """Minimum number of output tokens."""
    spared: int
    """Likely number of tokens in `room` that are not written, because reasoning takes less than reserved."""
    reads: int
    """Number of other members' answers in each prompt."""
    beside: int
    """Maximum cost of each call besides its tokens, in nano-dollars."""

    def worst_with(self, answer: int) -> int:
        """Return the highest possible cost of these calls, in nano-dollars, if the answers they read have `answer`
        bytes each."""
        return self.calls * (self.beside + worst_of(self.price, self.most + self.reads * answer, self.room))

    def likely_with(self, answer: int) -> int:
        """Return the likely cost of these calls, in nano-dollars, if the answers they read have `answer` bytes each."""
        read = self.likely + -(-self.reads * answer // 3)
        price = self.price.at(read)
        return self.calls * (self.beside + read * price.input + (self.room - self.spared) * price.output)


class CallWave(Struct, frozen=True, kw_only=True):
    """Planned calls that are made at the same time, with the components of their cost."""

    calls: int
    """Number of calls."""
    worst: int
    """Maximum cost of the prompts without the answers, and of the minimum output, in nano-dollars."""
    likely: int
    """Likely cost of these prompts and outputs, in nano-dollars."""
    byte: int
    """Additional cost, in nano-dollars, if every answer that these calls read is one byte longer."""
    tiered: tuple[TieredCalls, ...] = ()
    """Calls whose price depends on the length of their prompts; `worst`, `likely` and `byte` leave them out."""

    def worst_with(self, answer: int) -> int:
        """Return the highest possible cost of these calls, in nano-dollars, if the answers they read have `answer`
        bytes each."""
        return self.worst + answer * self.byte + sum(each.worst_with(answer) for each in self.tiered)

    def likely_with(self, answer: int) -> int:
        """Return the likely cost of these calls, in nano-dollars, if the answers they read have `answer` bytes each."""
        return self.likely + -(-answer * self.byte // 3) + sum(each.likely_with(answer) for each in self.tiered)


class PendingCall(Struct, frozen=True, kw_only=True):
    """A call that is about to be made, with its possible output limits and the cost of its prompt."""

    span: OutputRange
    """Minimum and desired number of output tokens of the call."""
    price: Price
    """Price of the call's tokens."""
    most: int
    """Maximum number of tokens in the call's prompt, with the schema of its ballot."""
    likely: int
    """Likely number of tokens in the call's prompt."""
    beside: int = 0
    """Maximum cost of the call besides its tokens, in nano-dollars."""
    floor: int = 0
    """Number of output tokens reserved for reasoning."""
    read: bool = False
    """Whether later calls read the answer of this call."""


class WaveFit(Struct, frozen=True, kw_only=True):
    """Output limits for calls that start together, whether they fit the budget, and how much money they need."""

    rooms: tuple[int, ...]
    """Output limit of each call in tokens, in order; the minimum if even that does not fit."""
    needs: int
    """Amount that must be unspent for these calls and all later calls at their minimum, in nano-dollars."""
    fits: bool
    """Whether that amount is unspent."""


def span_of(seat: Seat, planned: PlannedCalls | None, messages: Sequence[CallMessage]) -> OutputRange:
    """Return the minimum and the desired number of output tokens for a seat's call in a stage, with room for reasoning
    and within the model's maximum.
    """
    if planned is None or planned.room == 0:
        return OutputRange(0, 0)
    answer = seat.max_output or planned.room
    wanted = output_room(seat, messages, answer)
    return OutputRange(min(wanted, output_room(seat, messages, min(answer, planned.least))), wanted)


def fitted(asking: Sequence[PendingCall], ahead: Sequence[CallWave], free: int, *, shown: int, longest: int) -> WaveFit:
    """Compute the largest output limits with which these calls and all later calls fit the remaining money.

    Args:
        asking: Calls that start now.
        ahead: Later calls of the plan.
        free: Money left, in nano-dollars.
        shown: Bytes of the longest answer so far.
        longest: Maximum bytes of an answer shown to a reader.
    """

    def needs(share: float) -> int:
        rooms = rooms_at(asking, share)
        answers = [room - one.floor for room, one in zip(rooms, asking, strict=True) if one.read]
        answer = min(longest, max(shown, ANSWER_BYTES * max(answers, default=0)))
        now = sum(one.beside + worst_of(one.price, one.most, room) for room, one in zip(rooms, asking, strict=True))
        written = sum(room * price.output for room, price in zip(rooms, usual, strict=True))
        thought = sum(one.floor // 2 * price.output for one, price in zip(asking, usual, strict=True))
        read = sum(one.beside + one.likely * price.input for one, price in zip(asking, usual, strict=True))
        return max(now, read + max(0, written - thought) + least_for(ahead, answer))

    usual = [one.price.at(one.likely) for one in asking]
    least = needs(0)
    if least > free:
        return WaveFit(rooms=rooms_at(asking, 0), needs=least, fits=False)
    share = 1.0 if needs(1) <= free else _largest(lambda part: needs(part) <= free)
    return WaveFit(rooms=rooms_at(asking, share), needs=least, fits=True)


def rooms_at(asking: Sequence[PendingCall], share: float) -> tuple[int, ...]:
    """Return an output limit in tokens for each call: the fewest tokens it needs, plus this share (0 to 1) of the
    further tokens that it wants."""
    return tuple(one.span.least + int(share * (one.span.wanted - one.span.least)) for one in asking)


def least_for(ahead: Sequence[CallWave], answer: int) -> int:
    """Return how much money, in nano-dollars, these later calls need if each gets its minimum output and answers have
    `answer` bytes."""
    settled = needed = 0
    for wave in ahead:
        needed = max(needed, settled + wave.worst_with(answer))
        settled += wave.likely_with(answer)
    return max(needed, settled)


def _largest(fits: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


class PlanLine(Struct, frozen=True, kw_only=True):
    """The planned calls of one stage, with the seats that are asked and the size of the smallest prompt for each."""

    planned: PlannedCalls
    askers: tuple[Seat, ...]
    most: tuple[int, ...]
    likely: tuple[int, ...]
    pictures: tuple[int, ...]

    def ahead(self, calls: int, presumed: Price | None, task: int = TASK_BYTES) -> list[CallWave]:
        """Return the first `calls` calls of the stage, grouped into waves that run at the same time.

        Args:
            presumed: Price of seats whose price is unknown.
            task: Bytes of the stage's own instructions.
        """
        step = self.planned.at_once or calls or 1
        return [self._wave(min(step, calls - begun), presumed, task) for begun in range(0, calls, step)]

    def _wave(self, calls: int, presumed: Price | None, task: int) -> CallWave:
        """Return one wave of calls, which are distributed over the seats in turn."""
        reads, worst, likely, byte = self.planned.reads, 0, 0, 0
        tiered: list[TieredCalls] = []
        for at, seat in enumerate(self.askers[:calls]):
            price = FREE if seat.person else seat.price or presumed or FREE
            room = span_of(seat, self.planned, ()).least
            each = TieredCalls(
                calls=len(range(at, calls, len(self.askers))),
                price=price,
                most=self.most[at] + task,
                likely=self.likely[at] + task // 3,
                room=room,
                spared=min(room, seat.abilities.reasoning_floor // 2),
                reads=reads,
                beside=price.beside(self.pictures[at]),
            )
            if price.tiers:
                tiered.append(each)
            else:
                worst += each.worst_with(0)
                likely += each.likely_with(0)
                byte += each.calls * reads * price.within(0).input
        return CallWave(calls=calls, worst=worst, likely=likely, byte=byte, tiered=tuple(tiered))


def lines_of(
    opened: SessionOpened, plan: Sequence[PlannedCalls], prompt: Callable[[Seat], Sequence[CallMessage]]
) -> list[PlanLine]:
    """Return one line for each entry of a protocol's plan that makes calls, with the seats it asks and the size of
    their prompts.

    Args:
        prompt: Returns the prompt with the bare question for a seat.
    """
    lines = []
    for planned in plan:
        roster = opened.roster
        askers = roster.seats if planned.by == "members" else roster.office(planned.by) or roster.office("chair")
        if not planned.calls or not askers:
            continue
        if planned.by == MEASURER:
            planned = replace(planned, room=0)  # vectors have no output tokens
        messages = [() if planned.room == 0 else prompt(seat) for seat in askers]
        lines.append(
            PlanLine(
                planned=planned,
                askers=askers,
                most=tuple(most_tokens(each) for each in messages),
                likely=tuple(likely_tokens(each) for each in messages),
                pictures=tuple(map(pictures_in, messages)),
            )
        )
    return lines


class Tightest(Struct, frozen=True, kw_only=True):
    """The smallest budget with which a session can begin, and the calls because of which it must be that much."""

    budget: int
    """Smallest budget with which the session can begin, in nano-dollars."""
    stage: str
    """The stage because of which the budget must be that much; empty if nothing is asked."""
    calls: int
    """Number of calls that run at once in that stage."""
    aside: int
    """Money reserved for these calls, in nano-dollars."""


def _answer_of(lines: Sequence[PlanLine], options: Options) -> int:
    """Return how many bytes an answer of minimum length has in these stages."""
    least = ((seat, span_of(seat, line.planned, ()).least) for line in lines for seat in line.askers)
    said = max((room - seat.abilities.reasoning_floor for seat, room in least), default=0)
    return min(4 * options.allowance, ANSWER_BYTES * max(0, said))


def free_for(lines: Sequence[PlanLine], options: Options, shown: int) -> int:
    """Return how much money, in nano-dollars, must be left to run these stages again, if reused answers of `shown`
    bytes are read in them."""
    waves = [wave for line in lines for wave in line.ahead(line.planned.calls, None)]
    return least_for(waves, max(shown, _answer_of(lines, options)))


def least_budget(lines: Sequence[PlanLine], options: Options, presumed: Price | None = None) -> Tightest:
    """Compute the smallest budget with which a session with this plan can begin. The instructions of each stage count
    as `TASK_BYTES`."""
    lines = [line for line in lines if not line.planned.spare]
    answer = _answer_of([line for line in lines if line.planned.by == "members"][:1], options)
    waves = [(line.planned.stage, wave) for line in lines for wave in line.ahead(line.planned.calls, presumed)]
    found = Tightest(budget=0, stage="", calls=0, aside=0)
    settled = 0
    for stage, wave in waves:
        aside = wave.worst_with(answer)
        if settled + aside > found.budget:
            found = Tightest(budget=settled + aside, stage=stage, calls=wave.calls, aside=aside)
        settled += wave.likely_with(answer)
    return replace(found, budget=max(found.budget, settled))
