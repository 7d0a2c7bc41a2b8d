"""`llm_consortium.strategies.semantic`: keep the largest cluster of similar answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy, truth_of


class SemanticClusteringStrategy(ConsortiumStrategy):
    """Clusters by the cosine distance of the answers' vectors, from the orchestrator's embedding service."""

    def _validate_params(self) -> None:
        self.clustering_algorithm = str(self.params.get("clustering_algorithm", "dbscan"))
        self.eps = float(self.params.get("eps", 0.5))
        self.min_samples = int(self.params.get("min_samples", 2))
        self.use_centroid_synthesis = truth_of(self.params.get("use_centroid_synthesis", False))

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return the largest cluster; all answers if there is none."""
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
