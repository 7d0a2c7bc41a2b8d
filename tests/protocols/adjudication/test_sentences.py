"""Test that sentences are counted, with the benefit of the doubt after short words."""

from __future__ import annotations

import random
import re

import pytest

from moot.protocols.adjudication.sentences import keeps_form, sentences_in


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("…", 0),
        ("Yes! No! Maybe?", 3),
        ("The council agrees. It acts.", 2),
        ("The U.S. gains, e.g. in trade, because Dr. Smith et al. cut costs by 3.5 percent.", 1),
        ("J. K. Rowling wrote it.", 1),
        ("See fig. 3 and sec. 4, which cost approx. 5 dollars vs. 7 before.", 1),
        ("Read https://example.org/a.b?c=d there. Look again.", 2),
        ('"Why?" he asked.', 1),
        ("Wait... there is more.", 1),
        ("**Indeed.** It does.", 2),
        ("- a\n- b", 2),
        ("1. First\n2. Second", 2),
        ("A line that is\nbroken in two.", 1),
        ("これは文です。次の文です。", 2),
        ("هل هذا صحيح؟ نعم.", 2),
        ("Das gilt z.B. für Strom, d.h. für alles.", 1),
        ("A short word may be an abbreviation: it fell in the U.S. It rose elsewhere.", 1),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert sentences_in(text) == count


def test_form_is_kept_by_count() -> None:
    assert keeps_form("The U.S. should act, e.g. by tariffs.", "one_sentence")
    assert not keeps_form("It should. It must.", "one_sentence")
    assert keeps_form("It should. It must.", "any")


def test_as_published_on_plain_prose() -> None:
    """Without short words, lists and quotations a stop followed by space or the end is what ends a sentence."""
    draw, prose = random.Random(1), "council should because costs rise while nobody looks"
    for _ in range(500):
        text = ""
        for _ in range(draw.randint(1, 6)):
            said = " ".join(draw.choice(prose.split()) for _ in range(draw.randint(2, 9)))
            text += said.capitalize() + draw.choice(".!?") + " "
        assert sentences_in(text) == len([part for part in re.split(r"[.!?](?:\s|$)", text) if part.strip()])
