"""How does a model take a form, where nobody told? Its first ballot is asked for by schema, and shows it.

That costs nothing beside the ballot: what refuses a schema is asked otherwise, and what ignores it has been asked in
words as well. What was shown is kept with when and by whom (`providers/models/learnt.py`). It is found out anew when
another model answers, when an answer is no longer what was shown, and after a refusal.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from moot.providers.adapting import UNTOLD, Adapted, Demand
from moot.providers.provider import Reply

if TYPE_CHECKING:
    from moot.floor.calls.move import Move

FORM = "response_format"
UNSURE = "response_format, perhaps"
"""The cause of a failure of the service itself that may be due to a schema: nothing is learnt from it."""
PERHAPS = ("bad_request", "unsupported", "server")
"""Kinds of error with which a schema may be refused by a service that does not name it."""


def is_untold(move: Move) -> bool:
    """Whether a ballot shows how its model takes a form."""
    return move.prompt.schema is not None and move.seat.abilities.schema == UNTOLD


def demand_of(move: Move, reply: Reply, known: Adapted) -> Demand | None:
    """What a failure asks to be done otherwise. Where nobody told how a form is taken, a schema that is refused is left
    out; so is one that was sent when a call failed without a word of why, unless it is known to be taken.

    Nothing is kept of it here: the answer that then comes shows it.
    """
    demand = reply.demand
    if not is_untold(move) or move.form == "none":
        return demand
    if demand is not None:
        refused = demand.cause.startswith(FORM)
        return Demand(cause=FORM, change=Adapted(schema="none")) if refused else demand
    if known.takes or reply.error not in PERHAPS:
        return None
    return Demand(cause=UNSURE if reply.error == "server" else FORM, change=Adapted(schema="none"))


def shown_by(move: Move, reply: Reply, known: Adapted) -> Adapted | None:
    """What an answer shows of how its model takes a form; `None` where it shows nothing new."""
    sent = move.form
    if UNSURE in move.causes or (reply.settled != "ok" and sent != "none"):
        return None
    takes = sent if sent == "none" or _met(reply.text, move.prompt.schema or {}) else "none"
    if takes == known.takes and (reply.model or known.takes_by) == known.takes_by:
        return None
    return Adapted(takes=takes, takes_by=reply.model[:300])


def is_another(move: Move, reply: Reply, known: Adapted) -> bool:
    """Whether another model answered than the one that showed how it takes a form, and was not asked by schema: then
    how it does is not known yet."""
    another = bool(known.takes_by and reply.model) and reply.model[:300] != known.takes_by
    return another and move.form == "none" and not move.causes


def _met(text: str, schema: dict[str, Any]) -> bool:
    """Whether an answer is what a schema asks for: an object of its fields."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return False
    fields, needed = schema.get("properties", {}), schema.get("required", ())
    return isinstance(told, dict) and {*told} <= {*fields} and {*needed} <= {*told}
