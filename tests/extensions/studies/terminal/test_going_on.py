"""Go on with a study whose process was killed between two writes or stopped by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.conftest import Run, command
from extensions.studies.terminal.conftest import FIVE, REVERSED, sessions, told


@contextmanager
def asking(*args: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A study that is asked in a process of its own, slowly enough to be met at it."""
    with subprocess.Popen(
        command("study", "run", *args), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "MOOT_DEMO_SPEED": "8", **environment},
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def until(process: subprocess.Popen[bytes], words: bytes) -> None:
    """Reads what it says until these words."""
    assert process.stderr is not None
    said = b""
    for line in process.stderr:
        said += line
        if words in line:
            return
    raise AssertionError(said.decode())


@pytest.mark.slow
@pytest.mark.parametrize("at", [1, 2])
def test_a_session_nobody_wrote_down_is_met_again_and_goes_on(at: int, written: Callable[..., Path], moot: Run) -> None:
    """A process may die between opening a session and writing down whose it is; another arm may come in between."""
    file = str(written(questions=FIVE[:1]))
    with asking(file, "--at-once", "1", MOOT_KILL_AT=f"commit:after:{at}") as process:
        process.communicate()
    found = told(moot, "run", "tried", "--budget", "9")
    assert found["exit"] == 0
    assert found["arms"]["base"]["done"] == 1
    assert len(sessions(moot)) == 1


@pytest.mark.slow
def test_what_ctrl_c_stopped_is_left_and_asked_by_the_next_run(written: Callable[..., Path], moot: Run) -> None:
    file = str(written(REVERSED, questions=FIVE))
    with asking(file, "--at-once", "3") as process:
        until(process, b"base/housing-1/1")
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert process.returncode == 130
    before = told(moot, "status", "tried")
    assert sum(each["failed"] + each["running"] for each in before["arms"].values()) == 0
    assert sum(each["done"] + each["left"] for each in before["arms"].values()) == 10
    assert sum(each["left"] for each in before["arms"].values()) > 0
    found = told(moot, "run", file)
    assert found["exit"] == 0
    assert {arm: each["done"] for arm, each in found["arms"].items()} == {"base": 5, "reversed": 5}
    assert len(sessions(moot)) == 10
