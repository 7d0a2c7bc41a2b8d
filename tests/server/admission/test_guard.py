"""Host, origin, token and content type, for every route there is: the matrix is made from the route table."""

from __future__ import annotations

import asyncio
import re
import stat
from contextlib import suppress
from html import unescape
from pathlib import Path

import httpx
import pytest
import websockets
from fastapi.routing import APIRoute
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message, Receive, Scope, Send

from cases import slow_except
from moot.errors import BadSetting, Conflict, TooBusy
from moot.server.admission import guard, wire
from moot.server.admission.access import Access, checked_bind, checked_origin, checked_proxies, chosen_token, token_at
from moot.server.admission.guard import POLICY
from moot.server.admission.path_rules import SMALL, is_open, is_page
from moot.server.app import routes_for
from moot.server.landing import sign_in
from moot.server.serving import beginning, bound
from server.running import Running, running

NOBODY = "00000000-0000-4000-8000-000000000000"

BODIES: dict[tuple[str, str], object] = {
    ("POST", "/mcp"): {"jsonrpc": 1},
    ("POST", "/api/upkeep/trials/estimate"): {"voter": 1},
    ("POST", "/api/upkeep/trials"): {"voter": 1},
    ("POST", "/api/upkeep/trials/{voter}/stop"): None,
    ("PUT", "/api/upkeep/alarms/{key:path}"): {"until": "x"},
    ("POST", "/api/studies"): {"lines": 1},
    ("POST", "/api/studies/estimate"): {"lines": 1},
    ("POST", "/api/studies/{study}/arms"): {"forks": 1},
    ("POST", "/api/studies/{study}/arms/estimate"): {"forks": 1},
    ("POST", "/api/studies/{study}/go-on"): {"budget": "x"},
    ("POST", "/api/studies/{study}/retry"): {"degraded": "x"},
    ("POST", "/api/studies/{study}/go-on/estimate"): None,
    ("POST", "/api/studies/{study}/retry/estimate"): {"degraded": "x"},
    ("POST", "/api/studies/{study}/stop"): None,
    ("POST", "/api/schedules/channels/{name}/test"): None,
    ("PUT", "/api/schedules/{name}"): {"paused": True},
    ("POST", "/api/schedules/{name}/run"): None,
    ("PUT", "/api/councils/{name}"): {"members": []},
    ("PUT", "/api/rubrics/{name}"): {"title": ""},
    ("POST", "/api/models/{model}/load"): {},
    ("POST", "/api/models/{model}/unload"): {},
    ("PUT", "/api/searchers/{name}"): {"key": "k"},
    ("POST", "/api/searchers/{name}/test"): {},
    ("PUT", "/api/settings/{name}"): {"value": None},
    ("POST", "/api/estimate"): {"question": ""},
    ("PUT", "/api/endpoints/{name}"): {"url": 1},
    ("POST", "/api/endpoints/{name}/test"): {},
    ("POST", "/api/endpoints/{name}/sign-in"): None,
    ("POST", "/api/sessions"): {"question": ""},
    ("POST", "/api/sessions/{session}/answer-now"): None,
    ("POST", "/api/sessions/{session}/ask-everyone"): None,
    ("PATCH", "/api/sessions/{session}"): {"title": "x"},
    ("POST", "/api/sessions/import"): {"text": ""},
    ("PUT", "/api/sessions/{session}/grades/{seat}"): {"right": True},
    ("POST", "/api/sessions/{session}/verdict"): {"right": True},
    ("POST", "/api/verify"): {"text": "x"},
    ("POST", "/api/sessions/{session}/stop"): {},
    ("POST", "/api/sessions/{session}/go-on"): {},
    ("POST", "/api/sessions/{session}/resume"): {},
    ("POST", "/api/sessions/{session}/fork"): {"stage": "review"},
    ("POST", "/api/sessions/{session}/fork/estimate"): {"stage": "review"},
    ("POST", "/api/sessions/{session}/write-up"): {"points": "x", "chair": "rehearsal/ada"},
    ("POST", "/api/sessions/{session}/write-up/estimate"): {"points": "x", "chair": "rehearsal/ada"},
    ("POST", "/api/sessions/{session}/answers"): {"key": "opinions/seat-a", "text": "x"},
    ("POST", "/api/sessions/{session}/shares"): {"days": 1},
    ("POST", "/api/rubrics/check"): {"text": ""},
    ("PATCH", "/api/threads/{conversation}"): {"title": "x"},
    ("POST", "/api/conversations"): [],
    ("POST", "/api/conversations/{conversation}/message"): {"content": "?"},
    ("POST", "/api/conversations/{conversation}/message/stream"): {"content": "?"},
    ("POST", "/api/run"): {},
    ("POST", "/api/run_async"): {},
    ("POST", "/api/conversations/import"): {"id": "nobody"},
    ("POST", "/v1/chat/completions"): {"model": "nobody", "messages": [{"role": "user", "content": "?"}]},
    ("POST", "/v1/responses"): {"model": "nobody", "input": "?"},
}
"""For every route that may take a body, one that gets past the guard and starts nothing; `None` is no body."""

