"""How much may each call write under a budget, and what does a session take at the least? Arithmetic; nothing is read.

A wave sets aside its worst price and gets back what it does not use before the next one is weighed. So money suffices
for what lies ahead if, at every stage, what the earlier ones are likely to have cost and that stage's worst price fit
together. A wave's room is shrunk, all calls by the same share, until that holds with every later stage at the least
room that is useful there; where it does not hold even then, the wave is not begun, and what would do is told.

What a call is likely to cost: three bytes of prompt a token, all of the answer's room, half of that for thinking. What
is promised, that no call starts whose worst price does not fit, is the store's to hold; what lies ahead is a plan.
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
"""Bytes of a token of prose, rather too many than too few: how long an answer becomes for its readers."""
TASK_BYTES = 3_000
"""Bytes of a stage's own words and of its form, beside the question and the answers; the longest are about so long."""
STEPS = 14
"""Halvings in which the share is found: to a ten-thousandth."""
FREE = Price(input=0, output=0)


class OutputRange(Struct, frozen=True):
    """The room of one call: at the least, and as wanted."""

    least: int
    wanted: int


class TieredCalls(Struct, frozen=True, kw_only=True):
    """Calls that lie ahead of one model that asks another price for long prompts."""

    calls: int
    """How many."""
    price: Price
    """What they cost."""
    most: int
    """Tokens of their prompts at the most, without the answers in them."""
    likely: int
    """The same as they are likely to be."""
    room: int
    """Tokens they may write at the least."""
    spared: int
    """Tokens of that which thinking is likely to leave."""
    reads: int
    """Answers shown to each."""
    beside: int
    """What each may cost beside its tokens, in nano-dollars."""

    def worst_with(self, answer: int) -> int:
        """What they set aside when answers are of so many bytes."""
        return self.calls * (self.beside + worst_of(self.price, self.most + self.reads * answer, self.room))

    def likely_with(self, answer: int) -> int:
        """What they are likely to cost then."""
        read = self.likely + -(-self.reads * answer // 3)
        price = self.price.at(read)
        return self.calls * (self.beside + read * price.input + (self.room - self.spared) * price.output)


class CallWave(Struct, frozen=True, kw_only=True):
    """Calls that lie ahead, as one wave: what they read costs by the byte of an answer, the rest is known."""

    calls: int
    """How many."""
    worst: int
    """Their prompts without the answers in them, and their least rooms, in nano-dollars, at the worst."""
    likely: int
    """The same as it is likely to be."""
    byte: int
    """Nano-dollars for every byte that each answer shown to them has."""
    tiered: tuple[TieredCalls, ...] = ()
    """Those of them, not counted in these sums, whose price depends on how long their prompts become."""

    def worst_with(self, answer: int) -> int:
        """What they set aside when answers are of so many bytes."""
        return self.worst + answer * self.byte + sum(each.worst_with(answer) for each in self.tiered)

    def likely_with(self, answer: int) -> int:
        """What they are likely to cost then: three bytes a token."""
        return self.likely + -(-answer * self.byte // 3) + sum(each.likely_with(answer) for each in self.tiered)


class PendingCall(Struct, frozen=True, kw_only=True):
    """A call that is to be made now."""

    span: OutputRange
    """Its room."""
    price: Price
    """What its tokens cost."""
    most: int
    """Tokens of its prompt at the most, its form included."""
    likely: int
    """The same as they are likely to be."""
    beside: int = 0
    """What it may cost beside its tokens, in nano-dollars."""
    floor: int = 0
    """Tokens of its room that thinking takes first."""
    read: bool = False
    """Whether its answer is read by those who come later."""


class WaveFit(Struct, frozen=True, kw_only=True):
    """The rooms of a wave, or what it lacks."""

    rooms: tuple[int, ...]
    """A room for each call, in their order; the least ones where even they do not fit."""
    needs: int
    """What must be free at the least, in nano-dollars, for these calls and for all that lies ahead."""
    fits: bool
    """Whether so much is free."""


def span_of(seat: Seat, planned: PlannedCalls | None, messages: Sequence[CallMessage]) -> OutputRange:
    """Room for a seat's part in a stage: as planned there or set by the user, thinking on top, within its maximum."""
    if planned is None or planned.room == 0:
        return OutputRange(0, 0)
    answer = seat.max_output or planned.room
    wanted = output_room(seat, messages, answer)
    return OutputRange(min(wanted, output_room(seat, messages, min(answer, planned.least))), wanted)


def fitted(asking: Sequence[PendingCall], ahead: Sequence[CallWave], free: int, *, shown: int, longest: int) -> WaveFit:
    """The largest rooms with which these calls fit into what is free, and what lies ahead after them.

    `shown` is the length in bytes of the longest answer so far; a reader is shown `longest` of any at the most.
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
    """Every room at the same share of the way from its least to what is wanted."""
    return tuple(one.span.least + int(share * (one.span.wanted - one.span.least)) for one in asking)


def least_for(ahead: Sequence[CallWave], answer: int) -> int:
    """What must be free for waves one after the other, each at its least, with answers of so many bytes."""
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
    """A line of a protocol's plan with those who are asked, and the prompt each of them gets at the least."""

    planned: PlannedCalls
    askers: tuple[Seat, ...]
    most: tuple[int, ...]
    likely: tuple[int, ...]
    pictures: tuple[int, ...]

    def ahead(self, calls: int, presumed: Price | None, task: int = TASK_BYTES) -> list[CallWave]:
        """So many of its calls, as they lie ahead, with so many bytes of task: one wave after the other."""
        step = self.planned.at_once or calls or 1
        return [self._wave(min(step, calls - begun), presumed, task) for begun in range(0, calls, step)]

    def _wave(self, calls: int, presumed: Price | None, task: int) -> CallWave:
        """So many calls that are begun together; they go to the askers in turn."""
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
    """The plan with its askers; `prompt` is what puts the bare question to a seat."""
    lines = []
    for planned in plan:
        roster = opened.roster
        askers = roster.seats if planned.by == "members" else roster.office(planned.by) or roster.office("chair")
        if not planned.calls or not askers:
            continue
        if planned.by == MEASURER:
            planned = replace(planned, room=0)  # vectors are no words
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
    """The smallest budget under which a session is begun, and the calls that need it."""

    budget: int
    """The budget, in nano-dollars."""
    stage: str
    """Where it is needed; empty where nothing is asked."""
    calls: int
    """How many calls run at once there."""
    aside: int
    """What is set aside for them, in nano-dollars."""


def _answer_of(lines: Sequence[PlanLine], options: Options) -> int:
    """Bytes of an answer of these stages at its least useful room."""
    least = ((seat, span_of(seat, line.planned, ()).least) for line in lines for seat in line.askers)
    said = max((room - seat.abilities.reasoning_floor for seat, room in least), default=0)
    return min(4 * options.allowance, ANSWER_BYTES * max(0, said))


def free_for(lines: Sequence[PlanLine], options: Options, shown: int) -> int:
    """What has to be free for stages that are asked again, with answers of `shown` bytes kept of those before them."""
    waves = [wave for line in lines for wave in line.ahead(line.planned.calls, None)]
    return least_for(waves, max(shown, _answer_of(lines, options)))


def least_budget(lines: Sequence[PlanLine], options: Options, presumed: Price | None = None) -> Tightest:
    """The budget under which a session with this plan is begun; every stage asks in its own words, of which
    `TASK_BYTES` are reckoned with."""
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
