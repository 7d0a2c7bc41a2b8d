"""Check that a rubric which asks nothing of what was not read rules no better when a ballot is lost.

A panel is drawn whole and judged, and loses one ballot: an axis, a score, labels, a flip or the comparison. The class
stays, and the certainty stays or falls. `tests/protocols/test_nothing_fails_open.py` does the same to every packaged
rubric, in whole sessions.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from moot.library.rubric_shelf import RubricShelf
from moot.protocols.adjudication.measures import Agreement, Flip, Panel, PanelFinding, PanelReply, Status, measures_from
from moot.protocols.adjudication.scores import bounds_of, conviction, weighted_score
from moot.stats.rules import RuleResult, ruled_from
from moot.vocabulary.rubrics import Certainty, Level, MeasureBound, Rubric, VerdictRule

RUBRICS = {name: each.rubric for name, each in RubricShelf(Path("/nowhere"), Path("/nowhere")).rubrics().items()}
SURE = ("low", "moderate", "high")


class Part(Struct, frozen=True, kw_only=True):
    """One member's reply as far as it was judged."""

    axes: dict[str, float]
    flip: Flip
    labels: tuple[str, ...]
    labelled: bool = True
    unread: int = 0
    mentions: bool = False


class Drawn(Struct, frozen=True, kw_only=True):
    """Everything that was judged."""

    parts: tuple[Part, ...]
    compared: bool = True
    agreement: Agreement
    dispute: str
    findings: tuple[PanelFinding, ...]


def drawn(rubric: Rubric, draw: random.Random) -> Drawn:
    names = [label.name for label in rubric.labelling.labels]
    pool = names if draw.random() < 0.4 else draw.sample(names, 2)
    flips = draw.choice([("none",), ("none", "none", "none", "cited", "uncited"), ("cited", "uncited"), ("untested",)])
    level = draw.choice((2, 3, 4))
    parts = []
    for _ in range(draw.randint(2, 5)):
        often = draw.randint(0, 3) if rubric.labelling.of == "findings" else 1
        if rubric.labelling.none and rubric.labelling.of == "replies" and draw.random() < 0.5:
            often = 0
        parts.append(
            Part(
                axes={axis.name: float(min(5, max(1, level + draw.randint(-1, 1)))) for axis in rubric.axes},
                flip=cast(Flip, draw.choice(flips)),
                labels=tuple(draw.choice(pool) for _ in range(often)),
                mentions=draw.random() < 0.3,
            )
        )
    statuses = draw.choice([("confirmed", "disputed", "unique"), ("confirmed",), ("confirmed", "unique")])
    severities = draw.choice([rubric.comparison.severities, rubric.comparison.severities[-1:]]) or ("",)
    found = range(draw.randint(0, 4) if rubric.comparison.of == "findings" else 0)
    return Drawn(
        parts=tuple(parts),
        agreement=cast(Agreement, draw.choice(("agree", "agree", "partial", "disagree"))),
        dispute=draw.choice(("", "an open question", "whether notice was given")),
        findings=tuple(
            PanelFinding(status=cast(Status, draw.choice(statuses)), severity=draw.choice(severities)) for _ in found
        ),
    )


def panel_of(rubric: Rubric, drawn_: Drawn) -> Panel:
    replies = []
    for number, part in enumerate(drawn_.parts):
        gained = conviction(rubric, part.flip, part.labels, labelled=part.labelled, unread=part.unread)
        score = weighted_score(rubric, "seat-a", part.axes, conviction=gained)
        replies.append(
            PanelReply(
                seat=f"seat-{number}",
                score=score.score,
                bounds=bounds_of(rubric, score, {}, part.flip, part.labels, labelled=part.labelled, unread=part.unread),
                flip=part.flip,
                labels=part.labels,
                labelled=part.labelled,
                unread_labels=part.unread,
                mentions=part.mentions,
            )
        )
    return Panel(
        replies=tuple(replies),
        compared=drawn_.compared,
        agreement=drawn_.agreement,
        dispute=drawn_.dispute,
        findings=drawn_.findings,
    )


BALLOTS = ("axis", "score", "labels", "label", "flip", "comparison")
"""Losses of one ballot."""


