"""Build the wheel of this source and install it, once for the whole run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def python_with_wheel(folder: Path) -> Path:
    """The interpreter of an environment that holds the wheel; made by whichever worker comes first."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / "venv" / "bin" / "python"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _install(wheel_in(folder), folder / "venv")
            (folder / "ready").touch()
    return made


def wheel_in(folder: Path) -> Path:
    """The wheel, built from this source; the build makes the web app where it is stale."""
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT)
    (wheel,) = folder.glob("moot-*.whl")
    return wheel


def _install(wheel: Path, venv: Path) -> None:
    _run([sys.executable, "-m", "venv", "--without-pip", str(venv)], ROOT)
    site = next(venv.glob("lib/python*/site-packages"))
    # What Moot depends on is taken from where the tests run; a .pth in a folder named by a .pth does not count, so an
    # editable Moot there stays out of sight.
    packages = [place for place in sys.path if Path(place).name in ("site-packages", "dist-packages")]
    (site / "dependencies.pth").write_text("\n".join(packages) + "\n", encoding="utf-8")
    uv = shutil.which("uv")
    tool = [uv, "pip", "install", "-q", "--python", str(venv)] if uv else [
        sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(site),
    ]  # fmt: skip
    _run([*tool, "--no-deps", str(wheel)], ROOT)


def _run(command: list[str], folder: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
