"""`llm_consortium.strategies` and its modules: the strategies as classes, for programs that call or extend them.

A consortium that Moot runs follows its own (`moot.protocols.consensus.strategies.strategy`), under the same names and
settings. `voting` compares letters, as programs written for it expect; a session of Moot compares the answers' meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from math import floor
from typing import Any

import numpy as np

__path__: list[str] = []
"""Set so that Python looks for submodules. Each submodule is this module, under its name in llm_consortium."""


class ConsortiumStrategy:
    """Base class of strategies, which choose the models to ask in a round and the answers that go to the arbiter.

    This class itself asks every model and keeps every answer. `iteration_state` is the strategy's memory of one run.
    """

    def __init__(self, orchestrator: Any, params: Mapping[str, Any] | None = None) -> None:
        self.orchestrator = orchestrator
        self.params = dict(params or {})
        self.iteration_state: dict[str, Any] = {}
        self._validate_params()

    def _validate_params(self) -> None:
        """Raise ValueError if a setting of the strategy is invalid."""

    def initialize_state(self) -> None:
        """Forget the last run. This is called at the start of each run."""
        self.iteration_state = {}

    def select_models(self, available_models: dict[str, int], current_prompt: str, iteration: int) -> dict[str, int]:
        """Return the models to ask in a round, each with its number of instances."""
        return dict(available_models)

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return those answers of a round that go to the arbiter."""
        return responses

    def update_state(self, iteration_context: Any) -> None:
        """Store data of a completed round for the next round. This base class stores nothing."""

    def get_instance_system_prompt(self, model: str, instance: int, default: str | None = None) -> str | None:
        """Return the system prompt for one instance of a model."""
        return default

    def prepare_iteration_prompt(self, model: str, instance: int, prompt: str, iteration: int) -> str:
        """Return the prompt for one instance of a model in a round."""
        return prompt


def truth_of(value: object) -> bool:
    """Return a boolean setting as true or false. A setting from a command line is a text such as `true`."""
    return value.strip().lower() in ("true", "1", "yes", "on") if isinstance(value, str) else bool(value)


class DefaultStrategy(ConsortiumStrategy):
    """Strategy that asks every model and keeps every answer."""


class EliminationStrategy(ConsortiumStrategy):
    """Strategy that drops the models the arbiter ranks last, round by round."""

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
        """Forget the last run's eliminations. This is called at the start of each run."""
        self.iteration_state = {"eliminated_models": set(), "iteration_count": 0}

    def select_models(self, available_models: dict[str, int], current_prompt: str, iteration: int) -> dict[str, int]:
        """Return the models that are not eliminated, each with its number of instances. If too few models are left,
        some eliminated ones are added again."""
        self.iteration_state["iteration_count"] = iteration
        gone: set[str] = self.iteration_state.setdefault("eliminated_models", set())
        for model in available_models:
            if len(available_models) - len(gone & available_models.keys()) >= self.keep_minimum:
                break
            gone.discard(model)
        return {model: count for model, count in available_models.items() if model not in gone}

    def update_state(self, iteration_context: Any) -> None:
        """Eliminate the models that the completed round's ranking places last."""
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


PARTS = (
    "Solve it in the most direct way that holds.",
    "Doubt every claim, and say what speaks against the answer that comes first to mind.",
    "Check every fact, and look for the cases in which the answer would be wrong.",
)


class RoleStrategy(ConsortiumStrategy):
    """Strategy that assigns the configured roles to the models' instances in order, by their system prompts."""

    def _validate_params(self) -> None:
        given = self.params.get("roles") or PARTS
        self.roles = [given] if isinstance(given, str) else list(given)
        self._given: dict[tuple[str, int], str] = {}

    def initialize_state(self) -> None:
        """Forget which instance has which role. This is called at the start of each run."""
        super().initialize_state()
        self._given = {}

    def get_instance_system_prompt(self, model: str, instance: int, default: str | None = None) -> str | None:
        """Return the system prompt for one instance, with its role added. If there are more instances than roles, the
        last instances get no role."""
        if (model, instance) not in self._given and len(self._given) < len(self.roles):
            self._given[model, instance] = self.roles[len(self._given)]
        part = self._given.get((model, instance))
        return default if part is None else "\n\n".join(filter(None, (default, f"Your part: {part}")))


