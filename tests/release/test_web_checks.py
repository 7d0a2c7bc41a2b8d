"""Are the app's checks run again whenever something that they read has changed, and only then?"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = re.compile(r"""["'`]((?:\.\./)+[\w./-]*)["'`]""")


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one source and one test, on a machine whose npm writes down what it is asked for."""
    (tmp_path / "bin").mkdir()
    for name, does in (
        ("node", "echo v22.1.0"),
        (
            "npm",
            f'mkdir -p node_modules; echo "$*" >> {tmp_path}/asked; '
            f'test "$*" = "run -s wire" || test ! -e {tmp_path}/broken',
        ),
    ):
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    for file in ("web/package-lock.json", "web/src/a.ts", "web/test/a.test.ts", "tests/golden/states/a.jsonl",
                 "docs/web.md", "src/moot/vocabulary/words/plainly.py"):  # fmt: skip
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("as it was")
    shutil.copyfile(ROOT / "web" / "build.py", tmp_path / "web" / "build.py")
    return tmp_path


def checked(copy: Path) -> list[str]:
    """What npm was asked for besides the packages and the API's types, the app's own tests last."""
    (copy / "asked").write_text("")
    made: dict[str, Any] = run_path(str(copy / "web" / "build.py"))
    try:
        made["check"]()
    except made["NotBuilt"]:
        return ["failed"]
    asked = (copy / "asked").read_text().splitlines()
    return [line for line in asked if not line.startswith("ci ") and line != "run -s wire"]


def test_what_passed_is_not_tried_again_until_something_it_reads_changes(copy: Path) -> None:
    assert sorted(checked(copy)) == ["run -s format", "run -s lint", "run -s types", "test"]
    assert checked(copy) == []
    for file in ("web/src/a.ts", "web/test/a.test.ts", "web/package-lock.json", "tests/golden/states/a.jsonl",
                 "docs/web.md", "src/moot/vocabulary/words/plainly.py"):  # fmt: skip
        (copy / file).write_text("otherwise")
        assert len(checked(copy)) == 4, file
        assert checked(copy) == [], file
    (copy / "web" / "test" / "a.test.ts").rename(copy / "web" / "test" / "b.test.ts")
    assert len(checked(copy)) == 4
    (copy / "bin" / "node").write_text("#!/bin/sh\necho v24.0.0\n")
    assert len(checked(copy)) == 4
    shutil.rmtree(copy / "web" / "node_modules")
    assert len(checked(copy)) == 4


def test_what_failed_is_tried_again(copy: Path) -> None:
    assert len(checked(copy)) == 4
    (copy / "web" / "src" / "a.ts").write_text("wrong")
    (copy / "broken").touch()
    assert checked(copy) == ["failed"]
    assert checked(copy) == ["failed"]
    (copy / "web" / "src" / "a.ts").write_text("as it was")
    assert checked(copy) == ["failed"]
    (copy / "broken").unlink()
    assert len(checked(copy)) == 4


def test_the_app_s_tests_read_nothing_that_is_not_counted() -> None:
    made = run_path(str(ROOT / "web" / "build.py"))
    counted: tuple[Path, ...] = made["READ_BY_CHECKS"]
    tests = [file for file in sorted((ROOT / "web" / "test").rglob("*")) if file.suffix in (".ts", ".tsx")]
    found = {(file, place) for file in tests for place in ELSEWHERE.findall(file.read_text(encoding="utf-8"))}
    outside = {
        (file, place) for file, place in found if not (file.parent / place).resolve().is_relative_to(ROOT / "web")
    }
    assert len(outside) >= 4
    for file, place in outside:
        read = (file.parent / place).resolve()
        assert read.exists(), f"{file} reads {place}"
        assert any(read.is_relative_to(each) for each in counted), f"{file} reads {place}, which READ_BY_CHECKS lacks"
