"""Find strategies of a consensus by name: built-in ones and those of installed packages.

A package adds one with an entry point in the group `moot.strategies` whose object is an instance of `Strategy`.

Example:
    [project.entry-points."moot.strategies"]
    quickest = "my_package.quickest:QUICKEST"
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
"""Name and import path of the built-in strategies."""


GROUP = "moot.strategies"


def names() -> list[str]:
    """Return every known strategy name, built-in ones first."""
    return names_in(GROUP, OURS)


def find(name: str) -> Strategy:
    """Return the strategy of this name."""
    return found_in(GROUP, OURS, name, Strategy, "derive its class from `Strategy` and name an instance of it.")
