"""Which refusals, and which causes of a failed call, may a page show? Every one that the package raises, but for those
that no page meets; each as it is said away from the terminal.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from docs.nodes import nodes_of, tree_of
from docs.told_texts import DEFINED, forms, is_written, speaks
from moot import errors
from moot.providers import endpoint_check
from moot.server import refusals
from moot.vocabulary.words.plainly import plainly
from moot.vocabulary.words.remedies import away_from_terminal

SOURCE = Path(__file__).parents[1] / "src" / "moot"
UNMET = {
    "cli/": "the terminal's own",
    "bridges/": "read in other programs",
    "testing/": "read by whoever writes a protocol",
    "door.py": "read by whoever calls Python",
    "server/openai/": "read by programs",
    "server/three_stage/": "read by programs",
    "server/spectator/": "read by programs",
    "server/watching/socket.py": "read by programs that speak on it",
    "server/admission/access.py": "what keeps a server from starting",
    "server/serving.py": "what keeps a server from starting",
    "egress/logs.py": "what keeps a server from starting",
    "transcripts/sql/file.py": "what keeps a store from being opened",
    "transcripts/sql/unwritable.py": "what keeps a store from being opened",
    "transcripts/sql/repair/": "read by whoever mends a store, at a terminal",
    "engine/downloading.py": "models are fetched at a terminal",
    "engine/package_index.py": "models are fetched at a terminal",
    "engine/pulling.py": "models are fetched at a terminal",
    "library/model_rosters.py": "models are fetched at a terminal",
    "library/candidates.py": "a file that comes with Moot",
    "exports/run_files.py": "runs are made at a terminal",
    "library/corpora/corpus.py": "sets of questions are made at a terminal",
    "library/corpora/corpus_check.py": "sets of questions are made at a terminal",
    "library/corpora/corpus_shelf.py": "sets of questions are made at a terminal",
    "library/corpora/studies/": "files of studies are read at a terminal",
    "library/upkeep/": "claims of one's own are written beside a terminal",
    "tally/studies/": "studies are made at a terminal",
    "analytics/studies/": "studies are made at a terminal",
    "exports/published/": "runs are put together at a terminal",
    "tally/vectors/clusters.py": "read by whoever calls Python",
    "tally/vectors/geometry.py": "read by whoever calls Python",
    "tally/vectors/projection.py": "read by whoever calls Python",
    "vocabulary/vectors.py": "read by whoever calls Python",
}
"""Where refusals are raised that stay in English, and why. The terminal is in English everywhere."""
FAULTS = frozenset({"ProtocolWrong", "StoreNewer"})
"""Kinds that tell the author of a protocol, or whoever installs Moot, what to mend: in the words of code."""
LETTERS = 5
"""Letters of its own that a sentence with values has at least: a pattern of fewer would be found in any text."""
MADE = ("There is no {kind} called {{name}}.", "Did you mean {value}?", "Known: {value}.", "Nothing was started.")
"""What `UnknownName` puts together, for each kind it is raised with, what it adds, and what `NotReady` ends with."""


def refusals_met() -> Iterator[str]:
    """Every message, remedy and cause that a page may show, away from the terminal."""
    yield from MADE[1:]
    yield from (*refusals.MESSAGES.values(), *refusals.REMEDIES.values(), *endpoint_check.REMEDIES.values())
    for file in sorted(SOURCE.rglob("*.py")):
        if not file.relative_to(SOURCE).as_posix().startswith(tuple(UNMET)):
            yield from refusals_in(file)


def refusals_in(file: Path) -> Iterator[str]:
    """Those of one module."""
    tree = tree_of(file)
    constants = _constants() | _texts_named(tree.body)
    for function in (node for node in nodes_of(tree) if isinstance(node, DEFINED)):
        nodes = list(nodes_of(function))
        local = constants | _texts_named(node for node in nodes if isinstance(node, ast.stmt))
        for node in nodes:
            for given in _given(node):
                yield from (plainly(away_from_terminal(text)) for text in _said(given, local) if _tells(text))
            if isinstance(node, ast.Call) and _name(node) == "UnknownName" and isinstance(node.args[0], ast.Constant):
                yield MADE[0].format(kind=node.args[0].value)
        if function.name in OF_OPTIONS:
            yield from (text for text in _leaves(function, local) if _tells(text))
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in _errors() - FAULTS):
        for node in (each for each in kind.body if isinstance(each, ast.Assign | ast.AnnAssign) and each.value):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if getattr(target, "id", "") == "remedy_by_default":
                yield from map(away_from_terminal, forms(node.value or target))
    for statement in tree.body:  # those that stand ready for several functions
        if isinstance(statement, ast.Assign):
            for given in _given(statement.value):
                yield from (plainly(text) for text in _said(given, constants) if _tells(text))


OF_OPTIONS = ("troubles", "idle")
"""Methods that say what is wrong with options, or idle."""


def _given(node: ast.AST) -> list[ast.expr]:
    """What this says to a reader, where it makes an error, a failed call or a loss."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        names = [getattr(target, "id", "") for target in node.targets[0].elts]
        return list(node.value.elts) if names == ["error", "remedy"] and isinstance(node.value, ast.Tuple) else []
    if not isinstance(node, ast.Call):
        return []
    name = _name(node)
    words = [word.value for word in node.keywords if word.arg in ("remedy", "cause", "why", "degraded", "trouble")]
    if name == "UnknownName":
        return [*node.args[3:4], *words]
    if name in _errors() and name not in FAULTS:
        return [*node.args[:2], *words]
    if name in ("Unreadable", "Wrong"):
        return [*node.args[:1], *words]
    if name == "wrong":  # of a row in a file: where it stands comes first
        return [_behind("where", ": ", node.args[0], ""), *node.args[1:2]]
    if name in ("end", "HTTPException"):
        return node.args[1:2]
    if name in ("body", "trouble"):
        return node.args[1:3]
    if name == "append" and getattr(node.func.value, "attr", getattr(node.func.value, "id", "")) == "degraded":  # type: ignore[attr-defined]
        return node.args
    if name == "Cause":  # `{models}: {why}.` has no word of its own to be known by
        whys = [word.value for word in node.keywords if word.arg == "why"]
        return [*words, *(_behind("models", told, why, ".") for why in whys for told in (": ", " cannot be asked: "))]
    return words if name in ("Reply", "replace", "SeatFailed", "Missing", "Sifted", "Offered", "Tried") else []


