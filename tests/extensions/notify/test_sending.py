"""Test that messages reach a mail server, ntfy and a JSON address, and nothing forbidden."""

from __future__ import annotations

import base64
import json
from email import message_from_bytes, message_from_string
from email.policy import default
from pathlib import Path

import pytest

from extensions.notify.sinks import HttpSink, MailSink
from moot.egress.api_keys import Secret
from moot.errors import BadInput, Conflict, UnknownName
from moot.extensions.notify import sending
from moot.extensions.notify.channels import Channel, Channels, check_channel
from moot.extensions.notify.outbox import ChannelMessage, MailAttachment
from moot.extensions.notify.sending import SendFailed, letter_of, send

MESSAGE = ChannelMessage(
    about="session:s1", subject="rates: 2 new (2027-05-04)", text="2 new.\n- Zinsen steigen über 3 %", link="http://h/s/s1",
    session="s1", schedule="abc",
)  # fmt: skip
KEY = Secret("a-long-secret-token")


def mail(port: int, **more: object) -> Channel:
    given = {"to": ("you@example.org",), "sender": "moot@example.org", "user": "me", "private": True, **more}
    return check_channel(Channel(name="me", kind="mail", url=f"smtp://127.0.0.1:{port}", **given))  # type: ignore[arg-type]


async def test_a_mail_is_taken_with_its_files_and_one_id() -> None:
    async with MailSink() as sink:
        files = [MailAttachment(name="council.md", text="# Räte"), MailAttachment(name="council.votes.json", text="{}")]
        assert await send(mail(sink.port), MESSAGE, KEY, files) == ""
    (raw,) = sink.letters
    letter = message_from_string(raw)
    assert letter["Subject"] == "rates: 2 new (2027-05-04)"
    assert letter["Message-ID"] == letter_of(mail(25), MESSAGE)["Message-ID"], "sent twice it is the same letter"
    assert "schedule-abc" in letter["References"], "letters of one schedule stand together"
    body, *attached = letter.get_payload()
    assert "über 3 %" in body.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert "http://h/s/s1" in body.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert [each.get_filename() for each in attached] == ["council.md", "council.votes.json"]  # type: ignore[union-attr]
    assert any(base64.b64encode(b"\0me\0a-long-secret-token").decode() in line for line in sink.said), "it signed in"


async def test_ntfy_gets_its_json_and_an_address_the_whole_message() -> None:
    async with HttpSink() as sink:
        phone = Channel(name="phone", kind="ntfy", url=f"{sink.url}/my-topic", private=True)
        await send(check_channel(phone), MESSAGE, None)
        hook = Channel(name="hook", kind="json", url=f"{sink.url}/hooks/moot", private=True)
        await send(check_channel(hook), MESSAGE, KEY)
    first, second = sink.came
    assert first["path"] == "/"
    assert first["body"] == {
        "topic": "my-topic", "title": MESSAGE.subject, "message": MESSAGE.text, "priority": 3, "click": "http://h/s/s1",
    }  # fmt: skip
    assert second["path"] == "/hooks/moot"
    assert second["body"]["about"] == "session:s1"
    assert second["headers"]["authorization"] == "bearer a-long-secret-token"
    assert "authorization" not in first["headers"]


@pytest.mark.parametrize("manner", ["refuse", "redirect", "hang"])
async def test_what_is_not_taken_is_not_sent(manner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "DEADLINE", 0.3)
    async with HttpSink(manner) as sink:
        hook = Channel(name="hook", kind="json", url=f"{sink.url}/a-long-secret-token", private=True)
        with pytest.raises(SendFailed) as caught:
            await send(hook, MESSAGE, KEY)
    assert "secret" not in str(caught.value)
    assert len(sink.came) == 1, "no redirect is followed"


