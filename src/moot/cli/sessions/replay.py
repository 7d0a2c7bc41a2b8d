"""Implement `moot sessions replay`: run a finished session again from its record and compare the verdicts.

No model is called. With `--watch` the live view also shows the session at its recorded pace.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Sequence
from typing import Any

import click

from moot.app import Application
from moot.app.examples import resolve
from moot.cli.completion import session_ids
from moot.cli.screen.screens import screen_for
from moot.cli.screen.streamed_words import SpeechScreen
from moot.cli.screen.terminal import is_terminal, say, show_json
from moot.cli.screen.verdict_view import show_result
from moot.cli.screen.watching import Batches, shown, with_app
from moot.vocabulary.events import Event, SeatSpeaking, SeatSpoke
from moot.vocabulary.state import SessionState, state_of


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--watch", is_flag=True, help="Show it as it went, at its recorded pace.")
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(0.01, 1000), help="Times the pace.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def replay(app: Application, session: str, watch: bool, speed: float, as_json: bool) -> None:
    """Verify a finished session by running it again over its record.

    No model is called. If the protocol produces anything else than the record, the command prints where and fails.
    """
    whole = await resolve(app, session)
    events = await app.transcript.read(whole)
    if watch and not as_json:
        await _play(events, speed)
    reached = await app.runner.replay(whole)
    if as_json:
        show_json({"session": whole, "digest": reached.digest, "same": True})
        return
    if watch:
        show_result(state_of(events), hints=False)
    say(f"Replayed {whole[:8]}: nobody was asked, and the verdict is the recorded one.")
    say(f"digest {reached.digest}")


async def _play(events: Sequence[Event], speed: float) -> None:
    speaking = SpeechScreen()
    screen = screen_for(live=is_terminal(sys.stdout))
    try:
        await shown(recorded(events, speed), screen, speaking, SessionState())
    finally:
        screen.close()


async def recorded(events: Sequence[Event], speed: float) -> Batches:
    """Yield the events, and the text between them, at their recorded times, `speed` times as fast."""
    clock = asyncio.get_running_loop().time
    began = clock()
    for t, due in itertools.groupby(_timeline(events), key=lambda each: each[0]):
        wait = began + t / 1000 / speed - clock()
        if wait > 0:
            await asyncio.sleep(wait)
        yield [item for _, item in due]


def _timeline(events: Sequence[Event]) -> list[tuple[int, Event | SeatSpeaking]]:
    """Return events and speech in order of running time; a text's marks give its length at each time."""
    line: list[tuple[int, Event | SeatSpeaking]] = [(event.t, event) for event in events]
    for event in events:
        body: Any = event.body
        if not isinstance(body, SeatSpoke) or event.origin is not None or event.key.endswith(":late"):
            continue
        start, said = event.t - body.total_ms, 0
        for at, length in body.marks:
            if length > said:
                piece = SeatSpeaking(
                    session=event.session,
                    key=event.key,
                    seat=body.seat,
                    attempt=body.attempt,
                    offset=said,
                    text=body.text[said:length],
                )
                line.append((max(0, min(event.t, start + at)), piece))
                said = length
    return sorted(line, key=lambda each: (each[0], isinstance(each[1], SeatSpeaking)))
