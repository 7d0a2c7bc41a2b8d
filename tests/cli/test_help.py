"""Test that every command has help, that help loads no command, and that starting stays cheap."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import Result

from cases import in_turn
from moot.cli import main as main_module
from moot.cli.lazy import LazyGroup
from moot.cli.main import MOVED, TOP, main
from moot.protocols import registry
from rig.commands import run_command

from .conftest import Run

NEVER_FOR_HELP = (
    "openai", "anthropic", "google", "mistralai", "pydantic_ai", "sqlalchemy", "fastapi", "sklearn", "xllamacpp",
    "numpy", "aiohttp", "alembic", "rich", "asyncio", "pydantic", "scipy",
)  # fmt: skip
NEVER_FOR_ASK = (
    "alembic", "pydantic_settings", "aiohttp", "numpy", "fastapi", "pydantic_ai", "pypdf", "rich.markdown",
    "markdown_it", "nh3", "moot.exports.session_files", "moot.exports.transcript_import",
)  # fmt: skip


def commands(
    group: click.Command = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    yield path, group
    if isinstance(group, LazyGroup):
        for name in group.places:
            found = group.get_command(click.Context(group), name)
            assert found is not None
            yield from commands(found, (*path, name))


ALL = dict(commands())


@in_turn("path", ALL)
def test_every_command_has_help(path: tuple[str, ...], moot: Run) -> None:
    found = ALL[path]
    assert found.help
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{' '.join(path)} {parameter.opts} has no help"
    result = moot(*path, "--help")
    assert result.exit_code == 0
    assert found.help.split("\n")[0].split()[0] in result.stdout
    told, short = moot("help", *path).stdout.split()[2:], moot(*path, "--help").stdout.split()[2:]
    also = len(told) > len(short)  # a word that is a protocol too has that one explained below its help
    assert also == (len(path) == 1 and path[0] in registry.names())
    assert told[: len(short)] == short


def test_every_command_named_in_a_text_exists() -> None:
    sources = Path(main_module.__file__).parents[1].rglob("*.py")
    texts = {
        node.value
        for file in sources
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    named = {
        found[1] for text in texts for found in re.finditer(r"(?<![\w./-])(?<!llm )moot ([a-z]+(?:[ -][a-z]+)*)", text)
    }
    assert len(named) > 100
    assert not {words: wrong for words in named if (wrong := unknown(words.split()))}


def unknown(words: list[str]) -> str:
    """The first word that names no command; empty if each does, or is an argument."""
    found: click.Command = main
    for word in words:
        if not isinstance(found, LazyGroup):
            return ""
        if word not in found.places:
            return word
        known = found.get_command(click.Context(found), word)
        assert known is not None
        found = known
    return ""


def modules_after(*args: str) -> set[str]:
    """What is loaded once a command has run."""
    code = (
        "import sys; from moot.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True)
    return set(ran.stderr.split("\n"))


def test_help_loads_nothing_heavy() -> None:
    loaded = modules_after("--help")
    assert not [name for name in NEVER_FOR_HELP if name in loaded]
    assert not [
        name
        for name in loaded
        if name.startswith(
            ("moot.floor", "moot.transcripts", "moot.sessions", "moot.exports", "moot.app", "moot.providers")
        )
    ]


@pytest.mark.slow
def test_asking_scripted_voices_loads_no_network_and_no_numpy() -> None:
    loaded = modules_after("ask", "hi")
    assert not [name for name in NEVER_FOR_ASK if name in loaded]


@pytest.mark.parametrize("name", registry.names())
def test_help_of_a_protocol_names_every_option(name: str, moot: Run) -> None:
    result = moot("help", name)
    assert result.exit_code == 0
    for option in registry.find(name).options.__struct_fields__:
        assert f"  {option} = " in result.stdout
    assert "Number of members that must answer" in result.stdout


def test_ask_shows_twelve_options_and_the_others_on_request(moot: Run) -> None:
    def options(*words: str) -> list[str]:
        lines = moot(*words).stdout.splitlines()
        return [line for line in lines if line.startswith("  -") and "--help" not in line]

    assert len(options("ask", "--help")) == 12
    assert len(options("ask", "--help-all")) > 25
    for command in ("chat", "debate", "run"):
        assert len(options(command, "--help")) <= min(12, len(options(command, "--help-all")) - 3)


def test_the_top_lists_twelve_commands_and_a_command_of_a_group_works_without_it(moot: Run) -> None:
    listed = moot("--help").stdout.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == list(TOP)
    assert len(TOP) == 12
    for name, group in MOVED.items():
        assert moot(name, "--help").stdout == moot(group, name, "--help").stdout
        assert moot("help", name).stdout.startswith("Usage: ")
    assert moot("runs").stdout.startswith("Usage: moot study runs")


def test_alone_it_greets_with_its_help_and_every_command_knows_h(moot: Run) -> None:
    alone = moot()
    assert alone.exit_code == 0
    assert alone.stdout == moot("-h").stdout == moot("--help").stdout
    for path, found in ALL.items():
        assert moot(*path, "-h").stdout.startswith("Usage: "), found


def test_a_question_needs_no_command(moot: Run) -> None:
    plain = moot("Is it late already?", "--seed", "s", "--json")
    assert json.loads(plain.stdout)["question"] == "Is it late already?"
    before = moot("--seed", "s", "--json", "Is it late already?")
    assert json.loads(before.stdout)["body"] == json.loads(plain.stdout)["body"]
    assert json.loads(moot("-", "--json", input="What is piped in?").stdout)["question"] == "What is piped in?"


def test_the_newest_sessions_need_no_id(moot: Run) -> None:
    assert "No question was asked yet." in moot("sessions", "show", "last").stderr
    first, second = (json.loads(moot("ask", "hi", "--json").stdout)["session"] for _ in range(2))
    shown = [json.loads(moot("sessions", "show", name, "--json").stdout)["session"] for name in ("last", "@1", "@2")]
    listed = [line.split()[:2] for line in moot("sessions", "list").stdout.splitlines() if line.startswith("@")]
    assert listed == [["@1", second[:8]], ["@2", first[:8]]]
    assert "@" not in moot("sessions", "list", "--state", "verdict").stdout
    assert shown == [second, second, first]
    assert "There are 2." in moot("sessions", "show", "@3").stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("asq", "x"), "Did you mean ask?"),
        (("last",), "It names a session: `moot sessions show last`, or `moot sessions open last`."),
        (("@1",), "It names a session: `moot sessions show @1`, or `moot sessions open @1`."),
        (("completion",), "Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish."),
        (("ask", "--nope"), "No such option"),
        (("sessions", "shwo"), "Did you mean show"),
        (("help", "nothing"), "There is no command or protocol"),
        (("sessions", "show"), "Missing argument"),
    ],
)
def test_a_slip_is_answered_with_the_nearest(words: tuple[str, ...], says: str, moot: Run) -> None:
    result: Result = moot(*words)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.startswith("error: ")


@pytest.fixture
def completed(tmp_path: Path) -> Callable[..., list[str]]:
    """What the shell is offered after these words."""
    return partial(offered, tmp_path)


def offered(folder: Path, *words: str) -> list[str]:
    environment = {
        **os.environ,
        "_MOOT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["moot", *words]),
        "COMP_CWORD": str(len(words)),
    }
    ran = run_command(Path(sys.executable), "moot", (), environment, folder)
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


@pytest.mark.slow
def test_the_shell_completes_commands_councils_and_sessions(moot: Run, completed: Callable[..., list[str]]) -> None:
    session = json.loads(moot("ask", "hi", "--json").stdout)["session"]
    assert completed("se") == ["sessions", "serve", "settings"]
    assert completed("ask", "-m", "rehearsal/st") == completed("ask", "--chair", "rehearsal/st") != []
    assert completed("ask", "--protocol", "consensus", "-o", "max_it") == ["max_iterations="]
    assert completed("ask", "-o", "quor") == ["quorum="]
    assert completed("ask", "--council", "reh") == ["rehearsal"]
    assert completed("sessions", "show", session[:3]) == [session[:8]]
    assert completed("sessions", "show", "l") == ["last"]
    assert completed("sessions", "show", "@") == ["@1"]


def test_help_fits_a_terminal_of_80_columns(moot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wide = {
        " ".join(path): line for path in ALL for line in moot(*path, "--help").stdout.splitlines() if len(line) > 80
    }
    assert not wide
