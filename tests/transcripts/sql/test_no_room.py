"""Test a disk that is really full, or read-only: small file systems, mounted here.

Mounting takes root; elsewhere these are skipped, and `test_full_disk.py` has its share without.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from moot.app import Application
from moot.errors import MootError, StorageFailed
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.state import state_of

VOICES = Council(members=("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), chair="rehearsal/hana")


def mounted(folder: Path, *words: str) -> bool:
    folder.mkdir(exist_ok=True)
    return subprocess.run(["mount", *words, str(folder)], capture_output=True, check=False).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    folder = tmp_path / "disk"
    if sys.platform == "win32" or not mounted(folder, "-t", "tmpfs", "-o", "size=8m", "tmpfs"):
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        unmounted(folder)


def unmounted(folder: Path) -> None:
    subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(disk: Path) -> Path:
    """Takes all there is."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        for size in (65_536, 4096, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass
    return filler


async def asked(home: Path, questions: int = 2, door: str = "cli") -> list[str]:
    app = await Application.opened(door, home, demo_speed=0)
    try:
        names = [await app.convene(Ask(question=f"Question {n}?", council=VOICES)) for n in range(questions)]
        for name in names:
            await app.runner.ended(name)
        return names
    finally:
        await app.close()


async def test_on_a_full_disk_all_can_be_read_and_deleted(disk: Path) -> None:
    home = disk / "home"
    first, second = await asked(home)
    fill(disk)
    assert shutil.disk_usage(disk).free < 4096
    app = await Application.opened("cli", home, demo_speed=0)
    try:
        assert "full" in app.store.trouble
        assert {one.id for one in await app.register.list()} == {first, second}
        assert state_of(await app.transcript.read(first)).verdict is not None
        with pytest.raises(MootError, match="disk is full"):
            await app.convene(Ask(question="One more?", council=VOICES))
        await app.register.delete(first)
    finally:
        await app.close()
    env = {**os.environ, "MOOT_HOME": str(home), "NO_COLOR": "1"}
    listed = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "moot", "sessions", "list", "--json", env=env, stdout=-1, stderr=-1
    )
    out, err = await listed.communicate()
    assert listed.returncode == 0, err
    assert second.encode() in out
    assert first.encode() not in out
    assert b"Nothing can be written: " in err


@pytest.mark.parametrize("log", [False, True], ids=["closed", "with a log"])
async def test_on_a_read_only_disk_all_can_be_read(tmp_path: Path, log: bool) -> None:
    """Also what is still in the log of a process that died."""
    home, shown = tmp_path / "home", tmp_path / "shown"
    names = await asked(home)
    if log:
        app = await Application.opened("cli", home, demo_speed=0)
        names.append(await app.convene(Ask(question="In the log?", council=VOICES)))
        await app.runner.ended(names[-1])
        await asyncio.to_thread(shutil.copytree, home, tmp_path / "died")
        await app.close()
        assert (tmp_path / "died" / "moot.db-wal").stat().st_size
        home = tmp_path / "died"
        (home / "moot.db-shm").unlink(missing_ok=True)
    shown.mkdir()
    if not mounted(shown, "--bind", str(home)):
        pytest.skip("nothing can be mounted here")
    try:
        assert mounted(shown, "-o", "remount,ro,bind")
        app = await Application.opened("cli", shown, demo_speed=0)
        try:
            assert "read-only" in app.store.trouble
            assert {one.id for one in await app.register.list()} == set(names)
            assert state_of(await app.transcript.read(names[-1])).verdict is not None
            for refused in (app.convene(Ask(question="One more?", council=VOICES)), app.register.delete(names[0])):
                with pytest.raises(StorageFailed, match="cannot be stored"):
                    await refused
        finally:
            await app.close()
    finally:
        unmounted(shown)
