"""Draw a running session: its stages, and each seat with its state and the end of its text.

Drawing is a pure function of the folded state and the streamed text, so live and replayed sessions look the same. It
never draws more lines than the terminal has.
"""

from __future__ import annotations

import re
from typing import Literal

from rich.cells import cell_len, chop_cells
from rich.console import Group, RenderableType
from rich.text import Text

from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.terminal import NARROW, one_line, safe
from moot.cli.screen.words import came_of, count, found_line, money, name_of, seconds
from moot.protocols.agreement.planning import own_stages
from moot.vocabulary import event_keys
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import MoveView, SessionState

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
MOST_TAIL = 4
"""Most lines of its text a seat shows while it speaks."""
MOST_VERDICT = 18
FORM = re.compile(r'^\s*\{|"\s*:\s*["{\[\d]')
"""Pattern of a form that a seat fills in; its raw text is not shown."""

Look = Literal["waiting", "asked", "speaking", "done", "trouble"]
MARKS: dict[Look, tuple[str, str]] = {
    "waiting": ("·", "dim"),
    "asked": ("…", "cyan"),
    "speaking": ("▸", "cyan"),
    "done": ("✓", "green"),
    "trouble": ("✗", "yellow"),
}


def drawn(state: SessionState, speaking: SpeechScreen, width: int, height: int) -> RenderableType:
    """Return the drawn session, at most `height` lines of `width` columns."""
    lines = [*_heading(state, width), Text(), *_stages(state, speaking, width), Text()]
    stage = _stage_now(state)
    found = state.sources.get(event_keys.sources(stage)) if stage else None
    if found is not None:
        lines.append(Text(_fitted(f" ✓ {one_line(found_line(found), 4 * width)}", width), style="dim"))
    seats = _seats_in(state, stage)
    room = max(0, height - len(lines) - len(seats) - 3)
    speakers = sum(_speech_of(state, speaking, stage, seat) is not None for seat in seats)
    most = MOST_VERDICT if len(seats) == 1 else MOST_TAIL
    tail = min(most, room // max(1, speakers))
    shown = seats[: max(1, height - len(lines) - 3)]
    for seat in shown:
        lines += _seat(state, speaking, stage, seat, width, tail)
    if len(shown) < len(seats):
        lines.append(Text(f"  and {len(seats) - len(shown)} more", style="dim"))
    lines += [Text(), Text(_fitted(_footer(state, speaking), width), style="dim")]
    return Group(*lines[: max(1, height)])


def _footer(state: SessionState, speaking: SpeechScreen) -> str:
    """Return the line that lists the active keys."""
    optional = speaking.optional()
    if not (optional and speaking.key):
        return "Ctrl-C stops; what is settled is kept."
    names = [name_of(state, seat) for seat in optional]
    whom = names[0] if len(names) == 1 else f"the {len(names)} that have not answered"
    return f"{speaking.key} goes on without {whom} · Ctrl-C stops; what is settled is kept."


def _heading(state: SessionState, width: int) -> list[Text]:
    parts = [state.council and f"council {state.council}", state.protocol, f"{len(state.seats)} seats"]
    title = Text(_fitted(one_line(state.question.text, 4 * width), width), style="bold")
    under = Text(_fitted(" · ".join(part for part in parts if part), width), style="dim")
    if state.label:
        if width >= NARROW:
            under.append(f" · {state.label}", style="yellow")
        else:
            return [title, under, Text(_fitted(state.label, width), style="yellow")]
    return [title, under]


def _stages(state: SessionState, speaking: SpeechScreen, width: int) -> list[Text]:
    now = _stage_now(state)
    line = Text(no_wrap=True, overflow="ellipsis")
    for stage in state.stages:
        if stage == now:
            line.append(f"● {stage}  ", style="bold cyan")
        elif stage in state.entered:
            line.append(f"✓ {stage}  ", style="green")
        else:
            line.append(f"○ {stage}  ", style="dim")
    said = sum(speech.length + speech.thoughts for speech in list(speaking.speeches.values())) // 4
    tokens = state.usage.output + said
    parts = [seconds(speaking.clock() - speaking.began), count(tokens, "token"), _cost(state)]
    facts = " · ".join(parts)
    gap = width - cell_len(line.plain) - cell_len(facts)
    if gap < 0:
        return [line, Text(_fitted(facts, width), style="dim")]
    line.append(" " * gap + facts, style="dim")
    return [line]


def _cost(state: SessionState) -> str:
    spent = money(state.cost, state.cost_known, state.presumed)
    return spent if state.cap is None else f"{spent} of {money(state.cap)}"


def _stage_now(state: SessionState) -> str:
    return state.entered[-1] if state.entered else ""


def _seats_in(state: SessionState, stage: str) -> list[Seat]:
    """Return the members, or in a stage of offices alone the seats asked there."""
    asked = {move.seat for move in state.moves.values() if move.stage == stage}
    offices = [seat for seat in state.offices if seat.id in asked]
    members = [seat for seat in state.seats if seat.id in asked]
    last = stage in state.stages[1:] and stage not in own_stages(state.stages)[:-1]
    if not asked:
        return [seat for seat in state.offices if seat.id == "chair"] if last else list(state.seats)
    return offices + members if offices else list(state.seats)


def _speech_of(state: SessionState, speaking: SpeechScreen, stage: str, seat: Seat) -> str | None:
    for key, speech in list(speaking.speeches.items()):  # another thread may add to it
        if speech.seat == seat.id and event_keys.stage_of(key) == stage:
            return key
    return None


def _seat(state: SessionState, speaking: SpeechScreen, stage: str, seat: Seat, width: int, tail: int) -> list[Text]:
    move = _last_move(state, stage, seat)
    moves = [each for each in state.moves.values() if each.stage == stage and each.seat == seat.id]
    key = _speech_of(state, speaking, stage, seat)
    speech = speaking.speeches.get(key) if key is not None else None
    look: Look = "waiting"
    facts: list[str] = []
    if move is None:
        facts = ["ahead"] if stage else []
    elif move.state == "asked":
        look = "speaking" if speech is not None and speech.length else "asked"
        if seat.person:
            facts.append("a person: waiting for the answer")
        elif said := speaking.wait_line(move.key):
            facts.append(said)
        elif speech is None or not (speech.length or speech.thoughts):
            facts.append("asked")
        elif not speech.length:
            facts += ["thinking", count(max(1, speech.thoughts // 4), "token")]
        else:
            facts += ["writing", count(max(1, speech.length // 4), "token")]
        if move.attempt > 1:
            facts.append(f"attempt {move.attempt}")
        if not seat.person:
            facts.append(seconds(speaking.seconds(move.key)))
    elif move.state == "spoke":
        well, word = came_of(state, move)
        look = "done" if well else "trouble"
        facts += [word, count(move.usage.output, "token")] if move.usage.output else [word]
        if move.cost:
            facts.append(money(0, presumed=move.cost) if move.presumed else money(move.cost))
        if move.total_ms:
            facts.append(seconds(move.total_ms / 1000))
    else:
        look = "trouble"
        facts.append("came too late" if move.state == "late" else f"{move.settled or 'failed'}: {move.cause}")
    if len(moves) > 1:
        settled = sum(each.state != "asked" for each in moves)
        facts.insert(0, f"{settled} of {len(moves)} answered")
    mark, style = MARKS[look]
    if look in ("asked", "speaking") and not seat.person:
        mark = SPINNER[int(speaking.clock() * 8) % len(SPINNER)]
    line = Text(f" {mark} ", style=style, no_wrap=True, overflow="ellipsis")
    name = _seat_name(state, seat)
    room = max(12, min(max(cell_len(_seat_name(state, each)) for each in _seats_in(state, stage)), width // 2))
    line.append(_padded(one_line(name, room), room), style="" if look != "waiting" else "dim")
    line.append(
        "  " + one_line(" · ".join(facts), max(8, width - room - 6)), style="dim" if look != "trouble" else style
    )
    lines = [line]
    hidden = _is_ballot(stage, state)
    spoken = speech is not None and not (hidden or FORM.search(speech.tail))
    if speech is not None and speech.length and tail > 0 and spoken:
        lines += _tail(speech.tail, width, tail)
    return lines


def _last_move(state: SessionState, stage: str, seat: Seat) -> MoveView | None:
    found = [move for move in state.moves.values() if move.stage == stage and move.seat == seat.id]
    asked = [move for move in found if move.state == "asked"]
    return (asked or found)[-1] if found else None


def _is_ballot(stage: str, state: SessionState) -> bool:
    return any(sheet.startswith(f"{stage}/") for sheet in state.sheets) and stage not in own_stages(state.stages)[-1:]


def _seat_name(state: SessionState, seat: Seat) -> str:
    for number, member in enumerate(state.seats, start=1):
        if member.id == seat.id:
            return f"{number}  {seat.model}"
    return f"{seat.id}  {seat.model}"


def _tail(text: str, width: int, most: int) -> list[Text]:
    """Return the last lines of a streamed text."""
    room = max(10, width - 6)
    wrapped: list[str] = []
    for line in safe(text[-(most + 2) * room * 2 :]).expandtabs(4).splitlines():
        if line.strip():
            wrapped += _wrapped(line, room)
    return [Text(f"   │ {line}", style="dim", no_wrap=True, overflow="crop") for line in wrapped[-most:]]


def _wrapped(line: str, room: int) -> list[str]:
    rows = [""]
    for word in line.split(" "):
        pieces = chop_cells(word, room) if cell_len(word) > room else [word]
        for piece in pieces:
            if rows[-1] and cell_len(rows[-1]) + 1 + cell_len(piece) > room:
                rows.append(piece)
            else:
                rows[-1] = f"{rows[-1]} {piece}" if rows[-1] else piece
    return rows


def _fitted(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    return chop_cells(text, max(1, width - 1))[0] + "…"


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - cell_len(text))
