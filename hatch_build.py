"""How does a wheel come to carry the web app? The build asks `web/build.py`, which builds it when it has to.

An editable install builds nothing: `make run` and `make web` do, where a build is wanted.
"""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path(__file__).parent / "web" / "build.py"
BUILT = Path(__file__).parent / "src" / "moot" / "server" / "app" / "index.html"


class WebApp(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves its configuration's type open
    """Builds the web app into the package."""

    def dependencies(self) -> list[str]:
        """Node from a wheel, when a build is needed and the machine has none."""
        if not BUILD.is_file() or self.target_name not in ("wheel", "sdist"):
            return []
        made = run_path(str(BUILD))
        return (
            [made["NODE"]] if made["npm_command"]() is None and not made["is_fresh"](made["stamp_of_sources"]()) else []
        )

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the files are gathered."""
        if version == "editable":
            return
        if not BUILD.is_file():
            if not BUILT.is_file():
                sys.exit("This copy holds neither the web app nor its sources. Take a whole release or a clone.")
            return
        self.app.display_info(run_path(str(BUILD))["build"]())
