"""The commands of `moot schedule channels`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Any

import click
import msgspec

from moot.app import Application
from moot.cli.public import in_app, is_terminal, one_line, remark, run, safe, say, show_json, table
from moot.errors import BadInput
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.delivery import ChannelList, ShownChannel, list_channels, test_channel
from moot.extensions.notify.outbox import ChannelMessage, Delivery, Outbox
from moot.settings import home_folder

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
LARGEST = 4096
STATES = {"waiting": "waits", "sent": "sent", "dead": "given up"}


@click.command()
@click.argument("name")
@click.argument("kind", type=click.Choice(["mail", "ntfy", "json"]))
@click.argument("url")
@click.option("--to", multiple=True, metavar="ADDRESS", help="For mail: who gets it; repeat.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="For mail: whom it is from; else the user.")
@click.option("--user", default="", metavar="NAME", help="For mail: who signs in.")
@click.option("--key", "with_key", is_flag=True, help="Ask for a password or token, typed unseen or piped in.")
@click.option("--private", is_flag=True, help="A server of your own: it may be on a local network, without TLS.")
@click.option("--alarms", is_flag=True, help="Tell it when an alarm of `moot insights upkeep` begins.")
@JSON
def add(name: str, with_key: bool, as_json: bool, **given: Any) -> int:
    """Add a channel: mail, ntfy, or JSON to an address.

    \b
      moot schedule channels add me mail smtps://example.org --to a@b.c --key
      moot schedule channels add phone ntfy https://ntfy.sh/my-topic
      moot schedule channels add hook json https://example.org/moot --key

    A key for ntfy or JSON is sent as a bearer token. For JSON or ntfy, the part of the address after the host is stored
    with the keys and never shown: whoever knows it can post there.
    """
    key = ""
    if with_key:
        shown = is_terminal(sys.stdin)
        key = click.prompt(f"Key for {name}", hide_input=True, err=True) if shown else sys.stdin.read(LARGEST).strip()
        if not key:
            raise BadInput("No key was given.", "Type it, or pipe it in.")
    Channels(home_folder()).add(Channel(name=name, **given), key)
    if as_json:
        show_json({"channel": msgspec.to_builtins(Channels(home_folder()).named(name).shown)})
    else:
        say(f"Added {safe(name)}. Try it with: moot schedule channels test {safe(name)}")
    return 0


@click.command("list")
@JSON
def list_command(as_json: bool) -> int:
    """List channels, and the latest messages with their results."""
    known = Channels(home_folder())

    async def work(app: Application) -> tuple[ChannelList, list[Delivery]]:
        outbox = Outbox(app.store)
        return await list_channels(known, outbox), await outbox.latest(20)

    listed, sent = run(in_app(work))
    if as_json:
        show_json({**msgspec.to_builtins(listed), "messages": [_row(each) for each in sent]})
        return 0
    if not listed.channels:
        say("There is none. Add one: moot schedule channels add NAME mail smtps://HOST --to ADDRESS --user NAME --key")
    else:
        table(
            ["channel", "kind", "key", "alarms", "to", "address"],
            [_channel(each) for each in listed.channels],
        )
    if sent:
        say()
        table(
            ["message (UTC)", "channel", "what came of it", "tries", "subject", "why"],
            [_cells(_row(each)) for each in sent],
            right=frozenset({3}),
        )
    return 0


@click.command()
@click.argument("name")
@JSON
def test(name: str, as_json: bool) -> int:
    """Send a message to a channel now.

    If it succeeds, messages that were given up for the channel are sent again.
    """

    async def work(app: Application) -> int:
        found = await test_channel(Channels(home_folder()), Outbox(app.store), name, app.store.clock())
        if as_json:
            show_json({"channel": name, "sent": True, "note": found.note, "again": found.again})
            return 0
        say(f"{safe(name)} took it.")
        if found.note:
            remark(found.note)
        if found.again:
            say(f"{found.again} that were given up are sent again by `moot serve` or `moot schedule run-due`.")
        return 0

    return run(in_app(work))


@click.command()
@click.argument("name")
@click.option("--off", is_flag=True, help="Tell it no more.")
@JSON
def alarms(name: str, off: bool, as_json: bool) -> int:
    """Start or stop sending upkeep alarms to a channel."""
    Channels(home_folder()).tell_alarms(name, on=not off)
    if as_json:
        show_json({"channel": msgspec.to_builtins(Channels(home_folder()).named(name).shown)})
    else:
        say(f"{safe(name)} is told {'no more of alarms' if off else 'when an alarm begins'}.")
    return 0


@click.command()
@click.argument("name")
@JSON
def remove(name: str, as_json: bool) -> int:
    """Remove a channel, with its key."""
    Channels(home_folder()).remove(name)
    show_json({"removed": name}) if as_json else say(f"Removed {safe(name)}.")
    return 0


def _channel(each: ShownChannel) -> list[str]:
    return [
        safe(each.name),
        each.kind,
        "stored" if each.key else "none",
        "told" if each.alarms else "",
        ", ".join(each.to),
        safe(each.url),
    ]


def _row(each: Delivery) -> dict[str, Any]:
    at = datetime.fromtimestamp(each.made, UTC).strftime("%Y-%m-%d %H:%M")
    subject = msgspec.json.decode(each.message, type=ChannelMessage).subject
    row = {"at": at, "about": each.about, "channel": each.channel, "state": each.state, "tries": each.attempts}
    return {**row, "subject": subject, "error": each.error}


def _cells(row: dict[str, Any]) -> list[str]:
    subject, why = one_line(row["subject"], 60), one_line(row["error"])
    return [row["at"], safe(row["channel"]), STATES[row["state"]], str(row["tries"]), subject, why]
