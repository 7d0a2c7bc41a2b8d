"""Test that rubrics are found, read strictly, checked and saved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.errors import BadSetting, Conflict, UnknownName
from moot.library.rubric_check import blind_parts, faults_in
from moot.library.rubric_shelf import PUBLISHED, RubricShelf, rubric_from, rubric_text
from moot.protocols.adjudication.rubric import PLAIN
from moot.vocabulary.rubrics import Certainty, Detail, MeasureBound, Rubric, VerdictRule

PACKAGED = ["code-review", "general", "legal-analysis", "research-synthesis", "stress-test", "threat-assessment"]


@pytest.fixture
def shelf(tmp_path: Path) -> RubricShelf:
    return RubricShelf(tmp_path / "home", tmp_path / "moot.toml")


def general(**changes: Any) -> Rubric:
    return replace(RubricShelf(Path("/nowhere"), Path("/nowhere")).rubric("general"), **changes)


def test_packaged_rubrics(shelf: RubricShelf) -> None:
    found = shelf.rubrics()
    assert sorted(found) == PACKAGED
    assert not shelf.broken()
    assert set(PUBLISHED.values()) < set(found)
    for each in found.values():
        assert each.layer == "packaged"
        assert faults_in(each.rubric) == []
        assert each.rubric.title
        assert each.rubric.about
        wording = each.rubric.wording
        for stage in ("answer", "rebuttal", "refinement", "flip", "axes", "verdict"):
            assert getattr(wording, stage), f"{each.rubric.name} says nothing about {stage}"
        assert bool(wording.consensus) == each.rubric.consensus


def test_save_read_back_and_remove(shelf: RubricShelf, tmp_path: Path) -> None:
    rubric = general(name="mine", title='A "quoted"\ttitle', neutral=3.0, members=("a/b:2",), about='one\n"""two\\\n')
    file = shelf.save(rubric)
    assert file == tmp_path / "home" / "rubrics" / "mine.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    assert shelf.rubric("mine") == replace(rubric, about='one\n"""two\\')
    with pytest.raises(Conflict, match="already"):
        shelf.save(rubric)
    shelf.save(rubric, replace=True)
    shelf.remove("mine")
    assert "mine" not in shelf.rubrics()
    with pytest.raises(Conflict, match="packaged"):
        shelf.remove("general")
    with pytest.raises(UnknownName, match="general"):
        shelf.shelved("genral")
    with pytest.raises(BadSetting, match="cannot name a rubric"):
        shelf.save(general(name="../up"))
    with pytest.raises(BadSetting, match="There are 0 rules"):
        shelf.save(general(name="mine", rules=()))


@pytest.mark.parametrize("name", PACKAGED)
def test_written_and_read_again_it_is_the_same(shelf: RubricShelf, name: str) -> None:
    rubric = shelf.rubric(name)
    assert rubric_from(rubric_text(rubric), name, "here") == rubric


def test_the_project_goes_before_the_user_and_the_user_before_the_package(shelf: RubricShelf, tmp_path: Path) -> None:
    shelf.save(general(title="mine"))
    assert shelf.shelved("general").layer == "user"
    text = rubric_text(general(title="ours"))
    (tmp_path / "moot.toml").write_text(
        "[rubrics.general]\n" + text.replace("[[", "[[rubrics.general.").replace("\n[", "\n[").replace(
            "\n[wording]", "\n[rubrics.general.wording]"
        ).replace("\n[labelling]", "\n[rubrics.general.labelling]").replace(
            "\n[comparison]", "\n[rubrics.general.comparison]"
        )
    )  # fmt: skip
    shelved = shelf.shelved("general")
    assert (shelved.layer, shelved.rubric.title) == ("project", "ours")
    assert "[rubrics.general]" in shelved.origin


def test_a_broken_file_is_in_nobodys_way_until_it_is_named(shelf: RubricShelf, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "rubrics"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("title = ")
    (folder / "stress-test.toml").write_text("title = 'x'\n")
    (folder / "binary.toml").write_bytes(b"\xff\xfe")
    assert sorted(shelf.rubrics()) == [name for name in PACKAGED if name != "stress-test"]
    assert sorted(shelf.broken()) == ["binary", "broken", "stress-test"]
    with pytest.raises(BadSetting, match="is not TOML"):
        shelf.rubric("broken")
    with pytest.raises(BadSetting, match="missing required field"):
        shelf.rubric("stress-test")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "', 'titel = "', "there is no `titel`. Did you mean `title`?"),
        ("weight = 1.0", "wieght = 1.0", "axes 1: there is no `wieght`. Did you mean `weight`?"),
        ("flaw = false", "flawed = false", "labelling, labels 1: there is no `flawed`"),
        ("when.replies.is = 0", "when.replies.exactly = 0", "rules 1, when, replies: there is no `exactly`"),
        ("when.replies.is = 0", "when.reply.is = 0", "there is no measure `reply`. Did you mean `replies`?"),
        ("when.replies.is = 0", 'when.replies.is = "none"', "`replies` is a number"),
        ("when.replies.is = 0", "when.replies.at_least = 3\nwhen.replies.below = 3", "`replies` can never be so"),
        ("when.replies.is = 0", "when.replies.is = 0.5", "`replies` can never be so"),
        ("when.replies.is = 0", "when.replies = {}", "has no bound"),
        ("when.replies.is = 0\n", "", "so no rule after it can ever decide"),
        ('when.agreement.is = "agree"', 'when.agreement.is = "yes"', "is a word; use `is` with one of agree"),
        ('when.agreement.is = "agree"', "when.agreement.at_least = 1", "is a word"),
        ("{replies}", "{repleis}", "there is no measure `repleis`. Did you mean `replies`?"),
        ("weight = 1.0", "weight = 0", "must lie above 0"),
        ("weight = 1.0", "weight = nan", "must lie above 0"),
        ("weight = 1.0", 'weight = "much"', "Expected `float`"),
        ('name = "mechanism"', 'name = "commitment"', "two called 'commitment'"),
        ('name = "mechanism"', 'name = "the mechanism"', "small letters, digits and underscores"),
        ('input = "question"', 'input = "oracle"', "Invalid enum value"),
        ("consensus = true", "neutral = 9", "scores lie between 1 and 5"),
        ("consensus = true", "penalty = 0.5", "no form to break"),
        ("consensus = true", 'name = "other"', "is called what its file"),
        ('name = "sound"', 'name = "none"', "`none` is no label"),
    ],
)
def test_what_is_wrong_is_said(shelf: RubricShelf, old: str, new: str, says: str) -> None:
    text = shelf.shelved("general").text
    assert old in text
    with pytest.raises(BadSetting) as caught:
        rubric_from(text.replace(old, new, 1), "general", "here.toml")
    assert says in str(caught.value)
    assert "here.toml" in str(caught.value)


