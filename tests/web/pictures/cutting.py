"""A way to the server that lets no socket through and cuts every stream after so many events: a bad proxy, for real."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from web.served import Served


@contextmanager
def cutting(served: Served, every: int) -> Iterator[str]:
    """The proxy's address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/ws"):
                self.send_error(502)
                return
            self._pass_on()

        def do_POST(self) -> None:
            self._pass_on()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

        def _pass_on(self) -> None:
            own = f"127.0.0.1:{served.port}"
            headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            headers |= {"Host": own, "Accept-Encoding": "identity"}
            if "Origin" in headers:
                headers["Origin"] = f"http://{own}"
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            way = http.client.HTTPConnection("127.0.0.1", served.port, timeout=300)
            try:
                way.request(self.command, self.path, body or None, headers)
                answer = way.getresponse()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("Connection", "close")
                self.end_headers()
                streams = "event-stream" in (answer.getheader("content-type") or "")
                passed = 0
                for line in answer:
                    self.wfile.write(line)
                    passed += line.startswith(b"id:")
                    if streams and passed >= every and line == b"\n":
                        return
            except OSError:
                return  # the browser left
            finally:
                way.close()

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    proxy.daemon_threads = True
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}"
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join(5)
