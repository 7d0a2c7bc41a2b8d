"""What does a session usually cost, and what at the worst? Its protocol's plan, reckoned twice before a cent is spent.

The most is what is set aside; the typical figure is an estimate, said with where it comes from, and never above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import cycle, islice
from statistics import median
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moot.attachments.documents import Document, attachment_of
from moot.errors import Whose
from moot.floor.calls.budget import most_tokens, output_room, worst_price
from moot.floor.embedded_texts import MEASURER, prompt_to_measure
from moot.floor.prompts import AttachmentTexts, Prompter
from moot.floor.summaries import summary_call
from moot.floor.titles import title_call
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, Protocol
from moot.providers.provider import CallMessage
from moot.sessions.budget.minimum import Least, least_of, too_small
from moot.sessions.budget.output_limits import free_for, lines_of, span_of
from moot.sessions.budget.typical_cost import (
    BYTES_A_TOKEN,
    Past,
    Usual,
    basis_of,
    task_tokens,
    typical_price,
    usual,
    usual_tokens,
)
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import PRESUMED, Price, Seat
from moot.vocabulary.words.sums import money

ONE_EACH = Price(input=1, output=1)
"""With it a worst price counts tokens."""


class StageCalls(Struct, frozen=True, kw_only=True):
    """What a stage asks."""

    stage: str
    """The stage."""
    calls: int
    """Calls, if nothing fails."""
    says: str
    """The same in words, with its prices."""
    typical: int | None
    """What it usually costs, in nano-dollars; `None` when some model's price is unknown."""
    most: int | None
    """What it costs at the worst; `None` when some model's price is unknown."""


TOLD_APART = "Nobody knows a price for "
"""How a note begins that says what `unknown` and `presumed` say of all such models together."""


class Estimate(Struct, frozen=True, kw_only=True):
    """What a session may cost."""

    calls: int
    """Calls of a session in which nothing fails."""
    most: int | None
    """The worst price in nano-dollars; `None` when some model's price is unknown."""
    typical: int | None
    """What it usually costs, in nano-dollars: no promise; `None` when nobody knows some model's price."""
    basis: str
    """Where that comes from: `from 12 sessions here`, or `from a table`."""
    unknown: tuple[str, ...]
    """Models whose price nobody knows."""
    presumed: tuple[str, ...]
    """Those of them that count as the dearest known model, because a budget is in force."""
    presumed_most: int
    """How much of the worst price stems from that, in nano-dollars."""
    lines: tuple[str, ...]
    """How it comes together, one line a stage."""
    stages: tuple[StageCalls, ...]
    """The same, to be counted with."""
    tokens: int
    """Most tokens read and written, as the worst price counts them."""
    seconds: float | None
    """How long it may take: each stage as long as its slowest model; `None` when no model's time is known."""
    seats: tuple[Seat, ...]
    """Members in order, then offices."""
    untimed: tuple[str, ...] = ()
    """Models of which nobody knows how long they take, taken for ordinary ones in `seconds`; empty without those."""
    notes: tuple[str, ...]
    """What was decided for the user, in words."""
    asks: tuple[Seat, ...] = ()
    """Who is asked, each once: of a fork those alone that are asked anew."""
    assumes: str = ""
    """What the worst price takes every answer and every prompt to be, in words; empty where nothing costs anything."""
    unready: tuple[str, ...] = ()
    """Who of those cannot be asked now, why, and what to do: they are priced all the same."""
    longer: tuple[str, ...] = ()
    """Which models cost more where prompts are as long as they may be here, in words."""
    needs: Least | None = None
    """The smallest budget it is begun under, and why: every answer at its least useful room. Nothing is started under a
    smaller one. `None` when some price is unknown, and for a fork."""
    frees: int | None = None
    """What must be free for what a fork asks, every answer at its least useful room; `None` where it is no fork."""
    cap: int | None = None
    """What it may come to: its own budget, or what that of the day leaves where that is less."""
    whose: Whose = "session"
    """Whose budget that is."""

    @property
    def least(self) -> int | None:
        """That budget, in nano-dollars."""
        return self.needs.budget if self.needs is not None else None

    @property
    def bound(self) -> int | None:
        """What it can come to at the most: the worst price, or the budget where that is less, as no call starts beyond
        it; the worst price, too, where the budget is too small to begin."""
        return self.most if self.most is None or self.cap is None or self.lacking else min(self.most, self.cap)

    @property
    def held_down(self) -> str:
        """What is to be said where a budget keeps the whole below what its stages come to; empty where none does."""
        if self.most is None or self.bound is None or self.bound >= self.most:
            return ""
        whose = "today's budget leaves" if self.whose == "day" else "its budget allows"
        return (
            f"Its stages could come to {money(self.most)} together; no call starts that could exceed the "
            f"{money(self.bound)} that {whose}."
        )

    @property
    def lacking(self) -> str:
        """What is to be said of a budget that is too small, before anything is asked; empty where it is not."""
        return too_small(self.cap, self.needs, self.whose)


