"""Install the package of `docs/extensions.md`, and a broken one beside it: the one works, the other is left out."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from moot.extension_points import entry_points, load_all

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extensions.md").read_text(encoding="utf-8")
BROKEN = """
[moot.commands]
ask = moot_greet.commands:greet
wrong = moot_broken.nowhere:command
no-command = moot_broken:BROKEN

[moot.exports]
md = moot_greet.exports:questions
bad = moot_broken:bad

[moot.panels]
bad = moot_broken:BROKEN

[moot.routers]
wrong = moot_broken:no_router

[moot.services]
wrong = moot_broken:Service

[moot.tables]
wrong = moot_broken:metadata
"""
BROKEN_MODULE = """
from sqlalchemy import Column, Integer, MetaData, Table
from moot.extension_points import ExportForm, ExtensionService

BROKEN = 1
bad = ExportForm(title="Bad", help="", suffix="bad", media_type="text/plain", write=lambda state, events: 1 / 0)
metadata = MetaData()
Table("sessions", metadata, Column("id", Integer, primary_key=True))

class Service(ExtensionService):
    async def session_ended(self, session):
        raise ValueError("no such thing")
"""
SERVE = """
import asyncio, json, sys
from pathlib import Path
from server.running import running

async def main():
    async with running(Path(sys.argv[1])) as up, up.client() as client:
        document = (await client.get("/api/openapi.json")).json()
        greeted = await client.get("/api/greetings")
        refused = await client.get("/api/greetings", headers={"Authorization": ""})
        listed = [row["name"] for row in (await client.get("/api/exports")).json()["exports"]]
        panel = (await client.get("/api/panels/protocols")).json()["shown"]
        names = [name for name in ("Greeting", "ScheduleList") if name in document["components"]["schemas"]]
        told = {"greeted": greeted.json(), "refused": refused.status_code, "schemas": names}
        print(json.dumps(told | {"forms": listed[6:], "rows": panel["rows"]}))

asyncio.run(main())
"""


def install(folder: Path, package: str, points: str, files: dict[str, str]) -> None:
    """Write a package and its metadata as an installer would."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    info = folder / f"{package}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the package of the page, whose blocks name their files in their entry points."""
    points = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    codes = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    modules = [re.findall(r'"(moot_greet\.(\w+)):', point)[0][1] for point in points]
    files = {f"moot_greet/{module}.py": code for module, code in zip(modules, codes, strict=True)}
    text = "\n".join(points).replace('[project.entry-points."', "[").replace('"]', "]").replace('"', "")
    folder = tmp_path / "installed"
    folder.mkdir()
    install(folder, "moot_greet", text, {"moot_greet/__init__.py": "", **files})
    return folder


def ran(installed: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run Python over these packages, in a home of its own."""
    paths = os.pathsep.join(map(str, (ROOT / "src", ROOT / "tests", installed)))
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    own = {"MOOT_HOME": str(installed.parent / "home"), "MOOT_DEMO_SPEED": "0", "MOOT_COUNCIL": "rehearsal"}
    return subprocess.run(
        [sys.executable, *words],
        env={**kept, **own, "PYTHONPATH": paths},
        cwd=installed,
        capture_output=True,
        text=True,
        timeout=300,
    )


