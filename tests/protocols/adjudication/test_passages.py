"""Is a citation of what nobody said told from one that was said, quoted, shortened or put in other words?"""

from __future__ import annotations

from collections import Counter

import pytest

from moot.protocols.adjudication.flips import Citations, verified
from moot.tally.passages import carrier_of, carries, same, tells
from protocols.adjudication.debate_turns import TOPICS, TRUE, turns

MOST_INVENTED, LEAST_TRUE = 0.02, 0.97


def cited(half: str, many: int, citations: Citations = "passage") -> tuple[float, float, Counter[str]]:
    """The share of true and of invented citations that count, and how those were made that count wrongly."""
    counted, asked, wrong = Counter[bool](), Counter[bool](), Counter[str]()
    for turn in turns("turns", many, half):
        found = verified("seat-a", turn.call, turn.saw, turn.texts, citations).change == "cited"
        asked[turn.true] += 1
        counted[turn.true] += found
        wrong[turn.how] += found != turn.true
    return counted[True] / asked[True], counted[False] / asked[False], wrong


@pytest.mark.parametrize("half", ["seen", "held"])
def test_invented_citations_do_not_count_and_true_ones_do(half: str) -> None:
    true, invented, wrong = cited(half, 120)
    assert invented <= MOST_INVENTED, wrong
    assert true >= LEAST_TRUE, wrong


@pytest.mark.slow
@pytest.mark.parametrize("half", ["seen", "held"])
def test_of_two_thousand_turns(half: str) -> None:
    true, invented, wrong = cited(half, 2_000)
    assert invented <= MOST_INVENTED, wrong
    assert true >= LEAST_TRUE, wrong


def test_the_turns_tell_two_shared_words_from_a_passage() -> None:
    """Under the rule that a passage took the place of, these turns are told wrongly by the dozen."""
    true, invented, _ = cited("held", 120, "words")
    assert invented > 0.15
    assert true < 0.9


def test_there_are_turns_of_every_kind() -> None:
    kinds = Counter(turn.how for half in ("seen", "held") for turn in turns("kinds", 300, half))
    assert set(kinds) > set(TRUE)
    assert min(kinds.values()) >= 15
    assert Counter(topic.half for topic in TOPICS) == {"seen": 5, "held": 5}


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("budget", "budgets", True), ("migrate", "migration", True), ("Brücke".casefold(), "brücken", True),
        ("mostem", "mostu", True), ("запрос", "запросами", True), ("contract", "contact", False), ("port", "poor",
        False),
        ("cat", "cats", False),
    ],
)  # fmt: skip
def test_endings_make_no_other_word(one: str, other: str, are: bool) -> None:
    assert same(one, other) is are
    assert same(other, one) is are


def test_a_passage_is_close_together() -> None:
    source = "The ledger is lost. " + "Nothing else is known of that year. " * 20 + "A seal was found beside the "
    "abbey."
    assert carries(source, "beside the abbey a seal was found")
    assert not carries(source, "the ledger, the seal and the abbey")


def test_scripts_without_spaces_are_compared_by_pairs_of_signs() -> None:
    assert carries("石造橋は建設費が予算の二倍になる。", "建設費が予算の二倍")
    assert not carries("石造橋は建設費が予算の二倍になる。", "川は毎年春に氾濫する")


def test_a_scrap_points_at_nothing() -> None:
    assert not any(tells(scrap) for scrap in ("", "your budget", "the case for it", "more time and money", "granite"))
    assert tells("needs heavy abutments")


def test_what_was_known_before_shows_no_source() -> None:
    rebuttals = {"one": "Granite bridges need masons who can cut voussoirs."}
    final = "Granite bridges need masons who can cut voussoirs."
    assert carrier_of(final, "", rebuttals) == "one"
    assert carrier_of(final, "We know that granite bridges need masons who cut voussoirs.", rebuttals) is None
