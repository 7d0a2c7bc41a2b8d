"""Test that councils, keys, endpoints, settings, models and the doctor list what exists, and change only that."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

CANARY = "sk-canary-0123456789abcdef"


def test_a_council_is_saved_shown_checked_asked_and_removed(moot: Run, tmp_path: Path) -> None:
    saved = moot(
        "councils", "save", "mine", "-m", "rehearsal/ada:2", "-m", "rehearsal/bo", "--title", "Ours", "-o", "quorum=2"
    )
    assert saved.exit_code == 0
    assert moot("councils", "save", "mine", "-m", "rehearsal/ada:2").exit_code == 2
    assert moot("councils", "save", "mine", "--from", "mine", "--chair", "rehearsal/gus", "--replace").exit_code == 0
    kept = moot("councils", "save", "mine", "--from", "mine", "--stand-in", "rehearsal/hana", "--replace")
    assert kept.exit_code == 0, kept.stderr
    shown = moot("councils", "show", "mine").stdout
    assert 'chair = "rehearsal/gus"' in shown
    assert 'stand_ins = ["rehearsal/hana"]' in shown
    listed = json.loads(moot("councils", "--json").stdout)["councils"]
    assert {"mine", "rehearsal"} <= {row["name"] for row in listed}
    assert moot("councils", "check").exit_code == 0
    assert json.loads(moot("ask", "hi", "--council", "mine", "--json").stdout)["council"] == "mine"
    assert moot("councils", "remove", "mine").exit_code == 2
    assert moot("councils", "remove", "mine", "--yes").exit_code == 0
    assert moot("councils", "remove", "rehearsal", "--yes").exit_code == 2


def test_a_council_in_a_file_is_checked(moot: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('members = ["rehearsal/ada:2"]\noptions = {quorumm = 2}')
    checked = moot("councils", "check", str(file), "--json")
    assert checked.exit_code == 1
    assert json.loads(checked.stdout)["councils"][0]["ok"] is False


def test_a_key_that_is_typed_is_not_seen(moot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.cli.setup.keys.is_terminal", lambda stream: True)
    typed = moot("keys", "set", "openrouter", input=f"{CANARY}-typed\n")
    assert typed.exit_code == 0, typed.output
    assert "Key for" in typed.stderr
    assert CANARY not in typed.output


def test_no_key_is_ever_shown(moot: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text(f"export OPENAI_API_KEY='{CANARY}-b'\nOTHER=1\n")
    monkeypatch.setenv("GROQ_API_KEY", f"{CANARY}-c")
    outputs = [
        moot("keys", "set", "openrouter", input=f"{CANARY}-a\n"),
        moot("keys", "import"),
        moot("keys"),
        moot("keys", "list", "--json"),
        moot("endpoints", "--json"),
        moot("endpoints", "explain", "openai"),
        moot("settings"),
        moot("councils", "check"),
    ]
    assert all(result.exit_code == 0 for result in outputs), [result.output for result in outputs]
    assert CANARY not in "".join(result.output for result in outputs)
    sources = {row["endpoint"]: row["key"] for row in json.loads(outputs[3].stdout)["keys"]}
    assert (sources["openrouter"], sources["openai"], sources["groq"]) == ("stored", "stored", "GROQ_API_KEY")
    assert stat.S_IMODE((home / "keys.toml").stat().st_mode) == 0o600
    assert CANARY in (home / "keys.toml").read_text()
    assert moot("keys", "remove", "openrouter").exit_code == 0
    assert moot("keys", "remove", "openrouter").exit_code == 2
    assert moot("keys", "set", "nowhere", input="x").exit_code == 2
    assert moot("keys", "set", "openai", CANARY).exit_code == 2


def test_an_endpoint_is_added_tested_and_removed(moot: Run) -> None:
    assert moot("endpoints", "add", "lab", "--url", "http://127.0.0.1:9999/v1", "--free").exit_code == 0
    assert moot("endpoints", "add", "void").exit_code == 2
    rows = {row["endpoint"]: row for row in json.loads(moot("endpoints", "--json").stdout)["endpoints"]}
    assert rows["lab"]["own"]
    tested = moot("endpoints", "test", "lab", "--json")
    assert tested.exit_code == 1
    assert json.loads(tested.stdout)["endpoints"][0]["trouble"]
    assert moot("endpoints", "remove", "lab").exit_code == 0
    assert moot("endpoints", "remove", "openai").exit_code == 2
    assert moot("endpoints", "test", "rehearsal").exit_code == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.7", "[::1]", "box.lan", "2130706433"])
def test_who_types_a_local_address_need_not_say_so_again(moot: Run, host: str) -> None:
    added = moot("endpoints", "add", "lab", "--url", f"http://{host}:9999/v1", "--key-env", "LAB_KEY")
    assert added.exit_code == 0
    assert "on this machine or in its network" in added.stdout
    values = json.loads(moot("endpoints", "explain", "lab", "--json").stdout)["values"]
    assert {row["name"]: row["value"] for row in values}["private"] is True


def test_models_name_what_can_be_seated(moot: Run) -> None:
    found = json.loads(moot("models", "--endpoint", "rehearsal", "--json").stdout)
    named = {row["model"] for row in found["models"]}
    assert {"rehearsal/ada", "rehearsal/hana"} <= named
    assert "rehearsal/failing" not in named, "a voice that fails on purpose is shown only to who asks for it"
    rigs = json.loads(moot("models", "--endpoint", "rehearsal", "--rigs", "--json").stdout)
    assert named < {row["model"] for row in rigs["models"]} >= {"rehearsal/failing"}
    assert all(row["scripted"] for row in found["models"])
    assert "rehearsal/bo" not in moot("models", "list", "ada", "--endpoint", "rehearsal").stdout
    assert moot("models", "--endpoint", "nowhere").exit_code == 2
    assert moot("models", "ada").exit_code == 2
    assert "rehearsal/ada: " in moot("models", "test", "rehearsal/ada", "rehearsal/bo").stdout
    assert moot("models", "test", "rehearsal/failing").exit_code == 1


def test_settings_are_set_and_say_where_they_come_from(moot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert moot("settings", "set", "budget", "2.5").exit_code == 0
    assert moot("settings", "get", "budget").stdout == "2.5\n"
    found = json.loads(moot("settings", "get", "budget", "--json").stdout)
    assert found["origin"] == "file"
    assert moot("settings", "set", "budgett", "1").exit_code == 2
    assert moot("settings", "set", "budget", "much").exit_code == 2
    assert moot("settings", "unset", "budget").stdout == "budget = unset\n"
    assert moot("settings", "set", "council", "ghost").exit_code == 2
    assert moot("settings", "set", "auth_token", CANARY).exit_code == 0
    assert CANARY not in moot("settings").stdout + moot("settings", "--json").stdout
    monkeypatch.setenv("MOOT_PORT", "1234")
    assert "environment" in moot("settings").stdout


def test_the_doctor_says_what_was_found(moot: Run, home: Path) -> None:
    found = moot("doctor", "--json")
    assert found.exit_code == 0
    report = json.loads(found.stdout)
    assert {"moot", "home", "store", "council"} <= {row["about"] for row in report["found"]}
    assert report["council"]["name"] == "rehearsal"
    moot("ask", "hi")
    tested = moot("doctor", "--test", "--rebuild")
    assert tested.exit_code == 0
    assert "1 session built again" in tested.stdout
    assert "rehearsal/ada" in tested.stdout
    saved = moot("doctor", "--salvage", "saved.db", "--json")
    assert json.loads(saved.stdout)["salvaged"]["sessions"] == 1


def test_the_doctor_meets_a_damaged_store(moot: Run, home: Path) -> None:
    moot("ask", "hi")
    (home / "moot.db").write_bytes(b"not a store" * 1000)
    for name in ("moot.db-wal", "moot.db-shm"):
        (home / name).unlink(missing_ok=True)
    asked = moot("ask", "hi", "--json")
    assert asked.exit_code == 1
    assert json.loads(asked.stdout)["error"]["code"].startswith("store")
    assert moot("doctor").exit_code == 1
    assert "--salvage" in moot("doctor").stdout


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize("args", [("ask", "hi"), ("doctor",), ("sessions",), ("keys", "set", "openai")])
def test_a_home_that_cannot_be_made_is_said_plainly(args: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    ended = subprocess.run(
        [sys.executable, "-m", "moot", *args],
        env={**os.environ, "MOOT_HOME": str(tmp_path / "file" / "home")},
        input="sk-123456789", capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ended.returncode in (1, 2)
    assert str(tmp_path / "file") in ended.stderr + ended.stdout
    assert "at fault" not in ended.stderr


def test_keys_that_cannot_be_read_are_said_before_anybody_is_asked(moot: Run, home: Path) -> None:
    home.mkdir()
    (home / "keys.toml").write_text("not [toml")
    asked = moot("ask", "hi", "--json")
    assert asked.exit_code == 2
    assert json.loads(asked.stdout)["error"]["code"] == "bad_setting"
    assert moot("doctor").exit_code == 1


def test_a_rubric_is_begun_shown_checked_and_removed(moot: Run, home: Path, tmp_path: Path) -> None:
    listed = json.loads(moot("rubrics", "--json").stdout)["rubrics"]
    assert {row["name"] for row in listed} >= {"general", "stress-test", "code-review"}
    assert moot("rubrics", "new", "mine", "--from", "stress-test").exit_code == 0
    file = home / "rubrics" / "mine.toml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert moot("rubrics", "new", "mine").exit_code == 2
    assert moot("rubrics", "new", "../mine").exit_code == 2
    assert "premise_echo" in moot("rubrics", "show", "mine").stdout
    measures = json.loads(moot("rubrics", "measures", "mine", "--json").stdout)["measures"]
    assert "label_hedge" in {row["name"] for row in measures}
    assert moot("rubrics", "check").exit_code == 0

    # Two faults are both named, and the file stands in nobody's way.
    text = file.read_text()
    file.write_text(text.replace("when.replies.is = 0", "when.replyes.is = 0").replace("weight = 2.0", "weight = -2.0"))
    checked = moot("rubrics", "check", "mine", "--json")
    assert checked.exit_code == 1
    (row,) = json.loads(checked.stdout)["rubrics"]
    assert len(row["faults"]) == 2
    assert moot("rubrics", "list").exit_code == 0
    assert "mine cannot be used" in moot("rubrics", "list").stderr
    assert moot("rubrics", "check").exit_code == 1
    file.write_text(text)
    assert moot("rubrics", "remove", "mine").exit_code == 2
    assert moot("rubrics", "remove", "mine", "--yes").exit_code == 0
    assert moot("rubrics", "remove", "general", "--yes").exit_code == 2
    assert "Did you mean" in moot("rubrics", "show", "genral").stderr


def test_a_file_that_is_not_there_or_is_no_text_is_told_in_words(moot: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    missing = moot("rubrics", "check", str(file))
    assert missing.exit_code == 1
    assert f"There is no file {file}." in missing.output
    assert "Errno" not in missing.output
    file.write_bytes(b"\xff\xfe\x00")
    assert "it is not UTF-8 text" in moot("rubrics", "check", str(file)).output
