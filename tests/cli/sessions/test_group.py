"""Test that every session can be found, shown, resumed, forked, verified, exported and deleted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run

Asked = Callable[..., dict[str, Any]]


def test_lists_are_filtered(moot: Run, asked: Asked) -> None:
    ids = [asked()["session"] for _ in range(3)]
    failed = json.loads(moot("ask", "hi", "-m", "rehearsal/failing:2", "--json").stdout)["session"]

    def listed(*args: str) -> list[str]:
        return [row["session"] for row in json.loads(moot("sessions", "list", *args, "--json").stdout)["sessions"]]

    assert listed("--limit", "1") == [failed]
    assert listed("--state", "failed") == [failed]
    assert listed("--state", "verdict") == ids[::-1]
    assert listed("--before", ids[1][:8]) == [ids[0]]
    assert json.loads(moot("sessions", "search", "zebra", "--json").stdout)["sessions"] == []


def test_show_is_what_asking_gave(moot: Run, asked: Asked) -> None:
    result = asked()
    assert json.loads(moot("sessions", "show", result["session"], "--json").stdout) == result
    full = moot("sessions", "show", result["session"], "--full").stdout
    assert full.count("**By answer") == len(result["standing"]["places"])
    assert "ranked" in moot("sessions", "show", result["session"], "--prompt", "synthesis/chair").stdout
    assert moot("sessions", "show", result["session"], "--prompt", "review/nobody").exit_code == 2


def test_replay_reaches_the_same_digest(moot: Run, asked: Asked) -> None:
    result = asked()
    again = json.loads(moot("sessions", "replay", result["session"], "--json").stdout)
    assert again == {"session": result["session"], "digest": result["digest"], "same": True}
    assert result["digest"] in moot("sessions", "replay", result["session"]).stdout
    failed = json.loads(moot("ask", "hi", "-m", "rehearsal/failing:2", "--json").stdout)["session"]
    assert moot("sessions", "replay", failed).exit_code == 2


def test_a_fork_asks_nothing_of_earlier_stages(moot: Run, asked: Asked) -> None:
    source = asked()
    fork = moot("sessions", "fork", source["session"], "--from", "review", "--chair", "rehearsal/gus", "--json")
    result = json.loads(fork.stdout)
    assert result["fork"]["session"] == source["session"]
    assert result["outcome"] == "verdict"
    assert result["usage"]["calls"] == 5
    assert "forked from" in moot("sessions", "show", result["session"]).stdout
    assert moot("sessions", "fork", source["session"]).exit_code == 2
    assert moot("sessions", "fork", source["session"], "--from", "nowhere").exit_code == 2
    assert moot("sessions", "fork", source["session"], "--retry-failed").exit_code == 2
    assert moot("sessions", "fork", source["session"], "--member", "seat-b").exit_code == 2
    told = moot("sessions", "fork", source["session"], "--again", "opinions/seat-b", "--estimate").stdout
    assert "Kept: 3 answers." in told
    assert "Asked from opinions on: 6 calls, free." in told
    found = moot("sessions", "fork", source["session"], "--member", "seat-b=rehearsal/gus", "--estimate", "--json")
    assert json.loads(found.stdout)["estimate"]["calls"] == 6
    other = json.loads(moot("sessions", "fork", source["session"], "--question", "And now?", "--json").stdout)
    assert other["fork"]["changed"] == ["question = And now?"]


def test_resume_goes_on_after_the_budget_was_raised(moot: Run, priced: None) -> None:
    failed = json.loads(moot("ask", "hi", "-m", "priced/alpha:2", "--json").stdout)["session"]
    fork = json.loads(moot("sessions", "fork", failed, "--from", "opinions", "--budget", "0.0001", "--json").stdout)
    assert fork["outcome"] == "out_of_budget"
    session = fork["session"]
    again = moot("sessions", "resume", session, "--budget", "0.0002")
    assert again.exit_code == 3
    assert "Out of budget" in again.stderr
    assert "the budget was $0.0002" in again.stderr


def test_one_model_writes_from_points_that_were_picked(moot: Run, asked: Asked) -> None:
    source = asked()["session"]
    written = moot("sessions", "write-up", source, "The town borrows cheaply.", "--chair", "rehearsal/gus", "--json")
    result = json.loads(written.stdout)
    assert result["outcome"] == "verdict"
    assert result["protocol"] == "reply"
    assert moot("sessions", "write-up", source, " ", "--chair", "rehearsal/gus").exit_code == 2


def test_a_fork_goes_on_under_the_cap_in_force(moot: Run, priced: None) -> None:
    members = ["-m", "priced/alpha:2", "--chair", "rehearsal/gus"]
    failed = json.loads(moot("ask", "hi", *members, "--json").stdout)["session"]
    fork = moot("sessions", "fork", failed, "--from", "opinions", "--budget", "0.0001", "--json")
    session = json.loads(fork.stdout)["session"]
    moot("sessions", "resume", session, "--budget", "0.001", "--json")
    found = json.loads(moot("sessions", "fork", session, "--from", "opinions", "--json").stdout)
    assert "$0.001" in found["message"]


def test_what_is_over_is_not_resumed_or_stopped(moot: Run, asked: Asked) -> None:
    session = asked()["session"]
    resumed = moot("sessions", "resume", session, "--json")
    assert resumed.exit_code == 2
    assert json.loads(resumed.stdout)["error"]["code"] == "session_over"
    assert json.loads(moot("sessions", "stop", session, "--json").stdout) == {"session": session, "stopping": False}


@pytest.mark.fast(2)
@pytest.mark.parametrize(("kind", "begins"), [("md", "#"), ("json", "{"), ("jsonl", "{"), ("html", "<!doctype html>")])
def test_exports(kind: str, begins: str, moot: Run, asked: Asked, tmp_path: Path) -> None:
    session = asked()["session"]
    printed = moot("sessions", "export", session, "--format", kind, "-O", "-").stdout
    assert printed.lower().startswith(begins)
    assert "scripted" in printed.lower()
    file = tmp_path / f"out.{kind}"
    assert moot("sessions", "export", session, "-O", str(file)).exit_code == 0
    assert file.read_text() == printed
    assert moot("sessions", "export", session, "-O", str(file)).exit_code == 2
    assert moot("sessions", "export", session, "-O", str(file), "--replace").exit_code == 0
    assert moot("sessions", "export", session, "--format", kind).stdout == printed
    assert moot("sessions", "export", session, "-O", "result.pdf").exit_code == 2


def test_deleting_asks_first(moot: Run, asked: Asked) -> None:
    session = asked()["session"]
    assert moot("sessions", "delete", session, input="y\n").exit_code == 2
    assert json.loads(moot("sessions", "delete", session[:8], "--yes", "--json").stdout) == {"deleted": [session]}
    assert moot("sessions", "show", session).exit_code == 2


def test_a_person_answers_later(moot: Run) -> None:
    members = ["-m", "person", "-m", "rehearsal/ada", "-m", "rehearsal/bo", "--chair", "rehearsal/gus"]
    waiting = moot("ask", "hi", *members, "--json")
    assert waiting.exit_code == 0  # nothing failed: a person is waited for
    result = json.loads(waiting.stdout)
    assert result["outcome"] == "waiting"
    assert "moot sessions answer" in moot("sessions", "show", result["session"]).stdout
    assert moot("sessions", "answer", result["session"], "seat-b", "words").exit_code == 2
    first = moot("sessions", "answer", result["session"], "seat-a", "I", "say", "so.", "--json")
    assert json.loads(first.stdout)["outcome"] == "waiting"
    assert "--prompt review/seat-a" in moot("sessions", "show", result["session"]).stdout
    labels = moot("sessions", "show", result["session"], "--prompt", "review/seat-a").stdout
    assert "rank" in labels
    last = moot("sessions", "answer", result["session"], "-q", input="I cannot say.")
    assert last.exit_code in (0, 1)
    assert "I say so." in moot("sessions", "show", result["session"], "--full").stdout


def test_an_archive_goes_on_past_a_damaged_session(moot: Run, asked: Asked, home: Path, tmp_path: Path) -> None:
    first, second, third = (asked()["session"] for _ in range(3))
    with closing(sqlite3.connect(home / "moot.db")) as store:
        store.execute("UPDATE events SET checksum = checksum + 1 WHERE session = ? AND seq = 2", (second,))
        store.commit()
    came = moot("sessions", "archive", "-O", str(tmp_path / "all.jsonl"))
    assert came.exit_code == 1
    assert "Wrote 2 sessions" in came.stderr
    assert f"left out: {second}" in came.stderr
    piped = moot("sessions", "archive")
    assert piped.stdout == (tmp_path / "all.jsonl").read_text()
    again = json.loads(moot("sessions", "import", str(tmp_path / "all.jsonl"), "--json").stdout)
    assert ([one["session"] for one in again["sessions"]], again["refused"]) == ([first, third], [])


def test_an_import_of_which_something_is_refused_ends_as_such_and_takes_in_the_rest(
    moot: Run, asked: Asked, tmp_path: Path
) -> None:
    good, bad = asked()["session"], asked()["session"]
    file = tmp_path / "two.jsonl"
    moot("sessions", "archive", "-O", str(file))
    lines = file.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if bad in line and '"SeatSpoke"' in line)
    lines[at] = lines[at].replace('"text":"', '"text":"It was never said. ', 1)
    file.write_text("".join(lines))
    came = moot("sessions", "import", str(file))
    assert came.exit_code == 1, came.output
    assert "refused: " in came.stderr
    assert good in came.stdout
    assert moot("sessions", "import", str(file), "--json").exit_code == 1
