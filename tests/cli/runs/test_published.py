"""Do `moot runs aggregate`, `compare`, `report` and `dashboard` do what the published programs do?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli.conftest import Run

GOLDEN = Path(__file__).parents[2] / "golden" / "aggregate"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The golden grouped files, in a folder of their own."""
    folder = tmp_path / "results"
    folder.mkdir()
    for file in GOLDEN.glob("*grouped.json"):
        shutil.copy(file, folder)
    return folder


def test_aggregate_prints_the_published_text_and_leaves_its_files(files: Path, moot: Run, tmp_path: Path) -> None:
    result = moot("runs", "aggregate", str(files))
    assert result.exit_code == 0
    assert result.stdout == (GOLDEN / "aggregate.txt").read_text()
    for mode in ("code_review", "sistm_stress"):
        golden = json.loads((GOLDEN / f"council_aggregate_{mode}.json").read_text())
        assert json.loads((tmp_path / f"council_aggregate_{mode}.json").read_text()) == golden
    assert json.loads((tmp_path / "council_aggregate.json").read_text())["mode"] == "sistm_stress"
    assert json.loads(moot("runs", "aggregate", str(files), "--json").stdout).keys() == {"code_review", "sistm_stress"}


def test_compare_and_report_take_what_the_others_leave(files: Path, moot: Run, tmp_path: Path) -> None:
    one, other = files / "sistm_stress_run_1_grouped.json", GOLDEN / "compared" / "reversed_run_5_grouped.json"
    result = moot("runs", "compare", str(one), str(other), "--output", "compare.json")
    assert result.stdout == (GOLDEN / "compared" / "compare.txt").read_text()
    moot("runs", "aggregate", str(files), "--dir", "out")
    result = moot("runs", "report", "out/council_aggregate.json", "--compare", "compare.json")
    assert (result.exit_code, result.stdout) == (0, "Wrote council_report.html.\n")
    assert "does a monorepo speed teams up?" in (tmp_path / "council_report.html").read_text()
    told = json.loads(moot("runs", "dashboard", "--dir", "out", "--mode", "code_review").stdout)
    assert (told["mode"], told["report_exists"]) == ("code_review", False)


def test_what_a_run_of_ours_leaves_is_aggregated(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"role": "user", "content": "Is 91 prime?"}\n')
    assert moot("run", "q.jsonl", "--rubric", "stress-test", "--council", "rehearsal", "-q").exit_code == 0
    told = json.loads(moot("runs", "aggregate", "results", "--json").stdout)["stress_test"]
    assert len(told["summary"]) >= 3
    assert told["question_discriminative"].keys() == {"is 91 prime?"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("aggregate", "."), "no files of runs"),
        (("report", "a.json"), "is not an aggregate of runs"),
        (("dashboard", "--mode", "legal"), "aggregate of runs"),
        (("compare", "a.json"), "Missing argument 'B'"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str, moot: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    result = moot("runs", *words)
    assert result.exit_code == 2
    assert said in result.stderr
