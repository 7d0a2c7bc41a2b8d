"""Serve the built web app: its page at every page address, its files under `/assets`.

The app is built into the folder `app` beside this file and is no part of the source. A page of it is one file,
`index.html`, whatever the address: the app reads the address itself. Files under `/assets` have a digest in their name,
so a browser may cache them for ever. Without a build, a page explains how to make one.
"""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from pathlib import Path

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from moot.server.admission.path_rules import NO_PAGES

FOLDER = Path(str(files("moot.server"))) / "app"
"""Folder of the built web app."""
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Media types of the file types that are served from `/assets`."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
NOT_BUILT = (Path(__file__).parent / "landing" / "not_built.html").read_bytes()
MARK = (Path(__file__).parent / "landing" / "mark.svg").read_bytes()
_ASSET = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,120}")
_DIGEST = re.compile(r"-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$")


class PageConvertor(StringConvertor):
    """Path convertor that matches the addresses of web app pages, i.e. those that belong to none of the APIs."""

    regex = rf"(?!(?:{'|'.join(sorted(NO_PAGES))})(?:/|$)).*"


register_url_convertor("page", PageConvertor())


async def page() -> Response:
    """Return the response with the web app's page."""
    found = await _read(FOLDER / "index.html")
    headers = {"Cache-Control": ASK_AGAIN, "Vary": "Accept"}
    return Response(found if found is not None else NOT_BUILT, headers=headers, media_type="text/html; charset=utf-8")


class FrontRoute(Route):
    """Route that matches only requests from browsers, so that another route can answer programs at the same address."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        found = super().matches(scope)
        return found if found[0] is Match.NONE or wants_page(Request(scope)) else (Match.NONE, {})


async def front(request: Request) -> Response:
    """Return the web app, at the address `/`."""
    return await page()


async def anywhere(request: Request) -> Response:
    """Return the web app, at every other address that is one of its pages."""
    if not wants_page(request):
        raise HTTPException(404, "There is nothing here.")
    return await page()


async def asset(request: Request) -> Response:
    """Return a file of the web app. Its name contains a digest of its content, so browsers may cache it for ever."""
    name = request.path_params["name"]
    kind = TYPES.get(Path(name).suffix)
    body = await _read(FOLDER / "assets" / name) if kind is not None and _ASSET.fullmatch(name) else None
    if body is None:
        raise HTTPException(404, "There is no such file.")
    headers = {"Cache-Control": FOR_EVER if _DIGEST.search(name) else ASK_AGAIN}
    return Response(body, headers=headers, media_type=kind)


async def mark(request: Request) -> Response:
    """Serve Moot's icon."""
    return Response(MARK, headers={"Cache-Control": ASK_AGAIN}, media_type=TYPES[".svg"])


async def licences(request: Request) -> Response:
    """Return the licences of the web app's parts."""
    body = await _read(FOLDER / "licences.txt")
    if body is None:
        raise HTTPException(404, "The web app was not built, so there are no licences to show.")
    return Response(body, headers={"Cache-Control": ASK_AGAIN}, media_type=TYPES[".txt"])


FIRST: list[BaseRoute] = [
    FrontRoute("/", front, methods=["GET"]),
    Route("/assets/{name}", asset, methods=["GET"]),
    Route("/mark.svg", mark, methods=["GET"]),
    Route("/licences.txt", licences, methods=["GET"]),
]
"""Routes of the web app's files, before those of the APIs."""
LAST: list[BaseRoute] = [Route("/{page:page}", anywhere, methods=["GET"])]
"""Route of the web app's pages, tried after those of the APIs, because it matches all remaining addresses."""


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


async def _read(file: Path) -> bytes | None:
    try:
        return await asyncio.to_thread(file.read_bytes)
    except OSError:
        return None
