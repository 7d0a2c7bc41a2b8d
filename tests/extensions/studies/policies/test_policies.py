"""Test policies against brute force on simulated answers, their intervals, and the command."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.conftest import Run
from moot.errors import BadInput, UnknownName
from moot.extensions.studies.policies.comparison import compare_policies, mean_interval
from moot.extensions.studies.policies.recorded_answers import RecordedAnswer, RecordedAnswers, read_answers
from moot.extensions.studies.policies.replay import best_of, calls_until_decided, chosen, outcomes_of, plurality

Line = dict[str, Any]
SKILL = {"m/a": 0.6, "m/b": 0.75, "m/c": 0.5, "m/d": 0.9, "m/e": 0.55}
PRICE = {"m/a": 0.001, "m/b": 0.002, "m/c": 0.004, "m/d": 0.008, "m/e": 0.016}


def simulated(questions: int, seed: int, skill: Mapping[str, float] = SKILL) -> list[Line]:
    """Answers of models with known skill; some questions are hard for all of them."""
    draw, lines = random.Random(seed), []
    for number in range(questions):
        hard = draw.random() < 0.3
        truth = draw.choice("ABCD")

        def answer(right: float, truth: str = truth, hard: bool = hard) -> str:
            wrong = [each for each in "ABCD" if each != truth]
            return truth if draw.random() < right - 0.2 * hard else draw.choice(wrong)

        for model, right in skill.items():
            lines.append(
                {
                    "question": f"q{number}",
                    "truth": truth,
                    "model": model,
                    "answer": answer(right) if draw.random() < 0.97 else None,
                    "price": PRICE[model],
                    "reread": answer(right + 0.1),
                    "again": answer(right),
                    "agrees": draw.random() < 0.7 if draw.random() < 0.5 else None,
                }
            )
    return lines


def read(lines: Sequence[Line]) -> RecordedAnswers:
    return read_answers([json.dumps(line).encode() for line in lines], "answers.jsonl")


class BruteForce:
    """Every policy, written independently from the lines of a file."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.rows: dict[str, list[Line]] = {}
        for line in sorted(lines, key=lambda line: line["price"]):
            self.rows.setdefault(line["question"], []).append(line)

    def vote(self, row: Sequence[Line]) -> str | None:
        given = [line["answer"] for line in row if line["answer"] is not None]
        best = None
        for each in given:
            if best is None or given.count(each) > given.count(best):
                best = each
        return best

    def outcome(self, policy: str) -> tuple[float, float]:
        """Share right and mean price."""
        pairs = [getattr(self, policy)(row) for row in self.rows.values()]
        return fmean(right for right, _ in pairs), fmean(price for _, price in pairs)

    def plurality(self, row: Sequence[Line]) -> tuple[bool, float]:
        return self.vote(row) == row[0]["truth"], sum(line["price"] for line in row)

    def selective(self, row: Sequence[Line]) -> tuple[bool, float]:
        one, two = row[:2]
        if one["answer"] is not None and one["answer"] == two["answer"]:
            return one["answer"] == one["truth"], one["price"] + two["price"]
        return self.plurality(row)

    def stop(self, row: Sequence[Line]) -> tuple[bool, float]:
        """Stop when every possible rest gives the same vote."""
        for asked in range(1, len(row) + 1):
            rest = row[asked:]
            ways = product([*"ABCD", "other"], repeat=len(rest))
            ends = {
                self.vote([*row[:asked], *({**line, "answer": way} for line, way in zip(rest, given, strict=True))])
                for given in ways
            }
            if len(ends) == 1:
                break
        return ends.pop() == row[0]["truth"], sum(line["price"] for line in row[:asked])

    def reader(self, row: Sequence[Line]) -> tuple[bool, float]:
        best = next(line for line in row if line["model"] == "m/d")
        return best["reread"] == best["truth"], sum(line["price"] for line in row) + best["price"]

    def again(self, row: Sequence[Line]) -> tuple[bool, float]:
        best = next(line for line in row if line["model"] == "m/d")
        same = best["agrees"] if best["agrees"] is not None else best["again"] == best["answer"]
        right, price = self.plurality(row)
        if same:
            return best["answer"] == best["truth"], 2 * best["price"]
        return right, price + best["price"]

    def single(self, row: Sequence[Line]) -> tuple[bool, float]:
        best = next(line for line in row if line["model"] == "m/d")
        return best["answer"] == best["truth"], best["price"]

    def flagship(self, row: Sequence[Line]) -> tuple[bool, float]:
        return row[-1]["answer"] == row[-1]["truth"], row[-1]["price"]

    def router(self, known: int) -> float:
        """Mean over 1,000 draws of the share right on the questions that are not known."""
        draw, shares = random.Random(99), []
        rows = self.rows.values()
        right = [[row[at]["answer"] == row[at]["truth"] for row in rows] for at in range(len(PRICE))]
        for _ in range(1_000):
            order = draw.sample(range(len(self.rows)), len(self.rows))
            best = max(right, key=lambda each: sum(each[at] for at in order[:known]))
            shares.append(fmean(best[at] for at in order[known:]))
        return fmean(shares)

    def oracle(self, row: Sequence[Line]) -> tuple[bool, float]:
        return any(line["answer"] == line["truth"] for line in row), sum(line["price"] for line in row)


