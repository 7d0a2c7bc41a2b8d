"""Votes on claims drawn at random, in a real store, and what their exports say of voters when they are counted again.

Nothing here uses what Moot counts by: an export is read as JSON, and figures are added up ballot by ballot.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moot.exports.session_files import export
from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import Claim, ClaimList, ControlClaim, ControlClaims
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import Draft
from moot.vocabulary.events import BallotRead, BallotSpoiled, FindingMade, Fork, SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.state import state_of
from sessions.drafts import draft, verdict

HERE = holder_here("python")
MODELS = [f"up/model-{letter}" for letter in "stuvw"]
LEVELS = {value: level for level, value in VOTE_LEVELS.items()}


def spoken(key: str, seat: Seat, *, cost: int | None, took: int, at: str) -> Draft:
    """Words under a key, with what they cost and took."""
    body = SeatSpoke(
        seat=seat.id, model="m", prompt="p", text="words", settled="ok", cost=cost, first_ms=took // 2, total_ms=took
    )
    return draft(key, body, at=at)


def ballot_of(draw: Random, seat: Seat, worth: dict[str, float], at: str) -> list[Draft]:
    """One member's ballot: mostly read at once, now and then after a repair, spoiled, or never given."""
    key = f"votes/{seat.id}"
    if draw.random() < 0.08:
        failed = SeatFailed(seat=seat.id, failed="error", cause="it broke", error="server", final=True)
        return [draft(key, failed, at=at)]
    cost = draw.choice([None, 1_000_000 + draw.randrange(1_000)])
    found = [spoken(key, seat, cost=cost, took=1_000 + draw.randrange(9_000), at=at)]
    repaired, spoiled = draw.random() < 0.2, draw.random() < 0.1
    if repaired or spoiled:
        found.append(spoken(f"{key}+repair", seat, cost=2_000, took=500, at=at))
    if spoiled:
        body = BallotSpoiled(reader=seat.id, why="it is no ballot", statement=f"{key}+repair")
        return [*found, draft(f"{key}:ballot", body, at=at)]
    votes = {}
    for claim, each in worth.items():
        level = LEVELS[max(-2, min(2, round(each + draw.gauss(0, 0.7))))]
        votes[claim] = ClaimVote(level="abstain" if draw.random() < 0.05 else level, confidence=7, reason="So I think.")
    read = BallotRead(
        reader=seat.id,
        ballot=ClaimVotes(votes=votes),
        statement=f"{key}+repair" if repaired else key,
        how="schema",
        repaired=repaired,
    )
    return [*found, draft(f"{key}:ballot", read, at=at)]


def drafts_of(draw: Random, *, scripted: bool, fork: Fork | None, door: str, at: str) -> list[Draft]:
    """The events of one vote by three to five members, now and then a person or two seats of one model among them."""
    seats = []
    for letter in "abcde"[: draw.randint(3, 5)]:
        model = draw.choice(MODELS)
        person = draw.random() < 0.05
        seats.append(
            Seat(
                id=f"seat-{letter}",
                model="person" if person else model.replace("up/", "rehearsal/") if scripted else model,
                scripted=scripted,
                person=person,
                temperature=draw.choice([None, None, 0.5]),
            )
        )
    opened = SessionOpened(
        question=Question(text="Is it moot?"),
        protocol="claim-vote",
        stages=("votes",),
        roster=Roster(seats=tuple(seats)),
        seed="seed",
        fork=fork,
        council=draw.choice(["", "steady", "bold"]),
        door=door,
    )
    worth = {f"claim-{n:02}": draw.gauss(0.3, 1) for n in range(1, 13)}
    cast = [each for seat in seats for each in ballot_of(draw, seat, worth, at)]
    read = [each.body.reader for each in cast if isinstance(each.body, BallotRead)]
    controls = FindingMade(name="control-claims", finding=controls_of(draw, read, {s.id: s.model for s in seats}))
    claims = [Claim(id=each, text=f"Of {at}, {each} is so.", kind="factual_claim", spans=()) for each in worth]
    return [
        draft("opened", opened, at=at),
        draft("claims/claim-list", FindingMade(name="claim-list", finding=ClaimList(claims=tuple(claims))), at=at),
        *cast,
        draft("votes/control-claims", controls, at=at),
        replace(verdict(), at=at),
    ]


def controls_of(draw: Random, readers: Sequence[str], models: dict[str, str]) -> ControlClaims:
    """Two control claims; one model is wrong on them half of the time."""
    claims = []
    for number in (1, 2):
        gave = [reader for reader in readers if draw.random() < 0.95]
        hits = [reader for reader in gave if draw.random() < (0.5 if models[reader] == MODELS[0] else 0.95)]
        claims.append(
            ControlClaim(
                id=f"control-{number}",
                text="A week has seven days.",
                kind="factual_claim",
                of=f"general/{draw.randrange(99)}-{number}",
                holds=True,
                hits=tuple(hits),
                misses=tuple(reader for reader in gave if reader not in hits),
            )
        )
    return ControlClaims(claims=tuple(claims))


