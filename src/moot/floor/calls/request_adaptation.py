"""Change a refused call as the refusal demands, once per demand; name demands that cannot be met.

Adapting uses up no attempts: a refused call never began, and every demand removes something, so the process ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from moot.floor.calls.budget import room_beside
from moot.providers.adapted_request import AdaptedRequest, Demand
from moot.providers.provider import CallReply
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.context_room import density

if TYPE_CHECKING:
    from moot.floor.calls.move import Move

ADAPTABLE = ("unsupported", "context", "credit", "bad_request", "not_found")
"""Kinds of error after which a request is changed and sent again; none of them is retried unchanged."""
LEAST_USEFUL = 512
"""Minimum number of tokens worth requesting for an answer, without thinking."""
LEAST_TEXT = 256
"""Minimum number of bytes to which texts to embed are cut. Shorter texts could not be compared."""
MARGIN = 32
"""Number of tokens left free beside a prompt that the service has counted, because its next count may
differ a little.
"""


def least_useful(seat: Seat, wanted: int = LEAST_USEFUL) -> int:
    """Return the minimum number of output tokens for a useful call to this seat: `wanted` for the answer, plus the
    tokens that its model needs for thinking.
    """
    able = seat.abilities
    return min(min(wanted, able.context // 8) + able.reasoning_floor, able.max_output)


def adapt(move: Move, demand: Demand) -> AdaptedRequest | None:
    """Change a request as the service's refusal demands. Return how later calls to the model must differ; `None` if the
    demand cannot be met or was met before."""
    change: AdaptedRequest | None = demand.change
    if demand.cause in move.causes:
        return None
    if demand.cause == "context" and move.prompt.texts:
        change = _shorter(move, demand)
    elif demand.cause in ("context", "credit"):
        room = _afforded(move, demand) if demand.cause == "credit" else _beside(move, demand)
        if room is None or room < least_useful(move.seat) or room >= move.room:
            return None
        move.room, move.limited = room, True
    elif demand.room is not None:
        if demand.room < min(least_useful(move.seat), move.room):
            return None  # it would be paid for and cut off before it contains an answer
        move.room = min(move.room, demand.room)
    if change is not None:
        move.adapted = move.adapted.and_also(change)
        move.causes.add(demand.cause)
    return change


def with_figures(move: Move, reply: CallReply) -> CallReply:
    """Return the reply of a failed request with numbers added to its cause, such as the tokens of the prompt and of the
    context. Return the reply unchanged if the refusal contains no such numbers."""
    demand = reply.demand
    if demand is None or demand.cause in move.causes:
        return reply
    more = ""
    if demand.cause == "limit" and demand.room is not None:
        more = f"It lets {move.seat.model} write {demand.room:,} tokens; {least_useful(move.seat):,} are needed."
    if demand.cause == "credit" and demand.room is not None:
        needed = least_useful(move.seat)
        more = f"Its account pays for {demand.room:,} tokens of answer; {needed:,} are needed. Add credit there."
    elif demand.cause == "context" and demand.context is not None and demand.prompt is not None:
        more = f"The prompt has {demand.prompt:,} tokens; {move.seat.model} reads and writes {demand.context:,}."
    return replace(reply, cause=f"{more} ({reply.cause})") if more else reply


def _afforded(move: Move, demand: Demand) -> int | None:
    """Return the output limit for an account with little credit: three quarters of what it can pay for, as other seats
    write at the same time; `None` if that is too little."""
    least = least_useful(move.seat)
    if demand.room is None or demand.room < least:
        return None
    return max(least, demand.room * 3 // 4)


def _beside(move: Move, demand: Demand) -> int | None:
    """Return how many output tokens fit beside the prompt. If the service's refusal contains no figures, return an
    estimate."""
    context = demand.context
    if context is None:
        return move.room // 2  # the refusal contained no figures
    if demand.prompt is not None:
        return context - demand.prompt - MARGIN
    return room_beside(move.prompt.messages, context, move.room, least_useful(move.seat), density(move.seat.abilities))


def _shorter(move: Move, demand: Demand) -> AdaptedRequest | None:
    """Return an adaptation that cuts texts to be embedded: to the context's number of tokens in bytes if known, at most
    to half; `None` if that is too short."""
    longest = max(len(text.encode("utf-8", "replace")) for text in move.prompt.texts)
    most = min(demand.context or longest, longest // 2)
    return AdaptedRequest(text_bytes=most) if most >= LEAST_TEXT else None
