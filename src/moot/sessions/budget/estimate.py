"""Estimate a session's typical and maximum cost from its protocol's plan, before anything is spent.

The maximum is what is reserved; the typical cost is an estimate with its source, never above the maximum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import cycle, islice
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moot.attachments.documents import Document, attachment_of
from moot.errors import Whose
from moot.floor.calls.budget import most_tokens, output_room, worst_price
from moot.floor.embedded_texts import MEASURER, prompt_to_measure
from moot.floor.prompts import AttachmentTexts, Prompter
from moot.floor.summaries import STAGE as SUMMARY_STAGE
from moot.floor.summaries import summary_call
from moot.floor.titles import title_call
from moot.protocols.planned import PlannedCalls
from moot.protocols.protocol import Options, Protocol
from moot.protocols.selective import in_order
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
from moot.vocabulary.events import CallPrices, Fork, PricedCalls, SessionOpened
from moot.vocabulary.seats import PRESUMED, SUBSCRIPTION, Price, Seat
from moot.vocabulary.tools import ToolBound
from moot.vocabulary.words.sums import money

ONE_EACH = Price(input=1, output=1)
"""A price of 1 per token, with which functions that compute a worst-case cost count tokens instead."""


TOLD_APART = "Nobody knows a price for "
"""Beginning of the note that names all models without a known price."""


Amount = TypeVar("Amount")


class StagePrices(CallPrices[Amount], Generic[Amount], frozen=True, kw_only=True):
    """The planned calls of one stage of a protocol, with their estimated cost."""

    stage: str
    """Name of the stage."""
    says: str
    """Description of the calls, with their prices."""


StageCalls = StagePrices[int]
"""Planned calls of one stage, with their estimated cost in nano-dollars."""


class Estimate(PricedCalls[int], frozen=True, kw_only=True):
    """The estimated cost of a session, in nano-dollars, with its calls, tokens and duration."""

    presumed: tuple[str, ...]
    """Models in `unknown` that are priced like the most expensive known model, because a budget is set."""
    presumed_most: int
    """Part of the maximum cost that is from the models in `presumed`, in nano-dollars."""
    lines: tuple[str, ...]
    """The estimate in words, one line per stage."""
    stages: tuple[StageCalls, ...]
    """The estimate of each stage, as data."""
    tokens: int
    """Maximum number of tokens that the session reads and writes, as assumed for the maximum cost."""
    seconds: float | None
    """Estimated duration in seconds: each stage takes as long as its slowest model; `None` if no model's time is
    known."""
    seats: tuple[Seat, ...]
    """Members in order, then the chair and other seats beside them."""
    untimed: tuple[str, ...] = ()
    """Models with an unknown time, for which `seconds` uses an average; empty if all are unknown."""
    notes: tuple[str, ...]
    """Decisions made for the user, in words."""
    asks: tuple[Seat, ...] = ()
    """Seats that are asked, without duplicates; for a fork only the seats asked again."""
    assumes: str = ""
    """Assumed lengths of answers and prompts in the maximum, in words; empty if the session is free."""
    unready: tuple[str, ...] = ()
    """Seats in `asks` that cannot be called now, each with the reason and the remedy. Their calls are priced
    nevertheless.
    """
    longer: tuple[str, ...] = ()
    """Models that charge more for long prompts, if prompts can become that long in this session, in words."""
    needs: Least | None = None
    """Smallest budget with which the session can begin, with every answer at its minimum length, and why; `None` if a
    price is unknown, and for a fork.
    """
    frees: int | None = None
    """For a fork: the unspent amount with which it can begin, with every answer at its minimum length, in
    nano-dollars; else `None`.
    """
    cap: int | None = None
    """Limit on the session's cost in nano-dollars: its own budget, or the remainder of the day's if that is less."""
    whose: Whose = "session"
    """Whether `cap` comes from the session's own budget or the day's."""

    @property
    def least(self) -> int | None:
        """Return the smallest budget with which the session can begin, in nano-dollars; `None` if unknown."""
        return self.needs.budget if self.needs is not None else None

    @property
    def bound(self) -> int | None:
        """Return the maximum cost of the session, in nano-dollars: the worst case, or the budget if that is lower and
        enough to begin.
        """
        return self.most if self.most is None or self.cap is None or self.lacking else min(self.most, self.cap)

    @property
    def included(self) -> bool:
        """Return whether a subscription of the user's includes all calls."""
        prices = [seat.price for seat in self.asks if not seat.person]
        return bool(prices) and all(price is not None and price.source == SUBSCRIPTION for price in prices)

    @property
    def held_down(self) -> str:
        """Return a note that the budget is less than the maximum cost of all stages; empty if it is not."""
        if self.most is None or self.bound is None or self.bound >= self.most:
            return ""
        whose = "today's budget leaves" if self.whose == "day" else "its budget allows"
        return (
            f"Its stages could come to {money(self.most)} together; no call starts that could exceed the "
            f"{money(self.bound)} that {whose}."
        )

    @property
    def lacking(self) -> str:
        """Return a note that the budget is too small for the session to begin; empty if it is large enough."""
        return too_small(self.cap, self.needs, self.whose)