def test_more_that_is_wrong_is_said() -> None:
    rubric = general()
    last = rubric.rules[-1]
    bounded = replace(last, when={"lead": MeasureBound(below=1.0)})
    assert any("must have no bounds" in each for each in faults_in(replace(rubric, rules=(bounded,))))
    unsure = replace(last, certainty=(Certainty(level="low", when={"lead": MeasureBound(below=1.0)}),))
    assert any("last certainty" in each for each in faults_in(replace(rubric, rules=(unsure,))))
    early = replace(last, certainty=(Certainty(level="low"), Certainty(level="high")))
    assert any("none after it" in each for each in faults_in(replace(rubric, rules=(early,))))
    assert any("choices" in each for each in faults_in(general(details=(Detail(name="x", asks="y", kind="choice"),))))
    listed = replace(rubric.comparison, severities=("high",))
    assert any("for findings" in each for each in faults_in(general(comparison=listed)))
    found = replace(rubric.comparison, of="findings", unsettled=(), severities=("high",), minor=("tiny",))
    assert any("'tiny'" in each for each in faults_in(general(comparison=found)))
    long = replace(rubric.wording, answer="x" * 70_000)
    assert any("characters together" in each for each in faults_in(general(wording=long)))


def rule(when: dict[str, MeasureBound], certainty: Any = "low") -> VerdictRule:
    return VerdictRule(verdict="x", when=when, certainty=certainty, basis="x", says="x")


def test_every_fix_that_is_documented_has_its_test() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "rubrics.md").read_text()
    named = set(re.findall(r"`(test_[a-z_]+)`", page))
    tests = "\n".join(file.read_text() for file in (root / "tests").rglob("test_*.py"))
    assert len(named) > 12
    assert not [name for name in named if f"def {name}(" not in tests]
    assert not [name for name in set(re.findall(r"def (test_fix_[a-z_]+)\(", tests)) if name not in named]


# --- rules that rest on what nobody read ----------------------------------------------------------------------------


def test_no_packaged_rubric_rests_on_what_nobody_read(shelf: RubricShelf) -> None:
    for rubric in (*(shelf.rubric(name) for name in PACKAGED), PLAIN):
        assert blind_parts(rubric) == []


def test_a_rubric_that_rests_on_what_nobody_read_is_told() -> None:
    agree, unread = {"agreement": MeasureBound(exactly="agree")}, {"compared": MeasureBound(exactly=0.0)}
    last = rule({})
    withheld = VerdictRule(verdict="none", when=unread, certainty="low", basis="x", says="x", withheld=True)
    assert len(blind_parts(general(rules=(last,)))) == 1
    assert "Rule 1 (x)" in blind_parts(general(rules=(last,)))[0]
    assert "`when.compared.is = 0`" in blind_parts(general(rules=(rule(agree), last)))[0]
    assert blind_parts(general(rules=(withheld, rule(agree), last))) == []
    assert blind_parts(general(rules=(rule(agree), withheld, last))) == []
    assert blind_parts(general(rules=(rule({"lead": MeasureBound(at_least=1.0)}), withheld, last))) != []
    held = {"uncited": MeasureBound(exactly=0.0)}
    assert "`unread_flips`" in blind_parts(general(rules=(withheld, rule(held), last)))[0]
    assert blind_parts(general(rules=(withheld, rule({**held, "unread_flips": MeasureBound(exactly=0.0)}), last))) == []
    sure = (Certainty(level="high", when=held), Certainty(level="low"))
    assert "`uncited`" in blind_parts(general(rules=(withheld, replace(rule(agree), certainty=sure), last)))[0]


@pytest.mark.parametrize("name", PACKAGED)
def test_every_axis_says_what_one_three_and_five_look_like(shelf: RubricShelf, name: str) -> None:
    anchors = [text for axis in shelf.rubric(name).axes for text in (axis.one, axis.three, axis.five)]
    assert len(set(anchors)) == len(anchors)
    assert all(20 <= len(text) <= 200 or text.startswith('"') for text in anchors)


@pytest.mark.parametrize("name", ["code-review", "threat-assessment"])
def test_reviews_are_refined_as_reviews_not_as_a_sentence(shelf: RubricShelf, name: str) -> None:
    rubric = shelf.rubric(name)
    assert rubric.form == "any"
    assert "whole" in rubric.wording.refinement
    assert "one sentence" not in rubric.wording.rebuttal + rubric.wording.refinement
