"""Do the packaged rules decide as the published classifiers do, on every input but those of the listed fixes?

`docs/rubrics.md` lists the fixes; each has its test below, and the inputs drawn here are those that none of them
touches: at least two replies, all scored, labelled and looked at for flips, and, for the stress test, agreement exactly
where nothing but score and flips stood for it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import pytest

from moot.library.rubric_shelf import RubricShelf
from moot.tally.measures import Agreement, Flip, Panel, PanelFinding, PanelReply, Status, measures_from
from moot.tally.rules import Ruled, filled, holds, meets, ruled_from
from moot.vocabulary.measures import MEASURES, measures_of
from moot.vocabulary.rubrics import Bound, Rubric
from tally.published import CLASSIFIERS, is_withheld

RUBRICS = {name: each.rubric for name, each in RubricShelf(Path("/nowhere"), Path("/nowhere")).rubrics().items()}
FEW, MANY = 5_000, 200_000
SIGNS = ("", "a circuit split", "An Open Question of fact", "whether notice was given", "the point is UNSETTLED")


def ruled(name: str, panel: Panel) -> Ruled:
    return ruled_from(RUBRICS[name], measures_from(RUBRICS[name], panel))


def drawn(rubric: Rubric, draw: random.Random) -> Panel:
    """A panel nothing is wrong with. Scores lie on a coarse grid, so that bounds are hit exactly, and often tie."""
    names = [label.name for label in rubric.labelling.labels]
    flips = draw.choice([("none",), ("none", "none", "cited", "uncited"), ("cited", "uncited"), ("cited",)])
    pool = names if draw.random() < 0.5 else draw.sample(names, 2)
    replies = []
    for number in range(draw.randint(2, 6)):
        if rubric.labelling.of == "findings":
            labels = tuple(draw.choice(pool) for _ in range(draw.randint(0, 4)))
        elif rubric.labelling.none and draw.random() < 0.5:
            labels = ()
        else:
            labels = (draw.choice(pool),)
        replies.append(
            PanelReply(
                seat=f"seat-{number}",
                score=draw.choice((30.0, 20.0)) + draw.randint(0, 14) * 0.5,
                flip=cast(Flip, draw.choice(flips)),
                labels=labels,
                mentions=draw.random() < draw.choice((0.1, 0.5, 0.95)),
            )
        )
    findings = []
    if rubric.comparison.of == "findings":
        statuses = draw.choice(
            [("confirmed", "disputed", "unique", ""), ("confirmed", "unique"), ("unique", ""), ("",)]
        )
        severities = draw.choice([rubric.comparison.severities, rubric.comparison.severities[-2:]])
        findings = [
            PanelFinding(status=cast(Status, draw.choice(statuses)), severity=draw.choice(severities))
            for _ in range(draw.randint(0, 5))
        ]
    agreement: Agreement = cast(Agreement, draw.choice(("agree", "partial", "disagree")))
    if rubric.name == "stress-test":
        agreement = "agree"  # the published one took closeness of scores for agreement
    return Panel(
        replies=tuple(replies),
        agreement=agreement,
        dispute=draw.choice(SIGNS),
        findings=tuple(findings),
        chains=draw.randint(0, 3),
    )


def compared(name: str, panels: int, seed: int) -> set[int]:
    """Compares so many drawn panels; returns which rules decided some."""
    rubric, classify, draw = RUBRICS[name], CLASSIFIERS[name], random.Random(seed)
    decided = set()
    for _ in range(panels):
        panel = drawn(rubric, draw)
        ours = ruled_from(rubric, measures_from(rubric, panel))
        assert (ours.verdict, ours.certainty, ours.basis) == classify(panel), panel
        assert ours.withheld == is_withheld(ours.verdict, ours.certainty), panel
        decided.add(ours.rule)
    return decided


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_as_published_on_a_sample(name: str) -> None:
    decided = compared(name, FEW, seed=1)
    mended = {"stress-test": {1, 2}}.get(name, {1})
    assert decided == set(range(1, len(RUBRICS[name].rules) + 1)) - mended, "some rule was never tried"


@pytest.mark.heavy
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_as_published_on_many(name: str) -> None:
    compared(name, MANY, seed=2)


# --- golden values --------------------------------------------------------------------------------------------------


def stress(*replies: tuple[float, Flip] | float, flawed: bool = False, agreement: Agreement = "agree") -> Ruled:
    made = [each if isinstance(each, tuple) else (each, cast(Flip, "none")) for each in replies]
    labels = ("hedge",) if flawed else ()
    return ruled(
        "stress-test",
        Panel(
            replies=tuple(
                PanelReply(seat=f"seat-{at}", score=score, flip=flip, labels=labels if at == 0 else ())
                for at, (score, flip) in enumerate(made)
            ),
            agreement=agreement,
        ),
    )


def said(found: Ruled) -> tuple[str, str, str]:
    return found.verdict, found.certainty, found.basis


def test_golden_values_of_the_stress_test() -> None:
    assert said(stress(30.0, 29.0, 28.0)) == ("unanimous", "high", "all_models_agree_no_flips")
    assert said(stress(33.0, 30.0, 20.0)) == ("majority", "moderate", "weighted_majority")
    assert said(stress(35.0, 30.0, 20.0)) == ("majority", "high", "weighted_majority")
    assert said(stress(35.0, 30.0, 20.0, flawed=True)) == ("majority", "moderate", "weighted_majority")
    assert said(stress(33.0, 32.0, 20.0)) == ("contested", "moderate", "narrow_margin")
    assert said(stress((33.0, "cited"), (32.0, "cited"), (31.0, "cited"))) == (
        "unstable",
        "low",
        "high_flip_instability",
    )
    assert said(stress((36.0, "cited"), (30.0, "cited"), (20.0, "cited"))) == ("majority", "high", "weighted_majority")
    assert said(stress((33.0, "uncited"), 30.5, 20.0)) == ("majority", "moderate", "weighted_majority")
    assert said(ruled("stress-test", Panel(replies=()))) == ("unstable", "low", "no_replies")
    assert said(stress(30.0, 29.0, 28.0, flawed=True)) == ("unanimous", "moderate", "all_models_agree_no_flips")


# --- the fixes ------------------------------------------------------------------------------------------------------


def test_fix_close_scores_without_agreement_are_not_unanimous() -> None:
    for agreement in ("partial", "disagree", ""):
        assert stress(30.0, 29.0, 28.0, agreement=cast(Agreement, agreement)).verdict == "contested"


def test_fix_unanimity_that_nothing_tested_is_not_high() -> None:
    assert said(stress((30.0, "unread"), (29.0, "unread")))[:2] == ("unanimous", "moderate")


@pytest.mark.parametrize("name", RUBRICS)
def test_fix_one_reply_alone_is_never_sure(name: str) -> None:
    for label in RUBRICS[name].labelling.labels:
        for status in ("confirmed", "disputed", "unique", ""):
            for mentions in (False, True):
                reply = PanelReply(seat="seat-a", score=40.0, flip="none", labels=(label.name,), mentions=mentions)
                findings = (PanelFinding(status=cast(Status, status), severity="critical"),) * 2
                panel = Panel(replies=(reply,), agreement="agree", findings=findings)
                assert ruled(name, panel).certainty != "high"
    single = Panel(replies=(PanelReply(seat="seat-a", score=30.0, flip="none"),), agreement="agree")
    if RUBRICS[name].comparison.of == "positions":
        assert ruled(name, single).withheld


@pytest.mark.parametrize("name", RUBRICS)
def test_fix_no_reply_is_no_verdict(name: str) -> None:
    found = ruled(name, Panel(replies=()))
    assert found.withheld
    assert (found.certainty, found.basis, found.rule) == ("low", "no_replies", 1)


def test_fix_a_missing_score_counts_nowhere() -> None:
    """One that could not be scored is neither the worst nor the second best."""
    panel = Panel(
        replies=(
            PanelReply(seat="seat-a", score=30.0, flip="none"),
            PanelReply(seat="seat-b", score=None, flip="none"),
            PanelReply(seat="seat-c", score=29.0, flip="none"),
        ),
        agreement="agree",
    )
    measures = measures_from(RUBRICS["stress-test"], panel)
    assert (measures["lead"], measures["spread"], measures["worst"], measures["scored"]) == (1.0, 1.0, 29.0, 2)
    assert ruled("stress-test", panel).verdict == "unanimous"


def test_fix_a_strongest_reply_nobody_labelled_is_not_called_unflawed() -> None:
    replies = (
        PanelReply(seat="seat-a", score=36.0, flip="none", labelled=False),
        PanelReply(seat="seat-b", score=30.0, flip="none"),
    )
    assert said(ruled("stress-test", Panel(replies=replies, agreement="agree")))[:2] == ("majority", "moderate")


# --- the rules themselves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RUBRICS)
def test_measures_are_those_that_are_declared(name: str) -> None:
    """Names computed and names declared are the same, and only the declared optional ones may be absent."""
    rubric, draw = RUBRICS[name], random.Random(3)
    known = measures_of(rubric)
    for _ in range(200):
        found = measures_from(rubric, drawn(rubric, draw))
        assert found.keys() == known.keys()
    bare = measures_from(rubric, Panel(replies=()))
    assert known.keys() - bare.keys() == {name for name, measure in known.items() if measure.absent}
    assert set(MEASURES) <= known.keys()


@pytest.mark.parametrize("name", RUBRICS)
def test_every_reason_can_be_said(name: str) -> None:
    draw = random.Random(4)
    for _ in range(2_000):
        found = ruled(name, drawn(RUBRICS[name], draw))
        assert "?" not in found.says + found.basis
        assert "{" not in found.says + found.basis
        assert found.says.endswith(".")


def test_bounds() -> None:
    assert meets(3, Bound(at_least=3))
    assert not meets(2.9, Bound(at_least=3))
    assert meets(3, Bound(at_most=3))
    assert not meets(3, Bound(below=3))
    assert meets(3, Bound(at_least=3, below=4))
    assert meets("agree", Bound(exactly="agree"))
    assert not meets("agree", Bound(exactly=0.0))
    assert not meets("agree", Bound(at_least=0.0))
    assert not meets(1, Bound(exactly="agree"))
    assert not holds({"lead": Bound(at_most=100)}, {})
    assert filled("{lead} of {worst}, {agreement}", {"lead": 2.0, "worst": 1.25, "agreement": "agree"}) == (
        "2 of 1.2, agree"
    )