class ForkCredit:
    """The calls that a fork need not make, because it keeps answers of the session that it forks.

    A fork is a new session that begins as a copy of another. It keeps all answers of some stages, and single answers of
    the first stage that it runs again.
    """

    def __init__(self, stages: Collection[str], answers: Iterable[tuple[str, str]]) -> None:
        self._stages = frozenset(stages)
        self._left = Counter(answers)

    def whole(self, stage: str) -> bool:
        """Return whether the fork keeps all answers of this stage."""
        return stage in self._stages

    def has(self, stage: str, seat: str) -> bool:
        """Return whether the fork keeps the answer to a call to this seat in this stage.

        Call this once for each planned call, because a kept answer counts for one call only.
        """
        if stage in self._stages:
            return True
        if not self._left[stage, seat]:
            return False
        self._left[stage, seat] -= 1
        return True


def first_answers_kept(opened: SessionOpened, asked: Iterable[str]) -> ForkCredit:
    """Return what a fork keeps that asks everyone, after these seats have answered in the first stage."""
    return ForkCredit([SUMMARY_STAGE], [(opened.stages[0], seat) for seat in asked])


class ForkEstimate(Struct, frozen=True, kw_only=True):
    """The estimate for a fork (a new session that begins as a copy of another): the answers it keeps, and the cost of
    its new calls."""

    fork: Fork
    """Stage from which the fork asks again, and its changes."""
    kept: int
    """Number of answers and ballots kept."""
    worth: int | None
    """What the kept answers cost originally, in nano-dollars; `None` if a price is unknown."""
    estimate: Estimate
    """Estimate of the new calls."""


def estimate_of(
    opened: SessionOpened,
    protocol: Protocol,
    options: Options,
    *,
    attached: AttachmentTexts | None = None,
    times: Mapping[str, float] | None = None,
    past: Past | None = None,
    kept: ForkCredit | None = None,
    tools: ToolBound = ToolBound(),
) -> Estimate:
    """Estimate the session that begins with `opened`: its calls, typical and maximum cost, and duration.

    Args:
        attached: Contents of the attached files.
        times: Seconds per call, by model.
        past: Usual output of calls in earlier sessions.
        kept: What a fork keeps and does not ask again.
        tools: The most that tool calls can add to an answer.
    """
    prompter = Prompter(opened, attached or AttachmentTexts())
    seats = in_order(opened.asks, opened.roster.seats)
    whole = max((4 * output_room(seat) for seat in seats), default=0)
    longest = min(whole, options.allowance)
    capped = opened.cap is not None or opened.cap_per_call is not None
    plan = protocol.planned_for(opened, options)
    answer = _answer_length(seats, plan, options, past or {})
    total = _Total()
    built: dict[tuple[str, int], tuple[CallMessage, ...]] = {}

    def shown(seat: Seat, length: int = 0) -> tuple[CallMessage, ...]:
        """Return the seat's prompt with this many characters after the question."""
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
            found = _weighed(seat, _PricedCall(messages, room), likely, task, planned.stage, past, planned)
            if not planned.tools:
                return found
            searching = _with_search(found, messages)
            return _with_tools(searching, messages, likely, tools) if tools.rounds else searching

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


