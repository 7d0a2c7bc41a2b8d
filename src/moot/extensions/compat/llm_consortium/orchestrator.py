"""`llm_consortium.orchestrator`: create consortia, and parse what an arbiter wrote."""

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
    """A completed round, as a strategy gets it."""

    iteration: int = 0
    """Its number."""
    synthesis: Mapping[str, Any] = {}
    """The arbiter's judgement."""
    model_responses: Sequence[Mapping[str, Any]] = ()
    """The answers."""
    selected_models: Mapping[str, int] = {}
    """The models that were asked."""
