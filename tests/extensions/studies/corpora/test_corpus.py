"""Test that `moot corpus` lists, shows, checks, freezes and creates sets of questions."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Run


def test_sets_of_questions_are_listed_and_shown(moot: Run) -> None:
    listed = json.loads(moot("corpus", "--json").stdout)
    assert {each["name"]: each["questions"] for each in listed["corpora"]}["planted-bugs"] == 8
    assert "two-sided" in moot("corpus", "list").stdout
    told = moot("corpus", "show", "planted-bugs").stdout
    assert "3 bugs, 2 decoys" in told
    put = moot("corpus", "show", "planted-bugs", "ring-c").stdout
    assert "  13     struct ring *ring = malloc(sizeof ring);" in put
    one = json.loads(moot("corpus", "show", "planted-bugs", "ring-c", "--json").stdout)
    assert one["key"][0]["lines"] == [13, 13]
    result = moot("corpus", "show", "planted-bugs", "ring-d")
    assert (result.exit_code, "ring-c" in result.stderr) == (2, True)


def test_lines_are_what_a_run_reads(moot: Run, tmp_path: Path) -> None:
    lines = moot("corpus", "show", "known-answers", "--lines").stdout.splitlines()
    assert len(lines) == 40
    (tmp_path / "q.jsonl").write_text("\n".join(lines[:2]))
    told = json.loads(moot("run", "q.jsonl", "--protocol", "peer-review", "--json", "-q").stdout)
    assert len(told["questions"]) == 2
    assert told["known_answers"]["council"]["right"] + told["known_answers"]["council"]["wrong"] <= 2


def test_a_set_of_ones_own_is_begun_checked_and_frozen(moot: Run, home: Path) -> None:
    assert moot("corpus", "new", "mine").exit_code == 0
    assert moot("corpus", "check").exit_code == 0
    assert "Froze 2 questions as version 1" in moot("corpus", "freeze", "mine").stdout
    items = home / "corpora" / "mine" / "items.jsonl"
    items.write_text(items.read_text().replace("Is it so?", "Is it not so?"))
    result = moot("corpus", "check", "mine")
    assert result.exit_code == 1
    assert "is not what was frozen as version 1: items.jsonl" in result.stdout
    assert moot("corpus", "freeze", "mine").exit_code == 2
    items.write_text("{")
    assert "mine cannot be used" in moot("corpus", "list").stderr
    told = json.loads(moot("corpus", "check", "--json").stdout)
    assert [name for name, faults in told["faults"].items() if faults] == ["mine"]
