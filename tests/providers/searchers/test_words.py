"""Test that queries contain no query syntax and excerpts no markup, in linear time."""

from __future__ import annotations

import pytest

from moot.providers.searchers.packaged import plain, words_of


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("Should WE (move) to C++ AND Rust?", ["should", "we", "move", "to", "c++", "rust"]),
        ('cat:cs.AI "x" -y *', ["cat", "cs.ai", "x", "y"]),
        ("heat heat HEAT pump's", ["heat", "pump's"]),
        ("Wärme für 2024", ["wärme", "für", "2024"]),
        ("  ?! -- ", []),
    ],
)
def test_words(query: str, words: list[str]) -> None:
    assert words_of(query, 8) == words


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<strong>a</strong> b", "a b"),
        ("a<p>b<br/>c", "a b c"),
        ("x &amp; y &lt;z&gt; &#39;", "x & y <z> '"),
        ("2 < 3 and 4 > 1", "2 < 3 and 4 > 1"),
        ("a <b", "a <b"),
        ("<script>x</script>", "x"),
        ("<!-- c -->d", "d"),
        ("", ""),
    ],
)
def test_plain(markup: str, text: str) -> None:
    assert plain(markup) == text
