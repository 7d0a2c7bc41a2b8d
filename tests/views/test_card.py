"""Test that a result's card is small, static, fits light and dark themes, and escapes text."""

from __future__ import annotations

from cases import in_turn
from moot.views.card import card_of
from views.test_safe_markdown import ALLOWED, PAYLOADS, checked

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
