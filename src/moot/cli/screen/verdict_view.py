"""Print a result: what limits it, the answer, how sure it is, its cost, and on request its figures.

On a terminal the text is drawn as Markdown; in a pipe everything is plain text.
"""

from __future__ import annotations

import sys

import click

from moot.cli.asking.continue_session import next_steps, ways_on
from moot.cli.asking.human_seat import how_to_answer
from moot.cli.screen.terminal import Safe, console, fitted, is_terminal, one_line, safe, say, table, width_of
from moot.cli.screen.words import money, name_of, seconds, spent
from moot.exports.markdown.markdown import markdown_of
from moot.exports.sources import failures_of, tool_uses
from moot.exports.standing_table import table_of
from moot.exports.transcript_text import reason_in_words
from moot.protocols import registry
from moot.protocols.files import trust_line
from moot.views.contract import NO_ANSWER, names_in_result
from moot.views.findings_in_words import found_in, ruled
from moot.views.result import Result, lost_calls, part_of, result_of, standing_of
from moot.views.summary import about_of, headline_of, trust_of
from moot.vocabulary import event_keys
from moot.vocabulary.findings import Standing
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of
from moot.vocabulary.words.remedies import at_terminal, without_commands
from moot.vocabulary.words.seat_names import in_names, told_in_names
from moot.vocabulary.words.standing import filled, noted_in, said_in

LONGEST_HEADING = 40
"""Maximum number of characters in a heading above the answer."""
MOST_WITHHELD = 600
"""Maximum number of characters printed of the reason why no answer is given."""
MOST_DOUBT = 240
"""Maximum number of characters printed of an objection, and of what would change the answer."""
MOST_LINES = 14
"""Maximum number of lines of the answer's text on a terminal, cut between paragraphs; `--full` prints all."""
NARROW = 104
"""Minimum number of terminal columns for showing every column of the table of places. In a narrower terminal only the
main columns are shown.
"""


def show_result(
    state: SessionState,
    *,
    waiting: list[str] | None = None,
    hints: bool = True,
    figures: bool = False,
    full: bool = False,
) -> None:
    """Print a session's result: the answer, the rest of its text, and a line each on certainty, dissent and cost.

    Args:
        state: The session's state.
        waiting: Transcript keys of the requests that wait for a person's answer.
        hints: Whether to print commands that continue the session or show more of it.
        figures: Whether votes and figures follow.
        full: Whether to print all texts of the session instead, as the Markdown export has them.
    """
    drawn = is_terminal(sys.stdout)
    state = told_in_names(state, state.names())
    result = result_of(state)
    for line in warnings(state):
        _line(f"! {line}", "yellow", drawn)
    texts = [text for text in (result.answer, rest_of(result)) if text] if result.body is not None else []
    for text in [markdown_of(state)] if full else texts:
        _text(text, drawn, cut=not full and bool(registry.files_of(state.protocol).reports))
    if not texts:
        for line in ending_lines(state, waiting or []):
            _line(line, "bold", drawn)
    say()
    if figures and not full:
        _figures(state)
        say()
    if texts:
        _line(certainty_of(state, result), "bold", drawn)
        for line in doubts_of(state, result):
            _line(one_line(line, min(MOST_DOUBT, width_of(sys.stdout) - 1)), "", drawn)
    more = f" · more: moot sessions show {state.session[:8]} --full" if hints and not full else ""
    _line(cost_line(state) + more, "dim", drawn)
    if hints and not waiting:
        for line in next_steps(state):
            _line(line, "dim", drawn)


def rest_of(result: Result) -> str:
    """Return what follows the answer in the result's text. If the text does not begin with the answer, return the whole
    text."""
    body, answer = (result.body or "").strip(), (result.answer or "").strip()
    head, found, rest = body.partition(answer) if answer else ("", "", body)
    return rest.strip() if found and len(head) < LONGEST_HEADING else body


def certainty_of(state: SessionState, result: Result) -> str:
    """Return a line that says how certain the result is, such as `Narrow win: 2 of 3 put answer 2 first.`"""
    sure: object = result.confidence
    return one_line(sure if isinstance(sure, str) else headline_of(state, state.names()))


def doubts_of(state: SessionState, result: Result) -> list[str]:
    """Return a line on who disagrees, with the first one's words, and one on what would change the answer."""
    count = f"1 of {len(result.dissent)}: " if len(result.dissent) > 1 else ""
    against = [f"{count}{reason_in_words(each, names_in_result(state))}" for each in result.dissent[:1]]
    return [*filter(None, [" ".join([result.disagreement, *against])]), *result.would_change[:1]]


def cost_line(state: SessionState) -> str:
    """Return the last line of a result: the session's cost, its time and its id."""
    cost = money(state.cost, state.cost_known, state.on_top)
    return f"{cost} · {seconds(state.t / 1000)} · session {state.session[:8]}"


def warnings(state: SessionState) -> list[str]:
    """Return the reasons to trust the result less, one line each: scripted voices, missing members, lost calls."""
    state = told_in_names(state, state.names())
    lines = [state.label[0].upper() + state.label[1:] + "."] if state.label else []
    lines += [one_line(in_names(words, state.names()), 300) for words in degraded_of(state)]
    verdict = state.verdict
    if verdict is not None and verdict.verbatim and not verdict.degraded and not verdict.reason:
        lines.append("Nobody could write; this is one member's answer, word for word.")
    lines += lost_calls(state)
    return list(dict.fromkeys(lines))


