"""Print a result: missing seats and degradations first, then the verdict, figures and next commands.

On a terminal the verdict is drawn as Markdown, with at most eight lines below it unless figures are asked for; in a
pipe everything is plain text. `tests/cli/screen/test_verdict_view.py` checks the eight lines.
"""

from __future__ import annotations

import sys

import click

from moot.cli.asking.continue_session import mends, ways_on
from moot.cli.asking.human_seat import how_to_answer
from moot.cli.screen.terminal import Safe, console, fitted, is_terminal, one_line, remark, safe, say, table, width_of
from moot.cli.screen.words import spent
from moot.exports.pages.standing_figure import table_of
from moot.exports.sources import failures_of
from moot.protocols.agreement.planning import own_stages
from moot.protocols.files import trust_line
from moot.protocols.registry import is_installed
from moot.views.findings_in_words import found_in, ruled
from moot.views.result import lost_calls, standing_of
from moot.views.summary import about_of, headline_of, trust_of
from moot.vocabulary import event_keys
from moot.vocabulary.findings import Standing
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of
from moot.vocabulary.words.remedies import at_terminal, without_commands
from moot.vocabulary.words.seat_names import in_names, told_in_names
from moot.vocabulary.words.standing import filled, noted_in, said_in

MOST_LINES = 8
"""Most lines below a verdict on a terminal, including the empty one between them."""
NARROW = 104
"""Columns below which a standing's table shows only the headline's figures."""


def show_result(
    state: SessionState,
    *,
    waiting: list[str] | None = None,
    hints: bool = True,
    figures: bool = False,
    everything: bool = False,
) -> None:
    """Print the result on stdout: the verdict with a summary, with its figures, or with everything."""
    drawn = is_terminal(sys.stdout)
    state = _by_name(state)
    show_verdict(state, waiting=waiting)
    if drawn and not (figures or everything) and state.verdict is not None:
        say()
        for line, style in in_short(state, width_of(sys.stdout), hints=hints):
            _line(line, style, drawn)
        return
    standing, further = standing_of(state), []
    if standing is not None:
        say()
        show_standing(state, standing)
    for found in found_in(state):
        if found.kind == "standing":
            continue
        if not (found.first or everything):
            further.append(found.title)
            continue
        say()
        _line(found.title, "bold", drawn)
        for line in found.lines:
            say(safe(line))
    for line in source_lines(state):
        say(line)
    say()
    for line in about_of(state):
        _line(one_line(filled(line, state.names())), "dim", drawn)
    for note in state.notes:
        _line(one_line(note), "dim", drawn)
    if trusted := trust_of(state):
        _line(trust_line(trusted), "dim", drawn)
    _line(_signature(state), "dim", drawn)
    if further and hints and not drawn:
        titles = ", ".join(title[:1].lower() + title[1:] for title in dict.fromkeys(further))
        _line(f"Also found: {titles} (moot sessions show {state.session[:8]} --full)", "dim", drawn)
    if hints:
        for line in _hints(state) if not waiting else []:
            _line(line, "dim", drawn)


def in_short(state: SessionState, width: int, *, hints: bool = True) -> list[tuple[str, str]]:
    """Return the lines below a verdict on a terminal, with their styles: what fits, the most important first, then the
    session, its cost, and how to see the rest.
    """
    state = _by_name(state)
    council = f"{state.council}, " if state.council else ""
    short = state.session[:8]
    trusted = trust_of(state)
    foot = [(one_line(trust_line(trusted)), "dim")] if trusted else []
    foot += [(f"session {short} · {council}{state.protocol} · {spent(state)}", "dim")]
    if hints:
        foot.append((f"Figures and ballots: moot sessions show {short} --stats", "dim"))
    standing, names = standing_of(state), state.names()
    said = said_in(standing, names, {seat: name.partition(" (")[0] for seat, name in names.items()}) if standing else []
    if state.verdict is not None and (said or state.verdict.ruling is None):  # the ruling is printed above already
        said[:1] = [headline_of(state, names)]
    said[1:1] = about_of(state)[1:]  # the headline covers the votes
    found = [(one_line(line), "" if at else "bold") for at, line in enumerate(said)]
    looked_up = sum(len(found.sources) for found in state.sources.values())
    if looked_up:
        found.insert(1, (f"{looked_up} sources were looked up; --stats lists them.", ""))
    first = [each for each in found_in(state) if each.first and each.kind != "standing" and each.lines]
    found[1:1] = [(one_line(f"{each.title}: {each.lines[0]}", width - 1), "") for each in first]  # a line, so it fits
    found += [(one_line(note), "dim") for note in state.notes]
    if hints:
        found += [(f"Try another {office}: {fork}", "dim") for office, fork in _forks(state)]
    left = MOST_LINES - 1 - sum(_rows(line, width) for line, _ in foot)
    kept = []
    for line, style in found:
        if (rows := _rows(line, width)) <= left:
            left -= rows
            kept.append((line, style))
    return [*kept, *foot]


def _by_name(state: SessionState) -> SessionState:
    """Return the session with the terminal's seat names in its sentences."""
    return told_in_names(state, state.names())


def _rows(line: str, width: int) -> int:
    """Return the number of terminal lines that this line takes."""
    return fitted(line, width).count("\n") + 1


