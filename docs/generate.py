"""Which parts of the documentation are generated, and from what? `make docs` writes them, a test holds them fresh.

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`. Everything else is written by hand.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from docs.nodes import tree_of
from moot import errors
from moot.extensions.compat.consortium import config, records, training
from moot.library.rubric_shelf import RubricShelf
from moot.protocols import registry
from moot.protocols.debate import ballots as debate_ballots
from moot.protocols.debate import findings as debate_findings
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options
from moot.providers.endpoints import packaged_rows
from moot.providers.searchers.searcher import packaged_services
from moot.request import AskFields
from moot.server.openai import fields as openai_fields
from moot.server.openai import responses as openai_responses
from moot.sessions.fork_changes import ForkRequest
from moot.settings import SECRET
from moot.settings.fields import StructField, fields_of, setting_fields
from moot.vocabulary import (
    ballots,
    councils,
    events,
    findings,
    questions,
    rubrics,
    seats,
    statements,
    verdicts,
)
from moot.vocabulary.events import Shortfall
from moot.vocabulary.history import track_record as past
from moot.vocabulary.measures import MEASURES

ROOT = Path(__file__).parents[1]
BESIDE = (
    "web/src/         The pages: a folder for each concern, `protocols/` for what one protocol brings",
    "tests/           The same folders as the source, and the scripted services and worlds they are tried against",
    "examples/        Packages that add to Moot: a protocol, and an extension",
    "docs/            These pages, and what was decided and why",
    "benchmarks/      What is measured, and the budgets",
    "shipping/        What goes out with a release: bill of materials, notes, checks of packages and image",
)
"""What lies beside the package."""
BEGIN, END = "<!-- generated: {} -->", "<!-- end -->"


def table(headers: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(headers)} |", f"|{'---|' * len(headers)}"]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _field_rows(fields: list[StructField]) -> list[tuple[str, ...]]:
    return [(f"`{f.name}`", f"`{f.type}`", f"`{f.default}`" if f.default else "–", f.says) for f in fields]


def fields(kind: type, called: str = "field") -> str:
    """Return the table of a struct's fields."""
    rows = _field_rows(fields_of(kind))
    return table((called, "type", "default", "meaning"), rows) if rows else ""


def structs(*kinds: type) -> str:
    """A section for each struct: what it is, and its fields."""
    parts = []
    for kind in kinds:
        says = inspect.getdoc(kind) or ""
        parts.append(f"### {kind.__name__}\n\n{says}\n\n{fields(kind)}".rstrip())
    return "\n\n".join(parts)


def fields_of_chat() -> str:
    """Fields of a chat completion's request without an effect."""
    return _wishes(openai_fields.NEUTRAL)


def fields_of_responses() -> str:
    """Fields of a response's request without an effect."""
    return _wishes(openai_responses.REFUSED)


def fields_beside() -> str:
    """Every field that is in no public format and known all the same."""
    return _wishes(openai_fields.BESIDE, openai_fields.EXTRAS)


def _wishes(refused: Mapping[str, tuple[object, ...]], taken: Sequence[str] = openai_fields.TAKEN) -> str:
    rows = [(f"`{name}`", "taken", "It changes no answer.") for name in taken]
    for name, values in sorted(refused.items()):
        unless = f" Let through: {', '.join(f'`{json.dumps(value)}`' for value in values)}." if values else ""
        rows.append((f"`{name}`", "refused", openai_fields.WHY.get(name, openai_fields.SAMPLING) + unless))
    return table(("field", "is", "what that means"), rows)


def settings() -> str:
    """Every setting."""
    rows = [
        (
            f"`{f.name}`",
            f"`MOOT_{f.name.upper()}`",
            f"`{f.default}`",
            f.says + (" Never shown." if f.name in SECRET else ""),
        )
        for f in setting_fields()
    ]
    return table(("setting", "variable", "default", "meaning"), rows)


def error_tree() -> str:
    """Every error with its code, exit code and status."""
    rows = []
    for name, kind in inspect.getmembers(errors, inspect.isclass):
        if issubclass(kind, errors.MootError):
            says = " ".join((inspect.getdoc(kind) or "").split())
            rows.append(
                (f"`{name}`", f"`{kind.code}`", str(kind.exit_code), str(kind.status), says, kind.remedy_by_default)
            )
    return table(("error", "code", "exit", "HTTP", "when", "what to do"), rows)


