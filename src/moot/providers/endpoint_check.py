"""Test an endpoint: fetch its models, or call one of them for a single token."""

from __future__ import annotations

import time
import uuid

from msgspec import Struct

from moot.egress.api_keys import scrub
from moot.errors import MootError
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.models.model_lists import age_of
from moot.providers.provider import Call, CallLimits, CallMessage
from moot.vocabulary.seats import Seat

LISTING = 10.0
"""Seconds to wait for a list."""
REMEDIES = {
    "auth": "Look at the key: is it whole, and is it one of this service?",
    "credit": "Look at the account at the service: it has nothing left.",
    "rate": "Wait a little: the service wants to be left alone.",
    "not_found": "Name a model that the service offers.",
    "network": "Look at the address, and whether the service is up.",
}
"""Advice for each kind of error."""
LIMITS = CallLimits(connect=5.0, first=30.0, between=15.0, total=45.0)


class EndpointOffer(Struct, frozen=True, kw_only=True):
    """Result of asking an endpoint for its models."""

    endpoint: str
    """The endpoint."""
    models: tuple[str, ...] = ()
    """Ids of its models."""
    trouble: str = ""
    """Why it offers nothing, or what part of it is broken; empty when everything works."""


class EndpointTrial(Struct, frozen=True, kw_only=True):
    """Result of a one-token call."""

    model: str
    """The model called."""
    ok: bool
    """Whether it answered at all."""
    says: str
    """Result in words."""
    seconds: float
    """Duration."""
    said: str = ""
    """Text of the answer."""
    error: str = ""
    """The error; empty when it answered."""
    remedy: str = ""
    """What to do about it."""


async def offered(directory: Directory, endpoint: str, *, rigs: bool = False) -> EndpointOffer:
    """Fetch an endpoint's models; if that fails, return the known ones and the reason.

    Scripted voices that fail on purpose are included only with `rigs`.
    """
    lists = directory.lists
    await lists.update([endpoint], fresh=0, current=0, wait=LISTING)
    found, failure = lists.known(endpoint), lists.failure(endpoint)
    if failure and found is not None:
        failure = f"{failure} The list that is shown is {age_of(found)}."
    said = (failure, *directory.troubles(endpoint))
    models = tuple(directory.models_of(endpoint, rigs=rigs))
    return EndpointOffer(endpoint=endpoint, models=models, trouble=" ".join(filter(None, said)))


async def tried(directory: Directory, model: str, limits: CallLimits = LIMITS) -> EndpointTrial:
    """Call a model for one token. A refusal or an empty answer also shows that the endpoint works."""
    began = time.monotonic()
    try:
        abilities = directory.abilities_of(model)
        call = Call(
            id=str(uuid.uuid4()),
            key="test/seat-a",
            seat=Seat(id="seat-a", model=model, abilities=abilities),
            messages=(CallMessage(role="user", text="Say yes."),),
            max_output=min(1 + abilities.reasoning_floor, abilities.max_output),
            limits=limits,
        )
        reply = await hear(directory.provider_for(model), call)
    except MootError as error:
        took = time.monotonic() - began
        return EndpointTrial(
            model=model, ok=False, says=error.message, seconds=took, error=error.message, remedy=error.remedy
        )
    took = time.monotonic() - began
    if reply.settled in ("ok", "truncated", "empty", "refused"):
        return EndpointTrial(model=model, ok=True, says="answered", seconds=took, said=scrub(reply.text))
    cause = scrub(reply.cause)
    return EndpointTrial(
        model=model,
        ok=False,
        says=f"{reply.settled}: {cause}",
        seconds=took,
        error=cause,
        remedy=REMEDIES.get(reply.error, "Try it again, or another model."),
    )
