"""Detect how a model handles a JSON schema, from its first ballot, where the settings do not say.

This costs no extra call: a model that refuses a schema is asked without it, and one that ignores it was also asked in
words. The result is stored with its time and model (`providers/models/traits.py`), and detected anew when
another model answers, when an answer no longer fits, and after a refusal.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from moot.providers.adapted_request import UNTOLD, AdaptedRequest, Demand
from moot.providers.provider import CallReply

if TYPE_CHECKING:
    from moot.floor.calls.move import Move

FORM = "response_format"
UNSURE = "response_format, perhaps"
"""Cause recorded for a server error that a JSON schema may have triggered. No later session uses this result."""
PERHAPS = ("bad_request", "unsupported", "server")
"""Kinds of error with which a service may refuse a JSON schema without naming it."""


def is_untold(move: Move) -> bool:
    """Return whether this request has a JSON schema although it is not known yet how the model handles schemas."""
    return move.prompt.schema is not None and move.seat.abilities.schema == UNTOLD


def demand_of(move: Move, reply: CallReply, known: AdaptedRequest) -> Demand | None:
    """Return how the request must change after this failed reply; `None` if no change is known that could help.

    If it is not known how the model handles a JSON schema, and the schema may have caused the failure, return the
    change to a request without a schema. Nothing is stored here, because the next answer shows how the model handles a
    schema.
    """
    demand = reply.demand
    if not is_untold(move) or move.form == "none":
        return demand
    if demand is not None:
        refused = demand.cause.startswith(FORM)
        return Demand(cause=FORM, change=AdaptedRequest(schema="none")) if refused else demand
    if known.takes or reply.error not in PERHAPS:
        return None
    return Demand(cause=UNSURE if reply.error == "server" else FORM, change=AdaptedRequest(schema="none"))


def shown_by(move: Move, reply: CallReply, known: AdaptedRequest) -> AdaptedRequest | None:
    """Return how a model handles JSON schemas, as far as one of its answers shows it. The result is stored for later
    calls; `None` if the answer shows nothing that is not in `known`."""
    sent = move.form
    if UNSURE in move.causes or (reply.settled != "ok" and sent != "none"):
        return None
    takes = sent if sent == "none" or _met(reply.text, move.prompt.schema or {}) else "none"
    if takes == known.takes and (reply.model or known.takes_by) == known.takes_by:
        return None
    return AdaptedRequest(takes=takes, takes_by=reply.model[:300])


def is_another(move: Move, reply: CallReply, known: AdaptedRequest) -> bool:
    """Return whether a request was sent without its JSON schema because one model cannot handle schemas, but another
    model, about which this is unknown, answered it."""
    another = bool(known.takes_by and reply.model) and reply.model[:300] != known.takes_by
    return another and move.form == "none" and not move.causes


def _met(text: str, schema: dict[str, Any]) -> bool:
    """Return whether an answer is a JSON object that has all fields of the schema."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return False
    fields, needed = schema.get("properties", {}), schema.get("required", ())
    return isinstance(told, dict) and {*told} <= {*fields} and {*needed} <= {*told}
