"""Show a running session as a live view, as plain lines of progress, or not at all.

A screen gets the folded state and the streamed text; it never reads events. `hold` removes it for a moment, so that a
person can be prompted.
"""

from __future__ import annotations

import shutil
import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.terminal import console, is_terminal, say
from moot.cli.screen.words import row_of, undecided, who_was_asked
from moot.egress.logs import on_screen
from moot.protocols.selective import first_of
from moot.vocabulary.questions import AskPlan
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

FRAMES = 20
"""Maximum number of drawings of the live view in a second."""


class Screen(ABC):
    """Base class of the ways to show a running session at the terminal."""

    takes_keys = False
    """Whether the user can press keys while this screen is shown."""
    asks = AskPlan()
    """Plan of the session: which members are asked first."""

    @abstractmethod
    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Show the session's current state. This is called after every change."""

    def hold(self) -> None:
        """Remove what is drawn until the next `show`, so that a prompt can be printed."""
        return

    def close(self) -> None:
        """Stop showing the session, and restore the terminal."""
        self.hold()


class Nowhere(Screen):
    """A screen that shows nothing, for `--json` and `--quiet`."""

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Do nothing."""


class LineScreen(Screen):
    """Shows a session as lines on stderr: one for each member when its first reply has arrived, and one for each later
    stage."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Print a line for everything that has happened since the last call."""
        if state.seats:
            models = ", ".join(seat.model for seat in first_of(self.asks, state.seats) or state.seats)
            self._once("asking", f"asking {models}" + (f" ({state.label})" if state.label else ""))
        seats = {seat.id: seat for seat in state.seats}
        for move in state.moves.values():
            if move.seat in seats and move.state != "asked" and not undecided(state, move):
                row = row_of(state, speaking, seats[move.seat], move)
                self._once(move.seat, f"  {row.name}: {' · '.join(row.facts)}")
        for stage in state.entered[1:]:
            self._once(f"stage {stage}", f"  {stage_title(stage).lower()} …")
        for key, (piece, _) in list(speaking.waiting.items()):
            if piece.why:
                go_on = f" (continue without it: moot sessions go-on {state.session[:8]} {piece.seat})"
                who = who_was_asked(state, key, piece.seat)
                line = f"  {who} waits: {speaking.wait_line(key)}{go_on if piece.optional else ''}"
                self._once(f"{key} {piece.says}", line)

    def _once(self, what: str, line: str) -> None:
        if what not in self._said:
            self._said.add(what)
            say(line, err=True)


class LiveScreen(Screen):
    """Shows a session as a live view, which is drawn in place and removed when the session has ended."""

    takes_keys = True

    def __init__(self) -> None:
        self._console = console()
        self._live: Live | None = None
        self._now: tuple[SessionState, SpeechScreen] | None = None

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Store the state. A timer draws it in place a few times a second."""
        self._now = (state, speaking)
        if self._live is None:
            from rich.live import Live

            self._live = Live(
                console=self._console,
                get_renderable=self._picture,
                refresh_per_second=FRAMES,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
                vertical_overflow="crop",
            )
            self._live.start()

    def hold(self) -> None:
        """Remove the live view until the next `show`."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _picture(self) -> RenderableType:
        from moot.cli.screen.live_view import drawn
        from moot.cli.screen.terminal import Safe

        if self._now is None:
            return ""
        size = shutil.get_terminal_size()
        width = max(20, min(size.columns, 140) - 1)
        return Safe(drawn(*self._now, width, max(4, size.lines - 1)))


def screen_for(*, quiet: bool = False, live: bool = True) -> Screen:
    """Return how a session is shown: not at all, as a live view on a terminal, or as plain lines."""
    if quiet:
        return Nowhere()
    if live and is_terminal(sys.stdout) and is_terminal(sys.stderr) and not on_screen():
        return LiveScreen()
    return LineScreen()
