"""Test that a search service, or an impostor, cannot redirect a request or a key to a forbidden place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import aiohttp
import pytest

from moot.egress.addresses import EgressRefused, target_of
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from providers.searchers.asking import QUICK
from rig.services import Services

GET = FetchRequest(path="/api/v1/search", values={"query": "x"}, key_headers={"X-Key": "sk-canary"})


async def fetched(url: str, request: FetchRequest = GET, **more: object) -> bytes:
    return await Fetcher(url, private=True, **more).fetch(request, QUICK)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "there",
    [
        "http://127.0.0.1:{port}/", "https://127.0.0.1:{port}/", "http://localhost:{port}/", "//127.0.0.1:{port}/x",
        "http://[::1]:{port}/", "http://2130706433:{port}/", "http://0x7f.1:{port}/", "http://169.254.169.254/latest",
        "https://10.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1:{port}/", "http://user@127.0.0.1:{port}/",
        "https://[::ffff:127.0.0.1]:{port}/", "https://printer.local/", "http://example.com/", "https://",
        "javascript:alert(1)", "https://exämple.com/", "\\\\127.0.0.1\\x", "",
    ],
)  # fmt: skip
async def test_no_redirect_leads_to_another_private_address(there: str) -> None:
    async with Services() as sink, Services() as services:
        services.private = there.format(port=sink.port).encode("utf-8").decode("latin-1")
        services.modes["hacker-news"] = "redirect-private"
        with pytest.raises(SearchFailed):
            await fetched(services.url)
        assert sink.asked == []


async def test_a_name_in_a_redirect_is_checked_where_it_leads() -> None:
    asked: list[str] = []

    async def lookup(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    async with Services() as sink, Services() as services:
        services.private = f"https://rebind.example.com:{sink.port}/"
        services.modes["hacker-news"] = "redirect-private"
        with pytest.raises(SearchFailed, match="not on the public internet"):
            await fetched(services.url, lookup=lookup)
        assert asked == ["rebind.example.com"]
        assert sink.asked == []


async def test_a_redirect_on_the_same_origin_is_followed() -> None:
    async with Services() as services:
        services.modes["hacker-news"] = "redirect-once"
        assert b"hits" in await fetched(services.url)
        assert [each.headers.get("x-key") for each in services.asked] == ["sk-canary", "sk-canary"]


@pytest.mark.parametrize(
    "request_", [FetchRequest(path="/esearch.fcgi", form=True), FetchRequest(path="/search", json=b"{}")]
)
async def test_a_post_is_never_redirected(request_: FetchRequest) -> None:
    async with Services() as services:
        services.modes |= {"pubmed": "redirect-once", "tavily": "redirect-once"}
        with pytest.raises(SearchFailed, match="redirect"):
            await fetched(services.url, request_)
        assert len(services.asked) == 1


async def test_a_key_leaves_its_origin_with_no_redirect() -> None:
    async with Services() as other, Services() as services, aiohttp.ClientSession() as client:
        fetcher = Fetcher(services.url, private=True)
        for target in (fetcher.target, target_of(other.url, private=True)):
            async with fetcher._sent(client, target, GET.path, GET) as answer:
                assert answer.status == 200
        assert [each.headers.get("x-key") for each in services.asked] == ["sk-canary"]
        assert [each.headers.get("x-key") for each in other.asked] == [None]


async def test_no_proxy_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        met.append(1)
        writer.close()

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = proxy.sockets[0].getsockname()[1]
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    async with Services() as services:
        assert await fetched(services.url)
    proxy.close()
    assert met == []


@pytest.mark.parametrize("url", ["http://example.com", "https://127.0.0.1", "https://10.0.0.1", "ftp://example.com"])
def test_a_row_that_is_not_private_stays_public(url: str) -> None:
    with pytest.raises(EgressRefused):
        Fetcher(url)


async def test_a_long_wait_is_told_as_what_it_is() -> None:
    async with Services() as services:
        services.modes["hacker-news"] = "500"
        with pytest.raises(SearchFailed, match="HTTP 500"):
            await fetched(services.url)
        assert len(services.asked) == 2
