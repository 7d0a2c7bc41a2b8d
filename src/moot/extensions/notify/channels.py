"""Read and write channels in `MOOT_HOME/channels.toml`: mail, ntfy, or JSON to an address. Keys are in `keys.toml`.

A channel reaches public addresses over TLS only, unless it is `private`, as endpoints do. A password or token is bound
to the address it was given for. Whoever knows the path of a webhook, or a topic, can post there: it is stored with the
keys, and never shown. `tests/extensions/notify/test_sending.py` checks it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import BadInput, Conflict, UnknownName
from moot.extensions.notify.outbox import FEED
from moot.library.public import checked_name, rows_in, table_of, text_of, write_private
from moot.providers.public import EgressRefused, KeyRing, Secret, Target, target_of

ChannelKind = Literal["mail", "ntfy", "json"]
FILE = "channels.toml"
KEYS = "keys.toml"
HIDDEN = "…"
"""Text shown in place of the path of a channel's address, which must stay secret."""
MOST_PATH = 2_048
"""Maximum number of characters of a path."""
MAIL_PORTS = {"smtps": 465, "smtp": 587}
"""Default port by scheme: `smtps` uses TLS from the first byte, `smtp` after STARTTLS."""
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\\x00-\x1f]{1,64}@[A-Za-z0-9.-]{1,253}", re.ASCII)


class Channel(Struct, frozen=True, kw_only=True):
    """Where messages about schedules and alarms are sent: a mail server, an ntfy topic, or an address for JSON."""

    name: str
    """Name of the channel."""
    kind: ChannelKind
    """Way of sending messages: mail, ntfy or JSON."""
    url: str
    """Address: for mail `smtps://host` or `smtp://host:port`; for ntfy with the topic; else where JSON is posted."""
    to: tuple[str, ...] = ()
    """For mail: the recipients."""
    sender: str = ""
    """For mail: the sender."""
    user: str = ""
    """For mail: the user name; without a user name there is no login."""
    private: bool = False
    """Whether the channel is the user's own server, which may be on a local network and need not use TLS."""
    alarms: bool = False
    """Whether the channel gets a message when an upkeep alarm begins."""

    @property
    def shown(self) -> Channel:
        """Return the channel with the path of its address hidden, because whoever knows that can post there."""
        return replace(self, url=_without_path(self.url)) if self.kind != "mail" else self


class MailHost(NamedTuple):
    """Address of a mail server: scheme, host and port."""

    scheme: str
    """`smtp` or `smtps`."""
    host: str
    """Name of the mail server."""
    port: int
    """Port of the mail server."""


def check_channel(channel: Channel) -> Channel:
    """Return the channel unchanged if messages may be sent to it.

    Raises:
        BadInput: Its address, name or recipients are invalid.
        EgressRefused: Its address may not be reached.
    """
    checked_name(channel.name, "a channel")
    _hide(channel)
    if channel.name == FEED:
        raise BadInput(f"{FEED!r} is what can be subscribed to and no channel of yours.", "Choose another name.")
    if channel.kind != "mail":
        target_of(channel.url, private=channel.private)
        if channel.kind == "ntfy" and not _path(channel.url):
            raise BadInput("The address names no topic.", "Write e.g. https://ntfy.sh/my-topic.")
        if channel.to or channel.sender or channel.user:
            raise BadInput("Only mail has recipients, a sender and a user.", "Leave them out.")
        return channel
    mail_host(channel)
    if not channel.to:
        raise BadInput("Nobody gets the mail.", "Name at least one address, such as me@example.org.")
    sender = channel.sender or (channel.user if _ADDRESS.fullmatch(channel.user) else "")
    if not sender:
        raise BadInput("The mail is from nobody.", "Name whom it is from, or a user that is a mail address.")
    for each in (sender, *channel.to):
        if not _ADDRESS.fullmatch(each):
            raise BadInput(f"{each!r} is no mail address.", "Write one such as me@example.org.")
    return replace(channel, sender=sender)


def mail_host(channel: Channel) -> MailHost:
    """Return the mail server of a channel: scheme, host and port. Raises if its address is invalid or may not be
    reached.
    """
    scheme, colon, rest = channel.url.partition("://")
    if scheme not in MAIL_PORTS or not colon:
        raise BadInput(f"{channel.url!r} is no mail server.", "Write smtps://host, or smtp://host:587.")
    host, _, port = rest.strip("/").rpartition(":") if rest.strip("/").rpartition(":")[2].isdigit() else (rest, "", "")
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else MAIL_PORTS[scheme]
    if not 0 < number < 65536 or (number < 1024 and number not in (25, 465, 587)):
        raise EgressRefused(f"Port {number} is not one Moot sends mail to.", "Use 465, 587, 25 or one from 1024 up.")
    target = target_of(f"https://{host.strip('/')}", private=channel.private)
    return MailHost(scheme, target.host, number)


