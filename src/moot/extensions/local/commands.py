"""Declare the commands that join `moot models`. `moot models --help` loads this module, and no other of them."""

from __future__ import annotations

import click


@click.command()
@click.argument("names", nargs=-1)
@click.option("--accept-license", "accepts", is_flag=True, help="Accept the terms of models that have some, unasked.")
def pull(names: tuple[str, ...], accepts: bool) -> int:
    """Download a model that runs on this machine.

    A name is that of one model or of a roster of several; `hf:OWNER/REPOSITORY/FILE.gguf` is any file of the model
    host. Without a name, the known ones are listed. An interrupted download is resumed, and a file that other programs
    have downloaded is linked. Size and digest are checked if they are known beforehand.

    \b
      moot models pull smollm2-135m      98 MB, the smallest
      moot models pull tiny              five that debate: about 2.2 GB
    """
    from moot.extensions.local import pull_command

    return pull_command.pull(names, accepts)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ps(as_json: bool) -> None:
    """Show which models are loaded, and the memory they use.

    Models are loaded by the Moot that needs them (`moot serve`, `moot ask`) and end with it; one without a call for two
    minutes sleeps, and frees most of its memory until the next question.
    """
    from moot.extensions.local import model_commands

    model_commands.ps(as_json)


@click.command()
@click.argument("name")
def load(name: str) -> None:
    """Load a model, so that the next question does not wait for it."""
    from moot.extensions.local import model_commands

    model_commands.load(name)


@click.command()
@click.argument("name")
def unload(name: str) -> None:
    """Unload a model and free its memory.

    A model that is answering is left alone.
    """
    from moot.extensions.local import model_commands

    model_commands.unload(name)


@click.command("rm")
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Delete a model from this machine.

    A file that was only linked stays where it is. A loaded model is unloaded first; one that is answering stays.
    """
    from moot.extensions.local import model_commands

    model_commands.remove(names)
