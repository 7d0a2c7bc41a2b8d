"""Does a study's page mark what differs and nothing else, and tell every part that pages of the app tell?"""

from __future__ import annotations

import re

from moot.analytics.studies.cells import CellResult
from moot.analytics.studies.report_page import report_page
from moot.analytics.studies.study_report import report_on
from moot.cli.studies.report_text import report_lines
from moot.library.corpora.studies.progress import Progress, StudyOpened, progress_from
from moot.library.corpora.studies.study import Arm, Study
from moot.tally.studies.seen import CITED, HELD, Marked, Replied
from moot.transcripts.sql.studies import StudyCost

ARMS = (
    Arm(name="base", members=("model/a", "model/b")),
    Arm(name="other", of="base", stage="judging"),
    Arm(name="twice", of="base", stage="judging", repeats=2),
)
QUESTIONS = ("q1", "q2", "q3", "q4", "q5")


def begun(arms: tuple[Arm, ...] = ARMS) -> Progress:
    study = Study(name="<tried>", corpus="some", arms=arms)
    opened = StudyOpened(
        study=study, digest="d" * 64, corpus_digest="c" * 64, corpus_version="1", questions=QUESTIONS, moot="1"
    )
    return progress_from("s" * 32, [opened])


def cell(item: str, arm: str, verdict_class: str, repeat: int = 1, **more: object) -> CellResult:
    flip = CITED if arm == "other" else HELD
    given = {
        "outcome": "verdict", "degraded": (), "measures": {"score": 10.0}, "scores": {}, "winner": "", "cost": 0,
        "cost_known": True, "fork_of": f"base-{item}-1", "reviewed": None, "reversed": arm == "other",
        "replies": (
            Replied(seat="a", model="model/a", score=12.0, axes={"depth": 4.0}, flip=flip, source="b", read=2),
            Replied(seat="b", model="model/b<x>", score=8.0, axes={"depth": 3.0}, flip=HELD, read=2),
        ),
        "marked": (Marked(model="judge/one", given=2, top=1),),
        "ratings": ((4.0, 5.0), (3.0, 1.0 + int(item[1:]) % 3)),
    } | more  # fmt: skip
    session = f"{arm}-{item}-{repeat}"
    return CellResult(
        arm=arm, item=item, repeat=repeat, domain="", session=session, verdict_class=verdict_class, **given
    )  # type: ignore[arg-type]


def results() -> list[CellResult]:
    found = [cell(item, "base", "clear") for item in QUESTIONS]
    found += [cell(item, "other", "clear" if item != "q3" else "contested") for item in QUESTIONS]
    found += [cell(item, "twice", "clear", repeat) for item in QUESTIONS for repeat in (1, 2)]
    return found


def test_repeats_that_come_to_the_same_do_not_differ_from_one_that_does() -> None:
    """An arm that is asked twice says its class twice: that is no other class."""
    page = report_page(report_on(begun(), results()), results(), begun())
    assert re.findall(r'<td class="differs">([^<]*)</td>', page) == ["contested, differs"]
    assert "clear, clear</td>" in page


def test_a_degraded_cell_and_one_without_a_result_are_marked_and_do_not_differ() -> None:
    told = [
        *(each for each in results() if (each.item, each.arm) not in (("q1", "other"), ("q2", "other"))),
        cell("q1", "other", "", outcome="failed"),
        cell("q2", "other", "clear", degraded=("seat-a is missing.",)),
    ]
    page = report_page(report_on(begun(), told), told, begun())
    assert '<td class="">failed</td>' in page
    assert '<td class="degraded">clear</td>' in page
    assert re.findall(r'<td class="differs">([^<]*)</td>', page) == ["contested, differs"]
    assert "seat-a is missing." in page


def test_the_page_has_every_part_and_escapes_names() -> None:
    page = report_page(report_on(begun(), results()), results(), begun())
    titles = re.findall(r"<h2[^>]*>([^<]*)</h2>", page)
    assert titles == [
        "Arms", "Differences to base", "Classes of verdicts", "Questions", "Answers", "Models", "Stability", "Judges",
        "Order of rebuttals",
    ]  # fmt: skip
    assert "model/b&lt;x&gt;" in page
    assert "<x>" not in page
    assert "&lt;tried&gt;" in page
    assert "jackknife" in page


def test_a_study_without_a_result_has_a_page() -> None:
    page = report_page(report_on(begun(), []), [], begun())
    assert "There is no other arm to compare." not in page
    assert "No session has a result yet." in page


EVIL = "<img src=x onerror=alert(1)>&\"'</details><script>\u202e"


def test_questions_and_answers_stand_on_the_page_and_are_no_markup() -> None:
    told = [
        cell(each.item, each.arm, each.verdict_class, each.repeat, asked=f"Asked {EVIL}", known=f"Known {EVIL}",
             answer=f"Said {EVIL}", measures={"score": 10.0, "right": 1.0, "right_where_answered": 1.0})
        for each in results()
    ]  # fmt: skip
    page = report_page(report_on(begun(), told), told, begun())
    for words in ("Asked &lt;img", "Known &lt;img", "Said &lt;img", "base · repeat 1 · clear · right"):
        assert words in page
    assert page.count("<details>") == len(QUESTIONS) == page.count("</details>")
    assert not re.search(r"<img|<script|\u202e", page)
    assert "q1: 4 of 4 right" in page


