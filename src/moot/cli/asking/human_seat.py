"""Show a person in a seat the prompt at the terminal, and read the answer.

A ballot is filled in with an editor, or written as text as models write it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import click

from moot.app import Application
from moot.cli.screen.keyboard import typed_line, typed_text
from moot.cli.screen.terminal import safe, say
from moot.cli.screen.words import name_of
from moot.errors import UnknownName
from moot.transcripts.stored_prompts import prompt_kept
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import stage_title


async def asked_here(
    app: Application, state: SessionState, key: str, *, left: Callable[[], bool] = lambda: False
) -> str:
    """Show the request `key` to the person in its seat at this terminal, and return the answer that the person types.

    If the person declines, return an empty text. Also return an empty text if `left` returns true, as after Ctrl-C,
    when the prompt is shown.
    """
    move = state.moves[key]
    say(f"\n{name_of(state, move.seat)}, it is your turn in {stage_title(move.stage).lower()}.", err=True)
    say(await prompt_of(app, state.session, key, plain=True), err=True)
    if move.seat in {seat.id for seat in state.seats}:
        say("\nThe others are asked when your answer is in.", err=True)
    schema = await form_of(app, state.session, key)
    if schema is not None:
        say("\nYour ballot: press Enter to fill it in with your editor, or write it as text.", err=True)
    else:
        say("\nYour answer:", err=True)
    say("Text ends with a line holding only a full stop, or with Ctrl-D.", err=True)
    await asyncio.sleep(0)  # handle a Ctrl-C pressed until now
    if left():
        return ""
    try:
        if schema is None:
            return typed_text().strip()
        first = typed_line("")
        if first is None or first.strip():
            return "" if first is None else f"{first}\n{typed_text()}".strip()
        form = json.dumps(blank(schema), ensure_ascii=False, indent=2)
        return (click.edit(form, extension=".json") or "").strip()
    except KeyboardInterrupt:
        return ""


def blank(schema: dict[str, Any]) -> Any:
    """Return a form for a person to fill in: a value that fits the JSON schema's structure, with empty fields.

    A field with a fixed set of values lists these values.
    """
    kind, among = schema.get("type"), schema.get("enum", ())
    if kind == "object":
        return {name: blank(part) for name, part in schema["properties"].items()}
    if kind == "array":
        return [blank(schema["items"])] * max(1, schema.get("minItems", 0))
    if among:
        return among[0] if len(among) == 1 else " | ".join(map(str, among))
    if kind in ("integer", "number"):
        return f"{schema.get('minimum', '')} to {schema.get('maximum', '')}"
    return False if kind == "boolean" else ""


async def form_of(app: Application, session: str, key: str) -> dict[str, Any] | None:
    """Return the JSON schema of the ballot that a person is asked for in the request `key`; `None` if plain text is
    asked for."""
    try:
        kept = await prompt_kept(app.transcript, session, key)
    except UnknownName:
        return None
    schema = json.loads(kept.schema) if kept.schema else None
    return schema if isinstance(schema, dict) and "properties" in schema else None


async def prompt_of(app: Application, session: str, key: str, *, plain: bool = False) -> str:
    """Return the prompt that was sent to a seat under this transcript key; empty if the prompt is not stored.

    With `plain`, it is formatted for a person to read.
    """
    try:
        kept = await prompt_kept(app.transcript, session, key)
    except UnknownName:
        return ""
    return "\n\n".join(safe(message.plain if plain else message.text) for message in kept.messages)


def how_to_answer(state: SessionState, waiting: list[str]) -> list[str]:
    """Return lines with the commands by which people can later give the answers that a session waits for.

    `waiting` has the transcript keys of these answers.
    """
    lines = []
    for key in waiting:
        move, short = state.moves[key], state.session[:8]
        lines += [
            f"Waiting for {name_of(state, move.seat)} in {stage_title(move.stage).lower()}. Answer with: "
            f'moot sessions answer {short} {move.seat} "YOUR WORDS"',
            f"What was asked: moot sessions show {short} --prompt {key}",
        ]
        if key.endswith("+repair"):
            lines.append("The first answer was not a ballot that can be read; end with one as it was asked for.")
    return lines
