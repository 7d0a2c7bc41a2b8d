"""Moot: a council of language models whose answers can be audited.

These are the public names. They are loaded when they are first used, so that `import moot` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.lazy_exports import lazy_exports

__version__ = "0.1.0"

if TYPE_CHECKING:
    from moot.app import Application
    from moot.errors import MootError
    from moot.extensions.compat.consortium.config import ConsortiumConfig
    from moot.extensions.compat.consortium.orchestrate import Consortium, create_consortium
    from moot.protocols.floor_interface import Floor
    from moot.protocols.prompt_template import PromptTemplate
    from moot.protocols.protocol import Options, protocol
    from moot.providers.provider import Provider
    from moot.python_api import Deliberation, ask, ask_again, convene, follow_up
    from moot.views.result import Result
    from moot.vocabulary.councils import Council
else:
    __getattr__ = lazy_exports(__name__)

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


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
