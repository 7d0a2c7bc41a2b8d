"""Which copies of the store are there, and how is one brought back? One is made by itself on every day of use.

A copy is written under another name, synced, and only then put in its place, so that what is called a backup is one. It
is made beside the sessions that run (readers hold nobody up), only where the disk has room for it twice over, and older
ones go only once a new one stands. `tests/transcripts/sql/repair/test_backups.py` holds it.
"""

from __future__ import annotations

import asyncio
import math
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from moot.errors import BadInput, MootError, StorageFailed, StoreUnusable
from moot.transcripts.append_rules import wall_clock
from moot.transcripts.sql.errors import meant_by
from moot.transcripts.sql.file import check_whole
from moot.transcripts.sql.repair.file_access import connected, copied, sync_folder

CHEAP = 64 * 1024 * 1024
"""Bytes of a store up to which a command makes the day's copy; a larger one is left to the server."""
SPARE = 64 * 1024 * 1024
"""Bytes that must stay free beside a copy and another one."""
LOOKS_EVERY = 600.0
"""Seconds between two looks of a server whether a copy is due."""
WAITS_FOR = 6
"""Looks for which a server that is busy puts it off."""
_TORN = 86_400.0
"""Seconds after which what a process left of a copy it was making is dropped."""
_ANY = re.compile(r"-(\d{8})(?:-(\d{6})-\d+-([a-z0-9-]+))?$")
if sys.platform != "win32":
    import fcntl
# SQLite's connections hold a shared lock on these bytes of a file in WAL mode for as long as they are open.
_SHARED_FIRST, _SHARED_SIZE = 0x40000000 + 2, 510


class Backup(Struct, frozen=True, kw_only=True):
    """A copy of the store."""

    file: Path
    """Where it is."""
    day: str
    """The UTC day it was made, `2031-05-04`."""
    why: str
    """`daily`, or what it was made before: `before-schema-4`, `before-restore`."""
    size: int
    """Bytes."""

    @property
    def daily(self) -> bool:
        """Whether it is one of those made by themselves."""
        return self.why == "daily"


class Backups:
    """The copies of one store."""

    def __init__(self, store: Path, folder: Path, kept: int, clock: Callable[[], float] = wall_clock) -> None:
        self.store, self.folder, self.kept = store, folder, kept
        self.trouble = ""
        """Why the last one that was due was not made; empty when all is well."""
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._making: asyncio.Task[Backup | None] | None = None
        self._goes_on = False

    def listed(self) -> list[Backup]:
        """Those there are, the latest first."""
        return listed(self.folder, self.store)

    def latest(self) -> Backup | None:
        """The latest daily one."""
        return next((each for each in self.listed() if each.daily), None)

    def best(self) -> Backup | None:
        """The one to go back to when none is named: the latest that is not itself a store somebody went back from."""
        return next((each for each in self.listed() if each.why != "before-restore"), None)

    def is_due(self) -> bool:
        """Whether today's is still to be made: not before there is something of an earlier day in the store."""
        if not self.kept:
            return False
        today = self._today()
        latest = self.latest()
        if latest is not None and latest.day >= today:
            return False
        with closing(connected(self.store)) as connection:
            first = connection.execute("SELECT created FROM sessions ORDER BY number LIMIT 1").fetchone()
        return first is not None and str(first[0])[:10] < today

    def make(self) -> Backup | None:
        """Makes today's, and drops what is more than is kept; `None` and `trouble` where it cannot be."""
        self.trouble = ""
        try:
            size = self.store.stat().st_size
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            free = shutil.disk_usage(self.folder).free
            if free < 2 * size + SPARE:
                self.trouble = f"only {megabytes(free)} are free in {self.folder}, and a copy takes {megabytes(size)}"
                return None
            target = self.folder / f"{self.store.stem}-{self._today().replace('-', '')}{self.store.suffix}"
            for torn in self.folder.glob(f".{self.store.stem}-*"):
                if self._clock() - torn.stat().st_mtime > _TORN:
                    torn.unlink(missing_ok=True)
            copied(self.store, target)
        except (OSError, sqlite3.Error, MootError) as error:
            meant = error if isinstance(error, MootError) else meant_by(error)
            words = meant.message if meant is not None else getattr(error, "strerror", "") or str(error)
            self.trouble = f"the copy could not be made: {words}".rstrip(".")
            return None
        for old in [each for each in self.listed() if each.daily][self.kept :]:
            old.file.unlink(missing_ok=True)
        return next((each for each in self.listed() if each.file == target), None)

    def way_back(self) -> str:
        """What to do about a damaged store, in words: with the backup there is, and the command that brings it back."""
        salvage = "`moot doctor --salvage NEWFILE` saves what can be read of it."
        latest = self.best()
        if latest is None:
            return f"There is no backup in {self.folder}. {salvage}"
        return (
            f"The latest backup is {latest.file} of {latest.day} ({megabytes(latest.size)}): "
            f"`moot doctor --restore` brings it back. {salvage}"
        )

    def begin(self, busy: Callable[[], bool] | None) -> None:
        """Sees to today's copy beside whatever else is done; again and again where `busy` is given, as by a server."""
        if self.kept and self._task is None:
            self._goes_on = busy is not None
            self._task = asyncio.create_task(self._keep(busy) if busy else self._once(), name="daily backup")

    async def close(self) -> None:
        """Waits for a copy that is being written; a command's, which is small, is not left out for its haste."""
        task, self._task = self._task, None
        if task is not None and self._goes_on:
            task.cancel()
        await asyncio.gather(*(each for each in (task, self._making) if each is not None), return_exceptions=True)

    async def _once(self) -> None:
        if await asyncio.to_thread(self._due, CHEAP):
            await self._made()

    async def _keep(self, busy: Callable[[], bool]) -> None:
        put_off = 0
        while True:
            if await asyncio.to_thread(self._due):
                if busy() and put_off < WAITS_FOR:
                    put_off += 1
                else:
                    put_off = 0
                    await self._made()
            await asyncio.sleep(LOOKS_EVERY)

    async def _made(self) -> None:
        self._making = asyncio.create_task(asyncio.to_thread(self.make))
        await asyncio.shield(self._making)
        self._making = None

    def _due(self, largest: float = math.inf) -> bool:
        try:
            return self.store.stat().st_size <= largest and self.is_due()
        except (OSError, sqlite3.Error):
            return False  # the store is in trouble, which its own calls tell

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock(), UTC).date().isoformat()


