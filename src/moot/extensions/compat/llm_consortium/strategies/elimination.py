"""`llm_consortium.strategies.elimination`: drop the last models of the arbiter's ranking after each round."""

from __future__ import annotations

from math import floor
from typing import Any

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy


class EliminationStrategy(ConsortiumStrategy):
    """A strategy with fewer models from round to round."""

    def _validate_params(self) -> None:
        self.eliminate_count = int(self.params.get("eliminate_count", 1))
        self.eliminate_fraction = float(self.params.get("eliminate_fraction", 0.0))
        self.keep_minimum = int(self.params.get("keep_minimum", 2))
        self.elimination_delay = int(self.params.get("elimination_delay", 1))
        if self.eliminate_count < 0:
            raise ValueError("eliminate_count must be non-negative")
        if not 0 <= self.eliminate_fraction <= 1:
            raise ValueError("eliminate_fraction must be between 0 and 1")
        if self.keep_minimum < 1:
            raise ValueError("keep_minimum must be at least 1")
        if self.elimination_delay < 0:
            raise ValueError("elimination_delay must be non-negative")

    def initialize_state(self) -> None:
        """Reset the state at the start of a run."""
        self.iteration_state = {"eliminated_models": set(), "iteration_count": 0}

    def select_models(self, available_models: dict[str, int], current_prompt: str, iteration: int) -> dict[str, int]:
        """Return the remaining models; some come back if too few would be left."""
        self.iteration_state["iteration_count"] = iteration
        gone: set[str] = self.iteration_state.setdefault("eliminated_models", set())
        for model in available_models:
            if len(available_models) - len(gone & available_models.keys()) >= self.keep_minimum:
                break
            gone.discard(model)
        return {model: count for model, count in available_models.items() if model not in gone}

    def update_state(self, iteration_context: Any) -> None:
        """Drop the last models of the ranking."""
        if self.iteration_state.get("iteration_count", 0) < self.elimination_delay:
            return
        gone: set[str] = self.iteration_state.setdefault("eliminated_models", set())
        by_id = {each.get("id"): each["model"] for each in iteration_context.model_responses if not each.get("error")}
        ranked = list(dict.fromkeys(by_id[each] for each in _ids(iteration_context.synthesis) if each in by_id))
        active = [model for model in iteration_context.selected_models if model not in gone]
        wanted = max(self.eliminate_count, floor(len(active) * self.eliminate_fraction))
        leaving = max(0, min(wanted, len(active) - self.keep_minimum, len(ranked)))
        gone.update(ranked[len(ranked) - leaving :])


def _ids(synthesis: Any) -> list[Any]:
    return list(synthesis.get("ranking") or ()) if hasattr(synthesis, "get") else []
