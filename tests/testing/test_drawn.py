"""Does a light run draw its cases by the commit, tell by what, and does a whole run take all?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sampled
from sampled import ALL, ROTATIONS, SEED, in_turn, taken

ROOT = Path(__file__).parents[2]
SUITE = """
import pytest
from sampled import partly

@partly(2)
@pytest.mark.parametrize("case", range(9))
def test_of_many(case):
    pass

@pytest.mark.parametrize("case", range(3))
def test_all(case):
    pass

@partly(1)
@pytest.mark.parametrize("case", [1, 2, pytest.param(3, marks=pytest.mark.heavy)])
def test_beside_heavy_ones(case):
    pass
"""
OF_A_ROTATION = "import pytest\npytestmark = pytest.mark.by_turns('storms')\n" + "".join(
    f"def test_{name}():\n    pass\n" for name in "abcdefghijkl"
)


def draw(monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    monkeypatch.setattr(sampled, "seed", lambda: by)


def test_another_commit_takes_others_and_in_time_all_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    cases, met = list("abcdefghij"), Counter[str]()
    for number in range(60):
        draw(monkeypatch, f"tree {number}")
        chosen = taken(cases, 3)
        assert chosen == taken(cases, 3) == sorted(chosen)
        assert len(chosen) == 3
        met.update(chosen)
    assert set(met) == set(cases)
    assert max(met.values()) < 40
    assert taken(cases, 20) == cases
    draw(monkeypatch, ALL)
    assert taken(cases, 3) == cases


def test_a_test_that_goes_through_cases_takes_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[int] = []

    @in_turn("case", range(10), light=4)
    def each(case: int) -> None:
        met.append(case)

    draw(monkeypatch, "some")
    each()
    assert len(met) == len(set(met)) == 4
    draw(monkeypatch, ALL)
    each()
    assert met[4:] == list(range(10))


def collected(folder: Path, *more: str, by: str | None = None) -> list[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests", ROOT)))}
    env |= {SEED: by} if by else {}
    plain = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:schemathesis", "--collect-only", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *more, "--rootdir", str(folder), str(folder)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_as_many_as_are_marked_and_a_whole_run_takes_all(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SUITE)
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text(OF_A_ROTATION)
    storms = ROTATIONS["storms"]
    light = collected(tmp_path, "-m", "not heavy", by="a1b2")
    names = [line.partition("[")[0] for line in light if "::" in line]
    some = {"test_some.py::test_of_many": 2, "test_some.py::test_all": 3, "test_some.py::test_beside_heavy_ones": 1}
    assert Counter(name for name in names if name.startswith("test_some.py")) == some
    assert len(names) == 6 + storms
    left = 7 + 1 + 24 - storms
    assert any(f"Drawn by a1b2: {left} tests are another commit's. MOOT_TEST_SEED=a1b2" in line for line in light)
    whole = collected(tmp_path)
    assert sum("::" in line for line in whole) == 9 + 3 + 3 + 24
    assert not any("Drawn by" in line for line in whole)
