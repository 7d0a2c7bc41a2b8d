"""Test that votes are reported as cast: ties as ties, counts of received ballots, the same sentence everywhere."""

from __future__ import annotations

import json

from moot.exports.transcript_text import account_of
from moot.views.result import result_of
from moot.views.summary import brief_of, gist_of, headline_of
from moot.vocabulary.state import SessionState
from rig.backend import Backend, seat_of
from rig.script import Asked, Plan


async def council(ballots: dict[str, str], **options: str) -> SessionState:
    """Three members; each ballot is written `b>a=c`, and a member without one is down as a reviewer."""

    def say(asked: Asked, key: str) -> Plan | str | None:
        if not key.startswith("review/"):
            return None
        order = ballots.get(seat_of(asked.model).removeprefix("seat-"))
        if order is None:
            return "401"
        sheet = backend.sheet_of(asked)
        assert sheet is not None
        places = {seat: at for at, tier in enumerate(order.split(">"), 1) for seat in tier.split("=")}
        labels = {entry.label: places[entry.seat.removeprefix("seat-")] for entry in sheet.entries}
        return Plan(text=json.dumps({"comments": dict.fromkeys(labels, "Fine."), "abstain": False, "places": labels}))

    async with Backend(say) as backend:
        return (await backend.sit(3, stand_ins=0, **options)).state


async def test_a_tie_of_the_reviewers_is_no_lead_by_an_own_vote() -> None:
    """By the other's ballot each of two answers is first; one reader put its own second, the other its own last."""
    state = await council({"a": "b>c>a", "b": "a>b>c"})
    brief, result = brief_of(state), result_of(state)
    assert (brief.seal, result.winner) == ("Tie", None)
    assert result.confidence.startswith("Split 1–1 between"), result.confidence
    assert "(2 of 3 ballots counted)" in result.confidence
    assert "1 of 3" not in " ".join((result.confidence, *(line for found in result.told for line in found.lines)))


async def test_a_lead_that_a_missing_ballot_could_end_names_who_leads() -> None:
    state = await council({"a": "b>c>a", "b": "c>b>a"})
    gist, result = gist_of(state), result_of(state)
    assert gist is not None
    assert (gist.seal, gist.whom, result.winner) == ("Lead so far", "seat-b", "seat-b")
    assert gist.result.would_change == ("A missing ballot could change the winner.",)
    assert result.confidence.startswith(
        "1 of 2 members ranked m1-b's answer first, 1 ranked m1-c's; counting every place, m1-b's leads"
    )
    names = {seat: f"{name} ({result.models[seat]})" for seat, name in account_of(state).names.items()}
    assert account_of(state).said[0] == headline_of(state, names)