def event_kinds() -> str:
    """Every stored event, and the envelope."""
    return structs(events.Event, *events.KINDS.values(), events.SeatSpeaking, events.SheetEntry, events.Fork, Shortfall)


def protocols() -> str:
    """The registry as a table."""
    rows = []
    for name in registry.names():
        found = registry.find(name)
        stages = ", ".join(stage.name for stage in found.stages)
        rows.append((f"[`{name}`](docs/protocols/{name}.md)", found.title, stages))
    return table(("protocol", "in one line", "stages"), rows)


def options(name: str) -> str:
    """A protocol's options."""
    kind = registry.find(name).options
    also = {own: f" Also as `{other}`." for other, own in kind.also.items()}
    rows = [(*row, says + also.get(row[0].strip("`"), "")) for *row, says in _field_rows(fields_of(kind))]
    return table(("option", "type", "default", "meaning"), rows)


def moves() -> str:
    """The floor's moves."""
    rows = [
        (f"`{name}`", _in_a_cell(inspect.getdoc(member) or ""))
        for name, member in vars(Floor).items()
        if callable(member) and not name.startswith("_")
    ]
    return table(("move", "what it does"), rows)


def _in_a_cell(says: str) -> str:
    """Put a docstring on one line: arguments as `name`: text, without the example."""
    text, _, _ = says.partition("\n\nExample:")
    return " ".join(re.sub(r"^    (\w+): ", r"`\1`: ", text.replace("Args:\n", ""), flags=re.MULTILINE).split())


def rubric_shelf() -> str:
    """The packaged rubrics."""
    rows = []
    for name, shelved in RubricShelf(ROOT, ROOT / "none.toml").rubrics().items():
        found = shelved.rubric
        axes = ", ".join(f"{axis.name} {axis.weight:g}" for axis in found.axes)
        classes = ", ".join(dict.fromkeys(rule.verdict for rule in found.rules))
        rows.append((f"`{name}`", found.title, axes, f"{found.most:g}", classes))
    return table(("rubric", "for", "axes and weights", "most", "classes"), rows)


def measures() -> str:
    """What rules may speak of."""
    rows = [
        (f"`{each.name}`", each.unit, each.says + (" May be absent." if each.absent else ""))
        for each in MEASURES.values()
    ]
    return table(("measure", "is a", "what it is"), rows)


def endpoints() -> str:
    """The packaged rows."""
    rows = [
        (
            f"`{row.name}`",
            row.title,
            f"`{row.url}`" if row.url else "–",
            ", ".join(f"`{v}`" for v in row.key_env) or "none",
        )
        for row in packaged_rows().values()
    ]
    return table(("endpoint", "service", "address", "key"), rows)


def searchers() -> str:
    """The packaged services that look things up."""
    rows = [
        (
            f"`{row.name}`",
            row.title,
            f"`{row.url}`",
            (", ".join(f"`{v}`" for v in row.key_env) or "none")
            + ("" if row.needs_key or not row.key_env else ", optional"),
        )
        for row in packaged_services().values()
    ]
    return table(("searcher", "service", "address", "key"), rows)


def commands() -> str:
    """Every command of the terminal with its help."""
    from moot.cli.main import main

    return "\n\n".join(_command_parts(main, "moot"))


def _command_parts(command: object, path: str, parent: object = None) -> Iterator[str]:
    import click

    assert isinstance(command, click.Command)
    assert parent is None or isinstance(parent, click.Context)
    # A command keeps the help option of the first context it was shown in: only settings that hold whenever it runs
    # give the same page in every process.
    settings = {**command.context_settings, "terminal_width": 100, "max_content_width": 100}
    context = click.Context(command, info_name=path.rpartition(" ")[2] if parent else path, parent=parent, **settings)
    context.meta["moot.every_option"] = True
    yield f"### `{path}`\n\n```text\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None and not found.hidden:
                yield from _command_parts(found, f"{path} {name}", context)


def consortium_commands() -> str:
    """Every command of `llm consortium` with its help."""
    from moot.extensions.compat.consortium.group import consortium

    return "\n\n".join(_command_parts(consortium, "llm consortium"))


