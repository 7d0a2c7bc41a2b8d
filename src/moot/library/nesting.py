"""Refuse councils that contain themselves, when one is saved and when it is used. Depth is not limited."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from moot.errors import TooDeep
from moot.vocabulary.councils import Council

DEEPEST = 1
"""Maximum number of councils that a question may have passed through over Moot's own API, where a circle cannot be
detected.
"""
THROUGH = "llm/"
"""Prefix of a model id that may be a council: one of the `llm` program's models."""

Find = Callable[[str], Council | None]
"""Function that returns the council of a name, or `None`."""


def refuse_circles(council: Council, find: Find, *, lone: bool = False) -> None:
    """Raise `TooDeep` when a council contains itself, directly or through councils that sit in it.

    Args:
        council: The council to save or to use.
        find: Returns a council by its name.
        lone: Whether a council that sits in this one may not use the same protocol.
    """
    path = _circle(council, find, (council.name or "this council",), set())
    if path:
        raise TooDeep(
            f"A council cannot sit in itself: {' holds '.join(path)}.",
            f"Seat a model in {path[-2]} instead of the council {path[-1]}.",
        )
    twin = next(
        (name for name in _seated_in(council, find) if lone and _protocol_of(name, find) == council.protocol), ""
    )
    if twin:
        raise TooDeep(
            f"{council.name or 'This council'} deliberates by {council.protocol} and seats the council {twin}, which "
            "does so too: it would be paid twice over for one answer.",
            f"Seat models instead of the council {twin}, or give one of the two another protocol.",
        )


def holds(council: Council, name: str) -> bool:
    """Return whether `council` has the council named `name` in a seat, as a member or in another role such as the
    chair."""
    return name in _named_in(council)


def _circle(council: Council, find: Find, path: tuple[str, ...], done: set[str]) -> tuple[str, ...]:
    for name in _named_in(council):
        inner = find(name)
        if inner is None or name in done:
            continue
        if name in path:
            return (*path, name)
        if found := _circle(inner, find, (*path, name), done):
            return found
        done.add(name)
    return ()


def _seated_in(council: Council, find: Find) -> Iterator[str]:
    """Yield the names of all councils in this council's seats and, recursively, in theirs.

    The council must not contain itself, directly or through others.
    """
    for name in _named_in(council):
        inner = find(name)
        if inner is not None:
            yield name
            yield from _seated_in(inner, find)


def _protocol_of(name: str, find: Find) -> str:
    inner = find(name)
    return inner.protocol if inner is not None else ""


def _named_in(council: Council) -> Iterator[str]:
    """Yield the names of the councils that are members or hold an office of this one."""
    holders = [council.chair or "", *council.stand_ins]
    for office in council.offices.values():
        holders += [office] if isinstance(office, str) else office
    holders += [each.model for each in council.lines()]
    for model in dict.fromkeys(holders):
        if model.startswith(THROUGH):
            yield model.removeprefix(THROUGH)