def lost(rubric: Rubric, whole: Drawn, how: str, draw: random.Random) -> Drawn:
    """The same with one part less."""
    at = draw.randrange(len(whole.parts))
    part = whole.parts[at]
    if how == "axis" and part.axes:
        return _with(whole, at, replace(part, axes=_less(part.axes, draw)))
    if how == "score":
        return _with(whole, at, replace(part, axes={}))
    if how == "labels":
        return _with(whole, at, replace(part, labels=(), labelled=False, unread=0))
    if how == "label" and rubric.labelling.of == "findings" and len(part.labels) > 1:
        return _with(whole, at, replace(part, labels=part.labels[1:], unread=part.unread + 1))
    if how == "flip" and part.flip != "untested":
        return _with(whole, at, replace(part, flip="unread"))
    if how == "comparison":
        return replace(whole, compared=False, agreement="", dispute="", findings=())
    return whole


def _less(axes: dict[str, float], draw: random.Random) -> dict[str, float]:
    gone = draw.choice(sorted(axes))
    return {name: score for name, score in axes.items() if name != gone}


def _with(whole: Drawn, at: int, part: Part) -> Drawn:
    return replace(whole, parts=(*whole.parts[:at], part, *whole.parts[at + 1 :]))


def judged(rubric: Rubric, whole: Drawn) -> RuleResult | None:
    """The ruling; none where nothing has a score, as in a session."""
    panel = panel_of(rubric, whole)
    if all(reply.score is None for reply in panel.replies):
        return None
    return ruled_from(rubric, measures_from(rubric, panel))


def _sure(ruled: RuleResult | None) -> int:
    return -1 if ruled is None or ruled.withheld else SURE.index(ruled.certainty)


# --- rubrics whose rules ask nothing of what was not read -------------------------------------------------------------


def blind(draw: random.Random, base: Rubric) -> Rubric:
    """A rubric as somebody writes one who thinks of no lost ballot: two or three rules on counts, and nothing else."""
    counted = ["flips", "uncited", "cited", "steady", "flawed", "best", "lead", "spread"]
    counted += ["confirmed", "disputed", "merged", "confirmed_lead"] if base.comparison.of == "findings" else []
    counted += [f"group_{group}" for group in base.groups()] + [f"label_{each.name}" for each in base.labelling.labels]

    def when() -> dict[str, MeasureBound]:
        found: dict[str, MeasureBound] = {}
        for name in draw.sample(counted, draw.randint(1, 2)):
            edge = float(draw.randint(0, 3)) if name not in ("best", "lead", "spread") else float(draw.randint(0, 30))
            found[name] = draw.choice(
                (MeasureBound(at_least=edge), MeasureBound(at_most=edge), MeasureBound(below=edge + 1))
            )
        if base.comparison.of == "positions" and draw.random() < 0.3:
            found["agreement"] = MeasureBound(exactly=draw.choice(("agree", "disagree")))
        return found

    def sure() -> Any:
        if draw.random() < 0.5:
            return cast(Level, draw.choice(SURE))
        return tuple(Certainty(level=cast(Level, draw.choice(SURE)), when=each) for each in (when(), {}))

    classes = draw.sample(("rejected", "approved", "doubtful"), draw.randint(2, 3))
    rules = [VerdictRule(verdict=each, when=when(), certainty=sure(), basis="b", says="s") for each in classes[:-1]]
    rules.append(VerdictRule(verdict=classes[-1], certainty=sure(), basis="b", says="s"))
    return replace(base, rules=tuple(rules))


def test_a_rubric_that_asks_nothing_of_what_was_not_read_is_not_bettered_by_it() -> None:
    draw, withheld = random.Random(5), 0
    for _ in range(250):
        rubric = blind(draw, RUBRICS[draw.choice(("general", "code-review", "stress-test"))])
        for _ in range(6):
            whole = drawn(rubric, draw)
            before = judged(rubric, whole)
            assert before is not None
            # One ballot of a kind is lost; a member or a finding that is gone is not a ballot that was not read.
            less = lost(rubric, whole, draw.choice(BALLOTS), draw)
            after = judged(rubric, less)
            if after is None or after.withheld:
                withheld += 1
                continue
            assert after.verdict_class == before.verdict_class, (rubric.rules, whole, less, before, after)
            assert _sure(after) <= _sure(before), (rubric.rules, whole, less, before, after)
    assert withheld > 50
