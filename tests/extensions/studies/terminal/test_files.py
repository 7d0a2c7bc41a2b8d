"""Test that a study's files match its sessions, and are the same however often written."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import FIVE, REVERSED, VOICES, told


@pytest.mark.slow
def test_files_say_what_sessions_say(written: Callable[..., Path], moot: Run, tmp_path: Path) -> None:
    told(moot, "run", str(written(REVERSED, members=[*VOICES, "rehearsal/failing"], head="repeats = 2\n")))
    assert moot("study", "export", "tried", "--dir", str(tmp_path / "out")).exit_code == 0
    cells = [json.loads(line) for line in (tmp_path / "out" / "cells.ndjson").read_text().splitlines()]
    assert len(cells) == 8
    for cell in cells:
        assert bool(cell["fork_of"]) == (cell["arm"] == "reversed")
        assert any("rehearsal/failing" in line for line in cell["degraded"])
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert set(manifest["sessions"].values()) == {cell["session"] for cell in cells}
    assert len(manifest["rubrics"]) == len(manifest["councils"]["base"]) == 1
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest
    whole = next((tmp_path / "out" / "base").glob("*_raw.json"))
    flipped = [reply["flip"] for each in json.loads(whole.read_text())["questions"] for reply in each["replies"]]
    assert all(set(flip) >= {"flip", "flip_reason", "flip_source"} for flip in flipped if flip is not None)


@pytest.mark.slow
def test_logs_for_inspect_hold_a_sample_for_each_cell(written: Callable[..., Path], moot: Run, tmp_path: Path) -> None:
    """The shape is what inspect_ai's own reader takes; it was tried with version 0.3.285."""
    told(moot, "run", str(written(REVERSED, questions=FIVE, head="repeats = 2\n")))
    for folder in ("one", "two"):
        assert moot("study", "export", "tried", "--format", "inspect", "--dir", folder).exit_code == 0
    logs = sorted((tmp_path / "one").iterdir())
    assert [log.name for log in logs] == ["tried-base.eval", "tried-reversed.eval"]
    for log in logs:
        assert log.read_bytes() == (tmp_path / "two" / log.name).read_bytes()
        with zipfile.ZipFile(log) as whole:
            read = {name: json.loads(whole.read(name)) for name in whole.namelist()}
        header, summaries = read["header.json"], read["summaries.json"]
        assert (header["version"], header["status"], header["results"]["completed_samples"]) == (2, "success", 10)
        assert header["eval"]["dataset"]["sample_ids"] == FIVE
        assert read["_journal/start.json"]["eval"] == header["eval"]
        samples = {name: sample for name, sample in read.items() if name.startswith("samples/")}
        assert set(samples) == {f"samples/{each['id']}_epoch_{each['epoch']}.json" for each in summaries}
        means = {each["name"]: each["metrics"]["mean"]["value"] for each in header["results"]["scores"]}
        score = sum(sample["scores"]["score"]["value"] for sample in samples.values()) / len(samples)
        assert means["score"] == pytest.approx(score)
