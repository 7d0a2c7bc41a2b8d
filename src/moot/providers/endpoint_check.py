"""Test an endpoint: fetch its models, or call one of them for a single token."""

from __future__ import annotations

import time
import tomllib
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from moot.egress.api_keys import scrub
from moot.errors import MootError
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.models.model_lists import age_of
from moot.providers.provider import Call, CallLimits, CallMessage
from moot.settings.tomlfile import table_of, write_private
from moot.vocabulary.seats import Seat

LISTING = 10.0
"""Number of seconds to wait for a service's model list."""
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
    """The models that an endpoint offers, and any problem with the endpoint or its list."""

    endpoint: str
    """Name of the endpoint."""
    models: tuple[str, ...] = ()
    """Ids of the endpoint's models."""
    trouble: str = ""
    """Why the endpoint offers no models, or what part of it does not work; empty if everything does."""


class EndpointTrial(Struct, frozen=True, kw_only=True):
    """Result of a test call that requests a single token from a model."""

    model: str
    """Id of the model that was called."""
    ok: bool
    """Whether the model answered at all."""
    says: str
    """Result of the test, in words."""
    seconds: float
    """Duration in seconds."""
    said: str = ""
    """Text of the answer."""
    error: str = ""
    """Kind of error; empty if the model answered."""
    remedy: str = ""
    """What to do about the failure."""


async def offered(directory: Directory, endpoint: str, *, rigs: bool = False) -> EndpointOffer:
    """Fetch an endpoint's model list and return its models. If that fails, return the models known before and the
    reason.

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
    """Test an endpoint by requesting one token from one of its models, and return the result. An empty answer and a
    model's refusal count as success, because they show that the endpoint works."""
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


FILE = "tested.toml"
LOOK = "Look at its address, and whether it is up."
"""Advice used where the usual advice would suggest the test that was just made."""
LONGEST = 500
"""Maximum number of stored characters of an error."""

Kind = Literal["endpoints", "searchers"]
Proved = Literal["answer", "listing", "search", ""]


class LastTest(Struct, frozen=True, kw_only=True):
    """Stored result of the last test of a service (one that runs models, or one that searches)."""

    at: str
    """Time of the test, in UTC."""
    ms: int
    """Duration in milliseconds."""
    proved: Proved
    """What the test showed: `answer`, a model answered; `listing`, models were listed, but none was called; `search`,
    a search was made. Empty if the test failed.
    """
    asked: str = ""
    """The model that was called, or the search query."""
    found: int = 0
    """Number of models listed or items found."""
    error: str = ""
    """Kind of error; empty if there was none."""
    remedy: str = ""
    """What to do about the failure."""
    origin: str = ""
    """Address that was tested."""


def what_came(
    began: float, origin: str, proved: Proved, *, asked: str = "", found: int = 0, error: str = "", remedy: str = ""
) -> LastTest:
    """Make the record of a test that began at `began` (monotonic clock) and ends now. If there is an `error`, nothing
    counts as proved."""
    return LastTest(
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        ms=round((time.monotonic() - began) * 1000),
        proved="" if error else proved,
        asked=asked,
        found=found,
        error=scrub(error)[:LONGEST],
        remedy=LOOK if " test`" in remedy else remedy[:LONGEST],
        origin=origin,
    )


class LastTests:
    """Reads and writes the file that stores the result of the last test of each service."""

    def __init__(self, home: Path | None) -> None:
        self._file = home / FILE if home is not None else None

    def of(self, kind: Kind, name: str, origin: str) -> LastTest | None:
        """Return the result of a service's last test at this address; `None` if it was never tested there."""
        test = self.every().get(kind, {}).get(name)
        return test if test is not None and test.origin == origin else None

    def keep(self, kind: Kind, name: str, test: LastTest) -> None:
        """Store a test's result as the last result of a service, replacing the one before."""
        every = self.every()
        self._write({**every, kind: {**every.get(kind, {}), name: test}})

    def forget(self, name: str) -> None:
        """Remove the stored test results of all services of this name, because a key or address has changed."""
        every = self.every()
        left = {kind: {each: test for each, test in tests.items() if each != name} for kind, tests in every.items()}
        if left != every:
            self._write(left)

    def every(self) -> Mapping[str, Mapping[str, LastTest]]:
        """Return all stored test results, by kind of service and then by its name; empty if the file cannot be read."""
        try:
            text = self._file.read_text(encoding="utf-8") if self._file is not None else ""
            return msgspec.convert(tomllib.loads(text), dict[str, dict[str, LastTest]])
        except (OSError, ValueError, msgspec.ValidationError):
            return {}

    def _write(self, every: Mapping[str, Mapping[str, LastTest]]) -> None:
        tables = [
            table_of((kind, name), msgspec.structs.asdict(test))
            for kind, tests in every.items()
            for name, test in sorted(tests.items())
        ]
        if self._file is not None:
            write_private(self._file, "\n".join(tables))
