"""Is the card of a result small, still, at home on light and dark, and safe from the words on it?"""

from __future__ import annotations

import re

from cases import in_turn
from moot.sessions.results.card import STYLE, card_of
from sessions.results.test_safe_markdown import ALLOWED, PAYLOADS, checked

TAGS = {
    **ALLOWED,
    "style": frozenset[str](),
    "div": frozenset({"class"}),
    "p": frozenset({"class", "dir"}),
    "ul": frozenset({"class"}),
}


def card(text: str) -> str:
    return card_of(over=("Moot", text), question=text, warnings=(text,), verdict=text, ending=text, facts=(text,))


@in_turn("payload", PAYLOADS)
def test_hostile_words_are_words(payload: str) -> None:
    checked(card(payload), TAGS)


def test_without_a_verdict_it_says_how_it_ended() -> None:
    found = card_of(over=("Moot",), question="?", warnings=(), verdict=None, ending="Too <few> answered.", facts=())
    assert "Too &lt;few&gt; answered." in found


def test_its_colours_are_the_notebook_s_and_it_asks_nothing_of_anybody() -> None:
    assert "currentColor" in STYLE
    assert not re.search(r"#[0-9a-f]{3,8}\b|\brgb|\bhsl|url\(|@import|https?:", STYLE)
    assert len(card("Yes.")) < 3_000
    assert "<script" not in card("Yes.")
