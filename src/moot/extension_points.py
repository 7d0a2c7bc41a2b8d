"""Find what installed packages add to Moot.

A package declares what it adds as entry points in its metadata, in the groups named in `GROUPS`. Moot's own extensions
are declared and found in the same way: nothing else in `src/moot` imports `moot.extensions`. An entry point that cannot
be used is left out, named once on stderr, and listed by `moot doctor`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from msgspec import Struct

from moot.errors import ExtensionFailed, MootError, NoEngine, UnknownName

if TYPE_CHECKING:
    from moot.vocabulary.events import Event
    from moot.vocabulary.model_rows import EngineState, ModelRow, ModelState
    from moot.vocabulary.state import SessionState

GROUPS = {
    "moot.commands": "click:Command",
    "moot.exports": "moot.extension_points:ExportForm",
    "moot.graders": "collections.abc:Callable",
    "moot.measures": "moot.extension_points:RubricMeasure",
    "moot.panels": "moot.extension_points:UsagePanel",
    "moot.routers": "fastapi:APIRouter",
    "moot.services": "builtins:type",
    "moot.settings": "msgspec:StructMeta",
    "moot.tables": "sqlalchemy:MetaData",
    "moot.tools": "collections.abc:Callable",
}
"""Entry point groups, with the kind of object in each: a command of the terminal (in `moot.commands.GROUP` one of that
group), a form of export, a function that grades an answer, a measure for rubrics, a panel of the usage page, routes
of the server, a class derived from `ExtensionService`, a `msgspec.Struct` of settings, tables of the store, a
function or class that makes a tool for members.
"""
Mark = Literal["ok", "note", "trouble"]
T = TypeVar("T")


class EntryPoint(NamedTuple):
    """Something that an installed package adds to Moot, as declared in the package's metadata."""

    group: str
    """Kind of extension, such as `moot.commands`."""
    name: str
    """Name of the extension within the group."""
    value: str
    """Where the extension's code is: `package.module:attribute`."""
    package: str
    """The distribution that declares the extension."""


class DoctorLine(Struct, frozen=True, kw_only=True):
    """One line of `moot doctor`: what was checked, whether it is in order, and what to do if it is not."""

    about: str
    """Subject of the check."""
    mark: Mark
    """Whether the checked part works."""
    says: str
    """Result of the check."""
    remedy: str = ""
    """What to do if the checked part does not work."""


class ExtensionService:
    """Base class of services that an extension runs beside sessions. Override methods, and declare the class in
    `moot.services`.

    One object is made for each `Application` that needs it, in every process: a server, a terminal command, a Python
    program. What a method raises is reported and breaks nothing else.

    Example:
        class Greeter(ExtensionService):
            async def session_ended(self, session: str) -> None:
                print(f"{session} has ended")
    """

    def __init__(self, app: Any) -> None:
        """Keep the application (`moot.app.Application`) for which this object is made."""
        self.app = app

    async def run(self) -> None:
        """Work in the background of `moot serve` until cancelled. Only `moot serve` calls this."""

    async def session_ended(self, session: str) -> None:
        """Called when a session in this process has just ended, or begins to wait for a person."""

    async def study_id(self, given: str) -> str:
        """Return the full id of a study, given its name or id, for `moot sessions list --study`.

        Raises:
            UnknownName: The service stores studies, and none of them has this name or id.
        """
        return ""

    async def upkeep_lines(self) -> list[str]:
        """Return lines of text to add to what `moot insights upkeep` prints."""
        return []

    async def doctor_lines(self) -> list[DoctorLine]:
        """Return lines to add to what `moot doctor` prints."""
        return []


class ModelHost(ExtensionService):
    """Base class of a service that runs models on this machine, as the endpoint `local`. The first installed one is
    `Application.model_host`.

    Without one, this class stands in for it: no model is here, and none can run.
    """

    async def ensure_model(self) -> None:
        """Make sure that a model can run on this machine, for `--local`. At a terminal, offer to download one.

        Raises:
            MootError: No model can run.
        """
        raise NoEngine("Nothing here can run a model.", "Install a package that can.")

    async def start(self) -> None:
        """Run models from now on, for this process and for others. `moot serve --local` calls it."""

    async def show_model(self, name: str | None, as_json: bool) -> bool:
        """Print what is known of the named model, or of all models that this service runs. If the named model runs
        elsewhere, print nothing and return false.
        """
        return False

    async def states(self) -> tuple[EngineState, dict[str, ModelState]]:
        """Return the state of the program that runs models here, and of each model that can be loaded, by name."""
        from moot.vocabulary.model_rows import EngineState

        return EngineState(ok=False, binary="", budget_bytes=None, used_bytes=0), {}

    async def rows(self) -> list[ModelRow]:
        """Return the models on this machine, and those that can be downloaded. The caller sets each one's `sits`:
        whether it gets a seat in the default council."""
        return []


