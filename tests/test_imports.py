"""Does every import go the one way that `docs/architecture.md` allows? Hidden, function-level imports are counted."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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


def imported(file: Path) -> list[tuple[int, str]]:
    """Line and full name of everything a file imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_go_one_way(file: Path) -> None:
    folder = folder_of(file)
    if folder in ("__init__", "__main__"):
        return
    table = allowed()
    assert folder in table, f"docs/architecture.md says nothing about {folder!r}: add a row, with a decision record"
    may = table[folder] | {folder}
    if file == SOURCE / "cli" / "serve.py":
        may = may | {"server"}
    for line, name in imported(file):
        parts = name.split(".")
        if parts[0] != "moot" or len(parts) < 2:
            continue
        target = parts[1]
        if not (SOURCE / target).exists() and not (SOURCE / f"{target}.py").exists():
            continue  # a name of the package itself, such as __version__
        assert target in may, f"{file}:{line} imports moot.{target}; {folder} may import {', '.join(sorted(may))}"


@pytest.mark.parametrize(
    "file", sorted((SOURCE / "protocols").rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE))
)
def test_protocols_have_no_clock_no_chance_and_no_io(file: Path) -> None:
    for line, name in imported(file):
        banned = BANNED_IN_PROTOCOLS - ({"threading"} if file.name == "kinds.py" else set())  # it is joined to by many
        assert name.split(".")[0] not in banned, f"{file}:{line} imports {name}"


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_files_stay_small(file: Path) -> None:
    lines = len(file.read_text().splitlines())
    assert lines <= 400, f"{file} has {lines} lines; split it by the questions it answers"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_module_says_what_it_answers(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text())), f"{file} does not begin by saying what question it answers"


def test_no_empty_names() -> None:
    for file in FILES:
        assert file.stem not in {"utils", "helpers", "common", "base", "manager", "handler", "core", "misc"}, file
