"""What does measuring the answers change in a consensus? Camps by meaning, clusters kept, shape told; and nothing when
a session is replayed or forked: what was measured once stands.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from moot.floor.calls.retry import Pace
from moot.protocols.words import in_words
from moot.providers.provider import Call, Done, Measured, Piece, Provider, Report
from moot.sessions.fork import Changes
from moot.sessions.replay import replayed
from moot.sessions.runner import HouseRules, Runner
from moot.vocabulary.events import SeatAsked
from moot.vocabulary.statements import Usage
from protocols.consensus.hall import Answers, Ended, Judging, council, held
from sessions.hall import Hall, Phones, Voice

SORTS = {
    "seat-a": "a relational database such as PostgreSQL for the orders",
    "seat-b": "a relational database such as PostgreSQL for all orders",
    "seat-c": "relational databases such as PostgreSQL, for every order",
    "seat-d": "bake the bread at two hundred degrees for forty minutes",
    "seat-e": "bake your bread at two hundred degrees, forty minutes",
}


class ByBeginning(Provider):
    """Measures a text by its first word: equal directions for what a table calls the same."""

    speaks = False
    measures = True

    def __init__(self, directions: Mapping[str, tuple[float, float, float]]) -> None:
        self.directions = directions
        self.calls = 0

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        self.calls += 1
        rows = [self.directions.get(text.split()[0], (0.0, 0.1 * at, 1.0)) for at, text in enumerate(call.texts)]
        yield Measured(tuple(rows))
        yield Report(usage=Usage(input=1, calls=1), cost=1_000)
        yield Done("ok", "stop")


class Measuring(Phones):
    """A directory in which `fake/meaning` measures."""

    def __init__(self, voice: Voice, embedder: Provider) -> None:
        super().__init__(voice)
        self._embedder = embedder

    def provider_for(self, model_id: str) -> Provider:
        return self._embedder if model_id == "fake/meaning" else super().provider_for(model_id)

    def measures(self, model_id: str) -> bool | None:
        return True if model_id == "fake/meaning" else super().measures(model_id)


async def by_meaning(
    answers: Answers, directions: Mapping[str, tuple[float, float, float]], judging: Judging, **options: Any
) -> tuple[Ended, Hall]:
    async with council(answers, judging) as hall:
        directory = Measuring(hall.voice, ByBeginning(directions))
        hall.runner = Runner(hall.transcript, directory, HouseRules(door="python"), Pace(chance=lambda: 0.02))
        named = {"offices": {"embedder": "fake/meaning"}}
        return await held(hall, members=len(answers), council=named, question="Which one?", **options), hall


async def test_camps_by_meaning_need_no_judge() -> None:
    answers = {"seat-a": "Postgres fits", "seat-b": "Relational is best", "seat-c": "Mongo suits it"}
    near = {"Postgres": (1.0, 0.0, 0.0), "Relational": (0.95, 0.1, 0.0), "Mongo": (0.0, 1.0, 0.0)}
    ended, hall = await by_meaning(answers, near, Judging(), strategy="voting")
    found = ended.found("round.1/answer-groups")
    assert (found.method, found.threshold) == ("likeness", 0.85)
    assert found.groups == (("seat-a", "seat-b"), ("seat-c",))
    assert "round.1/arbiter#grouping" not in hall.asked


async def test_a_threshold_nobody_reaches_joins_nobody() -> None:
    answers = {"seat-a": "Postgres fits", "seat-b": "Relational is best", "seat-c": "Mongo suits it"}
    near = {"Postgres": (1.0, 0.0, 0.0), "Relational": (0.9, 0.4, 0.0), "Mongo": (0.0, 1.0, 0.0)}
    ended, _ = await by_meaning(answers, near, Judging(), strategy="voting", similarity_threshold=0.99)
    assert len(ended.found("round.1/answer-groups").groups) == 3


async def test_the_likest_vectors_do_not_join_what_contradicts() -> None:
    answers = {
        "seat-a": "It seems safe now",
        "seat-b": "It seems not safe now",
        "seat-c": "It took 43",
        "seat-d": "It took 42",
    }
    ended, _ = await by_meaning(answers, {"It": (1.0, 0.0, 0.0)}, Judging(), strategy="voting", similarity_threshold=0)
    for group in ended.found("round.1/answer-groups").groups:
        assert not {"seat-a", "seat-b"} <= set(group)
        assert not {"seat-c", "seat-d"} <= set(group)


@pytest.mark.parametrize("algorithm", ["dbscan", "hdbscan"])
async def test_the_largest_cluster_goes_on(algorithm: str) -> None:
    async with council(SORTS) as hall:
        ended = await held(hall, members=5, strategy="semantic", clustering_algorithm=algorithm)
    found = ended.found("round.1/answer-clusters")
    assert found.algorithm == algorithm
    assert found.kept == ("seat-a", "seat-b", "seat-c")
    assert ended.rounds.rounds[0].dropped == ("seat-d", "seat-e")
    assert found.clusters["seat-d"] == found.clusters["seat-e"] != found.cluster
    assert max(found.distances[seat] for seat in found.kept) < min(found.distances[s] for s in ("seat-d", "seat-e"))
    assert 0 < found.density <= 1


async def test_without_a_cluster_all_go_on() -> None:
    async with council(SORTS) as hall:
        ended = await held(hall, members=5, strategy="semantic", eps=0.0001)
    found = ended.found("round.1/answer-clusters")
    assert found.cluster is None
    assert len(found.kept) == 5
    assert set(found.clusters.values()) == {-1}
    assert "all go to the arbiter" in found.note


async def test_shape_is_told_beside_the_arbiters_confidence_and_decides_nothing() -> None:
    same = dict.fromkeys(SORTS, "exactly the same words in all of them")
    async with council(same, Judging(confidence=0.1)) as hall:
        ended = await held(hall, members=5)
    shape = ended.rounds.rounds[0].geometric
    assert shape is not None
    assert shape.confidence == pytest.approx(1.0)
    assert shape.calibrated == pytest.approx(1.0)
    assert ended.rounds.stopped == "cap"
    assert "agreement of shape, not truth" in in_words(ended.rounds, {})


async def test_a_replay_asks_nobody_and_ends_alike() -> None:
    for options in (
        {"strategy": "voting"},
        {"strategy": "semantic"},
        {"strategy": "elimination"},
        {"strategy": "role"},
    ):
        async with council(SORTS, Judging(confidence=[0.1, 0.5, 0.9], areas=["x"])) as hall:
            ended = await held(hall, members=5, **options)
            calls = len(hall.voice.calls)
            again = await replayed(await hall.events(ended.session), hall.transcript)
            assert len(hall.voice.calls) == calls
        assert again.digest == ended.state.digest, options  # what was computed again equals what stands


async def test_a_fork_judges_the_same_answers_anew_and_pays_for_no_earlier_round() -> None:
    judging = Judging(confidence=[0.1, 0.2, 0.9], synthesis=["First.", "Second.", "Third."])
    async with council(SORTS, judging) as hall:
        ended = await held(hall, members=5)
        before = len(hall.voice.calls)
        fork = await hall.runner.fork(ended.session, Changes(stage="round.2", options={}))
        await hall.runner.ended(fork)
        asked = {call.key.partition("/")[0] for call in hall.voice.calls[before:]}
        bodies = await hall.bodies(fork)
    assert asked == {"round.2", "round.3"}
    assert isinstance(bodies["round.3/arbiter~1"], SeatAsked)
