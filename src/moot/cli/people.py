"""How does a person in a seat answer at the terminal? The prompt is shown as seats get it, then words are read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from moot.cli.keyboard import typed_text
from moot.cli.terminal import safe, say
from moot.cli.words import name_of
from moot.errors import UnknownName
from moot.house import House
from moot.sessions.kept_prompts import prompt_kept
from moot.sessions.state import SessionState


async def asked_here(house: House, state: SessionState, key: str, *, left: Callable[[], bool] = lambda: False) -> str:
    """A person's answer to a move, typed in; empty when they would rather not now, or have `left` meanwhile."""
    move = state.moves[key]
    say(f"\n{name_of(state, move.seat)}, it is your turn in {move.stage}.", err=True)
    say(await prompt_of(house, state.session, key), err=True)
    say("\nYour answer; end it with a line holding only a full stop, or with Ctrl-D:", err=True)
    await asyncio.sleep(0)  # a Ctrl-C pressed until now is noticed here
    if left():
        return ""
    try:
        return typed_text().strip()
    except KeyboardInterrupt:
        return ""


async def prompt_of(house: House, session: str, key: str) -> str:
    """What a seat was asked under this key, as text; empty when it is not kept."""
    try:
        kept = await prompt_kept(house.transcript, session, key)
    except UnknownName:
        return ""
    return "\n\n".join(safe(message.text) for message in kept.messages)


def how_to_answer(state: SessionState, waiting: list[str]) -> list[str]:
    """What to type to answer later."""
    lines = []
    for key in waiting:
        move, short = state.moves[key], state.session[:8]
        lines += [
            f"Waiting for {name_of(state, move.seat)} in {move.stage}. Answer with: "
            f'moot sessions answer {short} {move.seat} "YOUR WORDS"',
            f"What was asked: moot sessions show {short} --prompt {key}",
        ]
        if key.endswith("+repair"):
            lines.append("The first answer was not a ballot that can be read; end with one as it was asked for.")
    return lines
