"""Test the consensus: rounds, the rule that ends them, the prompts of members and arbiter, and stand-ins. Members and
arbiter are scripted; everything else is real.
"""

from __future__ import annotations

from typing import Any

import pytest

from moot.errors import BadSetting
from moot.protocols import registry
from moot.sessions.opening import options_from
from moot.vocabulary.events import SeatAsked, StageEntered
from protocols.consensus.backend import Ended, Judging, council, down, held

THREE = {"seat-a": "42", "seat-b": "43", "seat-c": "44"}


def rounds_held(ended: Ended) -> int:
    return sum(isinstance(body, StageEntered) for body in ended.bodies.values())


async def test_a_sure_arbiter_ends_it_in_one_round() -> None:
    async with council(THREE, Judging(confidence=0.85)) as backend:
        ended = await held(backend, members=3)
    assert rounds_held(ended) == 1
    assert ended.verdict.text == "The synthesis."
    assert ended.verdict.by == "arbiter"
    assert ended.verdict.confidence == 0.85
    assert ended.rounds.stopped == "confident"
    assert ended.rounds.why == ended.verdict.reason
    assert "85 %" in ended.verdict.reason
    assert ended.verdict.degraded == ()


@pytest.mark.parametrize(
    ("confidence", "again", "options", "rounds", "stopped"),
    [
        (0.8, False, {}, 1, "confident"),
        (0.79, False, {}, 3, "cap"),
        (0.99, True, {}, 3, "cap"),  # asking for another round beats confidence
        ([0.1, 0.9], False, {}, 2, "confident"),
        (0.9, False, {"min_iterations": 2}, 2, "confident"),
        (0.5, False, {"max_iterations": 5}, 5, "cap"),
        (0.5, False, {"confidence_threshold": 50}, 1, "confident"),
        (0.99, False, {"confidence_threshold": 100, "max_iterations": 2}, 2, "cap"),
    ],
)
async def test_when_the_rounds_end(
    confidence: Any, again: bool, options: dict[str, Any], rounds: int, stopped: str
) -> None:
    async with council(THREE, Judging(confidence=confidence, again=again)) as backend:
        ended = await held(backend, members=3, **options)
    assert rounds_held(ended) == rounds
    assert ended.rounds.stopped == stopped
    assert ended.rounds.cap == options.get("max_iterations", 3)


async def test_the_best_round_stands_and_not_the_last() -> None:
    judging = Judging(confidence=[0.7, 0.5, 0.6], synthesis=["First.", "Second.", "Third."])
    async with council(THREE, judging) as backend:
        ended = await held(backend, members=3)
    assert (ended.rounds.best, ended.verdict.text, ended.verdict.confidence) == (1, "First.", 0.7)


async def test_members_learn_what_to_look_into_and_what_stands() -> None:
    judging = Judging(confidence=[0.4, 0.9], again=[True, False], areas=["The units.", "Whether zero counts."])
    async with council(THREE, judging) as backend:
        ended = await held(backend, members=3)
        prompt = await backend.prompt(ended.session, "round.2/seat-b")
        first = await backend.prompt(ended.session, "round.1/seat-b")
    assert "- The units." in prompt
    assert "- Whether zero counts." in prompt
    assert "The synthesis." in prompt
    assert "The units" not in first
    assert "44" not in prompt  # another member's answer
    assert "42" not in prompt


async def test_the_arbiter_knows_the_rounds_before() -> None:
    judging = Judging(confidence=[0.4, 0.9], areas=["The units."], synthesis=["First try.", "Second try."])
    async with council(THREE, judging) as backend:
        ended = await held(backend, members=3)
        prompt = await backend.prompt(ended.session, "round.2/arbiter")
    assert "First try." in prompt
    assert "The units." in prompt
    assert "0.40" in prompt
    assert ended.verdict.text == "Second try."


