"""Which councils are models in `llm`, and whose names are taken there? Read off the shelf; nothing else is loaded."""

from __future__ import annotations

from collections.abc import Iterable

import llm
from msgspec import Struct

from moot.bridges.llm.model import CouncilModel
from moot.errors import MootError
from moot.library.shelf import Shelf
from moot.settings import home_folder
from moot.vocabulary.councils import Council


class Seatable(Struct, frozen=True, kw_only=True):
    """What of the shelf can be a model."""

    councils: tuple[Council, ...]
    """Councils whose name is free."""
    aliases: dict[str, tuple[str, ...]]
    """Further names of each that are free, too."""
    remarks: tuple[str, ...]
    """Why others are not among the models."""


def seatable(taken: Iterable[str]) -> Seatable:
    """The councils of the shelf without those whose name is taken; a shelf that cannot be read has none."""
    names = frozenset(taken)
    try:
        shelf = Shelf(home_folder())
        shelved, broken, known = shelf.councils(), shelf.broken(), shelf.aliases()
    except (MootError, OSError) as error:
        return Seatable(councils=(), aliases={}, remarks=(f"Moot's councils are not listed: {error}",))
    councils = tuple(each.council for name, each in shelved.items() if name not in names)
    remarks = [f"The council {name!r} is not listed: {error}" for name, error in broken.items()]
    remarks += [
        f"The council {name!r} is not listed, because `llm` has another model of this name. Save it under another one."
        for name in shelved
        if name in names
    ]
    aliases: dict[str, tuple[str, ...]] = {}
    for alias, name in known.items():
        if alias not in names and alias not in shelved:
            aliases[name] = (*aliases.get(name, ()), alias)
    return Seatable(councils=councils, aliases=aliases, remarks=tuple(remarks))


def _known() -> dict[str, str]:
    try:
        return Shelf(home_folder()).aliases()
    except (MootError, OSError):
        return {}


def taken_by_llm(name: str) -> str | None:
    """What already answers to this name in `llm`, if it is no council of this name."""
    for found in llm.get_models_with_aliases():
        model = found.model or found.async_model
        if isinstance(model, CouncilModel):
            if name in found.aliases and name != model.model_id and name not in _known():
                return f"an alias of {model}"
        elif name == model.model_id or name in found.aliases:
            return str(model)
    return None
