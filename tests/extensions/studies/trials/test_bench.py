"""Test that trials tell sound, sloppy and broken models apart, and resume after a kill."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from moot.extensions.studies.trials.results import FixtureClaim
from moot.extensions.studies.trials.voter_consistency import (
    Trial,
    known_answers,
    negations,
    steadiness,
    took,
)
from moot.stats.voter_quality.fitness import wilson
from rig.script import Asked
from rig.terminal import Terminal
from world.gateway import Gateway
from world.homes import SEATS, furnished, gateway_at
from world.hosting import hosted

SOUND, SLOPPY, BROKEN = SEATS[:3]
GARBAGE = "I would rather talk about the weather."


class Voters:
    """One whose ballots can be read, one of whose ballots three of ten cannot, one none of whose can."""

    def __init__(self) -> None:
        self.asked: dict[str, set[int]] = defaultdict(set)

    def __call__(self, asked: Asked) -> str | None:
        if asked.model == BROKEN.partition("/")[2]:
            return GARBAGE
        if asked.prompt.rstrip().endswith("Only the last ballot counts."):  # as no repair does
            self.asked[asked.model].add(asked.number)
        if asked.model == SLOPPY.partition("/")[2] and len(self.asked[asked.model]) % 10 in (3, 6, 9):
            return GARBAGE
        return None


def tried(moot: Run, *words: str) -> dict[str, Any]:
    result = moot("bench", "models", *words, "--yes", "--json")
    assert result.exit_code == 0, result.output
    return {each["model"]: each for each in json.loads(result.stdout)["models"]}


@pytest.mark.slow
def test_a_sound_a_sloppy_and_a_broken_model_are_told_apart_with_the_right_intervals(moot: Run, home: Path) -> None:
    with gateway_at(home, says=Voters()) as up:
        seats = [word for seat in (SOUND, SLOPPY, BROKEN) for word in ("-m", seat)]
        found = tried(moot, *seats, "--runs", "20")
        calls = len(up.calls)
        again = tried(moot, *seats, "--runs", "20")
        assert len(up.calls) == calls  # kept runs are not paid again
        assert again == found
    sound, sloppy, broken = found[SOUND], found[SLOPPY], found[BROKEN]
    assert [each["verdict"] for each in (sound, sloppy, broken)] == ["fit", "unproven", "unfit"]
    assert (sound["read"]["good"], sound["read"]["of"]) == (16, 16)  # it ended when it was clear
    assert (sloppy["read"]["good"], sloppy["read"]["of"]) == (14, 20)
    assert (broken["read"]["good"], broken["read"]["of"]) == (0, 3)
    for each in (sound, sloppy, broken):
        interval = wilson(each["read"]["good"], each["read"]["of"])
        assert interval is not None
        assert (each["read"]["low"], each["read"]["high"]) == pytest.approx((interval.low, interval.high))
    assert sloppy["more"] > 20
    assert sloppy["not_read"] == len(sloppy["failures"]) == 6
    assert {failed["kind"] for failed in sloppy["failures"]} == {"spoiled"}
    assert sound["consistent"] is not None
    assert sound["order_effect"] is not None
    assert 2 * 16 < sound["known"]["of"] <= 4 * 16  # who abstains gives no answer
    assert 16 < sound["negations"]["of"] <= 2 * 16
    assert sound["price"] > 0
    assert sound["last"]["half"] <= sound["last"]["most"]
    assert sound["failures"] == []
    assert broken["consistent"] is None
    listed = moot("sessions", "list", "--json").stdout
    assert json.loads(listed)["sessions"] == []
    assert (
        len(json.loads(moot("sessions", "list", "--via", "bench", "--limit", "100", "--json").stdout)["sessions"]) == 39
    )
    voters = {each["model"]: each for each in json.loads(moot("upkeep", "--json").stdout)["voters"]}
    assert {name: each["trial"] for name, each in voters.items()} == {SOUND: "fit", SLOPPY: "unproven", BROKEN: "unfit"}
    assert {each["sessions"] for each in voters.values()} == {0}  # trying out is no sitting
    assert {each["valid"] for each in voters.values()} == {None}
    told = moot("bench", "models", "-m", SLOPPY, "--runs", "20", "--yes").stdout
    assert f"unproven; {sloppy['more']} more runs without a fault would make it fit." in told
    assert "14 of 20" in told


def test_a_budget_bounds_all_runs_together(moot: Run, home: Path) -> None:
    with gateway_at(home) as up:
        result = moot("bench", "models", "-m", SOUND, "--runs", "16", "--budget", "0.012", "--json")
        found = json.loads(result.stdout)
        assert up.books.spent <= 12_000_000
    assert found["troubles"]
    assert found["models"] == [] or found["models"][0]["read"]["of"] < 16


def test_a_service_that_cannot_be_asked_tells_nothing_of_the_model(moot: Run, home: Path) -> None:
    with hosted(Gateway(keys=("sk-good",))) as up:
        furnished(home, up)
        (home / "keys.toml").unlink()
        furnished(home, up, key="sk-bad")
        up.keys = ("sk-other",)
        result = moot("bench", "models", "-m", SOUND, "--yes", "--json")
    found = json.loads(result.stdout)
    assert found["troubles"]
    assert all(each["read"] is None or each["verdict"] != "unfit" for each in found["models"])


def test_who_convenes_an_unfit_model_is_told(moot: Run, home: Path) -> None:
    with gateway_at(home, says=Voters()):
        tried(moot, "-m", BROKEN, "-m", SOUND, "--runs", "3")
        asked = [
            "ask",
            "Which plan is safer?",
            "-m",
            BROKEN,
            "-m",
            SOUND,
            "--chair",
            SOUND,
            "--protocol",
            "peer-review",
        ]
        told = moot(*asked)
    note = f"{BROKEN} is unfit: 3 of its 3 ballots could not be read when it was tried out."
    assert note in " ".join(told.output.split())
    assert f"{SOUND} is unfit" not in told.output


@pytest.mark.slow
def test_what_it_may_cost_is_told_and_agreed_to_first(moot: Run, home: Path, terminal: Callable[..., Terminal]) -> None:
    with gateway_at(home, says=Voters()) as up:
        words = ("bench", "models", "-m", SOUND, "--runs", "2")
        refused = moot(*words)
        assert refused.exit_code == 2
        told = " ".join(refused.stderr.split())
        assert re.search(r"2 sessions, 2 calls: typically \$\S+, at most \$\S+ \(an estimate\)", told), told
        assert "--budget" in told
        typing = terminal(*words)
        typing.until("Ask them?")
        typing.type("n\n")
        assert typing.ended() == 130
        assert not any(call.body.get("messages") for call in up.calls)
        typing = terminal(*words)
        typing.until("Ask them?")
        typing.type("y\n")
        typing.ended()
        assert sum(bool(call.body.get("messages")) for call in up.calls) == 2
        assert "session" not in moot(*words).stderr, "nothing is left to be asked"


def test_who_is_right_no_more_often_than_by_chance_is_named(moot: Run, home: Path) -> None:
    against = {"level": "strongly_reject", "confidence": 9, "reason": "No."}

    def denies(asked: Asked) -> str | None:
        labels = re.findall(r'<answer label="(\w+)"', asked.prompt)
        return f"<ballot>{json.dumps({'votes': dict.fromkeys(labels, against)})}</ballot>" if labels else None

    with gateway_at(home, says=denies):
        words = ("bench", "models", "-m", SOUND, "--runs", "16", "--yes")
        told = moot(*words).stdout
        found = json.loads(moot(*words, "--json").stdout)["models"][0]
    assert found["verdict"] == "fit"
    assert 2 * found["known"]["good"] <= found["known"]["of"]
    assert "fit, guesses" in " ".join(told.split())
    assert f"{found['known']['good']} of {found['known']['of']} known answers right, no better than by guessing" in told
    assert "WITHOUT" in told.upper()


CLAIMS = (
    FixtureClaim(text="A", kind="factual claim", known=True),
    FixtureClaim(text="Not A", kind="factual claim", denies=1, known=False),
    FixtureClaim(text="We should B", kind="recommendation"),
    FixtureClaim(text="We should not B", kind="recommendation", denies=3),
)


def test_runs_in_one_order_are_told_from_runs_in_two() -> None:
    trials = [Trial(0, {1: 2, 2: -2}), Trial(0, {1: 1, 2: -2}), Trial(1, {1: 0, 2: 2})]
    found = steadiness(trials)
    assert found.consistent == pytest.approx((0.75 + 1) / 2)
    across = (0.5 + 0 + 0.75 + 0) / 4
    assert found.order_effect == pytest.approx(across - found.consistent)


def test_one_run_tells_nothing_of_steadiness_and_one_order_nothing_of_order() -> None:
    assert steadiness([Trial(0, {1: 2})]) == (None, None)
    assert steadiness([Trial(0, {1: 2}), Trial(0, {1: 2})]) == (1.0, None)


def test_approving_a_claim_and_its_negation_contradicts_and_of_facts_rejecting_both_does_too() -> None:
    cases = {(2, 1, 1, 1): 0, (1, -1, 1, -1): 2, (-1, -2, -1, -1): 1, (0, 2, 0, 0): 2}
    for votes, good in cases.items():
        found = negations([Trial(0, dict(enumerate(votes, start=1)))], CLAIMS)
        assert found is not None
        assert (found.good, found.of) == (good, 2)
    assert negations([Trial(0, {1: 2})], CLAIMS) is None  # the other was not voted on


def test_known_answers() -> None:
    found = known_answers([Trial(0, {1: 1, 2: 0}), Trial(1, {1: -1, 2: -2, 3: 2})], CLAIMS)
    assert found is not None
    assert (found.good, found.of) == (2, 4)


def test_times() -> None:
    assert took([]) is None
    found = took(list(range(1, 101)))
    assert found is not None
    assert (found.half, found.most) == (50, 95)
