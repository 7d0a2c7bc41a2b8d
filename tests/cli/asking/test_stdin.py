"""Test that piped text is attached to the question, and that a silent pipe delays nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from moot.cli.asking import question

ASK = [sys.executable, "-m", "moot", "ask", "--json", "Is this safe?"]


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    """A process of its own, at the home of this test."""
    return {**os.environ, "MOOT_HOME": str(home), "MOOT_COUNCIL": "rehearsal", "MOOT_DEMO_SPEED": "0"}


def files_of(printed: str) -> list[str]:
    result: dict[str, Any] = json.loads(printed)
    return [file["name"] for file in result["attachments"]]


@pytest.mark.slow
def test_piped_text_goes_along_with_words_and_with_a_file(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "q.md").write_text("Is this safe?")
    for words in (["Is this safe?"], ["-f", "q.md"], ["Is this safe?", "--attach", "-"]):
        result = json.loads(moot("ask", *words, "--json", input="the teal elephant").stdout)
        assert (result["question"], [file["name"] for file in result["attachments"]]) == (
            "Is this safe?",
            ["stdin.txt"],
        )
    assert files_of(moot("ask", "x", "--json", input=" \n").stdout) == []
    assert files_of(moot("ask", "-", "--json", input="Is this safe?").stdout) == []
    told = moot("ask", "Is this safe?", "--estimate", input="the teal elephant")
    assert "goes along as stdin.txt" in told.stderr


def test_what_is_too_much_or_nothing_is_said(moot: Run, tmp_path: Path) -> None:
    assert "Nothing was piped in" in moot("ask", "x", "--attach", "-", input="").stderr
    assert "10 MB" in moot("ask", "x", input="x" * 10_000_001).stderr
    (tmp_path / "notes.txt").write_text("a note")
    ten = [word for _ in range(10) for word in ("--attach", "notes.txt")]
    assert "11 files are attached" in moot("ask", "x", *ten, input="one more").stderr


@pytest.mark.slow
def test_a_silent_pipe_nothing_and_a_file_that_is_somebody_elses_are_left_alone(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with subprocess.Popen(
        ASK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as silent:
        assert silent.stdout is not None
        assert silent.stderr is not None
        assert files_of(silent.stdout.read()) == []  # its other end stays open all the while
        assert f"within {question.SILENT:g} seconds" in silent.stderr.read()
    ran = subprocess.run(ASK, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=True)
    assert (files_of(ran.stdout), ran.stderr) == ([], "")
    (tmp_path / "questions").write_text("one\ntwo\nthree\n")
    with (tmp_path / "questions").open("rb") as file:
        os.lseek(file.fileno(), 4, os.SEEK_SET)  # as a shell leaves it that has read a line
        ran = subprocess.run(ASK, stdin=file, capture_output=True, text=True, env=environment, check=True)
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 4
    assert files_of(ran.stdout) == []
    closed = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *ASK], capture_output=True, text=True, env=environment, check=True
    )
    assert files_of(closed.stdout) == []
