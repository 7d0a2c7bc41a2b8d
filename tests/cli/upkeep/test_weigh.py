"""Test that only a person turns on weighted votes, in a council's own file, and only where there are votes."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Run

MEMBERS = ("-m", "rehearsal/ada", "-m", "rehearsal/bo")


def test_weights_are_switched_on_and_off_in_the_file_of_the_council(moot: Run, home: Path) -> None:
    assert moot("councils", "save", "ours", *MEMBERS, "--protocol", "claim-vote", "-o", "least_votes=3").exit_code == 0
    file = home / "councils" / "ours.toml"
    before = file.read_text(encoding="utf-8")
    told = moot("councils", "weigh", "ours")
    assert "Votes of ours weigh the same." in told.stdout
    assert "It has not voted yet." in told.stdout
    assert file.read_text(encoding="utf-8") == before
    on = moot("councils", "weigh", "ours", "on", "--json")
    assert json.loads(on.stdout) == {"council": "ours", "on": True, "weights": None}
    assert '"weighted" = true' in file.read_text(encoding="utf-8")
    assert '"least_votes" = "3"' in file.read_text(encoding="utf-8")
    assert "Votes of ours are weighed." in moot("councils", "weigh", "ours").stdout
    assert moot("councils", "weigh", "ours", "off").exit_code == 0
    assert file.read_text(encoding="utf-8") == before
    file.write_text(before + '"weighted" = "false"\n', encoding="utf-8")  # as `-o weighted=false` saves it
    assert "Votes of ours weigh the same." in moot("councils", "weigh", "ours").stdout


def test_where_nothing_is_voted_on_nothing_is_weighed(moot: Run) -> None:
    refused = moot("councils", "weigh", "rehearsal", "on")
    assert refused.exit_code != 0
    assert "Nothing is voted on by peer-review" in refused.stderr


def test_the_council_of_a_project_is_not_written_over(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "moot.toml").write_text(
        '[councils.theirs]\nprotocol = "claim-vote"\nmembers = ["rehearsal/ada", "rehearsal/bo"]\n', encoding="utf-8"
    )
    refused = moot("councils", "weigh", "theirs", "on")
    assert refused.exit_code != 0
    assert "weighted = true" in refused.stderr
