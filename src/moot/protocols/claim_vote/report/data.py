"""How is a vote on claims told as data? Every claim with its votes, who voted, what was looked up, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from moot.errors import BadInput
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimKind, ClaimPair, ClaimVotes, Span, VoteLevel
from moot.protocols.claim_vote.findings import (
    Agreement,
    Claim,
    ClaimList,
    ClaimTally,
    ControlClaims,
    Dropped,
    EditorCheck,
    Gap,
    ReviewRound,
    SilentVoter,
    Tier,
    TierBounds,
    Tiers,
)
from moot.protocols.claim_vote.report.trust import trust
from moot.protocols.claim_vote.votes.rule_words import calibrated_in_words
from moot.protocols.claim_vote.words import alike_in
from moot.protocols.files import trust_line
from moot.protocols.replies import latest
from moot.vocabulary.filling import filled
from moot.vocabulary.seats import dollars
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source, Usage
from moot.vocabulary.words.endings import outcome_of

SCHEMA = "moot-votes/2"
"""What the form of these files is called."""


class Voter(Struct, frozen=True, kw_only=True):
    """A member, as the files name it."""

    seat: str
    """Its seat."""
    model: str
    """Its model."""
    advisor: str
    """Its pseudonym; empty when it gave no opinion."""


class VoteRow(Struct, frozen=True, kw_only=True):
    """One vote."""

    level: VoteLevel
    """As cast."""
    value: int | None
    """What it counts, -2 to 2; `null` for an abstention, which counts nothing."""
    normalised: float | None
    """From the voter's own mean, in its own standard deviations; a diagnostic, and `null` for an abstention."""
    confidence: int | None
    """As stated, 0 to 10; `null` where none was."""
    stated: str
    """What was written for the confidence, where that is no whole number from 0 to 10."""
    reason: str
    """As given; empty where none was."""


class ClaimRow(Struct, frozen=True, kw_only=True):
    """One claim with its votes."""

    id: str
    """`claim-01`, …"""
    text: str
    """The claim."""
    kind: ClaimKind
    """What sort it is."""
    tier: Tier
    """By the opinions given."""
    could_be: dict[Tier, tuple[VoteLevel, ...]]
    """Every other tier that the missing votes could make. Where a single vote is missing, with the levels of it that
    make that tier; else with none."""
    mean: float
    """Mean of the votes."""
    sd: float
    """Their standard deviation."""
    k: int | None
    """Ballots that would have to change to change the tier."""
    k_exact: bool
    """Whether that is exact."""
    spans: tuple[Span, ...]
    """Passages it rests on, by seat."""
    votes: dict[str, VoteRow]
    """By seat."""
    mean_confidence: float
    """Mean of the confidence stated with the votes, 0 to 10; shown, never counted."""
    counts: Counted
    """What became of every member's vote on it."""
    levels: dict[VoteLevel, int]
    """Votes of each level."""
    tier_equal: Tier
    """Where it would stand if all votes weighed the same."""


class Counted(Struct, frozen=True, kw_only=True):
    """What became of the members' votes on one claim. Together they are all members."""

    opinions: int
    """Votes that count."""
    abstained: int
    """Ballots that abstain on it: they are cast, and enter no mean."""
    not_read: int
    """Members of whose ballot the vote on it could not be read, or who left it out."""
    silent: int
    """Members who did not vote at all."""


class Holder(Struct, frozen=True, kw_only=True):
    """Who holds an office."""

    office: str
    """`chair`, `extractor`, `editor`, a stand-in."""
    model: str
    """Its model."""


class LookedUp(Struct, frozen=True, kw_only=True):
    """What was looked up before anybody wrote."""

    query: str
    """What was looked for."""
    searchers: tuple[str, ...]
    """Who was asked."""
    sources: tuple[Source, ...]
    """What was found, as numbered in the opinions."""
    failures: tuple[str, ...]
    """Who could not be asked, and why."""