class ExportFormat(Struct, frozen=True, kw_only=True):
    """Description of a file format in which a session can be exported."""

    title: str
    """Title in menus."""
    help: str
    """Description of the content, in one line."""
    suffix: str
    """Suffix of files in this format, without the first dot."""
    media_type: str
    """Media type of the file over HTTP."""
    copies: bool = False
    """Whether a menu offers to copy the file's text."""


class ExportForm(ExportFormat, frozen=True, kw_only=True):
    """A file format in which a session can be exported. Declare one in `moot.exports`.

    Example:
        upper = ExportForm(
            title="Shouted",
            help="The question in capitals",
            suffix="txt",
            media_type="text/plain; charset=utf-8",
            write=lambda state, events: state.question.text.upper(),
        )
    """

    write: Callable[[SessionState, Sequence[Event]], str | bytes]
    """Returns the content of the file. Another process may call this function, without keys and without the store."""


Grader = Callable[[str, str], bool | None]
"""Type of functions that take the known answer and an answer, and return whether it is right, or `None` to leave that
to the next grader.
"""


class RubricMeasure(Struct, frozen=True, kw_only=True):
    """A number that a package computes for a session judged by a rubric (a file of rules for judging answers). The
    rubric's rules can set limits for it, by the name of its entry point. Declare one in `moot.measures`.

    It is computed for sessions whose rubric names it, and recorded with the other measures.
    """

    says: str
    """Meaning of the measure, for people."""
    unit: Literal["count", "number", "flag"]
    """Kind of value: `count`, 0, 1, 2 …; `number`, any number; `flag`, 0 or 1."""
    compute: Callable[[Any], float | None]
    """Returns the value for a `moot.protocols.adjudication.measures.Panel`; `None` where it cannot be known, which
    meets no bound. The same panel must always give the same value, because a replay computes it again.
    """


class PanelTable(Struct, frozen=True, kw_only=True, tag="table"):
    """A table that the web app draws."""

    columns: tuple[str, ...]
    """Headings of the table's columns."""
    rows: tuple[tuple[str | int | float | None, ...], ...]
    """Cells of each row, one for each column."""
    says: str = ""
    """A sentence shown above the table."""


class PanelSeries(Struct, frozen=True, kw_only=True):
    """One series of figures in a chart."""

    title: str
    """Name of the series in the legend."""
    values: tuple[float | None, ...]
    """Value for each label; `None` where there is none."""


class PanelChart(Struct, frozen=True, kw_only=True, tag="chart"):
    """A chart that the web app draws."""

    kind: Literal["bars", "lines"]
    """How the chart is drawn."""
    labels: tuple[str, ...]
    """Labels along the chart's axis."""
    series: tuple[PanelSeries, ...]
    """Series of figures to draw."""


class UsagePanel(Struct, frozen=True, kw_only=True):
    """A table or chart that an extension adds to the page Usage and to `/api/panels`. Declare one in `moot.panels`."""

    title: str
    """Heading of the panel."""
    help: str = ""
    """What the panel shows, in a sentence."""
    draw: Callable[[Any], Awaitable[PanelTable | PanelChart]]
    """Returns the table or chart to show now. The argument is the `moot.app.Application`."""


_troubles: dict[EntryPoint, str] = {}


def entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points that installed packages declare in one group, such as `moot.commands`."""
    return [point for point in every_entry_point() if point.group == group]


def every_entry_point() -> tuple[EntryPoint, ...]:
    """Return all entry points that installed packages declare for Moot. The result is cached until a package is
    installed or removed.
    """
    places = []
    for place in sys.path:
        with suppress(OSError):
            places.append((place, os.stat(place or ".").st_mtime_ns))
    return _read(tuple(places))


def load_all(group: str, kind: type[T]) -> dict[EntryPoint, T]:
    """Import the objects that a group's entry points name, and return them by entry point. An object that cannot be
    imported, or is not of type `kind`, is reported and left out.
    """
    found: dict[EntryPoint, T] = {}
    for point in entry_points(group):
        other = next((each for each in found if each.name == point.name), None)
        if other is not None:
            report(point, f"the name {point.name!r} is taken by {other.package}")
            continue
        try:
            thing = import_object(point.value)
        except (Exception, SystemExit) as error:
            report(point, error)
            continue
        if isinstance(thing, kind):
            found[point] = thing
        else:
            report(point, f"{point.value} is not a {kind.__name__}")
    return found


def installed(group: str, kind: type[T], ours: Container[str] = ()) -> dict[str, T]:
    """Return the objects that installed packages add to a group, by name. `ours` are Moot's own names, which no package
    may use.
    """
    found = {}
    for point, thing in load_all(group, kind).items():
        if point.name in ours:
            report(point, f"the name {point.name!r} is taken by Moot")
        else:
            found[point.name] = thing
    return found


def installed_measures() -> dict[str, RubricMeasure]:
    """Return the measures that packages add, by name."""
    from moot.vocabulary.measures import MEASURES

    return installed("moot.measures", RubricMeasure, MEASURES)


def installed_grader(name: str) -> Grader:
    """Return the function that grades answers which an installed package declares under this name.

    Raises:
        UnknownName: No package declares one.
    """
    known: dict[str, Any] = installed("moot.graders", Callable)  # type: ignore[arg-type]
    if name not in known:
        raise UnknownName("grader", name, known, "" if known else "No package that adds one is installed.")
    grader: Grader = known[name]
    return grader


@contextmanager
def extension_faults(what: str) -> Iterator[None]:
    """Convert an exception raised inside the context, by an installed package's code, to `ExtensionFailed`. `what` says
    in its message what has failed.
    """
    try:
        yield
    except MootError:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise ExtensionFailed(f"The {what} does not work: {said}.") from error


def services_for(app: object) -> dict[EntryPoint, ExtensionService]:
    """Create one object of every installed service for this application, and return them by entry point."""
    found = {}
    for point, made in load_all("moot.services", type).items():
        try:
            service = made(app)
            if not isinstance(service, ExtensionService):
                raise TypeError(f"{point.value} does not derive `moot.extension_points.ExtensionService`")
            found[point] = service
        except Exception as error:
            report(point, error)
    return found


def report(point: EntryPoint, why: Exception | SystemExit | str) -> None:
    """Report an entry point that cannot be used: print it on stderr once, and list it in `troubles`."""
    if isinstance(why, BaseException):
        why = why.message if isinstance(why, MootError) else f"{type(why).__name__}: {why}".rstrip(": ")
    said = " ".join(f"{point.name!r} of the package {point.package} ({point.group}) does not work: {why}".split())
    if _troubles.get(point) != said:
        import logging  # slow to import, and seldom needed

        _troubles[point] = said
        logging.getLogger("moot.extensions").warning("The extension %s", said)


def troubles() -> list[str]:
    """Try every entry point, and return a message for each one that cannot be used."""
    for group in dict.fromkeys((*GROUPS, *(point.group for point in every_entry_point()))):
        if kind := GROUPS.get("moot.commands" if group.startswith("moot.commands.") else group):
            load_all(group, import_object(kind))
    return [said for point, said in _troubles.items() if point in entry_points(point.group)]


def import_object(place: str) -> Any:
    """Import and return the object at a path such as `package.module:attribute`."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


@lru_cache(maxsize=1)
def _read(places: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    """Read every `entry_points.txt` on Python's path. This takes 3 ms of CPU time, where `importlib.metadata`
    takes 45.
    """
    found: dict[EntryPoint, None] = {}
    packages: set[str] = set()
    for place, _ in places:
        with suppress(OSError), os.scandir(place or ".") as entries:
            for folder in sorted(each.path for each in entries if each.name.endswith((".dist-info", ".egg-info"))):
                package = os.path.basename(folder).partition("-")[0].removesuffix(".egg").lower().replace("_", "-")
                if package in packages or package.startswith("~"):  # pip leaves such names behind
                    continue
                packages.add(package)
                with suppress(OSError, UnicodeDecodeError):
                    with open(os.path.join(folder, "entry_points.txt"), encoding="utf-8") as file:
                        text = file.read()
                    found |= dict.fromkeys(_parse(text, package) if "moot." in text else ())
    return tuple(found)


def _parse(text: str, package: str) -> list[EntryPoint]:
    """Parse an `entry_points.txt`: lines such as `name = package.module:attribute` below their `[group]`."""
    found, group = [], ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[] ")
        elif group.startswith("moot.") and "=" in line and line[0] not in "#;":
            name, _, value = line.partition("=")
            found.append(EntryPoint(group, name.strip(), value.partition("[")[0].strip(), package))
    return found
