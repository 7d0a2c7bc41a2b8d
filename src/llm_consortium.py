"""What do programs find that were written for a consortium? `create_consortium` and what it returns, made by Moot.

Where the package of this name is installed as well, it goes before this module, which is why this is a file and no
folder; its submodules are those of `moot.bridges.published`. Like `moot` itself, it loads nothing until a name is used.
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
    from moot.bridges.consortium.commands import register as register_commands
    from moot.bridges.consortium.config import ConsortiumConfig
    from moot.bridges.consortium.orchestrate import Consortium, create_consortium
    from moot.bridges.consortium.orchestrate import Consortium as ConsortiumOrchestrator
    from moot.bridges.llm.model import SyncCouncil as ConsortiumModel
    from moot.bridges.llm_plugin import register_models
    from moot.bridges.published.db import DatabaseConnection
    from moot.bridges.published.orchestrator import IterationContext

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
    "Consortium": "moot.bridges.consortium.orchestrate:Consortium",
    "ConsortiumConfig": "moot.bridges.consortium.config:ConsortiumConfig",
    "ConsortiumModel": "moot.bridges.llm.model:SyncCouncil",
    "ConsortiumOrchestrator": "moot.bridges.consortium.orchestrate:Consortium",
    "DatabaseConnection": "llm_consortium.db:DatabaseConnection",
    "IterationContext": "llm_consortium.orchestrator:IterationContext",
    "create_consortium": "moot.bridges.consortium.orchestrate:create_consortium",
    "register_commands": "moot.bridges.consortium.commands:register",
    "register_models": "moot.bridges.llm_plugin:register_models",
}


_PUBLISHED = "moot.bridges.published"
_SUBMODULES = {
    name: f"{_PUBLISHED}.{name}"
    for name in (
        "cli",
        "db",
        "embeddings",
        "embeddings.backends",
        "embeddings.service",
        "geometry",
        "models",
        "orchestrator",
        "strategies",
        "strategies.default",
        "strategies.elimination",
        "strategies.factory",
        "strategies.role",
        "strategies.semantic",
        "strategies.voting",
    )
} | {"strategies.base": f"{_PUBLISHED}.strategies.contract"}
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
