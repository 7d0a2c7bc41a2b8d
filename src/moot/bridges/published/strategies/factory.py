"""`llm_consortium.strategies.factory`: a strategy by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .base import ConsortiumStrategy
from .default import DefaultStrategy
from .elimination import EliminationStrategy
from .role import RoleStrategy
from .semantic import SemanticClusteringStrategy
from .voting import VotingStrategy

STRATEGIES: dict[str, type[ConsortiumStrategy]] = {
    "default": DefaultStrategy,
    "elimination": EliminationStrategy,
    "role": RoleStrategy,
    "semantic": SemanticClusteringStrategy,
    "voting": VotingStrategy,
}


def create_strategy(name: str, orchestrator: Any, params: Mapping[str, Any] | None = None) -> ConsortiumStrategy:
    """The strategy of this name."""
    kind = STRATEGIES.get(name.strip().lower())
    if kind is None:
        raise ValueError(f"Unknown strategy {name!r}; available: {', '.join(sorted(STRATEGIES))}")
    return kind(orchestrator, params)
