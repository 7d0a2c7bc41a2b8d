"""Where do processes that tests start keep what they compile? In one folder for every run, so that the next is quick.

Python reads no other compiled file while such a folder is named, so a new one for every run would be filled anew.
"""

from __future__ import annotations

from pathlib import Path

COMPILED = Path(__file__).parents[2] / ".pytest_cache" / "compiled"
