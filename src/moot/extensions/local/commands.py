"""Declare the commands that join `moot models`. `moot models --help` loads this module, and no other of them."""

from __future__ import annotations

import click


@click.command()
@click.argument("names", nargs=-1)
@click.option("--accept-license", "accepts", is_flag=True, help="Accept the terms of models that have some, unasked.")
def pull(names: tuple[str, ...], accepts: bool) -> int:
    """Fetch a model that runs on this machine.

    A name stands for one model or for a roster of several; `hf:OWNER/REPOSITORY/FILE.gguf` is any file of the model
    host. Without a name, those that are known are listed. What broke off goes on where it stopped, and a file that
    other programs have fetched is linked. Size and digest are checked where they are known beforehand.

    \b
      moot models pull smollm2-135m      98 MB, the smallest
      moot models pull tiny              five that debate: about 2.2 GB
    """
    from moot.extensions.local import pull_command

    return pull_command.pull(names, accepts)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ps(as_json: bool) -> None:
    """Show which models are loaded, and what they take.

    Models are loaded by the Moot that needs them (`moot serve`, `moot ask`) and end with it; one that nobody has asked
    for two minutes sleeps, and gives most of its memory back until the next question.
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
    """End a loaded model and free its memory.

    One that is just answering is left alone.
    """
    from moot.extensions.local import model_commands

    model_commands.unload(name)


@click.command("rm")
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Delete a model from this machine.

    A file that was only linked stays where it is. A loaded model is ended first; one that is just answering stays.
    """
    from moot.extensions.local import model_commands

    model_commands.remove(names)
