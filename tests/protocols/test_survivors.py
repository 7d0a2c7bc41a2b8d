"""What does each protocol do when most of its members fail for good? It stops and says who answered; told to go on with
those, it ends with what they give, marked, and never claims more than they can carry.
"""

from __future__ import annotations

import pytest

from moot.errors import BadInput, CallFailed, Conflict
from moot.protocols import registry
from moot.protocols.claim_vote.findings import Tiers
from moot.providers.provider import Call
from moot.sessions.fork import Changes
from moot.sessions.results.result import result_of
from moot.vocabulary.events import SessionResumed
from moot.vocabulary.findings import Standing
from rig.words import answer_for
from sessions.hall import Hall

GONE = {
    "seat-d": CallFailed("error", "404: No endpoints found for fake/d.", error="not_found"),
    "seat-b": CallFailed("error", "401: User not found.", error="auth"),
    "seat-c": CallFailed("refused", "The model refused."),
}


def without(*failing: str):  # type: ignore[no-untyped-def]
    def say(call: Call) -> str | CallFailed:
        if call.seat.id in failing:
            return GONE[call.seat.id]
        return answer_for(call.messages[-1].text, call.schema, 60)

    return say


@pytest.mark.parametrize("failing", [("seat-d", "seat-b"), ("seat-d", "seat-b", "seat-c")], ids=["two", "one"])
@pytest.mark.parametrize("protocol", registry.OURS)
async def test_it_goes_on_with_those_that_answered(protocol: str, failing: tuple[str, ...]) -> None:
    there = 4 - len(failing)
    async with Hall(without(*failing)) as hall:
        session = await hall.convene(protocol)
        state = await hall.state(session)
        assert (state.status, state.reason) == ("failed", "quorum")
        assert len(state.answered) == there
        assert set(state.unanswered) == set(failing)
        with pytest.raises(Conflict, match="would change nothing") as refused:
            await hall.runner.resume(session)
        assert f"--at-least {there}" in refused.value.remedy
        assert "--retry-failed" in refused.value.remedy
        for wrong in (there + 1, 4, 0):
            with pytest.raises(BadInput):
                await hall.runner.resume(session, quorum=wrong)
        asked = len(hall.asked)
        await hall.resume(session, quorum=there)
        state = await hall.state(session)
        # In a protocol that asks everybody anew in a later stage, too few may answer there again, and so on.
        assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)
        first = state.stages[0] if protocol != "debate" else "opinions"
        assert not [key for key in hall.asked[asked:] if key.startswith(f"{first}/seat-")]
        result = result_of(state)
        assert {lost.seat for lost in result.missing} >= set(failing)
        for seat in failing:
            assert any(seat in line for line in result.degraded), result.degraded
        assert any("somebody chose" in line for line in result.degraded)
        resumed = [e.body for e in await hall.events(session) if isinstance(e.body, SessionResumed)]
        assert [body.quorum for body in resumed] == [there]
        assert (await hall.runner.replay(session)).digest == state.digest
        for view in state.findings:
            if isinstance(view.finding, Standing) and there == 1:
                assert not view.finding.rankable
            if isinstance(view.finding, Tiers) and there == 1:
                assert {claim.tier for claim in view.finding.claims} == {"MEDIUM"}, "one voter agrees with nobody"


async def test_the_only_answer_of_a_peer_review_stands_and_nothing_is_ranked() -> None:
    async with Hall(without("seat-d", "seat-b", "seat-c")) as hall:
        session = await hall.convene("peer-review", options={"quorum": 1})
        result = result_of(await hall.state(session))
        assert result.outcome == "verdict"
        assert result.verdict_by == "seat-a"
        assert result.verbatim
        assert result.standing is None
        assert result.winner is None
        assert hall.asked[-1].startswith("opinions/"), "no chair is paid to write one answer anew"
        assert "Only one member answered" in " ".join(result.degraded)


async def test_where_nobody_answered_nothing_is_offered_but_asking_again() -> None:
    async with Hall(lambda call: CallFailed("error", "401: User not found.", error="auth")) as hall:
        session = await hall.convene("peer-review")
        state = await hall.state(session)
        assert state.answered == ()
        assert len(state.unanswered) == 4
        with pytest.raises(Conflict) as refused:
            await hall.runner.resume(session)
        assert "--at-least" not in refused.value.remedy
        assert "--retry-failed" in refused.value.remedy
        with pytest.raises(BadInput, match="no member answered"):
            await hall.runner.resume(session, quorum=1)


async def test_a_fork_of_it_keeps_the_quorum_that_was_chosen() -> None:
    async with Hall(without("seat-d", "seat-b")) as hall:
        session = await hall.convene("peer-review")
        await hall.resume(session, quorum=2)
        fork = await hall.runner.fork(session, Changes(stage="synthesis", chair="fake/other"))
        await hall.runner.ended(fork)
        assert (await hall.state(fork)).status == "verdict"
