"""Which strategies can a consensus follow? Our own and those of installed packages, found by one door.

A package adds one with an entry point in the group `moot.strategies` whose object is an instance of `Strategy`.
"""

from __future__ import annotations

from moot.protocols.consensus.strategies.strategy import Strategy
from moot.protocols.installed import found_in, names_in

OURS = {
    "default": "moot.protocols.consensus.strategies.strategy:EVERYONE",
    "voting": "moot.protocols.consensus.strategies.voting:VOTING",
    "elimination": "moot.protocols.consensus.strategies.elimination:ELIMINATION",
    "role": "moot.protocols.consensus.strategies.role:ROLE",
    "semantic": "moot.protocols.consensus.strategies.semantic:SEMANTIC",
}
"""Name and place of the strategies that come with Moot."""


GROUP = "moot.strategies"


def names() -> list[str]:
    """Every known strategy, ours first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Strategy:
    """The strategy of this name."""
    return found_in(GROUP, OURS, name, Strategy, "derive its class from `Strategy` and name an instance of it.")
