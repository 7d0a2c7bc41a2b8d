"""Export a claim vote as data (claims, votes, voters, sources and cost), and summarise it in a line or two.

The summary has the quality of the votes, and what changed since an earlier vote. Claims are equal if their words are,
ignoring case, spaces and punctuation. A reworded claim counts as gone and new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from moot.errors import BadInput
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import (
    Claim,
    ClaimList,
    ClaimTally,
    ControlClaims,
    ProseAudit,
    ReviewRound,
    Tier,
    TierBounds,
    Tiers,
)
from moot.protocols.claim_vote.words import alike_in, calibrated_in_words
from moot.protocols.files import Since, TrustPart, trust_line
from moot.protocols.replies import latest
from moot.vocabulary.history.track_record import same_votes_in_words
from moot.vocabulary.seats import dollars
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import outcome_of
from moot.vocabulary.words.headings import counted

INDEPENDENT_UNKNOWN = "independence not known yet"


def trust(state: SessionState) -> tuple[TrustPart, ...]:
    """Return facts about the reliability of a session's votes, such as the voters' agreement, as parts of one line.

    Empty if there was no vote.
    """
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
    """Return in words where the borders between tiers come from."""
    if bounds.calibrated is not UNSET:
        return f"borders by calibration ({bounds.calibrated})"
    usual = bounds == TierBounds(least_votes=bounds.least_votes)
    return f"borders {'as published' if usual else 'set for this session'} (never calibrated)"


def since(now: SessionState, before: SessionState) -> Since:
    """Return what changed in the vote since an earlier session on the same question, contested claims first."""
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
    """Return the claims that were voted on, each with its tier, by the claim's kind and normalised text."""
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


class VotedSession(Struct, frozen=True):
    """What a session that voted on claims recorded: claims, tiers, ballots and prose."""

    claims: ClaimList
    """The claims that were voted on."""
    tiers: Tiers
    """The result of the vote."""
    editor: ProseAudit
    """Who wrote the report's prose, with every sentence and its checks."""
    advisors: dict[str, str]
    """Pseudonym of each seat, as shown to people."""
    ballots: dict[str, ClaimVotes]
    """Each voter's ballot."""
    controls: ControlClaims
    """The control claims, whose right answer is known. They do not count."""


def voted_in(state: SessionState) -> VotedSession:
    """Return what a session recorded about its vote on claims.

    Raises:
        BadInput: The session has no vote, or has not ended.
    """
    tiers, claims = latest(state, Tiers), latest(state, ClaimList)
    check, rounds = latest(state, ProseAudit), latest(state, ReviewRound)
    if tiers is None or claims is None:
        raise BadInput("This session holds no vote on claims.", "`moot sessions export` writes any session.")
    if check is None or state.verdict is None:
        raise BadInput("This session has not ended yet.", "Wait for its end, or resume it.")
    ballots = {
        view.reader: view.ballot
        for key, view in state.ballots.items()
        if key.startswith("votes/") and isinstance(view.ballot, ClaimVotes)
    }
    controls = latest(state, ControlClaims) or ControlClaims(claims=())
    return VotedSession(claims, tiers, check, rounds.advisors if rounds is not None else {}, ballots, controls)


def votes_of(state: SessionState) -> dict[str, Any]:
    """Return a session's vote on claims as data for programs.

    Later versions keep the keys of `moot-votes/2`. A figure that is not known is null.
    """
    voted = voted_in(state)
    claims, tiers, advisors = voted.claims, voted.tiers, voted.advisors
    assert state.verdict is not None
    return {
        "schema": SCHEMA,
        "moot": state.moot,
        "session": state.session,
        "question": state.question.text,
        "opened_at": state.opened_at,
        "seconds": state.t / 1000,
        "outcome": outcome_of(state),
        "narrative": state.verdict.text or "",
        "voters": [{"seat": s.id, "model": s.model, "advisor": advisors.get(s.id, "")} for s in state.seats],
        "offices": [{"office": seat.id, "model": seat.model} for seat in state.offices],
        "silent": tiers.silent,
        "gaps": tiers.gaps,
        "weights": {seat.id: 1.0 for seat in state.seats} if tiers.weights is UNSET else tiers.weights,
        "thresholds": {"bounds": tiers.bounds, "from": calibrated_in_words(tiers.bounds)},
        "claims": [
            _row(claim, tally, tiers, voted.ballots) for claim, tally in zip(claims.claims, tiers.claims, strict=True)
        ],
        "dropped": claims.dropped,
        "merged": claims.merged,
        "unclaimed": claims.unclaimed,
        "contradicting": claims.contradicting,
        "controls": _left_out(voted.controls, voted.ballots),
        "alpha": tiers.alpha,
        "agreement": tiers.agreement,
        "alike": alike_in(tiers, {seat: advisors.get(seat, seat) for seat in tiers.voters}),
        "worth": None if tiers.independent is UNSET else tiers.independent,
        "trust": trust_line(trust(state)),
        "editor": voted.editor,
        "sources": [source for one in state.sources.values() for source in one.sources],
        "looked_up": list(state.sources.values()),
        "cost": dollars(state.cost) if state.cost_known else None,
        "at_most": dollars(state.presumed) or 0.0,
        "usage": state.usage,
    }


def _left_out(controls: ControlClaims, ballots: Mapping[str, ClaimVotes]) -> dict[str, Any]:
    """Return the control claims as data without their texts. No other figure includes the control claims."""
    return {
        "voted": len(controls.claims),
        "as_expected": sum(one.expected for one in controls.claims),
        "claims": [
            {
                "as_expected": one.expected,
                "votes": {
                    seat: ballot.controls[one.id].level
                    for seat, ballot in ballots.items()
                    if ballot.controls is not UNSET and one.id in ballot.controls
                },
                "missed": one.misses,
            }
            for one in controls.claims
        ],
    }


def counted_votes(tally: ClaimTally, tiers: Tiers) -> dict[str, int]:
    """Return how many members gave an opinion on a claim, abstained, could not be read, or were silent: all members in
    sum."""
    silent = sum(voter.how == "missing" for voter in tiers.silent)
    not_read = tally.missing - silent
    return {"opinions": tally.votes, "abstained": tally.abstained, "not_read": not_read, "silent": silent}


def normalised_vote(seat: str, claim: str, vote: ClaimVote, tiers: Tiers) -> float | None:
    """Return one vote as a z-score among the voter's votes; `None` for an abstention."""
    return tiers.normalised.get(seat, {}).get(claim, 0.0) if vote.level in VOTE_LEVELS else None


def _row(claim: Claim, tally: ClaimTally, tiers: Tiers, ballots: Mapping[str, ClaimVotes]) -> dict[str, Any]:
    return {
        "id": claim.id,
        "text": claim.text,
        "kind": claim.kind,
        "spans": claim.spans,
        "tier": tally.tier,
        "tier_equal": tally.tier if tally.equal is UNSET else tally.equal,
        "could_be": tally.could_be,
        "mean": tally.mean,
        "sd": tally.sd,
        "k": tally.k,
        "k_exact": tally.k_exact,
        "mean_confidence": tally.confidence,
        "counts": counted_votes(tally, tiers),
        "levels": tally.counts,
        "votes": {
            seat: {
                "level": vote.level,
                "value": VOTE_LEVELS.get(vote.level),
                "normalised": normalised_vote(seat, claim.id, vote, tiers),
                "confidence": vote.confidence,
                "reason": vote.reason,
            }
            for seat in tiers.voters
            if (vote := ballots[seat].votes.get(claim.id)) is not None
        },
    }
