"""How does a wheel come to carry the web app? The build asks `web/build.py`, which builds it when it has to.

Beside it goes the bill of materials: made from the lock files, or, in an sdist, taken as it came.

An editable install builds nothing: `make run` and `make web` do, where a build is wanted.
"""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
BUILD = ROOT / "web" / "build.py"
BILL = "moot.cdx.json"


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
        bill = _bill_of_materials()
        if self.target_name == "wheel":
            build_data["sbom_files"].append(str(bill.relative_to(ROOT)))
        else:
            build_data["force_include"][str(bill)] = BILL


def _bill_of_materials() -> Path:
    """The bill, made anew where there are the lock files it is made from."""
    if not (ROOT / "web" / "package-lock.json").is_file():
        return ROOT / BILL
    made: Path = run_path(str(ROOT / "shipping" / "sbom.py"))["written"](ROOT / "build" / BILL)
    return made
