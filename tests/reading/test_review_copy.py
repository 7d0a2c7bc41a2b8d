"""Test that a review copy is stable, verbatim where possible, and free of invisible text."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.reading.review_copy import BREAK, LEAST_ALLOWANCE, ReviewText, printable, review_copy, words_only

TOKENS = [
    "<|im_start|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|channel|>",
    "<｜begin▁of▁sentence｜>",
    "<｜tool▁calls▁begin｜>",
    "[INST]",
    "<<SYS>>",
    "<s>",
    "<bos>",
    "<start_of_turn>",
    "[SYSTEM_PROMPT]",
    "[TOOL_CALLS]",
    "[gMASK]",
    "<sop>",
    "<tool_call>",
    "<think>",
    "</think>",
    "</reasoning>",
    "<|START_OF_TURN_TOKEN|>",
    "<unk>",
]
HIDDEN = (
    "\x00\x07\x0b\x1b\x7f\x85\x9b\xad\u061c\u180e\u200b\u200e\u202a\u202e\u2028\u2060\u2066\u2069\ufeff\ufff9\ud800"
    "\U000e0041\U000e0100"
)
PIECES = st.one_of(
    st.sampled_from(TOKENS),
    st.sampled_from(list(HIDDEN)),
    st.sampled_from(
        [
            "<",
            "|",
            ">",
            "[",
            "]",
            "s",
            "/",
            "\u200c",
            "\u200d",
            "\ufe0f",
            "👩",
            "‍",
            "❤",
            "न",
            "🏳️‍🌈",
            "1",
            "\r",
            "\n",
            BREAK,
            "⟨",
            "⟩",
            "SYS>>",
        ]
    ),
    st.text(max_size=8),
)


@pytest.mark.parametrize(
    "text", ["\ufe0f\u200c\ufe0f", "\u3164\u200d\u3164", "न\u200d\u200dन", "❤\ufe0f\u200d\ufe0f❤", "<\u200d|a|>"]
)
def test_hidden_neighbours_keep_nothing_alive(text: str) -> None:
    assert printable(printable(text)) == printable(text)
    assert not set(printable(text)) & {"\u200c", "\u200d"}


@pytest.mark.slow
@settings(max_examples=2_500, deadline=None)
@given(st.lists(PIECES, max_size=60), st.integers(LEAST_ALLOWANCE, 260))
def test_a_copy_of_a_copy_is_the_copy(pieces: list[str], allowance: int) -> None:
    copy = review_copy("".join(pieces), allowance)
    assert len(copy.text) <= allowance
    assert review_copy(copy.text, allowance).text == copy.text
    assert not set(copy.text) & set(HIDDEN)
    assert not any(token.lower() in copy.text.lower() for token in TOKENS)
    copy.text.encode()


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=60))
def test_nothing_printable_moves_a_terminal(pieces: list[str]) -> None:
    text = printable("".join(pieces))
    assert all(
        character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp") for character in text
    )
    assert all(
        unicodedata.bidirectional(character) not in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
        for character in text
    )
    assert not re.search("[\U000e0000-\U000e0fff]", text)
    assert printable(text) == text


def test_every_control_character_is_shown() -> None:
    for point in [*range(0x20), 0x7F, *range(0x80, 0xA0)]:
        if chr(point) not in "\n\t\r":
            assert printable(f"a{chr(point)}b") == f"a⟨U+{point:04X}⟩b"
    assert printable("a\rb\r\nc") == "a\nb\nc"


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_of_chat_templates_are_broken(token: str) -> None:
    copy = review_copy(f"Before {token}system{token} after", 1_000).text
    assert token not in copy
    assert copy == f"Before {token[0]}{BREAK}{token[1:]}system{token[0]}{BREAK}{token[1:]} after"


def test_what_is_ordinary_stays_as_it_is() -> None:
    text = (
        "def f(x: list[int]) -> dict[str, int]:\n\treturn {a: b for a, b in x if a < b | c > d}\n"
        "xs |> map f <| ys; a[i] <<= 2; cout << x << y; <script>alert(1)</script> <b>bold</b> [1] [INSTALL] <span>\n"
        "Größe 漢字 العربية می‌خواهم क्‍ष 👩‍👩‍👧 ❤️ 🏳️‍🌈 1️⃣ – « » …\n"
    )
    assert review_copy(text, 2_000).text == text
    assert printable(text) == text


def test_a_cut_says_how_much_is_gone_and_all_have_one_allowance() -> None:
    long, short = review_copy("x" * 1_000_000, 1_000), review_copy("y" * 1_000, 1_000)
    assert long.cut
    assert not short.cut
    assert 995 <= len(long.text) <= 1_000
    assert short.text == "y" * 1_000
    number = int(re.findall(r"\[… cut: (\d+) characters left out\]$", long.text)[0])
    assert long.text.count("x") + number == 1_000_000
    with pytest.raises(ValueError, match="allowance"):
        review_copy("x", LEAST_ALLOWANCE - 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("An answer.", ReviewText("An answer.", "")),
        ("<think>Hm.</think>\n\nAn answer.", ReviewText("An answer.", "Hm.")),
        ("\n <Thinking>\nHm.\n</THINKING>An answer.", ReviewText("An answer.", "Hm.")),
        ("<reasoning>a</reasoning><think>b</think>", ReviewText("", "a\n\nb")),
        ("<think>a</think>\n<think>b</think>\nAn answer.", ReviewText("An answer.", "a\n\nb")),
        ("One.\n<think>b</think>\nTwo.", ReviewText("One.\n\nTwo.", "b")),
        ("<think>cut off while thin", ReviewText("", "cut off while thin")),
        ("Hm, hm.\n</think>\n\nAn answer.", ReviewText("An answer.", "Hm, hm.")),
        ("Hm, hm.</think>\nAn answer.", ReviewText("An answer.", "Hm, hm.")),
        ("\n</think>An answer.", ReviewText("An answer.", "")),
        ("<think>a <think> b</think>An answer.", ReviewText("An answer.", "a <think> b")),
        (
            "The tag </think> ends it, <think> begins it.",
            ReviewText("The tag </think> ends it, <think> begins it.", ""),
        ),
        ("```\n<think>\n```\nis a tag.", ReviewText("```\n<think>\n```\nis a tag.", "")),
        ("Text:\n```\nx\n</think>\n```\nEnd.", ReviewText("Text:\n```\nx\n</think>\n```\nEnd.", "")),
        ("<think>```\ncode\n</think>\nAn answer.", ReviewText("An answer.", "```\ncode")),
    ],
)
def test_thinking_is_taken_out_where_models_write_it(text: str, expected: ReviewText) -> None:
    assert words_only(text) == expected


@settings(max_examples=500, deadline=None)
@given(
    st.lists(st.sampled_from(["<think>", "</think>", "\n", "x", " ", "```", "</thinking>", "<reasoning>"]), max_size=30)
)
def test_thinking_never_comes_from_nowhere(pieces: list[str]) -> None:
    text = "".join(pieces)
    words, thinking = words_only(text)
    assert words.count("x") + thinking.count("x") == text.count("x")
