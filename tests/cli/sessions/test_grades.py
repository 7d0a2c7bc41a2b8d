"""Test that the terminal shows who graded what, and that a person's grade reaches a study's report."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.conftest import Run
from moot.app import Application
from moot.extensions.studies.service import studies_of

SEATS = ("-m", "rehearsal/ada", "-m", "rehearsal/bo", "-m", "rehearsal/cyn", "--chair", "rehearsal/hana")


async def measures(home: Path) -> dict[str, float]:
    """What the one session of the newest study comes to."""
    app = await Application.opened("cli", home)
    try:
        (row,) = await studies_of(app).studies.opened()
        (result,) = await studies_of(app).results(await studies_of(app).progress(row.study))
        return result.measures
    finally:
        await app.close()


def test_a_grade_is_shown_overruled_and_counted(moot: Run, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "known.jsonl"
    file.write_text(json.dumps({"role": "user", "content": "Which city is the capital?", "answer": "Canberra"}))
    ran = moot("run", str(file), *SEATS, "--protocol", "peer-review", "--json")
    assert ran.exit_code == 0, ran.output
    session = json.loads(ran.stdout)["questions"][0]["session"]
    assert asyncio.run(measures(home))["right_untold"] == 1.0

    shown = moot("sessions", "grade", session)
    assert "Known to be right: Canberra" in shown.stdout
    assert shown.stdout.count("not graded") == 4
    told = moot("sessions", "grade", session, "--right", "council", "--json")
    grades: list[dict[str, Any]] = json.loads(told.stdout)["grades"]
    assert [(each["right"], each["by"]) for each in grades if each["seat"] == "verdict"] == [(True, "person")]
    assert asyncio.run(measures(home))["right"] == 1.0
    assert "right, says a person" in moot("sessions", "show", session, "--full").stdout

    assert moot("sessions", "grade", session, "--wrong", "2").stdout.count("person") == 2
    assert moot("sessions", "grade", session, "--as-graded", "2").stdout.count("person") == 1
    both = moot("sessions", "grade", session, "--right", "1", "--wrong", "2")
    assert (both.exit_code, "One answer" in both.stderr) == (2, True)
    assert moot("sessions", "grade", session, "--right", "9").exit_code == 2


def test_a_verdict_is_given_shown_and_removed(moot: Run, asked: Callable[..., dict[str, Any]]) -> None:
    session = asked(*SEATS)["session"]
    assert moot("sessions", "verdict", session).stdout == "No verdict.\n"
    told = moot(
        "sessions", "verdict", session, "wrong", "--right-answer", "Only two of them.", "--right", "2", "--wrong", "3"
    )
    assert told.stdout == (
        "The council's answer: wrong.\nThe right answer: Only two of them.\nMembers: 2 right, 3 wrong.\n"
    )
    assert json.loads(moot("sessions", "verdict", session, "--json").stdout)["members"] == {
        "seat-b": True,
        "seat-c": False,
    }
    changed = moot("sessions", "verdict", session, "right", "--note", "After all.")
    assert changed.stdout == "The council's answer: right.\nNote: After all.\n"
    for words in (("maybe",), ("right", "--remove"), ("--note", "x"), ("right", "--wrong", "9")):
        assert moot("sessions", "verdict", session, *words).exit_code == 2, words
    assert moot("sessions", "verdict", session).stdout == changed.stdout
    line = "your verdict: The council's answer: right. Note: After all.\n"
    assert line in moot("sessions", "show", session).stdout
    assert moot("sessions", "verdict", session, "--remove").stdout == "No verdict.\n"
    assert "your verdict" not in moot("sessions", "show", session).stdout
