"""Control claims: claims with a known answer that are voted on beside the others and count for nothing.

They are drawn when the session opens. They appear on every voter's sheet among the claims, and the votes on them never
enter the result: a ballot stores them separately. `tests/protocols/claim_vote/test_controls.py` checks all outputs of a
session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import Claim, ControlClaim, ControlClaims
from moot.protocols.claim_vote.options import MOST_CONTROLS
from moot.vocabulary.history.controls import CONTROL, KnownControl
from moot.vocabulary.seats import Seat


def how_many(wanted: int | None, seats: Sequence[Seat]) -> int:
    """Return the number of control claims: at most one with a person on the council, and none by default for scripted
    voices."""
    number = wanted if wanted is not None else 0 if any(seat.scripted for seat in seats) else MOST_CONTROLS
    return min(number, 1) if any(seat.person for seat in seats) else number


def drawn(claims: Sequence[Claim], known: Sequence[KnownControl], number: int) -> tuple[ControlClaim, ...]:
    """Return the control claims of a session with these claims."""
    there = {same_words(claim.text) for claim in claims}
    fresh = [control for control in known if same_words(control.text) not in there][:number]
    return tuple(
        ControlClaim(id=f"{CONTROL}{at}", text=one.text, kind="factual_claim", of=one.key, holds=one.holds)
        for at, one in enumerate(fresh, start=1)
    )


def judged(controls: Sequence[ControlClaim], ballots: Mapping[str, ClaimVotes]) -> ControlClaims:
    """Return the voters on the right side of each."""
    return ControlClaims(claims=tuple(_judged(one, ballots) for one in controls))


def as_it_should(control: ControlClaim, ballot: ClaimVotes) -> bool | None:
    """Return whether a voter voted on the right side; `None` if it gave no opinion."""
    votes = {} if ballot.controls is UNSET else ballot.controls
    value = VOTE_LEVELS.get(votes[control.id].level) if control.id in votes else None
    if value is None:
        return None
    return value > 0 if control.holds else value < 0


def _judged(control: ControlClaim, ballots: Mapping[str, ClaimVotes]) -> ControlClaim:
    right = {voter: as_it_should(control, ballot) for voter, ballot in ballots.items()}
    return replace(
        control,
        hits=tuple(voter for voter, hit in right.items() if hit is True),
        misses=tuple(voter for voter, hit in right.items() if hit is False),
    )