class ForkCredit:
    """What a fork has of its source: whole stages, and single answers of the one it goes on from. Each counts once."""

    def __init__(self, stages: Collection[str], answers: Iterable[tuple[str, str]]) -> None:
        self._stages = frozenset(stages)
        self._left = Counter(answers)

    def whole(self, stage: str) -> bool:
        """Whether nothing of a stage is asked again."""
        return stage in self._stages

    def has(self, stage: str, seat: str) -> bool:
        """Whether a call to this seat in this stage is not made; asked once for each call."""
        if stage in self._stages:
            return True
        if not self._left[stage, seat]:
            return False
        self._left[stage, seat] -= 1
        return True


def estimate_of(
    opened: SessionOpened,
    protocol: Protocol,
    options: Options,
    *,
    attached: AttachmentTexts | None = None,
    times: Mapping[str, float] | None = None,
    past: Past | None = None,
    kept: ForkCredit | None = None,
) -> Estimate:
    """The estimate of a session that would be opened like this; `times` are seconds a call of a model takes, `past` is
    what calls wrote in earlier sessions, and `kept` what a fork has and does not ask again."""
    prompter = Prompter(opened, attached or AttachmentTexts())
    seats = opened.roster.seats
    whole = max((4 * output_room(seat) for seat in seats), default=0)
    longest = min(whole, options.allowance)
    held = protocol.held(opened.roster)
    capped = opened.cap is not None or opened.cap_per_call is not None
    plan = protocol.planned(len(seats), options, held, known=opened.graded)
    answer = _answer_length(seats, plan, options, past or {})
    total = _Total()
    built: dict[tuple[str, int], tuple[CallMessage, ...]] = {}

    def shown(seat: Seat, length: int = 0) -> tuple[CallMessage, ...]:
        """The seat's prompt with so many characters behind the question."""
        if (seat.id, length) not in built:
            built[seat.id, length] = prompter.prompt(seat, "x" * length).messages
        return built[seat.id, length]

    for extra in (*summary_call(opened, prompter), *title_call(opened, prompter)):
        if kept is not None and kept.has(extra.stage, extra.seat.id):
            continue
        call = _PricedCall(extra.messages, extra.room)
        total.add(extra.stage, "", "the chair", [_weighed(extra.seat, call, extra.messages, 0, extra.stage, past)])
    for planned in plan:
        if not planned.calls:
            continue
        askers = seats if planned.by == "members" else opened.roster.office(planned.by) or opened.roster.office("chair")
        task = task_tokens(planned.stage, reads=bool(planned.reads))

        def weighed(seat: Seat, planned: PlannedCalls = planned, task: int = task) -> _EstimatedCall:
            if planned.by == MEASURER:
                call = _PricedCall(_to_measure(seat, planned.reads, whole), 0)
                return _weighed(seat, call, _to_measure(seat, planned.reads, answer), 0, None, past)
            messages, likely = shown(seat, planned.reads * longest), shown(seat, planned.reads * answer)
            room = span_of(seat, planned, messages).wanted if capped else output_room(seat, messages)
            return _weighed(seat, _PricedCall(messages, room), likely, task, planned.stage, past, planned)

        seated = list(islice(cycle(askers), planned.calls))
        if kept is not None:
            seated = [seat for seat in seated if not kept.has(planned.stage, seat.id)]
        if not seated:
            continue
        asking = {seat.id: weighed(seat) for seat in askers}
        by = "" if planned.by in ("members", "chair") else f"the {planned.by}"
        total.add(planned.stage, planned.what, by, [asking[seat.id] for seat in seated])
    estimate = total.estimate(opened, times or {})
    if estimate.most is None:
        return replace(estimate, cap=opened.cap)
    if kept is not None:
        anew = [planned for planned in plan if not kept.whole(planned.stage)]
        lines = lines_of(opened, anew, shown)
        return replace(estimate, frees=free_for(lines, options, answer), cap=opened.cap)
    needs = least_of(opened, protocol, options, shown)
    return replace(estimate, needs=needs, cap=opened.cap)


