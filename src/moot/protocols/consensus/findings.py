"""Findings of a consensus: the record of its rounds, and the results of each strategy."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from moot.stats.vectors.geometry import Closeness
from moot.vocabulary.findings import Finding

Stop = Literal["", "confident", "cap", "single_pass", "no_majority", "no_arbiter", "too_few"]
"""Why the rounds ended: `confident`: the arbiter was sure enough; `cap`: no more rounds allowed; `single_pass`: the
answer was picked in one pass; `no_majority`; `no_arbiter`: none answered; `too_few` answers in a later round. Empty
while they go on."""


class GeometricAgreement(Closeness, frozen=True, kw_only=True):
    """How close the vectors of a round's answers are to their centre: agreement of wording, not truth."""

    outliers: tuple[str, ...] = ()
    """Seats whose answer is far from the rest."""


class RoundHeld(Struct, frozen=True, kw_only=True):
    """One completed round: who was asked, who answered, which answers were kept, and the arbiter's judgement."""

    number: int
    """The round's number, from 1."""
    selected: tuple[str, ...]
    """Seats the strategy asked."""
    heard: tuple[str, ...]
    """Seats that answered."""
    kept: tuple[str, ...]
    """Seats whose answers went to the arbiter."""
    dropped: tuple[str, ...] = ()
    """Seats whose answers the strategy left out."""
    said: dict[str, float] = {}
    """By seat, the confidence that the member stated, if any."""
    arbiter: str = ""
    """The arbiter's seat; empty if there was none."""
    confidence: float | None = None
    """The arbiter's confidence, 0 to 1; `None` without an arbiter."""
    needs_iteration: bool = False
    """Whether the arbiter asked for another round."""
    refinement_areas: tuple[str, ...] = ()
    """Points the arbiter wanted refined."""
    ranking: tuple[str, ...] = ()
    """Seats in the arbiter's order, best first."""
    geometric: GeometricAgreement | None = None
    """Closeness of the answers, if the council has an embedder and all members answered."""
    note: str = ""
    """What the strategy did with the answers, in words."""


class PreferenceEntry(Struct, frozen=True, kw_only=True):
    """One entry of the arbiter's ranking of the best round's answers: the seat of its author."""

    seat: str
    """The answer's seat."""


class Rounds(Finding, frozen=True, kw_only=True, tag="rounds"):
    """The record of all rounds so far: each round, which of them is the best, and why they ended."""

    rounds: tuple[RoundHeld, ...]
    """In order."""
    threshold: float
    """The arbiter's confidence from which on the rounds may end, 0 to 1."""
    cap: int
    """Most rounds."""
    best: int | None = None
    """Number of the best round so far: one that needs no further round, then the surest, then the latest."""
    stopped: Stop = ""
    """Why the rounds ended; empty while they go on."""
    why: str = ""
    """Why they ended, in words."""
    places: tuple[PreferenceEntry, ...] = ()
    """The answers of the best round in the arbiter's order."""
    winner: str | None = None
    """The seat the arbiter placed first in the best round."""


class AnswerGroups(Finding, frozen=True, kw_only=True, tag="answer-groups"):
    """Groups of a round's answers that say the same, and whether one group has the majority."""

    groups: tuple[tuple[str, ...], ...]
    """Seats by group, the largest first."""
    by: str = ""
    """The seat of the grader that compared them; empty if code compared them alone."""
    votes: int
    """Size of the largest group."""
    of: int
    """Answers compared; a seat that failed is not among them."""
    majority: bool
    """Whether strictly more than half of those asked agree."""
    tied: int = 1
    """Number of groups as large as the largest."""
    kept: tuple[str, ...] = ()
    """Seats whose answers go to the arbiter."""
    declined: tuple[str, ...] = ()
    """Seats whose text declines to answer; they have no vote."""


class AnswerClusters(Finding, frozen=True, kw_only=True, tag="answer-clusters"):
    """Clusters of a round's answers by the distance of their vectors, and the cluster that is kept."""

    algorithm: Literal["dbscan", "hdbscan"]
    """The clustering algorithm."""
    clusters: dict[str, int]
    """By seat, the number of its answer's cluster; -1 for none."""
    kept: tuple[str, ...]
    """Seats whose answers go to the arbiter."""
    cluster: int | None = None
    """Number of the cluster kept; `None` if there is none and all are kept."""
    distances: dict[str, float] = {}
    """By seat, the distance of its answer to the centre of the cluster kept, 0 to 1."""
    density: float | None = None
    """1 less the mean distance inside the cluster kept."""
    note: str = ""
    """A note, e.g. that another algorithm was asked for."""


class Elimination(Finding, frozen=True, kw_only=True, tag="elimination"):
    """Result of the strategy `elimination` after a round: the seats that it drops, and those that remain."""

    order: tuple[str, ...]
    """The seats asked in the round, best first; those that did not answer come last."""
    eliminated: tuple[str, ...]
    """Seats that are not asked again."""
    remaining: tuple[str, ...]
    """Seats that are asked again."""


class Parts(Finding, frozen=True, kw_only=True, tag="parts"):
    """Result of the strategy `role`: the part (role) from which each seat answers."""

    told: ClassVar[frozenset[str]] = frozenset({"parts"})
    parts: dict[str, str]
    """By seat, the text added to its prompts; seats without a part are left out."""
