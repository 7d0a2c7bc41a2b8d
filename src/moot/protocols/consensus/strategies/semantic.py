"""Semantic strategy: the council's embedder measures every answer, and the largest cluster goes to the arbiter.

Of equally large clusters the densest is used; without any cluster all answers are.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.consensus.findings import AnswerClusters
from moot.protocols.consensus.strategies.strategy import RoundAnswer, RoundSelection, Strategy, StrategyOptions
from moot.protocols.floor_interface import Floor
from moot.stats.vectors.clusters import dbscan, hdbscan
from moot.stats.vectors.geometry import densest, distance, regions_from
from moot.vocabulary.vectors import Vectors

FEWEST = 2
NO_TROPICAL = (
    "Tropical clustering was asked for and is not offered: an element-wise maximum of vectors is the centre of nothing "
    "that was said. dbscan clustered instead."
)


class Semantic(Strategy):
    """Strategy that keeps the largest cluster of answers, by the distance of their vectors."""

    title = "every answer is measured; the largest cluster of like answers goes to the arbiter"
    uses = frozenset(("clustering_algorithm", "eps", "min_samples"))
    measures = True

    def troubles(self, options: StrategyOptions) -> tuple[str, ...]:
        found = []
        if not 0 < options.eps <= 2:
            found.append(f"`eps` is {options.eps}; it is a cosine distance above 0, at most 2.")
        if options.min_samples < 1:
            found.append(f"`min_samples` is {options.min_samples}; it is at least 1.")
        return tuple(found)

    async def sifted(
        self, floor: Floor, options: StrategyOptions, heard: Sequence[RoundAnswer], vectors: Vectors | None
    ) -> RoundSelection:
        names = tuple(each.seat.id for each in heard)
        notes = [NO_TROPICAL] if options.clustering_algorithm == "tropical" else []
        if vectors is None:
            why = "The embedder did not answer, so nothing was clustered and all answers went to the arbiter."
            return RoundSelection(kept=names, note=" ".join([*notes, why]), degraded=why)
        rows = [vectors.of(each.statement.key) for each in heard]
        if options.clustering_algorithm == "hdbscan":
            labels = hdbscan(rows, max(2, options.min_samples)) if len(rows) >= FEWEST else (-1,) * len(rows)
        else:
            labels = dbscan(rows, options.eps, options.min_samples)
        region = densest(regions_from(rows, labels))
        kept = names if region is None else tuple(names[at] for at in region.members)
        notes.append(
            "No answers lie close enough together; all go to the arbiter."
            if region is None
            else f"{len(kept)} of {len(names)} answers lie close together and go to the arbiter."
        )
        found = AnswerClusters(
            algorithm="hdbscan" if options.clustering_algorithm == "hdbscan" else "dbscan",
            clusters=dict(zip(names, labels, strict=True)),
            kept=kept,
            cluster=labels[region.members[0]] if region is not None else None,
            distances={name: distance(row, region.centroid) for name, row in zip(names, rows, strict=True)}
            if region is not None
            else {},
            density=region.density if region is not None else None,
            note=" ".join(notes),
        )
        floor.record(found)
        return RoundSelection(kept=kept, note=found.note)


SEMANTIC = Semantic()
"""Instance of the semantic strategy."""
