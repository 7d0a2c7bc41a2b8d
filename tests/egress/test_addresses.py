"""Test that no address, however spelled or resolved, sends a request to a forbidden place."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

import pytest

from cases import in_turn
from moot.egress.addresses import EgressRefused, Gate, target_of
from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.openai.wire import OpenAIWire
from providers.asking import KEY, call_of, wire_to

LOCAL_HOSTS = [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "0x7f.0x0.0x0.0x1",
    "0.0.0.0",
    "0",
    "00",
    "0x0",
    "0.1",
    "10.0.0.1",
    "10.1",
    "167772161",
    "012.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.1",
    "3232235521",
    "0xc0a80001",
    "0300.0250.0.1",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "169.254.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "192.88.99.1",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:0:0]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::2]",
    "[2002:7f00:1::]",
    "[2002:a00:1::]",
    "[2002:c0a8:1::]",
    "[2002:a9fe:a9fe::]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[2001:0:7f00:1::]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[fc00::1]",
    "[fd00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fe80::1%25eth0]",
    "[fe80::1%eth0]",
    "[febf::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[ff05::1]",
    "[2001:db8::1]",
    "[100::1]",
    "[3fff::1]",
    "[5f00::1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer",
    "printer.local",
    "nas.lan",
    "db.internal",
    "metadata.google.internal",
    "router.home.arpa",
]
ODD_URLS = [
    "http://example.com/v1",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "data:text/plain,x",
    "javascript:x",
    "//example.com/",
    "example.com",
    "https:/example.com",
    "https://",
    "https://:443/",
    "https://@/",
    "https://user@example.com/",
    "https://user:word@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1#@example.com/",
    "https://example.com/?x=1",
    "https://example.com/#x",
    "https://example.com\\@127.0.0.1/",
    "https://example.com%00.evil/",
    "https://127.0.0.1%2f@example.com/",
    "https://exa%6dple.com/",
    "https://example.com:0/",
    "https://example.com:99999/",
    "https://example.com:x/",
    "https://example.com:22/",
    "https://example.com:25/",
    "https://exämple.com/",
    "https://127。0。0。1/",
    "https://①②⑦.0.0.1/",
    "https://[::1",
    "https://::1/",
    "https://[example.com]/",
    "https://-x.com/",
    "https://x-.com/",
    "https://a..b/",
    "https://.example.com/",
    "https://1.2.3.4.5/",
    "https://256.256.256.256/",
    "https://1.1.1.08/",
    "https://0x/",
    "https://a.0x7f/",
    "https://999999999999/",
    "ws://x.y/",
    "https://example.com\t.evil/",
    "https://exam ple.com/",
    "",
    " https://example.com",
]
FINE = [
    "https://openrouter.ai/api/v1",
    "https://8.8.8.8/v1",
    "https://[2606:4700::1111]/v1",
    "https://a-b.example.com:8443",
]


@in_turn("host", LOCAL_HOSTS)
async def test_no_spelling_of_a_local_address_is_public(host: str) -> None:
    async def reached() -> None:
        target = target_of(f"https://{host}/v1", private=False)
        # Odd spellings that pass as text must fail once they are resolved.
        await Gate(private=False).addresses(target.host, target.port)

    with pytest.raises(EgressRefused):
        await reached()


@in_turn("url", ODD_URLS)
def test_odd_urls_are_refused(url: str) -> None:
    with pytest.raises(EgressRefused):
        target_of(url, private=False)


@pytest.mark.parametrize("url", FINE)
def test_public_addresses_pass(url: str) -> None:
    assert target_of(url + "/", private=False).base == url


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "0.0.0.0", "[fe80::1]", "[::]", "224.0.0.1", "[::ffff:169.254.1.1]"]
)
def test_not_even_a_private_row_reaches_these(host: str) -> None:
    with pytest.raises(EgressRefused):
        target_of(f"http://{host}/v1", private=True)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080/v1", "http://localhost:1234", "http://[::1]:80", "https://10.0.0.5"]
)
def test_a_private_row_reaches_the_users_own_machines(url: str) -> None:
    target_of(url, private=True)


@pytest.mark.parametrize(
    "found",
    [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["fe80::1%lo"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"]],
)
async def test_a_name_with_one_bad_address_is_refused_whole(found: Sequence[str]) -> None:
    async def lookup(host: str, port: int) -> Sequence[str]:
        return found

    with pytest.raises(EgressRefused):
        await Gate(private=False, lookup=lookup).addresses("evil.example.com", 443)


class Sink:
    """Counts connections to loopback."""

    def __init__(self) -> None:
        self.connections = 0

    async def __aenter__(self) -> Sink:
        async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.connections += 1
            writer.close()

        self.server = await asyncio.start_server(met, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()


async def test_a_rebinding_name_reaches_nothing() -> None:
    """First a public address, then loopback: who checks once and resolves again is caught."""
    asked: list[str] = []

    async def lookup(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["8.8.8.8"] if len(asked) == 1 else ["127.0.0.1"]

    async with Sink() as sink:
        row = Endpoint(name="evil", url=f"https://rebind.example.com:{sink.port}/v1")
        assert await Gate(private=False, lookup=lookup).addresses("rebind.example.com", sink.port)
        wire = OpenAIWire(row, Secret(KEY), lookup=lookup)
        for _ in range(3):
            reply = await hear(wire, call_of())
            assert (reply.settled, reply.error) == ("error", "egress")
        await wire.close()
        assert sink.connections == 0
        assert len(asked) >= 4


async def test_the_connection_goes_to_the_checked_address() -> None:
    """The name is not known to this machine at all: only the checked answer can have been used."""
    asked: list[str] = []

    async def lookup(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    async with Sink() as sink:
        row = Endpoint(name="own", url=f"http://own.invalid:{sink.port}/v1", private=True)
        wire = OpenAIWire(row, None, lookup=lookup)
        await hear(wire, call_of())
        await wire.close()
        assert (asked, sink.connections) == (["own.invalid"], 1)


async def test_no_proxy_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Sink() as sink:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{sink.port}")
        wire = wire_to("http://127.0.0.1:9/v1".replace(":9/", ":65530/"))
        with contextlib.suppress(Exception):
            await hear(wire, call_of())
        await wire.close()
        assert sink.connections == 0