async def test_nobody_there_and_nobody_of_that_name() -> None:
    async with HttpSink() as sink:
        pass
    with pytest.raises(SendFailed, match="refused"):
        await send(Channel(name="hook", kind="json", url=sink.url, private=True), MESSAGE, None)
    async with MailSink(refuses=True) as mails:
        with pytest.raises(SendFailed, match="nobody of that name"):
            await send(mail(mails.port), MESSAGE, None)
    async with MailSink(unknown="gone@") as mails:
        note = await send(mail(mails.port, to=("you@example.org", "gone@example.org")), MESSAGE, None)
        assert note == "Refused for gone@example.org.", "who took it gets it once"
        assert len(mails.letters) == 1


@pytest.mark.parametrize(("kind", "url"), [("json", "https://in.example/x"), ("mail", "smtps://in.example")])
async def test_no_message_goes_into_the_local_network_by_a_name(kind: str, url: str) -> None:
    async def lookup(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    people = {"to": ("a@b.example",), "sender": "c@d.example"} if kind == "mail" else {}
    channel = Channel(name="x", kind=kind, url=url, **people)  # type: ignore[arg-type]
    with pytest.raises(SendFailed, match="not on the public internet"):
        await send(check_channel(channel), MESSAGE, KEY, lookup=lookup)


@pytest.mark.parametrize(
    "channel",
    [
        Channel(name="x", kind="json", url="http://example.org/"),
        Channel(name="x", kind="json", url="https://127.0.0.1/"),
        Channel(name="x", kind="json", url="file:///etc/passwd"),
        Channel(name="x", kind="ntfy", url="https://ntfy.sh/"),
        Channel(name="x", kind="ntfy", url="https://ntfy.sh/a", to=("a@b.example",)),
        Channel(name="feed", kind="json", url="https://example.org/"),
        Channel(name="a/b", kind="json", url="https://example.org/"),
        Channel(name="x", kind="mail", url="https://example.org", to=("a@b.example",), sender="a@b.example"),
        Channel(name="x", kind="mail", url="smtps://10.0.0.1", to=("a@b.example",), sender="a@b.example"),
        Channel(name="x", kind="mail", url="smtps://example.org:22", to=("a@b.example",), sender="a@b.example"),
        Channel(
            name="x", kind="mail", url="smtps://example.org", to=("a@b\r\nBcc: c@d.example",), sender="a@b.example"
        ),
        Channel(name="x", kind="mail", url="smtps://example.org", to=("a@b.example",)),
        Channel(name="x", kind="mail", url="smtps://example.org", sender="a@b.example"),
    ],
)
def test_what_is_no_channel_is_refused(channel: Channel) -> None:
    with pytest.raises(BadInput):
        check_channel(channel)


def test_a_channel_is_kept_and_its_key_is_bound_to_its_address(tmp_path: Path) -> None:
    channels = Channels(tmp_path)
    channels.add(Channel(name="hook", kind="json", url="https://example.org/x"), "a-long-secret-token")
    kept = channels.named("hook")
    key = channels.key(kept)
    assert key is not None
    assert key.reveal() == "a-long-secret-token"
    elsewhere = Channel(name="hook", kind="json", url="https://example.com/x")
    assert channels.key(elsewhere) is None
    assert "secret" not in (tmp_path / "channels.toml").read_text()
    with pytest.raises(Conflict):
        channels.add(kept)
    channels.remove("hook")
    assert channels.all() == {}
    assert channels.key(kept) is None
    with pytest.raises(UnknownName):
        channels.named("hook")


def test_what_is_attached_reads_as_it_was_written() -> None:
    files = [
        MailAttachment(name="a.md", text="Für „die Börse“: 市场"),
        MailAttachment(name="a.json", text='{"said": "Für"}'),
    ]
    letter = message_from_bytes(letter_of(mail(25), MESSAGE, files).as_bytes(), policy=default)
    report, votes = letter.iter_attachments()
    assert report.get_content() == files[0].text
    assert json.loads(votes.get_content()) == {"said": "Für"}


def test_a_subject_stays_on_its_line() -> None:
    letter = letter_of(
        mail(25), ChannelMessage(about="x\r\nBcc: a@b.example", subject="one\r\nBcc: a@b.example", text="t")
    )
    assert letter["Bcc"] is None
    assert "\n" not in str(letter["Subject"])
