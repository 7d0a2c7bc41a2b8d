"""Test where a setting's value comes from, and which values are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.errors import BadInput, BadSetting, UnknownName
from moot.settings import FILE, change_setting, home_folder, origin_of, settings_from


def test_defaults_then_file_then_environment(tmp_path: Path) -> None:
    assert settings_from(tmp_path, {}).port == 8484
    (tmp_path / FILE).write_text("port = 9000\nbudget = 1.5\n")
    assert settings_from(tmp_path, {}).port == 9000
    settings = settings_from(tmp_path, {"MOOT_PORT": "9001", "MOOT_ALLOWED_HOSTS": "a.example, b.example"})
    assert (settings.port, settings.budget, settings.allowed_hosts) == (9001, 1.5, ["a.example", "b.example"])
    assert origin_of("port", tmp_path, {"MOOT_PORT": "1"}) == "environment"
    assert origin_of("port", tmp_path, {}) == str(tmp_path / FILE)
    assert origin_of("host", tmp_path, {}) == "default"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "port"),
        ('port = "x"', "port"),
        ("port = 70000", "65535"),
        ("budget = nan", "budget"),
        ("budget = -1", "budget"),
        ("day_budget = inf", "day_budget"),
        ("call_timeout = 0", "call_timeout"),
        ('durability = "none"', "durability"),
        ("port =", "read"),
    ],
)
def test_bad_files_are_named_and_nothing_else_happens(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadSetting) as caught:
        settings_from(tmp_path, {})
    assert says in str(caught.value)
    assert (tmp_path / FILE).read_text() == text


def test_changing_a_setting(tmp_path: Path) -> None:
    change_setting(tmp_path, "budget", "2.50")
    change_setting(tmp_path, "council", 'quo"ted')
    assert (settings_from(tmp_path, {}).budget, settings_from(tmp_path, {}).council) == (2.5, 'quo"ted')
    change_setting(tmp_path, "budget", None)
    assert settings_from(tmp_path, {}).budget is None
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    with pytest.raises(UnknownName, match="port"):
        change_setting(tmp_path, "prot", "1")
    with pytest.raises(BadSetting, match="budget"):
        change_setting(tmp_path, "budget", "much")


def test_a_home_of_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_HOME", "~nobody-of-that-name/moot")
    with pytest.raises(BadInput, match="nobody here"):
        home_folder()


@pytest.mark.parametrize("below", [".", "deeper/home"])
def test_a_home_that_is_a_file_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, below: str) -> None:
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("MOOT_HOME", str(file / below))
    with pytest.raises(BadSetting, match="is a file, not a folder") as told:
        home_folder()
    assert "Set MOOT_HOME to a folder" in told.value.remedy


@pytest.mark.parametrize(
    ("variable", "text"), [("MOOT_BUDGET", "-1"), ("MOOT_PORT", "70000"), ("MOOT_BACKUPS", "many"), ("MOOT_PORT", "0x")]
)
def test_what_a_variable_says_wrong_is_told_of_the_variable_and_of_no_file(
    tmp_path: Path, variable: str, text: str
) -> None:
    with pytest.raises(BadSetting, match=variable) as refused:
        settings_from(tmp_path, {variable: text})
    assert "file" not in f"{refused.value.message} {refused.value.remedy}"
    assert "settings.toml" not in refused.value.message
