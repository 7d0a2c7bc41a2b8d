"""Start and stop the server: bind the port, open the application, serve, park the sessions, close.

On SIGTERM or SIGINT nothing new is admitted, streams close with a `retry:`, sessions are parked so that the next start
resumes them at once, and the process ends with 0. What an earlier server left unfinished is resumed at the start.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from moot.app import Application
from moot.app.examples import add_examples
from moot.egress import logs
from moot.egress.open_files import in_use, raised
from moot.errors import BadSetting, Conflict, StorageFailed
from moot.protocols import registry
from moot.server.admission.access import (
    Access,
    checked_bind,
    checked_origin,
    checked_proxies,
    chosen_token,
    is_drawn,
    is_loopback,
    token_at,
)
from moot.server.admission.connection_limit import room_for
from moot.server.admission.connections import Doorway
from moot.server.admission.wire import HttpWire, SocketWire
from moot.server.app import app_for
from moot.server.dependencies import Backend
from moot.settings import SERVER_FILE, address, checked_home, home_folder, server_address, settings_from
from moot.settings.tomlfile import write_private

GRACE = 5
"""Number of seconds for unfinished requests when the server stops."""
BACKLOG = 4096
FEW_PLACES = 1000
"""Number of viewers below which the server prints a warning at its start."""
SOCKET_MESSAGE = 64_000
"""Maximum number of bytes of one message that a client sends over a WebSocket."""

Say = Callable[[str], None]


class MootServer(uvicorn.Server):
    """uvicorn's server with a limit on connections. Before the server stops, it disconnects viewers."""

    def __init__(self, config: uvicorn.Config, backend: Backend) -> None:
        super().__init__(config)
        self._backend = backend

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections, but only as many as there is room for."""
        if not sockets or sys.platform == "win32":  # whose event loop accepts connections itself
            await super().startup(sockets)
            return
        state = self.server_state

        def wire() -> HttpWire:
            return HttpWire(config=self.config, server_state=state, app_state={})

        doors = [Doorway(each, wire, state.connections, self._backend.room) for each in sockets]
        self.servers: list[Any] = doors
        for door in doors:
            door.open()
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect viewers, then stop. Without this, uvicorn would wait for the end of the viewers' streams."""
        await self._backend.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """While the context lasts, stop the server on SIGINT and SIGTERM. uvicorn's own method would raise the signal
        again afterwards."""
        before = {}
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                before[number] = signal.signal(number, self._told)
        except ValueError:
            before = {}  # not in the main thread: the caller sets `should_exit`
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told(self, number: int, frame: FrameType | None) -> None:
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True


async def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    trust_origins: Sequence[str] = (),
    home: Path | None = None,
    say: Say = print,
    demo_speed: float | None = None,
    started: Callable[[MootServer, Backend], None] | None = None,
    local: bool = False,
    examples: bool = False,
) -> None:
    """Run the server until it is stopped.

    Args:
        host: Address to listen on; by default the setting's.
        port: Port to listen on; by default the setting's.
        trust_origins: Origins whose pages may use the three-stage API without a token.
        home: The home folder; by default `MOOT_HOME` or the platform's data folder.
        say: Prints a line about the start.
        demo_speed: Speed of the scripted voices, in place of the setting's.
        started: Called with the server and its state once it is about to listen.
        local: Whether models on this machine sit when a question names no model.
        examples: Whether a new home folder gets the packaged example sessions before the first request.
    """
    home = checked_home(home) if home is not None else home_folder()
    settings = settings_from(home)
    host = host if host is not None else settings.host
    files = raised()
    trusted = frozenset(checked_origin(origin) for origin in trust_origins)
    proxies = checked_proxies(settings.trusted_proxies)
    checked_bind(host, token_was_set=bool(settings.auth_token), trusted=sorted(trusted))
    listener = bound(host, port if port is not None else settings.port)
    try:
        number = listener.getsockname()[1]
        token = chosen_token(settings.auth_token) if settings.auth_token else token_at(home)
        hosts = frozenset(name.lower() for name in settings.allowed_hosts)
        access = Access(token=token, port=number, hosts=hosts, trusted=trusted, proxies=proxies)
        app = await Application.opened(door="server", home=home, demo_speed=demo_speed)
        if examples:
            await add_examples(app)
    except BaseException:
        listener.close()
        raise
    registry.loaded()  # now: on the first request their modules would keep every other request waiting
    backend = Backend(app, access, room_for(files, in_use()))
    server = MootServer(_config(backend), backend)
    gc.freeze()  # collecting garbage among loaded modules would delay every request by a tenth of a second
    if local:
        app.seats.local = True
        await app.model_host.start()
    app.lines.others = lambda: len(server.server_state.connections)
    recovery = asyncio.create_task(_recovered(backend, say))
    services = asyncio.create_task(app.tell_services(lambda each: each.run()))
    try:
        place = address(host, number)
        with suppress(StorageFailed):  # a server also starts on a full disk
            write_private(home / SERVER_FILE, place)
        say(f"Moot listens on {place}")
        for line in beginning(backend, host, drawn=not settings.auth_token and is_drawn(token)):
            say(line)
        if started is not None:
            started(server, backend)
        await server.serve(sockets=[listener])
    finally:
        for task in (recovery, services):
            task.cancel()
        await asyncio.gather(recovery, services, return_exceptions=True)
        await backend.close()
        await app.close()
        listener.close()
        if server_address(home, settings) == address(host, number):
            (home / SERVER_FILE).unlink(missing_ok=True)


