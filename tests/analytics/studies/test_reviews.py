"""Is what was found of planted bugs what a person counts?"""

from __future__ import annotations

from pathlib import Path

from moot.analytics.studies.reviews import reviewed_in
from moot.exports.export import events_from_jsonl
from moot.library.corpora.corpus_shelf import CorpusShelf
from moot.tally.studies.planted import Planted, Reviewed, Stretch, Told, matched, planted_score
from moot.vocabulary.state import state_of

GOLDEN = Path(__file__).parents[2] / "golden" / "planted"


def review(told: list[str] | None, question: str = "q") -> Reviewed:
    """A question with two bugs and a decoy, and findings given as `file:first-last`."""

    def stretch(text: str) -> Stretch:
        file, _, lines = text.rpartition(":")
        first, _, last = lines.partition("-")
        return Stretch(file=file, first=int(first), last=int(last or first))

    return Reviewed(
        question=question,
        planted=(
            Planted(id="one", severity="high", lines=Stretch(file="a.py", first=10, last=12)),
            Planted(id="two", severity="low", lines=Stretch(file="a.py", first=20, last=20)),
        ),
        decoys=(Stretch(file="a.py", first=30, last=31),),
        told=None if told is None else tuple(Told(text=t, places=(stretch(t),) if ":" in t else ()) for t in told),
    )


def test_a_finding_is_held_against_the_key_by_its_lines() -> None:
    told = ["a.py:12-13", "x/a.py:10", ":20", ":31", "a.py:13-19", "b.py:20", "no lines"]
    found = matched(review(told))
    assert [each.bugs for each in found] == [("one",), ("one",), ("two",), (), (), (), ()]
    assert [each.decoys for each in found] == [(), (), (), (0,), (), (), ()]
    assert [each.placed for each in found] == [True] * 6 + [False]


def test_a_finding_over_a_bug_and_a_decoy_found_the_bug() -> None:
    assert matched(review(["a.py:20-30"]))[0].decoys == ()


def test_a_bug_found_twice_counts_once_and_each_finding_counts() -> None:
    score = planted_score([review(["a.py:10", "a.py:11", "a.py:99"])])
    assert (score.recall.so, score.recall.of) == (1, 2)
    assert (score.precision.so, score.precision.of, score.false) == (2, 3, 1)


def test_what_could_not_be_read_is_no_all_clear() -> None:
    score = planted_score([review(None), review([], "clean"), review(["a.py:10"], "found")])
    assert score.unread == 1
    assert (score.false_clean.so, score.false_clean.of) == (1, 2)
    assert score.recall.of == 4, "its bugs are in no figure"


def test_a_share_of_too_few_is_not_told() -> None:
    assert planted_score([review(["a.py:10"])]).recall.share.value is None
    six = planted_score([review(["a.py:10"], f"q{number}") for number in range(3)])
    assert (six.recall.share.value, six.recall.share.n) == (0.5, 6)


def test_three_recorded_runs_come_to_what_was_counted_by_hand() -> None:
    """By hand: ledger-py names line 24, the injection. cart-js names 25, a decoy, and 28, the script. store-go says
    three things and names no line. Ten bugs were planted there: three critical, five high, two medium."""
    corpus = CorpusShelf(GOLDEN).corpus("planted-bugs")
    reviews = []
    for name in ("ledger-py", "cart-js", "store-go"):
        state = state_of(events_from_jsonl((GOLDEN / f"{name}.jsonl").read_text("utf-8")))
        item = corpus.item(name)
        assert item is not None
        assert state.question.text == corpus.question_of(item)
        reviews.append(reviewed_in(state, item))
    score = planted_score(reviews)
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
