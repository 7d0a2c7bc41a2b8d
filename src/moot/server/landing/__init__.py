"""What does a browser see at `/`? A sign-in page without the token; with it, a small page to ask and to watch.

Everything is served from files of the package. The sign-in page stands alone, because without the token not even a
style sheet is handed out; its style is allowed by digest.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

_FOLDER = files("moot.server.landing")

TYPES = {
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "mark.svg": "image/svg+xml",
}
"""The static files there are, and nothing else."""

PAGE = (_FOLDER / "page.html").read_bytes()
STATIC = {name: (_FOLDER / name).read_bytes() for name in TYPES}
SIGN_IN = (_FOLDER / "sign_in.html").read_bytes()


def _policy(page: bytes) -> bytes:
    style = page.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest())
    return (
        b"default-src 'none'; style-src 'sha256-" + digest + b"'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    )


SIGN_IN_POLICY = _policy(SIGN_IN)
