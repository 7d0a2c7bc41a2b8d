"""Offer `create_consortium` and what it returns to programs that import them from `llm_consortium`.

Where the package of this name is installed as well, it goes before this module, which is why this is a file and no
folder. Its submodules are those of `moot.extensions.compat.llm_consortium`. Like `moot` itself, it loads nothing until
a name is used.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.extensions.compat.consortium.config import ConsortiumConfig
    from moot.extensions.compat.consortium.orchestrate import Consortium, create_consortium
    from moot.extensions.compat.consortium.orchestrate import Consortium as ConsortiumOrchestrator
    from moot.extensions.compat.llm.commands import register as register_commands
    from moot.extensions.compat.llm.model import SyncCouncil as ConsortiumModel
    from moot.extensions.compat.llm.plugin import register_models
    from moot.extensions.compat.llm_consortium.db import DatabaseConnection
    from moot.extensions.compat.llm_consortium.orchestrator import IterationContext

__all__ = [
    "Consortium",
    "ConsortiumConfig",
    "ConsortiumModel",
    "ConsortiumOrchestrator",
    "DatabaseConnection",
    "IterationContext",
    "create_consortium",
    "register_commands",
    "register_models",
]

_PLACES = {
    "Consortium": "moot.extensions.compat.consortium.orchestrate:Consortium",
    "ConsortiumConfig": "moot.extensions.compat.consortium.config:ConsortiumConfig",
    "ConsortiumModel": "moot.extensions.compat.llm.model:SyncCouncil",
    "ConsortiumOrchestrator": "moot.extensions.compat.consortium.orchestrate:Consortium",
    "DatabaseConnection": "llm_consortium.db:DatabaseConnection",
    "IterationContext": "llm_consortium.orchestrator:IterationContext",
    "create_consortium": "moot.extensions.compat.consortium.orchestrate:create_consortium",
    "register_commands": "moot.extensions.compat.llm.commands:register",
    "register_models": "moot.extensions.compat.llm.plugin:register_models",
}


_PUBLISHED = "moot.extensions.compat.llm_consortium"
_SUBMODULES = {
    name: f"{_PUBLISHED}.{kept}"
    for kept, names in {
        "db": "db",
        "embeddings": "embeddings embeddings.backends embeddings.service",
        "geometry": "geometry",
        "models": "models cli",
        "orchestrator": "orchestrator",
        "strategies": "strategies strategies.base strategies.default strategies.elimination strategies.factory "
        "strategies.role strategies.semantic strategies.voting",
    }.items()
    for name in names.split()
}
"""Module there, by the name it has here."""

__path__: list[str] = []
"""That there is one makes submodules of this module possible; `_Submodules` finds them."""


class _Submodules(MetaPathFinder, Loader):
    """Finds `llm_consortium.x`: the module of Moot's itself under a second name, so that a class is there only once."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.removeprefix(f"{__name__}.") not in _SUBMODULES or not fullname.startswith(f"{__name__}."):
            return None
        return ModuleSpec(fullname, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        found = import_module(_SUBMODULES[spec.name.removeprefix(f"{__name__}.")])
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        here = module.__spec__
        if here is not None:
            module.__spec__ = here.loader_state  # importing it here has not made it another module


sys.meta_path.insert(0, _Submodules())  # before the one that would load a package's file a second time


def __getattr__(name: str) -> object:
    if name in _PLACES:
        place, _, attribute = _PLACES[name].partition(":")
        return getattr(import_module(place), attribute)
    raise AttributeError(f"module 'llm_consortium' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