def ending_lines(state: SessionState, waiting: list[str]) -> list[str]:
    """Return lines on why a session ended without an answer and what to do, or on which person it waits for.

    `waiting` has the transcript keys of the requests that wait for a person's answer.
    """
    if state.verdict is not None:
        why = (result_of(state).answer or "").removeprefix(NO_ANSWER).strip()
        return [f"Inconclusive: {one_line(why, MOST_WITHHELD) or 'the protocol gives no answer.'}"]
    if waiting and not state.ended_at:
        return how_to_answer(state, waiting)
    title = {
        "failed": f"Failed ({state.reason})",
        "stopped": "Stopped",
        "out_of_budget": "Out of budget",
    }.get(state.status, "Not finished")
    lines = [f"{title}: {one_line(state.message) or 'there is no answer.'}"]
    settled = sum(move.state == "spoke" for move in state.moves.values())
    if settled:
        lines.append(f"Kept: {settled} finished {'call' if settled == 1 else 'calls'}; none of them is paid again.")
    remedy = without_commands(state.remedy) if ways_on(state) else at_terminal(state.remedy, state.session)
    return [*lines, *([one_line(remedy)] if remedy else [])]  # the command is printed once, with the id


def _figures(state: SessionState) -> None:
    """Print the details of a result: votes, findings, sources, notes, tokens and seats."""
    standing = standing_of(state)
    for line in ruled(state):
        say(line)
    if standing is not None:
        _show_standing(state, standing)
    for found in found_in(state):
        if found.kind != "standing" and found.first:
            say(f"\n{found.title}")
            for line in found.lines:
                say(line)
    for key, looked_up in state.sources.items():
        say(f"\nSources looked up in {event_keys.stage_of(key)} for: {one_line(looked_up.query)}")
        for source in looked_up.sources:
            about = " · ".join(part for part in (source.searcher, source.date, source.url) if part)
            say(one_line(f"[{source.number}] {source.title}" + (f"  ({about})" if about else "")))
        for line in failures_of(looked_up):
            say(one_line(line))
    for use in tool_uses(state):
        say("\n" + one_line(use.heading + use.outcome))
        for source in use.sources:
            say(one_line(f"[{source.number}] {source.title}" + (f"  ({source.url})" if source.url else "")))
    say()
    trusted = trust_of(state)
    votes = [filled(line, state.names()) for line in about_of(state)]
    for line in (*votes, *state.notes, *([trust_line(trusted)] if trusted else []), spent(state)):
        say(one_line(line))
    say()
    _show_seats(state)


def _show_standing(state: SessionState, standing: Standing) -> None:
    """Print the result of the ballots in words, and a table with the place of each answer and its counts."""
    names = state.names()
    short = {seat: name.partition(" (")[0] for seat, name in names.items()}  # the headline and the table name the model
    for line in said_in(standing, names, short)[1:]:
        say(one_line(line))
    drawn = table_of(standing, names)
    if standing.rankable and drawn.rows:
        narrow = width_of(sys.stdout) < NARROW
        keep = [
            n for n, head in enumerate(drawn.heads) if not (narrow and head.startswith(("mean", "ballots", "strength")))
        ]
        table(  # the sentences above explain each chance in full
            [drawn.heads[n].partition(" of ")[0] if narrow else drawn.heads[n] for n in keep],
            [[row[n] for n in keep] for row in drawn.rows],
            right=frozenset(at for at, n in enumerate(keep) if n != 1),
        )
    for line in noted_in(standing, short):
        say(one_line(line))


def _show_seats(state: SessionState) -> None:
    """Print a row for each seat: its state, tokens and cost."""
    rows = []
    for seat in (*state.seats, *state.offices):
        moves = [move for move in state.moves.values() if move.seat == seat.id]
        if seat in state.offices and not moves:
            continue
        tokens = sum(move.usage.input + move.usage.output for move in moves)
        cached = sum(move.usage.cached for move in moves)
        exact = sum(move.cost or 0 for move in moves if not move.presumed)
        presumed = sum(move.cost or 0 for move in moves if move.presumed)
        cost = money(exact, all(move.cost is not None for move in moves), presumed) if moves else "–"
        part = part_of(state, seat).replace("_", " ")
        rows.append([name_of(state, seat.id).partition(" (")[0], seat.model, part, f"{tokens:,}", f"{cached:,}", cost])
    table(["seat", "model", "state", "tokens", "cached", "cost"], rows, right=frozenset({3, 4, 5}))


def _line(text: str, style: str, drawn: bool) -> None:
    if not drawn:
        say(text)
        return
    from rich.text import Text

    console().print(Safe(Text(fitted(safe(text), width_of(sys.stdout)), style=style)))


def _text(text: str, drawn: bool, *, cut: bool) -> None:
    """Print an empty line and a text. On a terminal, a long text may be cut."""
    say()
    if not drawn:
        click.echo(safe(text))
        return
    from rich.markdown import Markdown

    out, blocks = console(), safe(text).split("\n\n")

    def drawing(count: int) -> Safe:
        return Safe(Markdown("\n\n".join(blocks[:count]), hyperlinks=False, code_theme="ansi_dark"))

    fits = len(blocks)
    if cut:
        rest = range(2, len(blocks) + 1)
        fits = next((n - 1 for n in rest if len(out.render_lines(drawing(n), pad=False)) > MOST_LINES), fits)
        while 1 < fits < len(blocks) and (blocks[fits - 1].startswith("#") or blocks[fits - 1].endswith(":")):
            fits -= 1  # a heading whose text is left out
    out.print(drawing(fits))
    if fits < len(blocks):
        say("…")
