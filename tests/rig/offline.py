"""Keep a test off the network: a connection or a look-up that leaves this machine is an error.

A folder's `conftest.py` imports the fixture; it then holds for every test in it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    left: list[str] = []
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def local(host: object) -> bool:
        try:
            return host == "localhost" or ipaddress.ip_address(str(host)).is_loopback
        except ValueError:
            return False

    def connect_locally(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not local(address[0]):
            left.append(f"connect {address}")
            raise OSError(f"a test tried to reach {address}")
        connect(self, address)

    def look_up_locally(host: Any, *rest: Any, **more: Any) -> Any:
        # Odd spellings of addresses are resolved by the system without asking anybody.
        if not local(host) and any(c.isalpha() for c in str(host).replace("0x", "")) and ":" not in str(host):
            left.append(f"look up {host}")
            raise socket.gaierror(-2, f"a test tried to resolve {host}")
        return look_up(host, *rest, **more)

    monkeypatch.setattr(socket.socket, "connect", connect_locally)
    monkeypatch.setattr(socket, "getaddrinfo", look_up_locally)
    yield
    assert left == []
