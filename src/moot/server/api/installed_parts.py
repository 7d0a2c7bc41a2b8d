"""List what installed packages add to the app: export formats, and panels of the page Usage."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from msgspec import Struct
from starlette.responses import Response

from moot.errors import UnknownName
from moot.exports.session_files import every_form
from moot.extension_points import ExportFormat, PanelChart, PanelTable, UsagePanel, extension_faults, installed
from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import reply

router = APIRouter(prefix="/api", tags=["extensions"], responses=refusals_of(401, 403))

PanelName = Annotated[str, Path(max_length=64, description="A panel's name.")]


class ExportRow(ExportFormat, frozen=True, kw_only=True):
    """A format in which a session is exported."""

    name: str
    """Value of `format` in an export request."""


class ExportList(Struct, frozen=True, kw_only=True):
    """Every format in which a session is exported."""

    exports: list[ExportRow]
    """Built-in formats, then those of installed packages."""


class PanelRow(Struct, frozen=True, kw_only=True):
    """A panel that an installed package adds."""

    name: str
    """Its name."""
    title: str
    """Its heading."""
    help: str
    """What it shows, in a sentence."""


class PanelList(Struct, frozen=True, kw_only=True):
    """Every panel."""

    panels: list[PanelRow]
    """In the order in which packages were found."""


class PanelFigures(Struct, frozen=True, kw_only=True):
    """Current content of a panel."""

    shown: PanelTable | PanelChart
    """A table or a chart."""


@router.get("/exports", responses=of(ExportList))
async def exports() -> Response:
    """List the formats in which a session is exported."""
    rows = [
        ExportRow(
            name=name,
            title=form.title,
            help=form.help,
            suffix=form.suffix,
            media_type=form.media_type,
            copies=form.copies,
        )
        for name, form in every_form().items()
    ]
    return reply(ExportList(exports=rows))


@router.get("/panels", responses=of(PanelList))
async def panels() -> Response:
    """List the panels that installed packages add to the page Usage."""
    rows = [
        PanelRow(name=name, title=panel.title, help=panel.help)
        for name, panel in installed("moot.panels", UsagePanel).items()
    ]
    return reply(PanelList(panels=rows))


@router.get("/panels/{name}", responses=of(PanelFigures) | refusals_of(404, 422, 502))
async def panel(name: PanelName, backend: InBackend) -> Response:
    """Return a panel's current content."""
    known = installed("moot.panels", UsagePanel)
    if name not in known:
        raise UnknownName("panel", name, known)
    with extension_faults(f"panel {name!r}"):
        shown = await known[name].draw(backend.app)
        if not isinstance(shown, PanelTable | PanelChart):
            raise TypeError("it returns neither a PanelTable nor a PanelChart")
        return reply(PanelFigures(shown=shown))
