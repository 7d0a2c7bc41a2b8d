"""Test that a loaded model is ended before it is deleted, also if its file is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from cli.conftest import moot as moot
from moot.extensions.local.model_files import ModelFiles, Spec
from moot.extensions.local.process import Process
from moot.extensions.local.sharing import Engine
from moot.extensions.local.supervisor import Supervisor
from rig.clean_home import home as home


class Pretended(Process):
    """A process that runs, or has died, without there being one."""

    runs = True

    @property
    def alive(self) -> bool:
        return self.runs

    async def stop(self) -> None:
        self.stopped, self.runs = True, False


async def loaded(engine: Engine, home: Path, name: str, **state: Any) -> Supervisor:
    path = home / "models" / f"{name}.gguf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"junk")
    supervisor = await engine.own()
    assert supervisor is not None
    process = supervisor._running[name] = Pretended(Spec(name=name, path=path, context=2048, memory=1))
    for key, value in state.items():
        setattr(process, key, value)
    return supervisor


@pytest.mark.parametrize("runs", [True, False])
async def test_what_is_deleted_is_ended_first_and_leaves_ps(moot: Run, home: Path, runs: bool) -> None:
    engine = Engine(home)
    supervisor = await loaded(engine, home, "uno", runs=runs)
    process = supervisor._running["uno"]
    gone = await asyncio.to_thread(moot, "models", "rm", "local/UNO")
    assert (gone.exit_code, process.alive) == (0, False), gone.output
    assert await engine.told() == []
    assert ModelFiles(home).all() == []
    await engine.close()


async def test_what_is_answering_is_not_deleted(moot: Run, home: Path) -> None:
    engine = Engine(home)
    supervisor = await loaded(engine, home, "uno")
    supervisor._users["uno"] = 1
    refused = await asyncio.to_thread(moot, "models", "rm", "uno")
    assert refused.exit_code != 0
    assert "uno is in use: an answer would be lost" in refused.stderr
    assert [each.id for each in ModelFiles(home).all()] == ["uno"]
    await engine.close()
