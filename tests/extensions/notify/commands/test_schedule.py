"""Test that a schedule can be added, shown, run, paused and removed at a terminal."""

from __future__ import annotations

import json

import pytest

from cli.conftest import Run

ADD = ("schedule", "add", "rates", "What changed about rates since {last}?")


def told(moot: Run, *words: str) -> dict[str, object]:
    result = moot(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def test_a_schedule_is_added_held_rested_and_removed(moot: Run) -> None:
    made = told(moot, *ADD, "--at", "07:30", "--days", "mon-fri", "--zone", "Europe/Berlin", "--budget", "50c")
    assert made["schedule"]["when"] == "At 07:30 on Monday through Friday (Europe/Berlin)"  # type: ignore[index]
    assert len(made["schedule"]["next"]) == 3  # type: ignore[index]
    again = moot(*ADD, "--at", "08:00")
    assert again.exit_code == 2
    assert "already" in again.output
    (held,) = told(moot, "schedule", "run", "rates")["held"]  # type: ignore[misc]
    assert held["state"] == "verdict"
    listed = told(moot, "sessions", "list", "--via", "schedule")
    (session,) = listed["sessions"]  # type: ignore[misc]
    assert session["question"].startswith("What changed about rates since 20")
    shown = moot("schedule", "list", "rates").stdout
    assert "held" in shown
    assert held["session"][:8] in shown
    assert told(moot, "schedule", "run-due") == {"held": [], "troubles": {}}
    assert "rests" in moot("schedule", "pause", "rates").stdout
    assert "rests" in moot("schedule").stdout
    assert "goes on" in moot("schedule", "pause", "rates", "--off").stdout
    assert moot("schedule", "remove", "rates").exit_code == 0
    assert told(moot, "schedule", "list") == {"schedules": []}
    assert len(told(moot, "sessions", "list", "--via", "schedule")["sessions"]) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--at", "25:00"),
        ("--at", "07:30", "--cron", "0 7 * * *"),
        ("--cron", "0 7 * * *", "--days", "mon"),
        ("--at", "07:30", "--zone", "Nowhere"),
        ("--at", "07:30", "--council", "nobody"),
        ("--at", "07:30", "--protocol", "nothing"),
        ("--at", "07:30", "--channel", "nothere"),
        ("--at", "07:30", "-o", "nothere=1"),
    ],
)
def test_what_cannot_be_is_refused(moot: Run, more: tuple[str, ...]) -> None:
    assert moot(*ADD, *more).exit_code == 2
    assert told(moot, "schedule", "list") == {"schedules": []}


@pytest.mark.parametrize("question", ["New since {foo}?", "New since {last", "New since { last }?", "{Last} {today}?"])
def test_a_field_that_nothing_is_filled_in_for_is_refused(moot: Run, question: str) -> None:
    refused = moot("schedule", "add", "rates", question, "--at", "07:30")
    assert refused.exit_code == 2
    assert "{last} stands for" in " ".join(refused.stderr.split())
    assert told(moot, "schedule", "list") == {"schedules": []}


def test_braces_that_begin_no_field_are_text(moot: Run) -> None:
    question = 'What does {"a": 1} mean in {x | x > 0} since {last}, {today}?'
    assert told(moot, "schedule", "add", "rates", question, "--at", "07:30")


@pytest.mark.usefixtures("priced")
def test_a_budget_that_no_session_could_begin_with_is_refused(moot: Run) -> None:
    members = ("councils", "save", "dear", "-m", "priced/a", "-m", "priced/b", "--chair", "priced/a")
    assert moot(*members).exit_code == 0
    for name in ("--month", "--budget"):
        refused = moot(*ADD, "--at", "07:30", "--council", "dear", name, "0.00001")
        assert refused.exit_code == 2, refused.output
        assert "is too small: this takes at least $" in " ".join(refused.stderr.split())
    assert moot(*ADD, "--at", "07:30", "--council", "dear", "--month", "50").exit_code == 0