def with_audit(one: Estimate, everyone: Estimate, share: float) -> Estimate:
    """Return the estimate of a session that asks one member, if a `share` of such sessions asks everyone. The typical
    cost is the average of both, the maximum is that of asking everyone.
    """
    both = None in (one.typical, everyone.typical)
    typical = None if both else round((1 - share) * (one.typical or 0) + share * (everyone.typical or 0))
    shown = replace(everyone, calls=one.calls, stages=one.stages, lines=one.lines, seconds=one.seconds)
    return replace(shown, typical=typical)


def within_the_day(estimate: Estimate, left: int | None) -> Estimate:
    """Return the estimate, limited by the remainder of the day's budget in nano-dollars (`None` if there is no such
    budget).
    """
    if left is None or (estimate.cap is not None and estimate.cap <= left):
        return estimate
    return replace(estimate, cap=max(0, left), whose="day")


def in_words(typical: int | None, most: int | None) -> str:
    """Format a cost as text: `typically $0.03, at most $0.41`, `free`, or `price unknown`."""
    if most is None:
        return "price unknown"
    if most == 0:
        return "free"
    return f"at most {money(most)}" if typical is None else f"typically {money(typical)}, at most {money(most)}"


def attached_of(documents: Sequence[Document], kept: AttachmentTexts | None = None) -> AttachmentTexts:
    """Return the contents of attached files, to be put into prompts: those of `documents`, and those in `kept`."""
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
    """Return the sum of these prices; `None` if one of them is unknown."""
    every = list(prices)
    return None if None in every else sum(each or 0 for each in every)


def _seconds(waves: Sequence[Sequence[str]], times: Mapping[str, float]) -> float | None:
    """Estimate the total time: each wave takes as long as its slowest model, and a model without a known time takes the
    median time."""
    if not times:
        return None
    ordinary = median(times.values())
    return sum(max(times.get(model, ordinary) for model in wave) for wave in waves)


def _answer_length(seats: Sequence[Seat], plan: Sequence[PlannedCalls], options: Options, past: Past) -> int:
    """Estimate how many characters a member's answer has, as it is shown to other members."""
    first = next((planned for planned in plan if planned.calls and planned.by == "members"), None)
    said = [usual(seat, first.stage if first is not None else "", past, first).said for seat in seats]
    return min(options.allowance, BYTES_A_TOKEN * round(sum(said) / max(1, len(said))))


class _EstimatedCall(NamedTuple):
    """The maximum and typical cost of one call, and its tokens."""

    seat: Seat
    worst: int | None
    tokens: int
    typical: int | None
    usual: Usual | None
    room: int = 0
    """Maximum number of output tokens."""
    longer: str = ""
    """Note that long prompts cost more and this prompt may be long; empty otherwise."""


def _weighed(
    seat: Seat,
    call: _PricedCall,
    likely: Sequence[CallMessage],
    task: int,
    stage: str | None,
    past: Past | None,
    planned: PlannedCalls | None = None,
) -> _EstimatedCall:
    """Estimate the maximum and typical cost of one call.

    Args:
        likely: The prompt at its usual length.
        task: The stage's own text.
        stage: Its stage; without one, no output is counted.
    """
    worst = worst_price(seat.price, *call)
    wont = usual(seat, stage, past or {}, planned) if stage is not None else None
    price = None if seat.price is not None and seat.price.source == PRESUMED else seat.price
    typical = typical_price(price, usual_tokens(likely) + task, wont.written if wont is not None else 0, worst)
    told = wont is not None and not (seat.person or seat.scripted)
    tokens, longer = worst_price(ONE_EACH, *call) or 0, _longer(seat, most_tokens(call.messages), usual_tokens(likely))
    return _EstimatedCall(seat, worst, tokens, typical, wont if told else None, call.room, longer)


USUAL_ROUNDS = 2
"""Typical number of rounds of tool calls for one answer, for the typical cost."""
USUAL_REQUEST = 120
"""Typical number of tokens in a request for a tool call."""


