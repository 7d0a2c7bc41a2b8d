"""`moot channels`: who is told what came of a schedule."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import NamedTuple

import click
import msgspec

from moot.cli.lazy import LazyGroup, Place
from moot.cli.screen.terminal import is_terminal, one_line, remark, safe, say, show_json, table
from moot.cli.screen.watching import in_house, run
from moot.errors import BadInput
from moot.exports.delivery.channels import Channel, ChannelKind, Channels
from moot.exports.delivery.message import Message
from moot.exports.delivery.trying import ChannelList, ShownChannel, shown_channels, tried
from moot.house import House
from moot.settings import home_folder
from moot.transcripts.scheduled.outbox import Delivery, Outbox

PLACE = "moot.cli.schedules.channels:"
COMMANDS = {
    "list": Place(f"{PLACE}list_command", "List channels, and the latest messages with what came of them."),
    "add": Place(f"{PLACE}add", "Add a channel: mail, ntfy, or JSON to an address."),
    "test": Place(f"{PLACE}test", "Send a message to a channel now."),
    "alarms": Place(f"{PLACE}alarms", "Have a channel told of alarms of upkeep, or no more."),
    "remove": Place(f"{PLACE}remove", "Take a channel away, with its key."),
}
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
LARGEST = 4096
STATES = {"waiting": "waits", "sent": "sent", "dead": "given up"}


class Listed(NamedTuple):
    """What is listed."""

    channels: ChannelList
    """Every channel."""
    sent: list[Delivery]
    """The latest messages to any."""


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def channels() -> None:
    """Say who is told what came of a schedule.

    A schedule names its channels (`moot schedule add … --channel NAME`). Alarms of `moot upkeep` go to channels that
    are told of them, once when each begins, by `moot serve` or `moot schedule run-due`. A message that cannot be sent
    is tried again for a day; then it is given up, and sent when the channel's test succeeds.
    """


@click.command()
@click.argument("name")
@click.argument("kind", type=click.Choice(["mail", "ntfy", "json"]))
@click.argument("url")
@click.option("--to", multiple=True, metavar="ADDRESS", help="For mail: who gets it; repeat.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="For mail: whom it is from; else the user.")
@click.option("--user", default="", metavar="NAME", help="For mail: who signs in.")
@click.option("--key", "with_key", is_flag=True, help="Ask for a password or token, typed unseen or piped in.")
@click.option("--private", is_flag=True, help="A server of your own: it may be on a local network, without TLS.")
@click.option("--alarms", is_flag=True, help="Tell it when an alarm of `moot upkeep` begins.")
@JSON
def add(
    name: str, kind: ChannelKind, url: str, to: tuple[str, ...], sender: str, user: str, with_key: bool, private: bool,
    alarms: bool, as_json: bool,
) -> int:  # fmt: skip
    """Add a channel: mail, ntfy, or JSON to an address.

    \b
      moot channels add me mail smtps://example.org --to a@b.example --key
      moot channels add phone ntfy https://ntfy.sh/my-topic
      moot channels add hook json https://example.org/hooks/moot --key

    A key for ntfy or JSON is sent as a bearer token. Of an address for JSON or ntfy the part after the host lies with
    the keys and is shown nowhere: who knows it can post there.
    """
    key = ""
    if with_key:
        shown = is_terminal(sys.stdin)
        key = click.prompt(f"Key for {name}", hide_input=True, err=True) if shown else sys.stdin.read(LARGEST).strip()
        if not key:
            raise BadInput("No key was given.", "Type it, or pipe it in.")
    channel = Channel(name=name, kind=kind, url=url, to=to, sender=sender, user=user, private=private, alarms=alarms)
    Channels(home_folder()).add(channel, key)
    if as_json:
        show_json({"channel": msgspec.to_builtins(Channels(home_folder()).named(name).shown)})
    else:
        say(f"Added {safe(name)}. Try it with: moot channels test {safe(name)}")
    return 0


@click.command("list")
@JSON
def list_command(as_json: bool) -> int:
    """List channels, and the latest messages with what came of them."""
    known = Channels(home_folder())

    async def work(house: House) -> Listed:
        outbox = Outbox(house.store)
        return Listed(await shown_channels(known, outbox), await outbox.latest(20))

    (listed, sent) = run(in_house(work))
    if as_json:
        show_json({**msgspec.to_builtins(listed), "messages": [_row(each) for each in sent]})
        return 0
    if not listed.channels:
        say("There is none. Add one: moot channels add NAME mail smtps://HOST --to ADDRESS --user NAME --key")
    else:
        table(
            ["channel", "kind", "key", "alarms", "to", "address"],
            [_channel(each) for each in listed.channels],
        )
    if sent:
        say()
        table(
            ["message (UTC)", "channel", "what came of it", "tries", "subject", "why"],
            [_message(each) for each in sent],
            right=frozenset({3}),
        )
    return 0


@click.command()
@click.argument("name")
@JSON
def test(name: str, as_json: bool) -> int:
    """Send a message to a channel now.

    Where it succeeds, what was given up for the channel is sent again.
    """

    async def work(house: House) -> int:
        found = await tried(Channels(home_folder()), Outbox(house.store), name, house.store.clock())
        if as_json:
            show_json({"channel": name, "sent": True, "note": found.note, "again": found.again})
            return 0
        say(f"{safe(name)} took it.")
        if found.note:
            remark(found.note)
        if found.again:
            say(f"{found.again} that were given up are sent again by `moot serve` or `moot schedule run-due`.")
        return 0

    return run(in_house(work))


@click.command()
@click.argument("name")
@click.option("--off", is_flag=True, help="Tell it no more.")
@JSON
def alarms(name: str, off: bool, as_json: bool) -> int:
    """Have a channel told of alarms of upkeep, or no more."""
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
    """Take a channel away, with its key."""
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
        safe(each.address),
    ]


def _message(each: Delivery) -> list[str]:
    tries = str(each.attempts)
    return [_at(each), safe(each.channel), STATES[each.state], tries, _subject(each), one_line(each.error)]


def _subject(each: Delivery) -> str:
    return one_line(msgspec.json.decode(each.message, type=Message).subject, 60)


def _at(each: Delivery) -> str:
    return datetime.fromtimestamp(each.made, UTC).strftime("%Y-%m-%d %H:%M")


def _row(each: Delivery) -> dict[str, object]:
    return {
        "at": _at(each), "about": each.about, "channel": each.channel, "state": each.state, "tries": each.attempts,
        "subject": msgspec.json.decode(each.message, type=Message).subject, "error": each.error,
    }  # fmt: skip