async def drawn(transcript: SqlTranscript, number: int, seed: int = 1) -> None:
    """So many votes; every seventh is scripted, every ninth a fork, every eleventh a model being tried out."""
    draw = Random(seed)
    for n in range(number):
        fork = Fork(session="v0", stage="votes") if n % 9 == 8 else None
        at = f"2031-{1 + n % 5:02}-{1 + n * 7 % 28:02}T10:00:{n % 60:02}.000Z"
        door = "bench" if n % 11 == 10 else "cli"
        drafts = drafts_of(draw, scripted=n % 7 == 6, fork=fork, door=door, at=at)
        lease = (await transcript.open(f"v{n}", drafts[:1], HERE)).lease
        assert lease is not None
        await transcript.append(lease, drafts[1:-1])
        await transcript.append(lease, drafts[-1:])


class Sitting(Struct, frozen=True, kw_only=True):
    """One member in one session, as its export tells it."""

    session: str
    at: str
    who: tuple[str, float | None]
    council: str
    ballot: str
    votes: dict[str, int]
    cost: int | None
    took: int
    controls: list[tuple[str, str, bool]]
    """Seat, key and whether it hit."""


async def exported(transcript: SqlTranscript, sessions: Sequence[str]) -> list[Sitting]:
    """What the exports of those sessions say that count, in the order they ended."""
    found = []
    for session in sessions:
        events = await transcript.read(session)
        lines = [json.loads(line) for line in str(export(state_of(events), events, "jsonl")).splitlines()]
        told = [line for line in lines if "kind" in line]
        opened = told[0]["body"]
        seats = opened["roster"]["seats"]
        if opened.get("fork") or any(seat.get("scripted") for seat in seats) or opened["door"] in ("import", "bench"):
            continue
        council = opened.get("council") or ", ".join(seat["model"] for seat in seats)
        for seat in seats:
            if not seat.get("person"):
                found.append(_sitting(session, told, seat, council))
    return sorted(found, key=lambda each: (each.at, int(each.session[1:])))


def _sitting(session: str, told: Sequence[dict[str, object]], seat: dict[str, object], council: str) -> Sitting:
    by_key: dict[str, dict[str, object]] = {
        str(line["key"]): {"kind": line["kind"], **line["body"]}  # type: ignore[dict-item]
        for line in told
    }
    key = f"votes/{seat['id']}"
    said = [each for name in (key, f"{key}+repair") if (each := by_key.get(name)) and each["kind"] == "SeatSpoke"]
    costs = [each.get("cost") for each in said]
    read = by_key.get(f"{key}:ballot")
    votes: dict[str, int] = {}
    if read is None:
        ballot = "missing"
    elif read["kind"] == "BallotSpoiled":
        ballot = "spoiled"
    else:
        ballot = "repaired" if read.get("repaired") else "valid"
        levels = {level: value for value, level in LEVELS.items()}
        votes = {
            claim: levels[vote["level"]]
            for claim, vote in read["ballot"]["votes"].items()  # type: ignore[index]
            if vote["level"] != "abstain"
        }
    found: Any = by_key["votes/control-claims"]["finding"]
    controls = [
        (str(seat["id"]), str(claim["of"]), seat["id"] in claim.get("hits", ()))
        for claim in found["claims"]
        if seat["id"] in (*claim.get("hits", ()), *claim.get("misses", ()))
    ]
    return Sitting(
        session=session,
        at=str(told[-1]["at"]),
        who=(str(seat["model"]), seat.get("temperature")),  # type: ignore[arg-type]
        council=council,
        ballot=ballot,
        votes=votes,
        cost=None if not costs or None in costs else sum(costs),  # type: ignore[arg-type]
        took=sum(int(each["total_ms"]) for each in said),  # type: ignore[call-overload]
        controls=controls,
    )


def leniencies(sittings: Sequence[Sitting]) -> dict[tuple[str, float | None], float]:
    """What is free of the claims, by one row a vote and one column a claim and a voter."""
    import numpy as np

    voters = sorted({each.who for each in sittings}, key=str)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for each in sittings:
        for claim in each.votes:
            shared[each.session, claim] += 1
    claims = sorted(pair for pair, number in shared.items() if number > 1)
    rows = [
        (claims.index((each.session, claim)), voters.index(each.who), vote)
        for each in sittings
        for claim, vote in each.votes.items()
        if shared[each.session, claim] > 1
    ]
    matrix, right = np.zeros((len(rows), len(claims) + len(voters))), np.zeros(len(rows))
    for at, (claim, voter, vote) in enumerate(rows):
        matrix[at, claim] = 1e3  # so that of all that fit the least leniencies are found, and claims take the rest
        matrix[at, len(claims) + voter] = 1
        right[at] = vote
    solved = np.linalg.lstsq(matrix, right, rcond=None)[0]
    return {voter: float(solved[len(claims) + at]) for at, voter in enumerate(voters)}
