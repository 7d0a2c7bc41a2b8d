"""Export a claim vote as data (claims, votes, voters, sources and cost), and summarise it in a line or two.

The summary has the quality of the votes, and what changed since an earlier vote. Claims are equal if their words are,
ignoring case, spaces and punctuation. A reworded claim counts as gone and new.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from moot.errors import BadInput
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimPair, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import (
    Claim,
    ClaimList,
    ClaimTally,
    ControlClaims,
    DroppedClaim,
    Gap,
    ProseAudit,
    ReviewRound,
    SilentVoter,
    Tier,
    TierBounds,
    Tiers,
    VoterSimilarity,
)
from moot.protocols.claim_vote.words import alike_in, calibrated_in_words
from moot.protocols.files import Since, TrustPart, trust_line
from moot.protocols.replies import latest
from moot.vocabulary.events import SourcesFound
from moot.vocabulary.history.track_record import same_votes_in_words
from moot.vocabulary.seats import dollars
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source, Usage
from moot.vocabulary.words.endings import outcome_of
from moot.vocabulary.words.headings import counted

INDEPENDENT_UNKNOWN = "independence not known yet"


def trust(state: SessionState) -> tuple[TrustPart, ...]:
    """Return the parts of the line; empty if there was no vote."""
    tiers, controls = latest(state, Tiers), latest(state, ControlClaims)
    if tiers is None:
        return ()
    pairs, tested, weights = INDEPENDENT_UNKNOWN, "no controls", "weights equal"
    if tiers.same_votes is not UNSET:
        pairs = same_votes_in_words(tiers.same_votes)
    elif tiers.independent is not UNSET:
        pairs = f"at most {tiers.independent:.1f} independent"
    if controls is not None and controls.claims:
        tested = f"controls {sum(claim.expected for claim in controls.claims)} of {len(controls.claims)}"
    if tiers.weights is not UNSET:
        weights = f"weights {min(tiers.weights.values()):.2f} to {max(tiers.weights.values()):.2f}"
    return (
        TrustPart(about="voters", says=counted(len(tiers.voters), "voter")),
        TrustPart(about="pairs", says=pairs),
        TrustPart(about="controls", says=tested),
        TrustPart(about="weights", says=weights),
        TrustPart(about="borders", says=borders_in_words(tiers.bounds)),
    )


def borders_in_words(bounds: TierBounds) -> str:
    """Describe the source of the tiers' borders."""
    if bounds.calibrated is not UNSET:
        return f"borders by calibration ({bounds.calibrated})"
    usual = bounds == TierBounds(least_votes=bounds.least_votes)
    return f"borders {'as published' if usual else 'set for this session'} (never calibrated)"


def since(now: SessionState, before: SessionState) -> Since:
    """Return what changed, contested claims first."""
    ours, theirs = _standing(now), _standing(before)
    new = [(claim, tier) for words, (claim, tier) in ours.items() if words not in theirs]
    gone = [(claim, tier) for words, (claim, tier) in theirs.items() if words not in ours]
    met = [(claim, theirs[words][1], tier) for words, (claim, tier) in ours.items() if words in theirs]
    moved = [(claim, was, tier) for claim, was, tier in met if was != tier]
    contested = sum(tier == "CONTESTED" for _, tier in ours.values())
    counts = [
        f"{number} {word}" for number, word in ((len(new), "new"), (len(moved), "moved"), (len(gone), "gone")) if number
    ]
    lines = [f"moved from {was} to {tier}: {claim.text}" for claim, was, tier in moved]
    lines += [f"new, {tier}: {claim.text}" for claim, tier in sorted(new, key=lambda each: each[1] != "CONTESTED")]
    lines += [f"gone, was {tier}: {claim.text}" for claim, tier in gone]
    if counts and contested:
        counts.append(f"{contested} contested")
    return Since(counts=tuple(counts), lines=tuple(" ".join(line.split()) for line in lines))


