"""Test that settled labels, comparisons and scores follow only from the adjudicators' replies."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from moot.protocols.adjudication.adjudicators import (
    MemberText,
    axis_scores_from,
    compared_from,
    consensus_label,
    finding_from,
)
from moot.protocols.adjudication.ballots import (
    AxisCalls,
    AxisScore,
    Denial,
    FindingLabels,
    LabelCheck,
    LabelledFinding,
    MergedEntry,
    MergedList,
    Positions,
    ReplyLabel,
)
from moot.protocols.adjudication.findings import AxisScores, FlipFound, Flips, Labels, ReplyLabels
from moot.protocols.adjudication.flips import most_common, whatever_the_others_say
from moot.protocols.adjudication.labels import LabelRecheck, checked, labels_from, to_check
from moot.protocols.adjudication.measures import flaw_of
from moot.protocols.adjudication.scores import off_by, scores_from
from moot.vocabulary.rubrics import Rubric
from protocols.adjudication.panel import rubric

STRESS, CODE, GENERAL = rubric("stress-test"), rubric("code-review"), rubric("general")
FINALS = {"seat-a": "Stone holds.", "seat-b": "Wood is cheaper.", "seat-c": "Steel lasts."}


def label(name: str, **details: str) -> ReplyLabel:
    return ReplyLabel(label=name, reason=f"{name} it is", details=details)


def findings(*labels: str) -> FindingLabels:
    return FindingLabels(findings=tuple(LabelledFinding(finding=f"f{n}", label=n, reason="r") for n in labels))


def labelled(
    rubric: Rubric, calls: dict[str, Any], finals: dict[str, str] | None = None, question: str = "Why?"
) -> Any:
    found = labels_from(rubric, question, finals or {"seat-a": "It is so. And so."}, {"seat-a": calls}, list(calls))
    return found.replies[0]


def names(reply: Any) -> list[str]:
    return [given.label for given in reply.labels]


# --- labels ---------------------------------------------------------------------------------------------------------


def test_the_middle_list_of_findings_stands_whole() -> None:
    bad, mixed, good = (
        findings("false_positive"),
        findings("false_positive", "correct_finding"),
        findings("correct_finding"),
    )
    assert names(labelled(CODE, {"x": bad, "y": good, "z": mixed})) == ["false_positive", "correct_finding"]
    assert names(labelled(CODE, {"x": bad, "y": good})) == ["correct_finding"]
    assert labelled(CODE, {"x": bad}).flawed
    assert labelled(CODE, {"x": findings()}).read


def test_none_is_no_label() -> None:
    reply = labelled(STRESS, {"x": label("none")})
    assert (reply.read, reply.labels, reply.flawed) == (True, (), False)


def test_a_label_that_could_not_be_read_is_neither_a_fault_nor_none() -> None:
    for given, flawed in (
        (("", "correct_finding", "correct_finding", "correct_finding"), False),
        (("", "correct_finding"), None),
        (("", "false_positive", "false_positive"), True),
    ):
        reply = labelled(CODE, {"x": findings(*given)})
        assert names(reply) == list(given)
        assert reply.flawed is (flawed is True)
        assert flaw_of(CODE, given[1:], unread=1) is flawed


def test_an_unlabelled_echo_of_the_question_gets_its_label() -> None:
    question = "Should the alliance expand eastward before it has settled its own budget?"
    echo = "The alliance should expand eastward before it has settled its own budget."
    assert names(labelled(STRESS, {"x": label("none")}, {"seat-a": echo}, question)) == ["premise_echo"]
    assert names(labelled(STRESS, {"x": label("none")}, {"seat-a": "No: debts bind its members."}, question)) == []
    assert names(labelled(STRESS, {"x": label("hedge")}, {"seat-a": echo}, question)) == ["hedge"]
    long = f"{echo} " + "It must, because the members that pay most would otherwise leave it for good and never return."
    assert names(labelled(STRESS, {"x": label("none")}, {"seat-a": long}, question)) == []


def test_a_label_that_is_checked_stands_only_if_the_check_does() -> None:
    labels = labels_from(
        GENERAL,
        "?",
        {"seat-a": "x", "seat-b": "y"},
        {
            "seat-a": {"x": label("contradiction")},
            "seat-b": {"x": label("contradiction")},
        },
        "x",
    )
    assert to_check(GENERAL, labels) == (
        LabelRecheck("seat-a", "contradiction"),
        LabelRecheck("seat-b", "contradiction"),
    )
    yes, no = LabelCheck(stands=True, reason="y"), LabelCheck(stands=False, reason="a concession")
    after = checked(GENERAL, labels, {LabelRecheck("seat-a", "contradiction"): {"x": no, "y": no, "z": yes}}, "xyz")
    assert names(after.replies[0]) == []
    assert (after.replies[0].cleared[0].reason, after.replies[0].flawed) == ("a concession", False)
    unchecked = after.replies[1]
    assert names(unchecked) == ["contradiction"]
    assert (unchecked.known, unchecked.unread, unchecked.flawed) == ((), 1, False)  # nobody knows whether it stands
    tied = checked(GENERAL, labels, {LabelRecheck("seat-a", "contradiction"): {"y": yes}}, "xy")
    assert tied.replies[0].unread == 1  # of a tie the first decides, and the first was not heard
    first = checked(GENERAL, labels, {LabelRecheck("seat-a", "contradiction"): {"x": yes}}, "xy")
    assert (first.replies[0].known, first.replies[0].flawed) == (("contradiction",), True)


def test_labels_that_hang_on_who_was_not_heard_are_unsure() -> None:
    hedge, none = label("hedge"), label("none")
    finals = {"seat-a": "It is so."}

    def stands(judges: str, **calls: ReplyLabel) -> ReplyLabels:
        return labels_from(STRESS, "?", finals, {"seat-a": calls}, judges).replies[0]

    assert stands("xyz", x=hedge, y=hedge).known == ("hedge",)  # two of three are enough
    assert stands("xy", x=hedge).known == ("hedge",)  # of a tie the first decides
    assert (stands("xy", y=hedge).known, stands("xy", y=hedge).unread) == ((), 1)
    assert (stands("xy", y=none).known, stands("xy", y=none).unread) == ((), 1)  # a fault might have been found
    assert stands("xyz", x=none, z=none).unread == 0


def test_an_axis_some_were_not_heard_of_lies_between_bounds() -> None:
    def of(**marks: int) -> tuple[float, float]:
        given = {
            seat: {
                who: [AxisCalls(axes={axis.name: AxisScore(score=mark, reason="") for axis in STRESS.axes})]
                for who, mark in marks.items()
            }
            for seat in FINALS
        }
        found = axis_scores_from(STRESS, list(FINALS), given, "xyz")
        low, high = off_by("seat-a", found).get(STRESS.axes[0].name, (0.0, 0.0))
        return low, high

    assert of(x=2, y=3, z=5) == (0, 0)
    assert of(x=2, y=4) == (1, 1)  # the median is 3, and would be 2 to 4
    assert of(x=4) == (3, 1)


def test_what_others_would_have_said_is_played_whole() -> None:
    values = ("a", "b", "c")
    for readings in product((*values, None), repeat=4):
        whole = {
            most_common(list(full)) for full in product(*(values if each is None else (each,) for each in readings))
        }
        told = whatever_the_others_say(readings, values)
        assert told == (whole.pop() if len(whole) == 1 else None), readings


# --- comparisons ----------------------------------------------------------------------------------------------------


def position(agreement: str, consensus: str = "stone") -> Positions:
    return Positions(agreement=agreement, dispute=agreement, consensus=consensus, order=("seat-a",))  # type: ignore[arg-type]


def test_a_comparison_that_could_not_be_read_is_no_vote_for_agreement() -> None:
    both = {"x": position("agree"), "z": position("agree")}
    assert compared_from(GENERAL, "xyz", both, {}).agreement == "agree"
    split = {"x": position("partial"), "z": position("disagree")}
    assert compared_from(GENERAL, "xyz", split, {}).agreement == "disagree"
    one = compared_from(GENERAL, "yx", {"x": position("agree")}, {})
    assert (one.by, one.agreement, one.calls) == (None, "", {"x": "agree"})
    alone = {"x": MergedList(findings=(entry("confirmed", ("seat-a", "seat-b")),))}
    assert compared_from(CODE, "xy", alone, {}).by is None
    assert compared_from(CODE, "xyz", {**alone, "z": alone["x"]}, {}).by == "x"


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Expand now", "Expand now"),
        (' "do not expand." ', "do not expand"),
        ("No consensus", ""),
        ("no_consensus.", ""),
        ("They should expand now", ""),
        ("", ""),
    ],
)
def test_a_position_is_named_in_three_words_or_not_at_all(said: str, label: str) -> None:
    assert consensus_label(said) == label


def entry(status: str = "unique", agree: tuple[str, ...] = (), denials: tuple[Denial, ...] = ()) -> MergedEntry:
    return MergedEntry(finding="f", status=status, severity="high", agree=agree, denials=denials)  # type: ignore[arg-type]


WROTE = {
    "seat-a": MemberText(("Line 4 overflows.",)),
    "seat-b": MemberText(("Line 4 overflows, on an empty list.",)),
    "seat-c": MemberText(("The loop is sound.", "Line 4 is guarded by the check on line 2.")),
}


def denied(words: str, by: str = "seat-c", agree: tuple[str, ...] = ("seat-a", "seat-b")) -> MergedEntry:
    return entry("disputed", agree, (Denial(by=by, words=words),))


def test_a_denial_counts_only_with_words_of_the_member_that_denies() -> None:
    """In its reply or in its rebuttal, whatever their spelling; not in somebody else's, and not by a mere no."""
    for words in ("the loop is sound", "“guarded by the check — on LINE 2”"):
        found, struck = finding_from(denied(words), WROTE)
        assert found is not None
        assert (found.status, found.disagree, struck) == ("disputed", ("seat-c",), [])
    for words, why in (("", "unread"), ("  ", "unread"), ("no", "not_found"), ("Line 4 overflows", "not_found")):
        found, struck = finding_from(denied(words), WROTE)
        assert found is not None
        assert (found.status, found.disagree) == ("confirmed", ())
        assert [(each.why, each.by, each.words) for each in struck] == [(why, "seat-c", words)]


