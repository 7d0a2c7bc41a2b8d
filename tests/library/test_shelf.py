"""Are councils found, read strictly, saved and explained? And can a project reach out through its file?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.errors import BadSetting, Conflict, UnknownName
from moot.library.shelf import Shelf, council_from, council_text
from moot.library.strict import checked_name
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import Member

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "home", tmp_path / "moot.toml")


def test_packaged_councils_and_personas(shelf: Shelf) -> None:
    assert shelf.councils()["rehearsal"].layer == "packaged"
    assert "sceptic" in shelf.personas()


def test_save_and_read_back(shelf: Shelf, tmp_path: Path) -> None:
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


def test_the_project_goes_before_the_user_and_the_user_before_the_package(shelf: Shelf, tmp_path: Path) -> None:
    shelf.save(Council(name="rehearsal", members=("a/user",)))
    assert shelf.councils()["rehearsal"].layer == "user"
    (tmp_path / "moot.toml").write_text('[councils.rehearsal]\nmembers = ["a/project"]\n')
    shelved = shelf.councils()["rehearsal"]
    assert (shelved.layer, shelved.council.members) == ("project", ("a/project",))


@pytest.mark.parametrize("kind", ["endpoints", "keys", "traits", "settings"])
def test_a_project_cannot_reach_out(shelf: Shelf, tmp_path: Path, kind: str) -> None:
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


def test_a_broken_file_is_in_nobody_s_way_until_it_is_named(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "home" / "councils").mkdir(parents=True)
    (tmp_path / "home" / "councils" / "bad.toml").write_text("members = [")
    assert shelf.council("rehearsal").members
    assert list(shelf.broken()) == ["bad"]
    assert "bad" not in shelf.councils()
    with pytest.raises(BadSetting, match=r"bad\.toml"):
        shelf.council("bad")


def test_unknown_names_come_with_the_nearest(shelf: Shelf) -> None:
    with pytest.raises(UnknownName, match="rehearsal"):
        shelf.council("reharsal")


def test_explain_names_the_origin_of_every_value(shelf: Shelf) -> None:
    origins = {origin.name: origin for origin in shelf.explain("rehearsal")}
    assert origins["members"].origin == "rehearsal.toml"
    assert origins["stand_ins"].origin == "default"
    assert origins.keys() == set(Council.__struct_fields__) - {"name"}


def test_packaged_councils_read_back_from_their_own_text(shelf: Shelf) -> None:
    for name, shelved in shelf.councils().items():
        assert council_from(council_text(shelved.council), name, "again") == shelved.council


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "x" * 65, "ä", "a b"])
def test_names_that_cannot_be_files(shelf: Shelf, name: str) -> None:
    with pytest.raises(BadSetting):
        shelf.save(Council(name=name, members=("a/b",)))


NAMES = st.one_of(st.text(st.sampled_from("aZ09-_. é/"), max_size=8), st.integers(60, 70).map(lambda n: "x" * n))


@settings(max_examples=300, deadline=None)
@given(NAMES)
def test_pages_refuse_the_names_that_are_refused_here(name: str) -> None:
    """What a field says of a name before it is sent, and what is said of it then, are one rule."""
    source = (ROOT / "web/src/pages/studies/steering/naming.ts").read_text("utf-8")
    rule, longest = re.search(r"NAME = /(.+)/;", source), re.search(r"LONGEST = (\d+);", source)
    assert rule is not None
    assert longest is not None
    taken = len(name) <= int(longest[1]) and re.fullmatch(rule[1].removeprefix("^").removesuffix("$"), name) is not None
    if taken:
        assert checked_name(name) == name
    else:
        with pytest.raises(BadSetting, match="a name has 1 to 64"):
            checked_name(name)
