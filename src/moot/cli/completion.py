"""What can the shell complete? Names of councils, rubrics and protocols, and the ids of recent sessions.

Switched on with `eval "$(_MOOT_COMPLETE=bash_source moot)"` (or `zsh_source`, `fish_source`). A completion that fails
says nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any

import click
from click.shell_completion import CompletionItem

from moot.errors import MootError


def council_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names on the shelf."""
    from moot.library.shelf import Shelf
    from moot.settings import home_folder

    try:
        return [name for name in Shelf(home_folder()).councils() if name.startswith(incomplete)]
    except MootError:
        return []


def rubric_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Rubrics on the shelf."""
    from moot.library.rubric_shelf import RubricShelf
    from moot.settings import home_folder

    try:
        return [name for name in RubricShelf(home_folder()).rubrics() if name.startswith(incomplete)]
    except MootError:
        return []


def protocol_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names in the registry."""
    from moot.protocols import registry

    return [name for name in registry.names() if name.startswith(incomplete)]


def session_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Recent sessions, with the beginning of their questions."""
    from moot.cli.screen.watching import in_house

    async def recent(house: Any) -> list[CompletionItem]:
        return [
            CompletionItem(listing.id[:8], help=" ".join(listing.question.split())[:60])
            for listing in await house.register.list(50)
            if listing.id.startswith(incomplete)
        ]

    try:
        return asyncio.run(in_house(recent))
    except MootError:
        return []