def _standing(state: SessionState) -> dict[tuple[str, str], tuple[Claim, Tier]]:
    """Return the claims that were voted on by kind and words, each with its tier."""
    claims, tiers = latest(state, ClaimList), latest(state, Tiers)
    if claims is None or tiers is None:
        return {}
    standing = {tally.claim: tally.tier for tally in tiers.claims}
    return {
        (claim.kind, same_words(claim.text)): (claim, standing[claim.id])
        for claim in claims.claims
        if claim.id in standing
    }


SCHEMA = "moot-votes/2"
"""Name of this file format."""


class ReportVoter(Struct, frozen=True, kw_only=True):
    """A member, as the files name it."""

    seat: str
    """Its seat."""
    model: str
    """Its model."""
    advisor: str
    """Its pseudonym; empty if it gave no opinion."""


class VoteRow(Struct, frozen=True, kw_only=True):
    """One vote."""

    level: VoteLevel
    """As cast."""
    value: int | None
    """Its value, -2 to 2; `null` for an abstention, which has none."""
    normalised: float | None
    """Z-score of the vote among the voter's votes; a diagnostic, and `null` for an abstention."""
    confidence: int | None
    """As stated, 0 to 10; `null` if none was, or none that can be read."""
    reason: str
    """As given; empty if none was."""


class ClaimRow(Claim, frozen=True, kw_only=True):
    """One claim with its votes."""

    tier: Tier
    """By the opinions given."""
    could_be: dict[Tier, tuple[VoteLevel, ...]]
    """Every other tier that the missing votes could make. If a single vote is missing, with the levels of it that make
    that tier; else with none."""
    mean: float
    """Mean of the votes."""
    sd: float
    """Their standard deviation."""
    k: int | None
    """Ballots that would have to change to change the tier."""
    k_exact: bool
    """Whether that is exact."""
    votes: dict[str, VoteRow]
    """By seat."""
    mean_confidence: float
    """Mean of the confidence stated with the votes, 0 to 10; shown, never counted."""
    counts: ClaimCount
    """What happened to every member's vote on it."""
    levels: dict[VoteLevel, int]
    """Votes of each level."""
    tier_equal: Tier
    """Its tier if all votes weighed the same."""


class ClaimCount(Struct, frozen=True, kw_only=True):
    """Members by the state of their vote on one claim; the numbers add up to all members."""

    opinions: int
    """Votes that count."""
    abstained: int
    """Ballots that abstain on it: they are cast, and enter no mean."""
    not_read: int
    """Members whose vote on it was unread or left out, in a ballot that was read."""
    silent: int
    """Members who did not vote at all."""


class OfficeHolder(Struct, frozen=True, kw_only=True):
    """The seat that has an office, such as the chair."""

    office: str
    """`chair`, `extractor`, `editor`, a stand-in."""
    model: str
    """Its model."""


class ControlRow(Struct, frozen=True, kw_only=True):
    """One control claim, without its text: it counts for nothing."""

    as_expected: bool
    """Whether more than half voted on the right side."""
    votes: dict[str, VoteLevel]
    """By seat, as cast."""
    missed: tuple[str, ...]
    """Voters who did not vote on the right side."""


class ControlsLeftOut(Struct, frozen=True, kw_only=True):
    """Control claims that were voted on beside the others; no figure here counts them."""

    voted: int
    """How many."""
    as_expected: int
    """Those on which more than half voted on the right side."""
    claims: tuple[ControlRow, ...]
    """Each of them, in the order drawn."""


class Thresholds(Struct, frozen=True, kw_only=True, rename={"origin": "from"}):
    """Borders of the tiers, and their source."""

    bounds: TierBounds
    """The numbers."""
    origin: str
    """As published, by options, or by which calibration."""