def within_the_day(estimate: Estimate, left: int | None) -> Estimate:
    """The same where the budget for a day leaves so much; `None` for no such budget."""
    if left is None or (estimate.cap is not None and estimate.cap <= left):
        return estimate
    return replace(estimate, cap=max(0, left), whose="day")


def in_words(typical: int | None, most: int | None) -> str:
    """`typically $0.03, at most $0.41`; `free`; or what is not known of it."""
    if most is None:
        return "price unknown"
    if most == 0:
        return "free"
    return f"at most {money(most)}" if typical is None else f"typically {money(typical)}, at most {money(most)}"


def attached_of(documents: Sequence[Document], kept: AttachmentTexts | None = None) -> AttachmentTexts:
    """What lies behind files that are not kept yet, beside those that are."""
    there = kept or AttachmentTexts()
    files = [(attachment_of(document), document) for document in documents]
    return AttachmentTexts(
        texts={
            **there.texts,
            **{file.text_digest: each.text for file, each in files if file.text_digest and each.text is not None},
        },
        pictures={**there.pictures, **{file.digest: each.data for file, each in files if file.text_digest is None}},
    )


def _together(prices: Iterable[int | None]) -> int | None:
    """Their sum; `None` where one is not known."""
    every = list(prices)
    return None if None in every else sum(each or 0 for each in every)


def _seconds(waves: Sequence[Sequence[str]], times: Mapping[str, float]) -> float | None:
    """Every wave takes as long as its slowest model; one whose time nobody knows is taken for an ordinary one."""
    if not times:
        return None
    ordinary = median(times.values())
    return sum(max(times.get(model, ordinary) for model in wave) for wave in waves)


def _answer_length(seats: Sequence[Seat], plan: Sequence[PlannedCalls], options: Options, past: Past) -> int:
    """Characters of a member's answer of usual length, as others read it."""
    first = next((planned for planned in plan if planned.calls and planned.by == "members"), None)
    said = [usual(seat, first.stage if first is not None else "", past, first).said for seat in seats]
    return min(options.allowance, BYTES_A_TOKEN * round(sum(said) / max(1, len(said))))


class _EstimatedCall(NamedTuple):
    """A call, weighed: what it costs and reads at the worst, and usually."""

    seat: Seat
    worst: int | None
    tokens: int
    typical: int | None
    usual: Usual | None
    room: int = 0
    """Tokens it may write."""
    longer: str = ""
    """What is to be said where long prompts cost more, and this one may be one."""


def _weighed(
    seat: Seat,
    call: _PricedCall,
    likely: Sequence[CallMessage],
    task: int,
    stage: str | None,
    past: Past | None,
    planned: PlannedCalls | None = None,
) -> _EstimatedCall:
    """`likely` is the prompt at its usual length, `task` what comes beside it; without a `stage` nothing is written."""
    worst = worst_price(seat.price, *call)
    wont = usual(seat, stage, past or {}, planned) if stage is not None else None
    price = None if seat.price is not None and seat.price.source == PRESUMED else seat.price
    typical = typical_price(price, usual_tokens(likely) + task, wont.written if wont is not None else 0, worst)
    told = wont is not None and not (seat.person or seat.scripted)
    tokens, longer = worst_price(ONE_EACH, *call) or 0, _longer(seat, most_tokens(call.messages), usual_tokens(likely))
    return _EstimatedCall(seat, worst, tokens, typical, wont if told else None, call.room, longer)


