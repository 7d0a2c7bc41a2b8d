"""Test that a study decided by a measure its questions cannot have is refused, and that all measures have titles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.errors import UnknownName
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.reports.measures import TITLES, measures_there, refuse_unmeasured


def test_a_measure_that_these_questions_cannot_have_is_refused_with_those_they_can(tmp_path: Path) -> None:
    shelf = CorpusShelf(tmp_path)
    plain, known, planted = (shelf.corpus(name).items for name in ("two-sided", "known-answers", "planted-bugs"))
    for primary, items in (
        ("nonsense", plain),
        ("right", plain),
        ("recall", plain),
        ("recall", known),
        ("right", planted),
    ):
        with pytest.raises(UnknownName) as refused:
            refuse_unmeasured(primary, items)
        assert all(name in refused.value.remedy for name in measures_there(items))
    for primary, items in (("score", plain), ("withheld", plain), ("right", known), ("recall", planted)):
        refuse_unmeasured(primary, items)


def test_every_measure_has_a_title_that_the_app_has_too(tmp_path: Path) -> None:
    shelf = CorpusShelf(tmp_path)
    known = [shelf.corpus(name).items for name in ("known-answers", "planted-bugs")]
    assert {name for items in known for name in measures_there(items)} == set(TITLES)
    words = (Path(__file__).parents[4] / "web/src/pages/studies/words.ts").read_text("utf-8")
    assert dict(re.findall(r'^  (\w+): say\("([^"]+)"\)', words.partition("const STATES")[0], re.M)) == TITLES
