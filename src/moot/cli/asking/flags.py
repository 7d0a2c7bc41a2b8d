"""Make a command's flags from the fields of a request, and a request from the flags' values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import click
import msgspec
from msgspec import Meta, Struct

from moot.cli.asking.costs import DOLLARS
from moot.cli.completion import council_names, model_names, protocol_names, protocol_options, rubric_names
from moot.errors import BadInput
from moot.protocols.protocol import Options
from moot.request import Ask, AskFields
from moot.settings import expanded
from moot.settings.fields import fields_of
from moot.vocabulary.councils import OptionValue

F = TypeVar("F", bound=Callable[..., Any])


class FlagSpec(NamedTuple):
    """How the flag for a field differs from the usual `--name TEXT`: its names, type, metavar and completion."""

    metavar: str | None = None
    complete: Callable[..., Any] | None = None
    names: tuple[str, ...] = ()
    type: click.ParamType | None = None  # type: ignore[type-arg]  # generic only from click 8.4 on


FLAGS = {
    "again": FlagSpec("KEY"),
    "at_least": FlagSpec("SEATS", names=("--at-least", "--quorum")),
    "budget": FlagSpec("DOLLARS", type=DOLLARS),
    "chair": FlagSpec("MODEL", model_names),
    "conversation": FlagSpec("ID"),
    "council": FlagSpec("NAME", council_names),
    "deadline": FlagSpec("SECONDS"),
    "language": FlagSpec("NAME"),
    "members": FlagSpec("MODEL[:COUNT]", model_names, ("-m", "--model")),
    "offices": FlagSpec("ROLE=MODEL", names=("--role", "--office")),
    "options": FlagSpec("NAME=VALUE", protocol_options, ("-o", "--option")),
    "patience": FlagSpec("TIMES"),
    "protocol": FlagSpec("NAME", protocol_names),
    "rubric": FlagSpec("NAME", rubric_names),
    "stage": FlagSpec("STAGE", names=("--from",)),
    "stand_ins": FlagSpec("MODEL", model_names, ("--stand-in",)),
    "temperature": FlagSpec("0..2"),
    "search": FlagSpec(names=("--search/--no-search",)),
    "tools": FlagSpec("NAME", names=("--tool",)),
}
"""How the flags of fields are written, for fields whose flag is not simply `--name TEXT`."""
COMMON = ("deadline", "patience", "temperature", "language")
"""Options of every protocol that have their own flag."""
OWN = {
    "arbiter": "Who judges the rounds of a consensus and writes each synthesis.",
    "adjudicator": "Who judges an adjudication from outside; several may sit.",
}
"""Offices that have their own flag, with the flag's help."""
EVERY_OPTION = "moot.every_option"
"""Key in a click context's `meta`: if it is set, help shows every option, as for `--help-all`."""


class RareOption(click.Option):
    """An option that `--help` leaves out where the command has `--help-all`."""

    rare = True

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's line of help, or `None` if `--help` hides it because only `--help-all` shows it."""
        short = any(each.name == "help_all" for each in ctx.command.params)
        return None if self.rare and short and EVERY_OPTION not in ctx.meta else super().get_help_record(ctx)


