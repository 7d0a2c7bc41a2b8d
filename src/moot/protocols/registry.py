"""Which protocols are there? Our own and those of installed packages, found by one door.

A package adds a protocol with an entry point in the group `moot.protocols` whose object is a `Protocol`. The suites
that hold for every protocol (killed anywhere, anonymity, faults, injection, documented) run over `names()`.
"""

from __future__ import annotations

from moot.protocols.installed import Loaded, found_in, loaded_in, names_in
from moot.protocols.protocol import Protocol

OURS = {
    "peer-review": "moot.protocols.peer_review:peer_review",
    "consensus": "moot.protocols.consensus:consensus",
    "adjudication": "moot.protocols.adjudication:adjudication",
    "claim-vote": "moot.protocols.claim_vote:claim_vote",
    "debate": "moot.protocols.debate:debate",
}
"""Name and place of the protocols that come with Moot."""
UNOFFERED = {"reply": "moot.protocols.reply:reply"}
"""The same of those no council is offered, because nothing is deliberated by them."""


GROUP = "moot.protocols"
ADVICE = "decorate its function with `@protocol(...)`."


def names() -> list[str]:
    """Every known protocol, ours first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Protocol:
    """The protocol of this name."""
    return found_in(GROUP, {**OURS, **UNOFFERED}, name, Protocol, ADVICE)


def loaded() -> Loaded[Protocol]:
    """Every protocol that can be loaded, and why others cannot."""
    return loaded_in(GROUP, OURS, Protocol, ADVICE)
