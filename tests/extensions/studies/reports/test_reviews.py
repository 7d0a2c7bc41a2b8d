"""Test that the count of planted bugs found equals a person's count."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from moot.exports.session_files import events_from_jsonl
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.reports.cells import reviewed_in
from moot.extensions.studies.stats.arms import arm_means
from moot.extensions.studies.stats.figures import QuestionValue
from moot.extensions.studies.stats.planted import (
    PlantedTruth,
    ReportedFinding,
    ReviewedQuestion,
    Stretch,
    matched,
    planted_score,
    review_figures,
)
from moot.vocabulary.state import state_of

GOLDEN = Path(__file__).parents[3] / "golden" / "planted"


def review(told: list[str] | None, question: str = "q") -> ReviewedQuestion:
    """A question with two bugs and a decoy, and findings given as `file:first-last`."""

    def stretch(text: str) -> Stretch:
        file, _, lines = text.rpartition(":")
        first, _, last = lines.partition("-")
        return Stretch(file=file, first=int(first), last=int(last or first))

    return ReviewedQuestion(
        question=question,
        planted=(
            PlantedTruth(id="one", severity="high", lines=Stretch(file="a.py", first=10, last=12)),
            PlantedTruth(id="two", severity="low", lines=Stretch(file="a.py", first=20, last=20)),
        ),
        decoys=(Stretch(file="a.py", first=30, last=31),),
        told=None
        if told is None
        else tuple(ReportedFinding(text=t, places=(stretch(t),) if ":" in t else ()) for t in told),
    )


def test_a_finding_is_held_against_the_key_by_its_lines() -> None:
    told = ["a.py:12-13", "x/a.py:10", ":20", ":31", "a.py:13-19", "b.py:20", "no lines"]
    found = matched(review(told))
    assert [each.bugs for each in found] == [("one",), ("one",), ("two",), (), (), (), ()]
    assert [each.decoys for each in found] == [(), (), (), (0,), (), (), ()]
    assert [each.placed for each in found] == [True] * 6 + [False]


def test_a_finding_over_a_bug_and_a_decoy_found_the_one_and_fell_for_the_other() -> None:
    both = matched(review(["a.py:20-30"]))[0]
    assert (both.bugs, both.decoys) == (("two",), (0,))
    assert matched(review(["a.py:20-29"]))[0].decoys == ()


def test_a_finding_that_names_the_file_has_found_nothing() -> None:
    """Three times the lines of a bug and ten more are what says where it is."""
    assert [matched(review([told]))[0].bugs for told in ("a.py:1-400", "a.py:8-20", "a.py:7-20")] == [
        (), ("one", "two"), ("one",),
    ]  # fmt: skip
    score = planted_score([review(["a.py:1-400"])])
    assert (score.recall.so, score.precision.so, score.precision.of, score.decoys.so, score.false) == (0, 0, 1, 0, 1)


def test_bugs_of_a_question_and_its_repeats_are_no_questions_of_their_own() -> None:
    """Of five questions all bugs are found or none: as sure as five, however many bugs and repeats they have."""
    five = [review(["a.py:10", "a.py:20"] if n < 3 else [], f"q{n}") for n in range(5)]
    once, thrice = planted_score(five).recall, planted_score(five * 3).recall
    assert (once.so, once.of, thrice.so, thrice.of) == (6, 10, 18, 30)
    assert once.share == thrice.share
    assert (once.share.value, once.share.n) == (0.6, 5)
    assert once.share.low is not None
    assert once.share.high is not None
    assert once.share.high - once.share.low > 0.6
    assert planted_score(five[:4] * 5).recall.share.value is None, "four questions are too few"


def test_what_could_not_be_read_is_no_all_clear() -> None:
    score = planted_score([review(None), review([], "clean"), review(["a.py:10"], "found")])
    assert score.unread == 1
    assert (score.false_clean.so, score.false_clean.of) == (1, 2)
    assert score.recall.of == 4, "its bugs are in no figure"


def recorded(*names: str) -> list[ReviewedQuestion]:
    """What recorded sessions over packaged files found."""
    corpus = CorpusShelf(GOLDEN).corpus("planted-bugs")
    reviews = []
    for name in names:
        state = state_of(events_from_jsonl((GOLDEN / f"{name}.jsonl").read_text("utf-8")))
        item = corpus.item(name)
        assert item is not None
        assert state.question.text == corpus.question_of(item)
        reviews.append(reviewed_in(state, item))
    return reviews


def test_three_recorded_runs_come_to_what_was_counted_by_hand() -> None:
    """By hand: ledger-py names line 24, the injection. cart-js names 25, a decoy, and 28, the script. store-go says
    three things and names no line. Ten bugs were planted there: three critical, five high, two medium."""
    score = planted_score(recorded("ledger-py", "cart-js", "store-go"))
    assert (score.recall.so, score.recall.of) == (2, 10)
    assert {name: (part.so, part.of) for name, part in score.by_severity.items()} == {
        "high": (0, 5),
        "critical": (2, 3),
        "medium": (0, 2),
    }
    assert (score.precision.so, score.precision.of) == (2, 3)
    assert (score.decoys.so, score.decoys.of) == (1, 6)
    assert (score.false_clean.so, score.false_clean.of) == (0, 3)
    assert (score.unplaced, score.false, score.unread) == (3, 1, 0)


def test_runs_with_every_kind_of_finding_come_to_what_was_counted_by_hand() -> None:
    """By hand. `pool-go` (bugs on 22, 43 to 44 and 54; decoys on 26 and 60) lists five findings: 22, again 22 in other
    words, 41 to 43, 26, and one that names no line. So two of its three bugs are found, one of them twice and one by
    lines that only overlap; one finding is a decoy's. Of `session-js` the judge's list cannot be read, which would end
    as an all-clear if an unread list were taken for an empty one: it is in no figure. `retry-py` (9, 16, 28) ends with
    a verdict and an empty list: its three bugs are missed, and its all-clear is false."""
    reviews = recorded("pool-go", "session-js", "retry-py")
    assert [None if each.told is None else len(each.told) for each in reviews] == [5, None, 0]
    assert [each.ruled for each in reviews] == [True, False, True]
    score = planted_score(reviews)
    assert (score.recall.so, score.recall.of) == (2, 6)
    assert {name: (part.so, part.of) for name, part in score.by_severity.items()} == {"high": (2, 4), "medium": (0, 2)}
    assert (score.precision.so, score.precision.of) == (3, 4)
    assert (score.decoys.so, score.decoys.of) == (1, 4)
    assert (score.false_clean.so, score.false_clean.of) == (1, 2)
    assert (score.unplaced, score.false, score.unread) == (1, 1, 1)


def test_a_verdict_that_was_withheld_clears_nothing() -> None:
    """A list of which nothing stands, because no reply reports any of it, ends without a verdict."""
    withheld = replace(review([]), ruled=False)
    score = planted_score([withheld, review([], "cleared")])
    assert (score.false_clean.so, score.false_clean.of, score.withheld) == (1, 1, 1)
    assert "false_all_clear" not in review_figures(withheld)
    assert score.recall.of == 4, "its bugs were not found all the same"


def test_one_questions_shares_leave_out_what_it_has_nothing_of() -> None:
    assert review_figures(review(["a.py:10", "a.py:99"])) == {
        "recall": 0.5, "precision": 0.5, "precision_of_all": 0.5, "decoys_told": 0.0, "false_all_clear": 0.0,
    }  # fmt: skip
    assert "precision" not in review_figures(review([])), "it tells nothing of lines"
    assert review_figures(review(None)) == {}


def test_what_is_told_of_planted_bugs_is_the_figure_that_arms_are_compared_by() -> None:
    """One method: the mean of each question's own share, with the interval that the measure has."""
    lines = [["a.py:10"], ["a.py:10", "a.py:20"], [], ["a.py:99"], ["a.py:10", "a.py:99", "somewhere"], ["a.py:20"]]
    reviews = [review(found, f"q{number}") for number, found in enumerate(lines * 2)]
    for clusters in ({}, {f"q{number}": f"d{number % 3}" for number in range(12)}):
        score = planted_score(reviews, clusters)
        for name, part in (
            ("recall", score.recall),
            ("precision", score.precision),
            ("false_all_clear", score.false_clean),
        ):
            measured = [
                QuestionValue(
                    question=each.question, arm="base", value=figures[name], cluster=clusters.get(each.question, "")
                )
                for each in reviews
                if name in (figures := review_figures(each))
            ]
            assert part.share == arm_means(measured, "base", "share"), name
