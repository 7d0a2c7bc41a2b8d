"""Does every import go the one way that `docs/architecture.md` allows? Hidden, function-level imports are counted."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "moot"
BANNED_IN_PROTOCOLS = {
    "random", "secrets", "time", "datetime", "os", "asyncio", "socket", "ssl", "http", "urllib", "aiohttp", "httpx",
    "subprocess", "threading", "pathlib", "uuid",
}  # fmt: skip


def allowed() -> dict[str, set[str]]:
    """The table of the architecture page."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.split("## Who may import whom")[1].split("\n## ")[0]
    table = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in ("folder", "---"):
            table[cells[0]] = set() if cells[1] == "nothing" else {name.strip() for name in cells[1].split(",")}
    return table


def folder_of(file: Path) -> str:
    """The folder, or the top-level module, a file belongs to."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


@cache
def tree_of(file: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(file.read_text())


@cache
def imported(file: Path) -> list[tuple[int, str]]:
    """Line and full name of everything a file imports, wherever in it."""
    found = []
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import hides where it goes"
            found.append((node.lineno, node.module or ""))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


FILES = sorted(SOURCE.rglob("*.py"))


def test_there_is_something_to_check() -> None:
    assert len(FILES) > 50
    assert {"errors", "sessions", "cli"} <= allowed().keys()


def test_imports_go_one_way() -> None:
    table, wrong = allowed(), []
    folders = {folder_of(file) for file in FILES} - {"__init__", "__main__"}
    unsaid = folders - table.keys()
    assert not unsaid, f"docs/architecture.md says nothing about {unsaid}: add a row, with a decision record"
    for file in FILES:
        folder = folder_of(file)
        if folder not in table:
            continue
        may = table[folder] | {folder} | ({"server"} if file == SOURCE / "cli" / "serve.py" else set())
        for line, name in imported(file):
            parts = name.split(".")
            if parts[0] != "moot" or len(parts) < 2:
                continue
            target = parts[1]
            if not (SOURCE / target).exists() and not (SOURCE / f"{target}.py").exists():
                continue  # a name of the package itself, such as __version__
            if target not in may:
                wrong.append(f"{file}:{line} imports moot.{target}; {folder} may import {', '.join(sorted(may))}")
    assert not wrong, "\n".join(wrong)


def test_protocols_have_no_clock_no_chance_and_no_io() -> None:
    wrong = []
    for file in sorted((SOURCE / "protocols").rglob("*.py")):
        banned = BANNED_IN_PROTOCOLS - ({"threading"} if file.name == "kinds.py" else set())  # it is joined to by many
        wrong += [f"{file}:{line} imports {name}" for line, name in imported(file) if name.split(".")[0] in banned]
    assert not wrong, "\n".join(wrong)


def test_no_protocol_imports_another() -> None:
    folders = {path.name for path in (SOURCE / "protocols").iterdir() if (path / "deliberation.py").exists()}
    assert len(folders) >= 5
    for file in sorted((SOURCE / "protocols").rglob("*.py")):
        own = file.relative_to(SOURCE / "protocols").parts[0]
        for line, name in imported(file):
            met = name.split(".")[2:3] if name.startswith("moot.protocols.") else []
            assert not folders.intersection(met) - {own}, (
                f"{file}:{line} imports {name}: put what both use in a room below"
            )


def test_files_stay_small() -> None:
    lines = {str(file): len(file.read_text().splitlines()) for file in FILES}
    long = {file: count for file, count in lines.items() if count > 400}
    assert not long, f"split these by the questions they answer: {long}"


def test_every_module_says_what_it_answers() -> None:
    silent = [str(file) for file in FILES if not ast.get_docstring(tree_of(file))]
    assert not silent, f"these do not begin by saying what question they answer: {silent}"


def test_no_empty_names() -> None:
    for file in FILES:
        assert file.stem not in {"utils", "helpers", "common", "base", "manager", "handler", "core", "misc"}, file
