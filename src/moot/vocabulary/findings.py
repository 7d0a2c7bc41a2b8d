"""What can be computed from ballots? Findings: frozen numbers with the keys they were computed from.

`Finding` is open: a protocol derives its own from it, each with a tag, and declares them; those here are for any.
`Note` is the one escape: a protocol with something to say that has no class of its own yet says it in words.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType


class Finding(Struct, frozen=True, kw_only=True):
    """What every kind of finding derives from. Its tag tells it apart in a transcript: `class Poll(Finding, tag=…)`."""

    told: ClassVar[frozenset[str]] = frozenset()
    """Members whose words are put to seats as a prompt is: a share without prompts leaves them out."""

    def shared(self) -> Self:
        """As a share shows it: without what nobody may learn there, such as answers that try the voters."""
        return self

    def digested(self) -> dict[str, Any]:
        """What a verdict's digest is made of. Where fields came after the first release, its kind leaves them out while
        they say nothing, so that older verdicts keep their digest."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __post_init__(self) -> None:
        if type(self) is Finding:  # read as this class alone it would lose every member
            raise TypeError("a finding is read by its tag, with `moot.transcripts.upcasts.body_from`")


class UnknownFinding(Finding, frozen=True, kw_only=True):
    """A finding of a protocol that is not installed, or cannot read it: its members as they were recorded."""

    why: ClassVar[str] = ""
    """Why the installed protocol that brings its kind cannot read it; empty where none brings it."""


class StandingPlace(Struct, frozen=True, kw_only=True):
    """One answer's place in a standing."""

    seat: str
    """Whose answer it is."""
    votes: int
    """Ballots that ranked it."""
    mean_rank: float
    """Mean of its ranks; 1 is best, tied answers share the middle of their places."""
    strength: float | UnsetType = UNSET
    """The share of the others a further reader would put below it; needs ten ballots."""
    low: float | UnsetType = UNSET
    """Lower end of the strength's 95 % interval, left out below ten ballots."""
    high: float | UnsetType = UNSET
    """Upper end of the same."""
    score: float | UnsetType = UNSET
    """What the model places it by: the mean share of the others below it, 0 to 1 (see the page on the tally)."""
    chance: float | UnsetType = UNSET
    """Chance that it is the best of these answers, if readers share 65 % of their errors; left out of two answers."""
    first_by_others: int | UnsetType = UNSET
    """Ballots of others that put it first alone."""
    first_by_itself: bool | UnsetType = UNSET
    """Whether its own reader's ballot puts it first alone."""


class Standing(Finding, frozen=True, kw_only=True, tag="standing"):
    """Who stands where after the ballots, and how few votes would change it."""

    places: tuple[StandingPlace, ...]
    """Best first by the rule; then by mean rank, then in seat order."""
    winner: str | None
    """The winner by the rule; `None` on a tie at the top or when nothing can be ranked."""
    winners: tuple[str, ...] = ()
    """All that tie at the top by the rule."""
    k_replaced: int = 0
    """Ballots that would have to be replaced for the winner not to come first alone; 0 on a tie at the top."""
    k_removed: int | None = None
    """Ballots that would have to be removed for that; `None` when no removal short of all does."""
    k_exact: bool = True
    """False when the numbers above are lower bounds."""
    counted: int = 0
    """Ballots that were counted."""
    abstained: tuple[str, ...] = ()
    """Readers who abstained."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    rankable: bool = True
    """False when nothing could be compared: no ballot, or fewer than three answers where nobody judges its own."""
    reason: str = ""
    """Why it is not rankable, or why there is no single winner."""
    asked: int | UnsetType = UNSET
    """Ballots there would be if nobody had failed: those of members without an answer are among them."""
    level: int | UnsetType = UNSET
    """Counted ballots on which several answers share the first place."""
    own_weight: dict[str, float] | UnsetType = UNSET
    """By reader, what its vote for its own answer counts, 1 being a vote like any other; left out where nobody was
    shown its own."""
    own_lift: dict[str, float] | UnsetType = UNSET
    """By reader, how much higher it put its own answer than the others did, as a share of the sheet: later sessions
    learn from it."""
    clear: bool | UnsetType = UNSET
    """Whether the lead is clear: a chance of 95 % or more, and ballots that equal answers get in 1 % at most."""
    k_another: int | UnsetType | None = UNSET
    """Ballots that would have to be replaced for another answer to come first alone; `None` when none short of all."""
    alike: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """Pairs of readers whose ballots put three answers or more in one and the same order."""
    says: tuple[str, ...] = ()
    """The standing in sentences, the headline first: who put whom first; then the chance, then what a ballot could
    change. Seats stand in braces."""
    notes: tuple[str, ...] = ()
    """What else is to be known: what own votes count, who voted alike."""
    one_model: str | UnsetType = UNSET
    """The model that all readers are, where they are one: its errors are all theirs, and no chance can be told."""


class Note(Finding, frozen=True, kw_only=True, tag="note"):
    """Something said in words."""

    title: str
    """What it is about."""
    text: str
    """What there is to say."""
