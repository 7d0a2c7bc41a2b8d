"""Keep a report whose folder its user may not write in, say so, and write it once the folder is open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.settings import change_setting

MOOT = [sys.executable, "-m", "moot"]
BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
"""Root may write everywhere, unless it has not what lets it: then it is bound by permissions like any other user."""
KEPT = "is not written yet, and is kept until it can be: "
REMEDY = "Free some space or let it be written in, or change the setting `report_folder`."


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A home and a folder for reports."""
    for name in ("home", "reports"):
        (tmp_path / name).mkdir()
    yield tmp_path
    (tmp_path / "reports").chmod(0o755)


def variables(place: Path) -> dict[str, str]:
    """The environment of every process here."""
    own = {"MOOT_HOME": str(place / "home"), "MOOT_DEMO_SPEED": "0", "HOME": str(place / "home")}
    return {**os.environ, **own, "PYTHONDONTWRITEBYTECODE": "1"}


def moot(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One command, by a process that is bound by permissions."""
    bound = [*(BOUND if os.geteuid() == 0 else ()), *MOOT, *words]
    return subprocess.run(bound, env=variables(place), cwd=place, capture_output=True, text=True, timeout=300)


ADD = ("schedule", "add", "claims", "New since {last}?", "--at", "03:00", "--council", "rehearsal", "--protocol",
       "claim-vote", "--budget", "5")  # fmt: skip


@pytest.mark.slow
def test_a_report_for_a_closed_folder_is_said_and_written_once_it_is_open(place: Path) -> None:
    reports = place / "reports"
    change_setting(place / "home", "report_folder", str(reports))
    reports.chmod(0o555)
    assert moot(place, *ADD).returncode == 0
    for many in (f"One report {KEPT}", "2 reports are not written yet, and are kept until they can be: "):
        held = moot(place, "schedule", "run", "claims")
        assert (held.returncode, many in held.stderr) == (1, True), held.stderr
    why = f"{reports} cannot be written in: Permission denied. {REMEDY}"
    listed = json.loads(moot(place, "schedule", "list", "--json").stdout)
    assert listed["reports"] == [f"2 reports are not written yet, and are kept until they can be: {why}"]
    assert {each["report"] for each in listed["schedules"][0]["times"]} == {f"The report {KEPT}{why}"}
    assert f"The report {KEPT}{reports}" in moot(place, "schedule", "feed").stdout
    assert "cannot be written in: Permission denied" in moot(place, "schedule", "list", "claims").stdout
    late = moot(place, "schedule", "run-due")
    assert (late.returncode, late.stderr.count("2 reports are not written yet")) == (1, 1)
    assert list(reports.iterdir()) == []
    reports.chmod(0o777)
    done = moot(place, "schedule", "run-due")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.suffix for path in reports.iterdir()) == [".json", ".json", ".md", ".md"]
    after = json.loads(moot(place, "schedule", "list", "--json").stdout)
    assert (after["reports"], {each["report"] for each in after["schedules"][0]["times"]}) == ([], {""})
    assert moot(place, "schedule", "run-due").returncode == 0
    assert len(list(reports.iterdir())) == 4
