"""How long is a prompt that may not fit? The engine that is to read it is asked, where it counts.

Bytes bound a prompt's tokens; as long as they leave enough of a context, nobody is asked. Beyond that we can only
guess, and a guess that is too dear leaves an answer too little room. Held by `tests/engine/test_provider.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from moot.floor.calls.adapting import MARGIN
from moot.floor.calls.budget import LEAST_SENT, most_tokens, output_room
from moot.floor.calls.move import Move
from moot.providers.provider import Call, Provider, Reply


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
