"""`llm_consortium.strategies.base`: what a strategy of a program's own derives from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ConsortiumStrategy:
    """Asks everyone and keeps every answer; `iteration_state` is its memory of one run."""

    def __init__(self, orchestrator: Any, params: Mapping[str, Any] | None = None) -> None:
        self.orchestrator = orchestrator
        self.params = dict(params or {})
        self.iteration_state: dict[str, Any] = {}
        self._validate_params()

    def _validate_params(self) -> None:
        """Raises ValueError for a setting that cannot be."""

    def initialize_state(self) -> None:
        """A run begins."""
        self.iteration_state = {}

    def select_models(self, available_models: dict[str, int], current_prompt: str, iteration: int) -> dict[str, int]:
        """Whom to ask in a round."""
        return dict(available_models)

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Which answers go on to the arbiter."""
        return responses

    def update_state(self, iteration_context: Any) -> None:
        """A round is over."""

    def get_instance_system_prompt(self, model: str, instance: int, default: str | None = None) -> str | None:
        """What one instance is told before everything else."""
        return default

    def prepare_iteration_prompt(self, model: str, instance: int, prompt: str, iteration: int) -> str:
        """What one instance is asked."""
        return prompt


def truth_of(value: object) -> bool:
    """A setting that is true or false; on a command line it is a text."""
    return value.strip().lower() in ("true", "1", "yes", "on") if isinstance(value, str) else bool(value)
