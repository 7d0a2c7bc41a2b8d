"""Are the questions of a table asked without their answers at a terminal, and is it said which names are known?"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.cli.runs.questions import questions_in
from moot.errors import BadInput


def test_a_table_is_asked_row_by_row(tmp_path: Path) -> None:
    file = tmp_path / "quiz.csv"
    file.write_text("\ufeffNr;Frage;Quelle;Antwort\r\n1;Ist 7 prim?;S. 4;ja\r\n2;Ist 8 prim?;;nein\r\n")
    assert [(put.text, put.answer) for put in questions_in([file], None)] == [
        ("Ist 7 prim?", "ja"), ("Ist 8 prim?", "nein"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["Rätsel;Dahinter\nIst 7 prim?;ja\n", '"Ist 7 prim?","ja"\n"Ist 8 prim?","nein"\n'])
def test_a_table_without_known_names_is_refused_with_those_that_are_known(tmp_path: Path, text: str) -> None:
    file = tmp_path / "quiz.csv"
    file.write_text(text)
    with pytest.raises(BadInput) as refused:
        questions_in([file], None)
    assert "which column of this table" in refused.value.message
    for name in ("question", "Frage".lower(), "问题", "antwort", "答案"):
        assert name in refused.value.remedy


def test_a_row_of_another_width_is_refused_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "quiz.tsv"
    file.write_text("question\tanswer\nIs 7 prime?\tyes\nIs 8 prime?\tno\tno\n")
    with pytest.raises(BadInput, match="line 3: It has 3 cells"):
        questions_in([file], None)