def moot(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return ran(installed, ["-m", "moot", *words])


def test_the_package_of_the_page_works(installed: Path) -> None:
    assert "greet " in moot(installed, "--help").stdout
    asked = moot(installed, "ask", "Hi?", "--json")
    assert re.search(r"^[0-9a-f-]{36} has ended$", asked.stdout, re.M), (asked.stdout, asked.stderr)
    assert moot(installed, "greet").stdout == "1 sessions\n"
    assert moot(installed, "settings", "get", "greeting").stdout == "Hello\n"
    assert moot(installed, "settings", "set", "greeting", "Good day").stdout == "greeting = Good day\n"
    assert "Good day  " in moot(installed, "settings").stdout
    served = ran(installed, ["-c", SERVE, str(installed.parent / "home")])
    assert served.returncode == 0, served.stderr
    told = json.loads(served.stdout.strip().splitlines()[-1])
    schemas = ["Greeting", "ScheduleList"]
    rows = [["peer-review", 1]]
    greeted = {"greeted": {"sessions": 1}, "refused": 401, "schemas": schemas}
    assert told == greeted | {"forms": ["questions"], "rows": rows}
    piped = moot(installed, "sessions", "export", "last", "--output", "asked.txt.gz")
    assert gzip.decompress((installed / "asked.txt.gz").read_bytes()) == b"Hi?", piped.stderr
    assert "top_scores" in moot(installed, "councils", "rubrics", "measures", "stress-test").stdout
    assert moot(installed, "doctor", "--json").stdout.count("does not work") == 0


def test_tables_are_created_where_they_are_missing(installed: Path) -> None:
    point = installed / "moot_greet-0.1.dist-info" / "entry_points.txt"
    text = point.read_text()
    for now, there in ((re.sub(r"greet = moot_greet.tables.*", "", text), False), (text, True)):
        point.write_text(now)
        moot(installed, "sessions", "list")
        with sqlite3.connect(installed.parent / "home" / "moot.db") as connection:
            found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        connection.close()
        assert ("greetings" in found) == there
        assert {"schedules", "fires", "deliveries"} <= found


def test_a_broken_package_is_named_and_left_out(installed: Path) -> None:
    install(installed, "moot_broken", BROKEN, {"moot_broken.py": BROKEN_MODULE})
    asked = moot(installed, "ask", "Hi?", "--json")
    assert asked.returncode == 0, asked.stderr
    named = [line for line in asked.stderr.splitlines() if "moot-broken" in line]
    assert len(named) == 2, "the table and the service; commands and routes were not needed"
    doctor = json.loads(moot(installed, "doctor", "--json").stdout)
    troubles = {each["says"] for each in doctor["found"] if each["about"] == "extensions"}
    assert {re.sub(r".*(moot\.\w+)\) does not work: ", r"\1: ", each) for each in troubles} == {
        "moot.commands: Moot has a command 'ask' of its own",
        "moot.commands: ModuleNotFoundError: No module named 'moot_broken.nowhere'; 'moot_broken' is not a package",
        "moot.commands: moot_broken:BROKEN is not a Command",
        "moot.exports: the name 'md' is taken by Moot",
        "moot.panels: moot_broken:BROKEN is not a UsagePanel",
        "moot.routers: AttributeError: module 'moot_broken' has no attribute 'no_router'",
        "moot.tables: there is another table 'sessions'",
    }
    exported = moot(installed, "sessions", "export", "last", "--format", "bad")
    assert "The format 'bad' does not work: ZeroDivisionError" in exported.stderr
    assert "(moot.exports) does not work: the name 'md' is taken by Moot" in exported.stderr
    helped = moot(installed, "--help")
    assert "greet " in helped.stdout
    assert "wrong" not in helped.stdout
    assert helped.stderr.count("\n") == 3


def test_entry_points_are_read_as_installers_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[console_scripts]\nx = y:z\n[moot.commands]\n# no = thing\nb=m:b [extra]\na = m : a\n"
    install(tmp_path, "One_Package", text, {})
    install(tmp_path, "~ne_package", "[moot.commands]\ngone = m:gone\n", {})
    (tmp_path / "two.egg-info").mkdir()
    (tmp_path / "two.egg-info" / "entry_points.txt").write_text("[moot.commands]\na = m:other\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    found = [(each.name, each.value.replace(" ", ""), each.package) for each in entry_points("moot.commands")]
    assert found == [("b", "m:b", "one-package"), ("a", "m:a", "one-package"), ("a", "m:other", "two")]
    assert entry_points("moot.tables") == []
    assert load_all("moot.tables", object) == {}
