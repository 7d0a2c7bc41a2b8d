"""What may a session cost at the worst, before anything is spent? Its protocol's plan, at the dearest length."""

from __future__ import annotations

from itertools import cycle, islice

from msgspec import Struct

from moot.protocols.protocol import Options, Planned, Protocol
from moot.sessions.budget import output_room, worst_price
from moot.sessions.measuring import prompt_to_measure
from moot.sessions.prompts import Attached, Prompter
from moot.sessions.seating import MEASURER
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Seat


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


def estimate_of(opened: SessionOpened, protocol: Protocol, options: Options) -> Estimate:
    """The estimate of a session that would be opened like this."""
    prompter = Prompter(opened, Attached())
    seats, text = opened.roster.seats, prompter.question()
    whole = max((4 * output_room(seat) for seat in seats), default=0)
    longest = min(whole, options.allowance)
    held = {office: len(opened.roster.office(office)) for office in protocol.offices}
    unknown: list[str] = []
    lines: list[str] = []
    most, calls = 0, 0
    for planned in protocol.planned(len(seats), options, held):
        if not planned.calls:
            continue
        askers = seats if planned.by == "members" else opened.roster.office(planned.by) or opened.roster.office("chair")
        shown = text + "x" * (planned.reads * longest)
        prices = {
            seat.id: _to_measure(seat, planned.reads, whole)
            if planned.by == MEASURER
            else worst_price(seat.price, prompter.prompt(seat, shown).messages, output_room(seat))
            for seat in askers
        }
        unknown += [seat.model for seat in askers if prices[seat.id] is None]
        known = None not in prices.values()
        stage_most = sum(prices[seat.id] or 0 for seat in islice(cycle(askers), planned.calls))
        most, calls = most + stage_most, calls + planned.calls
        lines.append(
            f"{', '.join(filter(None, (planned.stage, planned.what)))}: {_counted(planned)}, "
            + (f"at most ${stage_most / 1e9:.4f}" if known else "price unknown")
        )
    return Estimate(
        calls=calls, most=None if unknown else most, unknown=tuple(dict.fromkeys(unknown)), lines=tuple(lines)
    )


def _to_measure(seat: Seat, texts: int, longest: int) -> int | None:
    """The worst price of measuring so many answers, which are not cut to what a reader is shown."""
    prompt = prompt_to_measure({str(number): "x" * longest for number in range(texts)}, seat.abilities.context)
    return worst_price(seat.price, prompt.messages, 0)


def _counted(planned: Planned) -> str:
    by = "" if planned.by in ("members", "chair") else f" by the {planned.by}"
    return f"{planned.calls} call{'s' if planned.calls > 1 else ''}{by}"
