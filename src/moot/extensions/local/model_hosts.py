"""From where may a model's file come? From the model host, and from the few hosts it sends on to; nowhere else.

A download is the one request that follows a redirect to another host, so each hop is held against this list, and then
against the addresses any public row may reach. `HF_ENDPOINT` names another host in its place, as that of a company;
`HF_TOKEN` goes to the first host alone. Held by `tests/extensions/local/test_downloader.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from moot.providers.public import EgressRefused, Target, is_local, target_of

HOST = "https://huggingface.co"
FOLLOWED = (".huggingface.co", ".hf.co")
"""Endings of the names that the model host keeps its files under."""
MOST_HOPS = 5


class Hop(Struct, frozen=True, kw_only=True):
    """One address on the way to a file."""

    target: Target
    """The origin, checked."""
    rest: str
    """Path and query."""
    private: bool
    """Whether it may lie in the user's own network."""


def first_hop(path: str, environ: Mapping[str, str]) -> Hop:
    """Where a file is asked for: at the model host, or at the one the user names."""
    base = environ.get("HF_ENDPOINT", "").strip().rstrip("/") or HOST
    private = is_local(base)
    try:
        target = target_of(base, private=private)
    except EgressRefused as error:
        raise EgressRefused(error.message, "HF_ENDPOINT names it; unset it, or write an https address.") from None
    return Hop(target=target, rest=path, private=private)


def next_hop(first: Hop, here: Hop, location: str) -> Hop:
    """Where a redirect leads, if a file may come from there."""
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
