"""What do programs find that were written for a consortium? `create_consortium` and what it returns, made by Moot.

Where the package of this name is installed as well, it goes before this module, which is why this is a file and no
folder; its submodules stand in `moot.bridges.published`. Like `moot` itself, it loads nothing until a name is used.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.bridges.consortium_commands import register as register_commands
    from moot.bridges.llm_model import SyncCouncil as ConsortiumModel
    from moot.bridges.llm_plugin import register_models
    from moot.bridges.published.db import DatabaseConnection
    from moot.bridges.published.orchestrator import IterationContext
    from moot.consortium.config import ConsortiumConfig
    from moot.consortium.orchestrate import Consortium, create_consortium
    from moot.consortium.orchestrate import Consortium as ConsortiumOrchestrator

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
    "Consortium": "moot.consortium.orchestrate:Consortium",
    "ConsortiumConfig": "moot.consortium.config:ConsortiumConfig",
    "ConsortiumModel": "moot.bridges.llm_model:SyncCouncil",
    "ConsortiumOrchestrator": "moot.consortium.orchestrate:Consortium",
    "DatabaseConnection": "llm_consortium.db:DatabaseConnection",
    "IterationContext": "llm_consortium.orchestrator:IterationContext",
    "create_consortium": "moot.consortium.orchestrate:create_consortium",
    "register_commands": "moot.bridges.consortium_commands:register",
    "register_models": "moot.bridges.llm_plugin:register_models",
}


def __getattr__(name: str) -> object:
    if name == "__path__":  # asked for when a submodule is imported
        found = find_spec("moot")
        return [str(Path(str(found and found.origin)).parent / "bridges" / "published")]
    if name in _PLACES:
        place, _, attribute = _PLACES[name].partition(":")
        return getattr(import_module(place), attribute)
    raise AttributeError(f"module 'llm_consortium' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
