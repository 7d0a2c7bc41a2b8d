"""Test that a study's budget does not change its identity, and that a second one of its name is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extensions.studies.asking.test_running import UNNAMED
from extensions.studies.terminal.conftest import FIVE
from moot.app import Application
from moot.extensions.studies.progress import BudgetSet
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import digest_of, study_from
from moot.extensions.studies.terminal.asking import _begun


def text(budget: str = "", questions: list[str] | None = None) -> str:
    return f"{budget}\n{UNNAMED.format(questions=json.dumps(questions or FIVE[:2]))}"


async def test_another_budget_in_the_file_goes_on_with_the_study_and_is_in_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    app = await Application.opened("python", tmp_path / "home")
    try:
        file.write_text(text("budget = 5.0"))
        first = await _begun(app, str(file))
        assert first.study.budget == 5.0
        file.write_text(text("budget = 8.0"))
        raised = await _begun(app, str(file))
        assert (raised.id, raised.study.budget) == (first.id, 8.0)
        assert "a budget of $8.00 now" in capsys.readouterr().err.replace("\n", " ")
        await studies_of(app).add(first.id, "budget/9", BudgetSet(budget=20.0))
        by_hand = await _begun(app, str(file))
        assert by_hand.study.budget == 20.0, "what was given by hand since stays in force"
        file.write_text(text("budget = 5.0"))
        lowered = await _begun(app, str(file))
        assert (lowered.id, lowered.study.budget) == (first.id, 5.0), "what the file said once it may say again"
        file.write_text(text())
        assert (await _begun(app, str(file))).study.budget is None
        assert len(await studies_of(app).studies.opened()) == 1
    finally:
        await app.close()


async def test_a_study_that_was_opened_with_its_budget_in_its_digest_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    app = await Application.opened("python", tmp_path / "home")
    try:
        file.write_text(text("budget = 5.0"))
        earlier = await studies_of(app).open(study_from(file.read_text(), "earlier"), "an id of an earlier version")
        assert (await _begun(app, str(file))).id == earlier.id
        file.write_text(text("budget = 6.0"))
        assert (await _begun(app, str(file))).id == earlier.id
    finally:
        await app.close()


async def test_a_second_study_of_a_name_is_told_before_it_pays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    app = await Application.opened("python", tmp_path / "home")
    try:
        file.write_text(text())
        first = await _begun(app, str(file))
        assert capsys.readouterr().err == ""
        file.write_text(text(questions=FIVE[:3]))
        second = await _begun(app, str(file))
        said = " ".join(capsys.readouterr().err.split())
    finally:
        await app.close()
    assert second.id != first.id
    assert f"Another study is called poor, {first.id[:8]}" in said
    assert f"moot study run {first.id[:8]}" in said


def test_the_digest_is_of_what_is_asked() -> None:
    plain = study_from(text(), "a")
    assert digest_of(plain, "c") == digest_of(study_from(text("budget = 5.0"), "a"), "c")
    assert digest_of(plain, "c") != digest_of(study_from(text(questions=FIVE[:3]), "a"), "c")