POLICIES = {
    "best single, in hindsight": "single",
    "best single, cross-validated": "single",
    "flagship": "flagship",
    "plurality": "plurality",
    "selective": "selective",
    "sequential stop": "stop",
    "reader": "reader",
    "again": "again",
    "oracle": "oracle",
}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_policy_is_within_a_point_of_brute_force(seed: int) -> None:
    lines = simulated(150, seed)
    random.Random(seed).shuffle(lines)
    found = {each.policy: each for each in outcomes_of(read(lines))}
    brute = BruteForce(lines)
    for known in (20, 40):
        assert fmean(found.pop(f"router, {known} known").rights) == pytest.approx(brute.router(known), abs=0.01)
    assert found.keys() == POLICIES.keys()
    for policy, name in POLICIES.items():
        right, price = brute.outcome(name)
        assert fmean(found[policy].rights) == pytest.approx(right, abs=0.01), policy
        assert fmean(found[policy].prices) == pytest.approx(price, rel=0.02), policy


def test_the_best_model_is_chosen_by_other_questions() -> None:
    lines = [
        {"question": f"q{at}", "truth": "x", "model": model, "price": 0, "answer": "x" if model == good else "y"}
        for at, good in enumerate(["m/a"] * 10 + ["m/b"] * 11)
        for model in ("m/a", "m/b")
    ]
    assert best_of(read(lines), range(21)) == "m/b"
    folded = chosen(read(lines))
    assert set(folded) == {"m/a", "m/b"}, "without their own part, some questions choose the other model"
    assert folded == chosen(read(lines)), "the parts are seeded"


def councils(number: int) -> None:
    draw = random.Random(5)
    for _ in range(number):
        texts = ["", *"abcd"][: draw.randint(2, 5)]
        answers = [RecordedAnswer(answer=draw.choice(texts), right=False, price=0) for _ in range(draw.randint(3, 8))]
        first, whole = plurality(answers[: calls_until_decided(answers)]), plurality(answers)
        assert (first and first.answer) == (whole and whole.answer), answers


def test_a_sequential_stop_has_the_outcome_of_the_plurality() -> None:
    councils(1_000)


@pytest.mark.slow
def test_a_sequential_stop_has_the_outcome_of_the_plurality_in_10_000_councils() -> None:
    councils(10_000)


def test_a_tie_goes_to_the_answer_of_the_cheapest_model() -> None:
    taken = plurality([RecordedAnswer(answer=each, right=False, price=0) for each in ("b", "a", "a", "b", "c")])
    assert taken is not None
    assert taken.answer == "b"
    assert plurality([RecordedAnswer(answer="", right=False, price=0)]) is None


