"""Does a study's page mark what differs and nothing else, and tell every part that pages of the app tell?"""

from __future__ import annotations

import re

from moot.analytics.studies.cells import CellResult
from moot.analytics.studies.report_page import report_page
from moot.analytics.studies.study_report import report_on
from moot.library.corpora.studies.progress import Progress, StudyOpened, progress_from
from moot.library.corpora.studies.study import Arm, Study
from moot.tally.studies.seen import CITED, HELD, Marked, Replied

ARMS = (
    Arm(name="base", members=("model/a", "model/b")),
    Arm(name="other", of="base", stage="judging"),
    Arm(name="noise", of="base", stage="judging", repeats=2, unchanged=True),
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
    found += [cell(item, "noise", "clear", repeat) for item in QUESTIONS for repeat in (1, 2)]
    return found


def test_repeats_that_come_to_the_same_do_not_differ_from_one_that_does() -> None:
    """An arm that is asked twice says its class twice: that is no other class."""
    page = report_page(report_on(begun(), results()), results())
    assert re.findall(r'<td class="differs">([^<]*)</td>', page) == ["contested, differs"]
    assert "clear, clear</td>" in page


def test_a_degraded_cell_and_one_without_a_result_are_marked_and_do_not_differ() -> None:
    told = [
        *(each for each in results() if (each.item, each.arm) not in (("q1", "other"), ("q2", "other"))),
        cell("q1", "other", "", outcome="failed"),
        cell("q2", "other", "clear", degraded=("seat-a is missing.",)),
    ]
    page = report_page(report_on(begun(), told), told)
    assert '<td class="">failed</td>' in page
    assert '<td class="degraded">clear</td>' in page
    assert re.findall(r'<td class="differs">([^<]*)</td>', page) == ["contested, differs"]
    assert "seat-a is missing." in page


def test_the_page_has_every_part_and_escapes_names() -> None:
    page = report_page(report_on(begun(), results()), results())
    titles = re.findall(r"<h2[^>]*>([^<]*)</h2>", page)
    assert titles == [
        "Arms", "Differences to base", "Classes of verdicts", "Questions", "Models", "Stability", "Judges",
        "Order of rebuttals",
    ]  # fmt: skip
    assert "model/b&lt;x&gt;" in page
    assert "<x>" not in page
    assert "&lt;tried&gt;" in page
    assert "jackknife" in page
    assert "Asked again in the same order (noise): 0%" in page


def test_a_study_without_a_result_has_a_page() -> None:
    page = report_page(report_on(begun(), []), [])
    assert "There is no other arm to compare." not in page
    assert "No session has a result yet." in page
