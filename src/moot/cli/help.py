"""Implement `moot help`, which explains a command or a protocol, and `moot councils protocols`, which lists them."""

from __future__ import annotations

import click

from moot.cli.main import whole_path
from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.words import plain_default
from moot.errors import UnknownName
from moot.protocols import registry
from moot.protocols.protocol import Protocol, Stage
from moot.settings.fields import fields_of


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND… | PROTOCOL]")
@click.pass_context
def help_command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Explain a command, or a protocol and its options."""
    outer = ctx.find_root()
    command: click.Command = outer.command
    for place, word in enumerate(whole_path(words)):
        found = command.get_command(outer, word) if isinstance(command, click.Group) else None
        if found is None:
            if place == 0 and word in registry.names():
                explain(registry.find(word))
                return
            known = command.list_commands(outer) if isinstance(command, click.Group) else []
            raise UnknownName(
                "command or protocol", " ".join(words), [*known, *registry.names()] if not place else known
            )
        command, outer = found, click.Context(found, info_name=word, parent=outer)
    click.echo(command.get_help(outer))
    if len(words) == 1 and words[0] in registry.names():  # a command for a session with this protocol
        say()
        explain(registry.find(words[0]))


def explain(protocol: Protocol) -> None:
    """Print what a protocol does, stage by stage, and its options, for `moot help PROTOCOL`."""
    if other := registry.hidden_behind(protocol.name):
        say(f"{other}\n", err=True)
    say(f"{protocol.name}: {protocol.title}")
    say(f"Stages: {', '.join(_stage(stage, protocol) for stage in protocol.stages)}. At least {protocol.fewest} seats.")
    if protocol.run.__doc__:
        say(" ".join(protocol.run.__doc__.split()))
    say("\nOptions, set with -o NAME=VALUE:")
    also = {own: f" Also as `{other}`." for other, own in protocol.options.also.items()}
    for option in fields_of(protocol.options):
        says = option.says + also.get(option.name, "")
        say(f"\n  {option.name} = {plain_default(option.default)}    ({option.type})")
        say(click.wrap_text(says, 96, initial_indent="    ", subsequent_indent="    "))
    wordings = protocol.wordings()
    if wordings:
        say(f"\nWordings a council may replace under [wording]: {', '.join(sorted(wordings))}.")


def _stage(stage: Stage, protocol: Protocol) -> str:
    name = f"{stage.name} (repeated: {stage.repeats})" if stage.repeats else stage.name
    if not stage.when:
        return name
    named = stage.when in protocol.options.__struct_fields__
    return f"{name} (with {stage.when})" if named else f"{name} (not with every option)"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def protocols(as_json: bool) -> None:
    """List the ways a council can deliberate."""
    found = registry.loaded().found
    for trouble in registry.troubles():
        say(trouble, err=True)
    if as_json:
        rows = [
            {
                "protocol": each.name,
                "title": each.title,
                "stages": [stage.name for stage in each.stages],
                "fewest": each.fewest,
                "options": [
                    {"name": doc.name, "type": doc.type, "default": plain_default(doc.default), "meaning": doc.says}
                    for doc in fields_of(each.options)
                ],
            }
            for each in found
        ]
        show_json({"protocols": rows})
        return
    table(
        ["protocol", "stages", "in one line"],
        [[each.name, ", ".join(stage.name for stage in each.stages), each.title] for each in found],
        wrap=True,
    )
    say("\nOptions of one: moot help NAME", err=True)