def listed(folder: Path, store: Path) -> list[Backup]:
    """The copies of a store in a folder, the latest first."""
    found = []
    for file in folder.glob(f"{store.stem}-*{store.suffix}") if folder.is_dir() else ():
        named = _ANY.search(file.stem)
        if named is None or not file.is_file():
            continue
        day, moment, why = named.groups()
        made = (day, moment or "")
        found.append((made, Backup(file=file, day=_dashed(day), why=why or "daily", size=file.stat().st_size)))
    return [each for _, each in sorted(found, key=lambda one: one[0], reverse=True)]


def restore(store: Path, backup: Path) -> Path | None:
    """Puts a copy in the store's place; returns where the store that was there is kept now."""
    if not backup.is_file():
        raise BadInput(f"There is no backup {backup}.", "`moot doctor` names those there are.")
    check_whole(backup)
    if in_use(store):
        raise StoreUnusable(
            f"Another process has {store} open.", "Stop the server and every other `moot`, then bring it back."
        )
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = store.parent / "backups" / f"{store.stem}-{moment}-before-restore{store.suffix}"
    draft = store.with_name(f".{store.name}.{os.getpid()}.restored")
    try:
        _copy_bytes(backup, draft)
        aside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        was_there = store.exists()
        for ending in ("-wal", "-shm", ""):  # the store last: until it is gone, nothing is put in its place
            part = store.with_name(store.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
        draft.rename(store)
        sync_folder(store.parent)
    except OSError as error:
        raise StorageFailed(
            f"The backup could not be brought back: {error.strerror or error}.",
            f"See to space and rights in {store.parent}. Nothing was overwritten: the store is where it was, or in "
            f"{aside}.",
        ) from error
    finally:
        draft.unlink(missing_ok=True)
    return aside if was_there else None


def in_use(store: Path) -> bool:
    """Whether another process has the store open, as far as the system tells."""
    if sys.platform == "win32":
        return False
    try:
        with store.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
    except FileNotFoundError:
        return False
    except OSError as error:
        return isinstance(error, BlockingIOError | PermissionError)
    return False


def _copy_bytes(source: Path, target: Path) -> None:
    os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _dashed(day: str) -> str:
    return f"{day[:4]}-{day[4:6]}-{day[6:]}"


def megabytes(size: int) -> str:
    """A size of a file, for people."""
    return f"{size / 1e6:,.1f} MB"
