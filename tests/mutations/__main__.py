"""Plant each fault of the table in a copy of the checkout, and check that the tests find it.

The tests a row names run first; the suite of `make test` runs only if they find nothing. The working tree is never
changed. Exits with 1 if more than three of sixty are not found, or if the tests fail without a fault.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec import Struct
from tests.mutations.rows import ROOT, Fault, Outdated, faults, planted_in

NEEDED = 57 / 60
"""The share that has to be found."""
PATIENCE, WHOLE_PATIENCE = 600, 3 * 3600
"""Seconds for the named tests and for the whole suite; whatever hangs is found."""
LIGHT = ("-x", "-q", "-m", "not slow", "--no-header", "-p", "no:cacheprovider")
NO_TEST = 5
"""How pytest ends where all that is named is slow: so nothing is found."""
BUILT = ("web/node_modules",)
COPIED = ("src/moot/server/app",)
"""What no commit holds and tests need: linked, and copied."""


class Looked(Struct, frozen=True, kw_only=True):
    """What came of one fault."""

    number: int
    fault: Fault
    by: str = ""
    """The test that found it; empty where none did."""
    seconds: float = 0.0
    outdated: str = ""


class Failed(Exception):
    """Tests that could not be run, or fail without a fault."""


def copied(to: Path) -> Path:
    """A copy of what the checkout holds."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, dirs_exist_ok=True)
    for name in BUILT:
        if (ROOT / name).is_dir():
            (to / name).symlink_to((ROOT / name).resolve(), target_is_directory=True)
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=-", "-c", "user.email=-", "commit", "-qm", "-"]):
        subprocess.run(["git", *command], cwd=to, check=True)  # some tests ask what a checkout holds
    return to


def first_failure(copy: Path, tests: Sequence[str], patience: float) -> str:
    """The first test that fails; empty where all pass."""
    web = [each.removeprefix("web/") for each in tests if each.startswith("web/")]
    light = [each for each in tests if not each.startswith("web/")]
    if light or not tests:
        found = _run([sys.executable, "-m", "pytest", *LIGHT, *light], copy, patience)
        if found:
            return found
    if web or not tests:
        return _run(["npx", "--no-install", "vitest", "run", "--bail=1", *web], copy / "web", patience)
    return ""


def _run(command: Sequence[str], folder: Path, patience: float) -> str:
    env = {**os.environ, "PYTHONPATH": str((folder if folder.name != "web" else folder.parent) / "src")}
    try:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return f"it hung for {patience:.0f} s"
    if done.returncode in (0, NO_TEST):
        return ""
    said = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
    named = re.search(r"^(?:FAILED|ERROR) (\S+)|^ *FAIL +(\S+.*)$", said, re.MULTILINE)
    if named is None and (done.returncode not in (1, 2) or "web" in folder.name):
        raise Failed(f"{' '.join(command)} ended with {done.returncode}:\n{said[-2000:]}")
    return (named[1] or named[2]).strip() if named else "an error before any test"


def look(copy: Path, number: int, fault: Fault, first_only: bool) -> Looked:
    """Plants one and lets tests look for it; the copy is as before afterwards."""
    began, file = time.monotonic(), copy / fault.file
    before = file.read_text(encoding="utf-8")
    try:
        planted = planted_in(before, fault)
    except Outdated as error:
        return Looked(number=number, fault=fault, outdated=str(error))
    try:
        file.write_text(planted, encoding="utf-8")
        by = first_failure(copy, fault.tests, PATIENCE)
        if not by and not first_only:
            by = first_failure(copy, (), WHOLE_PATIENCE)
    finally:
        file.write_text(before, encoding="utf-8")
    return Looked(number=number, fault=fault, by=by, seconds=time.monotonic() - began)


def told(looked: Looked) -> str:
    """A line of the table."""
    mark = "outdated" if looked.outdated else "caught" if looked.by else "SURVIVED"
    what = looked.outdated or looked.by or looked.fault.breaks
    return (
        f"{looked.number:>3}  {mark:<9} {looked.seconds:>6.1f} s  {looked.fault.file.removeprefix('src/moot/')}  {what}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--only", type=int, action="append", metavar="N", help="only this row; may be given again")
    parser.add_argument("--jobs", type=int, default=1, help="copies that are looked through at once")
    parser.add_argument("--first-only", action="store_true", help="let only the named tests look")
    parser.add_argument("--unchecked", action="store_true", help="do not run the named tests without a fault first")
    parser.add_argument("--list", action="store_true", help="print the rows and run nothing")
    given = parser.parse_args()
    chosen = [(n, row) for n, row in enumerate(faults(), 1) if not given.only or n in given.only]
    if given.list:
        for number, row in chosen:
            print(f"{number:>3}  {row.file}\n     - {row.line}\n     + {row.planted}\n     {row.breaks}")
        return 0
    with tempfile.TemporaryDirectory(prefix="moot-mutations-") as scratch:
        free: queue.Queue[Path] = queue.Queue()
        for each in range(min(given.jobs, len(chosen))):
            free.put(copied(Path(scratch) / str(each)))

        sound: set[tuple[str, ...]] = set()

        def one(number: int, row: Fault) -> Looked:
            copy = free.get()
            try:
                if not given.unchecked and row.tests not in sound:
                    if wrong := first_failure(copy, row.tests, PATIENCE):
                        raise Failed(f"Without any fault this fails: {wrong}")
                    sound.add(row.tests)
                looked = look(copy, number, row, given.first_only)
            finally:
                free.put(copy)
            print(told(looked), flush=True)
            return looked

        with ThreadPoolExecutor(given.jobs) as pool:
            try:
                looked = list(pool.map(lambda pair: one(*pair), chosen))
            except Failed as error:
                pool.shutdown(cancel_futures=True)
                print(error, file=sys.stderr)
                return 1
    caught = sum(bool(each.by) for each in looked)
    print(f"\n{caught} of {len(looked)} caught.")
    for each in looked:
        if not each.by:
            remedy = "Mend its row." if each.outdated else "Write the light test that fails with it and passes without."
            print(f"{told(each)}  {remedy}")
    return 0 if caught >= NEEDED * len(looked) and not any(each.outdated for each in looked) else 1


if __name__ == "__main__":
    sys.exit(main())
