"""Render Markdown that a model wrote as safe HTML.

markdown-it-py parses CommonMark with tables, strikethrough and task lists and escapes raw HTML (`markdown_parser.py`
adds formulas, bare URLs and pictures as links); nh3 removes everything not in `ALLOWED`. Tests:
`tests/views/test_safe_markdown.py` and `tests/test_doubling.py`.
"""

from __future__ import annotations

from moot.reading.review_copy import printable

LONGEST = 200_000
"""Maximum number of characters rendered of one text. The remaining text is cut, and a line says so."""


def html_from(text: str) -> str:
    """Render Markdown as safe HTML.

    Args:
        text: Untrusted Markdown; only the first `LONGEST` characters are rendered, and a line reports the cut.

    Returns:
        HTML with the tags and attributes of `ALLOWED` and `VALUES` only. Its largest heading is `<h4>`, pictures are
        links, and every link shows its target.

    Example:
        html_from("# A **b**")  # '<h4 dir="auto">A <strong>b</strong></h4>'
    """
    from moot.views.markdown_parser import CLEANER, PARSER  # loaded with the first text that is rendered

    # The second check for hidden characters catches those written as entities.
    html = printable(CLEANER.clean(PARSER.render(printable(text[:LONGEST])))).strip()
    if len(text) <= LONGEST:
        return html
    notice = f"Shown up to {LONGEST:,} of {len(text):,} characters; the JSON export holds the whole."
    return f"{html}\n<p><strong>{notice}</strong></p>"