async def test_labels_of_one_sheet_never_reach_another_reader() -> None:
    """An arbiter that names labels: its analysis, areas and synthesis are told on without them."""
    seen: list[str] = []

    class Naming(Judging):
        def __call__(self, call: Any) -> Any:
            from protocols.consensus.backend import shown

            label = next(iter(shown(call)))
            seen.append(label)
            self.areas = [f"What {label} says of units."]
            self.synthesis = f"As {label} has it: 42."
            return super().__call__(call)

    async with council(THREE, Naming(confidence=[0.4, 0.9])) as backend:
        ended = await held(backend, members=3)
        later = [await backend.prompt(ended.session, f"round.2/{who}") for who in ("seat-a", "arbiter")]
    assert not any(seen[0] in prompt for prompt in later)
    assert seen[0] not in str(ended.rounds)
    assert seen[1] not in (ended.verdict.text or "")
    assert "answer " in (ended.verdict.text or "")


async def test_auto_context_shows_a_member_its_own_answers_and_manual_does_not() -> None:
    answers = {"seat-a": ["forty", "fifty", "sixty"], "seat-b": "two", "seat-c": "three"}
    for context, expected in (("auto", ["forty", "fifty"]), ("manual", [])):
        async with council(answers, Judging(confidence=0.1)) as backend:
            ended = await held(backend, members=3, context=context)
            (call,) = [call for call in backend.voice.calls if call.key == "round.3/seat-a"]
        assert [message.text for message in call.messages if message.role == "assistant"] == expected
        assert call.messages[0].text.startswith("How many?")
        assert "two" not in "".join(message.text for message in call.messages)
        assert rounds_held(ended) == 3


async def test_a_model_that_writes_plain_words_is_heard_at_once() -> None:
    def say(call: Any) -> Any:
        if call.seat.id == "seat-b":
            return "It is forty-two, if you ask me."
        return Judging()(call) if not call.seat.id.startswith("seat-") else _reply(call)

    from protocols.consensus.backend import reply as _reply_to
    from sessions.backend import Backend

    def _reply(call: Any) -> str:
        return _reply_to(call, "42")

    async with Backend(say) as backend:
        ended = await held(backend, members=3)
    assert "round.1/seat-b+repair~1" not in ended.bodies
    ballot: Any = ended.bodies["round.1/seat-b:ballot"]
    assert (ballot.ballot.answer, ballot.ballot.confidence, ballot.how) == (
        "It is forty-two, if you ask me.", None, "words",
    )  # fmt: skip
    assert ended.rounds.rounds[0].heard == ("seat-a", "seat-b", "seat-c")
    assert "seat-b" not in ended.rounds.rounds[0].said
    assert ended.verdict.degraded == ()
    assert ended.verdict.missing == ()


async def test_rank_lets_the_answer_placed_first_stand_verbatim() -> None:
    answers = {"seat-a": "alpha", "seat-b": {"answer": "beta  \n as is", "reasoning": "because"}, "seat-c": "gamma"}
    async with council(answers, Judging(best=["beta", "gamma"])) as backend:
        ended = await held(backend, members=3, judging="rank")
    assert ended.verdict.text == "beta  \n as is"
    assert ended.verdict.by == "seat-b"
    assert not ended.verdict.verbatim  # chosen, not left over
    assert ended.verdict.winner == "seat-b"
    assert [place.seat for place in ended.rounds.places] == ["seat-b", "seat-c", "seat-a"]


@pytest.mark.parametrize("least", [1, 2])
async def test_pick_one_is_a_single_pass(least: int) -> None:
    async with council(THREE, Judging(best=["44"], confidence=0.3)) as backend:
        ended = await held(backend, members=3, judging="pick-one", min_iterations=least)
    assert ended.verdict.text == "44"
    assert ended.verdict.by == "seat-c"
    assert not ended.verdict.verbatim
    assert ended.verdict.confidence == 0.3
    assert rounds_held(ended) == least
    assert ended.rounds.stopped == "single_pass"