def _with_search(call: _EstimatedCall, messages: Sequence[CallMessage]) -> _EstimatedCall:
    """Return the estimate of a call for which the seat's service makes its own search, of usually one query."""
    seat, search = call.seat, call.seat.search or None
    if search is None or seat.person:
        return call
    more, tokens = (
        _together((worst_price(price, messages, 0, 0, search), _minus(worst_price(price, messages, 0))))
        for price in (seat.price, ONE_EACH)
    )
    reading = typical_price(seat.price, search.results * search.result_tokens // 2, 0, more)
    return call._replace(
        worst=_together((call.worst, more)),
        tokens=call.tokens + (tokens or 0) - search.cost,
        typical=_together((call.typical, reading, None if reading is None else search.cost_of(1))),
    )


def _minus(price: int | None) -> int | None:
    return None if price is None else -price


def _with_tools(
    call: _EstimatedCall, messages: Sequence[CallMessage], likely: Sequence[CallMessage], tools: ToolBound
) -> _EstimatedCall:
    """Return the estimate of a call with the requests for tool calls before its answer.

    Each request reads all results before it. A person calls no tools.
    """
    seat, rounds = call.seat, range(tools.rounds + 1)
    if seat.person:
        return call
    read = [_PricedCall((*messages, _text(tools.form + number * tools.size)), call.room) for number in rounds]
    worst = _together(worst_price(seat.price, *each) for each in read)
    usual_rounds = min(USUAL_ROUNDS, tools.rounds)
    result = (tools.form + tools.size // 2) // BYTES_A_TOKEN
    asking = [
        typical_price(seat.price, usual_tokens(likely) + number * result, USUAL_REQUEST, worst)
        for number in range(usual_rounds)
    ]
    reading = typical_price(seat.price, usual_rounds * result, 0, worst)
    typical = _together([call.typical, *asking, reading])
    most = worst if worst is None else worst + tools.cost
    return call._replace(
        worst=most,
        tokens=sum(worst_price(ONE_EACH, *each) or 0 for each in read),
        typical=typical if typical is None or most is None else min(typical, most),
    )


def _text(size: int) -> CallMessage:
    return CallMessage(role="tool", text="x" * size)


def _longer(seat: Seat, most: int, likely: int) -> str:
    """Return why a call may cost more per token than usual for its model, namely because the prompt is long; empty if
    it cannot.
    """
    reached = [tier.above for tier in (seat.price.tiers or () if seat.price is not None else ()) if most > tier.above]
    if not reached:
        return ""
    surely = [above for above in reached if likely > above]
    how = "prompts here are likely to be longer" if surely else "the most reckons with prompts that are longer"
    return f"{seat.model} costs more where a prompt has over {(surely or reached)[-1]:,} tokens: {how}."


def _assumed(calls: Sequence[_EstimatedCall], *, capped: bool) -> str:
    """Return in words what the maximum cost assumes; empty if no call costs anything."""
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
    """Adds up the calls of all stages to an estimate."""

    def __init__(self) -> None:
        self.stages: list[StageCalls] = []
        self.waves: list[tuple[str, ...]] = []
        self._calls: list[_EstimatedCall] = []

    def add(self, stage: str, what: str, by: str, calls: Sequence[_EstimatedCall]) -> None:
        """Add the calls of a stage, or of a part of one."""
        typical, most = _together(call.typical for call in calls), _together(call.worst for call in calls)
        counted = f"{len(calls)} call{'s' if len(calls) > 1 else ''}" + (f" by {by}" if by else "")
        included = all(call.seat.price is not None and call.seat.price.source == SUBSCRIPTION for call in calls)
        says = f"{counted}, {'included in your subscription' if included else in_words(typical, most)}"
        self.stages.append(
            StagePrices(
                stage=stage, calls=len(calls), says=f"{what}: {says}" if what else says, typical=typical, most=most
            )
        )
        self.waves.append(tuple(call.seat.model for call in calls))
        self._calls += calls

    def estimate(self, opened: SessionOpened, times: Mapping[str, float]) -> Estimate:
        """Return the estimate for all calls added so far."""
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
    """A call with the longest possible prompt and answer, as arguments for `worst_price`."""

    messages: tuple[CallMessage, ...]
    room: int


def _to_measure(seat: Seat, texts: int, longest: int) -> tuple[CallMessage, ...]:
    """Return the messages that are sent to embed this many answers, each of the greatest length."""
    return prompt_to_measure({str(number): "x" * longest for number in range(texts)}, seat.abilities.context).messages
