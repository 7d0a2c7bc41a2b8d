"""Search services on a real socket: they speak the formats of PubMed, arXiv, Hacker News, Tavily and Brave.

    async with Services() as services:
        services.url              # the base address a row in searchers.toml would name
        services.modes["arxiv"] = "429"     # what goes wrong there from now on; a list: one after the other
        services.asked            # every request so far

Modes: those of `WRONG`, `empty`, and `none` (all is well). Which service a request is for is told by its path.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qs, urlsplit

WRONG = (
    "429", "500", "403", "broken", "bomb", "huge", "gzip-bomb", "slow", "silent", "drip", "cut", "redirect-private",
    "redirect-loop", "reset", "other-kind", "deep",
)  # fmt: skip
GZIP_BOMB = gzip.compress(b" " * 60_000_000)
TITLES = {
    "pubmed": ["Combination therapy in mild hypertension", "Statins & the <i>liver</i>", "Aspirin after 70"],
    "arxiv": ["Schedulers for work-stealing runtimes", "Rust and memory safety in kernels", "Latency of tail calls"],
    "hacker-news": ["Why we left microservices", "Postgres is enough", "Show HN: a tiny scheduler"],
    "tavily": ["Heat pumps in old houses", "What a heat pump costs", "Radiators and heat pumps"],
    "brave": ["A guide to heat pumps", "Heat pumps: noise", "What a heat pump costs"],
}
SERVICES = {
    "/esearch.fcgi": "pubmed", "/efetch.fcgi": "pubmed", "/api/query": "arxiv", "/api/v1/search": "hacker-news",
    "/search": "tavily", "/res/v1/web/search": "brave",
}  # fmt: skip


@dataclass
class AskedFor:
    """One request."""

    service: str
    method: str
    path: str
    values: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Services:
    """The server."""

    modes: dict[str, str | list[str]] = field(default_factory=dict)
    asked: list[AskedFor] = field(default_factory=list)
    titles: dict[str, list[str]] = field(default_factory=lambda: dict(TITLES))
    text: str = "What the source says about it."
    private: str = "http://127.0.0.1:9/"
    """Where `redirect-private` leads."""

    async def __aenter__(self) -> Self:
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self.port}"

    def rows(self) -> str:
        """A `searchers.toml` that leads every packaged searcher here."""
        return "\n".join(f'[{name}]\nurl = "{self.url}"\nprivate = true\nneeds_key = false\n' for name in TITLES)

    def seen(self, service: str) -> list[AskedFor]:
        """The requests of one service."""
        return [each for each in self.asked if each.service == service]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.split("\r\n")
            method, target, _ = first.split(" ", 2)
            headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            parts = urlsplit(target)
            form = body.decode() if "urlencoded" in headers.get("content-type", "") else parts.query
            values = {name: each[0] for name, each in parse_qs(form).items()}
            service = SERVICES.get(parts.path, "")
            asked = AskedFor(service, method, parts.path, values, headers, body)
            self.asked.append(asked)
            await self._answer(asked, writer)
        self._tasks.discard(task)
        writer.close()

    def _mode(self, service: str) -> str:
        mode = self.modes.get(service, "none")
        if isinstance(mode, list):
            return mode.pop(0) if mode else "none"
        return mode

    async def _answer(self, asked: AskedFor, writer: asyncio.StreamWriter) -> None:
        def head(status: int, length: int | None, **more: str) -> None:
            lines = [f"HTTP/1.1 {status} Said So", "Connection: close"]
            if length is not None:
                lines.append(f"Content-Length: {length}")
            lines += [f"{name.replace('_', '-')}: {value}" for name, value in more.items()]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")

        def send(status: int, body: bytes, **more: str) -> None:
            head(status, len(body), **more)
            writer.write(body)

        mode = self._mode(asked.service)
        xml = asked.path in ("/efetch.fcgi", "/api/query")
        if not asked.service:
            send(404, b"not here")
        elif mode in ("429", "500", "403"):
            send(int(mode), b'{"error": "so it is\x1b[31m"}', **({"Retry_After": "0"} if mode == "429" else {}))
        elif mode == "broken":
            send(200, b"<feed><entry>" if xml else b'{"hits": [{"title"')
        elif mode == "other-kind":
            send(200, b"<html><body>Sign in</body></html>" if xml else b'["of another kind"]')
        elif mode == "bomb":
            send(200, _xml_bomb())
        elif mode == "deep":
            send(200, b"<a>" * 50_000 + b"</a>" * 50_000 if xml else b"[" * 100_000)
        elif mode == "huge":
            head(200, 300_000_000)
            for _ in range(300):
                writer.write(b" " * 1_000_000)
                await writer.drain()
        elif mode == "gzip-bomb":
            send(200, GZIP_BOMB, Content_Encoding="gzip")
        elif mode == "slow":
            await asyncio.sleep(30)
        elif mode == "silent":
            head(200, 1000)
            await writer.drain()
            await asyncio.sleep(30)
        elif mode == "drip":
            head(200, 1000)
            for _ in range(1000):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.2)
        elif mode == "cut":
            head(200, 100_000)
            writer.write(b'{"hits": [')
        elif mode == "reset":
            writer.transport.abort()
        elif mode == "redirect-private":
            send(302, b"", Location=self.private)
        elif mode == "redirect-loop":
            send(302, b"", Location=f"{asked.path}?again=1")
        elif mode == "redirect-once":
            self.modes[asked.service] = "none"
            send(302, b"", Location=f"{asked.path}?{'&'.join(f'{k}=x' for k in asked.values)}")
        else:
            send(200, self._body(asked, [] if mode == "empty" else self.titles[asked.service]))
        with contextlib.suppress(ConnectionError):
            await writer.drain()

    def _body(self, asked: AskedFor, titles: list[str]) -> bytes:
        if asked.path == "/esearch.fcgi":
            found = {"count": str(len(titles)), "idlist": [str(1000 + n) for n in range(len(titles))]}
            return json.dumps({"header": {}, "esearchresult": found}).encode()
        if asked.path == "/efetch.fcgi":
            return _pubmed([(n, titles[int(n) - 1000]) for n in asked.values["id"].split(",")], self.text)
        if asked.path == "/api/query":
            return _atom(titles, self.text)
        if asked.path == "/api/v1/search":
            return _algolia(titles, self.text)
        pages = [
            {"title": title, "url": f"https://{asked.service}.example.com/{n}", "content": self.text, "score": 0.9}
            for n, title in enumerate(titles)
        ]
        if asked.path == "/search":
            return json.dumps({"query": "…", "results": pages, "response_time": 1.2}).encode()
        web = [{**page, "description": f"<strong>{self.text}</strong>"} for page in pages]
        return json.dumps({"type": "search", **({"web": {"results": web}} if web else {})}).encode()


def _pubmed(articles: list[tuple[str, str]], text: str) -> bytes:
    parts = [
        f"<PubmedArticle><MedlineCitation><PMID Version='1'>{number}</PMID><Article>"
        f"<Journal><JournalIssue><PubDate><Year>2023</Year></PubDate></JournalIssue><Title>J Test</Title></Journal>"
        f"<ArticleTitle>{title.replace('&', '&amp;')}</ArticleTitle>"
        f"<Abstract><AbstractText Label='METHODS'>{html.escape(text)}</AbstractText>"
        f"<AbstractText>More of it.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>"
        for number, title in articles
    ]
    return (
        '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
        '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
        f"<PubmedArticleSet>{''.join(parts)}</PubmedArticleSet>"
    ).encode()


def _atom(titles: list[str], text: str) -> bytes:
    entries = [
        f"<entry><id>http://arxiv.org/abs/2401.0000{n}v2</id><title>{html.escape(title)}</title>"
        f"<published>2024-01-0{n + 1}T00:00:00Z</published><summary>\n  {html.escape(text)}\n</summary></entry>"
        for n, title in enumerate(titles)
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>q</title>'
        f"{''.join(entries)}</feed>"
    ).encode()


def _algolia(titles: list[str], text: str) -> bytes:
    hits = [
        {
            "objectID": str(100 + n),
            "title": title,
            "url": f"https://news.example.com/{n}" if n else None,
            "story_text": None if n else f"<p>{text} &amp; more",
            "points": 10 * n,
            "num_comments": n,
            "created_at": "2022-05-06T07:08:09Z",
            "_highlightResult": {},
        }
        for n, title in enumerate(titles)
    ]
    return json.dumps({"hits": hits, "nbHits": len(hits), "page": 0}).encode()


def _xml_bomb() -> bytes:
    lines = ['<!ENTITY a0 "lol">'] + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return f"<?xml version='1.0'?><!DOCTYPE z [{''.join(lines)}]><z>&a9;</z>".encode()
