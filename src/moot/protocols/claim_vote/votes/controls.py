"""Which control claims are put to a vote, and what did voters make of them? Drawn by lot, and counted for nothing.

One with a known answer was drawn when the session opened; the others are made of claims of this session: one denied,
one in other words. They stand on every voter's sheet among the claims, and what is voted on them never reaches the
votes: a ballot keeps it apart. `tests/protocols/claim_vote/test_controls.py` searches all that comes of a session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import Claim, ControlClaim, ControlClaims
from moot.protocols.claim_vote.options import MOST_CONTROLS
from moot.protocols.claim_vote.votes.denying import advises, denied, retold
from moot.tally.lexicon import reads_as_english
from moot.vocabulary.earlier.controls import CONTROL, KnownControl
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot


def how_many(wanted: int | None, seats: Sequence[Seat]) -> int:
    """Control claims for these voters: at most one where a person sits, and none by default among scripted voices."""
    number = wanted if wanted is not None else 0 if any(seat.scripted for seat in seats) else MOST_CONTROLS
    return min(number, 1) if any(seat.person for seat in seats) else number


def drawn(claims: Sequence[Claim], known: Sequence[KnownControl], number: int, lot: Lot) -> tuple[ControlClaim, ...]:
    """The control claims of a session whose claims are these; fewer where none can be made without doubt."""
    if not number or not reads_as_english(" ".join(claim.text for claim in claims)):
        return ()
    made: list[ControlClaim] = []
    there = {claim.text.strip().rstrip(".").lower() for claim in claims}
    for control in known[:1]:
        said = ControlClaim(
            id="", how="known", text=control.text, kind="factual_claim", of=control.key, holds=control.holds
        )
        if control.text.strip().rstrip(".").lower() not in there:
            made.append(said)
    shuffled = lot.shuffle(claims)
    ways: list[Callable[[Claim], ControlClaim | None]] = lot.shuffle([_denied, _retold])
    used: set[str] = set()
    for way in ways:
        found = ((claim.id, way(claim)) for claim in shuffled if claim.id not in used)
        first = next(
            (said for _, said in found if said is not None and said.text.rstrip(".").lower() not in there), None
        )
        if first is not None:
            made.append(first)
            used.add(first.of)
    return tuple(replace(one, id=f"{CONTROL}{at}") for at, one in enumerate(made[:number], start=1))


def judged(controls: Sequence[ControlClaim], ballots: Mapping[str, ClaimVotes]) -> ControlClaims:
    """Who voted as it should on each."""
    return ControlClaims(claims=tuple(_judged(one, ballots) for one in controls))


def as_it_should(control: ControlClaim, ballot: ClaimVotes) -> bool | None:
    """Whether a voter voted as it should; nothing where it gave no opinion.

    On a known answer: on its side. On a claim denied: not in favour of both, and where one of the two must hold not
    against both. On a claim in other words: within a level, and not on the other side.
    """
    mine = _value({} if ballot.controls is UNSET else ballot.controls, control.id)
    if mine is None:
        return None
    if control.how == "known":
        return mine > 0 if control.holds else mine < 0
    other = _value(ballot.votes, control.of)
    if other is None:
        return None
    if control.how == "negation":
        return not ((mine > 0 and other > 0) or (mine < 0 and other < 0 and not advises(control.text)))
    return abs(mine - other) <= 1 and mine * other >= 0


def _judged(control: ControlClaim, ballots: Mapping[str, ClaimVotes]) -> ControlClaim:
    right = {voter: as_it_should(control, ballot) for voter, ballot in ballots.items()}
    return replace(
        control,
        hits=tuple(voter for voter, hit in right.items() if hit is True),
        misses=tuple(voter for voter, hit in right.items() if hit is False),
    )


def _denied(claim: Claim) -> ControlClaim | None:
    text = denied(claim.text)
    return None if text is None else ControlClaim(id="", how="negation", text=text, kind=claim.kind, of=claim.id)


def _retold(claim: Claim) -> ControlClaim | None:
    text = retold(claim.text)
    return None if text is None else ControlClaim(id="", how="paraphrase", text=text, kind=claim.kind, of=claim.id)


def _value(votes: Mapping[str, ClaimVote], claim: str) -> int | None:
    vote = votes.get(claim)
    return VOTE_LEVELS.get(vote.level) if vote is not None else None
