"""Is a range told only where it has a width?"""

from __future__ import annotations

import pytest

from moot.tally.evidence.figures import Assumption
from moot.tally.evidence.reader_agreement import MeasuredVotes
from moot.tally.evidence.report import report_from


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0.97, 0.97, "97 % of what their votes say."),
        (0.966, 0.974, "97 % of what their votes say."),
        (0.9, 0.97, "97 % of what their votes say, and may be 90 % to 97 %."),
    ],
)
def test_what_was_measured_has_a_range_where_its_ends_are_not_written_alike(low: float, high: float, told: str) -> None:
    assumed = Assumption(value=0.97, low=low, high=high, sessions=12)
    measured = MeasuredVotes(agreement=assumed, authors=assumed, sessions=12, ballots=60, pairs=90)
    readers, authors, *_ = report_from(3, measured).assumed
    assert readers.says.endswith(told)
    ranged = ", and may be 90 % to 97 %" if high - low > 0.05 else ""
    assert authors.says == (
        f"97 % of the differences between answers lies in who wrote them{ranged}; the rest lies in the question."
    )
