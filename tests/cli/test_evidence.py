"""Does `moot evidence` say what a council is worth, how each figure was made, and what it cannot say?"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from evidence.coarse import coarsely

from .conftest import Run


@pytest.fixture(autouse=True)
def coarse() -> Iterator[None]:
    with coarsely():
        yield


def test_a_new_user_gets_every_figure_with_how_it_was_made(moot: Run) -> None:
    result = moot("evidence")
    assert result.exit_code == 0
    plain = " ".join(result.stdout.split())
    assert "For a council of 4, as the council rehearsal has." in plain
    assert "The best of 4 answers comes first in" in plain
    assert "Asking one model alone is better once" in plain
    assert plain.count("councils drawn") >= 5
    assert "Stated, not measured" in plain
    assert "not that one answer is right" in plain
    assert "What known answers say" not in plain


def test_as_data_it_is_one_object_with_errors_beside_figures(moot: Run) -> None:
    found = json.loads(moot("evidence", "--seats", "6", "--agreement", "0.8", "--json").stdout)
    assert found["why"] == "For a council of 6, as asked for."
    assert found["evidence"]["seats"] == 6
    assert found["evidence"]["agreement"] == {"value": 0.8, "low": 0.8, "high": 0.8, "sessions": 0}
    assert 0 < found["evidence"]["best"]["error"] < 0.05
    assert found["known"] is None
    assert all(each["how"] for each in (*found["said"], *found["assumed"]))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", "2"), "no figures for a council of 2"),
        (("--seats", "13"), "no figures for a council of 13"),
        (("--agreement", "1.2"), "makes no sense"),
        (("--agreement", "nan"), "makes no sense"),
        (("--council", "nobody"), "nobody"),
        (("--seats", "four"), "four"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(moot: Run, words: tuple[str, ...], says: str) -> None:
    result = moot("evidence", *words)
    assert result.exit_code == 2
    assert says in result.stderr
