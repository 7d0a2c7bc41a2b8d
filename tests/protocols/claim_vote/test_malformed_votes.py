"""Test that every readable vote counts, and that every lost vote is named in every view."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from moot.errors import CallFailed
from moot.exports.reports import report
from moot.protocols.claim_vote.findings import Tiers
from moot.protocols.words import in_words
from moot.providers.provider import Call
from moot.vocabulary.events import BallotRead
from moot.vocabulary.state import SessionState
from protocols.claim_vote.claimants import Claimants
from sessions.backend import Backend

Votes = dict[str, dict[str, Any]]
CLAIMS = 12


def dumped(votes: object) -> str:
    """As it was asked for."""
    return json.dumps({"votes": votes})


def some(votes: Votes, **changed: object) -> str:
    """With other things under the second and third label; `left out` leaves one out."""
    labels = list(votes)
    given = {label: changed.get({1: "second", 2: "third"}.get(at, ""), votes[label]) for at, label in enumerate(labels)}
    return dumped({label: value for label, value in given.items() if value != "left out"})


def without_an_end(votes: Votes) -> str:
    """Cut off before the ninth vote."""
    text = dumped(votes)
    return text[: text.index(f'"{list(votes)[8]}"') + 9]


def twice(votes: Votes) -> str:
    """One claim a second time, with another level."""
    label = list(votes)[1]
    return dumped(votes)[:-2] + f', "{label}": {{"level": "reject", "confidence": 2, "reason": "No."}}}}}}'


GARBLED: dict[str, tuple[Callable[[Votes], str], int]] = {
    "votes missing": (lambda votes: some(votes, second="left out", third="left out"), 2),
    "a claim twice": (twice, 1),
    "cut off": (without_an_end, 4),
}


class Garbler(Claimants):
    """Everybody votes as asked but `seat-b`, whose ballot is garbled, also when it is asked for once more."""

    def __init__(self, garble: Callable[[Votes], str]) -> None:
        super().__init__()
        self.garble = garble

    def __call__(self, call: Call) -> str | CallFailed:
        said = super().__call__(call)
        if not call.key.startswith("votes/seat-b") or not isinstance(said, str):
            return said
        return self.garble(json.loads(said)["votes"])


async def over(said: Claimants, members: int = 3) -> tuple[SessionState, Tiers, BallotRead]:
    """A session of theirs: its end, its tiers, and the ballot of `seat-b`."""
    async with Backend(said) as here:
        session = await here.convene("claim-vote", members=members)
        state, bodies = await here.state(session), await here.bodies(session)
    findings = [view.finding for view in state.findings]
    (tiers,) = [found for found in findings if isinstance(found, Tiers)]
    read = bodies["votes/seat-b:ballot"]
    assert isinstance(read, BallotRead), read
    return state, tiers, read


@pytest.mark.parametrize("name", GARBLED)
async def test_nobody_is_silenced_who_cast_a_vote_that_can_be_read(name: str) -> None:
    garble, lost = GARBLED[name]
    state, tiers, read = await over(Garbler(garble))
    assert state.verdict is not None
    assert tiers.silent == ()
    assert "seat-b" in tiers.voters
    assert len(read.ballot.votes) == CLAIMS - lost  # type: ignore[union-attr]
    assert sum(tally.votes for tally in tiers.claims) == 3 * CLAIMS - lost
    if not lost:
        assert tiers.gaps == ()
        return
    named = [each.claim for each in tiers.gaps]
    assert [each.seat for each in tiers.gaps] == ["seat-b"] * lost
    told = " ".join(state.verdict.degraded)
    data = json.loads(report(state, "votes"))
    markdown = report(state, "md")
    for claim in named:
        assert claim in told  # above the result, in every door and on every page
        assert re.search(rf"of Answer 2 could not be read \(.*{claim}: ", state.verdict.text or "")
        assert re.search(rf"\| {claim} \|.*\| 1 \| \S+ \|", state.verdict.text or "")  # in the table under the report
        assert re.search(rf"of seat-b could not be read \(.*{claim}: ", in_words(tiers, {}))
        assert any(row["claim"] == claim for row in data["gaps"])
        assert "| not read |" in markdown.partition(f"## {claim} ")[2].partition("## claim")[0]
    for tally in tiers.claims:
        assert tally.missing == (tally.claim in named)
        assert (tally.k == 0) == bool(tally.could_be)


async def test_what_is_lacking_is_asked_for_once_and_joined() -> None:
    garbler = Garbler(lambda votes: some(votes, second="left out"))
    again = Garbler(lambda votes: dumped({label: vote for at, (label, vote) in enumerate(votes.items()) if at == 1}))

    def both(call: Call) -> str | CallFailed:
        garbler.calls.append(call)
        return (again if call.key.endswith("+repair") else garbler)(call)

    state, tiers, read = await over(both)  # type: ignore[arg-type]
    assert tiers.gaps == ()
    assert (read.repaired, len(read.ballot.votes)) == (True, CLAIMS)  # type: ignore[union-attr]
    (prompt,) = again.prompts("votes/seat-b+repair")
    assert "there is no vote that can be read on" in prompt
    assert state.verdict is not None
    assert not any("could not be read" in line for line in state.verdict.degraded)
    assert len(tiers.claims) == CLAIMS


@pytest.mark.parametrize("lost", ["I'm sorry, but I can't help with that.", "nothing of use"])
async def test_no_claim_is_told_more_kindly_because_its_opponent_is_silent(lost: str) -> None:
    whole = Claimants(votes={"*": "2b1"})
    silent = Claimants(votes={"*": "2b1"})

    def both(call: Call) -> str | CallFailed:
        return lost if call.key.startswith("votes/seat-b") else silent(call)

    texts = []
    for said in (whole, both):
        async with Backend(said) as here:  # type: ignore[arg-type]
            state = await here.state(await here.convene("claim-vote", members=3))
        assert state.verdict is not None
        texts.append((state.verdict.text or "", " ".join(state.verdict.degraded)))
    (full, _), (less, degraded) = texts
    assert "CONTESTED: 12" in full
    assert "With the missing votes, claim-01, claim-02" in degraded
    assert "could be CONTESTED" in degraded
    assert "No claim is contested." not in less
    assert "No claim was rejected." in less  # no ballot could have made it so
    assert degraded.rpartition("With the missing")[2] in less.partition("##")[2].partition("## High")[0]
