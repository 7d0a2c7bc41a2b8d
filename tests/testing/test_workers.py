"""Do several processes that share one collection run each test once, and tell all that comes of it?"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from rig.workers import parts_of

TESTS = Path(__file__).parents[1]
CONFTEST = """
import pytest
from rig.workers import Workers

def pytest_configure(config):
    config.pluginmanager.register(Workers(config, 3), "moot-workers")

@pytest.fixture(scope="module")
def made():
    yield []

@pytest.fixture
def left():
    yield
    assert False, "left behind"
"""
SUITE = """
import os, warnings
from pathlib import Path
import pytest

HERE = Path(__file__)

@pytest.mark.parametrize("case", range(7))
def test_is_run(case, tmp_path, made):
    made.append(case)
    assert made == list(range(case + 1))  # in order, in one process
    with (HERE.parent / "ran").open("a") as ran:
        ran.write(f"{HERE.stem} {case} {tmp_path.parent}\\n")

def test_ends_its_process():
    os._exit(3)

def test_after_it():
    print("-".join("words"))
    assert "one" == "other"

def test_is_left_out():
    pytest.skip("for a reason")

def test_leaves_something(left):
    warnings.warn("is told once")

def test_catches_what_is_written(capfd):
    os.write(1, b"written")
    assert capfd.readouterr().out == "written"
"""


def run(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{TESTS}{os.pathsep}{folder}"}
    asked = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:schemathesis", "-p", "no:randomly"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", "-q", "--rootdir", str(folder), *asked, *more, str(folder)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_each_test_is_run_once_and_all_that_comes_of_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in ("one", "two", "three", "four"):
        (tmp_path / f"test_{name}.py").write_text(SUITE)
    done = run(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    ran = sorted(line.split() for line in (tmp_path / "ran").read_text().splitlines())
    assert [(file, case) for file, case, _ in ran] == sorted(
        (f"test_{name}", str(case)) for name in ("one", "two", "three", "four") for case in range(7)
    )
    assert len({folder for _, _, folder in ran}) > 1
    told = re.findall(r"^(\w+) (?:test_one\.py::)?(\S+)", done.stdout[done.stdout.index("short test summary") :], re.M)
    assert {(how, what) for how, what in told if not what.startswith("test_is_run")} >= {
        ("FAILED", "test_ends_its_process"), ("FAILED", "test_after_it"), ("ERROR", "test_leaves_something"),
        ("PASSED", "test_catches_what_is_written"),
    }  # fmt: skip
    assert done.stdout.count("The process ended while this test ran.") >= 4
    assert done.stdout.count("w-o-r-d-s") == 4
    assert done.stdout.count("UserWarning: is told once") >= 1
    assert "8 failed, 36 passed, 4 skipped, 4 warnings, 4 errors" in done.stdout


def test_the_first_failure_ends_it_where_that_is_asked(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text("import time\n\ndef test_bad():\n    assert False\n" + "".join(
            f"\ndef test_{at}():\n    time.sleep(0.05)\n" for at in range(40)
        ))  # fmt: skip
    done = run(tmp_path, "-x")
    assert done.returncode == 1
    assert re.search(r"\d failed", done.stdout)
    assert "40 passed" not in done.stdout


class Item:
    """As much of a test as is looked at before it is given out."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def test_a_file_is_given_out_whole_unless_it_took_long() -> None:
    items = [Item(f"tests/{file}::test_{at}") for file in ("tally/test_a.py", "web/deep/test_b.py") for at in range(6)]
    parts = parts_of(items, {"tests/tally/test_a.py": 2.0, "tests/web/deep/test_b.py": 31.0})  # type: ignore[arg-type]
    assert [(part.room, part.tests) for part in parts] == [
        ("tally", [0, 1, 2, 3, 4, 5]), ("web", [6, 7]), ("web", [8, 9]), ("web", [10, 11]),
    ]  # fmt: skip
    assert sum(part.seconds for part in parts) == 33.0
