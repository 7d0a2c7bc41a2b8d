"""What does one run say of its models? Who was ranked where in the round that stands, and what their calls took."""

from __future__ import annotations

from moot.exports.public import Placing
from moot.extensions.compat.consortium.results import account_in
from moot.extensions.compat.consortium.seats import shown
from moot.vocabulary.public import SessionState


def placing_of(state: SessionState) -> Placing | None:
    """The run for the board; none of one whose answers nobody compared, or that shows those of another once more."""
    if state.fork is not None:
        return None
    account = account_in(state)
    best = next((each for each in account.rounds if each.number == account.best), None) if account else None
    if best is None or not best.ranking:
        return None
    seats = {seat.id: seat for seat in state.seats if seat.id in best.kept}
    tokens: dict[str, int] = {}
    for move in state.moves.values():
        model = next((shown(seat.model) for seat in state.seats if seat.id == move.seat), None)
        if model is not None:
            tokens[model] = tokens.get(model, 0) + move.usage.input + move.usage.output
    return Placing(
        models={seat: shown(each.model) for seat, each in seats.items()},
        ranking=tuple(seat for seat in best.ranking if seat in seats),
        confidence=best.confidence,
        tokens=tokens,
        scripted=tuple(shown(seat.model) for seat in seats.values() if seat.scripted),
    )
