"""What does a browser see before it may come in? A sign-in page that stands alone; its style is allowed by digest."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

_FOLDER = files("moot.server.landing")

SIGN_IN = (_FOLDER / "sign_in.html").read_bytes()


def _policy(page: bytes) -> bytes:
    style = page.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest())
    return (
        b"default-src 'none'; style-src 'sha256-" + digest + b"'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    )


SIGN_IN_POLICY = _policy(SIGN_IN)
