"""Ballots of a claim vote after parsing: reviews of opinions, claims with their quotations, votes on claims.

Opinions are named by seat id, claims by their id (`claim-01`), in place of the private labels of a sheet.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.ballots import Ballot

ClaimKind = Literal["recommendation", "risk", "factual_claim", "opportunity"]
CLAIM_KINDS: tuple[ClaimKind, ...] = ("recommendation", "risk", "factual_claim", "opportunity")

Topic = Literal["clinical", "technology", "general"]
TOPICS: tuple[Topic, ...] = ("clinical", "technology", "general")

VoteLevel = Literal["strongly_approve", "approve", "neutral", "reject", "strongly_reject", "abstain"]
VOTE_LEVELS: dict[VoteLevel, int] = {
    "strongly_approve": 2,
    "approve": 1,
    "neutral": 0,
    "reject": -1,
    "strongly_reject": -2,
}
"""Each level that is an opinion and its value, highest first."""
ABSTAIN: VoteLevel = "abstain"
"""A vote that is cast without an opinion: it has no value, and replaces no other vote."""
LEVELS_ASKED: tuple[VoteLevel, ...] = (*VOTE_LEVELS, ABSTAIN)
"""Every level a voter may give."""


ADVISOR = "Advisor-"
"""First part of every pseudonym."""


class OpinionReview(Struct, frozen=True, kw_only=True):
    """A reviewer's remarks on one opinion."""

    strong: str
    """What is sound and useful in it."""
    weak: str
    """What is wrong, missing or unsupported in it."""


class ReviewBallot(Ballot, frozen=True, kw_only=True, tag="reviews"):
    """One reviewer's remarks on everyone else's opinion."""

    reviews: dict[str, OpinionReview] = {}
    """Author's seat and the remarks."""


class ClaimSource(Struct, frozen=True, kw_only=True):
    """A passage of an opinion, or of a review of opinions, that supports a claim."""

    source: str
    """The seat whose opinion it is quoted from; for a review, the pseudonym of its author."""
    quote: str
    """The passage, word for word."""


class DraftClaim(Struct, frozen=True, kw_only=True):
    """A claim as the extractor wrote it, before any check."""

    text: str
    """One statement that can be voted on by itself."""
    kind: ClaimKind
    """Its kind."""
    spans: tuple[ClaimSource, ...]
    """Its passages in the opinions."""


class ClaimDrafts(Ballot, frozen=True, kw_only=True, tag="claim-drafts"):
    """An extractor's claims from the opinions."""

    claims: tuple[DraftClaim, ...]
    """In the order written."""


class ClaimPair(Struct, frozen=True, kw_only=True):
    """Two claims, by id."""

    one: str
    """A claim."""
    other: str
    """Another."""


class ClaimRelations(Ballot, frozen=True, kw_only=True, tag="claim-relations"):
    """An extractor's relations between its claims, unchecked: the named claims may not exist."""

    same: tuple[ClaimPair, ...] = ()
    """Claims with the same meaning in other words."""
    contradicting: tuple[ClaimPair, ...] = ()
    """Claims that cannot both be true."""


class SearchPlan(Ballot, frozen=True, kw_only=True, tag="search-plan"):
    """Topic and search query of a question, chosen before members answer it."""

    topic: Topic
    """The question's topic, which decides which searchers are queried."""
    query: str
    """The search query."""


class ClaimVote(Struct, frozen=True, kw_only=True):
    """One vote on one claim."""

    level: VoteLevel
    """How far the voter agrees with it."""
    confidence: int | None
    """The voter's stated confidence, 0 to 10; `None` if none is given; shown, never counted."""
    reason: str
    """Why, in one sentence; empty if none is given."""
    stated: str = ""
    """The text given as confidence, if it is no whole number from 0 to 10."""


class ClaimVotes(Ballot, frozen=True, kw_only=True, tag="claim-votes"):
    """One voter's votes, claim by claim."""

    is_vote: ClassVar[bool] = True
    aside: ClassVar[frozenset[str]] = frozenset({"controls"})
    votes: dict[str, ClaimVote] = {}
    """Claim id and the vote."""
    unread: dict[str, str] = {}
    """Claim id and why no vote on it could be read."""
    controls: dict[str, ClaimVote] | UnsetType = UNSET
    """The same on control claims, which count for nothing; left out if there were none."""


class SummaryPart(Struct, frozen=True, kw_only=True):
    """A sentence of an editor's summary, unchecked."""

    text: str
    """The sentence."""
    claims: tuple[str, ...] = ()
    """Claims it is based on, as named there; they may not exist."""


class ClaimNote(Struct, frozen=True, kw_only=True):
    """An editor's note on a claim, unchecked."""

    claim: str
    """The claim it is about, as named there; it may not exist."""
    text: str
    """The note."""


class ReportForm(Ballot, frozen=True, kw_only=True, tag="report-form"):
    """An editor's part of a report: a summary, and notes on claims. Code writes everything else."""

    summary: tuple[SummaryPart, ...] = ()
    """In the order written."""
    notes: tuple[ClaimNote, ...] = ()
    """In the order written."""
