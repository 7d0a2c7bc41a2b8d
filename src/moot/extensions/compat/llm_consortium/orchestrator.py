"""`llm_consortium.orchestrator`: create consortia, and parse what an arbiter wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moot.extensions.compat.consortium.config import ConsortiumConfig
from moot.extensions.compat.consortium.orchestrate import Consortium, create_consortium
from moot.extensions.compat.consortium.orchestrate import Consortium as ConsortiumOrchestrator

try:
    import llm
except ImportError:  # endpoints of Moot need no `llm`
    llm = None  # type: ignore[assignment]

__all__ = ["Consortium", "ConsortiumConfig", "ConsortiumOrchestrator", "IterationContext", "create_consortium", "llm"]


class IterationContext:
    """A completed round, for a strategy's `update_state`: models asked, answers, the arbiter's judgement."""

    def __init__(
        self,
        iteration: int = 0,
        synthesis: Mapping[str, Any] | None = None,
        model_responses: Sequence[Mapping[str, Any]] = (),
        selected_models: Mapping[str, int] | None = None,
    ) -> None:
        self.iteration, self.model_responses = iteration, model_responses
        self.synthesis, self.selected_models = synthesis or {}, selected_models or {}
