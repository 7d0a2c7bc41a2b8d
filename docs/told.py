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
from moot.convening import council_choice, unasked
from moot.library import families, left_out
from moot.library.rubric_shelf import packaged as packaged_rubrics
from moot.protocols import floor, registry
from moot.protocols.adjudication import deliberation as adjudication
from moot.protocols.adjudication.rubric import PLAIN
from moot.protocols.agreement import words as agreement
from moot.protocols.claim_vote import words as claim_vote
from moot.protocols.claim_vote.narrative import writing
from moot.protocols.consensus import progress
from moot.protocols.consensus import words as consensus
from moot.analytics import counted_models
from moot.protocols.debate import awards, personality, scoreboard
from moot.protocols.debate import counted as debate_counted
from moot.protocols.debate import deliberation as debate
from moot.protocols.debate.findings import AwardName, Trait
from moot.protocols.protocol import Options
from moot.providers.endpoints import packaged_rows
from moot.providers.ollama import listing
from moot.providers.openai import servers
from moot.server.api.option_sheet import option_sheet
from moot.sessions import amounts, attempt, resuming, seating
from moot.sessions.money import shortfall, typical
from moot.sessions.results import comparing, gist
from moot.settings.fields import fields_of
from moot.tally.judging import standing as judging
from moot.tally.ranking import standing as ranking
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.words import leads
from moot.vocabulary.words import standing as standings
from moot.vocabulary.words.headings import Firmness
from moot.vocabulary.words.remedies import away_from_terminal
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
NAMES = {
    *get_args(Firmness),
    *get_args(AwardName),
    "chair",
    "stand-in-{number}",
    "asked",
    "budget",
    "crash_loop",
    "error",
}
"""What stands in these functions and is compared or looked up, never shown as it is."""
CERTAINTIES = ("high", "medium", "low")
BETWEEN = (
    "{value} could not be read",
    "{value} abstained",
    "{value} did not come",
    "{value}; {n} of {n2} sentences checked word by word.",
)
"""What a sentence is put together from by a table, so that no function says it whole."""
SAYING: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (gist, ("gist_of", "brief_of", "about_of", "_asked")),
    (amounts, ("bill",)),
    (leads, ("lead_in_short", "_won", "_ballots")),
    (agreement, ("in_short",)),
    (claim_vote, ("tiers_in_short", "seal_of", "worth_of", "_of")),
    (consensus, ("rounds_in_short",)),
    (
        standings,
        (
            *("_fact", "_only_one", "_one_first", "_leads", "_chance", "chance_in_words", "_of_few", "_changes"),
            *("said_of", "_median", "_level", "_turnout", "_own", "_alike", "_ballots"),
        ),
    ),
    (judging, ("_reason",)),
    (ranking, ("_reason",)),
    (scoreboard, ("_board",)),
    (awards, tuple(rule.__name__ for rule in awards.RULES.values())),
    (debate, ("_topic",)),
    (debate_counted, ("_moments",)),
    (personality, ("figure_of",)),
    (counted_models, ("_figure",)),
    (progress, ("why_of",)),
    (writing, ("seal_from",)),
    (comparing, ("_related", "_in_names")),
    (typical, ("basis_of",)),
    (shortfall, ("stopped_for_want",)),
    (attempt, ("_broken",)),
    (resuming, ("asked_to_stop", "crash_loop")),
    (seating, ("seated", "_without_judges", "_outsider", "_default_chair")),
    (families, ("rule", "chosen", "_last", "_fallback")),
)
"""The functions that say what a session came to, why, and what was decided for the user."""
STANDING = (
    (left_out, ("_wordless", "_too_large", "_unsettled", "_dear")),
    (families, ("_one_of_a_family", "behind", "taken")),
    (unasked, ("_beside",)),
    (servers, ("_against",)),
    (listing, ("_elsewhere",)),
)
"""The functions that say why a model sits unasked, or does not."""
SENTENCES = (
    floor.SOLE,
    adjudication.NOTHING_READ,
    adjudication.TOO_LITTLE_READ,
    scoreboard.ALONE,
    agreement.EMPTY,
    away_from_terminal(council_choice.NO_MODEL),
)
"""The sentences of that kind that have names."""


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
        yield from ((titled(choice), "choices") for choice in choices_of(found.options))
        for office in ("chair", *found.offices):
            yield from ((said, "offices") for said in (titled(office), office.replace("-", " ")))
    for file in sorted((SOURCE / "library" / "councils").glob("*.toml")):
        yield tomllib.loads(file.read_text(encoding="utf-8"))["title"], "councils"
    for rubric in (PLAIN, *(shelved.rubric for shelved in packaged_rubrics().values())):
        yield from of_rubric(rubric)
    yield from ((row.title, "endpoints") for row in packaged_rows().values() if " " in row.title)
    yield from ((word, "numbers") for word in NUMBERS)
    yield leads.ON_ANSWERS, "results"
    yield from ((personality.in_plain_words(trait), "results") for trait in get_args(Trait))
    yield from ((said, "results") for said in personality.STOOD.values())
    yield from ((title, "results") for title in agreement.TITLES.values())
    for module, functions in SAYING:
        yield from ((sentence, "results") for sentence in in_functions(module, functions))
    for module, functions in STANDING:
        yield from ((sentence, "models") for sentence in in_functions(module, functions))
    yield unasked.NO_TALK, "models"
    yield from ((said, "results") for said in (*AMOUNTS, *CERTAINTIES, *SENTENCES, *BETWEEN))
    yield from ((ended, "results") for ended in {**gist.ENDED, **consensus._ENDED}.values())
    for file in sorted((SOURCE / "protocols").rglob("*.py")):
        yield from ((sentence, "results") for sentence in withheld(ast.parse(file.read_text(encoding="utf-8"))))
    for _, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.MootError) and kind.remedy_by_default:
            yield kind.remedy_by_default, "refusals"
    for place in map(SOURCE.joinpath, REFUSING):
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            yield from ((sentence, "refusals") for sentence in refusals(ast.parse(file.read_text(encoding="utf-8"))))


