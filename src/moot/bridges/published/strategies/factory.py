"""`llm_consortium.strategies.factory`: a strategy by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moot.bridges.published.strategies.contract import ConsortiumStrategy
from moot.bridges.published.strategies.default import DefaultStrategy
from moot.bridges.published.strategies.elimination import EliminationStrategy
from moot.bridges.published.strategies.role import RoleStrategy
from moot.bridges.published.strategies.semantic import SemanticClusteringStrategy
from moot.bridges.published.strategies.voting import VotingStrategy

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
