"""Complete commands, models, councils, rubrics, protocols, options and recent sessions in the shell.

`moot settings completion SHELL` prints the code that enables it. A completion that fails prints nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from moot.errors import MootError

SHELLS = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/config.fish",
}
"""Start-up file of each supported shell."""
WAIT = 1.5
"""Maximum number of seconds that completion waits for endpoints to list their models."""


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print what makes a shell complete `moot`.

    \b
      ~/.bashrc                   eval "$(moot settings completion bash)"
      ~/.zshrc                    eval "$(moot settings completion zsh)"
      ~/.config/fish/config.fish  moot settings completion fish | source

    Completes commands, options, councils, models, protocols with their options, and recent sessions.
    """
    kind = get_completion_class(shell)
    assert kind is not None
    written = kind(click.Command("moot"), {}, "moot", "_MOOT_COMPLETE")
    click.echo(written.source_template % written.source_vars())


Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def _of(read: Callable[[], Iterable[str]]) -> Complete:
    """Return a completion function for the names that `read` returns."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            return [name for name in read() if name.startswith(incomplete)]
        except (MootError, OSError):
            return []

    return complete


def _councils() -> Iterable[str]:
    from moot.library.shelf import CouncilShelf
    from moot.settings import home_folder

    return CouncilShelf(home_folder()).councils()


def _rubrics() -> Iterable[str]:
    from moot.library.rubric_shelf import RubricShelf
    from moot.settings import home_folder

    return RubricShelf(home_folder()).rubrics()


def _protocols() -> Iterable[str]:
    from moot.protocols import registry

    return registry.names()


def session_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete an argument that names a session: ids, `last` and `@2`, each with the beginning of its question."""
    from moot.cli.screen.watching import in_app

    async def recent(app: Any) -> list[CompletionItem]:
        found = []
        for back, listing in enumerate(await app.register.list(50), 1):
            names = ([f"@{back}"] if incomplete.startswith("@") else []) + (["last"] if back == 1 else [])
            told = " ".join(listing.question.split())[:60]
            found += [
                CompletionItem(name, help=told) for name in (*names, listing.id[:8]) if name.startswith(incomplete)
            ]
        return found

    try:
        return asyncio.run(in_app(recent))
    except MootError:
        return []


def protocol_options(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete `NAME=VALUE` options of the protocol on the command line, or of all protocols if it names none."""
    from moot.protocols import registry
    from moot.settings.fields import fields_of

    named = ctx.params.get("protocol")
    found: dict[str, CompletionItem] = {}
    for protocol in [named] if named in registry.names() else registry.names():
        for option in fields_of(registry.find(protocol).options):
            if option.name.startswith(incomplete.replace("-", "_")):
                found.setdefault(option.name, CompletionItem(f"{option.name}=", help=option.says.split(". ")[0]))
    return list(found.values())


async def _models() -> list[str]:
    """Return the models that the endpoints list. Most come from lists on disk, so that completion rarely has to
    wait."""
    from moot.cli.setup.keys import directory_here

    directory = directory_here()
    try:
        names = [row.name for row in directory.configured()]
        await directory.lists.update(names, wait=WAIT)
        return [model for name in names for model in directory.models_of(name)]
    finally:
        await directory.close()


council_names = _of(_councils)
rubric_names = _of(_rubrics)
protocol_names = _of(_protocols)
model_names = _of(lambda: asyncio.run(_models()))
"""Complete an argument that names a model. Shells that split words at colons handle the colon themselves."""
