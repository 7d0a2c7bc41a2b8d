"""Render the sign-in page, a single file whose style is allowed by digest.

The page contains the requested address, so that signing in leads there.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

_FOLDER = files("moot.server.landing")

SIGN_IN = (_FOLDER / "sign_in.html").read_bytes()
_TO = b'name="to" type="hidden" value="/"'
_SAID = b"<!-- said -->"
assert SIGN_IN.count(_TO) == SIGN_IN.count(_SAID) == 1
PLAIN = (
    "This page came over plain HTTP from another machine: whoever is on the way can read the token. Enter it in a "
    "network you trust, or open this server through a proxy with TLS."
)


def sign_in(to: str, said: str = "", *, plain: bool = False) -> bytes:
    """Return the sign-in page as HTML.

    Args:
        to: The address to go on to after signing in.
        said: What to show above the form, such as that the token was wrong.
        plain: Whether to warn that others can read what is sent, since there is no TLS.
    """
    told = filter(None, (said, PLAIN if plain else ""))
    notes = "".join(f'<p class="said" role="alert">{escape(each)}</p>' for each in told)
    return SIGN_IN.replace(_TO, _TO.replace(b"/", escape(to).encode())).replace(_SAID, notes.encode())


def _policy(page: bytes) -> bytes:
    style = page.partition(b"<style>")[2].partition(b"</style>")[0]
    digest = b64encode(sha256(style).digest())
    return (
        b"default-src 'none'; style-src 'sha256-" + digest + b"'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    )


SIGN_IN_POLICY = _policy(SIGN_IN)
