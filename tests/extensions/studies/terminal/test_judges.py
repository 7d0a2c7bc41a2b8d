"""Test that two judges of the same answers are compared by forks that ask only the judge."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import configured, sessions, told
from rig.records.ledger import ledger_lines
from rig.script import Asked, Plan
from rig.upstream import Upstream
from rig.words import answer_for, numbers

STUDY = """
name = "judges"
corpus = "two-sided"
questions = {questions}
seed = "judges"

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta", "lab/gamma"]
adjudicators = ["lab/kind"]
protocol = "adjudication"
[arms.options]
axes_apart = false

[[arms]]
name = "strict"
of = "base"
from = "adjudication"
adjudicators = ["lab/strict"]

[[arms]]
name = "twin"
of = "base"
from = "adjudication"
adjudicators = ["lab/twin"]
"""
MEMBERS = ("alpha", "beta", "gamma")
LEANS = {"kind": 1, "twin": 1, "strict": -1}
"""How far each judge's score of an axis lies from what the text deserves."""


def judging(asked: Asked) -> Plan | None:
    """A judge scores by its own leaning and a little chance, which is another each time it is asked the same."""
    if asked.model not in LEANS:
        return None
    said = json.loads(answer_for(asked.prompt, asked.schema, 60)) if asked.schema else {}
    if not isinstance(said.get("axes"), dict):
        return None
    chance = numbers(f"{asked.model}:{asked.attempt}:{asked.prompt}")
    for call in said["axes"].values():
        call["score"] = 3 + LEANS[asked.model] + next(chance) % 3 - 1
    return Plan(text=json.dumps(said))


async def studied(moot: Run, tmp_path: Path, home: Path, questions: Sequence[str]) -> dict[str, Any]:
    """The study asked, over a service that writes down every call; what its report says."""
    file, ledger = tmp_path / "study.toml", tmp_path / "ledger"
    file.write_text(STUDY.format(questions=json.dumps(questions)))
    async with Upstream(judging, ledger=ledger, models=(*MEMBERS, *LEANS)) as up:
        row = f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n'
        await asyncio.to_thread(configured, home, row)
        first = await asyncio.to_thread(told, moot, "run", str(file))
        assert first["exit"] == 0, first
        asked = Counter(call.model for call in up.calls if call.method == "POST")
        assert set(asked) == {*MEMBERS, *LEANS}
        assert all(asked[judge] >= 9 * len(questions) - 1 for judge in LEANS), "each of them judges everything"
    assert {model: asked[model] for model in MEMBERS} == {
        model: sum(line.get("model") == model for line in ledger_lines(ledger)) for model in MEMBERS
    }, "by the ledger, too: no member was asked for a fork"
    return await asyncio.to_thread(told, moot, "report", "judges")


def checked(report: dict[str, Any], moot: Run, questions: int) -> None:
    found = {each["arm"]: each for each in report["differences"]["score"]}
    assert set(found) == {"strict", "twin"}
    assert {each["difference"]["n"] for each in found.values()} == {questions}
    assert found["strict"]["p_holm"] <= 0.05
    assert found["strict"]["difference"]["high"] < 0, "the strict one scores lower"
    assert found["twin"]["p_holm"] > 0.05, "a judge of the same mind differs by chance alone"
    stages = {
        line["key"].partition("/")[0]
        for each in sessions(moot, 500)
        if each["fork_of"]
        for line in map(json.loads, moot("sessions", "export", each["session"], "-f", "jsonl").stdout.splitlines())
        if line.get("kind") == "SeatAsked" and not line.get("origin")
    }
    assert stages <= {"adjudication", "verdict"}


@pytest.mark.slow
async def test_a_strict_judge_is_told_from_a_kind_one(moot: Run, home: Path, tmp_path: Path) -> None:
    # with two arms a p of sign flips comes below 5 % from seven questions on
    questions = ["housing-1", "carbon-1", "privacy-1", "cloud-1", "finance-1", "constitutional-1", "ml-systems-1"]
    report = await studied(moot, tmp_path, home, questions)
    await asyncio.to_thread(checked, report, moot, len(questions))


REFUSED = {
    "rejudge": ("rejudge", "judges", "--adjudicator", "lab/beta"),
    "run": ("run", "other.toml"),
    "forked in the file": ("run", "third.toml"),
}


@pytest.mark.parametrize("way", REFUSED)
def test_whoever_sits_on_the_panel_is_refused_as_its_judge_before_anything_is_asked(
    way: str, moot: Run, home: Path, tmp_path: Path
) -> None:
    """In a single question such a member leaves the panel; here two arms would be two panels."""
    ours = STUDY.replace("lab/", "rehearsal/").format(questions='["housing-1"]')
    for old, new in zip(("alpha", "beta", "gamma", "kind", "strict", "twin"),
                        ("ada", "bo", "cyn", "dov", "eli", "fay"), strict=True):  # fmt: skip
        ours = ours.replace(old, new)
    (tmp_path / "study.toml").write_text(ours)
    (tmp_path / "other.toml").write_text(
        ours.replace('"judges"', '"other"').replace('"rehearsal/dov"', '"rehearsal/bo"')
    )
    (tmp_path / "third.toml").write_text(
        ours.replace('"judges"', '"third"').replace('"rehearsal/eli"', '"rehearsal/bo"')
    )
    assert told(moot, "run", "study.toml")["exit"] == 0
    there = len(sessions(moot))
    args = [each.replace("lab/beta", "rehearsal/bo") for each in REFUSED[way]]
    refused = moot("study", *args)
    assert refused.exit_code == 2, refused.output
    assert "cannot be asked: " in refused.stderr
    assert "judge it.\nName an adjudicator that does not sit on" in refused.stderr
    assert len(sessions(moot)) == there
    assert len(json.loads(moot("study", "--json").stdout)["studies"]) == 1, "no study was begun by it"
    assert set(told(moot, "status", "judges")["arms"]) == {"base", "eli", "fay"}, "and no arm came"
