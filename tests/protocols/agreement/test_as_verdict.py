"""Test that an analysis used as the verdict is one list, whatever Markdown its analyst writes into it."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from moot.protocols.agreement import words
from moot.protocols.agreement.ballots import AnswerPassage
from moot.protocols.agreement.findings import AgreementItem, Analysis, BlindSpot, Contradiction, StruckItem
from moot.reading.markdown_escape import unformatted

HOSTILE = (
    "# A heading", "## Verdict", "Setext\n===", "---", "***", "- an item", "1. first", "12) twelfth", "+ more",
    "> quoted", "```python", "~~~", "`code`", "**bold** and *slanted* and __bold__ and _slanted_ and ~~gone~~",
    "[a link](https://example.org)", "![a picture](https://example.org/x.png)", "[note]: https://example.org",
    "[ ] todo", "<script>alert(1)</script>", "<https://example.org>", "<!-- hidden -->", "&copy; &#x41;",
    "\\*not bold*", "a\\", "| a | b |", "*", "_", "`", "**", "[^1]: note", "\\[x](y)",
    "2 * 3 * 4", "snake_case_name", "a*b*c", "__init__.py",
)  # fmt: skip
PLAIN = (
    "Cut the limit to 60 km/h.", "It costs 110 crowns – or 1,100 – a sign (see below).", "~10 km, 5 < 6 & 7 > 3, C#",
    "snake_case and #1 and 2 * 3", "“It's so,” she said: [sic], 3.5 % of 2019.", "2019 was dry.", "-5 degrees", "a | b",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_is_shown_as_it_was_written(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(f"- {unformatted(text)} (1 of 2)")
    kinds = [token.type for token in tokens]
    assert kinds == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close",
        "bullet_list_close",
    ]  # fmt: skip
    (inline,) = (token for token in tokens if token.type == "inline")
    assert {child.type for child in inline.children or ()} <= {"text", "text_special"}
    assert "".join(child.content for child in inline.children or ()) == f"{' '.join(text.split())} (1 of 2)"


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_stay_as_they_were_written(text: str) -> None:
    assert unformatted(text) == text


def test_every_text_of_an_analysis_stands_as_words_in_the_verdict() -> None:
    text = " ".join(HOSTILE)
    item = AgreementItem(text=f"# {text}", passages=(AnswerPassage(source="a", quote=text),), holders=("a",))
    finding = Analysis(
        by="analyst", panel=("a", "b"), consensus=(item,),
        contradictions=(Contradiction(text=f"> {text}", sides=(item, item)),), partial_coverage=(item,),
        unique_insights=(item,), blind_spots=(BlindSpot(text=f"- {text}"),),
        struck=(StruckItem(group="consensus", text=text, reason="does not stand."),),
    )  # fmt: skip
    said = words.as_verdict(finding, {"a": "answer 1"})
    tokens = MarkdownIt("commonmark").parse(said)
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == [*words.TITLES.values(), "Left out"]
    inner = {child.type for token in tokens for child in token.children or ()}
    assert inner <= {"text", "text_special"}
    assert not {"fence", "code_block", "html_block", "blockquote_open", "ordered_list_open"} & {t.type for t in tokens}
    assert not re.search(r"seat-", said)
