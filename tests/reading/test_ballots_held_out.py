"""Is a ranking read as it is meant, whatever words stand around it, and is a table read as places only where it is?"""

from __future__ import annotations

import json
import re
from itertools import combinations, permutations, product
from random import Random

import pytest

from moot.cli.asking.ballot_prompts import Unfit, places_from
from moot.reading.forms.published import order_in
from moot.reading.outcomes import ReadBallot, Unreadable
from moot.vocabulary.ballots import Ranking
from reading.held_out_wordings import DENIED, KEPT, MEANT, NOT_MEANT, NOT_PLACES, PLACES, TABLE, TAKEN_BACK, TOLD
from rig.ballots import read_ballot

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


@pytest.mark.parametrize("text", PLACES)
def test_a_plain_table_of_places_needs_no_heading(text: str) -> None:
    assert tiers(text) == ORDER
    assert tiers(f"K7QX names its sources. B2CD does not. F9GH is too long.\n\n{text}") == ORDER
    assert tiers(f"FINAL RANKING:\n\n{text}") == ORDER
    assert tiers(f"{text}\n\nI take that back.") is None


@pytest.mark.parametrize("text", NOT_PLACES)
def test_what_gives_no_places_or_not_the_readers_is_not_read(text: str) -> None:
    assert tiers(text) is None


@pytest.mark.parametrize("text", PLACES)
def test_a_plain_table_that_is_partial_gives_nothing(text: str) -> None:
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if any(label in line for label in SEATS):
            assert tiers("\n".join([*lines[:at], *lines[at + 1 :]])) is None


def test_of_two_tables_the_last_counts_only_where_it_is_called_final() -> None:
    first, second = PLACES[0], PLACES[0].replace("K7QX", "?").replace("F9GH", "K7QX").replace("?", "F9GH")
    assert tiers(f"{first}\n\n{second}") is None
    assert tiers(f"{first}\n\nAgain:\n\n{first}") is None
    assert tiers(f"{first}\n\nOverall:\n\n{first}") == ORDER
    for words in ("My corrected ranking of all:", "This is my final verdict:", "Mein endgültiges Gesamturteil:"):
        assert tiers(f"{first}\n\n{words}\n\n{second}") == ORDER[::-1], words


def test_equal_places_are_a_tie_and_gaps_that_ties_leave_are_none() -> None:
    for places, read in (
        ((1, 1, 2), (("a", "b"), ("c",))),
        ((1, 1, 3), (("a", "b"), ("c",))),
        ((1, 2, 2), (("a",), ("b", "c"))),
        ((1, 1, 4), None),
        ((2, 2, 3), None),
        ((0, 1, 2), None),
    ):
        rows = "\n".join(f"| {place} | {label} |" for place, label in zip(places, SEATS, strict=True))
        assert tiers(f"| Rank | Response |\n|---|---|\n{rows}") == read, places


def weak_orders(labels: list[str]) -> set[tuple[tuple[str, ...], ...]]:
    """Every order of the labels with ties."""
    made = set()
    for places in product(range(len(labels)), repeat=len(labels)):
        made.add(
            tuple(
                tuple(label for label, at in zip(labels, places, strict=True) if at == place)
                for place in sorted(set(places))
            )
        )
    return made


def test_verdicts_on_pairs_are_read_exactly_where_one_order_agrees_with_them_all() -> None:
    """Against every order of three and four answers: read where one only agrees, and then as that one."""
    chance, read = Random(8), 0
    for size in (3, 4):
        labels = ["K7QX", "B2CD", "F9GH", "W3TN"][:size]
        orders = weak_orders(labels)
        pairs = list(combinations(labels, 2))
        for _ in range(300):
            taken = chance.sample(pairs, chance.randint(2, len(pairs)))
            if chance.random() < 0.6:
                true = chance.choice(sorted(orders))
                at = {label: place for place, tier in enumerate(true) for label in tier}
                signs = [">" if at[a] < at[b] else "<" if at[a] > at[b] else "=" for a, b in taken]
            else:
                signs = [chance.choice("<>=") for _ in taken]
            agreeing = [
                tier
                for tier in orders
                if all(
                    {">": x < y, "<": x > y, "=": x == y}[sign]
                    for (a, b), sign in zip(taken, signs, strict=True)
                    for x, y in [[next(i for i, t in enumerate(tier) if one in t) for one in (a, b)]]
                )
            ]
            said = "\n".join(f"[[{a}{sign}{b}]]" for (a, b), sign in zip(taken, signs, strict=True))
            got = read_ballot(Ranking, f"My verdicts:\n{said}", {label: label for label in labels})
            if len(agreeing) == 1 and {label for pair in taken for label in pair} == set(labels):
                assert isinstance(got, ReadBallot), said
                assert isinstance(got.ballot, Ranking)
                assert got.ballot.tiers == tuple(tuple(sorted(tier)) for tier in agreeing[0])
                read += 1
            else:
                assert isinstance(got, Unreadable), said
                if not agreeing:
                    assert got.why == "its verdicts on pairs go round in a circle"
    assert read > 100


