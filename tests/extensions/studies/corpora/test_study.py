"""Test that a study is read strictly, written as read, and split into cells in a runnable order."""

from __future__ import annotations

import pytest

from moot.errors import BadSetting
from moot.extensions.studies.progress import ArmAdded, BudgetSet, CellPut, StudyOpened, progress_from, read_fact
from moot.extensions.studies.study import Arm, StudyCell, cells_of, digest_of, source_of, study_from, study_text

TEXT = """
name = "order"
corpus = "two-sided"
repeats = 2
budget = 3.5

[[arms]]
name = "again"
of = "base"
from = "verdict"
repeats = 3

[[arms]]
name = "base"
members = ["a/b", "c/d"]

[[arms]]
name = "reversed"
of = "base"
from = "refinement"
[arms.options]
reverse_rebuttals = true
"""


def test_a_study_is_written_as_it_was_read() -> None:
    study = study_from(TEXT.replace("budget", 'baseline = "base"\nbudget'), "file")
    assert study.base == "base"
    assert study.arm("reversed").options == {"reverse_rebuttals": True}
    assert study_from(study_text(study), "again") == study
    assert digest_of(study, "x") == digest_of(study_from(study_text(study), "again"), "x")
    assert digest_of(study, "x") != digest_of(study, "y")


def test_cells_come_before_those_that_are_made_of_them() -> None:
    study = study_from(TEXT, "file")
    cells = list(cells_of(study, ["q1", "q2"]))
    assert cells[:4] == [StudyCell("base", item, repeat) for repeat in (1, 2) for item in ("q1", "q2")]
    assert len(cells) == len(set(cells)) == 4 + 6 + 4
    for cell in cells[4:]:
        source = source_of(study, study.arm(cell.arm), cell)
        assert cells.index(source) < cells.index(cell)
    assert source_of(study, study.arm("again"), StudyCell("again", "q1", 3)) == StudyCell("base", "q1", 1), (
        "its forks are all of one session"
    )
    assert source_of(study, study.arm("reversed"), StudyCell("reversed", "q1", 2)) == StudyCell("base", "q1", 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("repeats = 2", "repeat = 2"), "repeat"),
        (('of = "base"', 'off = "base"'), "off"),
        (("repeats = 2", "repeats = 0"), "`repeats`"),
        (('name = "base"', 'name = "again"'), "two arms are called 'again'"),
        (('of = "base"\nfrom = "refinement"', 'of = "bass"\nfrom = "refinement"'), "no such arm"),
        (('from = "refinement"', ""), "needs `from`"),
        (('from = "refinement"', 'from = "refinement"\ncouncil = "x"'), "cannot seat another council"),
        (('members = ["a/b", "c/d"]', 'of = "again"\nfrom = "verdict"'), "made of itself"),
        (("budget = 3.5", "budget = -1.0"), "`budget`"),
        (('name = "order"', 'name = "../order"'), "cannot name a study"),
        (("repeats = 2", 'repeats = 2\nbaseline = "none"'), "is no arm"),
        (('corpus = "two-sided"', ""), "corpus"),
    ],
)
def test_what_cannot_be_run_is_refused(change: tuple[str, str], said: str) -> None:
    assert change[0] in TEXT
    with pytest.raises(BadSetting) as refused:
        study_from(TEXT.replace(*change, 1), "file.toml")
    assert said in refused.value.message
    assert "file.toml" in refused.value.message


def test_progress_follows_from_facts_alone() -> None:
    study = study_from(TEXT, "file")
    opened = StudyOpened(study=study, digest="d", corpus_digest="c", corpus_version="1", questions=("q1",), moot="0")
    put = [CellPut(arm="base", item="q1", repeat=1, session=name) for name in ("s1", "s2")]
    facts = [opened, ArmAdded(arm=Arm(name="new", of="base", stage="verdict")), *put, BudgetSet(budget=9.0)]
    import msgspec

    read = [read_fact(fact.kind, msgspec.json.encode(fact)) for fact in facts]
    assert read == facts
    progress = progress_from("id", read)
    assert progress.cells == {StudyCell("base", "q1", 1): "s2"}
    assert progress.had == {StudyCell("base", "q1", 1): ("s1", "s2")}
    assert progress.study.arm("new").of == "base"
    assert progress.study.budget == 9.0
    assert progress.opened.study.budget == 3.5
