"""What does the server say to a page in fixed words? Read from its own declarations, for the app's other languages.

Titles, helps of options, what sessions come to, refusals: each sentence as it stands, or as a pattern where it holds a
value (`{n} models`). `docs.generate` writes the list into the app's sources; its tests hold the translations to it,
so a new one is noticed. Names, questions and what models write are no part of it.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import get_args

from moot import errors
from moot.convening import unasked
from moot.library import families, left_out
from moot.library.rubric_shelf import packaged as packaged_rubrics
from moot.protocols import registry
from moot.protocols.agreement import words as agreement
from moot.protocols.claim_vote import words as claim_vote
from moot.protocols.consensus import words as consensus
from moot.providers.ollama import listing
from moot.providers.openai import servers
from moot.sessions import amounts
from moot.sessions.results import gist
from moot.settings.fields import fields_of
from moot.vocabulary.words import leads
from moot.vocabulary.words.headings import Firmness
from moot.vocabulary.words.standing import NUMBERS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "moot"
TOLD = ROOT / "web" / "src" / "language" / "catalogues" / "server.en.json"
REFUSING = ("server/api", "server/shared.py")
"""Whose refusals a page meets; those of a start, of the terminal and of the APIs for programs are in English."""
AMOUNTS = (
    "{n} s",
    "{n} min {n2} s",
    "{n} h {n2} min",
    "${n}",
    "under $0.0001",
    "{n} contested",
    "{n} rejected",
    "none",
)
"""What is written by formats and by the names of tiers, which no source says as a text. `n` is a number."""
FIRMNESS = get_args(Firmness)
CERTAINTIES = ("high", "medium", "low")
IN_SHORT = (
    (gist, ("gist_of", "brief_of", "about_of", "_asked")),
    (amounts, ("bill",)),
    (leads, ("lead_in_short", "_won", "_ballots")),
    (agreement, ("in_short",)),
    (claim_vote, ("tiers_in_short",)),
    (consensus, ("rounds_in_short",)),
)
STANDING = (
    (left_out, ("_wordless", "_too_large", "_unsettled", "_dear")),
    (families, ("_one_of_a_family", "behind", "taken")),
    (unasked, ("_beside",)),
    (servers, ("_against",)),
    (listing, ("_elsewhere",)),
)
"""The functions that say why a model sits unasked, or does not."""
"""The functions that say what a session came to."""


def document() -> str:
    """The list as the app has it: each sentence with where it is from."""
    said: dict[str, str] = {}
    for sentence, place in everything():
        said.setdefault(sentence, place)
    return json.dumps(said, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def everything() -> Iterator[tuple[str, str]]:
    """Every sentence with its place."""
    for name in registry.names():
        found = registry.find(name)
        yield found.title, "protocols"
        yield titled(name), "protocols"
        for stage in found.stages:
            yield titled(stage.name), "stages"
            if stage.repeats:
                yield titled(stage.name) + " {n}", "stages"
        for field in fields_of(found.options):
            yield titled(field.name), "options"
            yield field.says, "options"
    for file in sorted((SOURCE / "library" / "councils").glob("*.toml")):
        yield tomllib.loads(file.read_text(encoding="utf-8"))["title"], "councils"
    for shelved in packaged_rubrics().values():
        yield shelved.rubric.title, "rubrics"
        yield from ((titled(rule.verdict), "verdicts") for rule in shelved.rubric.rules)
    yield from ((word, "numbers") for word in NUMBERS)
    yield leads.ON_ANSWERS, "results"
    for module, functions in IN_SHORT:
        yield from ((sentence, "results") for sentence in in_functions(module, functions))
    for module, functions in STANDING:
        yield from ((sentence, "models") for sentence in in_functions(module, functions))
    yield unasked.NO_TALK, "models"
    yield from ((said, "results") for said in (*AMOUNTS, *CERTAINTIES))
    yield from ((ended, "results") for ended in {**gist.ENDED, **consensus._ENDED}.values())
    for _, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.MootError) and kind.remedy_by_default:
            yield kind.remedy_by_default, "refusals"
    for place in map(SOURCE.joinpath, REFUSING):
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            yield from ((sentence, "refusals") for sentence in refusals(ast.parse(file.read_text(encoding="utf-8"))))


def titled(name: str) -> str:
    """`max_iterations` as `Max iterations`, as the pages have it."""
    words = re.sub(r"[-_]", " ", name)
    return words[:1].upper() + words[1:]


def in_functions(module: ModuleType, functions: tuple[str, ...]) -> Iterator[str]:
    """What these functions say: every text that is given on, not what is compared or looked up."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef) and node.name in functions:
            yield from _texts(node)


def _texts(node: ast.AST) -> Iterator[str]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            continue
        if isinstance(part, ast.Compare | ast.Subscript | ast.arguments):  # nothing of it is shown
            continue
        if isinstance(part, ast.keyword) and part.arg == "firmness":
            continue
        if isinstance(part, ast.Constant | ast.JoinedStr):
            yield from (text for text in forms(part) if _speaks(text) and text not in FIRMNESS)
        elif isinstance(part, ast.Call) and (often := _counted(part)):
            yield from often
        else:
            yield from _texts(part)


def _speaks(text: str) -> bool:
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None and not text.isupper()


def refusals(tree: ast.Module) -> Iterator[str]:
    """The messages and remedies of the errors that are raised here."""
    kinds = {name for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MootError)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
            given = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "remedy")]
            yield from (text for each in given for text in forms(each) if _speaks(text) and " " in text)


def forms(node: ast.AST) -> list[str]:
    """What an expression may say; a value is `{name}`, a choice among words is each of them."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*forms(one), *forms(other)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([forms(left), forms(right)])
        case ast.JoinedStr(values=parts):
            return _joined([forms(part) for part in parts])
        case ast.FormattedValue(value=value):
            return forms(value)
        case ast.Call():
            return list(_counted(node)) or ["{value}"]
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return [f"{{{name.strip('_')}}}"]
        case ast.Constant(value=None):
            return []
    return ["{value}"]


def _counted(call: ast.Call) -> tuple[str, ...]:
    match call:
        case ast.Call(func=ast.Name(id="count" | "counted"), args=[_, ast.Constant(value=str(noun))]):
            return (f"{{n}} {noun}", f"{{n}} {noun}s")
    return ()


def _joined(parts: list[list[str]]) -> list[str]:
    """All ways to put these together; values of one name are told apart by a number."""
    found = []
    for way in product(*parts):
        seen: dict[str, int] = {}

        def apart(match: re.Match[str], seen: dict[str, int] = seen) -> str:
            seen[match[1]] = seen.get(match[1], 0) + 1
            return f"{{{match[1]}{seen[match[1]] if seen[match[1]] > 1 else ''}}}"

        found.append(re.sub(r"\{([a-z_]+)\d*\}", apart, "".join(way).replace("{{", "{").replace("}}", "}")))
    return found
