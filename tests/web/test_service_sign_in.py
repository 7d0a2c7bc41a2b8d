"""Test that a browser signs in at a service and comes back to a Moot that has its key."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from web.conftest import entered
from web.served import Served

KEY = "sk-or-v1-0123456789abcdef0123456789abcdef"


@contextmanager
def service() -> Iterator[str]:
    """A service whose page allows whoever asks a key, and sends the browser back; yields its base address."""
    challenges: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            query = parse_qs(urlsplit(self.path).query)
            if not self.path.startswith("/auth?"):
                self._send(json.dumps({"data": [{"id": "small"}]}).encode())
                return
            challenges["allowed"] = query["code_challenge"][0]
            link = f'<a href="{query["callback_url"][0]}?code=allowed">Allow</a>'
            self._send(link.encode(), "text/html")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            hashed = urlsafe_b64encode(sha256(body["code_verifier"].encode()).digest()).rstrip(b"=").decode()
            assert challenges.pop(body["code"]) == hashed
            self._send(json.dumps({"key": KEY}).encode())

        def _send(self, body: bytes, kind: str = "application/json") -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    served = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{served.server_port}/api/v1"
    finally:
        served.shutdown()
        served.server_close()


def test_signing_in_at_a_service_needs_no_key_to_copy(python: Path, page: Page, tmp_path: Path) -> None:
    with service() as url:
        home = tmp_path / "home"
        home.mkdir()
        (home / "endpoints.toml").write_text(f'[openrouter]\nurl = "{url}"\nprivate = true\n')
        with Served(python, home) as served:
            entered(page, served)
            page.goto(f"{served.url}/settings/endpoints/openrouter")
            page.get_by_role("button", name="Sign in at OpenRouter").click()
            page.get_by_role("link", name="Allow").click()
            page.wait_for_url(f"{served.url}/")
            expect(page.get_by_role("textbox", name="Ask a question")).to_be_visible()
            rows = served.api("GET", "/api/endpoints")["endpoints"]
            row = next(each for each in rows if each["endpoint"] == "openrouter")
            assert row["key"]["where"] == "kept"
            assert row["key"]["last"] == "…cdef"