def target(channel: Channel) -> Target:
    """Check the address to which an ntfy or JSON channel's messages are posted, and return it; raise if it may not be
    reached.
    """
    _hide(channel)
    if channel.url.endswith(f"/{HIDDEN}"):
        raise BadInput(
            f"The address of {channel.name!r} is not among the keys any more.", "Remove the channel and add it again."
        )
    return target_of(channel.url, private=channel.private)


def origin_of(channel: Channel) -> str:
    """Return the scheme, host and port for which a channel's password may be used."""
    if channel.kind != "mail":
        return target_of(channel.url.removesuffix(HIDDEN), private=channel.private).origin
    found = mail_host(channel)
    return f"{found.scheme}://{found.host}:{found.port}"


class Channels:
    """The saved channels, from `MOOT_HOME/channels.toml`, with their passwords and tokens."""

    def __init__(self, home: Path) -> None:
        self._file, self._keys = home / FILE, KeyRing(home / KEYS, {})

    def all(self) -> Mapping[str, Channel]:
        """Return every channel, by name."""
        if not self._file.is_file():
            return {}
        return {name: self._whole(row) for name, row in rows_in(text_of(self._file), FILE, Channel).items()}

    def named(self, name: str) -> Channel:
        """Return the channel of this name; raise if it does not exist."""
        known = self.all()
        if name not in known:
            raise UnknownName("channel", name, known)
        return known[name]

    def add(self, channel: Channel, key: str = "") -> None:
        """Save a channel, and its password or token (`key`) in the file of keys."""
        channel, known = check_channel(channel), self.all()
        if channel.name in known:
            raise Conflict(f"There is a channel {channel.name!r} already.", "Remove it first.")
        if key:
            self._keys.put(_key_name(channel.name), origin_of(channel), key)
        self._write({**known, channel.name: channel})

    def remove(self, name: str) -> None:
        """Delete a channel and its password."""
        self.named(name)
        self._keys.remove(_key_name(name))
        self._keys.remove(_path_name(name))
        self._write({each: channel for each, channel in self.all().items() if each != name})

    def tell_alarms(self, name: str, *, on: bool) -> None:
        """Set whether a channel gets upkeep alarms."""
        self._write({**self.all(), name: replace(self.named(name), alarms=on)})

    def key(self, channel: Channel) -> Secret | None:
        """Return the channel's password or token; `None` if there is none for its present address."""
        return self._keys.key_for(_key_name(channel.name), origin_of(channel), ())

    def _whole(self, row: Channel) -> Channel:
        """Return the channel with its complete address, by adding the secret path that is stored with the keys."""
        if row.kind == "mail" or not row.url.endswith(f"/{HIDDEN}"):
            return check_channel(row)
        base = row.url.removesuffix(HIDDEN)
        origin = target_of(base, private=row.private).origin
        path = self._keys.key_for(_path_name(row.name), origin, ())
        return row if path is None else check_channel(replace(row, url=base + path.reveal()))

    def _write(self, channels: Mapping[str, Channel]) -> None:
        rows = []
        for name, each in sorted(channels.items()):
            if each.kind != "mail" and _path(each.url) not in ("", HIDDEN):
                self._keys.put(_path_name(name), target(each).origin, _path(each.url))
            values: dict[str, object] = {"kind": each.kind, "url": each.shown.url}
            values |= {"to": list(each.to)} if each.to else {}
            values |= {
                field: getattr(each, field) for field in ("sender", "user", "private", "alarms") if getattr(each, field)
            }
            rows.append(table_of((name,), values))  # type: ignore[arg-type]
        write_private(self._file, "\n".join(rows))


def _path(url: str) -> str:
    """Return the part of an address after the host."""
    return url.partition("://")[2].partition("/")[2].strip("/")


def _without_path(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/{HIDDEN}" if _path(url) else url


def _hide(channel: Channel) -> None:
    """Redact the path of a channel's address in all output, as is done for keys."""
    path = _path(channel.url) if channel.kind != "mail" else ""
    if path.isascii() and path.isprintable() and " " not in path and 0 < len(path) <= MOST_PATH:
        Secret(path.rpartition("/")[2])
        Secret(path)


def _path_name(name: str) -> str:
    return f"channel-path.{name}"


def _key_name(name: str) -> str:
    return f"channel.{name}"