class SemanticClusteringStrategy(ConsortiumStrategy):
    """Strategy that clusters answers by the cosine distance of their vectors and keeps the largest cluster.

    The vectors are from the orchestrator's embedding service.
    """

    def _validate_params(self) -> None:
        self.clustering_algorithm = str(self.params.get("clustering_algorithm", "dbscan"))
        self.eps = float(self.params.get("eps", 0.5))
        self.min_samples = int(self.params.get("min_samples", 2))
        self.use_centroid_synthesis = truth_of(self.params.get("use_centroid_synthesis", False))

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return the answers in the largest cluster. If there is no cluster, return all answers."""
        answered = [each for each in responses if not each.get("error")]
        if not answered:
            return []
        texts = [str(each.get("response", "")) for each in answered]
        rows = [np.asarray(row, dtype=float) for row in self.orchestrator.get_embedding_service().embed_batch(texts)]
        clusters = self._clusters(rows)
        for each, row, cluster in zip(answered, rows, clusters, strict=True):
            each["embedding"], each["cluster_id"], each["distance_to_centroid"] = row.tolist(), cluster, 1.0
        sizes = {cluster: clusters.count(cluster) for cluster in clusters if cluster >= 0}
        if not sizes:
            return answered
        largest = max(sizes, key=lambda cluster: (sizes[cluster], -cluster))
        kept = [at for at, cluster in enumerate(clusters) if cluster == largest]
        centre = np.mean([rows[at] for at in kept], axis=0)
        for at in kept:
            lengths = float(np.linalg.norm(rows[at]) * np.linalg.norm(centre)) or 1.0
            answered[at]["distance_to_centroid"] = (1.0 - float(rows[at] @ centre) / lengths) / 2
        return [answered[at] for at in kept]

    def _clusters(self, rows: list[Any]) -> list[int]:
        from moot.exports.public import dbscan  # slow to import

        return list(dbscan([tuple(map(float, row)) for row in rows], eps=self.eps, min_samples=self.min_samples))


_OPENERS = re.compile(
    r"^[\s,.:;!-]*(?:certainly|of course|absolutely|sure|okay|ok|well|yes|so|here(?: i|')s|here are|the answer is|"
    r"my answer is|answer)\b[\s,.:;!-]*"
)
_MARKS, _SPACE = re.compile(r"[^\w\s]"), re.compile(r"\s+")


class VotingStrategy(ConsortiumStrategy):
    """Strategy that groups similar answers and keeps the largest group."""

    def _validate_params(self) -> None:
        self.similarity_threshold = float(self.params.get("similarity_threshold", 0.5))
        self.answer_length = int(self.params.get("answer_length", 2000))
        self.require_majority = truth_of(self.params.get("require_majority", False))
        self.fallback_to_all = truth_of(self.params.get("fallback_to_all", True))
        if not 0 <= self.similarity_threshold <= 1:
            raise ValueError("similarity_threshold must be between 0 and 1")
        if self.answer_length < 10:
            raise ValueError("answer_length must be at least 10")

    def initialize_state(self) -> None:
        """Forget the last run. This is called at the start of each run."""
        self.iteration_state = {"voting_history": [], "consensus_count": 0, "no_consensus_count": 0}

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return the answers in the largest group of similar answers. Failed answers belong to no group."""
        answered = [each for each in responses if not each.get("error")]
        groups = sorted(self._group_similar_responses(answered), key=len, reverse=True)
        largest = groups[0] if groups else []
        found = bool(largest) and (not self.require_majority or 2 * len(largest) > len(answered))
        for group in groups:
            for each in group:
                each["voting_selected"] = found and group is largest
                each["voting_group_size"], each["voting_total"] = len(group), len(answered)
        state = self.iteration_state
        state.setdefault("voting_history", []).append(
            {"iteration": iteration, "groups": [len(each) for each in groups]}
        )
        counter = "consensus_count" if found else "no_consensus_count"
        state[counter] = state.get(counter, 0) + 1
        if found:
            return largest
        return answered if self.fallback_to_all else []

    def _normalize(self, text: str) -> str:
        """Return the text in the form in which answers are compared: lower case, without punctuation and introductory
        phrases.
        """
        text = text.lower().strip()
        for _ in range(3):
            text = _OPENERS.sub("", text)
        return _SPACE.sub(" ", _MARKS.sub("", text)).strip()[: self.answer_length]

    def _calculate_similarity(self, one: str, other: str) -> float:
        """Return how similar two answers are, from 0 to 1."""
        one, other = self._normalize(one), self._normalize(other)
        if not one or not other:
            return float(one == other)
        return SequenceMatcher(None, one, other).ratio()

    def _group_similar_responses(self, responses: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
        """Group similar answers. An answer joins the first group whose first answer is similar to it, or starts a new
        group.
        """
        groups: list[list[dict[str, Any]]] = []
        for each in responses:
            words = str(each.get("response", ""))
            for group in groups:
                if self._calculate_similarity(str(group[0].get("response", "")), words) >= self.similarity_threshold:
                    group.append(each)
                    break
            else:
                groups.append([each])
        return groups


STRATEGIES: dict[str, type[ConsortiumStrategy]] = {
    "default": DefaultStrategy,
    "elimination": EliminationStrategy,
    "role": RoleStrategy,
    "semantic": SemanticClusteringStrategy,
    "voting": VotingStrategy,
}


def create_strategy(name: str, orchestrator: Any, params: Mapping[str, Any] | None = None) -> ConsortiumStrategy:
    """Return the strategy of this name with these settings, for an orchestrator."""
    kind = STRATEGIES.get(name.strip().lower())
    if kind is None:
        raise ValueError(f"Unknown strategy {name!r}; available: {', '.join(sorted(STRATEGIES))}")
    return kind(orchestrator, params)