def test_a_finding_that_no_reply_reports_is_struck() -> None:
    found = compared_from(
        CODE,
        "x",
        {"x": MergedList(findings=(denied("The loop is sound", agree=()), denied("", agree=("seat-a",))))},
        WROTE,
    )
    assert [each.status for each in found.findings] == ["unique"]
    assert [each.why for each in found.struck or ()] == ["unreported", "unread"]
    assert found.calls == {"x": "0 confirmed, 0 disputed, 1 unique"}


# --- scores and the ruling ------------------------------------------------------------------------------------------


def axes(rubric: Rubric, score: int) -> AxisScores:
    given = {
        seat: {"x": [AxisCalls(axes={axis.name: AxisScore(score=score, reason="") for axis in rubric.axes})]}
        for seat in FINALS
    }
    return axis_scores_from(rubric, list(FINALS), given, "x")


def held() -> Flips:
    return Flips(flips=tuple(FlipFound(seat=seat, change="none") for seat in FINALS))


def labels_of(rubric: Rubric, name: str) -> Labels:
    return labels_from(rubric, "?", FINALS, {seat: {"x": label(name)} for seat in FINALS}, "x")


def test_the_best_of_those_with_a_score_is_no_winner_while_another_has_none() -> None:
    read = axes(STRESS, 4)
    first, other = list(FINALS)[:2]
    better = tuple(replace(each, score=5.0) if each.seat == first else each for each in read.scores)
    assert scores_from(STRESS, FINALS, AxisScores(scores=better), held(), labels_of(STRESS, "none")).winner == first
    lost = tuple(replace(each, score=None) if each.seat == other else each for each in better)
    assert scores_from(STRESS, FINALS, AxisScores(scores=lost), held(), labels_of(STRESS, "none")).winner is None


def test_a_list_stands_only_if_it_is_the_middle_one_whatever_the_unread_ones_say() -> None:
    def listed(confirmed: int) -> MergedList:
        entries = (
            MergedEntry(finding=f"f{at}", status="confirmed", severity="high", agree=("seat-a", "seat-b"), denials=())
            for at in range(confirmed)
        )
        return MergedList(findings=tuple(entries))

    def stands(*counts: int | None) -> str | None:
        calls = {who: listed(each) for who, each in zip("xyz", counts, strict=True) if each is not None}
        return compared_from(CODE, "xyz", calls, {}).by

    assert stands(3, 0, 5) == "x"
    assert stands(3, 0, None) is None  # clean, or three confirmed: nobody knows
    assert stands(3, 3, None) == "x"


# --- agreement of adjudicators --------------------------------------------------------------------------------------


def test_who_changed_sides_without_a_reason_denies_nothing() -> None:
    turned = {**WROTE, "seat-c": MemberText(("The loop is sound.",), unexplained=True)}
    found, struck = finding_from(denied("The loop is sound"), turned)
    assert found is not None
    assert (found.status, [each.why for each in struck]) == ("confirmed", ["changed_sides"])
