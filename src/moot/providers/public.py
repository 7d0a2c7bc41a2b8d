"""Export for extensions: checked addresses, keys, and the parts of a model provider.

Example:
    class EchoProvider(Provider):
        async def stream(self, call: Call) -> AsyncIterator[Piece]:
            yield Text(call.messages[-1].text)
"""

from importlib import import_module

from moot.egress.addresses import EgressRefused, Gate, Lookup, Target, is_local, look_up, target_of
from moot.egress.api_keys import KeyRing, Secret, scrub
from moot.egress.connector import CheckedResolver, why_broken
from moot.egress.untrusted_text import shown
from moot.providers.endpoint_check import offered
from moot.providers.endpoints import Endpoint
from moot.providers.models.listings import ListedModel
from moot.providers.ollama import cached_per_token
from moot.providers.openai.request import TO_LLAMA_CPP
from moot.providers.openai.wire import LearntOf, OpenAIWire, QuirksOf
from moot.providers.provider import Call, Memory, Piece, Provider, Text, ThinkingText

__all__ = ["TO_LLAMA_CPP", "Call", "CheckedResolver", "EgressRefused", "Endpoint", "Gate", "KeyRing", "LearntOf"]
__all__ += [
    "ListedModel",
    "Lookup",
    "Memory",
    "OpenAIWire",
    "Piece",
    "Provider",
    "QuirksOf",
    "Secret",
    "Target",
    "Text",
]
__all__ += [
    "ThinkingText",
    "cached_per_token",
    "is_local",
    "look_up",
    "models_of_llm",
    "offered",
    "scrub",
    "shown",
    "target_of",
    "why_broken",
]


def models_of_llm() -> dict[str, object]:
    """Return the models of the `llm` program, which must be installed, by id and alias."""
    models: dict[str, object] = import_module("moot.providers.llm").models_by_name()
    return models
