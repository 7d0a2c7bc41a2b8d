"""Lines of code in src/moot, room by room: lines that hold code, without docstrings, comments and blank lines."""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "moot"

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
    """Lines of code in each folder and file directly below `sources`."""
    rooms: Counter[str] = Counter()
    for path in sources.rglob("*.py"):
        rooms[path.relative_to(sources).parts[0]] += code_lines(path.read_text(encoding="utf-8"))
    return rooms


def main() -> None:
    """Print each room's lines, most first, and their sum; another folder of sources may be named."""
    rooms = by_room(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES)
    for room, lines in rooms.most_common():
        print(f"{lines:6,}  {room}")
    print(f"{rooms.total():6,}  all")


if __name__ == "__main__":
    main()
