"""Test that two judges of the same answers are compared by forks that ask only the judge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import sessions, told

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
