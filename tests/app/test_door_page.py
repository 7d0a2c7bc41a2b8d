"""Test that every example of docs/python.md runs as printed, and that `llm_consortium` has the listed names.

Examples run one after the other, as a reader would type them; those of the endpoint `lab` talk to a scripted service.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import llm_consortium
import moot
from rig.offline import no_network as no_network
from rig.upstream import Upstream

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.S)


async def run(block: str, names: dict[str, Any]) -> None:
    """Runs an example: in this loop where it awaits something, else in a thread that has none."""
    code = compile(block, "docs/python.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    if code.co_flags & inspect.CO_COROUTINE:
        await eval(code, names)
    else:
        await asyncio.to_thread(exec, code, names)


@pytest.mark.slow
async def test_every_example_runs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(BLOCKS) >= 7
    names: dict[str, Any] = {"__name__": "__page__"}
    async with Upstream() as upstream:
        (home / "endpoints.toml").write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\nprice = "free"\n')
        for block in BLOCKS:
            assert not upstream.calls or "lab/" in block
            await run(block, names)
        assert {call.model for call in upstream.calls} >= {"alpha", "beta", "gamma", "delta"}
    assert "verdict" in capsys.readouterr().out


async def test_the_consortium_s_example_talks_to_a_service_too(home: Path) -> None:
    block = next(each for each in BLOCKS if "minimum_iterations=3" in each)
    for voice, model in (("ada", "alpha"), ("bo", "beta"), ("hana", "gamma")):
        block = block.replace(f"rehearsal/{voice}", f"lab/{model}")
    names: dict[str, Any] = {}
    async with Upstream() as upstream:
        (home / "endpoints.toml").write_text(f'[lab]\nurl = "{upstream.url}"\nprivate = true\nprice = "free"\n')
        await run(block.replace("from moot", "from llm_consortium"), names)
        assert {call.model for call in upstream.calls} == {"alpha", "beta", "gamma"}
    assert names["result"]["synthesis"]["synthesis"]


def test_the_older_module_s_names_are_moot_s() -> None:
    assert llm_consortium.create_consortium is moot.create_consortium
    assert llm_consortium.ConsortiumConfig is moot.ConsortiumConfig
    assert llm_consortium.ConsortiumOrchestrator is moot.Consortium
    assert sorted(llm_consortium.__all__) == llm_consortium.__all__ == dir(llm_consortium)
    with pytest.raises(AttributeError):
        llm_consortium.nothing  # noqa: B018  # the look-up is what is tested


def test_an_installed_package_of_that_name_goes_before_ours(tmp_path: Path) -> None:
    (tmp_path / "llm_consortium.py").write_text((ROOT / "src" / "llm_consortium.py").read_text())
    package = tmp_path / "llm_consortium"
    package.mkdir()
    (package / "__init__.py").write_text("THEIRS = True\n")
    code = "import llm_consortium; print(llm_consortium.THEIRS)"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(tmp_path)}
    )
    assert told.stdout.strip() == "True"
