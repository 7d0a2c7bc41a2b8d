"""Figures about the style of the sources: names, files, docstrings. `make bench ONLY=style`; alone, it lists them."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "moot"
SMALL, LARGE = 60, 600
"""Lines below which a file may belong in its neighbour, and above which it may hold a second subject."""
VAGUE = re.compile(r"\b(?:told|held|stands|said)\b", re.IGNORECASE)
PARTICIPLE = re.compile(
    r"_?(?:[A-Z][a-z]+(?:ed|ing)|Told|Said|Held|Kept|Found|Put|Read|Written|Drawn|Heard|Seen|Given|Known|Taken|Sat|Done"
    r"|Begun|Cast|Shown|Sent|Made|Met|Left|Lost|Gone|Came|Learnt|Spent|Thought|Cut|Built|Chosen)"
)


def class_names(sources: Path = SOURCES) -> dict[str, list[str]]:
    """Return each class name with the files and lines that define it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file, node in _nodes(sources):
        if isinstance(node, ast.ClassDef):
            found[node.name].append(f"{file.relative_to(sources)}:{node.lineno}")
    return dict(found)


def docstrings(sources: Path = SOURCES) -> Iterator[tuple[str, str]]:
    """Yield each docstring, those of fields included, with its file and line."""
    for file, node in _nodes(sources):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield f"{file.relative_to(sources)}:{node.lineno}", node.value.value


def totals() -> dict[str, object]:
    """Count what `make bench ONLY=style` prints."""
    names = class_names()
    texts = [text for _, text in docstrings()]
    words = sum(len(text.split()) for text in texts)
    vague = sum(len(VAGUE.findall(text)) for text in texts)
    lengths = [len(file.read_text(encoding="utf-8").splitlines()) for file in _files(SOURCES)]
    return {
        "class names used twice": sum(len(places) > 1 for places in names.values()),
        "participles as class names": sum(bool(PARTICIPLE.fullmatch(name)) for name in names),
        "module docstrings that ask": len(questions()),
        "told, held, stands, said in 10,000 words of docstrings": round(vague / words * 10_000, 1),
        f"files under {SMALL} lines": sum(lines < SMALL for lines in lengths),
        f"files over {LARGE} lines": sum(lines > LARGE for lines in lengths),
        "functions over 60 lines": sum(
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno > SMALL
            for _, node in _nodes(SOURCES)
        ),
    }


def questions(sources: Path = SOURCES) -> list[str]:
    """Return the files whose docstring begins with a question."""
    asks = re.compile(r"[^.]*\?(?:\s|$)")
    return [
        str(file.relative_to(sources))
        for file in _files(sources)
        if asks.match(ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "")
    ]


def _files(sources: Path) -> list[Path]:
    return sorted(file for file in sources.rglob("*.py") if file.name != "__init__.py")


def _nodes(sources: Path) -> Iterator[tuple[Path, ast.AST]]:
    for file in sorted(sources.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            yield file, node


def main() -> None:
    """Print each finding with its place."""
    for name, places in sorted(class_names().items()):
        if len(places) > 1:
            print("twice:", name, *places)
        if PARTICIPLE.fullmatch(name):
            print("participle:", name, *places)
    for file in questions():
        print("question:", file)
    vague = Counter(place.partition(":")[0] for place, text in docstrings() if VAGUE.search(text))
    for file, number in vague.most_common():
        print(f"vague: {file} {number}")


if __name__ == "__main__":
    main()
