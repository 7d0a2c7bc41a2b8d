"""Control claims, whose answer is known, and the agreement of voters.

Control claims are drawn when the session opens. They appear on every voter's sheet among the claims, but the votes on
them never enter the result: a ballot stores them separately. `tests/protocols/claim_vote/test_controls.py` checks all
outputs of a session.

The agreement of each pair of voters is the share of claims with the same vote, the share on the same side, and the
correlation of their votes. Voters who agree because they are right look alike, too. All sums are of whole numbers, so
the figures are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from operator import mul

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import Claim, ControlClaim, ControlClaims, VoterSimilarity
from moot.protocols.claim_vote.options import MOST_CONTROLS
from moot.protocols.claim_vote.tiers import counts_of, mean_of, sd_of
from moot.vocabulary.history.track_record import CONTROL, KnownControl
from moot.vocabulary.seats import Seat


def how_many(wanted: int | None, seats: Sequence[Seat]) -> int:
    """Return how many control claims (with a known answer) a session gets.

    It is at most one with a person on the council, and none by default for scripted voices.
    """
    number = wanted if wanted is not None else 0 if any(seat.scripted for seat in seats) else MOST_CONTROLS
    return min(number, 1) if any(seat.person for seat in seats) else number


def drawn(claims: Sequence[Claim], known: Sequence[KnownControl], number: int) -> tuple[ControlClaim, ...]:
    """Return the first `number` known control claims that are not among the session's own claims."""
    there = {same_words(claim.text) for claim in claims}
    fresh = [control for control in known if same_words(control.text) not in there][:number]
    return tuple(
        ControlClaim(id=f"{CONTROL}{at}", text=one.text, kind="factual_claim", of=one.key, holds=one.holds)
        for at, one in enumerate(fresh, start=1)
    )


def judged(controls: Sequence[ControlClaim], ballots: Mapping[str, ClaimVotes]) -> ControlClaims:
    """Return the control claims with the voters who voted on the right side of each, and those who did not."""
    found = []
    for control in controls:
        right = {voter: as_it_should(control, ballot) for voter, ballot in ballots.items()}
        hits, misses = (tuple(voter for voter, hit in right.items() if hit is side) for side in (True, False))
        found.append(replace(control, hits=hits, misses=misses))
    return ControlClaims(claims=tuple(found))


def as_it_should(control: ControlClaim, ballot: ClaimVotes) -> bool | None:
    """Return whether a voter voted on the right side of a control claim; `None` without a readable vote. A neutral
    vote is not on the right side.
    """
    votes = {} if ballot.controls is UNSET else ballot.controls
    value = VOTE_LEVELS.get(votes[control.id].level) if control.id in votes else None
    if value is None:
        return None
    return value > 0 if control.holds else value < 0


def agreement_of(rows: Sequence[Sequence[int | None]], voters: Sequence[str]) -> tuple[VoterSimilarity, ...]:
    """Return, for each pair of voters, the similarity of their votes on the claims both voted on.

    `rows` has a row for each claim and a column for each voter.
    """
    columns = list(zip(*rows, strict=True))
    pairs = []
    for row, column in combinations(range(len(columns)), 2):
        cast = zip(columns[row], columns[column], strict=True)
        both = [(one, other) for one, other in cast if one is not None and other is not None]
        if both:
            pair = VoterSimilarity(
                one=voters[row],
                other=voters[column],
                claims=len(both),
                same=sum(one == other for one, other in both) / len(both),
                same_side=sum((one > 0) - (one < 0) == (other > 0) - (other < 0) for one, other in both) / len(both),
                likeness=_likeness(both),
            )
            pairs.append(pair)
    return tuple(pairs)


def normalised(votes: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, float]]:
    """Return each vote as a z-score among all votes of its voter; 0 if the voter's votes are all equal.

    This makes a voter who approves of everything comparable with one who doubts everything. No tier depends on it.
    """
    measured = {}
    for voter, given in votes.items():
        if not given:
            continue
        counts = counts_of(given.values())
        mean, deviation = mean_of(counts), sd_of(counts)
        measured[voter] = {claim: (level - mean) / deviation if deviation else 0.0 for claim, level in given.items()}
    return measured


def _likeness(both: Sequence[tuple[int, int]]) -> float | None:
    """Return Pearson's correlation of two voters' votes on the same claims.

    For fewer than two claims, return `None`. The correlation is undefined if a voter gives every claim the same vote.
    Then return 1 if the votes of both are identical, and 0 if they are not.
    """
    if len(both) < 2:
        return None
    ones, others = zip(*both, strict=True)
    columns = ((ones, ones), (others, others), (ones, others))
    spread_one, spread_other, between = (len(both) * sum(map(mul, x, y)) - sum(x) * sum(y) for x, y in columns)
    if not spread_one or not spread_other:
        return 1.0 if ones == others else 0.0
    return max(-1.0, min(1.0, float(between / sqrt(spread_one * spread_other))))
