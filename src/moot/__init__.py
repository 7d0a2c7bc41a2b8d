"""Moot: a council of language models whose answers can be audited.

These are the public names. They are loaded when they are first used, so that `import moot` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from moot.app import Application
    from moot.errors import MootError
    from moot.extensions.compat.consortium.config import ConsortiumConfig
    from moot.extensions.compat.consortium.orchestrate import Consortium, create_consortium
    from moot.protocols.floor_interface import Floor
    from moot.protocols.protocol import Options, protocol
    from moot.protocols.wording import PromptTemplate
    from moot.providers.provider import Provider
    from moot.python_api import Deliberation, ask, ask_again, convene, follow_up
    from moot.views.result import Result
    from moot.vocabulary.councils import Council

__all__ = [
    "Application",
    "Consortium",
    "ConsortiumConfig",
    "Council",
    "Deliberation",
    "Floor",
    "MootError",
    "Options",
    "PromptTemplate",
    "Provider",
    "Result",
    "ask",
    "ask_again",
    "convene",
    "create_consortium",
    "follow_up",
    "protocol",
]

_PLACES = {
    "Consortium": "moot.extensions.compat.consortium.orchestrate",
    "ConsortiumConfig": "moot.extensions.compat.consortium.config",
    "Council": "moot.vocabulary.councils",
    "Deliberation": "moot.python_api",
    "Floor": "moot.protocols.protocol",
    "Application": "moot.app",
    "MootError": "moot.errors",
    "Options": "moot.protocols.protocol",
    "Provider": "moot.providers.provider",
    "Result": "moot.views.result",
    "PromptTemplate": "moot.protocols.wording",
    "ask": "moot.python_api",
    "ask_again": "moot.python_api",
    "convene": "moot.python_api",
    "create_consortium": "moot.extensions.compat.consortium.orchestrate",
    "follow_up": "moot.python_api",
    "protocol": "moot.protocols.protocol",
}


def __getattr__(name: str) -> object:
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    raise AttributeError(f"module 'moot' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
