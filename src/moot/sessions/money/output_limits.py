"""How much may each call write under a cap, and what does a session take at the least? Arithmetic; nothing is read.

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

from moot.floor.calls.budget import likely_tokens, most_tokens, output_room
from moot.floor.measurement import MEASURER
from moot.protocols.planned import Planned
from moot.protocols.protocol import Options
from moot.providers.provider import Message
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Price, Seat

ANSWER_BYTES = 5
"""Bytes of a token of prose, rather too many than too few: how long an answer becomes for its readers."""
TASK_BYTES = 3_000
"""Bytes of a stage's own words and of its form, beside the question and the answers; the longest are about so long."""
STEPS = 14
"""Halvings in which the share is found: to a ten-thousandth."""
FREE = Price(input=0, output=0)


class Span(Struct, frozen=True):
    """The room of one call: at the least, and as wanted."""

    least: int
    wanted: int


class Ahead(Struct, frozen=True, kw_only=True):
    """Calls that lie ahead, as one wave: what they read costs by the byte of an answer, the rest is known."""

    calls: int
    """How many."""
    worst: int
    """Their prompts without the answers in them, and their least rooms, in nano-dollars, at the worst."""
    likely: int
    """The same as it is likely to be."""
    byte: int
    """Nano-dollars for every byte that each answer shown to them has."""

    def worst_with(self, answer: int) -> int:
        """What they set aside when answers are of so many bytes."""
        return self.worst + answer * self.byte

    def likely_with(self, answer: int) -> int:
        """What they are likely to cost then: three bytes a token."""
        return self.likely + -(-answer * self.byte // 3)


class Asking(Struct, frozen=True, kw_only=True):
    """A call that is to be made now."""

    span: Span
    """Its room."""
    price: Price
    """What its tokens cost."""
    most: int
    """Tokens of its prompt at the most, its form included."""
    likely: int
    """The same as they are likely to be."""
    floor: int = 0
    """Tokens of its room that thinking takes first."""
    read: bool = False
    """Whether its answer is read by those who come later."""


class Fitted(Struct, frozen=True, kw_only=True):
    """The rooms of a wave, or what it lacks."""

    rooms: tuple[int, ...]
    """A room for each call, in their order; the least ones where even they do not fit."""
    needs: int
    """What must be free at the least, in nano-dollars, for these calls and for all that lies ahead."""
    fits: bool
    """Whether so much is free."""


def span_of(seat: Seat, planned: Planned | None, messages: Sequence[Message]) -> Span:
    """Room for a seat's part in a stage: as planned there or set by the user, thinking on top, within its maximum."""
    if planned is None or planned.room == 0:
        return Span(0, 0)
    answer = seat.max_output or planned.room
    wanted = output_room(seat, messages, answer)
    return Span(min(wanted, output_room(seat, messages, min(answer, planned.least))), wanted)


def fitted(asking: Sequence[Asking], ahead: Sequence[Ahead], free: int, *, shown: int, longest: int) -> Fitted:
    """The largest rooms with which these calls fit into what is free, and what lies ahead after them.

    `shown` is the length in bytes of the longest answer so far; a reader is shown `longest` of any at the most.
    """

    def needs(share: float) -> int:
        rooms = rooms_at(asking, share)
        written = sum(room * one.price.output for room, one in zip(rooms, asking, strict=True))
        answers = [room - one.floor for room, one in zip(rooms, asking, strict=True) if one.read]
        answer = min(longest, max(shown, ANSWER_BYTES * max(answers, default=0)))
        now = sum(one.most * one.price.input for one in asking) + written
        thought = sum(one.floor // 2 * one.price.output for one in asking)
        settled = sum(one.likely * one.price.input for one in asking) + max(0, written - thought)
        return max(now, settled + least_for(ahead, answer))

    least = needs(0)
    if least > free:
        return Fitted(rooms=rooms_at(asking, 0), needs=least, fits=False)
    share = 1.0 if needs(1) <= free else _largest(lambda part: needs(part) <= free)
    return Fitted(rooms=rooms_at(asking, share), needs=least, fits=True)


def rooms_at(asking: Sequence[Asking], share: float) -> tuple[int, ...]:
    """Every room at the same share of the way from its least to what is wanted."""
    return tuple(one.span.least + int(share * (one.span.wanted - one.span.least)) for one in asking)


def least_for(ahead: Sequence[Ahead], answer: int) -> int:
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


class Line(Struct, frozen=True, kw_only=True):
    """A line of a protocol's plan with those who are asked, and the prompt each of them gets at the least."""

    planned: Planned
    askers: tuple[Seat, ...]
    most: tuple[int, ...]
    likely: tuple[int, ...]

    def ahead(self, calls: int, presumed: Price | None, task: int = TASK_BYTES) -> Ahead:
        """So many of its calls, as they lie ahead, with so many bytes of task; they go to the askers in turn."""
        reads, worst, likely, byte = self.planned.reads, 0, 0, 0
        for number in range(calls):
            at = number % len(self.askers)
            seat = self.askers[at]
            price = FREE if seat.person else seat.price or presumed or FREE
            written = span_of(seat, self.planned, ()).least * price.output
            thought = min(written, seat.abilities.reasoning_floor // 2 * price.output)
            worst += (self.most[at] + task) * price.input + written
            likely += (self.likely[at] + task // 3) * price.input + written - thought
            byte += reads * price.input
        return Ahead(calls=calls, worst=worst, likely=likely, byte=byte)


def lines_of(opened: SessionOpened, plan: Sequence[Planned], prompt: Callable[[Seat], Sequence[Message]]) -> list[Line]:
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
            Line(
                planned=planned,
                askers=askers,
                most=tuple(most_tokens(each) for each in messages),
                likely=tuple(likely_tokens(each) for each in messages),
            )
        )
    return lines


def least_budget(lines: Sequence[Line], options: Options, presumed: Price | None = None, task: int = TASK_BYTES) -> int:
    """The cap under which a session with this plan is begun, in nano-dollars. The first stage asks the question in
    words of its own, of which `task` bytes are reckoned with: without any, no smaller cap would do."""
    first = ((seat, span_of(seat, line.planned, ()).least) for line in lines[:1] for seat in line.askers)
    said = max((least - seat.abilities.reasoning_floor for seat, least in first), default=0)
    answer = min(4 * options.allowance, ANSWER_BYTES * max(0, said))
    waves = [line.ahead(line.planned.calls, presumed, TASK_BYTES if at else task) for at, line in enumerate(lines)]
    return least_for(waves, answer)
