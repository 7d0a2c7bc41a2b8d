"""What has been installed under a name? Things of ours by their place, then those of other packages by entry point.

One door for protocols and for strategies, so that what comes with Moot is found as what a package adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Generic, NamedTuple, TypeVar

from moot.errors import ProtocolWrong, UnknownName

T = TypeVar("T")


def names_in(group: str, ours: Mapping[str, str]) -> list[str]:
    """Every known name, ours first."""
    return [*ours, *sorted(point.name for point in entry_points(group=group) if point.name not in ours)]


class Loaded(NamedTuple, Generic[T]):
    """What could be loaded, and what could not."""

    found: list[T]
    """Ours first."""
    troubles: list[str]
    """Why others are missing."""


def loaded_in(group: str, ours: Mapping[str, str], kind: type[T], advice: str) -> Loaded[T]:
    """All that can be loaded: what a package broke is named, and hides nothing else."""
    loaded: Loaded[T] = Loaded([], [])
    for name in names_in(group, ours):
        try:
            loaded.found.append(found_in(group, ours, name, kind, advice))
        except ProtocolWrong as error:
            loaded.troubles.append(error.message)
    return loaded


def found_in(group: str, ours: Mapping[str, str], name: str, kind: type[T], advice: str) -> T:
    """What is known under a name; ours cannot be replaced. `advice` says what a thing of this kind must be."""
    noun = kind.__name__.lower()
    place = ours.get(name)
    if place is None:  # installed packages are looked through only for what is not ours: that takes a while
        place = next((point.value for point in entry_points(group=group) if point.name == name), None)
    if place is None:
        raise UnknownName(noun, name, names_in(group, ours))
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:
        if name in ours:
            raise
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise ProtocolWrong(
            f"The installed {noun} {name!r} cannot be loaded ({said}).", "Repair, upgrade or remove its package."
        ) from error
    if not isinstance(found, kind):
        raise ProtocolWrong(f"{place} is not a {noun}; {advice}")
    return found
