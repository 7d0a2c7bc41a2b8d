"""Test that a session opens with a control claim new to its members, and a warning about unfit members."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from moot.analytics.voter_quality.figures import Upkeep
from moot.analytics.voter_quality.ledger import AGAIN_AFTER
from moot.protocols.claim_vote.ballots import ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import ControlClaim, ControlClaims
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import BallotRead, FindingMade, SeatSpoke, SessionOpened
from moot.vocabulary.history.track_record import KnownControl
from moot.vocabulary.questions import Question
from moot.vocabulary.seats import Roster, Seat
from sessions.drafts import draft, verdict

HERE = holder_here("python")
SHELF = tuple(KnownControl(key=f"k{n}", text=f"Claim {n} is so.", holds=True) for n in range(2 * AGAIN_AFTER + 2))


def opening(*models: str, protocol: str = "claim-vote", seed: str = "s", **options: Any) -> SessionOpened:
    return SessionOpened(
        question=Question(text="Is it moot?"),
        protocol=protocol,
        stages=("votes",),
        roster=Roster(
            seats=tuple(
                Seat(id=f"seat-{'abcd'[at]}", model=model, scripted=model.startswith("rehearsal/"))
                for at, model in enumerate(models)
            )
        ),
        seed=seed,
        options={"controls": None, **options} if protocol == "claim-vote" else {},
    )


def drawn_for(opened: SessionOpened) -> list[str]:
    """What it is to meet."""
    controls = opened.past.controls if opened.past is not None else UNSET
    return [] if controls is UNSET else [control.key for control in controls]


async def sat(store: Store, name: str, opened: SessionOpened) -> None:
    """A session of one voter that met its control claims."""
    transcript = SqlTranscript(store)
    lease = (await transcript.open(name, [draft("opened", opened)], HERE)).lease
    assert lease is not None
    said = SeatSpoke(seat="seat-a", model="m", prompt="p", text="words", settled="ok")
    ballot = BallotRead(
        reader="seat-a",
        ballot=ClaimVotes(votes={"claim-01": ClaimVote(level="approve", confidence=5, reason="So.")}),
        statement="votes/seat-a",
        how="schema",
    )
    drafts = [draft("votes/seat-a", said), draft("votes/seat-a:ballot", ballot)]
    met = tuple(
        ControlClaim(id=f"control-{at}", text="x", kind="factual_claim", of=key, holds=True, hits=("seat-a",))
        for at, key in enumerate(drawn_for(opened), start=1)
    )
    if met:
        drafts.append(draft("votes/control-claims", FindingMade(name="c", finding=ControlClaims(claims=met))))
    await transcript.append(lease, [*drafts, verdict()])


async def test_no_model_meets_a_known_answer_twice_within_twenty_sessions(store: Store) -> None:
    upkeep = Upkeep(store, lambda: SHELF)
    keys: list[str] = []
    for number in range(2 * AGAIN_AFTER + 5):
        opened = await upkeep.opening(opening("up/x", seed=f"s{number}"))
        drawn = drawn_for(opened)
        assert len(set(drawn)) == 2
        assert not set(drawn) & set(keys[-2 * AGAIN_AFTER :])
        keys += drawn
        await sat(store, f"v{number}", opened)
    other = await upkeep.opening(opening("up/y", seed="s0"))
    assert drawn_for(other) == keys[:2]  # another model has met none; the lot is the seed's
    both = await Upkeep(store, lambda: SHELF).opening(opening("up/y", "up/x"))
    assert not set(drawn_for(both)) & set(keys[-2 * AGAIN_AFTER :])
    few = await Upkeep(store, lambda: SHELF[:1]).opening(opening("up/y"))
    assert drawn_for(few) == [SHELF[0].key]


async def test_sessions_that_take_none_get_none(store: Store) -> None:
    upkeep = Upkeep(store, lambda: SHELF)
    for opened in (
        opening("up/x", controls=0),
        opening("up/x", protocol="peer-review"),
        opening("up/x", "rehearsal/ada"),
    ):
        found = await upkeep.opening(opened)
        assert (drawn_for(found), found.notes) == ([], ())
    assert drawn_for(await Upkeep(store).opening(opening("up/x"))) == []  # an empty shelf
