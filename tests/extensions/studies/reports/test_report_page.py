"""Test that a study's page marks exactly the differences, and has every part of the app's pages."""

from __future__ import annotations

import re

from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.report_page import report_page
from moot.extensions.studies.reports.report_tables import header_lines
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.stats.seen import CITED, HELD, JudgeMarks, SeenReply
from moot.extensions.studies.study import Arm, Study

ARMS = (
    Arm(name="base", members=("model/a", "model/b")),
    Arm(name="other", of="base", stage="judging"),
    Arm(name="twice", of="base", stage="judging", repeats=2),
)
QUESTIONS = ("q1", "q2", "q3", "q4", "q5")


def begun(arms: tuple[Arm, ...] = ARMS) -> StudyProgress:
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
            SeenReply(seat="a", model="model/a", score=12.0, axes={"depth": 4.0}, flip=flip, source="b", read=2),
            SeenReply(seat="b", model="model/b<x>", score=8.0, axes={"depth": 3.0}, flip=HELD, read=2),
        ),
        "marked": (JudgeMarks(model="judge/one", given=2, top=1),),
        "ratings": ((4.0, 5.0), (3.0, 1.0 + int(item[1:] or 0) % 3)),
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
        "Arms", "Differences to base", "Questions", "Answers", "Classes of verdicts", "Models", "Stability", "Judges",
        "Order of rebuttals",
    ]  # fmt: skip
    assert "model/b&lt;x&gt;" in page
    assert "<x>" not in page
    assert "&lt;tried&gt;" in page
    assert "jackknife" in page


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


def test_a_study_of_degraded_results_alone_says_so_before_any_figure_and_names_who_is_missing() -> None:
    told = [cell(item, "base", "clear", degraded=("model/b is missing in the discovery.",)) for item in QUESTIONS]
    report = report_on(begun(), told)
    page = report_page(report, told, begun())
    assert page.index("Every result is degraded (5 of 5)") < page.index("<table")
    assert "base: 5 of 5 degraded. model/b is missing in the discovery (5 times)." in page
    assert "clear 5; 5 of these 5 sessions are degraded" in page
    whole = report_on(begun(), results())
    assert not any("degraded" in line for line in header_lines(whole, begun().study, results()))


def test_right_and_wrong_differ_in_one_class_and_shares_differ_by_points() -> None:
    def known(item: str, arm: str) -> CellResult:
        right = float(arm == "other" or item in ("q1", "q2"))
        measures = {"score": 10.0, "right": right, "right_where_answered": right}
        return cell(item, arm, "clear", measures=measures, known="12", answer="12")

    found = [known(item, arm) for item in QUESTIONS for arm in ("base", "other")]
    page = report_page(report_on(begun(), found, "right"), found, begun())
    assert page.count(", differs</td>") == 3, "q3, q4 and q5 are wrong under the baseline alone"
    assert "<td>40.0%</td><td>100.0%</td>" in page
    assert "+60.0 points" in page
    assert "+0.60" not in page
