"""Test that a consortium runs from Python as published: shape, conversation, failures, many at once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from moot import create_consortium
from moot.app import Application
from moot.errors import AttemptEnded
from moot.extensions.compat.consortium.orchestrate import Consortium, turns_from
from moot.extensions.compat.consortium.records import RunFilter, runs_of
from moot.vocabulary.questions import Turn
from rig.script import Asked
from rig.upstream import Upstream


def lab(home: Path, upstream: Upstream) -> None:
    (home / "endpoints.toml").write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\nprice = "free"\n')


def voices(**more: Any) -> Consortium:
    given = {"models": ["rehearsal/ada:2", "rehearsal/bo"], "arbiter": "rehearsal/hana", "seed": "s", **more}
    return create_consortium(**given)


@pytest.mark.fast(4)
@pytest.mark.parametrize("strategy", ["default", "voting", "elimination", "role", "semantic"])
@pytest.mark.parametrize("judging", ["default", "rank", "pick-one"])
def test_every_strategy_and_judging(strategy: str, judging: str) -> None:
    result = voices(strategy=strategy, judging_method=judging).orchestrate("Is Paris the capital of France?")
    assert result["metadata"]["outcome"] == "verdict"
    answers = [each for each in result["iterations"][0]["model_responses"] if "response" in each]
    if strategy == "voting":
        assert all(each["voting_total"] == 3 for each in answers)
        assert any(each["voting_selected"] for each in answers)
    if strategy == "semantic":
        assert all(len(each["embedding"]) > 10 and "cluster_id" in each for each in answers)
    if judging != "default" or strategy == "elimination":
        assert result["synthesis"]["synthesis"] in {
            each.get("response") for round_ in result["iterations"] for each in round_["model_responses"]
        }


async def test_runs_under_one_id_are_one_conversation_for_members_and_arbiter(home: Path) -> None:
    async with Upstream() as upstream:
        lab(home, upstream)
        consortium = create_consortium(models=["lab/alpha", "lab/beta"], arbiter="lab/gamma", max_iterations=1)
        first = await consortium.aorchestrate("What of the teal elephant?", consortium_id="zoo")
        assert first["metadata"]["consortium_id"] == "zoo"
        before = len(upstream.calls)
        second = await consortium.aorchestrate("And how tall is it?", consortium_id="zoo")
        later = [call for call in upstream.calls[before:] if "And how tall is it?" in call.prompt]
        assert {call.model for call in later} >= {"alpha", "beta", "gamma"}
        assert all("teal elephant" in call.prompt for call in later)
        before = len(upstream.calls)
        await consortium.aorchestrate("And now?")
        assert not any("teal elephant" in call.prompt for call in upstream.calls[before:])
    app = await Application.opened("python")
    assert {each.thread for each in await app.register.list(10)} == {"zoo", None}
    await app.close()
    assert second["metadata"]["outcome"] == "verdict"


async def test_the_id_of_a_run_continues_it_and_text_is_history_too(home: Path) -> None:
    async with Upstream() as upstream:
        lab(home, upstream)
        consortium = create_consortium(models=["lab/alpha", "lab/beta"], arbiter="lab/gamma", max_iterations=1)
        first = await consortium.aorchestrate("What of the teal elephant?")
        before = len(upstream.calls)
        second = await consortium.aorchestrate("And then?", consortium_id=first["metadata"]["consortium_id"])
        assert all("teal elephant" in call.prompt for call in _spoken(upstream, before))
        before = len(upstream.calls)
        third = await consortium.aorchestrate("Which lion?", consortium_id=second["metadata"]["consortium_id"])
        told = [call.prompt for call in upstream.calls[before:] if "Which lion?" in call.prompt]
        assert len(told) >= 3
        assert all("teal elephant" in prompt and "And then?" in prompt for prompt in told), "nothing between is lost"
        assert len({each["metadata"]["consortium_id"] for each in (first, second, third)}) == 3
        before = len(upstream.calls)
        told = "Human: A pink lion?\n\nAssistant: It roars."
        await consortium.aorchestrate("And then?", conversation_history=told)
        assert all("pink lion" in call.prompt and "It roars." in call.prompt for call in _spoken(upstream, before))


async def test_a_run_that_was_taken_away_is_not_told_as_one_that_waits(home: Path) -> None:
    def takes_over(asked: Asked) -> None:
        if asked.model == "gamma":
            with closing(sqlite3.connect(home / "moot.db")) as store, store:
                store.execute("UPDATE sessions SET epoch = epoch + 1")

    async with Upstream(script=takes_over) as upstream:
        lab(home, upstream)
        consortium = create_consortium(models=["lab/alpha", "lab/beta"], arbiter="lab/gamma", max_iterations=1)
        with pytest.raises(AttemptEnded, match="no longer goes on here") as raised:
            await consortium.aorchestrate("Which?")
    assert type(raised.value) is AttemptEnded
    assert "moot sessions resume" in raised.value.remedy


async def test_costs_are_dollars(home: Path) -> None:
    async with Upstream() as upstream:
        price = "{ input = 1000, output = 1000 }"
        row = f'[lab]\nurl = "{upstream.url}"\nprivate = true\nprice = {price}\n'
        (home / "endpoints.toml").write_text(row)
        consortium = create_consortium(models=["lab/alpha", "lab/beta"], arbiter="lab/gamma", max_iterations=1)
        result = await consortium.aorchestrate("Which?")
    app = await Application.opened("python")
    (kept,) = [each async for each in runs_of(app, RunFilter())]
    await app.close()
    assert kept.run.cost == result["metadata"]["cost"]
    assert 0 < (kept.run.cost or 0) < 1000


def test_text_is_read_as_turns() -> None:
    assert turns_from("Human: a\n\nAssistant: b\n\nHuman: c\nmore\n\nAssistant: d") == (
        Turn(question="a", answer="b"), Turn(question="c\nmore", answer="d"),
    )  # fmt: skip
    assert turns_from("") == ()
    assert turns_from("loose words")[0].answer == "loose words"
    assert turns_from("Human: open")[0].question == "open"
    assert turns_from("Assistant: first")[0].answer == "first"


def _spoken(upstream: Upstream, before: int) -> list[Asked]:
    return [call for call in upstream.calls[before:] if "And then?" in call.prompt]
