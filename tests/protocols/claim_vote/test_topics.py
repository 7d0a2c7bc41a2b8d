"""Test which searchers a question is sent to before members answer, and with which query."""

from __future__ import annotations

import pytest

from moot.protocols.claim_vote.deliberation import look_up_for

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
    assert look_up_for(HEAT, ALL, topic, "  heat   pump\nnoise ") == ("heat pump noise", searchers)


def test_where_the_right_ones_are_not_in_force_the_others_are_asked() -> None:
    assert look_up_for(HEAT, ("tavily",), "clinical", None)[1] == ("tavily",)
    assert look_up_for(HEAT, ("tavily", "arxiv"), "technology", None)[1] == ("arxiv",)
    assert look_up_for(HEAT, (), "technology", None)[1] == ()


def test_without_a_word_nobody_is_asked() -> None:
    assert look_up_for("  ?! ", ALL, None, None) == ("?!", ())
    assert look_up_for(HEAT, ALL, "general", "?!")[1] == ()


def test_without_a_query_the_question_is_looked_up() -> None:
    assert look_up_for(f"  {HEAT}\n", ALL, None, None)[0] == HEAT
    assert len(look_up_for("a " * 5_000, ALL, None, None)[0]) < 300
