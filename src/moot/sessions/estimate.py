"""What may a session cost at the worst, before anything is spent? Its protocol's plan, at the dearest length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from statistics import median
from typing import NamedTuple

from msgspec import Struct

from moot.protocols.protocol import Options, Planned, Protocol
from moot.providers.provider import Message
from moot.sessions.budget import output_room, worst_price
from moot.sessions.documents import Document, attachment_of
from moot.sessions.measuring import prompt_to_measure
from moot.sessions.prompts import Attached, Prompter
from moot.sessions.remembering import STAGE as HISTORY
from moot.sessions.remembering import summary_call
from moot.sessions.seating import MEASURER
from moot.sessions.titling import title_call
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Price, Seat

ONE_EACH = Price(input=1, output=1)
"""With it a worst price counts tokens."""


class StageCalls(Struct, frozen=True, kw_only=True):
    """What a stage asks."""

    stage: str
    """The stage."""
    calls: int
    """Calls, if nothing fails."""
    says: str
    """The same in words, with the worst price."""


class Estimate(Struct, frozen=True, kw_only=True):
    """What a session may cost."""

    calls: int
    """Calls of a session in which nothing fails."""
    most: int | None
    """The worst price in nano-dollars; `None` when some model's price is unknown."""
    unknown: tuple[str, ...]
    """Models whose price nobody knows."""
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
    notes: tuple[str, ...]
    """What was decided for the user, in words."""


def estimate_of(
    opened: SessionOpened,
    protocol: Protocol,
    options: Options,
    *,
    attached: Attached | None = None,
    times: Mapping[str, float] | None = None,
) -> Estimate:
    """The estimate of a session that would be opened like this; `times` are seconds a call of a model takes."""
    prompter = Prompter(opened, attached or Attached())
    seats, text = opened.roster.seats, prompter.question()
    whole = max((4 * output_room(seat) for seat in seats), default=0)
    longest = min(whole, options.allowance)
    held = {office: len(opened.roster.office(office)) for office in protocol.offices}
    unknown: list[str] = []
    stages: list[StageCalls] = []
    waves: list[tuple[str, ...]] = []
    most, calls, tokens = 0, 0, 0
    for extra in (*summary_call(opened, prompter), *title_call(opened, prompter)):
        worst = worst_price(extra.seat.price, extra.messages, extra.room)
        unknown += [extra.seat.model] if worst is None else []
        most, calls = most + (worst or 0), calls + 1
        tokens += worst_price(ONE_EACH, extra.messages, extra.room) or 0
        waves += [(extra.seat.model,)] if extra.stage == HISTORY else []  # a title goes on beside the rest
        says = f"1 call by the chair, {'price unknown' if worst is None else f'at most ${worst / 1e9:.4f}'}"
        stages.append(StageCalls(stage=extra.stage, calls=1, says=says))
    for planned in protocol.planned(len(seats), options, held):
        if not planned.calls:
            continue
        askers = seats if planned.by == "members" else opened.roster.office(planned.by) or opened.roster.office("chair")
        shown = text + "x" * (planned.reads * longest)

        def longest_call(seat: Seat, planned: Planned = planned, shown: str = shown) -> _Call:
            if planned.by == MEASURER:
                return _Call(_to_measure(seat, planned.reads, whole), 0)
            messages = prompter.prompt(seat, shown, pictures=not planned.reads).messages
            return _Call(messages, output_room(seat, messages))

        asking = {seat.id: longest_call(seat) for seat in askers}
        prices = {seat.id: worst_price(seat.price, *asking[seat.id]) for seat in askers}
        sizes = {seat.id: worst_price(ONE_EACH, *asking[seat.id]) or 0 for seat in askers}
        unknown += [seat.model for seat in askers if prices[seat.id] is None]
        asked = list(islice(cycle(askers), planned.calls))
        stage_most = sum(prices[seat.id] or 0 for seat in asked)
        most, calls, tokens = most + stage_most, calls + planned.calls, tokens + sum(sizes[seat.id] for seat in asked)
        waves.append(tuple(seat.model for seat in asked))
        price = "price unknown" if None in prices.values() else f"at most ${stage_most / 1e9:.4f}"
        says = f"{_counted(planned)}, {price}"
        stages.append(StageCalls(stage=planned.stage, calls=planned.calls, says=_with(planned.what, says)))
    return Estimate(
        calls=calls,
        most=None if unknown else most,
        unknown=tuple(dict.fromkeys(unknown)),
        lines=tuple(f"{each.stage}{', ' if ': ' in each.says else ': '}{each.says}" for each in stages),
        stages=tuple(stages),
        tokens=tokens,
        seconds=_seconds(waves, times or {}),
        seats=(*seats, *opened.roster.offices),
        notes=opened.notes,
    )


def attached_of(documents: Sequence[Document], kept: Attached | None = None) -> Attached:
    """What lies behind files that are not kept yet, beside those that are."""
    there = kept or Attached()
    files = [(attachment_of(document), document) for document in documents]
    return Attached(
        texts={
            **there.texts,
            **{file.text_digest: each.text for file, each in files if file.text_digest and each.text is not None},
        },
        pictures={**there.pictures, **{file.digest: each.data for file, each in files if file.text_digest is None}},
    )


def _seconds(waves: Sequence[Sequence[str]], times: Mapping[str, float]) -> float | None:
    """Every wave takes as long as its slowest model; one whose time nobody knows is taken for an ordinary one."""
    if not times:
        return None
    ordinary = median(times.values())
    return sum(max(times.get(model, ordinary) for model in wave) for wave in waves)


def _with(what: str, says: str) -> str:
    return f"{what}: {says}" if what else says


class _Call(NamedTuple):
    """A call at its longest, as `worst_price` takes it."""

    messages: tuple[Message, ...]
    room: int


def _to_measure(seat: Seat, texts: int, longest: int) -> tuple[Message, ...]:
    """What measuring so many answers sends, which are not cut to what a reader is shown."""
    return prompt_to_measure({str(number): "x" * longest for number in range(texts)}, seat.abilities.context).messages


def _counted(planned: Planned) -> str:
    by = "" if planned.by in ("members", "chair") else f" by the {planned.by}"
    return f"{planned.calls} call{'s' if planned.calls > 1 else ''}{by}"
