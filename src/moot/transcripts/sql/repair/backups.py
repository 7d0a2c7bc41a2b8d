"""Make, list and restore backups of the store; one is made automatically on every day of use.

A copy is written under another name, synced, and only then renamed, so that every backup is complete. It is made while
sessions run (readers block nothing), only if the disk has space for it twice, and older ones are deleted only after a
new one is complete. Tests: `tests/transcripts/sql/repair/test_backups.py`.
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
from moot.transcripts.sql.prepare_file import check_whole, connected, copied, meant_by, sync_folder

CHEAP = 64 * 1024 * 1024
"""Maximum size in bytes of a store for which a command makes the daily backup. For a larger store, the server makes
it.
"""
SPARE = 64 * 1024 * 1024
"""Number of bytes that must stay free on the disk besides space for two backups."""
LOOKS_EVERY = 600.0
"""Seconds between a server's checks whether a backup is due."""
_TORN = 86_400.0
"""Number of seconds after which an unfinished backup is deleted."""
_ANY = re.compile(r"-(\d{4})(\d{2})(\d{2})(?:-(\d{6})-\d+-([a-z0-9-]+))?$")
if sys.platform != "win32":
    import fcntl
# SQLite's connections have a shared lock on these bytes of a file in WAL mode as long as they are open.
_SHARED_FIRST, _SHARED_SIZE = 0x40000000 + 2, 510


class Backup(Struct, frozen=True, kw_only=True):
    """A backup file of the store."""

    file: Path
    """Path of the file."""
    day: str
    """UTC day on which the backup was made, such as `2031-05-04`."""
    why: str
    """Reason for the backup: `daily`, or the change that followed: `before-schema-4`, `before-restore`."""
    size: int
    """Size in bytes."""

    @property
    def daily(self) -> bool:
        """Return whether this is an automatic daily backup."""
        return self.why == "daily"


class Backups:
    """Makes and lists the backups of one store."""

    def __init__(self, store: Path, folder: Path, kept: int, clock: Callable[[], float] = wall_clock) -> None:
        self.store, self.folder, self.kept = store, folder, kept
        self.trouble = ""
        """Why the last due copy was not made; empty if it was."""
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._making: asyncio.Task[Backup | None] | None = None
        self._goes_on = False

    def listed(self) -> list[Backup]:
        """Return the backups of the store, the latest first."""
        return listed(self.folder, self.store)

    def latest(self) -> Backup | None:
        """Return the latest daily backup; `None` if there is none."""
        return next((each for each in self.listed() if each.daily), None)

    def best(self) -> Backup | None:
        """Return the latest backup, to be restored by default; `None` if there is none. Stores that an earlier restore
        replaced are not considered."""
        return next((each for each in self.listed() if each.why != "before-restore"), None)

    def is_due(self) -> bool:
        """Return whether today's backup should be made: there is none yet, and the store contains sessions of earlier
        days."""
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
        """Make today's backup and delete surplus ones. If that fails, set `trouble` to the reason and return `None`."""
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
        """Return advice for a user whose store is damaged: the backup to use, and the command that restores it."""
        salvage = "`moot doctor --salvage NEWFILE` saves what can be read of it."
        latest = self.best()
        if latest is None:
            return f"There is no backup in {self.folder}. {salvage}"
        return (
            f"The latest backup is {latest.file} of {latest.day} ({megabytes(latest.size)}): "
            f"`moot doctor --restore` brings it back. {salvage}"
        )

    def begin(self, *, every_day: bool) -> None:
        """If today's backup is due, start making it in the background. With `every_day` (in a server), repeat the check
        regularly."""
        if self.kept and self._task is None:
            self._goes_on = every_day
            self._task = asyncio.create_task(self._keep() if every_day else self._once(), name="daily backup")

    async def close(self) -> None:
        """Wait until a running backup is complete. Called before the program ends."""
        task, self._task = self._task, None
        if task is not None and self._goes_on:
            task.cancel()
        await asyncio.gather(*(each for each in (task, self._making) if each is not None), return_exceptions=True)

    async def _once(self) -> None:
        if await asyncio.to_thread(self._due, CHEAP):
            await self._made()

    async def _keep(self) -> None:
        while True:
            if await asyncio.to_thread(self._due):
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
            return False  # the store has a fault, which its own calls report

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock(), UTC).date().isoformat()


def listed(folder: Path, store: Path) -> list[Backup]:
    """Return the backups of a store that a folder contains, the latest first."""
    found = []
    for file in folder.glob(f"{store.stem}-*{store.suffix}") if folder.is_dir() else ():
        named = _ANY.search(file.stem)
        if named is None or not file.is_file():
            continue
        year, month, day, moment, why = named.groups()
        backup = Backup(file=file, day=f"{year}-{month}-{day}", why=why or "daily", size=file.stat().st_size)
        found.append((backup.day, moment or "", backup))
    return [each for *_, each in sorted(found, key=lambda one: one[:2], reverse=True)]


def restore(store: Path, backup: Path) -> Path | None:
    """Replace the store by a backup. Return where the replaced store is kept, or `None` if there was none."""
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
        os.close(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        shutil.copyfile(backup, draft)
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        aside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        was_there = store.exists()
        for ending in ("-wal", "-shm", ""):  # the store last: until it is moved, nothing replaces it
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
    """Return whether another process has the store open, if the system reports it."""
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


def megabytes(size: int) -> str:
    """Format a number of bytes for people: `3.4 MB`."""
    return f"{size / 1e6:,.1f} MB"
