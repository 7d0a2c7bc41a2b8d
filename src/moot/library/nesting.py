"""How deep do councils sit in councils? As deep as sessions run them: told when one is saved, and when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from moot.errors import TooDeep
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import member_from

DEEPEST = 1
"""A council may be seated in a council, but not in one that is seated itself."""
THROUGH = "llm/"
"""How a model id begins that may be a council: as one of the `llm` program's models."""

Find = Callable[[str], Council | None]
"""The council of a name, if there is one."""


def refuse_too_deep(council: Council, find: Find, above: int = 0) -> None:
    """Raises when a session of this council would have to open one that does not run. `above`: how many hold it."""
    path = _too_deep(council, find, (council.name or "this council",), DEEPEST - above)
    if path:
        raise TooDeep(
            f"Councils can sit in a council only {DEEPEST} deep, and here it goes deeper: {' holds '.join(path)}.",
            f"Seat a model in {path[-2]} instead of the council {path[-1]}.",
        )


def holds(council: Council, name: str) -> bool:
    """Whether it seats the council of this name."""
    return name in _named_in(council)


def _too_deep(council: Council, find: Find, path: tuple[str, ...], left: int) -> tuple[str, ...]:
    for name in _named_in(council):
        inner = find(name)
        if inner is None:
            continue
        if left < 1 or name in path:
            return (*path, name)
        deeper = _too_deep(inner, find, (*path, name), left - 1)
        if deeper:
            return deeper
    return ()


def _named_in(council: Council) -> Iterator[str]:
    """What of its members and offices could be a council."""
    holders = [council.chair or "", *council.stand_ins]
    for office in council.offices.values():
        holders += [office] if isinstance(office, str) else office
    for each in council.members:
        holders.append((member_from(each) if isinstance(each, str) else each).model)
    for model in dict.fromkeys(holders):
        if model.startswith(THROUGH):
            yield model.removeprefix(THROUGH)
