"""Test each strategy of the consensus: which models it asks, which answers it keeps, what it records."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import installed
from moot.protocols.consensus.strategies import strategy as strategies
from moot.protocols.consensus.strategies.strategy import RoundSelection, Strategy
from moot.vocabulary.events import SeatAsked
from protocols.consensus.backend import Ended, Judging, council, down, held
from rig import grading

LETTERS = {f"seat-{letter}": f"answer of {letter}" for letter in "abcdef"}


def asked(ended: Ended, number: int) -> list[str]:
    return sorted(
        {
            body.seat
            for key, body in ended.bodies.items()
            if isinstance(body, SeatAsked) and key.startswith(f"round.{number}/seat-")
        }
    )


# --- voting ---------------------------------------------------------------------------------------------------------


async def test_voting_keeps_the_largest_camp() -> None:
    answers = {"seat-a": "42 km", "seat-b": "43 km", "seat-c": "It is far.\n\n**FINAL ANSWER: 42.0 km**"}
    async with council(answers) as backend:
        ended = await held(backend, members=3, strategy="voting")
    groups = ended.found("round.1/answer-groups")
    assert groups.groups == (("seat-a", "seat-c"), ("seat-b",))
    assert (groups.votes, groups.of, groups.majority, groups.by) == (2, 3, True, "")
    assert ended.rounds.rounds[0].kept == ("seat-a", "seat-c")
    assert ended.rounds.rounds[0].dropped == ("seat-b",)
    assert f"{FORTH}~1" not in ended.bodies  # nobody is asked what code decides


FORTH, BACK = "round.1/arbiter#agreement", "round.1/arbiter#agreement-reversed"
OPEN = {
    "seat-a": "Use PostgreSQL, since the data are relational.",
    "seat-b": "A relational database such as Postgres.",
    "seat-c": "MongoDB, for its flexible documents.",
}


async def test_open_answers_are_grouped_by_the_grader_blind_and_in_both_orders() -> None:
    judging = Judging(groups={"Use Post": 1, "A relational": 1, "Mongo": 2})
    async with council(OPEN, judging) as backend:
        ended = await held(backend, members=3, strategy="voting", question="Which database?")
        prompts = [await backend.prompt(ended.session, key) for key in (FORTH, BACK)]
    groups = ended.found("round.1/answer-groups")
    assert groups.by == "arbiter"
    assert groups.groups[0] == ("seat-a", "seat-b")
    assert ended.rounds.rounds[0].kept == ("seat-a", "seat-b")
    assert not any("fake/" in prompt or "seat-" in prompt for prompt in prompts)
    one, other = ([prompt.index(text) for text in OPEN.values()] for prompt in prompts)
    assert sorted(one) != one or sorted(other) != other
    assert [sorted(one).index(at) for at in one] == [2 - sorted(other).index(at) for at in other]


async def test_answers_agree_only_where_both_orders_say_so() -> None:
    def judge(call: Any) -> Any:
        groups = {"Use Post": 1, "A relational": 1 if call.key == FORTH else 2, "Mongo": 2}
        return Judging(groups=groups)(call)

    async with council(OPEN, judge) as backend:
        ended = await held(backend, members=3, strategy="voting", question="Which database?")
    assert len(ended.found("round.1/answer-groups").groups) == 3


async def test_who_declines_has_no_vote() -> None:
    def judge(call: Any) -> Any:
        if "agreement" not in call.key:
            return Judging()(call)
        return grading.graded(call.messages[-1].text, lambda text: (1, text, "depends" in text))

    answers = {"seat-a": "It depends.", "seat-b": "Use Postgres.", "seat-c": "Take PostgreSQL."}
    async with council(answers, judge) as backend:
        ended = await held(backend, members=3, strategy="voting", question="Which database?")
    found = ended.found("round.1/answer-groups")
    assert (found.groups, found.declined, found.of) == ((("seat-b", "seat-c"),), ("seat-a",), 2)


async def test_a_grader_that_fails_leaves_only_equal_answers_in_a_camp() -> None:
    def judge(call: Any) -> Any:
        return down() if "agreement" in call.key else Judging()(call)

    answers = {"seat-a": "red it is", "seat-b": "crimson", "seat-c": "blue"}
    async with council(answers, judge) as backend:
        ended = await held(backend, members=3, strategy="voting", question="Which colour?")
    assert ended.found("round.1/answer-groups").by == ""
    assert any("only equal ones count as one" in line for line in ended.verdict.degraded)


@pytest.mark.parametrize("fallback", [True, False])
async def test_without_the_majority_required(fallback: bool) -> None:
    answers = {"seat-a": "1", "seat-b": "2", "seat-c": "3"}
    async with council(answers) as backend:
        ended = await held(backend, members=3, strategy="voting", require_majority=True, fallback_to_all=fallback)
    if fallback:
        assert ended.verdict.text == "The synthesis."
        assert ended.rounds.rounds[0].kept == ("seat-a", "seat-b", "seat-c")
        return
    assert ended.state.status == "inconclusive"
    assert ended.verdict.text is None
    assert "majority" in ended.verdict.reason
    assert ended.rounds.stopped == "no_majority"
    assert len(ended.rounds.rounds) == 3  # the members were asked again, each time


async def test_a_majority_found_in_a_later_round() -> None:
    answers = {"seat-a": "1", "seat-b": ["2", "1"], "seat-c": "3"}
    async with council(answers) as backend:
        ended = await held(backend, members=3, strategy="voting", require_majority=True, fallback_to_all=False)
        prompt = await backend.prompt(ended.session, "round.2/seat-c")
    assert ended.verdict.text == "The synthesis."
    assert ended.rounds.rounds[1].kept == ("seat-a", "seat-b")
    assert "did not agree" in prompt


async def test_camps_that_tie_all_go_on() -> None:
    answers = {"seat-a": "1", "seat-b": "2", "seat-c": "1", "seat-d": "2", "seat-e": "3"}
    async with council(answers) as backend:
        ended = await held(backend, members=5, strategy="voting")
    found = ended.found("round.1/answer-groups")
    assert found.tied == 2
    assert found.kept == ("seat-a", "seat-c", "seat-b", "seat-d")


# --- elimination ----------------------------------------------------------------------------------------------------


async def test_elimination_works_as_it_comes() -> None:
    judging = Judging(confidence=0.99, best=[f"answer of {letter}" for letter in "cadb"])
    async with council(LETTERS, judging) as backend:
        ended = await held(backend, members=4, strategy="elimination")
    assert asked(ended, 1) == ["seat-a", "seat-b", "seat-c", "seat-d"]
    assert asked(ended, 2) == ["seat-a", "seat-c", "seat-d"]
    assert asked(ended, 3) == ["seat-a", "seat-c"]
    assert ended.found("round.1/elimination").eliminated == ("seat-b",)
    assert ended.found("round.2/elimination").eliminated == ("seat-d",)
    assert ended.verdict.text == "answer of c"
    assert ended.verdict.by == "seat-c"


@pytest.mark.parametrize(
    ("members", "options", "fields"),
    [
        (6, {"eliminate_count": 2}, [6, 4, 2]),
        (6, {"eliminate_fraction": 0.5}, [6, 3, 2]),
        (6, {"eliminate_count": 5, "keep_minimum": 3}, [6, 3]),
        (6, {"elimination_delay": 2, "max_iterations": 4}, [6, 6, 5, 4]),
        (3, {"keep_minimum": 1, "max_iterations": 5}, [3, 2, 1]),
        (2, {}, [2]),
        (4, {"eliminate_count": 0, "eliminate_fraction": 0.26}, [4, 3]),
    ],
)
async def test_how_fast_the_field_shrinks(members: int, options: dict[str, Any], fields: list[int]) -> None:
    judging = Judging(confidence=0.99, best=[f"answer of {letter}" for letter in "abcdef"])
    async with council(LETTERS, judging) as backend:
        ended = await held(backend, members=members, strategy="elimination", **options)
    assert [len(held.selected) for held in ended.rounds.rounds] == fields
    lone = [held for held in ended.rounds.rounds if len(held.heard) == 1]
    assert all(held.geometric is None for held in lone), "one answer agrees with none"


async def test_a_seat_that_did_not_answer_leaves_first() -> None:
    answers = {**LETTERS, "seat-a": [down(), "answer of a"]}
    judging = Judging(confidence=0.99, best=[f"answer of {letter}" for letter in "abcd"])
    async with council(answers, judging) as backend:
        ended = await held(backend, members=4, strategy="elimination")
    assert ended.found("round.1/elimination").order == ("seat-b", "seat-c", "seat-d", "seat-a")
    assert ended.found("round.1/elimination").eliminated == ("seat-a",)


# --- role -----------------------------------------------------------------------------------------------------------


def part_of(backend: Any, key: str) -> str:
    (call,) = [call for call in backend.voice.calls if call.key == key]
    _, told, part = call.messages[-1].text.partition("In this council you play a part.")
    return part.partition("You are one of several advisers")[0] if told else ""


async def test_parts_are_given_out_in_seat_order_and_kept() -> None:
    async with council(LETTERS, Judging(confidence=[0.1, 0.9])) as backend:
        ended = await held(backend, members=3, strategy="role", roles=["A judge.", "A poet."])
        for number in (1, 2):
            assert "A judge." in part_of(backend, f"round.{number}/seat-a")
            assert "A poet." in part_of(backend, f"round.{number}/seat-b")
            assert "scepticism" in part_of(backend, f"round.{number}/seat-c")
        assert part_of(backend, "round.1/seat-c") == part_of(backend, "round.2/seat-c")
        assert part_of(backend, "round.1/arbiter") == ""
    assert set(ended.found("round.1/parts").parts) == {"seat-a", "seat-b", "seat-c"}


# --- finding strategies ---------------------------------------------------------------------------------------------


class FirstOnly(Strategy):
    """A strategy of an installed package."""

    title = "only the first answer goes on"

    async def sifted(self, floor: Any, options: Any, heard: Any, vectors: Any) -> RoundSelection:
        return RoundSelection(kept=(heard[0].seat.id,), note=f"Only the first, as {options.params['mood']}.")


FIRST_ONLY = FirstOnly()


async def test_a_package_can_bring_a_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("first-only", "protocols.consensus.test_strategies:FIRST_ONLY", "moot.strategies"),
        EntryPoint("no-strategy", "protocols.consensus.test_strategies:LETTERS", "moot.strategies"),
    ]
    monkeypatch.setattr(installed, "entry_points", lambda group: [p for p in points if p.group == group])
    assert "first-only" in strategies.names()
    with pytest.raises(ProtocolWrong, match="LETTERS"):
        strategies.find("no-strategy")
    async with council(LETTERS) as backend:
        ended = await held(backend, members=3, strategy="first-only", strategy_params="mood=told")
    assert ended.rounds.rounds[0].kept == ("seat-a",)
    assert ended.rounds.rounds[0].note == "Only the first, as told."


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
