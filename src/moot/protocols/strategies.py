"""Which strategies can a consensus follow? Our own and those of installed packages, found by one door.

A package adds one with an entry point in the group `moot.strategies` whose object is an instance of `Strategy`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from moot.errors import ProtocolWrong, UnknownName
from moot.protocols.strategy import Strategy

OURS = {
    "default": "moot.protocols.strategy:EVERYONE",
    "voting": "moot.protocols.strategy_voting:VOTING",
    "elimination": "moot.protocols.strategy_elimination:ELIMINATION",
    "role": "moot.protocols.strategy_role:ROLE",
    "semantic": "moot.protocols.strategy_semantic:SEMANTIC",
}
"""Name and place of the strategies that come with Moot."""


def names() -> list[str]:
    """Every known strategy, ours first."""
    others = sorted(point.name for point in entry_points(group="moot.strategies") if point.name not in OURS)
    return [*OURS, *others]


def find(name: str) -> Strategy:
    """The strategy of this name."""
    place = OURS.get(name)
    if place is None:
        for point in entry_points(group="moot.strategies"):
            if point.name == name:
                place = point.value
    if place is None:
        raise UnknownName("strategy", name, names())
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, Strategy):
        raise ProtocolWrong(f"{place} is not a strategy; derive its class from `Strategy` and name an instance of it.")
    return found
