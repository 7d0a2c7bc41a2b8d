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


class WebApp(BuildHookInterface):  # type: ignore[type-arg]  # hatchling leaves its configuration's type open
    """Builds the web app into the package."""

    def dependencies(self) -> list[str]:
        """Node from a wheel, when a build is needed and the machine has none.

        Nobody says here whether the install will be an editable one; MOOT_SKIP_WEB=1 does.
        """
        made = run_path(str(BUILD))
        return [made["NODE"]] if made["lacks_node"]() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the files are gathered."""
        if version == "editable":
            return
        made = run_path(str(BUILD))
        try:
            self.app.display_info(made["build"]())
        except made["NotBuilt"] as error:
            sys.exit(str(error))
