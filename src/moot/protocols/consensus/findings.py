"""Findings of a consensus: the record of its rounds, and the results of each strategy."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from moot.stats.vectors.geometry import Closeness
from moot.vocabulary.findings import Finding

Stop = Literal["", "confident", "cap", "single_pass", "no_majority", "no_arbiter", "too_few"]
"""Why the rounds ended: `confident`, the arbiter was confident enough; `cap`, no more rounds were allowed;
`single_pass`, the answer was picked in one pass; `no_majority`; `no_arbiter`, none answered; `too_few`, too few
members answered a later round. Empty while rounds continue.
"""


class GeometricAgreement(Closeness, frozen=True, kw_only=True):
    """How close the vectors of a round's answers are to their centre: agreement of wording, not truth."""

    outliers: tuple[str, ...] = ()
    """Seats whose answer is far from the other answers."""


class RoundHeld(Struct, frozen=True, kw_only=True):
    """One completed round: who was asked, who answered, which answers were kept, and the arbiter's judgement."""

    number: int
    """The round's number, from 1."""
    selected: tuple[str, ...]
    """Seats that the strategy selected for the round."""
    heard: tuple[str, ...]
    """Seats that answered."""
    kept: tuple[str, ...]
    """Seats whose answers went to the arbiter."""
    dropped: tuple[str, ...] = ()
    """Seats whose answers the strategy left out."""
    said: dict[str, float] = {}
    """Confidence stated by each member, by seat."""
    arbiter: str = ""
    """The arbiter's seat; empty if there was none."""
    confidence: float | None = None
    """The arbiter's confidence, 0 to 1; `None` without an arbiter."""
    needs_iteration: bool = False
    """Whether the arbiter asked for another round."""
    refinement_areas: tuple[str, ...] = ()
    """Points that the arbiter wanted refined."""
    ranking: tuple[str, ...] = ()
    """Seats of the answers in the arbiter's order, best first."""
    geometric: GeometricAgreement | None = None
    """Similarity of the answers' vectors; `None` unless the council has an embedder and all members answered."""
    note: str = ""
    """What the strategy did with the answers, in words."""


class PreferenceEntry(Struct, frozen=True, kw_only=True):
    """One entry of the arbiter's ranking of the best round's answers: the seat of its author."""

    seat: str
    """Seat of the answer's author."""


class Rounds(Finding, frozen=True, kw_only=True, tag="rounds"):
    """The record of all rounds so far: each round, which of them is the best, and why they ended."""

    rounds: tuple[RoundHeld, ...]
    """The completed rounds, in order."""
    threshold: float
    """Confidence of the arbiter, 0 to 1, at which the rounds may end."""
    cap: int
    """Maximum number of rounds."""
    best: int | None = None
    """Number of the best round so far: one that needs no further round, then the one with the highest confidence, then
    the latest.
    """
    stopped: Stop = ""
    """Why the rounds ended; empty while they continue."""
    why: str = ""
    """Why the rounds ended, in words."""
    places: tuple[PreferenceEntry, ...] = ()
    """The answers of the best round in the arbiter's order."""
    winner: str | None = None
    """Seat whose answer the arbiter placed first in the best round."""


class AnswerGroups(Finding, frozen=True, kw_only=True, tag="answer-groups"):
    """Groups of a round's answers with the same meaning, and whether one group has the majority."""

    groups: tuple[tuple[str, ...], ...]
    """Seats by group, the largest first."""
    by: str = ""
    """Seat of the grader that compared the answers; empty if only code compared them."""
    votes: int
    """Size of the largest group."""
    of: int
    """Number of answers compared. A seat that failed is not counted."""
    majority: bool
    """Whether strictly more than half of those asked agree."""
    tied: int = 1
    """Number of groups as large as the largest."""
    kept: tuple[str, ...] = ()
    """Seats whose answers go to the arbiter."""
    declined: tuple[str, ...] = ()
    """Seats that declined to answer. They have no vote."""


class AnswerClusters(Finding, frozen=True, kw_only=True, tag="answer-clusters"):
    """Clusters of a round's answers by the distance of their vectors, and the cluster that is kept."""

    algorithm: Literal["dbscan", "hdbscan"]
    """The clustering algorithm."""
    clusters: dict[str, int]
    """Number of each answer's cluster, by seat; -1 for none."""
    kept: tuple[str, ...]
    """Seats whose answers go to the arbiter."""
    cluster: int | None = None
    """Number of the cluster kept; `None` if no cluster was found and all answers are kept."""
    distances: dict[str, float] = {}
    """Distance of each answer to the centre of the kept cluster, 0 to 1, by seat."""
    density: float | None = None
    """Density of the kept cluster: 1 less the mean distance inside it."""
    note: str = ""
    """A remark, for example that another algorithm was requested."""


class Elimination(Finding, frozen=True, kw_only=True, tag="elimination"):
    """Result of the strategy `elimination` after a round: the seats that it drops, and those that remain."""

    order: tuple[str, ...]
    """The seats asked in the round, best first; those that did not answer come last."""
    eliminated: tuple[str, ...]
    """Seats that are not asked again."""
    remaining: tuple[str, ...]
    """Seats that are asked again."""


class Parts(Finding, frozen=True, kw_only=True, tag="parts"):
    """Result of the strategy `role`: the role from which each seat answers."""

    told: ClassVar[frozenset[str]] = frozenset({"parts"})
    parts: dict[str, str]
    """Text added to each seat's prompts, by seat. Seats without a role are left out."""
