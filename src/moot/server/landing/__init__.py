"""What does a browser see before it may come in? A sign-in page that stands alone; its style is allowed by digest.

The page keeps the address that was asked for, so that signing in leads there.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

_FOLDER = files("moot.server.landing")

SIGN_IN = (_FOLDER / "sign_in.html").read_bytes()
_TO = b'name="to" type="hidden" value="/"'
assert SIGN_IN.count(_TO) == 1


def sign_in(to: str) -> bytes:
    """The page; whoever signs in there goes on to this address."""
    return SIGN_IN.replace(_TO, _TO.replace(b"/", escape(to).encode()))


def _policy(page: bytes) -> bytes:
    style = page.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest())
    return (
        b"default-src 'none'; style-src 'sha256-" + digest + b"'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    )


SIGN_IN_POLICY = _policy(SIGN_IN)
