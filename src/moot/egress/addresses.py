"""Check the address of every outbound connection, and connect only to the checked address.

An endpoint that is not private reaches global addresses over https only. All addresses of a name are checked, and the
connection uses a checked address: a name that resolves differently the second time gains nothing. Redirects are not
followed or pass here again; proxies from the environment are ignored.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from msgspec import Struct

from moot.errors import BadInput

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_LOCAL_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
Lookup = Callable[[str, int], Awaitable[Sequence[str]]]

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NOT_GLOBAL = tuple(
    ipaddress.ip_network(block)
    for block in (
        "192.88.99.0/24",  # 6to4 relays
        "100.64.0.0/10",
        "64:ff9b:1::/48",  # NAT64 of a local network
        "::/96",  # IPv4-compatible
        "2001::/32",  # Teredo
        "2001:db8::/32",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
        "100::/64",
    )
)
_NEVER = tuple(ipaddress.ip_network(block) for block in ("169.254.0.0/16", "fe80::/10", "0.0.0.0/8", "::/128"))
"""Networks that private endpoints may not reach either, because link-local addresses serve a cloud machine's
credentials.
"""


class EgressRefused(BadInput):
    """Raised for an address that Moot may not connect to."""

    code = "egress_refused"
    remedy_by_default = "For a server of your own, add a row with `private = true` (--private)."


class Target(Struct, frozen=True, kw_only=True):
    """The parts of a service's URL that has passed the check in `target_of`."""

    base: str
    """The URL without a slash at its end."""
    origin: str
    """Scheme, host and port of the URL. A stored API key is used for one origin only."""
    host: str
    """Host name or IP address in the URL."""
    port: int
    """The port."""


@lru_cache(maxsize=1024)
def target_of(url: str, *, private: bool) -> Target:
    """Check the URL of an endpoint and return its parts. Raise `EgressRefused` if the URL is not allowed. Host names
    are resolved later, by the `Gate`."""
    if not url.isascii() or any(c <= " " or c in '\\"<>^`{|}%\x7f' for c in url):
        raise EgressRefused(f"{url!r} is not an address Moot can take.", "Write it in plain ASCII, without escapes.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise EgressRefused(f"{url!r} is not a URL.") from None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    if scheme not in ("https", "http") or not host:
        raise EgressRefused(f"{url!r} is not an http or https URL.")
    if "@" in parts.netloc or "?" in url or "#" in url:
        raise EgressRefused(
            f"The address of {host!r} holds a user name, a query or a fragment.", "Give the bare base address."
        )
    if scheme == "http" and not private:
        raise EgressRefused(
            f"{url!r} would be spoken to unencrypted.",
            "Use https; only a server of your own may do without: `private = true` (--private).",
        )
    port = port if port is not None else 443 if scheme == "https" else 80
    if port == 0 or (port < 1024 and port not in (443, 80)):
        raise EgressRefused(f"Port {port} of {host!r} is not one Moot speaks to.", "Use 443, 80 or one from 1024 up.")
    literal = address_in(host)
    if literal is not None:
        check(literal, host, private=private)
    elif not _is_name(host):
        raise EgressRefused(f"{host!r} is not a host name.")
    elif not private and _is_local_name(host):
        raise EgressRefused(f"{host!r} is a name of a local network.")
    shown = f"[{host}]" if ":" in host else host
    default = port == (443 if scheme == "https" else 80)
    origin = f"{scheme}://{shown}" + ("" if default else f":{port}")
    return Target(base=origin + parts.path.rstrip("/"), origin=origin, host=host, port=port)


def is_local(url: str) -> bool:
    """Return whether a URL, as written, is on this machine or in a local network. Host names are not resolved."""
    try:
        host = (urlsplit(url).hostname or "").lower()
        literal = address_in(host)
        if literal is None:
            return bool(host) and _is_local_name(host)
        return not all(_is_global(each) for each in _meant(literal))
    except (ValueError, EgressRefused):
        return False


def address_in(host: str) -> Address | None:
    """Return the IP address written as a host, in any spelling that a resolver accepts; `None` if the host is a
    name."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        # Decimal, octal, hexadecimal and short forms: `2130706433`, `0177.1`, `0x7f.0.0.1`.
        return ipaddress.IPv4Address(socket.inet_aton(host)) if host[:1].isdigit() else None
    except (OSError, ValueError):
        return None


def check(address: Address, named: str, *, private: bool) -> None:
    """Raise `EgressRefused` if an endpoint may not connect to this IP address; `named` is the host it belongs to."""
    for each in _meant(address):
        if any(each in block for block in _NEVER if block.version == each.version) or each.is_multicast:
            raise EgressRefused(f"{named!r} leads to {each}, which no endpoint may use.", "Use 127.0.0.1 or its name.")
        if not private and not _is_global(each):
            raise EgressRefused(f"{named!r} leads to {each}, which is not on the public internet.")


def _meant(address: Address) -> tuple[Address, ...]:
    """Return every address that a connection to this one may reach: the address itself, and IPv4 addresses embedded in
    it."""
    if isinstance(address, ipaddress.IPv4Address):
        return (address,)
    if address.scope_id:
        raise EgressRefused(f"{address} names an interface of this machine.")
    if address.ipv4_mapped is not None:
        return (address.ipv4_mapped,)
    inside: list[Address] = [address]
    if address.sixtofour is not None:
        inside.append(address.sixtofour)
    if address.teredo is not None:
        inside.extend(address.teredo)
    if address in _NAT64:
        return (ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF),)
    return tuple(inside)


def _is_global(address: Address) -> bool:
    return (
        address.is_global
        and not address.is_reserved
        and not any(address in block for block in _NOT_GLOBAL if block.version == address.version)
    )


def _is_local_name(host: str) -> bool:
    return "." not in host.rstrip(".") or host.rstrip(".").endswith(_LOCAL_NAMES)


def _is_name(host: str) -> bool:
    labels = host.rstrip(".").split(".")
    if labels[-1].isdigit() or labels[-1].startswith("0x"):
        return False  # a resolver would read it as an address
    return len(host) <= 253 and all(
        0 < len(label) <= 63 and label.strip("-") == label and all(c.isalnum() or c in "-_" for c in label)
        for label in labels
    )


async def look_up(host: str, port: int) -> Sequence[str]:
    """Return all IP addresses of a host name, from the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


class Gate:
    """Resolves host names for one endpoint, and refuses a name if it has an IP address to which the endpoint may not
    connect."""

    def __init__(self, *, private: bool, lookup: Lookup = look_up) -> None:
        self.private, self._lookup = private, lookup

    async def addresses(self, host: str, port: int) -> list[Address]:
        """Return every IP address of a host; raise `EgressRefused` if one of them is not allowed."""
        literal = address_in(host)
        found = [literal] if literal is not None else []
        if literal is None:
            for text in dict.fromkeys(await self._lookup(host, port)):
                if "%" in text:
                    raise EgressRefused(f"{host!r} leads to {text}, an interface of this machine.")
                found.append(ipaddress.ip_address(text))
        if not found:
            raise OSError(f"{host} has no address")
        for address in found:
            check(address, host, private=self.private)
        return found