def _longer(seat: Seat, most: int, likely: int) -> str:
    """Why a call may cost more than its model's usual price."""
    reached = [tier.above for tier in (seat.price.tiers or () if seat.price is not None else ()) if most > tier.above]
    if not reached:
        return ""
    surely = [above for above in reached if likely > above]
    how = "prompts here are likely to be longer" if surely else "the most reckons with prompts that are longer"
    return f"{seat.model} costs more where a prompt has over {(surely or reached)[-1]:,} tokens: {how}."


def _assumed(calls: Sequence[_EstimatedCall], *, capped: bool) -> str:
    """What the worst price takes for granted; empty where no call costs anything."""
    longest = max((call.room for call in calls if call.worst), default=0)
    if not longest:
        return ""
    if capped:
        return (
            f"The most takes every answer to be as long as its stage lets it be (up to {longest:,} tokens), and every "
            "byte that is read to be a token."
        )
    return (
        f"The most takes every answer to be as long as its model can write (up to {longest:,} tokens), and every byte "
        "that is read to be a token. With a budget each stage gets less room, and no call starts that could exceed it."
    )


class _Total:
    """An estimate while it comes together."""

    def __init__(self) -> None:
        self.stages: list[StageCalls] = []
        self.waves: list[tuple[str, ...]] = []
        self._calls: list[_EstimatedCall] = []

    def add(self, stage: str, what: str, by: str, calls: Sequence[_EstimatedCall]) -> None:
        """Adds the calls of a stage, or of a part of one."""
        typical, most = _together(call.typical for call in calls), _together(call.worst for call in calls)
        counted = f"{len(calls)} call{'s' if len(calls) > 1 else ''}" + (f" by {by}" if by else "")
        says = f"{counted}, {in_words(typical, most)}"
        self.stages.append(
            StageCalls(
                stage=stage, calls=len(calls), says=f"{what}: {says}" if what else says, typical=typical, most=most
            )
        )
        self.waves.append(tuple(call.seat.model for call in calls))
        self._calls += calls

    def estimate(self, opened: SessionOpened, times: Mapping[str, float]) -> Estimate:
        """What it comes to."""
        calls = self._calls
        guessed = [call for call in calls if call.seat.price is not None and call.seat.price.source == PRESUMED]
        presumed = tuple(dict.fromkeys(call.seat.model for call in guessed))
        unknown = tuple(dict.fromkeys(call.seat.model for call in calls if call.worst is None))
        return Estimate(
            calls=len(calls),
            most=_together(call.worst for call in calls),
            typical=_together(call.typical for call in calls),
            basis=basis_of(call.usual for call in calls if call.usual is not None),
            unknown=unknown + presumed,
            presumed=presumed,
            presumed_most=sum(call.worst or 0 for call in guessed),
            lines=tuple(f"{each.stage}{', ' if ': ' in each.says else ': '}{each.says}" for each in self.stages),
            stages=tuple(self.stages),
            tokens=sum(call.tokens for call in calls),
            seconds=_seconds(self.waves, times),
            untimed=tuple(dict.fromkeys(call.seat.model for call in calls if call.seat.model not in times))
            if times
            else (),
            seats=(*opened.roster.seats, *opened.roster.offices),
            notes=tuple(note for note in opened.notes if not note.startswith(TOLD_APART)),
            asks=tuple({call.seat.id: call.seat for call in calls}.values()),
            assumes=_assumed(calls, capped=opened.cap is not None or opened.cap_per_call is not None),
            longer=tuple(dict.fromkeys(call.longer for call in calls if call.longer)),
        )


class _PricedCall(NamedTuple):
    """A call at its longest, as `worst_price` takes it."""

    messages: tuple[CallMessage, ...]
    room: int


def _to_measure(seat: Seat, texts: int, longest: int) -> tuple[CallMessage, ...]:
    """What measuring so many answers sends, which are not cut to what a reader is shown."""
    return prompt_to_measure({str(number): "x" * longest for number in range(texts)}, seat.abilities.context).messages