class ControlRow(Struct, frozen=True, kw_only=True):
    """One control claim, without its words: they count for nothing."""

    as_expected: bool
    """Whether more than half voted as they should."""
    votes: dict[str, VoteLevel]
    """By seat, as cast."""
    missed: tuple[str, ...]
    """Voters who did not vote as they should."""


class ControlsLeftOut(Struct, frozen=True, kw_only=True):
    """Control claims that were voted on beside the others; nothing here counts them."""

    voted: int
    """How many."""
    as_expected: int
    """Those on which more than half of the voters voted as they should."""
    claims: tuple[ControlRow, ...]
    """One by one, in the order in which they were drawn."""


class Thresholds(Struct, frozen=True, kw_only=True, rename={"origin": "from"}):
    """Where tiers were cut, and from where those numbers are."""

    bounds: TierBounds
    """The numbers."""
    origin: str
    """As published, by options, or by which calibration."""


class Votes(Struct, frozen=True, kw_only=True):
    """A vote on claims as data."""

    schema: str = SCHEMA
    """What these fields are. Later forms keep what this one has."""
    moot: str
    """The version of Moot that held the session."""
    seconds: float
    """How long it took."""
    sources: tuple[Source, ...]
    """All that was looked up, as numbered in the opinions."""
    thresholds: Thresholds
    """Where tiers were cut, and from where that is."""
    worth: float | None
    """How many independent voters there were at most, by earlier sessions; null where that cannot be told."""
    trust: str
    """How far the votes may be believed, in the line that stands under the report."""
    narrative: str
    """The report."""

    session: str
    """The session's id."""
    question: str
    """What was asked."""
    opened_at: str
    """When it was opened."""
    outcome: str
    """How it ended."""
    bounds: TierBounds
    """Where the tiers were cut."""
    voters: tuple[Voter, ...]
    """Every member."""
    silent: tuple[SilentVoter, ...]
    """Members without a vote."""
    gaps: tuple[Gap, ...]
    """Votes that could not be read, claim by claim."""
    weights: dict[str, float]
    """Seat and what its votes weigh, 1 where all weigh the same."""
    tiers_from: str
    """From where the borders of the tiers are."""
    claims: tuple[ClaimRow, ...]
    """In order."""
    alpha: float | None
    """Krippendorff's alpha."""
    agreement: tuple[Agreement, ...]
    """Every pair."""
    alike: tuple[str, ...]
    """Pairs that voted alike, in words."""
    dropped: tuple[Dropped, ...]
    """What the extractor wrote and was not voted on."""
    controls: ControlsLeftOut
    """Control claims, which count for nothing."""
    merged: tuple[Dropped, ...]
    """Claims that say what another says."""
    unclaimed: tuple[str, ...]
    """Seats without a claim."""
    contradicting: tuple[ClaimPair, ...] | None
    """Pairs of claims that cannot both be true, by what the extractor says; null where it gave no answer."""
    editor: EditorCheck
    """Who wrote the summary of the report, and what was left out of it."""
    offices: tuple[Holder, ...]
    """Who held which office."""
    looked_up: tuple[LookedUp, ...]
    """What was looked up; nothing where nobody was asked."""
    cost: float | None
    """Dollars of calls whose price is known; null when nobody knows what some call may have cost."""
    at_most: float
    """Dollars that calls may have cost on top whose price nobody tells."""
    usage: Usage
    """Tokens and calls."""


