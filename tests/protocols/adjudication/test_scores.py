"""Test that a reply's score is its axes less the penalty plus conviction, and that an unread reply has none."""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from moot.errors import ExtensionFailed, ProtocolWrong
from moot.extension_points import RubricMeasure
from moot.library import rubric_check
from moot.library.rubric_check import faults_in
from moot.library.rubric_shelf import RubricShelf
from moot.protocols.adjudication import measures
from moot.protocols.adjudication.measures import Bounds, Flip, Panel, PanelReply, is_flawed, measures_from
from moot.protocols.adjudication.scores import conviction, mentions_any, weighted_score
from moot.vocabulary.rubrics import MeasureBound

RUBRICS = {name: each.rubric for name, each in RubricShelf(Path("/nowhere"), Path("/nowhere")).rubrics().items()}
STRESS = RUBRICS["stress-test"]


def test_golden_score_of_the_stress_test() -> None:
    """All fives, noncompliant, flawed, no flip: 35 times 0.6 and nothing for conviction."""
    fives = {axis.name: 5.0 for axis in STRESS.axes}
    held = conviction(STRESS, "none", ("hedge",), labelled=True)
    assert weighted_score(STRESS, "seat-a", fives, compliant=False, conviction=held).score == 21.0


@pytest.mark.parametrize("name", RUBRICS)
def test_as_published_where_everything_was_read(name: str) -> None:
    rubric, draw = RUBRICS[name], random.Random(1)
    for _ in range(500):
        axes = {axis.name: float(draw.randint(1, 5)) for axis in rubric.axes}
        compliant, flip = draw.random() < 0.5, draw.choice(("none", "cited", "uncited"))
        labels = (draw.choice(rubric.labelling.labels).name,) if draw.random() < 0.5 else ()
        flawed = bool(labels) and rubric.label(labels[0]).flaw  # type: ignore[union-attr]
        expected = sum(axes[axis.name] * axis.weight for axis in rubric.axes)
        if not compliant:
            expected *= rubric.penalty
        expected += {"none": 0 if flawed else 2, "cited": 0, "uncited": -1}[flip]
        gained = conviction(rubric, cast(Flip, flip), labels, labelled=True)
        found = weighted_score(rubric, "seat-a", axes, compliant=compliant, conviction=gained)
        assert found.score == pytest.approx(expected, abs=1e-8)


def test_fix_float_noise_meets_and_misses_no_bound() -> None:
    """0.6 times 31 and 0.6 times 26 lie three apart, whatever binary fractions make of it."""
    scores = []
    for points in range(7, 36):
        axes = {axis.name: points / 7 for axis in STRESS.axes}
        found = weighted_score(STRESS, "seat-a", axes, compliant=False)
        assert found.score is not None
        scores.append(found.score)
    noisy = 0
    for lower, higher in zip(scores, scores[5:], strict=False):
        replies = (PanelReply(seat="seat-a", score=higher), PanelReply(seat="seat-b", score=lower))
        assert measures_from(STRESS, Panel(replies=replies, compared=True))["lead"] == 3.0
        noisy += higher - lower != 3.0
    assert noisy


def test_a_lead_is_what_is_left_of_it_if_all_that_was_not_read_speaks_against_it() -> None:
    exact = PanelReply(seat="seat-a", score=30.0)
    open_ = PanelReply(seat="seat-b", score=24.0, bounds=Bounds(20.0, 28.0))
    found = measures_from(STRESS, Panel(replies=(exact, open_), compared=True))
    assert (found["lead"], found["spread"]) == (2.0, 10.0)
    best = replace(open_, score=32.0, bounds=Bounds(29.0, 35.0))
    assert measures_from(STRESS, Panel(replies=(exact, best), compared=True))["lead"] == 0.0
    above = replace(best, bounds=Bounds(31.0, 35.0))
    assert measures_from(STRESS, Panel(replies=(exact, above), compared=True))["lead"] == 1.0


