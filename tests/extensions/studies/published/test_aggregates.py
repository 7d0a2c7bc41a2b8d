"""Test that aggregate, comparison and report equal those of the published programs on the same files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from moot.errors import BadInput, UnknownName
from moot.extensions.studies.published.aggregate import Aggregate, aggregate
from moot.extensions.studies.published.aggregate_files import dashboard_in, write_aggregates, write_json
from moot.extensions.studies.published.compare import OrderSensitive
from moot.extensions.studies.published.report_page import report_page
from moot.extensions.studies.published.run_reading import run_in, runs_in
from moot.extensions.studies.published.scored_runs import by_mode

GOLDEN = Path(__file__).parents[3] / "golden" / "aggregate"
FILES = sorted(GOLDEN.glob("*grouped.json"))


def told(files: list[Path]) -> dict[str, Aggregate]:
    return {mode: aggregate(mode, runs) for mode, runs in by_mode(runs_in(files)).items()}


@pytest.mark.parametrize("text", ["{", "[1]", '{"questions": 3}', '{"questions": [{"replies": [{}]}]}', "[" * 9_999])
def test_a_file_that_is_no_run_is_refused_by_name(text: str, tmp_path: Path) -> None:
    file = tmp_path / "odd_grouped.json"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"odd_grouped\.json is not a file of a run"):
        run_in(file)


def page_of(name: str = "sistm_stress", **changed: Any) -> str:
    found = msgspec.structs.replace(told(FILES)[name], **changed)
    return report_page(found, "2026-01-01", [OrderSensitive(question_index=2, text="Is <it> so?")])


def test_a_report_marks_what_the_published_bounds_mark() -> None:
    page = page_of()
    assert "<th>Flips</th><td>20.0%</td>" in page, "20 % is not above 20 %"
    assert '<th>Flips</th><td class="warn">60.0%</td>' in page
    assert '<td class="num warn">20.0%</td><td class="num bad">20.0%</td><td class="num warn">1.00</td>' in page
    assert '<td class="num bad">60.0%</td><td class="num">0.0%</td><td class="num">0.40</td>' in page
    assert '<td class="num good">+5</td>' in page


def test_a_dashboard_prefers_what_the_published_one_prefers(tmp_path: Path) -> None:
    files = write_aggregates(tmp_path, told(FILES))
    assert [file.name for file in files] == [
        "council_aggregate_code_review.json",
        "council_aggregate_sistm_stress.json",
        "council_aggregate.json",
    ]
    general = dashboard_in(tmp_path)
    assert (general.mode, general.report_exists) == ("sistm_stress", False), "the alphabetically last mode"
    (tmp_path / "council_report_code_review.html").write_text("x")
    own = dashboard_in(tmp_path, "code_review")
    assert (own.mode, own.report_exists, own.aggregate.mode) == ("code_review", True, "code_review")
    write_json(tmp_path / "council_aggregate_code_review_gemini_adj.json", told(FILES)["sistm_stress"])
    assert dashboard_in(tmp_path, "code_review").aggregate.mode == "sistm_stress"
    with pytest.raises(UnknownName):
        dashboard_in(tmp_path, "legal_analysis")
