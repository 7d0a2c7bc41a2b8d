"""Test that every import goes the way `docs/architecture.md` allows, function-level imports included."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from docs.nodes import nodes_of, tree_of

from moot.protocols import registry

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
            table[cells[0]] = (
                set() if cells[1].startswith("nothing") else {name.strip() for name in cells[1].split(",")}
            )
    return table


PUBLIC = {
    "moot.cli.lazy",
    "moot.cli.public",
    "moot.providers.public",
    "moot.errors",
    "moot.exports.public",
    "moot.extension_points",
    "moot.app",
    "moot.library.public",
    "moot.protocols.public",
    "moot.server.public",
    "moot.settings",
    "moot.transcripts.public",
    "moot.vocabulary.public",
}
"""The modules of Moot that an extension may import; `docs/extensions.md` says what each is for."""


def folder_of(file: Path) -> str:
    """The folder, or the top-level module, a file belongs to."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


@cache
def imported(file: Path) -> list[tuple[int, str]]:
    """Line and full name of everything a file imports, wherever in it."""
    found = []
    for node in nodes_of(tree_of(file)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import hides where it goes"
            found.append((node.lineno, node.module or ""))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


FILES = sorted(SOURCE.rglob("*.py"))


def test_imports_go_one_way() -> None:
    table, wrong = allowed(), []
    folders = {folder_of(file) for file in FILES} - {"__init__", "__main__"}
    unsaid = folders - table.keys()
    assert not unsaid, f"docs/architecture.md says nothing about {unsaid}: add a row"
    for file in FILES:
        folder = folder_of(file)
        if folder not in table or folder == "extensions":  # held to `PUBLIC` below
            continue
        may = table[folder] | {folder, "lazy_exports"} | ({"server"} if file == SOURCE / "cli" / "serve.py" else set())
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


def test_extensions_import_only_what_is_public() -> None:
    wrong = []
    for file in sorted((SOURCE / "extensions").rglob("*.py")):
        own = ".".join(("moot", *file.relative_to(SOURCE).parts[:2]))
        for node in nodes_of(tree_of(file)):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            ours = [
                each for each in modules if each.partition(".")[0] == "moot" and not f"{each}.".startswith(f"{own}.")
            ]
            wrong += [f"{file}:{node.lineno} imports {each}" for each in ours if each not in PUBLIC]
    assert not wrong, "import it from a public module, or add it to one:\n" + "\n".join(wrong)


def test_protocols_have_no_clock_no_chance_and_no_io() -> None:
    wrong = []
    for file in sorted((SOURCE / "protocols").rglob("*.py")):
        # Kinds are joined by many threads.
        banned = BANNED_IN_PROTOCOLS - {"kinds.py": {"threading"}}.get(file.name, set())
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


NAMED = {name for protocol in registry.OURS for name in (protocol, protocol.replace("-", "_"))}
"""Our protocols, as people write them and as modules are called."""
MAY_NAME = {
    "extensions/compat/three_stage/": "speaks the contract of a program whose council is judged by its peers",
    "cli/main.py": "lists the command of the same name",
    "cli/asking/debate.py": "is the command of the same name",
    "extensions/compat/spectator/": "speaks the contract of a program whose small models debate before an audience",
    "exports/public.py": "passes on what a protocol records, for extensions that show it to other programs",
    "exports/three_stage_files.py": "reads and writes the files of the same program",
    "extensions/compat/consortium/": "speaks the contract of a program whose council seeks a consensus",
    "vocabulary/councils.py": "holds the one default: how a council deliberates unless it says otherwise",
    "extensions/studies/published/run_reading.py": "reads published files, and a field of theirs is called `consensus`",
    "exports/judgement_table.py": "lists fields of ballots that hold prose, and one is called `consensus`",
}
"""Places outside `protocols/` that name one of them, and why."""


def protocols_named(tree: ast.Module) -> list[tuple[int, str]]:
    """Lines of a file that import from a protocol's folder, or hold a text that is a protocol's name."""
    found = []
    said = {id(node.value) for node in nodes_of(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in nodes_of(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and node.value in NAMED and id(node) not in said:
            found.append((node.lineno, repr(node.value)))
        found += [
            (node.lineno, name) for name in names if name.startswith("moot.protocols.") and name.split(".")[2] in NAMED
        ]
    return found


def test_no_room_names_a_protocol() -> None:
    """Those that must are listed with a reason, and a reason that is needed no more goes."""
    used, wrong = set(), []
    for file in FILES:
        place = str(file.relative_to(SOURCE))
        if place.startswith("protocols/") or not (found := protocols_named(tree_of(file))):
            continue
        if (excused := next((may for may in MAY_NAME if place.startswith(may)), None)) is not None:
            used.add(excused)
            continue
        wrong += [f"{place}:{line} names {name}" for line, name in found]
    assert not wrong, "let the protocol declare it: " + "; ".join(wrong)
    assert used == MAY_NAME.keys()


def test_no_file_is_in_a_circle_of_imports() -> None:
    """Imports in functions and those for types alone are counted; a package's own file is not, it only hands on."""
    modules = {
        ".".join(("moot", *file.relative_to(SOURCE).with_suffix("").parts)): file
        for file in FILES
        if file.name not in ("__init__.py", "__main__.py")
    }
    edges = {module: {name for _, name in imported(file) if name in modules} for module, file in modules.items()}
    assert sum(map(len, edges.values())) > 1000
    TopologicalSorter(edges).prepare()  # raises CycleError


def test_files_stay_small() -> None:
    lines = {str(file): len(file.read_text().splitlines()) for file in FILES}
    long = {file: count for file, count in lines.items() if count > 600}
    assert not long, f"split these by the questions they answer: {long}"


def test_every_module_says_what_it_answers() -> None:
    silent = [str(file) for file in FILES if not ast.get_docstring(tree_of(file))]
    assert not silent, f"these do not begin by saying what question they answer: {silent}"
