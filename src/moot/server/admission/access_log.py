"""Log one line per request when its response has ended, as `moot.access`.

A query is never logged, since it may contain the server's token, nor the token in a share's address, a header or a
body.
"""

from __future__ import annotations

import logging
import re
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger("moot.access")

_SHARE = re.compile(r"^(/share/|/api/shared/)[^/]+")
LONGEST = 200
"""Maximum number of characters of an address that are logged."""


class AccessLog:
    """ASGI middleware that logs requests. It is the outermost, so that refused requests are logged, too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not logger.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status, size = time.monotonic(), 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            client = (scope.get("client") or ("-",))[0]
            method = scope.get("method", "WS")
            took = round(1000 * (time.monotonic() - began))
            logger.info('%s "%s %s" %s %d B %d ms', client, method, address_of(scope), status or "left", size, took)


def address_of(scope: Scope) -> str:
    """Return a request's path for the log, without its query and without the token of a shared session."""
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "replace")
    path = raw.partition(b"?")[0].decode("ascii", "backslashreplace")
    path = _SHARE.sub(r"\1TOKEN", path)
    return path if len(path) <= LONGEST else path[:LONGEST] + "…"
