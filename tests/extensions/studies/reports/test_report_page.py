"""Test that a study's page marks exactly the differences, and has every part of the app's pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.analytics.grade_book import GRADES
from moot.errors import UnknownName
from moot.exports.session_files import events_from_jsonl
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from
from moot.extensions.studies.reports.cells import CellResult, result_of
from moot.extensions.studies.reports.matrix import compared, matrix_page
from moot.extensions.studies.reports.measures import TITLES, measures_there, refuse_unmeasured
from moot.extensions.studies.reports.report_page import report_page
from moot.extensions.studies.reports.report_tables import header_lines
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.stats.overview import MatrixPage
from moot.extensions.studies.stats.seen import CITED, HELD, JudgeMarks, SeenReply
from moot.extensions.studies.study import Arm, Study, StudyCell
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.vocabulary.state import SessionState, state_of

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


STUDY = Study(name="tried", corpus="c", arms=(Arm(name="base"), Arm(name="other")), repeats=1)
CLASSES = (("base", "q", "CLEAR"), ("other", "q", "CLEAR"), ("base", "r", "CLEAR"), ("other", "r", "SPLIT"))


def page(results: list[CellResult], only: str = "") -> MatrixPage:
    return matrix_page(compared(STUDY, results), ["q", "r"], only, 0, 50, {})


def right(arm: str, item: str, ruled: str, value: float, repeat: int = 1) -> CellResult:
    measures = {"right": value, "right_where_answered": value}
    return cell(item, arm, ruled, repeat, measures=measures, known="yes", ratings=())


def test_one_class_right_and_wrong_differs_and_two_classes_that_are_right_do_not() -> None:
    results = [right(arm, item, ruled, float((arm, item) != ("other", "q"))) for arm, item, ruled in CLASSES]
    found = page(results)
    assert [(row.question, row.differs, row.by) for row in found.rows] == [("q", True, "right"), ("r", False, "right")]
    assert found.differing == 1
    assert [each.share for each in found.rows[0].cells] == [1.0, 0.0]
    assert [row.question for row in page(results, "differs").rows] == ["q"]


def test_without_a_known_answer_the_class_decides() -> None:
    found = page([cell(item, arm, ruled, ratings=()) for arm, item, ruled in CLASSES])
    assert [(row.question, row.differs, row.by) for row in found.rows] == [("q", False, "class"), ("r", True, "class")]


def test_repeats_differ_by_how_many_of_them_are_right() -> None:
    shares = {("base", 1): 1.0, ("base", 2): 0.0, ("other", 1): 0.0, ("other", 2): 1.0}

    def differing() -> int:
        return page([right(arm, "q", "CLEAR", share, at) for (arm, at), share in shares.items()]).differing

    assert differing() == 0
    shares["base", 2] = 1.0
    assert differing() == 1


@pytest.mark.parametrize("outcome", ["running", "failed"])
def test_a_session_without_a_result_does_not_differ(outcome: str) -> None:
    found = page([right("base", "q", "CLEAR", 1.0), cell("q", "other", "", ratings=(), outcome=outcome, measures={})])
    assert (found.differing, found.rows[0].cells[1].share) == (0, None)


def test_a_measure_that_these_questions_cannot_have_is_refused_with_those_they_can(tmp_path: Path) -> None:
    shelf = CorpusShelf(tmp_path)
    plain, known, planted = (shelf.corpus(name).items for name in ("two-sided", "known-answers", "planted-bugs"))
    for primary, items in (
        ("nonsense", plain),
        ("right", plain),
        ("recall", plain),
        ("recall", known),
        ("right", planted),
    ):
        with pytest.raises(UnknownName) as refused:
            refuse_unmeasured(primary, items)
        assert all(name in refused.value.remedy for name in measures_there(items))
    for primary, items in (("score", plain), ("withheld", plain), ("right", known), ("recall", planted)):
        refuse_unmeasured(primary, items)


def test_every_measure_has_a_title_that_the_app_has_too(tmp_path: Path) -> None:
    shelf = CorpusShelf(tmp_path)
    known = [shelf.corpus(name).items for name in ("known-answers", "planted-bugs")]
    assert {name for items in known for name in measures_there(items)} == set(TITLES)
    words = (Path(__file__).parents[4] / "web/src/pages/studies/words.ts").read_text("utf-8")
    assert dict(re.findall(r'^  (\w+): say\("([^"]+)"\)', words.partition("const STATES")[0], re.M)) == TITLES


GOLDEN = Path(__file__).parents[3] / "golden" / "planted"


def ended(text: str | None, *, declined: bool = False) -> SessionState:
    """A session with this verdict, graded as far as code can."""
    state = state_of(events_from_jsonl((GOLDEN / "retry-py.jsonl").read_text("utf-8")))
    assert state.verdict is not None
    given = {VERDICT: text} if text is not None else {}
    grades = all_grades("12", list(given), graded_by_code("What is 3 × 4?", "12", given))
    if declined:
        grades = replace(grades, grades=tuple(replace(each, declined=True, by="up/m") for each in grades.grades))
    made = replace(state.findings[0], key=GRADES, stage="grading", finding=grades)
    return replace(state, verdict=replace(state.verdict, text=text), findings=(*state.findings, made))


def asked(text: str | None, *, declined: bool = False, answer: str = "12") -> CellResult:
    item = CorpusItem(id="q", text="What is 3 × 4?", answer=answer)
    return result_of(StudyCell("base", "q", 1), item, ended(text, declined=declined))


@pytest.mark.parametrize(
    ("found", "measures"),
    [
        (asked("12."), (1.0, 1.0, 0.0)),
        (asked("So:\n**FINAL ANSWER: 13**"), (0.0, 0.0, 0.0)),
        (asked(None), (0.0, None, 0.0)),
        (asked("I will not say.", declined=True), (0.0, None, 0.0)),
        (asked("Well."), (None, None, 1.0)),
        (asked("12.", answer="twelve"), (None, None, 1.0)),
    ],
    ids=["right", "wrong", "withheld", "declines", "not graded", "graded by another known answer"],
)
def test_what_is_not_graded_is_neither_right_nor_wrong(
    found: CellResult, measures: tuple[float | None, float | None, float]
) -> None:
    names = ("right", "right_where_answered", "right_untold")
    assert tuple(found.measures.get(name) for name in names) == measures


def test_what_a_person_said_counts() -> None:
    grade = asked("Well.").grade
    assert grade is not None
    said = replace(grade, right=True, by="person")
    item = CorpusItem(id="q", text="What is 3 × 4?", answer="12")
    found = result_of(StudyCell("base", "q", 1), item, ended("Well."), {grade.digest: said})
    assert (found.right, found.grade) == (True, said)
