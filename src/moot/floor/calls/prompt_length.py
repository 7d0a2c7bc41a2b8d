"""Count the tokens of a prompt that may not fit, by asking the engine that will read it.

Bytes bound a prompt's tokens; while they leave enough of a context, no count is needed. Beyond that an estimate that is
too high leaves an answer too little room. Sheets are sized with densities counted from the session's earlier prompts.
These counts come from the record, and only from finished stages, so a resumed session computes the same with or without
the engine. See also `tests/extensions/local/test_provider.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET
from msgspec.structs import replace

from moot.floor.calls.budget import LEAST_SENT, MESSAGE_TOKENS, most_tokens, output_room
from moot.floor.calls.move import Move
from moot.floor.calls.request_adaptation import MARGIN
from moot.providers.provider import Call, CallReply, Provider
from moot.transcripts.log import Log
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.context_room import weight

LEAST = 1_000
"""Minimum number of characters of a prompt used to measure characters per token. In a shorter prompt, the template
adds too much.
"""
KEPT = 0.9
"""Share of the measured characters per token that is used, because the next prompt may contain more
names and figures.
"""
MOST = 6.0
"""Maximum number of characters per token. A server that reports fewer tokens left out its cached prefix."""


async def counted(provider: Provider, move: Move, call: Call) -> Call | CallReply:
    """If the prompt is so long that it may not fit, ask the engine how many tokens it has.

    Return the call with an output limit that fits. If the prompt leaves no room for an answer, return a failed reply.
    """
    able, price = move.seat.abilities, move.seat.price
    if call.texts or able.context - most_tokens(call.messages) >= output_room(move.seat):
        return call
    read = await provider.count(call)
    if read is None:
        return call
    left = able.context - read - MARGIN
    if left < LEAST_SENT:
        cause = f"The prompt has {read:,} tokens; {move.seat.model} reads and writes {able.context:,}. It was not sent."
        return CallReply(settled="error", cause=cause, error="context")
    # The reserved budget covers the estimate, and a smaller limit was set on purpose.
    guessed = move.room == output_room(move.seat, call.messages) and (price is None or price.free)
    move.room = min(left, output_room(move.seat) if guessed else move.room)
    return replace(call, max_output=move.room)


class Counts:
    """Measures how many characters a token has for each model, on average, from the prompts of one session."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asked: dict[str, tuple[str, int, int]] = {}

    def note(self, move: Move) -> None:
        """Remember the length of a prompt that is sent, to compare it with the token count in its reply."""
        messages = move.prompt.messages
        self._asked[move.key] = (move.seat.model, sum(weight(each.text) for each in messages), len(messages))

    def of(self, seat: Seat, behind: Collection[str]) -> Seat:
        """Return the seat with `density`, the measured number of characters per token of its model.

        The measurement uses the prompts of the finished stages in `behind`. If nothing was measured, return the seat
        unchanged. Also return it unchanged if it has no `density`, because its model's context is so large that none is
        needed.
        """
        if seat.person or seat.abilities.density is UNSET:
            return seat
        found = [
            characters / (said.usage.input - MESSAGE_TOKENS * messages)
            for key, (model, characters, messages) in self._asked.items()
            if model == seat.model and characters >= LEAST and event_keys.stage_of(key) in behind
            if isinstance(said := self._log.body(key), SeatSpoke) and not said.usage.estimated
            if said.usage.input > 2 * MESSAGE_TOKENS * messages
        ]
        if not found:
            return seat
        density = round(max(1.0, min(MOST, KEPT * min(found))), 2)
        return replace(seat, abilities=replace(seat.abilities, density=density))