async def test_too_few_in_a_later_round_let_the_earlier_one_stand() -> None:
    answers = {"seat-a": "42", "seat-b": ["43", down()], "seat-c": ["44", down()]}
    async with council(answers, Judging(confidence=0.4)) as backend:
        ended = await held(backend, members=3)
    assert ended.state.status == "verdict"
    assert ended.rounds.stopped == "too_few"
    assert ended.rounds.best == 1
    assert ended.verdict.text == "The synthesis."
    assert any("round 2" in line for line in ended.verdict.degraded)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"min_iterations": 4}, ["min_iterations", "max_iterations"]),
        ({"max_iterations": 0}, ["max_iterations"]),
        ({"min_iterations": 0}, ["min_iterations"]),
        ({"confidence_threshold": 101}, ["confidence_threshold"]),
        ({"confidence_threshold": -0.1}, ["confidence_threshold"]),
        ({"confidence_threshold": "nan"}, ["confidence_threshold"]),
        ({"strategy": "vote"}, ["vote", "voting"]),
        ({"judging": "best"}, ["judging"]),
        ({"context": "automatic"}, ["context"]),
        ({"strategy": "elimination", "eliminate_count": -1}, ["eliminate_count"]),
        ({"strategy": "elimination", "eliminate_fraction": 1.1}, ["eliminate_fraction"]),
        ({"strategy": "elimination", "keep_minimum": 0}, ["keep_minimum"]),
        ({"strategy": "elimination", "elimination_delay": -1}, ["elimination_delay"]),
        ({"strategy": "elimination", "eliminate_count": 0}, ["eliminate_count"]),
        ({"strategy": "semantic", "eps": 0}, ["eps"]),
        ({"strategy": "semantic", "min_samples": 0}, ["min_samples"]),
        ({"strategy": "semantic", "clustering_algorithm": "kmeans"}, ["clustering_algorithm"]),
        ({"strategy": "role", "roles": ["x", " "]}, ["roles"]),
        ({"strategy_params": "=x"}, ["strategy_params"]),
        ({"strategi": "voting"}, ["strategi", "strategy"]),
    ],
)
def test_options_that_cannot_be_taken_are_refused_before_anything_is_asked(
    options: dict[str, Any], names: list[str]
) -> None:
    with pytest.raises(BadSetting) as refused:
        options_from(registry.find("consensus"), options, "the council")
    assert all(name in str(refused.value) for name in names), refused.value


def test_options_are_read_as_what_they_are() -> None:
    """What a terminal passes on are texts: `false` is false."""
    read: Any = options_from(
        registry.find("consensus"),
        {
            "require_majority": "false",
            "fallback_to_all": "0",
            "use_dynamic_personalities": "true",
            "confidence_threshold": "85",
            "max_iterations": "5",
            "roles": "Only one.",
            "strategy_params": ["a=1", "a = 2", "b"],
        },
        "the council",
    )
    assert read.require_majority is False
    assert read.fallback_to_all is False
    assert read.use_dynamic_personalities is True
    assert read.threshold == 0.85
    assert read.parts == ("Only one.",)
    assert read.params == {"a": "2", "b": ""}


async def test_the_plan_counts_what_is_asked() -> None:
    for options in ({}, {"strategy": "elimination"}, {"judging": "pick-one"}, {"strategy": "role"}):
        async with council({f"seat-{letter}": letter for letter in "abcdef"}, Judging(confidence=0.1)) as backend:
            ended = await held(backend, members=6, **options)
        protocol = registry.find("consensus")
        read = options_from(protocol, options, "the council")
        planned = protocol.planned(6, read, {"arbiter": 1, "embedder": 1})
        for who in ("members", "arbiter", "embedder"):
            calls = sum(plan.calls for plan in planned if plan.by == who)
            prefix = "seat-" if who == "members" else who
            made = sum(isinstance(b, SeatAsked) and b.seat.startswith(prefix) for b in ended.bodies.values())
            assert calls == made, (options, who)
