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
from moot.cli.screen.words import came_of, found_line, name_of, seconds, undecided, who_was_asked
from moot.egress.logs import on_screen
from moot.vocabulary import event_keys
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

FRAMES = 10
"""Most drawings a second."""


class Screen(ABC):
    """Output for a session while it runs."""

    takes_keys = False
    """Whether it reacts to keys."""

    @abstractmethod
    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Show the current state."""

    def hold(self) -> None:
        """Hide until the next `show`."""
        return

    def close(self) -> None:
        """Close for good."""
        self.hold()


class Nowhere(Screen):
    """A screen that shows nothing."""

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Do nothing."""


class LineScreen(Screen):
    """A screen that prints a line on stderr for each event settled since the last one."""

    def __init__(self) -> None:
        self._stages: set[str] = set()
        self._settled: set[str] = set()
        self._found: set[str] = set()
        self._told: set[tuple[str, str]] = set()
        self._waits: dict[str, set[str]] = {}
        self._opened = self._missed = 0

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Print what is new."""
        if not self._opened and state.seats:
            self._opened = 1
            models = ", ".join(seat.model for seat in state.seats)
            say(f"council: {models}" + (f" ({state.label})" if state.label else ""), err=True)
        for stage in state.entered:
            if stage not in self._stages:
                self._stages.add(stage)
                say(f"stage {len(self._stages)} of {len(state.stages)}: {stage_title(stage).lower()}", err=True)
            found = state.sources.get(event_keys.sources(stage))
            if found is not None and stage not in self._found:
                self._found.add(stage)
                say(f"  {found_line(found)}", err=True)
            for key, move in state.moves.items():
                if (
                    move.stage == stage
                    and move.state == "spoke"
                    and key not in self._settled
                    and not undecided(state, move)
                ):
                    self._settled.add(key)
                    took = f" after {seconds(move.total_ms / 1000)}" if move.total_ms >= 50 else ""
                    who = who_was_asked(state, key, move.seat)
                    say(f"  {who}: {came_of(state, move)[1]}{took}", err=True)
        for key, (piece, _) in list(speaking.waiting.items()):
            if piece.why and piece.says not in self._waits.setdefault(key, set()):
                self._waits[key].add(piece.says)
                go_on = f" (go on without it: moot sessions go-on {state.session[:8]} {piece.seat})"
                who = who_was_asked(state, key, piece.seat)
                say(f"  {who} waits: {speaking.wait_line(key)}{go_on if piece.optional else ''}", err=True)
        for missing in state.missing[self._missed :]:
            how = "came too late" if missing.failed == "late" else "failed"
            line = f"  {name_of(state, missing.seat)}: {how}"  # the result gives the reason
            if missing.failed not in ("spoiled", "abstained") and (missing.stage, line) not in self._told:
                self._told.add((missing.stage, line))
                say(line, err=True)
        self._missed = max(self._missed, len(state.missing))


class LiveScreen(Screen):
    """The live view, drawn in place and removed when the session has ended."""

    takes_keys = True

    def __init__(self) -> None:
        self._console = console()
        self._live: Live | None = None
        self._now: tuple[SessionState, SpeechScreen] | None = None

    def show(self, state: SessionState, speaking: SpeechScreen) -> None:
        """Store the state to draw; a timer draws it."""
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
        """Remove the view."""
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
    """Return the screen that suits the output."""
    if quiet:
        return Nowhere()
    if live and is_terminal(sys.stdout) and is_terminal(sys.stderr) and not on_screen():
        return LiveScreen()
    return LineScreen()
