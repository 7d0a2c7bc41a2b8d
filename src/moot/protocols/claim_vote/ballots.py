"""What is said about claims once it has been read? Reviews of opinions, claims with their quotations, votes on claims.

Opinions are named by seat id, claims by their id (`claim-01`); the private labels of a sheet are gone by then.
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
    "strongly_approve": 2, "approve": 1, "neutral": 0, "reject": -1, "strongly_reject": -2,
}  # fmt: skip
"""Each level that is an opinion and what it counts, highest first."""
ABSTAIN: VoteLevel = "abstain"
"""A vote that is cast and is no opinion: it counts for nothing, and stands in for nobody's."""
LEVELS_ASKED: tuple[VoteLevel, ...] = (*VOTE_LEVELS, ABSTAIN)
"""Every level a voter may give."""


ADVISOR = "Advisor-"
"""How every pseudonym begins."""


class Review(Struct, frozen=True, kw_only=True):
    """What a reviewer says of one opinion."""

    strong: str
    """What is sound and useful in it."""
    weak: str
    """What is wrong, missing or unsupported in it."""


class Reviews(Ballot, frozen=True, kw_only=True, tag="reviews"):
    """One reviewer's remarks on everyone else's opinion."""

    reviews: dict[str, Review] = {}
    """Author's seat and the remarks."""


class Span(Struct, frozen=True, kw_only=True):
    """A passage of an opinion, or of a review of opinions, that a claim rests on."""

    source: str
    """The seat whose opinion it is said to stand in; for a review, the pseudonym of who wrote it."""
    quote: str
    """The passage, word for word."""


class DraftClaim(Struct, frozen=True, kw_only=True):
    """A claim as the extractor wrote it, before anything is checked."""

    text: str
    """One statement that can be voted on by itself."""
    kind: ClaimKind
    """What sort of statement it is."""
    spans: tuple[Span, ...]
    """Where it stands in the opinions."""


class ClaimDrafts(Ballot, frozen=True, kw_only=True, tag="claim-drafts"):
    """What an extractor drew from the opinions."""

    claims: tuple[DraftClaim, ...]
    """In the order written."""


class ClaimPair(Struct, frozen=True, kw_only=True):
    """Two claims, by id."""

    one: str
    """A claim."""
    other: str
    """Another."""


class ClaimRelations(Ballot, frozen=True, kw_only=True, tag="claim-relations"):
    """How an extractor relates the claims it drew, as it came: nothing says that the claims it names exist."""

    same: tuple[ClaimPair, ...] = ()
    """Claims that say the same in other words."""
    contradicting: tuple[ClaimPair, ...] = ()
    """Claims that cannot both be true."""


class SearchPlan(Ballot, frozen=True, kw_only=True, tag="search-plan"):
    """What is looked up about a question before anybody answers it."""

    topic: Topic
    """What the question is about, which decides whom it is put to."""
    query: str
    """The words to look for."""


class ClaimVote(Struct, frozen=True, kw_only=True):
    """One vote on one claim."""

    level: VoteLevel
    """How far the voter goes along with it."""
    confidence: int | None
    """How sure the voter says it is, 0 to 10; `None` where it does not say; shown, never counted."""
    reason: str
    """Why, in one sentence; empty where none is given."""
    stated: str = ""
    """What was written for the confidence, where that is no whole number from 0 to 10."""


class ClaimVotes(Ballot, frozen=True, kw_only=True, tag="claim-votes"):
    """One voter's votes, claim by claim."""

    is_vote: ClassVar[bool] = True
    aside: ClassVar[frozenset[str]] = frozenset({"controls"})
    votes: dict[str, ClaimVote] = {}
    """Claim id and the vote."""
    unread: dict[str, str] = {}
    """Claim id and why no vote on it could be read."""
    controls: dict[str, ClaimVote] | UnsetType = UNSET
    """The same on control claims, which count for nothing; left out where there were none."""


class SummaryPart(Struct, frozen=True, kw_only=True):
    """A sentence that an editor writes in the summary, as it came."""

    text: str
    """The sentence."""
    claims: tuple[str, ...] = ()
    """Claims it rests on, as named there: nothing says that they exist."""


class ClaimNote(Struct, frozen=True, kw_only=True):
    """What an editor writes beside a claim, as it came."""

    claim: str
    """The claim it is about, as named there: nothing says that it exists."""
    text: str
    """The note."""


class ReportForm(Ballot, frozen=True, kw_only=True, tag="report-form"):
    """What an editor writes of a report: a summary, and notes beside claims. Everything else is written by code."""

    summary: tuple[SummaryPart, ...] = ()
    """In the order written."""
    notes: tuple[ClaimNote, ...] = ()
    """In the order written."""