def test_the_better_of_two_is_a_whole_ballot() -> None:
    pair = {"K7QX": "a", "B2CD": "b"}
    for text in ("[[K7QX]]", "Both are fine.\n\nVerdict: [[K7QX]]", "**Winner: [[K7QX]]**", "[[K7QX>>B2CD]]"):
        read = read_ballot(Ranking, text, pair)
        assert isinstance(read, ReadBallot), text
        assert isinstance(read.ballot, Ranking)
        assert read.ballot.tiers == (("a",), ("b",))
    for text in (
        "The worst is\n[[K7QX]]",
        "Not the best: [[K7QX]]",
        "K7QX says:\n[[K7QX]]",
        "[[K7QX]] [[B2CD]]",
        "[[K7QX]]\n\nWait, no.",
        "[[K7QX>B2CD]]\n[[B2CD]]",
        "K7QX ends so: [[tie]]",
        "[[A]]",
    ):
        assert isinstance(read_ballot(Ranking, text, pair), Unreadable), text
    assert tiers("[[K7QX]]") is None


@pytest.mark.slow
def test_a_long_text_of_lines_like_these_is_read_in_time() -> None:
    """Every line may begin a table, a block of places or a verdict; `test_doubling.py` measures the like."""
    for line in (PLACES[0], "K7QX: 1st place", "Rank  Response\n1  K7QX", "[[K7QX>B2CD]]"):
        text = f"{line}\n\n" * 20_000
        assert tiers(text) is None or line == PLACES[0]


@pytest.mark.parametrize("ranking", [TABLE, TOLD, f"[[{CHAIN}]]"])
def test_what_stands_around_a_ranking_says_whether_it_is_meant(ranking: str) -> None:
    for words in NOT_MEANT:
        assert tiers(words.format(ranking)) is None, words
    for words in MEANT:
        assert tiers(words.format(ranking)) == ORDER, words


def test_a_point_of_a_review_leads_over_to_nothing() -> None:
    review = "- K7QX: might name a source\n- B2CD: no source, and could be shorter\n- F9GH: wrong if costs count"
    for ranking in (CHAIN, f"Ranking:\n{LIST}", f"[[{CHAIN}]]"):
        assert tiers(f"{review}\n\n{ranking}") == ORDER, ranking


def test_an_abstention_is_not_taken_back_by_saying_so() -> None:
    read = read_ballot(Ranking, f"FINAL RANKING: ABSTAIN\n{LIST}\n\nI abstain.", SEATS)
    assert isinstance(read, ReadBallot)
    assert isinstance(read.ballot, Ranking)
    assert read.ballot.abstained


def test_no_door_lets_a_ranking_in_that_leaves_an_answer_out() -> None:
    """A ranking of some answers says nothing of the others, so none is made of it: every subset, at every door."""
    labels = list(SEATS)
    for size in (1, 2):
        for named in permutations(labels, size):
            numbered = {label: at for at, label in enumerate(named, 1)}
            rows = "\n".join(f"| {at} | {label} |" for label, at in numbered.items())
            for text in (
                json.dumps({"places": numbered}),
                json.dumps({"ranking": named}),
                json.dumps({"tiers": [[label] for label in named]}),
                json.dumps({"ranking": [{"label": label, "rank": at} for label, at in numbered.items()]}),
                f"<ballot>{json.dumps({'places': numbered})}",
                "FINAL RANKING:\n" + "\n".join(f"{at}. {label}" for label, at in numbered.items()),
                f"FINAL RANKING: {' > '.join(named)}",
                f"FINAL RANKING:\n| Rank | Answer |\n|---|---|\n{rows}",
                f"| Rank | Answer |\n|---|---|\n{rows}",
                "\n".join(f"{label}: {at}. place" for label, at in numbered.items()),
                f"[[{' > '.join(named)}]]",
                f"[[{' = '.join(named)}]]",
            ):
                assert tiers(text) is None, text
            elements = {"ranking": "".join(f'<rank position="{at}">{label}</rank>' for label, at in numbered.items())}
            assert order_in(elements, SEATS) == ()
            with pytest.raises(Unfit, match="missing"):
                places_from(" ".join(named), labels)
