"""Test embeddings in a consensus: camps by meaning, clusters kept, shape reported, none measured twice."""

from __future__ import annotations

import pytest

from moot.sessions.fork import ForkChanges
from moot.sessions.replay import replayed
from moot.vocabulary.events import SeatAsked
from protocols.consensus.backend import Judging, council, held

SORTS = {
    "seat-a": "a relational database such as PostgreSQL for the orders",
    "seat-b": "a relational database such as PostgreSQL for all orders",
    "seat-c": "relational databases such as PostgreSQL, for every order",
    "seat-d": "bake the bread at two hundred degrees for forty minutes",
    "seat-e": "bake your bread at two hundred degrees, forty minutes",
}


@pytest.mark.parametrize("algorithm", ["dbscan", "hdbscan"])
async def test_the_largest_cluster_goes_on(algorithm: str) -> None:
    async with council(SORTS) as backend:
        ended = await held(backend, members=5, strategy="semantic", clustering_algorithm=algorithm)
    found = ended.found("round.1/answer-clusters")
    assert found.algorithm == algorithm
    assert found.kept == ("seat-a", "seat-b", "seat-c")
    assert ended.rounds.rounds[0].dropped == ("seat-d", "seat-e")
    assert found.clusters["seat-d"] == found.clusters["seat-e"] != found.cluster
    assert max(found.distances[seat] for seat in found.kept) < min(found.distances[s] for s in ("seat-d", "seat-e"))
    assert 0 < found.density <= 1


async def test_without_a_cluster_all_go_on() -> None:
    async with council(SORTS) as backend:
        ended = await held(backend, members=5, strategy="semantic", eps=0.0001)
    found = ended.found("round.1/answer-clusters")
    assert found.cluster is None
    assert len(found.kept) == 5
    assert set(found.clusters.values()) == {-1}
    assert "all go to the arbiter" in found.note


async def test_a_replay_asks_nobody_and_ends_alike() -> None:
    for options in (
        {"strategy": "voting"},
        {"strategy": "semantic"},
        {"strategy": "elimination"},
        {"strategy": "role"},
    ):
        async with council(SORTS, Judging(confidence=[0.1, 0.5, 0.9], areas=["x"])) as backend:
            ended = await held(backend, members=5, **options)
            calls = len(backend.voice.calls)
            again = await replayed(await backend.events(ended.session), backend.transcript)
            assert len(backend.voice.calls) == calls
        assert again.digest == ended.state.digest, options  # what was computed again equals what stands


async def test_a_fork_judges_the_same_answers_anew_and_pays_for_no_earlier_round() -> None:
    judging = Judging(confidence=[0.1, 0.2, 0.9], synthesis=["First.", "Second.", "Third."])
    async with council(SORTS, judging) as backend:
        ended = await held(backend, members=5)
        before = len(backend.voice.calls)
        fork = await backend.runner.fork(ended.session, ForkChanges(stage="round.2", options={}))
        await backend.runner.ended(fork)
        asked = {call.key.partition("/")[0] for call in backend.voice.calls[before:]}
        bodies = await backend.bodies(fork)
    assert asked == {"round.2", "round.3"}
    assert isinstance(bodies["round.3/arbiter~1"], SeatAsked)
