"""Where a folder is set, every session that has a report leaves it there by itself; one that is gone costs nothing."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from moot.app import Application
from moot.request import Ask
from moot.settings import change_setting
from moot.vocabulary.councils import Council

QUESTION = "Should we move our billing system to microservices?"


async def asked(home: Path, folder: Path, protocol: str = "claim-vote") -> str:
    """One session with scripted voices, held to its end; the state it ended in."""
    change_setting(home, "report_folder", str(folder))
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    council = Council(members=("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), protocol=protocol)
    session = await app.convene(Ask(question=QUESTION, council=council))
    await app.runner.ended(session)
    await app.close()
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    state = (await app.register.get(session)).state
    await app.close()
    return state


async def test_a_report_and_its_votes_are_written_when_the_session_ends(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    assert await asked(tmp_path / "home", folder) == "verdict"
    text, votes = sorted(folder.iterdir(), key=lambda path: len(path.name))
    assert text.read_text(encoding="utf-8").startswith("# Council of ")
    read = json.loads(votes.read_text(encoding="utf-8"))
    assert read["schema"] == "moot-votes/2"
    assert read["question"] == QUESTION
    assert {"moot", "seconds", "cost", "sources", "offices", "weights", "controls", "thresholds", "narrative"} <= set(
        read
    )
    assert read["thresholds"]["from"] == "Tiers are cut as published, never calibrated."
    assert all({"counts", "mean_confidence", "tier", "tier_equal", "k"} <= set(claim) for claim in read["claims"])


async def test_a_folder_that_is_gone_is_told_and_the_session_stands(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "moot.reports"):
        assert await asked(tmp_path / "home", tmp_path / "gone") == "verdict"
    (told,) = [record.getMessage() for record in caplog.records if record.name == "moot.reports"]
    assert told.count("is no folder. Make it, or change the setting `report_folder`.") == 1
    assert not (tmp_path / "gone").exists()


async def test_sessions_without_a_report_leave_none(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    await asked(tmp_path / "home", folder, "peer-review")
    assert list(folder.iterdir()) == []
