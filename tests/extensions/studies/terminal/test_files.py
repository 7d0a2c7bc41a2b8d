"""Test that a study's files match its sessions, and are the same however often written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.studies.terminal.conftest import REVERSED, VOICES, told


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
