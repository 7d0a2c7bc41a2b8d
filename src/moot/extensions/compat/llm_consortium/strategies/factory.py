"""`llm_consortium.strategies.factory`: create a strategy by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy
from moot.extensions.compat.llm_consortium.strategies.default import DefaultStrategy
from moot.extensions.compat.llm_consortium.strategies.elimination import EliminationStrategy
from moot.extensions.compat.llm_consortium.strategies.role import RoleStrategy
from moot.extensions.compat.llm_consortium.strategies.semantic import SemanticClusteringStrategy
from moot.extensions.compat.llm_consortium.strategies.voting import VotingStrategy

STRATEGIES: dict[str, type[ConsortiumStrategy]] = {
    "default": DefaultStrategy,
    "elimination": EliminationStrategy,
    "role": RoleStrategy,
    "semantic": SemanticClusteringStrategy,
    "voting": VotingStrategy,
}


def create_strategy(name: str, orchestrator: Any, params: Mapping[str, Any] | None = None) -> ConsortiumStrategy:
    """Return a strategy of this name."""
    kind = STRATEGIES.get(name.strip().lower())
    if kind is None:
        raise ValueError(f"Unknown strategy {name!r}; available: {', '.join(sorted(STRATEGIES))}")
    return kind(orchestrator, params)
