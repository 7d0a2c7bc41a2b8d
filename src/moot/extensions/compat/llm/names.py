"""Find the councils that can be models in `llm`, and the names that other models have there."""

from __future__ import annotations

from collections.abc import Iterable

import llm
from llm.models import ModelWithAliases
from msgspec import Struct

from moot.errors import MootError
from moot.extensions.compat.consortium.seats import PROTOCOL
from moot.extensions.compat.llm.model import CouncilModel
from moot.library.public import CouncilShelf
from moot.settings import home_folder
from moot.vocabulary.public import Council


class Seatable(Struct, frozen=True, kw_only=True):
    """The saved councils that can be models of `llm`, with aliases, and the reasons why other councils cannot."""

    councils: tuple[Council, ...]
    """Councils whose name is free."""
    aliases: dict[str, tuple[str, ...]]
    """Additional names of each council that no other model has, by council."""
    remarks: tuple[str, ...]
    """Why other councils are not models."""


PUBLISHED = "llm_consortium"
"""The package whose consortia `llm moot consortium import` imports, with their names."""


def is_published(model: object) -> bool:
    """Return whether a model of `llm` is a consortium that the package llm-consortium registered."""
    return type(model).__module__.partition(".")[0] == PUBLISHED


def seatable(taken: Iterable[ModelWithAliases]) -> Seatable:
    """Return the saved councils that can be models of `llm`: those whose name no other model of `llm` has. If the
    councils cannot be read, return nothing.

    An imported consortium keeps its name, although the package llm-consortium has registered the same name. Moot
    registers later, so `llm -m NAME` asks the council.
    """
    names, published = set[str](), set[str]()
    for found in taken:
        models = [model for model in (found.model, found.async_model) if model is not None]
        place = published if any(map(is_published, models)) else names
        place |= {*found.aliases, *(model.model_id for model in models)}
    try:
        shelf = CouncilShelf(home_folder())
        shelved, broken, known = shelf.councils(), shelf.broken(), shelf.aliases()
    except (MootError, OSError) as error:
        return Seatable(councils=(), aliases={}, remarks=(f"Moot's councils are not listed: {error}",))
    names |= {name for name in published if name not in shelved or shelved[name].council.protocol != PROTOCOL}
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
        return CouncilShelf(home_folder()).aliases()
    except (MootError, OSError):
        return {}


def taken_by_llm(name: str, *, importing: bool = False) -> str | None:
    """Return a description of the model of `llm` that already has this name; `None` if no model has it, or only the
    council of this name.

    Args:
        name: The name of a council.
        importing: Whether the council is imported from the published package, whose names are then free.
    """
    for found in llm.get_models_with_aliases():
        model = found.model or found.async_model
        if importing and is_published(model):
            continue
        if isinstance(model, CouncilModel):
            if name in found.aliases and name != model.model_id and name not in _known():
                return f"an alias of {model}"
        elif name == model.model_id or name in found.aliases:
            return str(model)
    return None
