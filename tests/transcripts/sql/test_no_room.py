"""What can be done on a disk that is really full, or really read-only? Small file systems of their own, mounted here.

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

from moot.errors import MootError, StorageFailed
from moot.house import House
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
    house = await House.opened(door, home, demo_speed=0)
    try:
        names = [await house.convene(Ask(question=f"Question {n}?", council=VOICES)) for n in range(questions)]
        for name in names:
            await house.runner.ended(name)
        return names
    finally:
        await house.close()


async def test_on_a_full_disk_all_can_be_read_and_deleted(disk: Path) -> None:
    home = disk / "home"
    first, second = await asked(home)
    fill(disk)
    assert shutil.disk_usage(disk).free < 4096
    house = await House.opened("cli", home, demo_speed=0)
    try:
        assert "full" in house.store.trouble
        assert {one.id for one in await house.register.list()} == {first, second}
        assert state_of(await house.transcript.read(first)).verdict is not None
        with pytest.raises(MootError, match="disk is full"):
            await house.convene(Ask(question="One more?", council=VOICES))
        await house.register.delete(first)
    finally:
        await house.close()
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
        house = await House.opened("cli", home, demo_speed=0)
        names.append(await house.convene(Ask(question="In the log?", council=VOICES)))
        await house.runner.ended(names[-1])
        await asyncio.to_thread(shutil.copytree, home, tmp_path / "died")
        await house.close()
        assert (tmp_path / "died" / "moot.db-wal").stat().st_size
        home = tmp_path / "died"
        (home / "moot.db-shm").unlink(missing_ok=True)
    shown.mkdir()
    if not mounted(shown, "--bind", str(home)):
        pytest.skip("nothing can be mounted here")
    try:
        assert mounted(shown, "-o", "remount,ro,bind")
        house = await House.opened("cli", shown, demo_speed=0)
        try:
            assert "read-only" in house.store.trouble
            assert {one.id for one in await house.register.list()} == set(names)
            assert state_of(await house.transcript.read(names[-1])).verdict is not None
            for refused in (house.convene(Ask(question="One more?", council=VOICES)), house.register.delete(names[0])):
                with pytest.raises(StorageFailed, match="cannot be stored"):
                    await refused
        finally:
            await house.close()
    finally:
        unmounted(shown)
