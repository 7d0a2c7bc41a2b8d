"""Lines of code in src/moot, folder by folder: lines that hold code, without docstrings, comments and blank lines."""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "moot"
GENERATED = "api.d.ts"

_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> int:
    """How many lines of a file hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):  # a string that stands alone documents what is before it
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def by_room(sources: Path) -> Counter[str]:
    """Count lines of code in each folder and file directly below `sources`."""
    rooms: Counter[str] = Counter()
    for path in sources.rglob("*.py"):
        rooms[path.relative_to(sources).parts[0]] += code_lines(path.read_text(encoding="utf-8"))
    return rooms


def web_lines(folder: Path) -> int:
    """Count the lines of TypeScript and CSS that hold more than a comment, without generated files."""
    files = (each for each in folder.rglob("*") if each.suffix in {".ts", ".tsx", ".css"} and each.name != GENERATED)
    lines = (line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith(("//", "/*", "*")) for line in lines)


def totals() -> dict[str, int]:
    """Count what `make bench ONLY=lines` prints."""
    sources = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py")]
    return {
        "src": by_room(SOURCES).total(),
        "tests": by_room(ROOT / "tests").total(),
        "web/src": web_lines(ROOT / "web" / "src"),
        "re.compile in src": sum(text.count("re.compile(") for text in sources),
        "fmt: skip in src": sum(text.count("# fmt: skip") for text in sources),
        "schema revisions": len([*(SOURCES / "transcripts" / "sql" / "migrations" / "versions").glob("0*.py")]),
    }


def main() -> None:
    """Print each folder's lines, most first, and their sum; another folder of sources may be named."""
    rooms = by_room(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES)
    for room, lines in rooms.most_common():
        print(f"{lines:6,}  {room}")
    print(f"{rooms.total():6,}  all")


if __name__ == "__main__":
    main()
