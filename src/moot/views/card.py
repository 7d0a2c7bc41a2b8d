"""Render a result as an HTML card for notebooks, with its own style, without scripts, URLs or fixed colours.

Text of models passes through `safe_markdown.py`; all other text is escaped. Colours are the notebook's, light or dark.
Tests: `tests/views/test_card.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from moot.reading.review_copy import printable
from moot.views.safe_markdown import html_from


def card_of(
    *,
    over: Sequence[str],
    question: str,
    warnings: Sequence[str],
    verdict: str | None,
    ending: str,
    facts: Sequence[str],
) -> str:
    """Return the card. `ending` is shown if there is no verdict."""
    notices = "".join(f"<li>{_plain(line)}</li>" for line in warnings if line)
    body = html_from(printable(verdict)) if verdict is not None else f"<p><strong>{_plain(ending)}</strong></p>"
    told = "".join(f"<li>{_plain(fact)}</li>" for fact in facts if fact)
    return (
        f'<style>{STYLE}</style><div class="moot-result">'
        f'<p class="moot-over">{" · ".join(_plain(part) for part in over if part)}</p>'
        f'<p class="moot-question" dir="auto">{_plain(_short(question))}</p>'
        + (f'<ul class="moot-warnings">{notices}</ul>' if notices else "")
        + f'<div class="moot-verdict">{body}</div>'
        + (f'<ul class="moot-facts">{told}</ul>' if told else "")
        + "</div>"
    )


def _plain(text: str) -> str:
    return escape(printable(text))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_QUESTION else line[:MOST_QUESTION].rstrip() + " …"


MOST_QUESTION = 300
"""Maximum characters of the question."""

STYLE = """
.moot-result { border-left: 3px solid color-mix(in srgb, currentColor 35%, transparent); padding: .2em 0 .2em 1em;
  max-width: 44em; color: inherit; background: transparent; line-height: 1.5; }
.moot-result .moot-over, .moot-result .moot-facts { opacity: .72; font-size: .85em; margin: 0 0 .3em; }
.moot-result .moot-question { font-style: italic; margin: 0 0 .6em; }
.moot-result .moot-warnings { margin: 0 0 .8em; padding: .5em .5em .5em 1.6em; font-size: .9em;
  background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .3em; }
.moot-result .moot-facts { list-style: none; padding: 0; margin: .6em 0 0; }
.moot-result pre { overflow-x: auto; white-space: pre; background: color-mix(in srgb, currentColor 7%, transparent);
  padding: .5em; }
"""
