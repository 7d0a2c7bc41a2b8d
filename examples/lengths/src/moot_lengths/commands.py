"""`moot lengths words`: how long each answer of a session is."""

from __future__ import annotations

import click


@click.group()
def lengths() -> None:
    """Measure how long answers are."""


@lengths.command()
@click.argument("session")
def words(session: str) -> int:
    """Count the words of each answer of a session."""
    from moot.cli.public import in_app, run, table
    from moot.app import Application
    from moot.vocabulary.public import state_of

    async def work(app: Application) -> int:
        state = state_of(await app.transcript.read(await app.register.resolve(session)))
        rows = [[move.key, str(len(move.text.split()))] for move in state.moves.values()]
        table(["answer", "words"], rows, right=frozenset({1}))
        return 0

    return run(in_app(work))
