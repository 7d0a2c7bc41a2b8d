"""Draw a running session: one line for each seat, and the end of the text that is being written.

Drawing is a pure function of the folded state and the streamed text, so live and replayed sessions look the same. It
never draws more lines than the terminal has.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.terminal import console, one_line, safe
from moot.cli.screen.words import SeatLine, money, name_of, row_of, seconds
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
MOST_TEXT = 12
"""Maximum number of lines shown of the text that is being written."""
STYLES = {"·": "dim", "…": "cyan", "✓": "green", "✗": "yellow"}
"""Style of each mark of a seat."""


def drawn(state: SessionState, speaking: SpeechScreen, width: int, height: int) -> RenderableType:
    """Return the live view of a running session, at most `height` lines of `width` columns: a line for each seat, then
    the text that is being written.
    """
    spent = money(state.cost, state.cost_known, state.presumed)
    facts = [stage_title(state.entered[-1]).lower()] if state.entered else []
    facts += [seconds(speaking.clock() - speaking.began), spent, *([state.label] if state.label else [])]
    lines = [
        _line(one_line(state.question.text, 4 * width), width, "bold"),
        _line(" · ".join(facts), width, "dim"),
        Text(),
    ]
    asked = {move.seat for move in state.moves.values()}
    rows = [row_of(state, speaking, seat) for seat in (*state.seats, *state.offices) if seat.id in asked]
    shown = rows[: max(1, height - len(lines) - 3)]
    room = max(12, min(max((cell_len(row.name) for row in rows), default=0), width // 2))
    lines += [_row(row, room, width, speaking) for row in shown]
    if len(shown) < len(rows):
        lines.append(_line(f"  and {len(rows) - len(shown)} more", width, "dim"))
    lines += _text(*speaking.text_of(state), width, min(MOST_TEXT, height - len(lines) - 4))
    lines += [Text(), _line(_footer(state, speaking), width, "dim")]
    return Group(*lines[: max(1, height)])


def _row(row: SeatLine, room: int, width: int, speaking: SpeechScreen) -> Text:
    mark = SPINNER[int(speaking.clock() * 8) % len(SPINNER)] if row.mark == "…" else row.mark
    name = _line(one_line(row.name), room).plain
    line = Text(f" {mark} ", style=STYLES[row.mark], no_wrap=True, overflow="ellipsis")
    line.append(name + " " * (room - cell_len(name)))
    line.append("  " + one_line(" · ".join(row.facts), max(8, width - room - 6)), style="dim")
    return line


def _text(title: str, text: str, is_written: bool, width: int, most: int) -> list[Text]:
    """Return a text below its title: its last lines while it is being written, afterwards its first. Lines of dashes
    are left out."""
    room, rows = max(10, width - 4), list[str]()
    size = max(0, most + 2) * room * 2
    for line in safe(text[-size:] if is_written else text[:size]).expandtabs(4).splitlines():
        if line.strip("- "):
            rows += _wrapped(line, room)
    shown = rows[-most:] if is_written else rows[:most]
    if most <= 0 or not shown:
        return []
    return [Text(), _line(title, width, "dim"), *(Text(f"  {row}", no_wrap=True, overflow="crop") for row in shown)]


def _footer(state: SessionState, speaking: SpeechScreen) -> str:
    """Return the last line of the live view, which lists the keys that can be pressed."""
    optional = speaking.optional()
    if not (optional and speaking.key):
        return "Ctrl-C stops; finished calls are kept."
    whom = name_of(state, optional[0]) if len(optional) == 1 else f"the {len(optional)} that have not answered"
    return f"{speaking.key} continues without {whom} · Ctrl-C stops"


def _wrapped(line: str, room: int) -> list[str]:
    return [row.plain.rstrip() for row in Text(line).wrap(console(), room)]


def _line(text: str, width: int, style: str = "") -> Text:
    line = Text(text, style=style)
    line.truncate(width, overflow="ellipsis")
    return line
