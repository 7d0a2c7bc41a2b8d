"""What has been installed under a name? Things of ours by their place, then those of other packages by entry point.

One door for protocols and for strategies, so that what comes with Moot is found as what a package adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeVar

from moot.errors import ProtocolWrong, UnknownName

T = TypeVar("T")


def names_in(group: str, ours: Mapping[str, str]) -> list[str]:
    """Every known name, ours first."""
    return [*ours, *sorted(point.name for point in entry_points(group=group) if point.name not in ours)]


def found_in(group: str, ours: Mapping[str, str], name: str, kind: type[T], advice: str) -> T:
    """What is known under a name; ours cannot be replaced. `advice` says what a thing of this kind must be."""
    noun = kind.__name__.lower()
    place = ours.get(name)
    if place is None:  # installed packages are looked through only for what is not ours: that takes a while
        place = next((point.value for point in entry_points(group=group) if point.name == name), None)
    if place is None:
        raise UnknownName(noun, name, names_in(group, ours))
    module, _, attribute = place.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, kind):
        raise ProtocolWrong(f"{place} is not a {noun}; {advice}")
    return found
