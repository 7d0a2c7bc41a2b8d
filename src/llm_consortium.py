"""What do programs find that were written for a consortium? `create_consortium` and what it returns, made by Moot.

Where the package of this name is installed as well, it goes before this module. Like `moot` itself, it loads nothing
until a name is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.consortium.config import ConsortiumConfig
    from moot.consortium.orchestrate import Consortium, create_consortium
    from moot.consortium.orchestrate import Consortium as ConsortiumOrchestrator

__all__ = ["Consortium", "ConsortiumConfig", "ConsortiumOrchestrator", "create_consortium"]

_PLACES = {
    "Consortium": "moot.consortium.orchestrate",
    "ConsortiumConfig": "moot.consortium.config",
    "create_consortium": "moot.consortium.orchestrate",
}


def __getattr__(name: str) -> object:
    wanted = "Consortium" if name == "ConsortiumOrchestrator" else name
    if wanted in _PLACES:
        return getattr(import_module(_PLACES[wanted]), wanted)
    raise AttributeError(f"module 'llm_consortium' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)
