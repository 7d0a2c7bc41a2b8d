"""Add Moot's councils to the `llm` program as models, and the commands `llm moot` and `llm consortium`.

It is imported with every `llm` command, so it imports nothing heavy (`tests/extensions/compat/llm/test_plugin.py`), and
it registers last, so that no model or command of another plugin is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click
import llm

from moot.extensions.compat.llm.commands import CONSORTIUM, moot_command, register

MESSAGES = "llm.parts"
"""Name of the module of `llm` with the messages of a conversation."""
TOO_OLD = "Moot's councils are not listed: they need llm 0.32.1 or later. Upgrade it with `pip install -U llm`."
LISTING = (" models", " models list")


@llm.hookimpl(trylast=True)
def register_commands(cli: click.Group) -> None:
    """Add `llm moot` and `llm consortium`, unless another plugin has commands of these names."""
    if "moot" not in cli.commands:
        cli.add_command(moot_command())
    if CONSORTIUM not in cli.commands:
        register(cli)


@llm.hookimpl(trylast=True)
def register_models(register: Callable[..., None], model_aliases: list[Any]) -> None:
    """Add every council as a model, synchronous and asynchronous, unless another model has its name."""
    if find_spec(MESSAGES) is None:
        _remark(TOO_OLD)
        return
    names, models = import_module("moot.extensions.compat.llm.names"), import_module("moot.extensions.compat.llm.model")
    found = names.seatable(model_aliases)
    for council in found.councils:
        further = found.aliases.get(council.name) or None
        register(models.SyncCouncil(council), models.AsyncCouncil(council), aliases=further)
    _remark(*found.remarks)


def _remark(*remarks: str) -> None:
    """Print remarks if the user asked `llm` to list its models. For other commands, do nothing."""
    context = click.get_current_context(silent=True)
    if context is not None and context.command_path.endswith(LISTING):
        for remark in remarks:
            click.echo(remark, err=True)