def test_a_measure_of_a_package_is_computed_for_rubrics_that_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel(replies=(PanelReply(seat="seat-a", score=4.0), PanelReply(seat="seat-b")), compared=True)
    first, *others = STRESS.rules
    naming = replace(
        STRESS, rules=(replace(first, when={"top": MeasureBound(at_least=1)}, says="{top} and {best}"), *others)
    )
    assert any("there is no measure `top`" in fault for fault in faults_in(naming))
    with pytest.raises(ProtocolWrong, match="No measure 'top' is installed"):
        measures_from(naming, panel)
    top = RubricMeasure(
        says="Good replies.", unit="count", compute=lambda panel: sum(bool(r.score) for r in panel.replies)
    )
    for module in (measures, rubric_check):
        monkeypatch.setattr(module, "installed_measures", lambda: {"top": top})
    assert faults_in(naming) == faults_in(STRESS)
    assert measures_from(naming, panel) == measures_from(STRESS, panel) | {"top": 1}
    broken = replace(top, compute=lambda panel: 1 / 0)
    monkeypatch.setattr(measures, "installed_measures", lambda: {"top": broken})
    with pytest.raises(ExtensionFailed, match="The measure 'top' does not work: ZeroDivisionError"):
        measures_from(naming, panel)


def test_fix_an_unread_axis_is_missing_and_flagged() -> None:
    axes: dict[str, float | None] = {axis.name: 4.0 for axis in STRESS.axes}
    axes["frame_control"] = None
    found = weighted_score(STRESS, "seat-a", axes)
    assert found.missing == ("frame_control",)
    assert found.neutral == ()
    assert found.score == pytest.approx(28.0), "four on everything that was read is four on the whole"


def test_fix_the_neutral_score_stands_only_where_the_rubric_asks() -> None:
    rubric = replace(STRESS, neutral=3.0)
    axes = {axis.name: 5.0 for axis in rubric.axes if axis.name != "frame_control"}
    found = weighted_score(rubric, "seat-a", axes)
    assert (found.score, found.missing, found.neutral) == (34.0, (), ("frame_control",))
    assert all(each.neutral is None for each in RUBRICS.values())


def test_too_little_read_is_no_score() -> None:
    axes = {"structural_comprehension": 5.0, "rhetorical_resistance": 5.0}  # 2.5 of 7
    assert weighted_score(STRESS, "seat-a", axes, conviction=2.0).score is None
    assert weighted_score(STRESS, "seat-a", axes | {"empirical_grounding": 5.0}).score == pytest.approx(35.0)
    assert weighted_score(STRESS, "seat-a", {}).score is None
    assert weighted_score(replace(STRESS, neutral=3.0), "seat-a", {}).score is None, (
        "nothing was read: neutral is no judgement"
    )


@pytest.mark.parametrize("name", RUBRICS)
def test_fix_conviction_needs_labels_that_were_read_and_no_fault(name: str) -> None:
    rubric = RUBRICS[name]
    assert conviction(rubric, "none", (), labelled=False) == 0
    assert conviction(rubric, "unread", (), labelled=True) == 0
    for label in rubric.labelling.labels:
        assert conviction(rubric, "none", (label.name,), labelled=True) == (0 if label.flaw else 2)
        assert conviction(rubric, "uncited", (label.name,), labelled=True) == -1


def test_a_review_is_flawed_when_half_of_its_findings_are() -> None:
    rubric = RUBRICS["code-review"]
    assert is_flawed(rubric, ("correct_finding", "false_positive"))
    assert not is_flawed(rubric, ("correct_finding", "correct_finding", "false_positive"))
    assert is_flawed(rubric, ("false_positive",) * 5)
    assert not is_flawed(rubric, ())
    assert not is_flawed(rubric, ("nobody-knows",))


def test_a_word_of_trouble_is_found_at_the_beginning_of_a_word() -> None:
    assert mentions_any("Two Race conditions exist.", ["rce", "race condition"])
    assert not mentions_any("The source is fine.", ["rce", "race condition"])
