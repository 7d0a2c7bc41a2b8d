"""Test that thinking is removed, however it is split, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.providers.thinking import ThinkSplitter, after_bare_closing


def split(*pieces: str) -> tuple[str, str]:
    splitter = ThinkSplitter()
    found = [splitter.feed(piece) for piece in pieces] + [splitter.finish()]
    return "".join(each.words for each in found), "".join(each.thought for each in found)


@pytest.mark.parametrize(
    ("text", "words", "thought"),
    [
        ("four", "four", ""),
        ("<think>hm</think>\n\nfour", "four", "hm"),
        ("\n <think>hm</think>four", "four", "hm"),
        ("<thinking>hm</thinking>four", "four", "hm"),
        ("<think>a</think>\n<think>b</think>\nfour", "four", "ab"),
        ("<think>never closed", "", "never closed"),
        ("<think></think>four", "four", ""),
        ("First.\n<think>hm</think>\nfour", "First.\n\nfour", "hm"),
        ("Write <think> to begin.", "Write <think> to begin.", ""),
        ("```\n<think>\n</think>\n```\nis it", "```\n<think>\n</think>\n```\nis it", ""),
        ("a < b and <b>bold</b>", "a < b and <b>bold</b>", ""),
        ("<thin", "<thin", ""),
        ("<THINK>loud</THINK>", "<THINK>loud</THINK>", ""),
        ("<think>a </thi b</think>c", "c", "a </thi b"),
    ],
)
def test_cut_anywhere_it_is_the_same(text: str, words: str, thought: str) -> None:
    assert split(text) == (words, thought)
    assert split(*text) == (words, thought)
    for at in range(len(text)):
        assert split(text[:at], text[at:]) == (words, thought)


@given(
    st.lists(
        st.sampled_from(["<think>", "</think>", "<", "think>", "\n", "a", " ", "</", "```", "`", "é"]), max_size=25
    )
)
def test_any_cut_of_any_text_is_the_same(parts: list[str]) -> None:
    text = "".join(parts)
    assert split(*text) == split(text)
    assert len("".join(split(text))) <= len(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [("hm hm\n</think>\n\nfour", "four"), ("It ends with </think> and goes on", None), ("four", None)],
)
def test_a_block_opened_by_the_template(text: str, words: str | None) -> None:
    found = after_bare_closing(text)
    assert (found.words if found is not None else None) == words
