"""`llm_consortium.strategies.base`: the base class of a program's own strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ConsortiumStrategy:
    """A strategy that asks every model and keeps every answer; `iteration_state` is its memory of one run."""

    def __init__(self, orchestrator: Any, params: Mapping[str, Any] | None = None) -> None:
        self.orchestrator = orchestrator
        self.params = dict(params or {})
        self.iteration_state: dict[str, Any] = {}
        self._validate_params()

    def _validate_params(self) -> None:
        """Raise ValueError for an invalid setting."""

    def initialize_state(self) -> None:
        """Reset the state at the start of a run."""
        self.iteration_state = {}

    def select_models(self, available_models: dict[str, int], current_prompt: str, iteration: int) -> dict[str, int]:
        """Return the models to ask in a round."""
        return dict(available_models)

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return the answers for the arbiter."""
        return responses

    def update_state(self, iteration_context: Any) -> None:
        """Update the state after a round."""

    def get_instance_system_prompt(self, model: str, instance: int, default: str | None = None) -> str | None:
        """Return the system prompt of one instance."""
        return default

    def prepare_iteration_prompt(self, model: str, instance: int, prompt: str, iteration: int) -> str:
        """Return the prompt of one instance."""
        return prompt


def truth_of(value: object) -> bool:
    """Parse a boolean setting; on a command line it is a text."""
    return value.strip().lower() in ("true", "1", "yes", "on") if isinstance(value, str) else bool(value)