EVIL = "http://evil.example"
BAD_HOSTS = (
    "evil.example", "evil.example:{port}", "localhost.evil.example:{port}", "127.0.0.1.evil.example:{port}",
    "127.0.0.1:1", "localhost", "localhost.:{port}", "a@127.0.0.1:{port}", "127.0.0.1:{port}:{port}", "[::1",
    "0.0.0.0:{port}", "",
)  # fmt: skip


def table(server: Running) -> set[tuple[str, str]]:
    found = set()
    for route in routes_for(server.backend).routes:
        if isinstance(route, (APIRoute, Route)):
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
        else:
            assert isinstance(route, WebSocketRoute)
            assert route.path == "/ws"
    return found


async def connected(
    server: Running, line: str, *headers: str, body: bytes = b""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which a request with the token and a JSON body has begun."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    own = (f"Host: 127.0.0.1:{server.port}", f"Authorization: Bearer {server.token}", "Content-Type: application/json")
    writer.write("\r\n".join((f"{line} HTTP/1.1", *own, *headers, "", "")).encode() + body)
    return reader, writer


def path_of(path: str) -> str:
    return re.sub(
        r"\{(\w+)\}", lambda found: "page.css" if found[1] == "name" else NOBODY, re.sub(":pa(ge|th)", "", path)
    )


async def test_every_route_that_may_take_a_body_has_a_row(server: Running) -> None:
    assert {each for each in table(server) if each[0] not in ("GET", "DELETE")} == set(BODIES)


@pytest.mark.parametrize("whole", slow_except((False, True), False))
async def test_the_matrix(server: Running, whole: bool) -> None:
    """Routes × who × Host × Origin × content type. Where it is not whole, each route still meets nobody in particular
    and somebody who is let in, without an origin and from an evil page, and other pairs than the route before."""
    own = f"http://127.0.0.1:{server.port}"
    who = {
        "anonymous": {},
        "wrong token": {"Authorization": "Bearer " + "x" * 43},
        "wrong scheme": {"Authorization": f"Basic {server.token}"},
        "half a token": {"Authorization": f"Bearer {server.token[:-1]}"},
        "token as cookie": {"Cookie": f"{server.backend.access.cookie_name}={server.token}"},
        "bearer": server.bearer,
        "cookie": {"Cookie": f"a=b; {server.backend.access.cookie_name}={server.backend.access.cookie}"},
    }
    origins: dict[str, dict[str, str]] = {
        "none": {},
        "own": {"Origin": own},
        "evil": {"Origin": EVIL},
        "null": {"Origin": "null"},
        "other port": {"Origin": "http://127.0.0.1:1"},
        "no origin but cross-site": {"Sec-Fetch-Site": "cross-site"},
        "no origin but same-site": {"Sec-Fetch-Site": "same-site"},
    }
    cases = 0
    async with server.client(headers={}) as client:
        for at, (method, path) in enumerate(sorted(table(server))):
            body = BODIES.get((method, path))
            page, is_file = is_page(path), is_open(path)
            for one, (name, credentials) in enumerate(who.items()):
                for other, (origin, sent) in enumerate(origins.items()):
                    let_in = name == ("bearer", "cookie")[(at + other) % 2]
                    plain = origin in ("none", "evil") and (let_in or name == "anonymous")
                    if not (whole or plain or (one + 2 * other + at) % 12 == 0):
                        continue
                    cases += 1
                    answer = await client.request(method, path_of(path), headers={**credentials, **sent}, json=body)
                    foreign = origin not in ("none", "own") and not (page and method == "GET")
                    case = f"{method} {path}, {name}, {origin}: {answer.status_code} {answer.text[:200]}"
                    if foreign:
                        assert answer.status_code == 403, case
                    elif name not in ("bearer", "cookie") and not is_file:
                        assert answer.status_code == 401, case
                    else:
                        assert answer.status_code not in (401, 403, 415, *range(500, 600)), case
                    assert "access-control-allow-origin" not in answer.headers, case
                    assert answer.headers["x-content-type-options"] == "nosniff"
                    assert b"default-src 'none'" in answer.headers["content-security-policy"].encode()
            if body is not None:
                for media in (
                    None,
                    "text/plain",
                    "application/x-www-form-urlencoded",
                    "multipart/form-data; boundary=x",
                ):
                    cases += 1
                    headers = {**server.bearer, **({"Content-Type": media} if media else {})}
                    answer = await client.request(method, path_of(path), headers=headers, content=b'{"a": 1}')
                    assert answer.status_code == 415, f"{method} {path} {media}: {answer.status_code}"
    assert cases > (1500 if whole else 700)


def test_a_host_is_ours_by_name_and_port() -> None:
    access = Access(token="t" * 20, port=8123, hosts=frozenset({"moot.example"}))
    ours = ("localhost:8123", "127.0.0.1:8123", "[::1]:8123", "10.0.0.5:8123", "moot.example", "moot.example:443")
    others = (
        "localhost:8124",
        "localhost",
        "127.0.0.1:80",
        "[::1]",
        "10.0.0.5:8124",
        "10.0.0.6:8123",
        "x.example:8123",
    )
    assert [host for host in ours if not access.knows_host(host, "10.0.0.5")] == []
    assert [host for host in others if access.knows_host(host, "10.0.0.5")] == []


async def test_no_host_but_ours(server: Running) -> None:
    async with server.client() as client:
        for host in BAD_HOSTS:
            for path in ("/", "/api/health", "/api/sessions", "/assets/page.css", "/v1/models", "/api/conversations"):
                answer = await client.get(path, headers={"Host": host.format(port=server.port)})
                assert 400 <= answer.status_code < 500, f"{host} {path}"
        for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
            answer = await client.get("/api/health", headers={"Host": f"{host}:{server.port}"})
            assert answer.status_code == 200, host
    reader, writer = await connected(server, "GET /api/health", "Host: evil.example")
    assert (await reader.readline()).startswith(b"HTTP/1.1 403")
    writer.close()


async def test_odd_paths_open_nothing(server: Running) -> None:
    async with server.client(headers={}) as client:
        for path in ("//api/health", "/api/health/", "/API/health", "/api%2Fhealth", "/assets/../api/health", "/%2e/x"):
            assert (await client.get(path)).status_code == 401, path
            within = await client.get(path, headers=server.bearer)
            assert within.status_code in (200, 404), path
            assert (await client.get(path, headers={"X-HTTP-Method-Override": "DELETE"})).status_code == 401


async def test_the_printed_address_becomes_a_cookie_and_a_clean_address(server: Running) -> None:
    printed = next(line for line in server.said if "?token=" in line)
    assert printed.endswith(f"{server.url}/?token={server.token}")
    async with server.client(headers={"Accept": "text/html"}) as client:
        welcome = await client.get(f"/?token={server.token}")
        assert welcome.status_code == 303
        assert welcome.headers["location"] == "/"
        cookie = welcome.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert server.token not in cookie
        page = await client.get("/")
        assert page.status_code == 200
        assert page.headers["content-security-policy"] == POLICY.decode()
    async with server.client(headers={"Accept": "text/html"}) as stranger:
        page = await stranger.get("/")
        assert page.status_code == 401
        assert "<form" in page.text
        for wrong in ("x", server.token + "x", "%00", "%C3%A9", "%FF", "<script>alert(1)</script>"):
            refused = await stranger.get(f"/?token={wrong}")
            assert refused.status_code == 401
            assert "set-cookie" not in refused.headers
            assert "alert(1)" not in refused.text


async def test_the_sign_in_page_sends_the_token_in_no_address(server: Running) -> None:
    """An address is kept in histories and in the logs of proxies."""
    async with server.client(headers={"Accept": "text/html", "Origin": server.url}) as browser:
        page = await browser.get("/s/0123")
        assert 'method="post"' in page.text
        assert page.headers["referrer-policy"] == "same-origin", "without one a browser sends `Origin: null`"
        wrong = await browser.post("/", data={"token": "<b>wrong</b>", "to": "/s/0123"})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        assert "That token does not open" in wrong.text
        assert 'value="/s/0123"' in wrong.text
        assert "wrong</b>" not in wrong.text
        for bad in ("token=a&token=b", "", "x" * 9000, "&".join("abcdefghijklmnopqrstuvwxyz")):
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            refused = await browser.post("/", content=bad, headers=kind)
            assert refused.status_code in (401, 413), bad[:20]
        signed_in = await browser.post("/", data={"token": f" {server.token} ", "to": "/s/0123"})
        assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/s/0123")
        assert (await browser.get("/api/health", headers={"Accept": "*/*"})).status_code == 200
        foreign = await browser.post("/", data={"token": server.token}, headers={"Origin": "http://evil.example"})
        assert foreign.status_code == 403
        nowhere = await browser.post("/", data={"token": server.token, "to": "//evil.example"})
        assert nowhere.headers["location"] == "/"


@pytest.mark.parametrize(("said", "secure"), [("https", True), ("https, http", True), ("http", False), (None, False)])
async def test_the_cookie_is_secure_where_tls_is(server: Running, said: str | None, secure: bool) -> None:
    async with server.client(headers={}) as browser:
        headers = {"X-Forwarded-Proto": said} if said is not None else {}
        for told in (
            await browser.post("/", data={"token": server.token}, headers=headers),
            await browser.get(f"/?token={server.token}", headers=headers),
        ):
            assert ("; Secure" in told.headers["set-cookie"]) is secure


def test_who_is_a_proxy() -> None:
    access = Access(token="t" * 20, port=1, proxies=checked_proxies(["10.0.0.0/8", "fd00::/8"]))
    given = ("10.1.2.3", "fd00::1", "::ffff:10.1.2.3", "11.0.0.1", "fe80::1", "", "x", "::ffff:11.0.0.1")
    assert [access.is_proxy(each) for each in given] == [True, True, True, False, False, False, False, False]
    says = {b"x-forwarded-proto": [b"https"]}
    assert [access.encrypted("http", each, says) for each in given] == [access.is_proxy(each) for each in given]
    assert access.encrypted("https", "192.0.2.1", {}), "TLS of our own"
    assert access.encrypted("http", "127.0.0.1", says)
    with pytest.raises(BadSetting, match="trusted_proxies"):
        checked_proxies(["proxy.example"])


CHOSEN = "chosen-by-somebody-0123456789"


@pytest.mark.parametrize("by", ["variable", "settings", "file"])
async def test_a_token_that_somebody_chose_is_printed_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str, caplog: pytest.LogCaptureFixture
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    if by == "variable":
        monkeypatch.setenv("MOOT_AUTH_TOKEN", CHOSEN)
    else:
        (home / ("settings.toml" if by == "settings" else "token")).write_text(
            f'auth_token = "{CHOSEN}"\n' if by == "settings" else CHOSEN
        )
    with caplog.at_level("DEBUG"):
        async with running(home) as server, server.client() as client:
            assert server.token == CHOSEN
            assert (await client.get("/api/health")).status_code == 200
            await client.get(f"/?token={CHOSEN}")
    said = "\n".join(server.said)
    assert f"Open {server.url} and sign in" in said
    kept = [record.getMessage() for record in caplog.records if not record.name.startswith("http")]  # the client's own
    assert CHOSEN not in said + "".join(kept)


async def test_plain_http_beyond_this_machine_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_AUTH_TOKEN", CHOSEN)
    async with running(tmp_path / "home", host="0.0.0.0") as server, server.client(headers={}) as browser:
        assert any("plain HTTP" in line for line in server.said)
        page = await browser.get("/", headers={"Accept": "text/html"})
        assert "plain HTTP" not in page.text, "from this very machine nobody is on the way"
    assert beginning(server.backend, "127.0.0.1", drawn=False)[1:] == []
    assert "plain HTTP" in sign_in("/", plain=True).decode()


async def test_signing_in_leads_to_the_page_that_was_asked_for(server: Running) -> None:
    async with server.client(headers={"Accept": "text/html"}) as stranger:
        for address in (
            "/s/0123?t=1.5&view=a%22b",
            "/settings/endpoints",
            f"/s/%3Cb%3E?{'&'.join('abcdefghijklmnopqrstuvwxyz')}",
        ):
            page = await stranger.get(address)
            assert page.status_code == 401
            form = re.search(r'name="to" type="hidden" value="([^"]*)"', page.text)
            assert form is not None
            assert unescape(form[1]) == address
            signed_in = await stranger.get("/", params={"token": server.token, "to": unescape(form[1])})
            assert (signed_in.status_code, signed_in.headers["location"]) == (303, address)
            stranger.cookies.clear()
        refused = await stranger.get("/s/0123?token=wrong")
        assert "wrong" not in refused.text


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example", "http://evil.example",
        "evil.example", "javascript:alert(1)", "\\\\evil.example", "/x\r\nSet-Cookie: a=b", " //evil.example", "/é",
        "/api/archive", "", "/assets/x", "/" + "x" * 3000,
    ],
)  # fmt: skip
async def test_signing_in_leads_nowhere_else(server: Running, to: str) -> None:
    async with server.client(headers={"Accept": "text/html"}) as stranger:
        signed_in = await stranger.get("/", params={"token": server.token, "to": to})
        assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/")
        assert "a=b" not in signed_in.headers["set-cookie"]