def routes() -> str:
    """Every route of the server."""
    from moot.server.app import every_route

    rows = []
    for route in every_route():
        says = (getattr(route, "endpoint", None).__doc__ or "").strip().partition("\n")[0]
        methods = sorted((getattr(route, "methods", None) or {"WS"}) - {"HEAD"})
        rows += [(method, f"`{getattr(route, 'path', '')}`", says) for method in methods]
    return table(("method", "path", "what it does"), rows)


def said_of(file: Path) -> str:
    """The first sentence of a module, or its first question."""
    first = (ast.get_docstring(tree_of(file)) or "").split("\n\n")[0].replace("\n", " ")
    return first.split("? ")[0] + "?" if "? " in first else first.split(". ")[0].rstrip(".")


def rooms() -> str:
    """The folders of the source, and what stands beside them, each with a comment."""
    source = ROOT / "src" / "moot"
    folders = [(f"{path.parent.name}/", said_of(path)) for path in sorted(source.glob("*/__init__.py"))]
    files = [(path.name, said_of(path)) for path in sorted(source.glob("*.py")) if path.name != "__init__.py"]
    lines = ["src/moot/", *(f"  {name:<14} {says}" for name, says in (*folders, *files))]
    return "```text\n" + "\n".join((*lines, *BESIDE)) + "\n```"


def debate_ballots_and_findings() -> list[type]:
    """Every ballot and finding of a debate, in the order of their files."""
    return [
        kind
        for module in (debate_ballots, debate_findings)
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    ]


PARTS: dict[str, Callable[[], str]] = {
    "settings": settings,
    "chat-fields": fields_of_chat,
    "response-fields": fields_of_responses,
    "beside-fields": fields_beside,
    "errors": error_tree,
    "events": event_kinds,
    "ballots": lambda: structs(ballots.Ranking, ballots.Poll),
    "findings": lambda: structs(findings.Standing, findings.StandingPlace, findings.Note),
    "verdicts": lambda: structs(verdicts.Verdict, verdicts.MissingSeat),
    "seats": lambda: structs(seats.Seat, seats.Abilities, seats.Price, seats.Persona, seats.Roster, seats.Member),
    "councils": lambda: structs(councils.Council),
    "question fields": lambda: fields(AskFields),
    "fork fields": lambda: fields(ForkRequest),
    "questions": lambda: structs(questions.Question, questions.Attachment, questions.Turn),
    "statements": lambda: structs(statements.Statement, statements.Answers, statements.Usage, statements.Source),
    "options": lambda: fields(Options, "option"),
    "protocols": protocols,
    "moves": moves,
    "rubric shelf": rubric_shelf,
    "measures": measures,
    "rubrics": lambda: structs(
        rubrics.Rubric,
        rubrics.Axis,
        rubrics.LabelFamily,
        rubrics.RubricLabel,
        rubrics.ComparisonPhase,
        rubrics.Detail,
        rubrics.StageWording,
        rubrics.Conviction,
        rubrics.VerdictRule,
        rubrics.Certainty,
        rubrics.MeasureBound,
    ),
    "debate": lambda: structs(*debate_ballots_and_findings()),
    "past": lambda: structs(
        past.Past, past.Career, past.Bond, past.Turns, findings.Attendance, findings.SeatAttendance
    ),
    "endpoints": endpoints,
    "searchers": searchers,
    "commands": commands,
    "consortium commands": consortium_commands,
    "consortium config": lambda: structs(config.ConsortiumConfig),
    "consortium runs": lambda: structs(
        records.RunRow, records.RunMember, records.RoundDecision, records.EliminatedMember
    ),
    "training records": lambda: structs(
        training.TrainingRecord, training.TrainingMessage, training.TrainingCandidate, training.Provenance
    ),
    "routes": routes,
    "rooms": rooms,
    **{f"options {name}": (lambda name=name: options(name)) for name in registry.names()},  # type: ignore[misc]
}


def pages() -> list[Path]:
    """Every page that may hold a generated part."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fresh(text: str) -> str:
    """A page's text with its generated parts made anew."""
    out, rest = [], text
    opening = BEGIN.partition("{}")[0]
    while opening in rest:
        before, _, rest = rest.partition(opening)
        name, _, rest = rest.partition(" -->")
        _, _, rest = rest.partition(END)
        out.append(f"{before}{BEGIN.format(name)}\n{PARTS[name]()}\n{END}")
    return "".join(out) + rest


def main() -> None:
    """Writes every generated part anew; says which files changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (made := fresh(text)) != text:
            page.write_text(made, encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
