"""Test which searchers a question is sent to before members answer, and with which query."""

from __future__ import annotations

import pytest

from moot.protocols.claim_vote.topics import MOST_WORDS, LookUp, look_up_for, query_of

ALL = ("pubmed", "arxiv", "hacker-news", "tavily", "brave")
HEAT = "Should we buy a heat pump for an old house?"


@pytest.mark.parametrize(
    ("topic", "searchers"),
    [
        ("clinical", ("pubmed",)),
        ("technology", ("arxiv", "hacker-news")),
        ("general", ("tavily", "brave")),
        (None, ALL),
    ],
)
def test_a_topic_has_its_searchers_and_without_one_all_are_asked(topic, searchers) -> None:  # type: ignore[no-untyped-def]
    assert look_up_for(HEAT, ALL, topic, "  heat   pump\nnoise ") == LookUp(
        query="heat pump noise", searchers=searchers
    )


def test_where_the_right_ones_are_not_in_force_the_others_are_asked() -> None:
    assert look_up_for(HEAT, ("tavily",), "clinical", None).searchers == ("tavily",)
    assert look_up_for(HEAT, ("tavily", "arxiv"), "technology", None).searchers == ("arxiv",)
    assert look_up_for(HEAT, (), "technology", None).searchers == ()


def test_without_a_word_nobody_is_asked() -> None:
    assert look_up_for("  ?! ", ALL, None, None) == LookUp(query="", searchers=())
    assert look_up_for(HEAT, ALL, "general", "?!").searchers == ()


def test_without_a_query_the_names_numbers_and_longest_words_are_looked_up() -> None:
    assert query_of("Should we move our monolith to microservices?") == "move monolith microservices"
    assert query_of("Is aspirin 75 mg safe after a stroke?") == "aspirin 75 safe after stroke"
    assert query_of("What's C++'s use in the Linux kernel's scheduler?") == "C++'s Linux kernel's scheduler"
    assert query_of("Hawaii?") == "Hawaii"
    filler = " ".join(f"word{chr(97 + n)}" for n in range(26))
    query = query_of(f"Context {filler}. Does Wegovy at 2.4 mg reduce weight, after 2023?").split()
    assert len(query) == MOST_WORDS
    assert {"Wegovy", "2.4", "2023"} <= set(query)
    assert query_of(f"Is {'a' * 5_000} safe?") == "safe"
