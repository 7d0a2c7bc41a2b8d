"""Does a light run draw its cases by the commit, tell by what, and does a whole run take all?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import sampled
from sampled import ALL, ALLOWED, LEAST_DRAWN, SEED, comes_up, in_turn, taken

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
DEAR = "\n".join(f"def test_{name}():\n    pass\n" for name in "abcdefghijkl")
CONFTEST = "import sampled\nfrom pathlib import Path\nsampled.COSTS = Path(__file__).with_name('costs.txt')\n"


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
    (tmp_path / "test_dear.py").write_text(DEAR)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "costs.txt").write_text("test_dear.py\n" + "".join(f"  2.0 test_{name}\n" for name in "abcdefghij"))
    light = collected(tmp_path, "-m", "not heavy", by="a1b2")
    names = [line.partition("[")[0] for line in light if "::" in line]
    some = {"test_some.py::test_of_many": 2, "test_some.py::test_all": 3, "test_some.py::test_beside_heavy_ones": 1}
    assert Counter(name for name in names if name.startswith("test_some.py")) == some
    dear = {name.partition("::")[2] for name in names if name.startswith("test_dear.py")}
    assert dear >= {"test_k", "test_l"}  # nobody has timed them
    assert len(dear) < 12
    left = 7 + 1 + 12 - len(dear)
    assert any(f"Drawn by a1b2: {left} tests are another commit's. MOOT_TEST_SEED=a1b2" in line for line in light)
    whole = collected(tmp_path)
    assert sum("::" in line for line in whole) == 9 + 3 + 3 + 12
    assert not any("Drawn by" in line for line in whole)


def test_what_takes_longer_is_drawn_more_rarely_and_costs_a_run_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for cost in (0.0, ALLOWED, 2 * ALLOWED, 10 * ALLOWED):
        chance = min(1.0, ALLOWED / cost) if cost else 1.0
        met = 0
        for number in range(40):
            draw(monkeypatch, f"tree {number}")
            met += sum(comes_up(f"test_a.py::test_b[{case}]", cost) for case in range(100))
        assert abs(met / 4000 - chance) < 0.03
    draw(monkeypatch, ALL)
    assert comes_up("test_a.py::test_b", 1000.0)
    draw(monkeypatch, LEAST_DRAWN)
    assert [comes_up("test_a.py::test_b", cost) for cost in (0.0, ALLOWED, ALLOWED + 0.1)] == [True, True, False]


def test_what_tests_took_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "COSTS", tmp_path / "costs.txt")
    sampled.costs.cache_clear()
    took = {
        "a.py::test_b[1]": 1.0,
        "a.py::test_b[2]": 3.0,
        "a.py::test_c": 0.1,
        "d.py::Of::test_e": 9.04,
    }
    sampled.write_costs(took)
    read = sampled.costs()
    sampled.costs.cache_clear()
    assert read == {"a.py::test_b": 2.0, "d.py::Of::test_e": 9.0}


def test_what_has_a_cost_is_still_a_test() -> None:
    """A name that is gone costs nothing, and a test that got another name runs always: whoever renames one finds it."""
    gone = []
    for name in sampled.costs():
        file, _, test = name.partition("::")
        path = ROOT / file
        if not path.is_file() or f"def {test.rpartition('::')[2]}(" not in path.read_text(encoding="utf-8"):
            gone.append(name)
    assert not gone, "`make test-costs` times the suite again; until then these lines go out of its costs.txt"
