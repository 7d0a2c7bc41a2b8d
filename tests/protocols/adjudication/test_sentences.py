"""Test that sentences are counted as people count them, and trouble words only where trouble is reported."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from moot.library.rubric_shelf import RubricShelf
from moot.protocols.adjudication.sentences import keeps_form, mentions_any, sentences_in

RUBRICS = {name: each.rubric for name, each in RubricShelf(Path("/nowhere"), Path("/nowhere")).rubrics().items()}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("…", 0),
        ("Hello there", 1),
        ("One. Two.", 2),
        ("one. two.", 2),
        ("Yes! No! Maybe?", 3),
        ("The U.S. gains, e.g. in trade, because Dr. Smith et al. cut costs by 3.5 percent.", 1),
        ("The U.S. Congress acted.", 1),
        ("It fell in the U.S. It rose elsewhere.", 2),
        ("We met at 5 p.m. The bus had left.", 2),
        ("J. K. Rowling wrote it.", 1),
        ("J. A. Smith wrote it with Dr. No.", 1),
        ("It holds for goods, services, etc. The rest follows.", 2),
        ("It holds for goods, etc. in all years.", 1),
        ("They took vitamin C. The effect was small.", 2),
        ("Acme Inc. It is called.", 2),
        ("Acme Inc. Holdings is called so, i.e. It is.", 1),
        ("I agree with him and I. Then he left.", 2),
        ("See fig. 3 and sec. 4 for it.", 1),
        ("Rule no. 5 holds.", 1),
        ("No. That is wrong.", 2),
        ("Use v1.2.3 now. Later take v2.", 2),
        ("It is at https://example.org/a.b?c=d. Look there.", 2),
        ('"Why?" he asked.', 1),
        ("He asked why. (Nobody knew.)", 2),
        ("Wait... there is more.", 1),
        ("Wait... There is more.", 2),
        ("**Yes.** It does.", 2),
        ("- a\n- b", 2),
        ("1. First\n2. Second", 2),
        ("A title\n\nand a paragraph", 2),
        ("A line that is\nbroken in two.", 1),
        ("これは文です。次の文です。", 2),
        ("هل هذا صحيح؟ نعم.", 2),
        ("Das gilt z.B. für Strom, d.h. für alles.", 1),
        ("It costs approx. 5 dollars vs. 7 before.", 1),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert sentences_in(text) == count


def test_form_is_kept_by_count() -> None:
    assert keeps_form("The U.S. should act, e.g. by tariffs.", "one_sentence")
    assert not keeps_form("It should. It must.", "one_sentence")
    assert keeps_form("It should. It must.", "any")


def test_as_published_on_plain_prose() -> None:
    """Without abbreviations, lists and quotations a stop followed by space or the end is what ends a sentence."""
    draw, prose = random.Random(1), "council should act now because costs rise while nobody looks"
    for _ in range(500):
        text = ""
        for _ in range(draw.randint(1, 6)):
            said = " ".join(draw.choice(prose.split()) for _ in range(draw.randint(2, 9)))
            text += said.capitalize() + draw.choice(".!?") + " "
        assert sentences_in(text) == len([part for part in re.split(r"[.!?](?:\s|$)", text) if part.strip()])


@pytest.mark.parametrize("name", ["code-review", "threat-assessment"])
def test_trouble_is_mentioned_or_denied(name: str) -> None:
    for word in RUBRICS[name].comparison.mentions:
        words = RUBRICS[name].comparison.mentions
        assert mentions_any(f"There is a {word} in line 3.", words)
        assert mentions_any(f"One {word.upper()}: the buffer is freed twice.", words)
        assert not mentions_any(f"There is no {word} here.", words)
        assert not mentions_any(f"I did not find any evidence of a serious {word}.", words)
        assert mentions_any(f"It has no tests. But there is a {word}.", words)


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("No bugs found, no errors, and no security issues.", False),
        ("I found no errors or vulnerabilities.", False),
        ("No bugs, but an error in line 3.", True),
        ("The source code and its resources are fine.", False),
        ("Two race conditions exist.", True),
        ("Not a security issue.", False),
        ("There are no bugs. The lock is missing.", True),
        ("It does not check bounds, which is a vulnerability.", True),
        ("It isn't free of errors.", True),
        ("The code is free of bugs.", False),
        ("Nothing is missing.", False),
        ("The code doesn't handle errors.", True),
        ("Bugs: none.", False),
        ("Errors were not found.", False),
        ("Bugs were found.", True),
        ("", False),
    ],
)
def test_denials(text: str, mentioned: bool) -> None:
    words = ["bug", "error", "vulnerability", "race condition", "security", "issue", "flaw", "missing", "rce"]
    assert mentions_any(text, words) == mentioned


def test_as_published_where_nothing_is_denied_or_hidden() -> None:
    """With words that stand by themselves and no denial, any occurrence counts, as it did."""
    draw, words = random.Random(2), RUBRICS["code-review"].comparison.mentions
    plain = "the loop copies a buffer and then a caller frees it in this function"
    for _ in range(500):
        text = [draw.choice(plain.split()) for _ in range(draw.randint(3, 20))]
        if draw.random() < 0.5:
            text.insert(draw.randint(0, len(text)), draw.choice(words))
        joined = " ".join(text)
        assert mentions_any(joined, words) == any(word in joined for word in words)
