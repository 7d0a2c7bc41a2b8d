"""Test the ballot reader on texts of models. Each file of `corpus/` is one case; adding a case is adding a file.

A file says `labels:`, `expected:` (a chain, `abstained`, or `unreadable` and words the reason must contain), `how:`,
then a line `---` and the text as it came.
"""

from __future__ import annotations

from pathlib import Path

from cases import in_turn
from moot.reading.ballot_kind import ReadBallot, Unreadable
from moot.vocabulary.ballots import Ranking
from rig.ballots import read_ballot

CASES = sorted((Path(__file__).parent / "corpus").glob("*.txt"))


def test_the_corpus_is_there() -> None:
    assert len(CASES) >= 60


@in_turn("case", CASES)
def test_case(case: Path) -> None:
    head, _, text = case.read_bytes().decode().partition("---\n")
    said = dict(line.split(": ", 1) for line in head.splitlines())
    labels = {label: f"seat-{label.lower()}" for label in said["labels"].split()}
    outcome = read_ballot(Ranking, text, labels)
    expected = said["expected"]
    if expected.startswith("unreadable"):
        assert isinstance(outcome, Unreadable), outcome
        assert expected.removeprefix("unreadable").strip() in outcome.why
        return
    assert isinstance(outcome, ReadBallot), outcome
    assert outcome.how == said["how"]
    assert outcome.ballot.abstained == (expected == "abstained")
    tiers = () if expected == "abstained" else expected.split(" > ")
    assert outcome.ballot.tiers == tuple(tuple(sorted(labels[word] for word in tier.split(" = "))) for tier in tiers)
