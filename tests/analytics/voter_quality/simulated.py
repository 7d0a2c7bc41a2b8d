"""Voters of known skill, leniency and care, in a real store, so that their figures are known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import Claim, ClaimList, ControlClaim, ControlClaims
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.events import BallotRead, BallotSpoiled, FindingMade, SeatSpoke, SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from sessions.drafts import draft, verdict

HERE = holder_here("python")
LEVELS = {value: level for level, value in VOTE_LEVELS.items()}
CLAIMS = 12


class Skilled(NamedTuple):
    """A voter as it is."""

    model: str
    readable: float
    """How often its ballot can be read."""
    right: float
    """How often it is right on a control claim."""
    lenient: float = 0.0
    """How far above others it votes."""
    copies: str = ""
    """The model whose votes it copies."""


async def voted(transcript: SqlTranscript, name: str, voters: Sequence[Skilled], sessions: int, draw: Random) -> None:
    """So many sessions of one council."""
    for number in range(sessions):
        at = f"2031-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00.000Z"
        drafts = _session(voters, draw, at)
        lease = (await transcript.open(f"{name}-{number}", drafts[:1], HERE)).lease
        assert lease is not None
        await transcript.append(lease, drafts[1:])


def _session(voters: Sequence[Skilled], draw: Random, at: str) -> list[Draft]:
    seats = [Seat(id=f"seat-{'abcdefgh'[place]}", model=each.model) for place, each in enumerate(voters)]
    opened = SessionOpened(
        question=Question(text="Is it moot?"),
        protocol="claim-vote",
        stages=("votes",),
        roster=Roster(seats=tuple(seats)),
        seed="seed",
        council="simulated",
    )
    worth = [draw.gauss(0.3, 1) for _ in range(CLAIMS)]
    cast: dict[str, list[int]] = {}
    drafts, read = [], []
    for seat, voter in zip(seats, voters, strict=True):
        own = [max(-2, min(2, round(each + voter.lenient + draw.gauss(0, 0.7)))) for each in worth]
        cast[voter.model] = cast.get(voter.copies, own)
        key = f"votes/{seat.id}"
        said = SeatSpoke(seat=seat.id, model="m", prompt="p", text="words", settled="ok", cost=1_000, total_ms=900)
        drafts.append(draft(key, said, at=at))
        if draw.random() >= voter.readable:
            drafts.append(draft(f"{key}:ballot", BallotSpoiled(reader=seat.id, why="no ballot", statement=key), at=at))
            continue
        votes = {
            f"claim-{place:02}": ClaimVote(level=LEVELS[vote], confidence=7, reason="So I think.")
            for place, vote in enumerate(cast[voter.model], start=1)
        }
        ballot = BallotRead(reader=seat.id, ballot=ClaimVotes(votes=votes), statement=key, how="schema")
        drafts.append(draft(f"{key}:ballot", ballot, at=at))
        read.append((seat.id, voter))
    controls = []
    for place in (1, 2):
        right = {seat: draw.random() < voter.right for seat, voter in read}
        controls.append(
            ControlClaim(
                id=f"control-{place}", text="A week has seven days.", kind="factual_claim",
                of=f"general/{place}", holds=True, hits=tuple(seat for seat in right if right[seat]),
                misses=tuple(seat for seat in right if not right[seat]),
            )
        )  # fmt: skip
    found = FindingMade(name="control-claims", finding=ControlClaims(claims=tuple(controls)))
    end = verdict()
    claims = [
        Claim(id=f"claim-{place:02}", text=f"Of {at}, {place} is so.", kind="factual_claim", spans=())
        for place in range(1, CLAIMS + 1)
    ]
    return [
        draft("opened", opened, at=at),
        draft("claims/claim-list", FindingMade(name="claim-list", finding=ClaimList(claims=tuple(claims))), at=at),
        *drafts,
        draft("votes/control-claims", found, at=at),
        draft(end.key, end.body, at=at),
    ]
