"""What can be computed from ballots? Findings: frozen numbers with the keys they were computed from.

`Note` is the one escape: a protocol with something to say that has no class of its own yet says it in words.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.adjudication_findings import AdjudicationFinding
from moot.vocabulary.attendance import Attendance
from moot.vocabulary.claim_findings import ClaimFinding
from moot.vocabulary.consensus_findings import ConsensusFinding
from moot.vocabulary.debate_findings import DebateFinding


class Place(Struct, frozen=True, kw_only=True):
    """One answer's place in a standing, by several rules side by side."""

    seat: str
    """Whose answer it is."""
    votes: int
    """Ballots that ranked it."""
    mean_rank: float
    """Mean of its ranks; 1 is best, tied answers share the middle of their places."""
    median_rank: float
    """Median of its ranks: the robust rule's first criterion."""
    trimmed_mean: float
    """Mean of its ranks without the best and the worst one: the robust rule's second criterion."""
    borda: float
    """Mean share of the others it beat on a ballot, 0 to 1."""
    copeland: float
    """Pairwise majorities won minus lost."""
    strength: float
    """Bradley–Terry log-strength, centred on 0."""
    low: float
    """Lower end of the strength's 95 % bootstrap interval."""
    high: float
    """Upper end of the strength's 95 % bootstrap interval."""
    first_share: float
    """Share of bootstrap samples in which it comes first by the robust rule."""


class Standing(Struct, frozen=True, kw_only=True, tag="standing"):
    """Who stands where after the ballots, and how few votes would change it."""

    places: tuple[Place, ...]
    """Best first by the robust rule: median rank, ties by trimmed mean; then by mean rank, then in seat order."""
    winner: str | None
    """The winner by the robust rule; `None` on a tie at the top or when nothing can be ranked."""
    winners: tuple[str, ...] = ()
    """All that tie at the top by the robust rule."""
    mean_winner: str | None = None
    """The winner by mean rank; where it differs from the robust one, say so."""
    separable: bool = False
    """Whether the winner comes first in at least 95 % of bootstrap samples."""
    k_replaced: int = 0
    """Ballots that would have to be replaced to change the winner; 0 on a tie at the top."""
    k_removed: int | None = None
    """Ballots that would have to be removed to change the winner; `None` when no removal short of all does."""
    k_exact: bool = True
    """False when the numbers above are lower bounds (councils beyond 12 seats)."""
    counted: int = 0
    """Ballots that were counted."""
    abstained: tuple[str, ...] = ()
    """Readers who abstained."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    effective_votes: float = 0.0
    """How many independent votes the ballots amount to (Kish), given how alike they are."""
    rankable: bool = True
    """False with fewer than three answers: each reader then judges a single answer and nothing can be compared."""
    reason: str = ""
    """Why it is not rankable, or why there is no single winner."""


class Note(Struct, frozen=True, kw_only=True, tag="note"):
    """Something said in words."""

    title: str
    """What it is about."""
    text: str
    """What there is to say."""


Finding = Standing | Note | Attendance | AdjudicationFinding | ClaimFinding | ConsensusFinding | DebateFinding
"""Every kind of finding."""
