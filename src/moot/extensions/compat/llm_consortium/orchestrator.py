"""`llm_consortium.orchestrator`: how programs make a consortium, and how they read what an arbiter wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.extensions.compat.consortium.config import ConsortiumConfig
from moot.extensions.compat.consortium.orchestrate import Consortium, create_consortium
from moot.extensions.compat.consortium.orchestrate import Consortium as ConsortiumOrchestrator

try:
    import llm
except ImportError:  # endpoints of Moot need no `llm`
    llm = None  # type: ignore[assignment]

__all__ = ["Consortium", "ConsortiumConfig", "ConsortiumOrchestrator", "IterationContext", "create_consortium", "llm"]


class IterationContext(Struct, kw_only=True):
    """What a strategy is told of a round that is over."""

    iteration: int = 0
    """Its number."""
    synthesis: Mapping[str, Any] = {}
    """What the arbiter made of it."""
    model_responses: Sequence[Mapping[str, Any]] = ()
    """The answers."""
    selected_models: Mapping[str, int] = {}
    """Who was asked."""
