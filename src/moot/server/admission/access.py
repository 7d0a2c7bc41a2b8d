"""Check the token, Host header and origin of a request.

Pure decisions over headers, without any framework. The token is stored in `MOOT_HOME/token` (0600) and kept across
restarts; a browser gets a cookie derived from it, which cannot be used as a token.
`tests/server/admission/test_guard.py` checks every route against these rules.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from moot.errors import BadSetting, StorageFailed

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK = ("127.0.0.0/8", "::1")
SHORTEST_TOKEN = 16
"""Minimum number of characters in a token chosen by the user."""
BYTES = 32
_DRAWN = re.compile(r"[A-Za-z0-9_-]{43}")
"""Pattern of a generated token: 32 random bytes in base64."""


class Access(Struct, frozen=True, kw_only=True):
    """Access rules of this server: the token, the accepted host names, trusted origins and proxies."""

    token: str
    """The secret that opens every route."""
    port: int
    """Port on which the server listens."""
    hosts: frozenset[str] = frozenset()
    """Host names accepted besides the loopback names and the address that was reached, in lower case."""
    trusted: frozenset[str] = frozenset()
    """Origins that need no token for the three-stage API (that of another program, whose page Moot can serve)."""
    proxies: tuple[Network, ...] = ()
    """Addresses of proxies that are trusted to report whether a request came over TLS."""

    @property
    def cookie_name(self) -> str:
        """Return the name of the sign-in cookie. It contains the port, because a host's ports share their cookies."""
        return f"moot-{self.port}"

    @property
    def cookie(self) -> str:
        """Return the value of the sign-in cookie. It is derived from the token, and the token cannot be computed from
        it.
        """
        return hmac.new(self.token.encode(), b"moot cookie", sha256).hexdigest()

    def knows_host(self, host: str, reached_at: str) -> bool:
        """Return whether a request's Host header is a name of this server.

        `reached_at` is the local address at which the request arrived. If somebody else has pointed a domain name at
        that address, return false for that domain name.
        """
        name, _, port = host.lower().rpartition(":")
        if not name or host.endswith("]"):
            name, port = host.lower(), "80"
        if name in self.hosts:
            return True
        here = f"[{reached_at}]" if ":" in reached_at else reached_at
        return port == str(self.port) and (name in LOOPBACK_NAMES or name == here.lower())

    def opens(self, headers: Mapping[bytes, list[bytes]]) -> bool:
        """Return whether the request contains the token, or the cookie that a browser received when it signed in with
        the token."""
        given = headers.get(b"authorization", [])
        if given:
            scheme, _, token = given[0].partition(b" ")
            return len(given) == 1 and scheme.lower() == b"bearer" and self.is_token(token.strip())
        wanted = self.cookie.encode()
        return any(
            hmac.compare_digest(value.strip(), wanted)
            for line in headers.get(b"cookie", [])
            for name, _, value in (part.partition(b"=") for part in line.split(b";"))
            if name.strip() == self.cookie_name.encode()
        )

    def is_token(self, given: bytes) -> bool:
        """Return whether the bytes are the token, compared in constant time."""
        return hmac.compare_digest(given, self.token.encode())

    def encrypted(self, scheme: str, client: str, headers: Mapping[bytes, list[bytes]]) -> bool:
        """Return whether the client used TLS to reach this server, or to reach a trusted proxy that reports so."""
        if scheme == "https":
            return True
        given = headers.get(b"x-forwarded-proto", [])
        if not given or not self.is_proxy(client):
            return False
        return given[0].partition(b",")[0].strip().lower() == b"https"

    def is_proxy(self, client: str) -> bool:
        """Return whether the address belongs to a proxy that the settings name as trusted."""
        try:
            address = ipaddress.ip_address(client)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self.proxies if network.version == mapped.version)

    def foreign(self, headers: Mapping[bytes, list[bytes]], host: str) -> bool:
        """Return whether a browser reports that a page of another site sent the request.

        `host` is the request's Host header. Programs other than browsers report nothing and are not foreign.
        """
        origins = headers.get(b"origin", [])
        if origins:
            own = {f"http://{host}".lower(), f"https://{host}".lower()}
            return len(origins) != 1 or origins[0].decode("latin-1").lower() not in own
        sites = headers.get(b"sec-fetch-site", [])
        return any(site not in (b"same-origin", b"none") for site in sites)

    def trusts(self, headers: Mapping[bytes, list[bytes]]) -> str | None:
        """Return the request's origin if pages from that origin may use the three-stage API without a token; otherwise
        `None`."""
        origins = headers.get(b"origin", [])
        origin = origins[0].decode("latin-1") if len(origins) == 1 else ""
        return origin if origin in self.trusted else None