def votes_of(state: SessionState) -> Votes:
    """The vote of a session as data; refused where there was none."""
    tiers, claims = latest(state, Tiers), latest(state, ClaimList)
    check, rounds = latest(state, EditorCheck), latest(state, ReviewRound)
    if tiers is None or claims is None:
        raise BadInput("This session holds no vote on claims.", "`moot sessions export` writes any session.")
    if check is None or state.verdict is None:
        raise BadInput("This session has not ended yet.", "Wait for its end, or resume it.")
    controls = latest(state, ControlClaims) or ControlClaims(claims=())
    advisors = rounds.advisors if rounds is not None else {}
    ballots = {
        view.reader: view.ballot
        for key, view in state.ballots.items()
        if key.startswith("votes/") and isinstance(view.ballot, ClaimVotes)
    }
    tallies = {tally.claim: tally for tally in tiers.claims}
    return Votes(
        session=state.session,
        question=state.question.text,
        opened_at=state.opened_at,
        outcome=outcome_of(state),
        bounds=tiers.bounds,
        voters=tuple(Voter(seat=s.id, model=s.model, advisor=advisors.get(s.id, "")) for s in state.seats),
        silent=tiers.silent,
        gaps=tiers.gaps,
        weights={seat.id: 1.0 for seat in state.seats} if tiers.weights is UNSET else tiers.weights,
        tiers_from=calibrated_in_words(tiers.bounds),
        claims=tuple(_row(claim, tallies[claim.id], tiers, ballots) for claim in claims.claims),
        alpha=tiers.alpha,
        agreement=tiers.agreement,
        alike=tuple(alike_in(tiers, {seat: advisors.get(seat, seat) for seat in tiers.voters})),
        dropped=claims.dropped,
        merged=claims.merged,
        controls=_left_out(controls, ballots),
        moot=state.moot,
        seconds=state.t / 1000,
        sources=tuple(source for one in state.sources.values() for source in one.sources),
        thresholds=Thresholds(bounds=tiers.bounds, origin=calibrated_in_words(tiers.bounds)),
        worth=None if tiers.independent is UNSET else tiers.independent,
        trust=trust_line(trust(state)),
        narrative=state.verdict.text or "",
        unclaimed=claims.unclaimed,
        contradicting=claims.contradicting,
        editor=check,
        offices=tuple(Holder(office=seat.id, model=seat.model) for seat in state.offices),
        looked_up=tuple(
            LookedUp(query=one.query, searchers=one.searchers, sources=one.sources, failures=one.failures)
            for one in state.sources.values()
        ),
        cost=dollars(state.cost) if state.cost_known else None,
        at_most=dollars(state.presumed) or 0.0,
        usage=state.usage,
    )


def _left_out(controls: ControlClaims, ballots: Mapping[str, ClaimVotes]) -> ControlsLeftOut:
    return ControlsLeftOut(
        voted=len(controls.claims),
        as_expected=sum(one.expected for one in controls.claims),
        claims=tuple(
            ControlRow(
                as_expected=one.expected,
                votes={
                    seat: ballot.controls[one.id].level
                    for seat, ballot in ballots.items()
                    if ballot.controls is not UNSET and one.id in ballot.controls
                },
                missed=one.misses,
            )
            for one in controls.claims
        ),
    )


def _counted(tally: ClaimTally, tiers: Tiers) -> Counted:
    silent = sum(voter.how == "missing" for voter in tiers.silent)
    return Counted(opinions=tally.votes, abstained=tally.abstained, not_read=tally.missing - silent, silent=silent)


def _row(claim: Claim, tally: ClaimTally, tiers: Tiers, ballots: Mapping[str, ClaimVotes]) -> ClaimRow:
    cast = {
        seat: VoteRow(
            level=vote.level,
            value=VOTE_LEVELS.get(vote.level),
            normalised=tiers.normalised.get(seat, {}).get(claim.id, 0.0) if vote.level in VOTE_LEVELS else None,
            confidence=vote.confidence,
            stated=vote.stated,
            reason=vote.reason,
        )
        for seat in tiers.voters
        if (vote := ballots[seat].votes.get(claim.id)) is not None
    }
    return filled(
        ClaimRow,
        tally,
        id=claim.id,
        text=claim.text,
        kind=claim.kind,
        spans=claim.spans,
        votes=cast,
        mean_confidence=tally.confidence,
        counts=_counted(tally, tiers),
        levels=tally.counts,
        tier_equal=tally.tier if tally.equal is UNSET else tally.equal,
    )
