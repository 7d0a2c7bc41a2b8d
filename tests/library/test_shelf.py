"""Test that councils are found, read strictly, saved, and that a project's file cannot reach out."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.errors import BadSetting, Conflict
from moot.library.shelf import CouncilShelf, council_from
from moot.settings import change_setting, settings_from
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shelf(tmp_path: Path) -> CouncilShelf:
    return CouncilShelf(tmp_path / "home", tmp_path / "moot.toml")


def test_save_and_read_back(shelf: CouncilShelf, tmp_path: Path) -> None:
    council = Council(
        name="mine",
        title='A "quoted" title\nwith a line',
        members=("a/b:2", Member(model="c/d", persona="sceptic", temperature=0.5)),
        chair="e/f",
        options={"patience": 2.0, "language": "German"},
        wording={"review": "Judge.\n$answers $ballot"},
    )
    file = shelf.save(council)
    assert file == tmp_path / "home" / "councils" / "mine.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    assert shelf.council("mine") == council
    with pytest.raises(Conflict, match="already"):
        shelf.save(council)
    shelf.save(council, replace=True)
    shelf.remove("mine")
    assert "mine" not in shelf.councils()


def test_the_project_goes_before_the_user_and_the_user_before_the_package(shelf: CouncilShelf, tmp_path: Path) -> None:
    shelf.save(Council(name="rehearsal", members=("a/user",)))
    assert shelf.councils()["rehearsal"].layer == "user"
    (tmp_path / "moot.toml").write_text('[councils.rehearsal]\nmembers = ["a/project"]\n')
    shelved = shelf.councils()["rehearsal"]
    assert (shelved.layer, shelved.council.members) == ("project", ("a/project",))


@pytest.mark.parametrize("kind", ["endpoints", "keys", "traits", "settings"])
def test_a_project_cannot_reach_out(shelf: CouncilShelf, tmp_path: Path, kind: str) -> None:
    (tmp_path / "moot.toml").write_text(f'[{kind}.x]\nurl = "http://elsewhere.example"\n')
    with pytest.raises(BadSetting, match="reaches out"):
        shelf.councils()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('member = ["a/b"]', "members"),
        ('members = "a/b"', "array"),
        ('members = [{ model = "a/b", personna = "x" }]', "persona"),
        ("members = [", "TOML"),
        ('title = "no members"', "members"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(BadSetting) as caught:
        council_from(text, "x", "x.toml")
    assert says in str(caught.value)
    assert "x.toml" in caught.value.message


def test_a_broken_file_is_in_nobody_s_way_until_it_is_named(shelf: CouncilShelf, tmp_path: Path) -> None:
    (tmp_path / "home" / "councils").mkdir(parents=True)
    (tmp_path / "home" / "councils" / "bad.toml").write_text("members = [")
    assert shelf.council("rehearsal").members
    assert list(shelf.broken()) == ["bad"]
    assert "bad" not in shelf.councils()
    with pytest.raises(BadSetting, match=r"bad\.toml"):
        shelf.council("bad")


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "x" * 65, "ä", "a b"])
def test_names_that_cannot_be_files(shelf: CouncilShelf, name: str) -> None:
    with pytest.raises(BadSetting):
        shelf.save(Council(name=name, members=("a/b",)))


def test_a_deleted_default_council_is_the_default_no_longer(tmp_path: Path) -> None:
    shelf = CouncilShelf(tmp_path)
    for name in ("mine", "other"):
        shelf.save(Council(name=name, members=("rehearsal/ada",)))
    change_setting(tmp_path, "council", "mine")
    shelf.remove("other")
    assert settings_from(tmp_path, {}).council == "mine"
    shelf.remove("mine")
    assert not settings_from(tmp_path, {}).council
