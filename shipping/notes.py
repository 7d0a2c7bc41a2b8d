"""What does a release say of itself? The section of its version in CHANGELOG.md, and nothing else.

`python -m shipping.notes` prints it for the version in the source, and ends with 1 where there is none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from shipping.sbom import ROOT, version_of


def notes_of(version: str, root: Path = ROOT) -> str:
    """The notes of a version; empty where it has none."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1].strip() if found else ""


if __name__ == "__main__":
    version = version_of()
    notes = notes_of(version)
    if not notes:
        sys.exit(f"CHANGELOG.md says nothing of {version}. Write its section first.")
    sys.stdout.write(f"Moot {version}\n\n{notes}\n")
