"""How is the web app worked on? The server with its pages made anew at every change: `make dev`.

The server starts again when its sources change, vite shows changes of the app at once. Both know one token of their
own, so that no address has to be copied.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path
from runpy import run_path

WEB = Path(__file__).resolve().parent
PORT = os.environ.get("MOOT_PORT", "8484")


def main() -> int:
    """Runs both until one of them ends."""
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
        return pages.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        for process in (pages, server):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