def of_rubric(rubric: Rubric) -> Iterator[tuple[str, str]]:
    """Names and reasons. What axes and labels ask is put to models in these words, so it stays as it is; what a rule
    rests on is a name for programs."""
    yield rubric.title, "rubrics"
    yield titled(rubric.name), "rubrics"
    yield from ((titled(axis.name), "axes") for axis in rubric.axes)
    yield from ((titled(label.name), "labels") for label in rubric.labelling.labels)
    for rule in rubric.rules:
        yield titled(rule.verdict), "verdicts"
        yield rule.says, "verdicts"


def choices_of(options: type[Options]) -> Iterator[str]:
    """The words that options may be set to."""
    for field in option_sheet(options)["properties"].values():
        for shape in (field, *field.get("anyOf", ())):
            yield from (choice for choice in shape.get("enum", ()) if isinstance(choice, str))


def titled(name: str) -> str:
    """`max_iterations` as `Max iterations`, as the pages have it."""
    words = re.sub(r"[-_]", " ", name)
    return words[:1].upper() + words[1:]


Local = dict[str, list[str]]
"""What the local names of a function may stand for that hold no sentence but a piece of one, or nothing."""


def in_functions(module: ModuleType, functions: tuple[str, ...]) -> Iterator[str]:
    """What these functions say: every text that is given on, not what is compared or looked up."""
    there = {node.name: node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, DEFINED)}
    for name in functions:
        yield from (text.strip() for text in _texts(there[name], _pieces(there[name])))


DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)


def _pieces(function: ast.AST) -> Local:
    """`least` in `least = "" if exact else "at least "`: such names are read as what they may hold, in every sentence
    that uses them. A name that is never empty is a value, and its texts are sentences of their own."""
    found: Local = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(forms(node.value) if _written(node.value) else ["{value}"])
    return {
        name: list(dict.fromkeys(texts))
        for name, texts in found.items()
        if "{value}" not in texts and any(not text or text[0] in " ,;" for text in texts)
    }


def _written(node: ast.AST) -> bool:
    """Whether it is a text or a choice among texts."""
    if isinstance(node, ast.IfExp):
        return _written(node.body) and _written(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _texts(node: ast.AST, local: Local) -> Iterator[str]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            continue
        if isinstance(part, ast.Compare | ast.Subscript | ast.arguments | ast.Raise):  # nothing of it is shown
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Dict):
                yield from _texts(ast.Tuple(elts=part.value.values), local)
            continue
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and part.targets[0].id in local:
            continue
        if isinstance(part, ast.keyword) and part.arg in UNSEEN:
            continue
        if isinstance(part, ast.Constant | ast.JoinedStr):
            yield from (text for text in forms(part, local) if _speaks(text) and text not in NAMES)
        elif isinstance(part, ast.Call) and (often := _counted(part)):
            yield from often
        else:
            yield from _texts(part, local)


UNSEEN = ("firmness", "outcome", "key", "kind")
"""Parameters that are told by other words, or not at all."""


def _speaks(text: str) -> bool:
    if text[:1] in ",;:" or re.search(r"[:,;] +[,;.]|  | \.", text):  # a piece, or one put together of too few
        return False
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None and not text.isupper()


def withheld(tree: ast.Module) -> Iterator[str]:
    """Why a protocol gives no answer, where it says so in its own words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "withhold":
            yield from (text for text in forms(node.args[0]) if _speaks(text))


def refusals(tree: ast.Module) -> Iterator[str]:
    """The messages and remedies of the errors that are raised here."""
    kinds = {name for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MootError)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
            given = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "remedy")]
            yield from (text for each in given for text in forms(each) if _speaks(text) and " " in text)


def forms(node: ast.AST, local: Local | None = None) -> list[str]:
    """What an expression may say; a value is `{name}`, a choice among words is each of them."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*forms(one, local), *forms(other, local)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined([forms(left, local), forms(right, local)])
        case ast.JoinedStr(values=parts):
            return _joined([forms(part, local) for part in parts])
        case ast.FormattedValue(value=value):
            return forms(value, local)
        case ast.Call():
            return list(_counted(node)) or ["{value}"]
        case ast.Name(id=name) if local and name in local:
            return local[name]
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