def test_the_router_picks_the_best_of_five_from_40_known_answers() -> None:
    skill = {"m/a": 0.55, "m/b": 0.6, "m/c": 0.5, "m/d": 0.9, "m/e": 0.6}
    picks = [best_of(read(simulated(40, seed, skill)), range(40)) == "m/d" for seed in range(200)]
    assert fmean(picks) >= 0.93


def coverage(repetitions: int, questions: int = 150) -> float:
    """Share of intervals that contain the true difference of two models whose errors are correlated."""
    draw, covered = random.Random(11), 0
    for repetition in range(repetitions):
        differences = []
        for _ in range(questions):
            one = draw.random()
            other = one if draw.random() < 0.5 else draw.random()
            differences.append(float(one < 0.7) - float(other < 0.6))
        low, high = mean_interval(differences, repetition, resamples=500)
        covered += low <= 0.1 <= high
    return covered / repetitions


def test_intervals_cover_the_truth() -> None:
    assert 0.90 <= coverage(200) <= 0.99


@pytest.mark.slow
def test_intervals_cover_the_truth_in_93_to_97_of_100() -> None:
    assert 0.93 <= coverage(2_000) <= 0.97


def test_a_question_without_some_model_is_left_out() -> None:
    comparison = compare_policies(read(simulated(12, 1)[:-1]))
    assert (comparison.questions, comparison.left_out) == (11, 1)
    assert comparison.models == tuple(PRICE), "the cheapest first"
    assert "router, 20 known" not in {each.policy for each in comparison.policies}


def test_policies_need_their_fields() -> None:
    lines = [{key: line[key] for key in ("question", "truth", "model", "answer", "price")} for line in simulated(5, 1)]
    assert not {"reader", "again"} & {each.policy for each in outcomes_of(read(lines))}


GOOD = {"question": "q", "truth": "a", "model": "m/a", "answer": "A", "price": 0.1}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([GOOD, {**GOOD, "model": "m/b", "price": -1}], "line 2: Expected `float` >= 0"),
        ([GOOD, {**GOOD, "truth": "b"}], "line 2: `truth` differs"),
        ([GOOD, GOOD], "line 2: a second answer by m/a"),
        ([{**GOOD, "truth": " "}], "line 1: `truth` is empty"),
        ([{**GOOD, "cost": 1}], "line 1: Object contains unknown field `cost`"),
        ([GOOD], "no question"),
        ([], "no question"),
    ],
)
def test_bad_input_is_refused_with_its_line(moot: Run, tmp_path: Path, lines: list[Line], says: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    result = moot("study", "policies", str(file))
    assert result.exit_code == 2
    assert says in result.output
    with pytest.raises(BadInput):
        read(lines)


def test_an_unknown_flagship_is_refused() -> None:
    assert outcomes_of(read(simulated(3, 1)), flagship="m/a")[2].note == "m/a"
    with pytest.raises(UnknownName):
        outcomes_of(read(simulated(3, 1)), flagship="m/z")


def test_the_command_prints_a_table_json_and_a_plot(moot: Run, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    shown = moot("study", "policies", "--sample", "--plot", str(plot))
    assert shown.exit_code == 0
    assert "plurality" in shown.output
    assert "invented" in shown.output
    texts = [each.text for each in ElementTree.parse(plot).getroot().iter("{http://www.w3.org/2000/svg}text")]
    found = json.loads(moot("study", "policies", "--sample", "--json").stdout)
    assert {each["policy"] for each in found["policies"]} <= set(texts)
    assert found == json.loads(moot("study", "policies", "--sample", "--json").stdout), "seeded"
    assert moot("study", "policies").exit_code == 2
    assert moot("study", "policies", str(tmp_path / "none.jsonl")).exit_code == 2
