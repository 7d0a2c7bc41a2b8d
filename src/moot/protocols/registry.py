"""Which protocols are there? Our own and those of installed packages, found by one door.

A package adds a protocol with an entry point in the group `moot.protocols` whose object is a `Protocol`. The suites
that hold for every protocol (killed anywhere, anonymity, faults, injection, documented) run over `names()`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from moot.errors import ProtocolWrong, UnknownName
from moot.protocols.protocol import Protocol

OURS = {
    "peer-review": "moot.protocols.peer_review:peer_review",
    "consensus": "moot.protocols.consensus:consensus",
    "adjudication": "moot.protocols.adjudication:adjudication",
    "claim-vote": "moot.protocols.claim_vote:claim_vote",
    "debate": "moot.protocols.debate:debate",
}
"""Name and place of the protocols that come with Moot."""


def names() -> list[str]:
    """Every known protocol, ours first."""
    others = sorted(point.name for point in entry_points(group="moot.protocols") if point.name not in OURS)
    return [*OURS, *others]


def find(name: str) -> Protocol:
    """The protocol of this name."""
    place = OURS.get(name)
    if place is None:
        for point in entry_points(group="moot.protocols"):
            if point.name == name:
                place = point.value
    if place is None:
        raise UnknownName("protocol", name, names())
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, Protocol):
        raise ProtocolWrong(f"{place} is not a protocol; decorate its function with `@protocol(...)`.")
    return found