class ClaimVoteData(Struct, frozen=True, kw_only=True):
    """A claim vote as data."""

    schema: str = SCHEMA
    """Version of these fields. Later versions keep the fields of this one."""
    moot: str
    """The version of Moot that ran the session."""
    seconds: float
    """How long it took."""
    sources: tuple[Source, ...]
    """All sources, as numbered in the opinions."""
    thresholds: Thresholds
    """Borders of the tiers, and their source."""
    worth: float | None
    """Upper bound of the number of independent voters, from earlier sessions; null if unknown."""
    trust: str
    """Quality of the votes, as in the line below the report."""
    narrative: str
    """The report."""

    session: str
    """The session's id."""
    question: str
    """The question."""
    opened_at: str
    """When it was opened."""
    outcome: str
    """How it ended."""
    bounds: TierBounds
    """Bounds of the tiers."""
    voters: tuple[ReportVoter, ...]
    """Every member."""
    silent: tuple[SilentVoter, ...]
    """Members without a vote."""
    gaps: tuple[Gap, ...]
    """Unread votes, claim by claim."""
    weights: dict[str, float]
    """Seat and the weight of its votes, 1 if all weigh the same."""
    tiers_from: str
    """Source of the borders of the tiers."""
    claims: tuple[ClaimRow, ...]
    """In order."""
    alpha: float | None
    """Krippendorff's alpha."""
    agreement: tuple[VoterSimilarity, ...]
    """Every pair."""
    alike: tuple[str, ...]
    """Pairs that voted alike, in words."""
    dropped: tuple[DroppedClaim, ...]
    """The extractor's claims that were not voted on."""
    controls: ControlsLeftOut
    """Control claims, which count for nothing."""
    merged: tuple[DroppedClaim, ...]
    """Claims with the same meaning as another one."""
    unclaimed: tuple[str, ...]
    """Seats without a claim."""
    contradicting: tuple[ClaimPair, ...] | None
    """Pairs of claims that cannot both be true, by the extractor; null if it gave no answer."""
    editor: ProseAudit
    """The author of the report's prose, every sentence of it with its checks, and what was left out."""
    offices: tuple[OfficeHolder, ...]
    """The seats of the offices."""
    looked_up: tuple[SourcesFound, ...]
    """The look-ups; empty if there were none."""
    cost: float | None
    """Dollars of calls with a known price; null if no bound is known for some call."""
    at_most: float
    """Upper bound of the additional dollars of calls with an unknown price."""
    usage: Usage
    """Tokens and calls."""


def votes_of(state: SessionState) -> ClaimVoteData:
    """Return the vote of a session as data; raise if there was none."""
    tiers, claims = latest(state, Tiers), latest(state, ClaimList)
    check, rounds = latest(state, ProseAudit), latest(state, ReviewRound)
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
    return ClaimVoteData(
        session=state.session,
        question=state.question.text,
        opened_at=state.opened_at,
        outcome=outcome_of(state),
        bounds=tiers.bounds,
        voters=tuple(ReportVoter(seat=s.id, model=s.model, advisor=advisors.get(s.id, "")) for s in state.seats),
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
        offices=tuple(OfficeHolder(office=seat.id, model=seat.model) for seat in state.offices),
        looked_up=tuple(state.sources.values()),
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


def _counted(tally: ClaimTally, tiers: Tiers) -> ClaimCount:
    silent = sum(voter.how == "missing" for voter in tiers.silent)
    return ClaimCount(opinions=tally.votes, abstained=tally.abstained, not_read=tally.missing - silent, silent=silent)


def _row(claim: Claim, tally: ClaimTally, tiers: Tiers, ballots: Mapping[str, ClaimVotes]) -> ClaimRow:
    cast = {
        seat: VoteRow(
            level=vote.level,
            value=VOTE_LEVELS.get(vote.level),
            normalised=tiers.normalised.get(seat, {}).get(claim.id, 0.0) if vote.level in VOTE_LEVELS else None,
            confidence=vote.confidence,
            reason=vote.reason,
        )
        for seat in tiers.voters
        if (vote := ballots[seat].votes.get(claim.id)) is not None
    }
    return ClaimRow(
        tier=tally.tier,
        could_be=tally.could_be,
        mean=tally.mean,
        sd=tally.sd,
        k=tally.k,
        k_exact=tally.k_exact,
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
