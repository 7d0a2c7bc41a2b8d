"""Render Markdown that a model wrote as HTML that is safe in a page of ours.

Two libraries do it: markdown-it-py reads CommonMark with tables, strikethrough and task lists and escapes raw HTML
(`markdown_parser.py` adds formulas, bare addresses and pictures as links), and nh3 lets through what `ALLOWED` lists.
Held by `tests/views/test_safe_markdown.py` and `tests/test_doubling.py`.
"""

from __future__ import annotations

from moot.reading.review_copy import printable

LONGEST = 200_000
"""Most characters of one text that are drawn; a line below says so, and where the rest is."""


def html_from(text: str) -> str:
    """Render Markdown as safe HTML.

    Args:
        text: Markdown from anybody; what follows the first `LONGEST` characters is left out, and a line says so.

    Returns:
        HTML with the tags and attributes of `ALLOWED` and `VALUES` alone. Its largest heading is `<h4>`, pictures are
        links, and every link says where it leads.

    Example:
        html_from("# A **b**")  # '<h4 dir="auto">A <strong>b</strong></h4>'
    """
    from moot.views.markdown_parser import CLEANER, PARSER  # loaded with the first text that is rendered

    # The second look at hidden characters is for those that were written as entities.
    html = printable(CLEANER.clean(PARSER.render(printable(text[:LONGEST])))).strip()
    if len(text) <= LONGEST:
        return html
    notice = f"Shown up to {LONGEST:,} of {len(text):,} characters; the JSON export holds the whole."
    return f"{html}\n<p><strong>{notice}</strong></p>"