def _show_all(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.meta[EVERY_OPTION] = True
        click.echo(ctx.get_help())
        ctx.exit()


LOCAL = click.option(
    "--local", is_flag=True, cls=RareOption, help="Seat models that Moot runs here; fetches a small one if none is."
)
REPO = click.option("--repo", cls=RareOption, metavar="DIR", help="Let members list, read and search the files in DIR.")
HELP_ALL = click.option(
    "--help-all", is_flag=True, is_eager=True, expose_value=False, callback=_show_all, help="Show every option."
)


def together(*flags: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator that adds several flags to a command, in this order."""

    def flagged(command: F) -> F:
        for flag in reversed(flags):
            command = flag(command)
        return command

    return flagged


run_flags = together(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    click.option("--stats", is_flag=True, help="Also votes and figures, below the answer."),
    click.option("--full", is_flag=True, help="Everything that was said and voted, as the Markdown export has it."),
    click.option("-q", "--quiet", is_flag=True, cls=RareOption,
                 help="Print the whole text alone; what it lacks goes to stderr."),
    click.option("--no-live", is_flag=True, cls=RareOption, help="Plain lines of progress, not the live view."),
)  # fmt: skip
"""Flags for the output of a running session."""


@cache
def docstrings_of(struct: type[Struct]) -> dict[str, str]:
    """Return the docstrings under a struct's fields, by field name. The source file is read when help is first
    shown."""
    return {field.name: field.says for field in fields_of(struct)}


class FieldOption(RareOption):
    """A command-line option for a struct's field. The docstring under that field is the option's help text."""

    def __init__(self, *args: Any, struct: type[Struct], rare: bool, **given: Any) -> None:
        self._struct, self.rare = struct, rare
        super().__init__(*args, **given)

    @property
    def help(self) -> str:
        """Return the help text, which is the docstring under the option's field."""
        return docstrings_of(self._struct)[self.name or ""] + " Repeat for more." * self.multiple

    @help.setter
    def help(self, value: str | None) -> None:
        """Ignore the value that click sets."""


def flags_of(
    struct: type[Struct], only: Collection[str] = (), *, without: Collection[str] = (), **differs: FlagSpec
) -> Callable[[F], F]:
    """Return a decorator that gives a command a flag for each field of a struct.

    Args:
        struct: Where the fields, their types and their docstrings come from.
        only: Names of the fields that get a flag; all fields if empty.
        without: Names of fields that get no flag.
        differs: How a flag is written, by field, where it differs from the usual.
    """
    common = getattr(struct, "common", ())
    fields = [each for each in msgspec.structs.fields(struct) if each.name in (only or struct.__struct_fields__)]

    def flagged(command: F) -> F:
        for field in reversed([each for each in fields if each.name not in without]):
            flag = {**FLAGS, **differs}.get(field.name, FlagSpec())
            written = flag.names or (f"--{field.name.replace('_', '-')}",)
            settings = _settings(field.type)
            if flag.type is not None:
                settings["type"] = flag.type
            command = click.option(
                *written, field.name, cls=FieldOption, struct=struct, metavar=flag.metavar,
                shell_complete=flag.complete, rare=field.name not in common, **settings,
            )(command)  # fmt: skip
            if field.name == "offices":
                for office, says in reversed(OWN.items()):
                    command = click.option(
                        f"--{office}", cls=RareOption, multiple=True, metavar="MODEL", shell_complete=model_names,
                        help=says,
                    )(command)  # fmt: skip
        return command

    return flagged


def _settings(kind: Any) -> dict[str, Any]:
    """Return the arguments for click's option that fit the type of a field."""
    limits: dict[str, Any] = {}
    optional = NoneType in get_args(kind)
    while (origin := get_origin(kind)) in (Annotated, Union, UnionType):
        kinds = [each for each in get_args(kind) if each is not NoneType]
        limits |= {name: limit for each in kinds if isinstance(each, Meta) for name, limit in _range(each).items()}
        kind = kinds[0]
    if origin is Literal:
        return {"type": click.Choice(get_args(kind), case_sensitive=False)}
    if origin is not None and issubclass(origin, Sequence | Mapping):
        return {"multiple": True}
    if kind is bool:
        return {"is_flag": True, "default": None if optional else False}
    if kind is int:
        return {"type": click.IntRange(**limits) if limits else int}
    return {"type": kind if kind is float else str}


def _range(meta: Meta) -> dict[str, Any]:
    return {name: limit for name, limit in (("min", meta.ge), ("max", meta.le)) if limit is not None}


def question_flags(*without: str) -> Callable[[F], F]:
    """Return a decorator that adds the flags about the council and the question's settings to a command.

    Args:
        without: Fields of a request that have no flag in this command.
    """

    fields = flags_of(AskFields, without=("follows", *without))  # `--conversation` takes both
    return together(fields, flags_of(Options, COMMON), REPO, LOCAL, HELP_ALL)


def ask_from(given: Mapping[str, Any]) -> Ask:
    """Build the request from the values of a command's flags. The question in this request is still empty."""
    fields = fields_from(AskFields, given)
    common = {name: given[name] for name in COMMON if given.get(name) is not None}
    fields["options"] = {**fields.get("options", {}), **common}
    if repo := given.get("repo"):
        fields["tools"] = (*fields.get("tools", ()), f"repo:{expanded(repo).absolute()}")
    return Ask(**{**fields, "system": fields.get("system") or None})


def fields_from(struct: type[Struct], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those fields of a struct, by name, that the user set by flags."""
    found = {name: given[name] for name in struct.__struct_fields__ if given.get(name) not in (None, ())}
    if "offices" in given:
        found["offices"] = offices_from(given)
    if "options" in given:
        found["options"] = options_from_words(given["options"])
    return found


def offices_from(given: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return the models or people that flags assign, by office (a role beside the members, such as `chair`).

    An office that is given several has a list.
    """
    held: dict[str, list[str]] = {office: list(given[office]) for office in OWN if given[office]}
    for office, model in pairs_from(given["offices"], "ROLE=MODEL", "--role editor=ollama/qwen3"):
        held.setdefault(office, []).append(model)
    return {office: models[0] if len(models) == 1 else models for office, models in held.items()}


def pairs_from(words: Sequence[str], form: str, example: str) -> list[tuple[str, str]]:
    """Split `NAME=VALUE` words into pairs of name and value; raise a usage error if a side is empty.

    `form` and `example` are how the error shows what to type.
    """
    found = []
    for pair in words:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name or not value:
            raise BadInput(f"{pair!r} is not {form}.", f"Write e.g. `{example}`.")
        found.append((name, value))
    return found


def options_from_words(words: Sequence[str]) -> dict[str, OptionValue]:
    """Parse `NAME=VALUE` words from the command line into protocol options. If a name is repeated, its values become a
    list."""
    options: dict[str, OptionValue] = {}
    for pair in words:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{pair!r} is not NAME=VALUE.", "Write e.g. `-o quorum=3`.")
        name = name.strip().replace("-", "_")
        before = options.get(name)
        options[name] = value if before is None else [*(before if isinstance(before, list) else [str(before)]), value]
    return options
