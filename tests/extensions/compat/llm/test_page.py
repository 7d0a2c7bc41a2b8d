"""Test that the page's examples run as printed."""

from __future__ import annotations

import re
import subprocess

import pytest

from .conftest import PYTHON, ROOT, Program

PAGE = (ROOT / "docs" / "bridges.md").read_text()
FIRST, OWN, *REST = re.findall(r"```sh\n(.*?)```", PAGE, re.S)


@pytest.mark.slow
@pytest.mark.parametrize("pages", [[FIRST, *REST], [OWN]], ids=["first", "own"])  # a council of one's own needs no more
def test_every_command_runs(program: Program, pages: list[str]) -> None:
    lines = [line for block in pages for line in block.splitlines()]
    assert len(lines) > 6
    for line in lines:
        script = f'llm() {{ "{PYTHON}" -m llm "$@"; }}\ngit() {{ echo "commit 1: a bridge"; }}\n{line}\n'
        done = subprocess.run(
            ["sh", "-c", script], env=program.env, cwd=program.folder, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert done.stdout.strip() or "aliases" in line, line
        assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.S))
def test_every_program_runs(program: Program, block: str) -> None:
    done = subprocess.run(
        [str(PYTHON), "-c", block], env=program.env, cwd=program.folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 500
