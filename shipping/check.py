"""Check what a release consists of: `python -m shipping.check [TAG]` after `make release` has filled `dist`.

Example:
    $ python -m shipping.check v0.1.0
    PASS tag: v0.1.0 is the version of the source
    PASS packages: one wheel and one sdist of 0.1.0
    PASS metadata: valid in both
    PASS install: 12.4 s, 11.9 s of CPU, from wheels on this machine (bound 20 s)
    PASS answer: the installed command answers
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from pathlib import Path
from zipfile import ZipFile

from packaging.metadata import Metadata

from shipping.sbom import ROOT, version_of

DIST, WHEELS = ROOT / "dist", ROOT / "build" / "wheels"
BOUND = 20.0
"""Seconds that an install from local wheels may take. It is printed and fails nothing: a busy machine takes longer."""


class BadRelease(Exception):
    """What is about to be released is not what it should be."""


def check_tag(tag: str, version: str) -> str:
    """Compare a tag with the version of the source.

    Raises:
        BadRelease: The tag is not `v` and the version.
    """
    if tag != f"v{version}":
        raise BadRelease(f"tag: {tag} is not v{version}; set __version__ in src/moot/__init__.py, or another tag")
    return f"tag: {tag} is the version of the source"


def packages_in(dist: Path, version: str) -> tuple[Path, Path]:
    """Return the wheel and the sdist of a version.

    Raises:
        BadRelease: There is another package, or one is missing.
    """
    found = sorted(path.name for path in dist.glob("*") if path.name.endswith((".whl", ".tar.gz")))
    wanted = [f"moot-{version}-py3-none-any.whl", f"moot-{version}.tar.gz"]
    if found != wanted:
        raise BadRelease(f"packages: {dist} holds {found}, not {wanted}")
    return dist / wanted[0], dist / wanted[1]


def check_metadata(data: bytes, version: str) -> None:
    """Check a package's metadata as an index does when it is uploaded.

    Args:
        data: The content of METADATA or PKG-INFO.
        version: The version it has to name.

    Raises:
        BadRelease: A field is wrong, or there is no description to show.
    """
    try:
        found = Metadata.from_email(data, validate=True)
    except ExceptionGroup as errors:
        raise BadRelease(f"metadata: {'; '.join(map(str, errors.exceptions))}") from None
    if (found.name, str(found.version)) != ("moot", version):
        raise BadRelease(f"metadata: it names {found.name} {found.version}, not moot {version}")
    if not (found.description or "").strip() or found.description_content_type != "text/markdown":
        raise BadRelease("metadata: there is no description in Markdown")


def metadata_of(package: Path) -> bytes:
    """Return METADATA of a wheel or PKG-INFO of an sdist."""
    if package.suffix == ".whl":
        with ZipFile(package) as wheel:
            return wheel.read(next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")))
    with tarfile.open(package) as sdist:
        member = sdist.extractfile(f"{package.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert member is not None
        return member.read()


def install(wheel: Path, folder: Path) -> tuple[float, float]:
    """Install a wheel and what it depends on into a fresh environment, from the locked wheels on this machine alone.

    Returns:
        Seconds that the install took, without the download, and how many of them the processor worked.
    """
    pip = ["-m", "pip", "--disable-pip-version-check", "-q"]
    lock = str(ROOT / "requirements.lock")
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / "bin" / "python")
    run([python, *pip, "download", "--no-deps", "--require-hashes", "-d", str(WHEELS), "-r", lock])
    began, before = time.monotonic(), os.times()
    run([python, *pip, "install", "--no-index", "--find-links", str(WHEELS), str(wheel)])
    took, after = time.monotonic() - began, os.times()
    run([python, *pip, "check"])
    return took, sum(after[2:4]) - sum(before[2:4])


def answer(folder: Path, version: str) -> None:
    """Ask the installed command its version and a question of the scripted council.

    Raises:
        BadRelease: It is of another version, or does not answer.
    """
    moot = str(folder / "venv" / "bin" / "moot")
    home = {"MOOT_HOME": str(folder / "home"), "MOOT_REHEARSAL_SPEED": "0"}
    if not run([moot, "--version"], **home).strip().endswith(version):
        raise BadRelease("answer: the installed command is of another version")
    if not run([moot, "ask", "-q", "Should a small town own its water system?"], **home).strip():
        raise BadRelease("answer: the installed command prints nothing")


def run(command: list[str], **more: str) -> str:
    """Run a command outside the checkout and return what it printed.

    Raises:
        BadRelease: It failed.
    """
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    done = subprocess.run(command, cwd=tempfile.gettempdir(), env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadRelease(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main(tag: str = "") -> None:
    """Run every check and print a line for each."""
    version = version_of()
    if tag:
        print(f"PASS {check_tag(tag, version)}")
    wheel, sdist = packages_in(DIST, version)
    print(f"PASS packages: one wheel and one sdist of {version}")
    for package in (wheel, sdist):
        check_metadata(metadata_of(package), version)
    print("PASS metadata: valid in both")
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        took, worked = install(wheel, Path(folder))
        mark = "PASS" if took <= BOUND else "FAIL"
        print(f"{mark} install: {took:.1f} s, {worked:.1f} s of CPU, from wheels on this machine (bound {BOUND:.0f} s)")
        answer(Path(folder), version)
    print("PASS answer: the installed command answers")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BadRelease as error:
        sys.exit(f"FAIL {error}")
