"""Limit the hosts that a model's file may come from: the model host, and the few hosts it redirects to.

A download is the one request that follows a redirect to another host, so each hop is checked against this list, and
then against the addresses any public row may reach. `HF_ENDPOINT` names another host in its place, such as a company's;
`HF_TOKEN` goes to the first host alone. Tested by `tests/extensions/local/test_downloader.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from moot.providers.public import EgressRefused, Target, is_local, target_of

HOST = "https://huggingface.co"
FOLLOWED = (".huggingface.co", ".hf.co")
"""Suffixes of the hosts that store the model host's files."""
MOST_HOPS = 5


class Hop(Struct, frozen=True, kw_only=True):
    """One address on the way to a file."""

    target: Target
    """The origin, checked."""
    rest: str
    """Path and query."""
    private: bool
    """Whether it may be in the user's own network."""


def first_hop(path: str, environ: Mapping[str, str]) -> Hop:
    """Return where a file is requested: at the model host, or at the one the user names."""
    base = environ.get("HF_ENDPOINT", "").strip().rstrip("/") or HOST
    private = is_local(base)
    try:
        target = target_of(base, private=private)
    except EgressRefused as error:
        raise EgressRefused(error.message, "HF_ENDPOINT names it; unset it, or write an https address.") from None
    return Hop(target=target, rest=path, private=private)


def next_hop(first: Hop, here: Hop, location: str) -> Hop:
    """Return where a redirect leads; raise if a file may not come from there."""
    try:
        parts = urlsplit(urljoin(f"{here.target.base}{here.rest}", location))
        origin = f"{parts.scheme}://{parts.netloc}".lower()
        same = origin == first.target.origin
        private = first.private and same
        target = target_of(origin, private=private)
    except ValueError:
        raise EgressRefused("It redirects to what is no address.") from None
    rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not same and not target.host.endswith(FOLLOWED) and target.origin != HOST:
        raise EgressRefused(f"It redirects to {target.host!r}, which is none of the model host's own names.")
    if not rest.isascii() or any(c <= " " or c == "\x7f" for c in rest):
        raise EgressRefused("It redirects to an address that is not plain ASCII.")
    return Hop(target=target, rest=rest, private=private)
