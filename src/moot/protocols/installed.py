"""Find a protocol or strategy by name: built-in ones by import path, then those of other packages by entry point."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TypeVar

from moot.errors import ProtocolWrong, UnknownName
from moot.extension_points import entry_points

T = TypeVar("T")


def is_own_fault(error: BaseException) -> bool:
    """Return whether an exception is a fault in a package's own code, which then ends only its own session.

    The cancellation of a task and a user's Ctrl-C are no such faults.
    """
    cancelled = isinstance(error, GeneratorExit) or type(error).__module__ == "asyncio.exceptions"
    return not cancelled and not isinstance(error, KeyboardInterrupt)


@contextmanager
def quits_told() -> Iterator[None]:
    """Raise a `SystemExit` from a protocol's code as an error of that protocol, inside this `with` block.

    In any task, `SystemExit` ends the event loop and every other session with it, whenever this session is resumed.
    """
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        if not is_own_fault(error):
            raise
        raise ProtocolWrong(
            f"The protocol broke: {type(error).__name__}: {error}".rstrip(": "),
            "This is a fault in the protocol; what was recorded is kept. Repair or upgrade the package that brings it.",
        ) from error


async def quitting_told(work: Awaitable[T]) -> T:
    """Await a protocol's coroutine in a task of its own, and raise a `SystemExit` from it as an error of that
    protocol."""
    with quits_told():
        return await work


def names_in(group: str, ours: Mapping[str, str]) -> list[str]:
    """Return the names of the built-in objects (`ours`) and of those that packages install under an entry point group,
    built-in ones first."""
    return [*ours, *sorted({point.name for point in entry_points(group)} - ours.keys())]


def hidden_in(group: str, ours: Mapping[str, str]) -> dict[str, str]:
    """Return the installed objects that are never used, by name, each with the reason.

    An object is not used if a built-in object (`ours`) or one of another package has the same name.
    """
    places: dict[str, list[str]] = {}
    for point in entry_points(group):
        places.setdefault(point.name, []).append(point.value)
    taken = {name: found for name, found in sorted(places.items()) if name in ours or len(set(found)) > 1}
    return {
        name: f"{', '.join(found[name not in ours :])} is not used: the name {name!r} is "
        + ("one of Moot's own." if name in ours else f"that of {found[0]}.")
        for name, found in taken.items()
    }


def found_in(
    group: str,
    ours: Mapping[str, str],
    name: str,
    kind: type[T],
    advice: str,
    unoffered: Mapping[str, str] = {},  # read only
) -> T:
    """Return the built-in or installed object with this name; raise if there is none or it is of another type.

    Built-in ones cannot be replaced, and those in `unoffered` are never suggested.

    Args:
        advice: What an object of this kind must be, for the error message.
    """
    noun = kind.__name__.lower()
    ours_too = {**ours, **unoffered}
    place = ours_too.get(name)
    if place is None:  # installed packages are searched only for other names, as that takes a while
        place = next((point.value for point in entry_points(group) if point.name == name), None)
    if place is None:
        unknown = UnknownName(noun, name, names_in(group, ours))
        raise UnknownName(
            noun, name, remedy=f"{unknown.remedy} If it came with a package of its own, install that package again."
        )
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except BaseException as error:
        if name in ours_too or not is_own_fault(error):
            raise
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise ProtocolWrong(
            f"The installed {noun} {name!r} cannot be loaded ({said}).", "Repair, upgrade or remove its package."
        ) from error
    if not isinstance(found, kind):
        raise ProtocolWrong(f"{place} is not a {noun}; {advice}")
    return found
