"""Compose the answer of a claim vote from its tiers and ballots: pure, without any model.

The strongest HIGH recommendations are the answer. Without one it is what the council rejects, is split on, or comes
closest to; without recommendations, the claims it agrees on. Reasons and dissent are copied from the ballots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import shorten as shortened

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.findings import BallotReason, ClaimAnswer, ClaimList, ClaimTally, Tier, Tiers
from moot.protocols.claim_vote.words import by_id, pairs_of
from moot.vocabulary.words.headings import counted, joined

MOST_CLAIMS = 3
"""Maximum number of claims in an answer. Each claim has a sentence."""
MOST_NAME = 60
"""Maximum number of characters of a claim that a sentence quotes, because an id would mean nothing to the reader."""
MOST_REASONS = 5
"""Maximum number of reasons for an answer, and of reasons against it."""


def answer_parts(
    claims: ClaimList, tiers: Tiers, ballots: Mapping[str, ClaimVotes], plain: Callable[[str], str] = str
) -> ClaimAnswer:
    """Return the answer that follows from the votes: its text, confidence, and the voters' reasons for and against it.

    Args:
        claims: The claims that were voted on.
        tiers: The claims' tiers (classes by votes) and the figures behind them.
        ballots: Each voter's ballot, in the order of the seats.
        plain: Replaces private labels in the voters' own words.

    Returns:
        The answer, without the text of the report.
    """
    tallies = {tally.claim: tally for tally in tiers.claims}
    answer, rests_on = _answer(claims, tiers)
    texts = by_id(claims.claims)
    names = {
        claim: "it"
        if len(rests_on) == 1
        else f"“{shortened(texts[claim].text.rstrip('.'), MOST_NAME, placeholder=' …')}”"
        for claim in rests_on
    }
    high = {tally.claim for tally in tiers.claims if tally.tier == "HIGH"}
    risks = [claim for claim in claims.claims if claim.kind == "risk" and claim.id in high]
    warned = [f"“{claim.text.rstrip('.')}”" for claim in risks if claim.id not in rests_on]
    behind = [_behind(tallies[claim], names[claim]) for claim in rests_on]
    alike = {_behind(tallies[claim], "each of them") for claim in rests_on}
    return ClaimAnswer(
        answer=f"{answer} It agrees on {counted(len(warned), 'risk')}: {joined(warned)}." if warned else answer,
        rests_on=rests_on,
        confidence=alike.pop() if len(behind) > 1 and len(alike) == 1 else joined(behind) or "not determined",
        conditions=tuple(claim.id for claim in risks),
        reasons=_reasons([tallies[claim] for claim in rests_on], ballots, 1, plain),
        dissent=_reasons([tallies[claim] for claim in rests_on], ballots, -1, plain),
        would_change=tuple(line for claim in rests_on for line in _changes(tallies[claim], tiers, names[claim])),
        conflicts=tuple(pair for pair in pairs_of(claims) if {pair.one, pair.other} <= high),
    )


def sides_of(tally: ClaimTally) -> tuple[int, int]:
    """Return how many votes are in favour of a claim, and how many against it."""
    votes = list(tally.counts.values())
    return votes[0] + votes[1], votes[3] + votes[4]


def _answer(claims: ClaimList, tiers: Tiers) -> tuple[str, tuple[str, ...]]:
    """Return the answer in sentences, and the ids of the claims on which it is based."""
    texts = by_id(claims.claims)
    ranked = sorted(tiers.claims, key=lambda tally: (-tally.mean, tally.sd))
    advice = [tally for tally in ranked if texts[tally.claim].kind == "recommendation"]
    pool = advice or ranked

    def of(tier: Tier, most: int = 1) -> list[ClaimTally]:
        return [tally for tally in pool if tally.tier == tier][:most]

    if high := of("HIGH", MOST_CLAIMS):
        verb = "recommends" if advice else "agrees"
        told = [(tally, f"{'It also' if at else 'The council'} {verb}: {{}}.") for at, tally in enumerate(high)]
    else:
        begin = "No recommendation reached HIGH." if advice else "No claim reached HIGH."
        told = [(tally, "The council rejects: {}.") for tally in pool[::-1] if tally.tier == "REJECTED"][:1]
        told += [(tally, "It is split {} to {} on: {{}}.".format(*sides_of(tally))) for tally in of("CONTESTED")]
        closest = "Closest to it is, with {} of {} members in favour: {{}}."
        told = told or [(tally, closest.format(sides_of(tally)[0], tally.asked)) for tally in of("MEDIUM")]
        told = [(tally, f"{'' if at else f'{begin} '}{line}") for at, (tally, line) in enumerate(told)]
    sentences = [line.format(f"“{' '.join(texts[tally.claim].text.split()).rstrip('.')}”") for tally, line in told]
    return " ".join(sentences), tuple(tally.claim for tally, _ in told)


def _behind(tally: ClaimTally, name: str) -> str:
    """Return in words how many members support the council's position on a claim."""
    favour, against = sides_of(tally)
    missing = f" ({counted(tally.missing, 'vote')} missing)" if tally.missing else ""
    if tally.tier == "CONTESTED":
        return f"the council is split {favour} to {against} on {name}{missing}"
    if tally.tier == "REJECTED":
        return f"{against} of {counted(tally.asked, 'member')} voted against {name}{missing}"
    return f"{favour} of {counted(tally.asked, 'member')} voted for {name}{missing}"


def _reasons(
    tallies: Sequence[ClaimTally], ballots: Mapping[str, ClaimVotes], side: int, plain: Callable[[str], str]
) -> tuple[BallotReason, ...]:
    """Return reasons for (`side` 1) or against (-1) the council's position on claims, the strongest votes first."""
    found = []
    for tally in tallies:
        position = -side if tally.tier == "REJECTED" else side
        for voter, ballot in ballots.items():
            vote = ballot.votes.get(tally.claim)
            value = VOTE_LEVELS.get(vote.level, 0) if vote is not None else 0
            if vote is not None and vote.reason and value * position > 0:
                text, passage = plain(vote.reason), vote.reason
                reason = BallotReason(text=text, passage=passage, by=(voter,), claim=tally.claim, level=vote.level)
                found.append((-abs(value), reason))
    return tuple(reason for _, reason in sorted(found, key=lambda each: each[0]))[:MOST_REASONS]


def _changes(tally: ClaimTally, tiers: Tiers, name: str) -> list[str]:
    """Return sentences on what would change the tier of a claim. The sentences call the claim `name`."""
    lines = []
    if tally.k == 1:
        lines.append(f"One different vote would take {name} out of {tally.tier}.")
    elif tally.k:
        lines.append(f"{'' if tally.k_exact else 'At least '}{tally.k} votes would have to differ for {name}.")
    if tally.could_be:
        silent = [voter.seat for voter in tiers.silent] + [gap.seat for gap in tiers.gaps if gap.claim == tally.claim]
        ballots, told = "vote" if len(silent) == 1 else "votes", joined([f"{{{seat}}}" for seat in silent])
        could = joined([*tally.could_be], "or")
        lines.append(f"The missing {ballots} of {told} could make {name} {could}.")
    return lines