def _behind(value: str, told: str, said: ast.expr, end: str) -> ast.expr:
    """A text as it stands behind a value, e.g. a cause behind the models that it is one for."""
    first, last = (ast.FormattedValue(value=each, conversion=-1) for each in (ast.Name(id=value), said))
    return ast.JoinedStr(values=[first, ast.Constant(told), last, ast.Constant(end)])


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _tells(text: str) -> bool:
    own = "".join(char for part in text.split("{") for char in part.rpartition("}")[2] if char.isalpha())
    return speaks(text) and " " in text and (len(own) >= LETTERS or "{" not in text)


def _said(node: ast.AST, local: Mapping[str, list[str]]) -> list[str]:
    """What an argument may say; a name is what it is set to. What stands in front of a sentence is one of its own."""
    if isinstance(node, ast.Attribute):
        return local.get(node.attr, [])
    if isinstance(node, ast.IfExp):
        return [*_said(node.body, local), *_said(node.orelse, local)]
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in _said(value, local)]
    if isinstance(node, ast.List | ast.Tuple):
        return [text for value in node.elts for text in _said(value, local)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return [text.replace("{}", "{value}") for text in _said(node.func.value, local)]
    return [re.sub(r"^\{\w+\}(?=[A-Z])", "", text) for text in forms(node, dict(local))]


def _leaves(node: ast.AST, local: Mapping[str, list[str]]) -> Iterator[str]:
    """Every text below a node that is no piece of another."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            continue
        if isinstance(part, ast.Constant | ast.JoinedStr) or (isinstance(part, ast.Name) and part.id in local):
            yield from forms(part, dict(local))
        else:
            yield from _leaves(part, local)


def _texts_named(statements: Iterable[ast.stmt]) -> dict[str, list[str]]:
    """What names are set to there, where that is a text, or one of several, each time."""
    found: dict[str, list[str]] = {}
    values: set[str] = set()
    for node in statements:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known = {name: texts for name, texts in found.items() if name not in values}
            found.setdefault(node.targets[0].id, []).extend(forms(node.value, known) if is_written(node.value) else [])
            values |= set() if is_written(node.value) else {node.targets[0].id}
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            values.add(node.target.id)
    return {name: list(dict.fromkeys(texts)) for name, texts in found.items() if name not in values}


CLASS = re.compile(r"^ *class (\w+)\(([^)]*)\)", re.MULTILINE)


@cache
def _errors() -> frozenset[str]:
    """What the package's errors are called, wherever they stand."""
    found = {name for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MootError)}
    texts = (file.read_text(encoding="utf-8") for file in sorted(SOURCE.rglob("*.py")))
    classes = [(one[1], set(re.split(r"[\s,]+", one[2]))) for text in texts for one in CLASS.finditer(text)]
    while more := {name for name, bases in classes if found & bases} - found:
        found |= more
    return frozenset(found)


@cache
def _constants() -> dict[str, list[str]]:
    """Texts that modules give a name in capitals, by that name, where all of that name are one."""
    found: dict[str, set[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for name, texts in _texts_named(tree_of(file).body).items():
            if name.isupper():
                found.setdefault(name, set()).update(texts)
    return {name: list(texts) for name, texts in found.items() if len(texts) == 1}
