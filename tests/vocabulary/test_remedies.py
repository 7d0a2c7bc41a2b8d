"""Test that every remedy of the package can be carried out where it is read."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from docs.nodes import nodes_of, tree_of

import moot
from cases import in_turn
from moot.vocabulary.words.remedies import at_terminal, away_from_terminal, in_python, without_commands

PACKAGE = Path(moot.__file__).parent
COMMAND = re.compile(r"`moot [a-z]|(?<![\w`-])`?--[a-z]|`-[a-z] |\bmoot (?:sessions|keys|councils|endpoints|settings) ")
MAY_NAME_ONE = re.compile(r"moot |--|`-")
"""What a file holds that has such a text, whatever is filled in: most have none, and need not be parsed."""
OF_THE_TERMINAL = ("cli/", "extensions/", "exports/pages/", "server/serving.py", "server/admission/access.py")
"""Read by nobody else: the terminal's own, style sheets, and what keeps a server from starting."""
REMEDIES = "vocabulary/words/remedies.py"


@cache
def catalogue() -> list[tuple[str, str]]:
    """Every text of the package that names a command or a flag, with a word in place of what is filled in."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(OF_THE_TERMINAL) or name == REMEDIES:
            continue
        if not MAY_NAME_ONE.search(path.read_text(encoding="utf-8")):
            continue
        nodes = list(nodes_of(tree_of(path)))
        said = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in nodes_of(node)}
        said |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "some-name" for part in node.values
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
                text = node.value
            else:
                continue
            if COMMAND.search(text) and " " in text.strip():  # a bare flag is what another program is given
                found.append((f"{name}:{node.lineno}", text))
    return found


def test_the_catalogue_is_read() -> None:
    assert len(catalogue()) >= 55
    files = {place.partition(":")[0] for place, _ in catalogue()}
    assert {"errors.py", "sessions/seating.py", "floor/seat_calls.py"} <= files


def test_away_from_the_terminal_commands_are_left_out() -> None:
    told = away_from_terminal("Go on with the two (`--at-least 2` when resuming). See `moot models`.")
    assert told == "Go on with the two."
    assert away_from_terminal("Run `moot doctor`.") == "Run `moot doctor`."


@in_turn(("place", "text"), catalogue)
def test_at_the_terminal_a_command_names_its_session(place: str, text: str) -> None:
    told = at_terminal(text, "0123456789abcdef")
    assert not re.search(r"`moot sessions (show|resume|stop|answer|fork)[` ](?!0123|\{)", told), told
    assert at_terminal(told, "0123456789abcdef") == told


@in_turn(("place", "text"), catalogue)
def test_in_python_a_parameter_stands_for_a_flag(place: str, text: str) -> None:
    told = in_python(text)
    assert "`-" not in told.replace("`-m MODEL:2`", "")
    assert in_python(told) == told


def test_what_is_said_in_python() -> None:
    assert in_python("Name a model with `--chair`.") == "Name a model with `chair`."
    assert in_python("take `--at-least 2`, `--office embedder=lexical/words`, `-o deadline=9`") == (
        "take `at_least=2`, `offices={'embedder': 'lexical/words'}`, `options={'deadline': 9}`"
    )
    assert in_python("Run `moot keys set x`.") == "Run `moot keys set x`."


def test_what_stays_of_a_remedy_beside_whole_commands() -> None:
    text = "Ask a shorter one. Go on with the 2 that did (`--at-least 2` when resuming). See `moot models`."
    assert without_commands(text) == "Ask a shorter one."
    assert without_commands("Free some space; it is kept.") == "Free some space; it is kept."
