"""Write looked-up sources as Markdown and HTML, numbered as seats saw them, with failed searchers.

Titles, excerpts and addresses are untrusted text: Markdown shows them as plain words, the page escapes them, and an
address becomes a link only if it begins with http or https. Nothing is fetched. Tested by
`tests/floor/test_lookups.py`.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from moot.exports.markdown.quoted import plain, quoted
from moot.reading.review_copy import printable
from moot.vocabulary import event_keys
from moot.vocabulary.events import SourcesFound
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source
from moot.vocabulary.tools import subject_of


def sources_in_markdown(state: SessionState) -> list[str]:
    """Return the Markdown lines of an export's section on search results; empty if the session looked nothing up."""
    parts = ["## Sources"] if state.sources else []
    for key, found in state.sources.items():
        parts.append(f"{plain(_heading(key, found))}")
        for source in found.sources:
            parts.append(f"**\\[{source.number}\\] {plain(source.title)}**" + plain(_facts(source)))
            if source.excerpt:
                parts.append(quoted(source.excerpt))
        parts += [f"- {plain(line)}" for line in failures_of(found)]
    uses = tool_uses(state)
    parts += ["## Looked up by members"] if uses else []
    for use in uses:
        parts.append(f"**{plain(use.heading)}** {plain(use.outcome)}")
        parts += [f"- {plain(source.title)} {plain(_facts(source))}" for source in use.sources]
    return parts


class ToolUse(NamedTuple):
    """One tool call for readers: who called what, how it ended, and what it found. The result's text is in the JSON
    export only."""

    heading: str
    """The member, the tool and what it was called with."""
    outcome: str
    """Result of the call, with the beginning of the result's digest."""
    sources: tuple[Source, ...]
    """Pages and documents found."""


def tool_uses(state: SessionState) -> list[ToolUse]:
    """Return the tool calls of a session in order, in words, then the searches that members' services made."""
    names = state.names()
    found = []
    for use in state.tools.values():
        answer = use.answer
        heading = f"{names.get(use.seat, use.seat)} called {use.call.name}: {subject_of(use.call)[:300]}"
        if answer is None:
            outcome = " (no result)"
        elif answer.error:
            outcome = f" (no result: {answer.error.replace('_', ' ')})"
        else:
            outcome = f" (result {answer.digest[:12]})"
        found.append(ToolUse(heading, outcome, answer.sources if answer is not None else ()))
    for move in state.moves.values():
        by_tools = {use.call.name for use in state.tools.values() if use.seat == move.seat}
        for service in dict.fromkeys(source.searcher for source in move.sources if source.searcher not in by_tools):
            own = tuple(source for source in move.sources if source.searcher == service)
            found.append(ToolUse(f"{names.get(move.seat, move.seat)} used the web search of {service}", "", own))
    return found


def tool_uses_in_html(state: SessionState) -> str:
    """Return the HTML of an export's section on tool calls, without its heading; empty if there were none."""
    return "".join(
        f'<p class="about">{escape(printable(use.heading + use.outcome))}</p>'
        + (f"<ol>{''.join(map(_source, use.sources))}</ol>" if use.sources else "")
        for use in tool_uses(state)
    )


def sources_in_html(state: SessionState) -> str:
    """Return the HTML of an export's section on search results, without its heading; empty if the session looked
    nothing up.
    """
    return "".join(_found(key, found) for key, found in state.sources.items())


def failures_of(found: SourcesFound) -> list[str]:
    """Return, for one search, a line for each service that failed, and a line if nothing was found."""
    lines = [f"Not answered by {failure}" for failure in found.failures]
    asked = [name for name in found.searchers if not any(line.startswith(f"{name}:") for line in found.failures)]
    if asked and not found.sources:
        lines.append(f"Nothing was found by {', '.join(asked)}.")
    return lines


def _heading(key: str, found: SourcesFound) -> str:
    return f"Looked up in {event_keys.stage_of(key)}: {found.query}"


def _facts(source: Source) -> str:
    facts = " · ".join(part for part in (source.searcher, source.date, source.url) if part)
    return f" ({facts})" if facts else ""


def _found(key: str, found: SourcesFound) -> str:
    items = "".join(_source(source) for source in found.sources)
    lines = "".join(f"<li>{escape(printable(line))}</li>" for line in failures_of(found))
    return (
        f'<p class="about">{escape(printable(_heading(key, found)))}</p>'
        + (f"<ol>{items}</ol>" if items else "")
        + (f'<ul class="facts">{lines}</ul>' if lines else "")
    )


def _source(source: Source) -> str:
    title = escape(printable(source.title))
    if source.url.lower().startswith(("https://", "http://")):
        title = f'<a href="{escape(source.url)}" rel="noopener noreferrer nofollow">{title}</a>'
    facts = " · ".join(part for part in (source.searcher, source.date) if part)
    told = f' <small class="model">{escape(printable(facts))}</small>' if facts else ""
    excerpt = f'<br><span dir="auto">{escape(printable(source.excerpt))}</span>' if source.excerpt else ""
    return f'<li value="{source.number}">{title}{told}{excerpt}</li>'
