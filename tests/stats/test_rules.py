"""Test that the packaged rules decide as the published classifiers do, except for the listed differences.

The list is the table in `docs/rubrics.md`: a row names the difference, and a test or `drawn`. Panels are drawn with
parts unread, untested, unlabelled and missing; where ours and the published class differ, a row that is `drawn` must
apply, ours is never the surer one, and every such row accounts for some difference alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from cases import slow_except
from extensions.studies.published.classifiers import CLASSIFIERS, is_withheld
from moot.library.rubric_shelf import RubricShelf
from moot.protocols.adjudication.measures import (
    Agreement,
    Bounds,
    Flip,
    Panel,
    PanelFinding,
    PanelReply,
    Status,
    measures_from,
)
from moot.stats.rules import RuleResult, ruled_from
from moot.vocabulary.measures import MEASURES, measures_of
from moot.vocabulary.rubrics import Rubric

RUBRICS = {name: each.rubric for name, each in RubricShelf(Path("/nowhere"), Path("/nowhere")).rubrics().items()}
FEW, MANY = 4_000, 120_000
SIGNS = ("", "a circuit split", "An Open Question of fact", "whether notice was given", "the point is UNSETTLED")
TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs" / "rubrics.md"
SURE = ("low", "moderate", "high")

DIFFERENCES: dict[str, Callable[[Rubric, Panel], bool]] = {
    "agreement": lambda rubric, panel: rubric.name == "stress-test" and panel.agreement != "agree",
    "comparison not read": lambda _, panel: not panel.compared,
    "empty list": lambda rubric, panel: rubric.comparison.of == "findings" and not panel.findings,
    "not tested": lambda _, panel: any(reply.flip == "untested" for reply in panel.replies),
    "flip not read": lambda _, panel: any(reply.flip == "unread" for reply in panel.replies),
    "labels not read": lambda _, panel: any(not reply.labelled or reply.unread_labels for reply in panel.replies),
    "score not read": lambda _, panel: any(reply.score is None for reply in panel.replies),
    "unreadable axis": lambda _, panel: any(reply.bounds is not None for reply in panel.replies),
    "provider errors": lambda _, panel: panel.absent > 0,
    "one reply": lambda _, panel: len(panel.replies) == 1,
    "findings nobody reports": lambda _, panel: panel.unreported > 0,
    "baseless denials": lambda _, panel: panel.baseless_denials > 0,
}
"""The rows that drawn panels can meet, and whether one does."""


def ruled(name: str, panel: Panel) -> RuleResult:
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
    agreement: Agreement = cast(Agreement, draw.choice(("agree", "agree", "partial", "disagree")))
    return Panel(
        replies=tuple(replies),
        compared=True,
        agreement=agreement,
        dispute=draw.choice(SIGNS),
        findings=tuple(findings),
        chains=draw.randint(0, 3),
    )


def worn(rubric: Rubric, panel: Panel, draw: random.Random) -> tuple[Panel, Panel]:
    """A panel of which parts are missing, and what the published council would have made of it: what is unread is no
    flip, no label and no list, a reply nobody scored has 3 on every axis, and an error text is a reply."""
    ours, theirs = panel, panel
    for _ in range(draw.choice((0, 1, 1, 2))):
        at, how = draw.randrange(len(ours.replies)), draw.choice(WAYS)
        reply, seen = ours.replies[at], theirs.replies[at]
        if how == "flip":
            ours, theirs = _with(ours, at, replace(reply, flip="unread")), _with(theirs, at, replace(seen, flip="none"))
        elif how == "untested":
            off = tuple(replace(each, flip="untested") for each in ours.replies)
            ours = replace(ours, replies=off)
            theirs = replace(theirs, replies=tuple(replace(each, flip="none") for each in theirs.replies))
        elif how == "labels":
            blank = replace(reply, labels=(), labelled=False)
            if rubric.labelling.of == "findings" and len(reply.labels) > 1:
                blank = replace(reply, labels=reply.labels[1:], unread_labels=reply.unread_labels + 1)
            ours, theirs = _with(ours, at, blank), _with(theirs, at, replace(seen, labels=blank.labels))
        elif how == "score":
            neutral = 3.0 * sum(axis.weight for axis in rubric.axes)
            ours = _with(ours, at, replace(reply, score=None, bounds=None))
            theirs = _with(theirs, at, replace(seen, score=neutral))
        elif how == "axis" and reply.score is not None:
            ours = _with(ours, at, replace(reply, bounds=Bounds(reply.score - 3, reply.score + 3)))
        elif how == "absent" and len(ours.replies) > 1:
            left = tuple(each for each in ours.replies if each is not reply)
            ours = replace(ours, replies=left, absent=ours.absent + 1)
            error = PanelReply(seat=reply.seat, score=30.0, flip="none", mentions=True)
            theirs = replace(theirs, replies=(*(each for each in theirs.replies if each is not seen), error))
        elif how == "comparison":
            blind = {"agreement": "", "dispute": "", "findings": (), "chains": 0}
            ours, theirs = replace(ours, compared=False, **blind), replace(theirs, **blind)
        elif how == "alone":
            ours, theirs = replace(ours, replies=ours.replies[:1]), replace(theirs, replies=theirs.replies[:1])
        elif how == "unreported" and ours.findings:
            ours = replace(ours, findings=ours.findings[1:], unreported=ours.unreported + 1)
        elif how == "denial" and ours.findings and ours.findings == theirs.findings:
            first = ours.findings[0]
            theirs = replace(theirs, findings=(replace(first, status="disputed"), *theirs.findings[1:]))
            upheld = (replace(first, status=draw.choice(("confirmed", "unique"))), *ours.findings[1:])
            ours = replace(ours, findings=upheld, baseless_denials=1)
    return ours, theirs


WAYS = (
    "flip", "untested", "labels", "score", "axis", "absent", "comparison", "alone", "unreported", "denial",
)  # fmt: skip


def _with(panel: Panel, at: int, reply: PanelReply) -> Panel:
    return replace(panel, replies=(*panel.replies[:at], reply, *panel.replies[at + 1 :]))


def compared(name: str, panels: int, seed: int) -> tuple[set[int], set[str]]:
    """Compares so many drawn panels; returns which rules decided some, and which rows account for some alone."""
    rubric, classify, draw = RUBRICS[name], CLASSIFIERS[name], random.Random(seed)
    decided, alone = set(), set()
    for _ in range(panels):
        panel, theirs = worn(rubric, drawn(rubric, draw), draw)
        ours = ruled_from(rubric, measures_from(rubric, panel))
        verdict, certainty, basis = classify(theirs)
        withheld = is_withheld(verdict, certainty)
        decided.add(ours.rule)
        if (ours.verdict_class, ours.certainty, ours.basis, ours.withheld) == (verdict, certainty, basis, withheld):
            continue
        rows = [row for row, meets_it in DIFFERENCES.items() if meets_it(rubric, panel)]
        assert rows, f"No row accounts for {ours} where {(verdict, certainty, basis)} is published: {panel}"
        assert _rank(ours.withheld, ours.certainty) <= _rank(withheld, certainty), (ours, classify(theirs), panel)
        if len(rows) == 1:
            alone.add(rows[0])
    return decided, alone


def _rank(withheld: bool, certainty: str) -> int:
    return -1 if withheld else SURE.index(certainty)


def test_as_published_on_a_sample() -> None:
    accounted = set()
    for name in CLASSIFIERS:
        decided, alone = compared(name, FEW, seed=1)
        never = {number for number, rule in enumerate(RUBRICS[name].rules, start=1) if rule.basis == "no_replies"}
        assert decided >= set(range(1, len(RUBRICS[name].rules) + 1)) - never, "some rule was never tried"
        accounted |= alone
    assert accounted == set(DIFFERENCES), "a row that accounts for nothing is no difference"


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_as_published_on_many(name: str) -> None:
    compared(name, MANY, seed=2)


def test_the_differences_allowed_here_are_the_rows_of_the_table() -> None:
    """One row per difference: it is met by drawn panels, or has a test of its own that exists."""
    table = DOCS.read_text().partition("## Against the published modes")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:2] == "| "]
    rows = [row for row in rows if row[0] and not row[0].startswith("---")]
    assert all(len(row) == 4 for row in rows)
    assert {row[0] for row in rows if row[3].startswith("drawn")} == set(DIFFERENCES)
    assert len({row[0] for row in rows}) == len(rows)
    written = {found for file in TESTS.rglob("test_*.py") for found in re.findall(r"def (test_\w+)", file.read_text())}
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row[3])
        assert set(named) <= written
        assert named or row[3] == "drawn", row[0]


# --- golden values --------------------------------------------------------------------------------------------------


def stress(*replies: tuple[float, Flip] | float, flawed: bool = False, agreement: Agreement = "agree") -> RuleResult:
    made = [each if isinstance(each, tuple) else (each, cast(Flip, "none")) for each in replies]
    labels = ("hedge",) if flawed else ()
    return ruled(
        "stress-test",
        Panel(
            replies=tuple(
                PanelReply(seat=f"seat-{at}", score=score, flip=flip, labels=labels if at == 0 else ())
                for at, (score, flip) in enumerate(made)
            ),
            compared=True,
            agreement=agreement,
        ),
    )


def said(found: RuleResult) -> tuple[str, str, str]:
    return found.verdict_class, found.certainty, found.basis


# --- the fixes ------------------------------------------------------------------------------------------------------


def test_fix_close_scores_without_agreement_are_not_unanimous() -> None:
    for agreement in ("partial", "disagree", ""):
        assert stress(30.0, 29.0, 28.0, agreement=cast(Agreement, agreement)).verdict_class == "contested"


@pytest.mark.fast(1)
@pytest.mark.parametrize("name", RUBRICS)
def test_fix_a_comparison_nobody_could_read_is_withheld(name: str) -> None:
    draw = random.Random(6)
    for _ in range(300):
        panel = replace(drawn(RUBRICS[name], draw), compared=False, agreement="", findings=(), dispute="")
        found = ruled(name, panel)
        assert (found.withheld, found.basis) == (True, "comparison_unread")


@pytest.mark.parametrize("name", ["code-review", "threat-assessment"])
def test_fix_an_empty_list_is_not_decided_by_keywords(name: str) -> None:
    """Words of trouble make nothing confirmed; a finding that was found right makes nothing clean."""
    clean = RUBRICS[name].rules[-1].verdict
    right = next(label.name for label in RUBRICS[name].labelling.labels if label.group == "good")
    for labels, mentions, expected in (
        ((), False, (clean, "moderate", False)),
        ((), True, (clean, "low", False)),
        ((right,), True, ("inconclusive", "low", True)),
        (("wrong_severity",), False, ("inconclusive", "low", True)),
    ):
        reply = PanelReply(seat="seat-a", score=30.0, flip="none", labels=labels, mentions=mentions)
        found = ruled(name, Panel(replies=(reply, replace(reply, seat="seat-b")), compared=True))
        assert (found.verdict_class, found.certainty, found.withheld) == expected


def test_fix_unanimity_that_nothing_tested_is_not_high() -> None:
    assert said(stress((30.0, "untested"), (29.0, "untested")))[:2] == ("unanimous", "moderate")
    assert said(stress((30.0, "untested"), (29.0, "untested"), flawed=True))[:2] == ("unanimous", "low")
    unread = stress((30.0, "none"), (29.0, "unread"))
    assert (unread.verdict_class, unread.certainty) == ("contested", "low")
    assert stress((30.0, "unread"), (29.0, "unread")).withheld


@pytest.mark.fast(1)
@pytest.mark.parametrize("panels", slow_except((750, 3_000), 750))
@pytest.mark.parametrize("name", RUBRICS)
def test_an_untested_panel_is_never_as_sure_as_a_tested_one_that_held(name: str, panels: int) -> None:
    rubric, draw = RUBRICS[name], random.Random(5)
    seen = 0
    for _ in range(panels):
        panel = drawn(rubric, draw)
        held = ruled(name, replace(panel, replies=tuple(replace(each, flip="none") for each in panel.replies)))
        off = ruled(name, replace(panel, replies=tuple(replace(each, flip="untested") for each in panel.replies)))
        if held.withheld or held.certainty == "low":
            assert off.withheld or off.certainty == "low"
            continue
        seen += 1
        assert _rank(off.withheld, off.certainty) < _rank(held.withheld, held.certainty), panel
    assert seen > panels / 10


@pytest.mark.parametrize("name", RUBRICS)
def test_fix_one_reply_alone_is_never_sure(name: str) -> None:
    for label in RUBRICS[name].labelling.labels:
        for status in ("confirmed", "disputed", "unique", ""):
            for mentions in (False, True):
                reply = PanelReply(seat="seat-a", score=40.0, flip="none", labels=(label.name,), mentions=mentions)
                findings = (PanelFinding(status=cast(Status, status), severity="critical"),) * 2
                panel = Panel(replies=(reply,), compared=True, agreement="agree", findings=findings)
                assert ruled(name, panel).certainty != "high"
    alone = (PanelReply(seat="seat-a", score=30.0, flip="none"),)
    single = Panel(replies=alone, compared=True, agreement="agree")
    if RUBRICS[name].comparison.of == "positions":
        assert ruled(name, single).withheld


@pytest.mark.parametrize("name", RUBRICS)
def test_fix_no_reply_is_no_verdict(name: str) -> None:
    found = ruled(name, Panel(replies=(), compared=False))
    assert found.withheld
    assert (found.certainty, found.basis, found.rule) == ("low", "no_replies", 1)


def test_fix_a_missing_score_counts_nowhere() -> None:
    """One that could not be scored is neither the worst nor the second best, and might be the best: nobody leads."""
    panel = Panel(
        replies=(
            PanelReply(seat="seat-a", score=30.0, flip="none"),
            PanelReply(seat="seat-b", score=None, flip="none"),
            PanelReply(seat="seat-c", score=29.0, flip="none"),
        ),
        compared=True,
        agreement="agree",
    )
    measures = measures_from(RUBRICS["stress-test"], panel)
    assert (measures["best"], measures["worst"], measures["scored"], measures["unscored"]) == (30.0, 29.0, 2, 1)
    assert not measures.keys() & {"lead", "spread", "best_flawed"}
    assert ruled("stress-test", panel).withheld


def test_fix_a_strongest_reply_nobody_labelled_is_not_called_unflawed() -> None:
    replies = (
        PanelReply(seat="seat-a", score=36.0, flip="none", labelled=False),
        PanelReply(seat="seat-b", score=30.0, flip="none"),
    )
    assert said(ruled("stress-test", Panel(replies=replies, compared=True, agreement="agree")))[:2] == (
        "majority",
        "moderate",
    )


# --- the rules themselves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RUBRICS)
def test_measures_are_those_that_are_declared(name: str) -> None:
    """Names computed and names declared are the same, and only the declared optional ones may be absent."""
    rubric, draw = RUBRICS[name], random.Random(3)
    known = measures_of(rubric)
    for _ in range(200):
        found = measures_from(rubric, drawn(rubric, draw))
        assert found.keys() == known.keys()
    bare = measures_from(rubric, Panel(replies=(), compared=False))
    assert known.keys() - bare.keys() == {name for name, measure in known.items() if measure.absent}
    assert set(MEASURES) <= known.keys()


@pytest.mark.fast(1)
@pytest.mark.parametrize("panels", slow_except((500, 2_000), 500))
@pytest.mark.parametrize("name", RUBRICS)
def test_every_reason_can_be_said(name: str, panels: int) -> None:
    draw = random.Random(4)
    for _ in range(panels):
        found = ruled(name, drawn(RUBRICS[name], draw))
        assert "?" not in found.says + found.basis
        assert "{" not in found.says + found.basis
        assert found.says.endswith(".")