def test_a_wrong_answer_and_one_that_cannot_be_told_are_told_apart() -> None:
    told = [
        cell("q1", "base", "clear", known="12", answer="13", measures={"right": 0.0, "right_where_answered": 0.0}),
        cell("q2", "base", "clear", known="12", answer="Well.", measures={"right_untold": 1.0}),
        cell("q3", "base", "clear", known="12", measures={"right": 0.0, "withheld": 1.0}),
    ]
    page = report_page(report_on(begun(), told), told, begun())
    assert "repeat 1 · clear · wrong</h4>" in page
    assert "repeat 1 · clear · not graded</h4>" in page
    assert "no answer: the verdict was withheld" in page


def test_the_page_says_when_it_was_asked_and_what_it_cost_of_what_may_be() -> None:
    arms = (Arm(name="base", members=("model/a", "model/b"), options={"axes_apart": False}),)
    study = Study(name="tried", corpus="some", arms=arms, budget=2.0)
    opened = StudyOpened(
        study=study, digest="d" * 64, corpus_digest="c" * 64, corpus_version="1", questions=QUESTIONS, moot="1"
    )
    progress = progress_from("s" * 32, [opened])
    told = [cell(item, "base", "clear", opened_at="2026-03-01T10:00:00Z", ended_at="2026-03-02T10:00:00Z")
            for item in QUESTIONS]  # fmt: skip
    cost = StudyCost(spent=1_250_000_000, pending=30_000_000, sessions=5)
    page = report_page(report_on(progress, told), told, progress, cost)
    assert "Asked on 2026-03-01 to 2026-03-02." in page
    assert "Spent: $1.25 of $2.00 at most. Up to $0.03 more may still be charged." in page
    assert "model/a, model/b; without axes apart" in page


def test_a_class_has_one_colour_in_every_arm_and_a_legend() -> None:
    told = [cell(item, "base", "clear") for item in QUESTIONS]
    told += [cell(item, "other", "contested" if item != "q5" else "clear") for item in QUESTIONS]
    page = report_page(report_on(begun(), told), told, begun())
    mixes = re.findall(r'<div class="mix" aria-hidden="true">(.*?)</div>', page)
    assert re.findall(r'class="(c\d)"', mixes[0]) == ["c0"]
    assert re.findall(r'class="(c\d)" style="width:(\d+)', mixes[1]) == [("c1", "80"), ("c0", "20")]
    assert (
        '<li><i class="c0" aria-hidden="true"></i> clear</li><li><i class="c1" aria-hidden="true"></i> contested'
        in page
    )


def test_a_study_of_degraded_results_alone_says_so_before_any_figure_and_names_who_is_missing() -> None:
    told = [cell(item, "base", "clear", degraded=("model/b is missing in the discovery.",)) for item in QUESTIONS]
    report = report_on(begun(), told)
    page = report_page(report, told, begun())
    assert page.index("Every result is degraded (5 of 5)") < page.index("<table")
    assert "base: 5 of 5 degraded. model/b is missing in the discovery (5 times)." in page
    assert "clear 5; 5 of these 5 sessions are degraded" in page
    lines = list(report_lines(report))
    assert lines[1] == "Every result is degraded (5 of 5): no figure here is of a full council."
    assert "model/b is missing in the discovery (5 times)" in lines[2]
    whole = report_on(begun(), results())
    assert not any("degraded (" in line or "is degraded" in line for line in report_lines(whole))


def test_right_and_wrong_differ_in_one_class_and_shares_differ_by_points() -> None:
    def known(item: str, arm: str) -> CellResult:
        right = float(arm == "other" or item in ("q1", "q2"))
        measures = {"score": 10.0, "right": right, "right_where_answered": right}
        return cell(item, arm, "clear", measures=measures, known="12", answer="12")

    found = [known(item, arm) for item in QUESTIONS for arm in ("base", "other")]
    page = report_page(report_on(begun(), found, "right"), found, begun())
    assert page.count(", differs</td>") == 3, "q3, q4 and q5 are wrong under the baseline alone"
    assert "<td>40.0%</td><td>100.0%</td>" in page
    assert "+60.0\u00a0points" in page
    assert "+0.60" not in page


def test_no_end_of_an_axis_of_shares_lies_beyond_what_two_shares_can_differ_by() -> None:
    """Room beside a dot is not told as a figure."""

    def known(item: str, arm: str, right: float) -> CellResult:
        return cell(item, arm, "clear", measures={"score": 10.0, "right": right}, known="12", answer="12")

    found = [known(item, arm, float(arm == "other")) for item in QUESTIONS for arm in ("base", "other")]
    page = report_page(report_on(begun(), found, "right"), found, begun())
    scale = re.findall(r'<p class="scale">(.*?)</p>', page)
    ends = [abs(float(end.replace("\u2212", "-"))) for end in re.findall(r"([+\u2212-]?[\d.]+)(?:.points)", scale[0])]
    assert ends == [100.0, 100.0], scale
