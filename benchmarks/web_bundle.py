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
        found = {
            each: sum(size for name, size in sizes.items() if name.startswith(each) and name.endswith(ends))
            for each in starts
        }
        if gone := [each for each, size in found.items() if not size]:
            raise LookupError(f"No part of the app is called {' or '.join(gone)} any more: name what took its place.")
        return sum(found.values())

    asks = {
        file.name: set(re.findall(r"(?:from|import)\s*[\"`']\./([\w.-]+\.js)", file.read_text("utf-8")))
        for file in assets.glob("*.js")
    }

    def loaded(page: str) -> float:
        """What a page brings along beside what every page has: the file imported for it, and what that needs."""
        first = "".join((assets / name).read_text("utf-8") for name in entered)
        waiting = [name for name in re.findall(r"import\(`\./([\w.-]+\.js)`", first) if f".{page}-" in f".{name}"]
        if not waiting:
            raise LookupError(f"The app imports no {page} any more: name what took its place.")
        seen = set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen and name not in entered:
                seen.add(name)
                waiting += asks.get(name, ())
        return sum(sizes[name] for name in seen)

    fonts = [file for file in assets.iterdir() if re.match(r"(inter|fraunces)-latin-(wght|full)", file.name)]
    return {
        name: round(size, 1)
        for name, size in {
            "main": sum(sizes[name] for name in entered),
            "transcript": named("AnswersPage-"),
            "markdown": named("Rendered-"),
            "formulas": named("draw-"),
            "code": named("colours-"),
            "motion": named("motion-"),
            "watch": named("WatchPage-"),
            "result": named("ResultPage-"),
            "session": loaded("SessionPage"),
            "css_first": sum(sizes[name] for name in sheets),
            "css": named("", ends=".css"),
            "fonts_latin": sum(file.stat().st_size for file in fonts) / KB,
        }.items()
    }


BUDGETS = {
    "main": 125, "transcript": 12, "watch": 27, "result": 13.5, "session": 82, "markdown": 65, "formulas": 80,
    "code": 30, "motion": 22, "css_first": 14, "css": 48, "fonts_latin": 90,
}  # fmt: skip
"""Most kilobytes of each. All sheets together were 37 until there were pages of usage and of comparison, a palette and
pickers of models, code had colours, formulas their place and pages fitted a phone;
no page loads them all, and what is loaded first has a budget of its own."""