def is_drawn(token: str) -> bool:
    """Return whether a token looks generated by Moot. A token that a user chose does not, and is never printed."""
    return _DRAWN.fullmatch(token) is not None


def token_at(home: Path) -> str:
    """Return the server's token, which is stored in this home folder. If no token is stored yet, generate and store
    one."""
    path = home / "token"
    try:
        kept = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        kept = ""
    except UnicodeDecodeError:
        raise BadSetting(f"{path} is not a token.", "Delete the file; a new token is made at the next start.") from None
    if len(kept) >= SHORTEST_TOKEN and kept.isprintable() and " " not in kept:
        os.chmod(path, 0o600)
        return kept
    token = secrets.token_urlsafe(BYTES)
    fresh = path.with_name(f"token.{os.getpid()}")
    try:
        home.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(token + "\n")
        try:
            os.link(fresh, path)  # fails when another server has created one meanwhile; its token is then used
        except FileExistsError:
            if kept or not path.read_text(encoding="ascii").strip():
                os.replace(fresh, path)
    except OSError as error:
        raise StorageFailed(
            f"The server's token cannot be written to {path}: {error.strerror or error}.",
            f"See to space and rights in {home}, or set a token of your own in MOOT_AUTH_TOKEN.",
        ) from error
    finally:
        with suppress(OSError):
            fresh.unlink()
    return path.read_text(encoding="ascii").strip()


def chosen_token(given: str) -> str:
    """Return a token that the user chose; raise if it is too short or has characters that no token may have."""
    if len(given) < SHORTEST_TOKEN or not given.isascii() or not given.isprintable() or " " in given:
        raise BadSetting(
            "The token that was set is too short or holds spaces or signs that cannot be sent.",
            f"Set at least {SHORTEST_TOKEN} letters and digits, e.g. what `openssl rand -hex 24` prints.",
        )
    return given


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server bound to this host."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def checked_origin(origin: str) -> str:
    """Return the origin in the form in which a browser sends it (scheme, host, port); raise if it is not an origin."""
    scheme, sep, rest = origin.partition("://")
    plain = rest.rstrip("/")
    if scheme not in ("http", "https") or not sep or not plain or any(c in plain for c in "/?#@*\\ "):
        raise BadSetting(f"{origin!r} is not an origin.", "Write it as the browser does, e.g. http://localhost:5173.")
    return f"{scheme}://{plain.lower()}"


def checked_proxies(given: Sequence[str]) -> tuple[Network, ...]:
    """Parse addresses and networks of trusted proxies, and add this machine's own addresses."""
    try:
        return tuple(ipaddress.ip_network(each, strict=False) for each in (*LOOPBACK, *given))
    except ValueError as error:
        raise BadSetting(
            f"`trusted_proxies` cannot be read: {error}.", "Name addresses or networks, e.g. 10.0.0.7 or 172.16.0.0/12."
        ) from None


def checked_bind(host: str, *, token_was_set: bool, trusted: Sequence[str]) -> None:
    """Raise if other machines could reach the server although no token was set, or although pages of a trusted
    origin need none."""
    if is_loopback(host):
        return
    if not token_was_set:
        raise BadSetting(
            f"Listening on {host} lets other machines in, and no token was set for them.",
            "Set MOOT_AUTH_TOKEN to a long secret first, or listen on 127.0.0.1.",
        )
    if trusted:
        raise BadSetting(
            "A trusted origin needs no token, so it is allowed on this machine only.",
            "Leave out --trust-origin, or listen on 127.0.0.1.",
        )