def show_verdict(state: SessionState, *, waiting: list[str] | None = None) -> None:
    """Print what limits the result, then the verdict, or how the session ended without one."""
    drawn = is_terminal(sys.stdout)
    state = _by_name(state)
    lines = warnings(state)
    for line in lines:
        _line(f"! {line}", "yellow", drawn)
    if lines:
        say()
    grounds = ruled(state)
    for line in grounds:
        _line(line, "bold", drawn)
    if grounds:
        say()
    if state.verdict is not None and state.verdict.text is not None:
        _verdict(state.verdict.text, drawn)
        return
    for line in _ending(state, waiting or []):
        _line(line, "bold", drawn)


def source_lines(state: SessionState) -> list[str]:
    """Return a line for each source found, and for each searcher that failed."""
    lines = []
    for key, found in state.sources.items():
        lines += ["", f"Sources looked up in {event_keys.stage_of(key)} for: {one_line(found.query)}"]
        for source in found.sources:
            about = " · ".join(part for part in (source.searcher, source.date, source.url) if part)
            lines.append(one_line(f"[{source.number}] {source.title}" + (f"  ({about})" if about else "")))
        lines += [one_line(line) for line in failures_of(found)]
    return lines


def warnings(state: SessionState) -> list[str]:
    """Return what limits the result, in one line each."""
    state = _by_name(state)
    lines = [state.label[0].upper() + state.label[1:] + "."] if state.label else []
    lines += [one_line(in_names(words, state.names()), 300) for words in degraded_of(state)]
    verdict = state.verdict
    if verdict is not None:
        if verdict.verbatim and not verdict.degraded and not verdict.reason:
            lines.append("Nobody could write; a member's answer stands as it was given.")
        if verdict.truncated:
            lines.append("The verdict was cut by its output limit.")
    lines += lost_calls(state)
    return list(dict.fromkeys(lines))


def show_standing(state: SessionState, standing: Standing) -> None:
    """Print the result of the ballots, its consequence, and the places with the counts of each."""
    names = state.names()
    short = {seat: name.partition(" (")[0] for seat, name in names.items()}  # the headline and the table name the model
    _, *rest = said_in(standing, names, short) or [""]
    _line(one_line(headline_of(state, names)), "bold", is_terminal(sys.stdout))
    for line in rest:
        remark(one_line(line), err=False)
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
        remark(one_line(line), err=False)


def _line(text: str, style: str, drawn: bool) -> None:
    if not drawn:
        say(text)
        return
    from rich.text import Text

    console().print(Safe(Text(fitted(safe(text), width_of(sys.stdout)), style=style)))


def _verdict(text: str, drawn: bool) -> None:
    if not drawn:
        click.echo(safe(text))
        return
    from rich.markdown import Markdown

    console().print(Safe(Markdown(safe(text), hyperlinks=False, code_theme="ansi_dark")))


def _ending(state: SessionState, waiting: list[str]) -> list[str]:
    if state.verdict is not None:
        return [f"Inconclusive: {one_line(state.verdict.reason) or 'the protocol withholds a verdict.'}"]
    if waiting and not state.ended_at:
        return how_to_answer(state, waiting)
    title = {
        "failed": f"Failed ({state.reason})",
        "stopped": "Stopped",
        "out_of_budget": "Out of budget",
    }.get(state.status, "Not finished")
    lines = [f"{title}: {one_line(state.message) or 'no verdict was reached.'}"]
    settled = sum(move.state == "spoke" for move in state.moves.values())
    if settled:
        lines.append(
            f"Kept: what was said in {settled} {'call' if settled == 1 else 'calls'}; none of it is paid again."
        )
    remedy = without_commands(state.remedy) if ways_on(state) else at_terminal(state.remedy, state.session)
    if remedy:  # the command is printed once, with the id
        lines.append(one_line(remedy))
    return lines


def _signature(state: SessionState) -> str:
    council = f"council {state.council}, " if state.council else ""
    return f"session {state.session} · {council}{state.protocol} · {spent(state)}"


def _hints(state: SessionState) -> list[str]:
    short = state.session[:8]
    if state.verdict is None:
        return ways_on(state)
    others = _forks(state)
    again = f"moot sessions fork {short} --retry-failed" if state.missing and state.verdict.verbatim else ""
    if is_terminal(sys.stdout):  # one command per line: a broken one cannot be copied
        full = f"Everything that was said: moot sessions show {short} --full"
        retry = [f"Ask those who failed again: {again}"] if again else []
        return [full, *mends(state), *retry, *(f"Try another {office}: {fork}" for office, fork in others)]
    closer = f"Look closer: moot sessions show {short}"
    retry = [f"ask those who failed again: {again}"] if again else []
    return [*mends(state), " · ".join([closer, *retry, *(f"try another {office}: {fork}" for office, fork in others)])]


def _forks(state: SessionState) -> list[tuple[str, str]]:
    """Return the seats another model could fill, and the command for each."""
    if state.verdict is None or state.verdict.by != "chair" or not is_installed(state.protocol):
        return []
    short = state.session[:8]
    last = next(reversed(own_stages(state.stages)), "synthesis")
    if any(seat.id == "adjudicator" for seat in state.offices):
        return [("adjudicator", f"moot sessions fork {short} --from adjudication --adjudicator MODEL")]
    return [("chair", f"moot sessions fork {short} --from {last} --chair MODEL")]
