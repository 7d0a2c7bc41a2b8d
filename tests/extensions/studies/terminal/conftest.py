"""A study over a few questions that scripted voices answer, and what its commands print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run

BASE = """
name = "tried"
corpus = "two-sided"
questions = {questions}
seed = "tried"

[[arms]]
name = "base"
members = {members}
protocol = "adjudication"
"""
REVERSED = """
[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""
VOICES = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]
FIVE = ["housing-1", "housing-2", "carbon-1", "privacy-1", "cloud-1"]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes a study down."""

    def write(
        more: str = "", *, questions: list[str] | None = None, members: list[str] | None = None, head: str = ""
    ) -> Path:
        file = tmp_path / "study.toml"
        text = BASE.format(questions=json.dumps(questions or FIVE[:2]), members=json.dumps(members or VOICES))
        file.write_text(head + text + more)
        return file

    return write


def told(moot: Run, *args: str) -> dict[str, Any]:
    """What a command prints as JSON, with its exit code."""
    result = moot("study", *args, "--json")
    found: dict[str, Any] = {**json.loads(result.stdout), "exit": result.exit_code}
    return found


def sessions(moot: Run, limit: int = 100) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(moot("sessions", "--limit", str(limit), "--json").stdout)["sessions"]
    return found


def configured(home: Path, row: str) -> None:
    """Sets an endpoint up, as by hand."""
    home.mkdir(exist_ok=True)
    (home / "endpoints.toml").write_text(row)
