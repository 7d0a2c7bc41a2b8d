"""Are pairs that copy found, others left alone, and can nobody raise what a council is worth?"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from moot.tally.upkeep import pairs
from moot.tally.upkeep.leniency import Cast
from moot.tally.upkeep.pairs import PairLike, effective_voters, pairs_of

CLAIMS = 12
VOTERS = "abcde"


def drawn(chance: random.Random, sessions: int, shared: float = 0.0, contrarian: bool = False) -> list[list[Cast]]:
    """Sessions of five voters, of whom a and b share this much of their noise."""
    found = []
    lenient = {voter: chance.gauss(0, 0.3) for voter in VOTERS}
    for _ in range(sessions):
        votes: dict[str, dict[str, int]] = {voter: {} for voter in VOTERS}
        for number in range(CLAIMS):
            claim, common = chance.gauss(0.5, 1.0), chance.gauss(0, 1)
            for voter in VOTERS:
                own = chance.gauss(0, 1)
                noise = shared**0.5 * common + (1 - shared) ** 0.5 * own if voter in "ab" else own
                vote = claim + lenient[voter] + 0.8 * noise
                vote = -vote if contrarian and voter == "e" else vote
                votes[voter][f"claim-{number}"] = max(-2, min(2, round(vote)))
        found.append([Cast(voter, votes[voter]) for voter in VOTERS])
    return found


def named(sessions: list[list[Cast]]) -> list[PairLike]:
    return [like for like in pairs_of(sessions) if like.says != "nothing"]


def rates(sessions: int, shared: float, runs: int, seed: int = 5) -> tuple[float, float, float]:
    """How often the guilty pair is the most alike, how often it is named, and how often an innocent one."""
    chance, came = random.Random(seed), Counter[str]()
    for _ in range(runs):
        found = pairs_of(drawn(chance, sessions, shared))
        out = {(like.a, like.b) for like in found if like.says != "nothing"}
        came["first"] += (found[0].a, found[0].b) == ("a", "b")
        came["guilty"] += ("a", "b") in out
        came["innocent"] += bool(out - {("a", "b")})
    return came["first"] / runs, came["guilty"] / runs, came["innocent"] / runs


def test_nothing_is_said_of_few_sessions_and_a_hint_is_no_alarm() -> None:
    chance = random.Random(1)
    assert pairs_of(drawn(chance, 4, 1.0)) == []
    assert {like.says for like in pairs_of(drawn(chance, 9, 1.0))} == {"nothing"}
    assert [(like.a, like.b, like.says) for like in named(drawn(chance, 15, 1.0))] == [("a", "b", "hint")]
    assert [(like.a, like.b, like.says) for like in named(drawn(chance, 30, 1.0))] == [("a", "b", "alarm")]


def test_a_sample_of_the_rates() -> None:
    first, guilty, innocent = rates(30, 0.5, 12)
    assert (first, innocent) == (1.0, 0.0)
    assert guilty >= 11 / 12
    assert rates(30, 0.0, 12)[1:] == (0.0, 0.0)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sessions", "shared", "runs", "guilty", "innocent"),
    [(10, 0.5, 1_000, 0.90, 0.10), (30, 0.5, 300, 0.98, 0.0), (10, 0.0, 500, None, 0.02), (30, 0.0, 200, None, 0.0)],
)
def test_the_excess_alone_has_the_published_rates(
    monkeypatch: pytest.MonkeyPatch, sessions: int, shared: float, runs: int, guilty: float | None, innocent: float
) -> None:
    """Those are of an excess above a quarter and of nothing else: no bootstrap, no share of false ones, no second look
    with the guilty pair as one voter."""
    monkeypatch.setattr(pairs, "SAMPLES", 2)
    chance, came = random.Random(1), Counter[str]()
    for _ in range(runs):
        above = {(like.a, like.b) for like in pairs_of(drawn(chance, sessions, shared)) if like.excess > pairs.EXCESS}
        came["guilty"] += ("a", "b") in above
        came["innocent"] += bool(above - {("a", "b")} if shared else above)
    assert came["innocent"] / runs == pytest.approx(innocent, abs=0.03)
    assert guilty is None or came["guilty"] / runs == pytest.approx(guilty, abs=0.02)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sessions", "shared", "guilty", "innocent"),
    [(10, 0.5, 0.86, 0.02), (30, 0.5, 0.97, 0.02), (10, 0.0, 0, 0.05), (30, 0.0, 0, 0.02)],
)
def test_the_rates(sessions: int, shared: float, guilty: float, innocent: float) -> None:
    _, found, wrong = rates(sessions, shared, 400)
    assert wrong <= innocent + 0.02
    assert found >= guilty - 0.02
    if not shared:
        assert found <= 0.02 + innocent


def test_two_pairs_are_named_one_after_the_other() -> None:
    chance = random.Random(3)
    sessions = []
    for session in drawn(chance, 30, 0.0):
        votes = {cast.voter: dict(cast.votes) for cast in session}
        votes["f"] = {claim: chance.choice((-1, 0, 1, 2)) for claim in votes["a"]}
        votes["b"], votes["d"] = votes["a"], votes["c"]
        sessions.append([Cast(voter, each) for voter, each in votes.items()])
    assert {(like.a, like.b) for like in named(sessions)} == {("a", "b"), ("c", "d")}


def test_nobody_raises_what_a_council_is_worth() -> None:
    chance = random.Random(4)
    copied, against = pairs_of(drawn(chance, 30, 1.0)), pairs_of(drawn(chance, 30, 1.0, contrarian=True))
    assert effective_voters(VOTERS, []) == 5
    assert effective_voters(VOTERS, copied) < 4.8
    assert effective_voters(VOTERS, against) <= 5
    assert effective_voters("aab", []) == pytest.approx(9 / 5), "the same voter in two seats is one"
    assert effective_voters("", []) == 0


def test_missing_votes_and_few_claims_are_no_trouble() -> None:
    chance = random.Random(6)
    sessions = drawn(chance, 12, 1.0)
    thinned = [
        [Cast(cast.voter, {c: v for c, v in cast.votes.items() if chance.random() > 0.2}) for cast in session]
        for session in sessions
    ]
    assert (pairs_of(thinned)[0].a, pairs_of(thinned)[0].b) == ("a", "b")
    assert pairs_of([[Cast("a", {"x": 1}), Cast("b", {"x": 1}), Cast("c", {})]] * 12) == []
    assert pairs_of([[Cast(voter, {"x": 1, "y": 1, "z": 1}) for voter in "abcd"]] * 12) != []
