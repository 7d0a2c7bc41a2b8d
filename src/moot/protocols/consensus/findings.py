"""What is computed in a consensus? The account of its rounds, and what each strategy found."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from moot.vocabulary.findings import Finding

Stop = Literal["", "confident", "cap", "single_pass", "no_majority", "no_arbiter", "too_few"]
"""Why the rounds ended: the arbiter was sure enough; the cap; the answer was picked in one pass; no majority was found;
nobody could arbitrate; too few members answered a later round. Empty while they go on."""


class GeometricAgreement(Struct, frozen=True, kw_only=True):
    """How close a round's answers lie to their centre: agreement of shape, not truth."""

    confidence: float
    """1 less the mean distance of the answers' vectors to their centre, 0 to 1."""
    baseline: float
    """What unrelated vectors of that number and dimension give."""
    calibrated: float
    """Where the value lies between the baseline (0) and identical answers (1)."""
    outliers: tuple[str, ...] = ()
    """Seats whose answer lies far from the rest."""


class RoundHeld(Struct, frozen=True, kw_only=True):
    """One round, from who was asked to what the arbiter said."""

    number: int
    """Its number, from 1."""
    selected: tuple[str, ...]
    """Seats the strategy asked."""
    heard: tuple[str, ...]
    """Seats that answered."""
    kept: tuple[str, ...]
    """Seats whose answers went to the arbiter."""
    dropped: tuple[str, ...] = ()
    """Seats that answered and whose answers the strategy set aside."""
    said: dict[str, float] = {}
    """Seat and the confidence it stated, where it stated one."""
    arbiter: str = ""
    """Who arbitrated; empty when nobody did."""
    confidence: float | None = None
    """The arbiter's confidence, 0 to 1; `None` when nobody arbitrated."""
    needs_iteration: bool = False
    """Whether the arbiter asked for another round."""
    refinement_areas: tuple[str, ...] = ()
    """What it wanted looked into."""
    ranking: tuple[str, ...] = ()
    """Seats in the arbiter's order, best first."""
    geometric: GeometricAgreement | None = None
    """How close the answers lie to each other, where the council has an embedder and everybody asked has answered."""
    note: str = ""
    """What the strategy did with the answers, in words."""


class Preferred(Struct, frozen=True, kw_only=True):
    """An answer's place in the arbiter's order of the best round."""

    seat: str
    """Whose answer it is."""


class Rounds(Finding, frozen=True, kw_only=True, tag="rounds"):
    """The rounds so far, which of them is the best, and why they ended."""

    rounds: tuple[RoundHeld, ...]
    """In order."""
    threshold: float
    """Confidence at which they may end, 0 to 1."""
    cap: int
    """Most rounds."""
    best: int | None = None
    """Number of the best round so far: one that needs no further round, then the surest, then the latest."""
    stopped: Stop = ""
    """Why they ended; empty while they go on."""
    why: str = ""
    """The same in words."""
    places: tuple[Preferred, ...] = ()
    """The answers of the best round in the arbiter's order."""
    winner: str | None = None
    """The seat the arbiter placed first in the best round."""


class AnswerGroups(Finding, frozen=True, kw_only=True, tag="answer-groups"):
    """Which answers of a round say the same, and whether one group carries the vote."""

    groups: tuple[tuple[str, ...], ...]
    """Seats by group, the largest first."""
    by: str = ""
    """The seat of the grader that compared them; empty where code compared them alone."""
    votes: int
    """Size of the largest group."""
    of: int
    """Answers compared; a seat that failed is not among them."""
    majority: bool
    """Whether strictly more than half of those asked agree."""
    tied: int = 1
    """How many groups are that large."""
    kept: tuple[str, ...] = ()
    """Seats whose answers go to the arbiter."""
    declined: tuple[str, ...] = ()
    """Seats whose answer declines to answer, and which have no vote."""


class AnswerClusters(Finding, frozen=True, kw_only=True, tag="answer-clusters"):
    """Which answers of a round lie close together, and which region is kept."""

    algorithm: Literal["dbscan", "hdbscan"]
    """What clustered them."""
    clusters: dict[str, int]
    """Seat and the number of its cluster; -1 lies in none."""
    kept: tuple[str, ...]
    """Seats whose answers go to the arbiter."""
    cluster: int | None = None
    """Number of the cluster kept; `None` when there is none and all are kept."""
    distances: dict[str, float] = {}
    """Seat and its distance to the centre of the cluster kept, 0 to 1."""
    density: float | None = None
    """1 less the mean distance inside the cluster kept."""
    note: str = ""
    """What is to be known of it, e.g. that another algorithm was asked for."""


class Elimination(Finding, frozen=True, kw_only=True, tag="elimination"):
    """Who leaves the field after a round."""

    order: tuple[str, ...]
    """The field, best first; seats that did not answer come last."""
    eliminated: tuple[str, ...]
    """Seats that are not asked again."""
    remaining: tuple[str, ...]
    """Seats that are."""
    note: str = ""
    """Why nobody leaves, when nobody does."""


class Parts(Finding, frozen=True, kw_only=True, tag="parts"):
    """Which part each seat plays."""

    told: ClassVar[frozenset[str]] = frozenset({"parts"})
    parts: dict[str, str]
    """Seat and what its prompts add; a seat without a part is not named."""