def beginning(backend: Backend, host: str, *, drawn: bool) -> list[str]:
    """Return the lines printed when the server starts: its address, and the token only if `drawn` (made by Moot)."""
    place = address(host, backend.access.port)
    if drawn:
        lines = [f"Open {place}/?token={backend.access.token}", f"The token is also the API key, at {place}/v1"]
    else:
        lines = [f"Open {place} and sign in with the token that was set for this server; it is not shown here."]
    if not is_loopback(host) and all(network.is_loopback for network in backend.access.proxies):
        lines.append(
            "Warning: this is plain HTTP, and other machines can reach it. Whoever is on the way can read the token "
            "and all that is asked and answered. Put a proxy with TLS before it and name it in `trusted_proxies`."
        )
    if backend.places.most < FEW_PLACES:
        lines.append(
            f"At most {backend.places.most:,} can watch at once, because this process may open "
            f"{backend.room.files:,} files (`ulimit -n`)."
        )
    return lines


def run(
    *,
    host: str | None = None,
    port: int | None = None,
    trust_origins: Sequence[str] = (),
    started: Callable[[MootServer, Backend], None] | None = None,
    access_log: bool = False,
    local: bool = False,
) -> None:
    """Run `serve` in an event loop, with logging, until the server is stopped. `moot serve` calls this."""

    def say(line: str) -> None:
        print(line, flush=True)  # noqa: T201  # the address has to be read at once, also through a pipe

    if not logs.started():
        logs.start()
    if access_log:
        logging.getLogger("moot.access").setLevel(logging.INFO)
    with asyncio.Runner(loop_factory=_loop) as runner:
        runner.run(
            serve(
                host=host, port=port, trust_origins=trust_origins, say=say, started=started, local=local, examples=True
            )
        )


def _loop() -> asyncio.AbstractEventLoop:
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.new_event_loop()
    return new_event_loop()


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to this host and port. Raise if the port is in use.

    Call this before other preparations, so that this error comes at once.
    """
    plain = host.strip("[]")
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            plain, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise BadSetting(f"{host!r} is no address of this machine.", "Listen on 127.0.0.1.") from None
    except OverflowError:
        raise BadSetting(f"{port} is no port.", "Choose one from 1 to 65535, or 0 for any free one.") from None
    listener = socket.socket(family, kind, proto)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(where)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise Conflict(
            f"Nothing can listen on {address(host, port)}: {error.strerror or error}.",
            "Another program, perhaps another Moot, has the port: end it, or choose another with `--port`.",
        ) from None
    listener.setblocking(False)
    return listener


def _config(backend: Backend) -> uvicorn.Config:
    return uvicorn.Config(
        app_for(backend),
        http=HttpWire,
        ws=SocketWire,
        lifespan="off",
        access_log=False,  # addresses may contain the token
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=15,
        ws_max_size=SOCKET_MESSAGE,
        ws_ping_interval=15.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
    )


async def _recovered(backend: Backend, say: Say) -> None:
    taken = await backend.app.recover()
    backend.recovered = len(taken)
    if taken:
        say(f"Taken up where the last server left off: {len(taken)} session{'s' if len(taken) > 1 else ''}.")