async def test_a_link_on_another_site_opens_a_page_and_nothing_more(server: Running) -> None:
    """What the cookie is sent with besides our own pages: following a link, which only reads a page."""
    cookie = {"Cookie": f"{server.backend.access.cookie_name}={server.backend.access.cookie}"}
    link = {**cookie, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Accept": "text/html"}
    async with server.client(headers=link) as client:
        assert (await client.get("/s/0123?t=1.5")).status_code == 200
        for method, path in (
            ("GET", "/api/sessions"),
            ("GET", "/api/archive"),
            ("POST", "/api/sessions"),
            ("POST", "/s/1"),
        ):
            assert (await client.request(method, path)).status_code == 403, path


async def test_a_socket_is_guarded_too(server: Running) -> None:
    address = f"ws://127.0.0.1:{server.port}/ws"
    own = f"http://127.0.0.1:{server.port}"
    for headers, status in (
        ({}, 401),
        ({"Authorization": "Bearer nope"}, 401),
        ({**server.bearer, "Origin": EVIL}, 403),
        ({**server.bearer, "Origin": "null"}, 403),
        ({"Cookie": f"{server.backend.access.cookie_name}={server.backend.access.cookie}", "Origin": EVIL}, 403),
    ):
        with pytest.raises(websockets.exceptions.InvalidStatus) as refused:
            await websockets.connect(address, additional_headers=headers, proxy=None)
        assert refused.value.response.status_code == status
    async with websockets.connect(address, additional_headers={**server.bearer, "Origin": own}, proxy=None) as socket:
        await socket.send('{"do": "ping"}')
        assert await socket.recv() == '{"pong":true}'


@pytest.mark.fast(2)
@pytest.mark.parametrize("path", ["/api/sessions", "/v1/chat/completions", "/api/conversations"])
@pytest.mark.parametrize("pause", [5.0, 0.1])
async def test_a_body_that_stops_coming_or_comes_too_slowly_is_ended_and_told(
    path: str, pause: float, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guard.STALLED <= 10 < guard.BODY_WITHIN
    monkeypatch.setattr(guard, "STALLED", 0.3)
    reader, writer = await connected(server, f"POST {path}", "Content-Length: 5000", body=b"{")

    async def drips() -> None:
        while True:
            await asyncio.sleep(pause)
            writer.write(b" ")

    dripping = asyncio.create_task(drips())
    answer = await asyncio.wait_for(reader.readuntil(b"came too slowly: "), 60)
    dripping.cancel()
    with suppress(ConnectionResetError):  # a byte met the line that was hung up
        await asyncio.wait_for(reader.read(), 60)  # until the server hangs up: the place is free
    assert answer.startswith(b"HTTP/1.1 408")
    writer.close()


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/sessions", "Host: evil.example", 403),
        ("/api/sessions", "Host: {host}\r\nOrigin: https://evil.example\r\nAuthorization: Bearer {token}", 403),
        ("/api/sessions", "Host: {host}", 401),
        ("/api/nothing", "Host: {host}\r\nAuthorization: Bearer {token}", 404),
        ("/api/sessions/import/nothing", "Host: {host}\r\nAuthorization: Bearer {token}", 404),
        ("/api/health", "Host: {host}\r\nAuthorization: Bearer {token}", 405),
        ("/api/sessions", "Host: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: 150000001", 413),
    ],
)
async def test_what_is_refused_is_answered_before_its_body_has_come(
    server: Running, path: str, headers: str, status: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    told = headers.format(host=f"127.0.0.1:{server.port}", token=server.token)
    length = "" if "Content-Length" in told else "Content-Length: 5000000\r\n"
    writer.write(f"POST {path} HTTP/1.1\r\n{told}\r\nContent-Type: application/json\r\n{length}\r\n{{".encode())
    answer = await asyncio.wait_for(reader.readline(), 60)
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    writer.close()


async def test_an_endless_body_is_cut(server: Running) -> None:
    """At the limit it is answered; what comes after the answer is dropped, and then the connection is closed."""
    reader, writer = await connected(server, "POST /api/estimate/x", "Transfer-Encoding: chunked")
    assert (await asyncio.wait_for(reader.readline(), 60)).startswith(b"HTTP/1.1 404")

    async def send(size: int) -> None:
        for _ in range(size // 0x10000):
            writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            await writer.drain()

    with pytest.raises(ConnectionError):
        await send(4 * wire.MOST_DROPPED)
    writer.close()


async def test_a_chunked_body_is_cut_at_the_limit(server: Running) -> None:
    reader, writer = await connected(server, "POST /api/rubrics/check", "Transfer-Encoding: chunked")
    answer = asyncio.create_task(reader.readline())
    for _ in range(SMALL // 0x10000 + 1):
        assert not answer.done(), "it is answered before the limit"
        writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        await writer.drain()
    assert (await asyncio.wait_for(answer, 60)).startswith(b"HTTP/1.1 413"), "more of it may follow"
    writer.close()


async def test_headers_have_a_limit(server: Running) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\n" + b"".join(b"x-%d: %b\r\n" % (n, b"y" * 900) for n in range(100)) + b"\r\n")
    assert (await reader.readline()).startswith(b"HTTP/1.1 400")
    writer.close()


async def test_who_is_not_signed_in_holds_no_place_with_a_slow_form(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guard.FORM_WITHIN <= 10
    monkeypatch.setattr(guard, "FORM_WITHIN", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntok"
    writer.write(f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{form}".encode())
    assert (await asyncio.wait_for(reader.read(), 120)).startswith(b"HTTP/1.1 408"), "and then it is hung up"
    writer.close()


async def test_a_trusted_origin_needs_no_token_on_its_door_alone(tmp_path: Path) -> None:
    origin = {"Origin": "http://localhost:5173"}
    async with (
        running(tmp_path, trust_origins=["http://localhost:5173"]) as server,
        server.client(headers={}) as client,
    ):
        asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        preflight = await client.options("/api/conversations", headers={**origin, **asks})
        assert preflight.status_code == 204
        assert preflight.headers["access-control-allow-origin"] == "http://localhost:5173"
        assert "access-control-allow-credentials" not in preflight.headers
        made = await client.post("/api/conversations", json={}, headers=origin)
        assert made.status_code == 200
        assert made.headers["access-control-allow-origin"] == "http://localhost:5173"
        assert (await client.get("/", headers=origin)).json()["status"] == "ok"
        for path in ("/v1/models", "/api/threads", "/api/conversationsx", "/api/councils", "/api/sessions/x/state"):
            assert (await client.get(path, headers=origin)).status_code == 403, path
        for path in ("/api/sessions", "/api/health", "/api/models"):
            assert (await client.get(path, headers=origin)).status_code == 200, path
        for method, path in (("POST", "/api/sessions"), ("DELETE", "/api/sessions/x"), ("POST", "/api/health")):
            assert (await client.request(method, path, json={}, headers=origin)).status_code == 403, path
        assert (await client.get("/api/conversations")).status_code == 401
        for other in ("http://localhost:5174", "https://localhost:5173", "http://localhost:5173.evil.example", "null"):
            assert (await client.get("/api/conversations", headers={"Origin": other})).status_code == 403, other
        evil_host = {**origin, "Host": f"evil.example:{server.port}"}
        assert (await client.get("/api/conversations", headers=evil_host)).status_code == 403
        plain = await client.post("/api/conversations", content=b"{}", headers={**origin, "Content-Type": "text/plain"})
        assert plain.status_code == 415


def test_the_token_is_private_and_kept(tmp_path: Path) -> None:
    token = token_at(tmp_path / "home")
    assert len(token) >= 40
    file = tmp_path / "home" / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert token_at(tmp_path / "home") == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short")
    assert len(token_at(tmp_path / "home")) >= 40
    assert list((tmp_path / "home").iterdir()) == [file]


def test_others_are_let_in_by_a_chosen_token_alone() -> None:
    for host in ("0.0.0.0", "::", "192.168.1.2", "moot.example"):
        with pytest.raises(BadSetting):
            checked_bind(host, token_was_set=False, trusted=())
        with pytest.raises(BadSetting):
            checked_bind(host, token_was_set=True, trusted=("http://localhost:5173",))
        checked_bind(host, token_was_set=True, trusted=())
    for host in ("127.0.0.1", "localhost", "::1", "[::1]", "127.8.9.10"):
        checked_bind(host, token_was_set=False, trusted=("http://localhost:5173",))
    for weak in ("", "short", "x" * 15, "x" * 20 + " y", "é" * 20):
        with pytest.raises(BadSetting):
            chosen_token(weak)


def test_an_origin_is_written_as_browsers_do() -> None:
    assert checked_origin("http://localhost:5173/") == "http://localhost:5173"
    for wrong in ("localhost:5173", "*", "null", "http://*", "file:///x", "http://a/b", "http://u@a"):
        with pytest.raises(BadSetting):
            checked_origin(wrong)


def test_a_taken_port_is_named() -> None:
    first = bound("127.0.0.1", 0)
    with pytest.raises(Conflict, match=str(first.getsockname()[1])):
        bound("127.0.0.1", first.getsockname()[1])
    first.close()


async def test_nothing_is_said_before_the_guard(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as client:
        for path in ("/nothing", "/api/nothing", "/v1/nothing"):
            assert (await client.get(path)).status_code == 401
            assert (await client.get(path, headers=server.bearer)).status_code == 404
            status = (await client.put(path, headers=server.bearer, json={})).status_code
            assert status == (405 if path == "/nothing" else 404)
        assert (await client.request("TRACE", "/api/health", headers=server.bearer)).status_code == 405


async def test_bodies_that_are_here_at_once_share_one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_BUFFERED", 100)
    inside, go = asyncio.Event(), asyncio.Event()
    statuses: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        inside.set()
        await go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    door = guard.Guard(app, Access(token="t" * 40, port=8484))
    scope = {
        "type": "http", "method": "POST", "path": "/api/sessions", "query_string": b"", "scheme": "http",
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8484),
        "headers": [
            (b"host", b"127.0.0.1:8484"), (b"authorization", b"Bearer " + b"t" * 40),
            (b"content-type", b"application/json"), (b"content-length", b"60"),
        ],
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 60, "more_body": False}

    async def send(message: Message) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    first = asyncio.create_task(door(scope, receive, send))
    await inside.wait()
    await asyncio.wait_for(door(scope, receive, send), 120)
    assert statuses == [TooBusy.status], "two of 60 bytes are more than the room for 100"
    go.set()
    await first
    await door(scope, receive, send)
    assert statuses[1:] == [200, 200], "what has been answered takes no room"
