"""Can everything that is computed or cast be said in words?"""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from moot.reading.ballot_reader import KINDS
from moot.vocabulary.adjudication_findings import AdjudicatorAgreement
from moot.vocabulary.ballots import Ballot, Ranking
from moot.vocabulary.findings import Finding, Note
from moot.vocabulary.words import BALLOT_WORDS, FINDING_WORDS, ballot_in_words, in_words


def kinds_of(union: object) -> set[type]:
    """The classes of a union; a union of one is the class itself."""
    return set(get_args(union)) or {union}  # type: ignore[arg-type]


def test_every_finding_and_every_ballot_has_its_words() -> None:
    assert set(FINDING_WORDS) == kinds_of(Finding)
    assert set(BALLOT_WORDS) == kinds_of(Ballot)


def test_every_ballot_can_be_asked_for_and_read() -> None:
    assert set(KINDS) == kinds_of(Ballot)


@pytest.mark.parametrize("kind", sorted(kinds_of(Finding) | kinds_of(Ballot), key=lambda kind: kind.__name__))
def test_every_one_has_a_tag_of_its_own(kind: type) -> None:
    tags = [each.__struct_config__.tag for each in kinds_of(Finding)]  # type: ignore[attr-defined]
    tags += [each.__struct_config__.tag for each in kinds_of(Ballot)]  # type: ignore[attr-defined]
    assert tags.count(kind.__struct_config__.tag) == 1  # type: ignore[attr-defined]


def test_a_ranking_in_words() -> None:
    ranking = Ranking(tiers=(("seat-b",), ("seat-a", "seat-c")), comments={"seat-c": "Thin.", "seat-b": "Sound."})
    names = {"seat-a": "answer 1", "seat-b": "answer 2", "seat-c": "answer 3"}
    assert ballot_in_words(ranking, names) == [
        "1. answer 2; 2. answer 1 = answer 3",
        "answer 2: Sound.",
        "answer 3: Thin.",
    ]
    assert ballot_in_words(Ranking(tiers=(), abstained=True), names) == ["Abstained."]


def test_a_note_in_words() -> None:
    assert in_words(Note(title="Standing", text="One answer."), {}) == "Standing: One answer."


def test_what_only_one_adjudicator_judged_is_not_said_to_differ_too_little() -> None:
    nothing = AdjudicatorAgreement(
        adjudicators=("adjudicator", "adjudicator-2"),
        scores=None,
        scores_interval=None,
        labels=None,
        flips=None,
        units=0,
    )
    said = in_words(nothing, {})
    assert "nothing was judged by two of them" in said
    assert "too little differs" in in_words(replace(nothing, units=4), {})
