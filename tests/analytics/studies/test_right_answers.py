"""Are right answers told of all that was asked, and of those that were answered apart?"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from moot.analytics.studies.cells import CellResult, result_of
from moot.exports.export import events_from_jsonl
from moot.library.corpora.corpus import Item
from moot.library.corpora.studies.study import Cell
from moot.tally.studies.arms import arm_means
from moot.tally.studies.figures import Measured
from moot.vocabulary.state import SessionState, state_of

GOLDEN = Path(__file__).parents[2] / "golden" / "planted"


def ended(text: str | None) -> SessionState:
    state = state_of(events_from_jsonl((GOLDEN / "retry-py.jsonl").read_text("utf-8")))
    assert state.verdict is not None
    return replace(state, verdict=replace(state.verdict, text=text))


def asked(text: str | None) -> CellResult:
    item = Item(id="q", text="What is 3 × 4?", answer="12")
    return result_of(Cell("base", "q", 1), item, ended(text))


def test_a_verdict_that_is_withheld_is_not_right_and_did_not_answer() -> None:
    for text, right, where in (
        ("It is 12.", 1.0, 1.0),
        ("It is 13.", 0.0, 0.0),
        (None, 0.0, None),
        ("Well.", 0.0, None),
    ):
        measures = asked(text).measures
        assert (measures["right"], measures.get("right_where_answered")) == (right, where), text


def test_six_right_of_twelve_with_six_withheld_is_a_half() -> None:
    cells = [asked("It is 12.")] * 6 + [asked(None)] * 6

    def told(name: str) -> tuple[float | None, int]:
        found = [
            Measured(question=f"q{at}", arm="base", value=each.measures[name])
            for at, each in enumerate(cells)
            if name in each.measures
        ]
        figure = arm_means(found, "base", "share")
        return figure.value, figure.n

    assert (told("right"), told("right_where_answered")) == ((0.5, 12), (1.0, 6))
