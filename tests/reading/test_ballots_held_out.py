"""Is a ranking read as it is meant where words stand around it, in thirteen languages, and plain tables as places only?"""

from __future__ import annotations

import re

import pytest

from moot.reading.ballot_reader import read_ballot
from moot.reading.outcomes import ReadBallot, Unreadable
from moot.vocabulary.ballots import Ranking
from reading.held_out_wordings import DENIED, KEPT, NOT_PLACES, PLACES, TAKEN_BACK

SEATS = {"K7QX": "a", "B2CD": "b", "F9GH": "c"}
ORDER = (("a",), ("b",), ("c",))
CHAIN, LIST = "K7QX > B2CD > F9GH", "1. K7QX\n2. B2CD\n3. F9GH"
PLACED = '{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3}}'
FORMS = (
    f"FINAL RANKING:\n{LIST}\n\n",
    f"Ranking:\n{LIST}\n",
    f"```json\n{PLACED}\n```\n",
    f"<ballot>{PLACED}</ballot>\n",
    f"[[{CHAIN}]]\n",
)


def tiers(text: str) -> tuple[tuple[str, ...], ...] | None:
    read = read_ballot(Ranking, text, SEATS)
    if isinstance(read, Unreadable):
        return None
    assert isinstance(read, ReadBallot)
    assert isinstance(read.ballot, Ranking)
    return read.ballot.tiers


def about(words: str) -> str:
    """The words with a label of the sheet in the place of `A`."""
    return re.sub(r"(?<![A-Za-z])A(?![A-Za-z])", "K7QX", words)


def test_there_are_three_hundred_wordings_in_thirteen_languages() -> None:
    listed = (TAKEN_BACK, DENIED, KEPT)
    assert {len(each) for each in listed} == {13}
    assert sum(len(words) for each in listed for words in each.values()) + len(NOT_PLACES) + len(PLACES) >= 300


@pytest.mark.parametrize("language", TAKEN_BACK)
def test_what_is_taken_back_does_not_count(language: str) -> None:
    for words in TAKEN_BACK[language]:
        for form in FORMS:
            assert tiers(form + about(words)) is None, form + words


@pytest.mark.parametrize("language", DENIED)
def test_what_is_denied_above_it_does_not_count(language: str) -> None:
    for words in DENIED[language]:
        for form in (CHAIN, f"[[{CHAIN}]]", f"\nRanking:\n{LIST}", f"\nFINAL RANKING:\n{LIST}", f"\n{PLACES[0]}"):
            assert tiers(f"{words}\n{form}") is None, f"{words}\n{form}"


@pytest.mark.parametrize("language", KEPT)
def test_a_remark_on_an_answer_takes_nothing_back(language: str) -> None:
    for words in KEPT[language]:
        for form in FORMS[:4]:
            assert tiers(form + about(words)) == ORDER, form + words
