"""How is the web app worked on? The server with its pages made anew at every change: `make dev`.

The server starts again when its sources change, vite shows changes of the app at once. Both know one token of their
own, so that no address has to be copied. A server that falls over is waited for, because the next change may mend it;
one that never gets up ends both.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

WEB = Path(__file__).resolve().parent
PORT = os.environ.get("MOOT_PORT", "8484")
UP_WITHIN = 60.0
"""Seconds the server has to open its port for the first time."""
DOWN_FOR = 10.0
"""Seconds without the port after which it is said: starting again after a change takes less."""
LOOKS_EVERY = 1.0


def main() -> int:
    """Runs both until one of them ends, or the server's port does not open."""
    if is_open(int(PORT)):
        sys.exit(f"Another program has the port {PORT}. End it, or choose another with MOOT_PORT.")
    made = run_path(str(WEB / "build.py"))
    npm = made["npm_command"]()
    if npm is None:
        sys.exit(f"Working on the web app takes Node. Install it, or `pip install {made['NODE']}`.")
    made["install"](npm)
    token = secrets.token_urlsafe(32)
    bin_folder = Path(sys.executable).parent
    serve = [f"{sys.executable} -m moot serve --port {PORT}", str(WEB.parent / "src")]
    server = subprocess.Popen(
        [str(bin_folder / "watchfiles"), "--filter", "python", *serve], env={**os.environ, "MOOT_AUTH_TOKEN": token}
    )
    pages = subprocess.Popen(
        [*npm, "run", "dev"],
        cwd=WEB,
        env={**os.environ, "MOOT_SERVER": f"http://127.0.0.1:{PORT}", "MOOT_TOKEN": token},
    )
    try:
        return watch(pages, server, lambda: is_open(int(PORT)))
    except KeyboardInterrupt:
        return 0
    finally:
        for process in (pages, server):
            process.terminate()
            process.wait()


def watch(pages: subprocess.Popen[bytes], server: subprocess.Popen[bytes], is_up: Callable[[], bool]) -> int:
    """Returns how the first of them ended. What restarts the server outlives it, so its port is looked at besides."""
    was_up, seen = False, time.monotonic()
    while True:
        for process in (pages, server):
            ended = process.poll()
            if ended is not None:
                return ended
        now = time.monotonic()
        if is_up():
            was_up, seen = True, now
        elif not was_up and now - seen > UP_WITHIN:
            return 1
        elif was_up and now - seen > DOWN_FOR:
            sys.stderr.write("The server is down. It starts again when its sources change.\n")
            seen = float("inf")
        time.sleep(LOOKS_EVERY)


def is_open(port: int) -> bool:
    """Whether something listens there."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return True
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
