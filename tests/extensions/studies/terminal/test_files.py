"""Test that a study's files match its sessions and schemas, and are the same however often written."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from cli.conftest import Run
from extensions.studies.terminal.conftest import REVERSED, VOICES, told
from moot.extensions.studies.reports import rows as kinds
from moot.extensions.studies.reports.rows import ReportRow
from moot.extensions.studies.stats.report import StudyReport

Files = dict[str, Any]
FILES = {
    "manifest.json": kinds.Manifest, "cells.ndjson": kinds.CellRow, "replies.ndjson": kinds.ReplyRow,
    "axes.ndjson": kinds.AxisMarkRow, "flips.ndjson": kinds.PositionChangeRow, "findings.ndjson": kinds.FindingRow,
    "calls.ndjson": kinds.CallRow, "aggregate.json": StudyReport, "compare.json": kinds.ArmComparison,
}  # fmt: skip
COMMON = set(ReportRow.__struct_fields__)


def written_by(moot: Run, folder: Path) -> Files:
    """What a study's folder holds: tables as rows."""
    result: Result = moot("study", "export", "tried", "--dir", str(folder))
    assert result.exit_code == 0, result.output
    found: Files = {}
    for name in FILES:
        text = (folder / name).read_text()
        found[name] = [json.loads(line) for line in text.splitlines()] if name.endswith("ndjson") else json.loads(text)
    return found


@pytest.mark.slow
def test_files_say_what_sessions_say(written: Callable[..., Path], moot: Run, tmp_path: Path) -> None:
    told(moot, "run", str(written(REVERSED, members=[*VOICES, "rehearsal/failing"], head="repeats = 2\n")))
    files = written_by(moot, tmp_path / "out")
    cells, replies, calls = files["cells.ndjson"], files["replies.ndjson"], files["calls.ndjson"]
    assert len(cells) == 8
    for name, rows in files.items():
        kind = FILES[name]
        if not name.endswith("ndjson"):
            rows = [rows]
        for row in rows:
            assert set(row) == set(kind.__struct_fields__), name
            msgspec.convert(row, kind, strict=True)
            assert name[:-7] in ("manif", "aggreg", "comp") or set(row) >= COMMON or name.endswith(".json")
    assert {row["role"] for row in calls} >= {"member", "adjudicator"}
    for cell in cells:
        own = [row for row in calls if row["session"] == cell["session"] and row["copied_from"] is None]
        assert cell["usage"]["calls"] == len(own) > 0
        assert cell["usage"]["input"] == sum(row["usage"]["input"] for row in own)
        assert (cell["fork_of"] is not None) == (cell["arm"] == "reversed")
        assert [each["model"] for each in cell["missing"]].count("rehearsal/failing") > 0
        assert cell["degraded"]
        of_it = [row["usage"] for row in calls if row["session"] == cell["session"]]
        for part in ("calls", "input", "output", "reasoning", "ms", "cost"):
            assert sum(usage[part] for usage in of_it) == pytest.approx(cell["usage"][part]), (
                "a copy is counted nowhere"
            )
    forks = [row for row in calls if row["arm"] == "reversed" and row["copied_from"] is not None]
    assert {row["copied_from"] for row in forks} == {cell["session"] for cell in cells if cell["arm"] == "base"}
    axes, judged = files["axes.ndjson"], Counter(row["session"] for row in files["axes.ndjson"])
    for session, number in judged.items():
        of = [row for row in replies if row["session"] == session]
        assert number == sum(len(axis["given"]) for row in of for axis in row["axis_scores"].values())
    assert {row["judge_model"] for row in axes} <= {model for cell in cells for model in cell["adjudicators"]}
    flips = files["flips.ndjson"]
    assert [row["flip"] for row in flips] == [row["flip"] for row in replies if row["flip"] is not None]
    manifest = files["manifest.json"]
    assert set(manifest["rubrics"]) == {cell["rubric_digest"] for cell in cells}
    assert manifest["councils"]["base"] == [cells[0]["council_digest"]]
    assert set(manifest["sessions"].values()) == {cell["session"] for cell in cells}
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest
    whole = next((tmp_path / "out" / "base").glob("*_raw.json"))
    flipped = [reply["flip"] for each in json.loads(whole.read_text())["questions"] for reply in each["replies"]]
    assert all(set(flip) >= {"flip", "flip_reason", "flip_source"} for flip in flipped if flip is not None)


def test_what_a_council_found_is_told_row_by_row(written: Callable[..., Path], moot: Run, tmp_path: Path) -> None:
    file = written(questions=["ring-c"])
    file.write_text(file.read_text().replace("two-sided", "planted-bugs"))
    told(moot, "run", str(file))
    files = written_by(moot, tmp_path / "out")
    assert len(files["findings.ndjson"]) == files["cells.ndjson"][0]["measures"]["findings"]
    assert all(row["seat"] == "" and row["status"] for row in files["findings.ndjson"])
