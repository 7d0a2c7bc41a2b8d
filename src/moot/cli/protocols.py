"""Implement `moot councils protocols`: list the protocols."""

from __future__ import annotations

import click

from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.words import plain_default
from moot.protocols import registry
from moot.settings.fields import fields_of


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
