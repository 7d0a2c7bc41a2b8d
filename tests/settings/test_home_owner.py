"""A home that another user could put files into is refused before anything in it is read."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from moot.app import Application
from moot.errors import BadSetting
from moot.settings import checked_home
from rig.clean_home import home as home
from world.doors import at_terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX")


@pytest.fixture
def planted(home: Path) -> Path:
    """A home with a token of somebody's, and settings that cannot be read as such."""
    home.mkdir(mode=0o700)
    (home / "token").write_text("t" * 43)
    (home / "settings.toml").write_text("this is read too early")
    return home


def give_away(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder belongs to another user from now on."""
    if os.geteuid() == 0:
        os.chown(home, 4242, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: home.stat().st_uid + 1)


@pytest.mark.parametrize("command", [["ask", "Why?"], ["serve"], ["doctor"], ["models"], ["settings", "list"]])
def test_a_home_of_another_user_is_refused_at_the_terminal(
    planted: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    give_away(planted, monkeypatch)
    told = at_terminal(*command, code=2)
    assert "Another user owns it" in told
    assert "mode 0700" in told
    assert "chown" in told
    assert "MOOT_HOME" in told


@pytest.mark.parametrize(("mode", "said"), [(0o777, "chmod o-w"), (0o702, "chmod o-w"), (0o1777, "chmod o-w")])
def test_a_home_that_everybody_can_write_to_is_refused(planted: Path, mode: int, said: str) -> None:
    planted.chmod(mode)
    with pytest.raises(BadSetting, match=f"mode {mode:04o}") as refused:
        asyncio.run(Application.opened("python", planted))
    assert said in refused.value.remedy


def test_a_group_may_write_where_one_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o775)
    assert checked_home(tmp_path) == tmp_path
    monkeypatch.setattr(os, "getegid", lambda: 4242)
    monkeypatch.setattr(os, "getgroups", lambda: [4243])
    if os.geteuid() == 0:
        os.chown(tmp_path, -1, 4244)
    with pytest.raises(BadSetting, match="A group that is not yours"):
        checked_home(tmp_path)
    tmp_path.chmod(0o755)
    assert checked_home(tmp_path) == tmp_path


def test_a_folder_of_root_s_and_one_that_is_not_there_are_taken(tmp_path: Path) -> None:
    assert checked_home(Path("/")) == Path("/")
    assert checked_home(tmp_path / "new") == tmp_path / "new"


def test_root_may_use_a_volume_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        os.chown(tmp_path, 4242, -1)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(BadSetting, match="Another user owns it"):
        checked_home(tmp_path)
    monkeypatch.setattr(os.path, "ismount", lambda path: path == tmp_path)
    assert checked_home(tmp_path) == tmp_path
