"""Send a message by mail, ntfy or JSON: to checked addresses only, in bounded time, without following redirects.

Mail is sent by the standard library in a thread, to the address that was checked, with TLS unless the server is the
user's own; ntfy and JSON by the HTTP client of every provider. Every failure is a `SendFailed` whose text contains no
key. `tests/extensions/notify/test_sending.py` checks it against servers of its own.
"""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate

import aiohttp
import msgspec

from moot.errors import MootError
from moot.extensions.notify.channels import Channel, mail_host, target
from moot.extensions.notify.outbox import ChannelMessage, MailAttachment
from moot.providers.public import (
    CheckedResolver,
    EgressRefused,
    Gate,
    Lookup,
    Secret,
    look_up,
    scrub,
    shown,
    why_broken,
)

DEADLINE = 30.0
"""Number of seconds after which a receiver that has not answered counts as failed."""
CONNECT = 10.0
NTFY_TEXT = 3_500
"""Maximum number of bytes of a text for ntfy, which accepts 4,096 and converts longer texts to a file."""
EVIDENCE = 2_000
"""Maximum number of bytes of a response that are read to explain a refusal."""


class SendFailed(MootError):
    """A message did not reach its channel. Sending is tried again later."""

    code, status = "not_sent", 502
    remedy_by_default = "Look at the channel's address and key, and test it."


class ChannelTimeout(SendFailed):
    """A channel did not answer in time."""


async def send(
    channel: Channel,
    message: ChannelMessage,
    key: Secret | None,
    files: Sequence[MailAttachment] = (),
    *,
    lookup: Lookup = look_up,
) -> str:
    """Send a message to a channel. Return a note on mail recipients that the server refused; empty if it accepted all.

    Raises:
        SendFailed: The channel did not accept it.
    """
    try:
        async with asyncio.timeout(DEADLINE):
            if channel.kind == "mail":
                return await _mailed(channel, message, key, files, lookup)
            await _posted(channel, message, key, lookup)
            return ""
    except TimeoutError:
        raise ChannelTimeout(f"It did not answer within {DEADLINE:g} s.") from None
    except EgressRefused as error:
        raise SendFailed(scrub(error.message), error.remedy) from None
    except smtplib.SMTPException as error:
        raise SendFailed(f"The mail server refused it: {_said(error)}.") from None
    except (aiohttp.ClientError, OSError) as error:
        raise SendFailed(f"{shown(channel.name, 60)}: {scrub(why_broken(error))}.") from None


async def _posted(channel: Channel, message: ChannelMessage, key: Secret | None, lookup: Lookup) -> None:
    where = target(channel)
    base, headers = where.base, {"User-Agent": "moot"}
    if key is not None:
        headers["Authorization"] = f"Bearer {key.reveal()}"
    if channel.kind == "ntfy":
        base, _, topic = base.rpartition("/")
        value: dict[str, object] = {
            "topic": topic,
            "title": message.subject,
            "message": _cut(message.text, NTFY_TEXT),
            "priority": 4 if message.urgent else 3,
        }
        if message.link:
            value["click"] = message.link
    else:
        value = {"version": 1, **msgspec.to_builtins(message)}
    connector = aiohttp.TCPConnector(resolver=CheckedResolver(Gate(private=channel.private, lookup=lookup)), limit=1)
    async with (
        aiohttp.ClientSession(
            connector=connector,
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=DEADLINE, sock_connect=CONNECT),
        ) as client,
        client.post(base, json=value, headers=headers, allow_redirects=False) as answer,
    ):
        if 200 <= answer.status < 300:
            return
        said = (await answer.content.read(EVIDENCE)).decode("utf-8", "replace")
        raise SendFailed(f"HTTP {answer.status}: {scrub(shown(said, 200))}".rstrip(": "))


async def _mailed(
    channel: Channel, message: ChannelMessage, key: Secret | None, files: Sequence[MailAttachment], lookup: Lookup
) -> str:
    host = mail_host(channel)
    found = await Gate(private=channel.private, lookup=lookup).addresses(host.host, host.port)
    letter = letter_of(channel, message, files)
    refused = await asyncio.to_thread(_handed_over, channel, str(found[0]), letter, key)
    return f"Refused for {', '.join(sorted(refused))}." if refused else ""


def _handed_over(channel: Channel, address: str, letter: EmailMessage, key: Secret | None) -> list[str]:
    host = mail_host(channel)
    tls = ssl.create_default_context()
    line = _ToAddress(address, host.host, host.port, tls if host.scheme == "smtps" else None)
    try:
        line.ehlo()
        if host.scheme == "smtp" and (line.has_extn("starttls") or not channel.private):
            line.starttls(context=tls)
            line.ehlo()
        if key is not None and channel.user:
            line.login(channel.user, key.reveal())
        refused = line.send_message(letter, from_addr=channel.sender, to_addrs=list(channel.to))
        with suppress(smtplib.SMTPException, OSError):  # it was accepted already
            line.quit()
        return list(refused)
    finally:
        line.close()


class _ToAddress(smtplib.SMTP):
    """SMTP connection to an IP address that has been checked. The host's name is used only to verify its
    certificate."""

    def __init__(self, address: str, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        self._address, self._tls = address, tls
        super().__init__(timeout=CONNECT)
        self._host = host  # what `starttls` checks the certificate against
        self.connect(host, port)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        plain = socket.create_connection((self._address, port), timeout)
        return plain if self._tls is None else self._tls.wrap_socket(plain, server_hostname=host)


def letter_of(channel: Channel, message: ChannelMessage, files: Sequence[MailAttachment] = ()) -> EmailMessage:
    """Convert a message to a mail. Mails of one schedule form one thread. If a mail is sent again, it has the same
    id."""
    letter = EmailMessage()
    letter["Subject"] = " ".join(message.subject.split())
    letter["From"], letter["To"] = channel.sender, ", ".join(channel.to)
    letter["Date"] = formatdate(usegmt=True)
    letter["Message-ID"] = f"<{_id(message.about)}@moot.invalid>"
    if message.schedule:
        letter["References"] = f"<{_id(f'schedule-{message.schedule}')}@moot.invalid>"
    letter["Auto-Submitted"] = "auto-generated"
    text = message.text + (f"\n\n{message.link}\n" if message.link else "\n")
    letter.set_content(text, cte="quoted-printable")
    for each in files:
        whole = each.text.encode()
        if each.name.endswith(".json"):
            letter.add_attachment(whole, maintype="application", subtype="json", filename=each.name)
        else:  # text without a charset is US-ASCII (RFC 2046), which garbles umlauts
            charset = {"charset": "utf-8"}
            letter.add_attachment(whole, maintype="text", subtype="markdown", filename=each.name, params=charset)
    return letter


def _cut(text: str, most: int) -> str:
    """Return a text cut to at most `most` bytes, with a mark where it is cut."""
    whole = text.encode()
    return text if len(whole) <= most else whole[: most - 3].decode("utf-8", "ignore").rstrip() + "…"


def _id(text: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c == "-") else "." for c in text)[:200]


def _said(error: smtplib.SMTPException) -> str:
    told = getattr(error, "smtp_error", b"")
    words = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
    return scrub(shown(words or str(error) or type(error).__name__, 200))
