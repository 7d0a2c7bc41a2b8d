"""How much does a browser load? The built app's chunks, as they travel: gzip, the hardest."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

KB = 1000


def bundle(app: Path) -> dict[str, float]:
    """Kilobytes of each part that has a budget, by its name."""
    assets = app / "assets"
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) / KB for file in assets.iterdir()}
    index = (app / "index.html").read_text()
    entered = set(re.findall(r"assets/([\w.-]+\.js)", index))
    sheets = set(re.findall(r"assets/([\w.-]+\.css)", index))

    def named(*starts: str, ends: str = ".js") -> float:
        return sum(size for name, size in sizes.items() if name.startswith(starts) and name.endswith(ends))

    fonts = [file for file in assets.iterdir() if re.match(r"(inter|fraunces)-latin-(wght|full)", file.name)]
    return {
        name: round(size, 1)
        for name, size in {
            "main": sum(sizes[name] for name in entered),
            "council": named("CouncilView-"),
            "markdown": named("Rendered-", "Markdown-"),
            "motion": named("motion-"),
            "theatre": named("TheatreView-"),
            "matrix": named("MatrixView-"),
            "session": named("SessionPage-"),
            "css_first": sum(sizes[name] for name in sheets),
            "css": named("", ends=".css"),
            "fonts_latin": sum(file.stat().st_size for file in fonts) / KB,
        }.items()
    }


BUDGETS = {"main": 125, "council": 65, "markdown": 65, "motion": 22, "css_first": 14, "css": 37, "fonts_latin": 90}
"""Most kilobytes of each."""
