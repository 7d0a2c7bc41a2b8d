"""How long is a prompt that may not fit? The engine that is to read it is asked, where it counts.

Bytes bound a prompt's tokens; as long as they leave enough of a context, nobody is asked. Beyond that we can only
guess, and a guess that is too dear leaves an answer too little room. What is shown is reckoned before, by what a model
was seen to make of the session's earlier prompts: that stands in the record, and only stages that are over are looked
at, so that a session which is resumed, with the engine or without it, reckons alike. Held by
`tests/extensions/local/test_provider.py` and `tests/floor/calls/test_counting.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET
from msgspec.structs import replace

from moot.floor.calls.adapting import MARGIN
from moot.floor.calls.budget import LEAST_SENT, MESSAGE_TOKENS, most_tokens, output_room
from moot.floor.calls.move import Move
from moot.providers.provider import Call, Provider, Reply
from moot.transcripts.log import Log
from moot.vocabulary import keys
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.fitting import weight

LEAST = 1_000
"""Characters of a prompt below which what its template adds is much of it."""
KEPT = 0.9
"""The share of what was found that is relied upon: the next prompt may hold more names and figures."""
MOST = 6.0
"""Characters of a token at the most; a server that counts fewer tokens has left out what it remembered."""


async def counted(provider: Provider, move: Move, call: Call) -> Call | Reply:
    """The call with the room that its prompt really leaves; what is said of it instead where that is none."""
    able, price = move.seat.abilities, move.seat.price
    if call.texts or able.context - most_tokens(call.messages) >= output_room(move.seat):
        return call
    read = await provider.count(call)
    if read is None:
        return call
    left = able.context - read - MARGIN
    if left < LEAST_SENT:
        cause = f"The prompt has {read:,} tokens; {move.seat.model} reads and writes {able.context:,}. It was not sent."
        return Reply(settled="error", cause=cause, error="context")
    # Money was set aside for as much as was guessed, and whoever asked for less meant it.
    guessed = move.room == output_room(move.seat, call.messages) and (price is None or price.free)
    move.room = min(left, output_room(move.seat) if guessed else move.room)
    return replace(call, max_output=move.room)


class Counts:
    """What was counted of the prompts of one session."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asked: dict[str, tuple[str, int, int]] = {}

    def note(self, move: Move) -> None:
        """A prompt is sent."""
        messages = move.prompt.messages
        self._asked[move.key] = (move.seat.model, sum(weight(each.text) for each in messages), len(messages))

    def of(self, seat: Seat, behind: Collection[str]) -> Seat:
        """The seat as those of its model's prompts show it that were sent in the stages `behind`; as it was, where
        nothing is known of its model's tokens beforehand: then its context is too large to matter."""
        if seat.person or seat.abilities.density is UNSET:
            return seat
        found = [
            characters / (said.usage.input - MESSAGE_TOKENS * messages)
            for key, (model, characters, messages) in self._asked.items()
            if model == seat.model and characters >= LEAST and keys.stage_of(key) in behind
            if isinstance(said := self._log.body(key), SeatSpoke) and not said.usage.estimated
            if said.usage.input > 2 * MESSAGE_TOKENS * messages
        ]
        if not found:
            return seat
        density = round(max(1.0, min(MOST, KEPT * min(found))), 2)
        return replace(seat, abilities=replace(seat.abilities, density=density))
