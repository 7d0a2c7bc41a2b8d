"""Read and change settings over HTTP: those about questions, not those about access to the server.

Host, port, tokens, trusted proxies and the like are left to whoever runs the server. A change applies from the next
question on. A setting from the server's environment cannot be changed here.
"""

from __future__ import annotations

import platform
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from moot import __version__
from moot.app import Application
from moot.errors import BadInput, BadSetting, Conflict, UnknownName
from moot.protocols import registry
from moot.providers.searchers.searcher import NONE
from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import SettingBody
from moot.server.shapes.replies import About, SettingList, reply
from moot.settings import change_setting, origin_of, settings_from
from moot.transcripts.sql.schema import VERSION
from moot.views.settings import setting_rows

router = APIRouter(prefix="/api/settings", tags=["settings"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=40, description="A setting's name.")]
SHOWN = (
    "council",
    "budget",
    "day_budget",
    "call_budget",
    "strict_prices",
    "searchers",
    "connect_timeout",
    "first_timeout",
    "between_timeout",
    "call_timeout",
    "chores",
    "chore_model",
    "chat_progress",
    "chat_degraded",
    "chat_stop_on_close",
)
"""Names of the settings that can be changed here."""


@router.get("", responses=of(SettingList))
async def settings(backend: InBackend) -> Response:
    """List the settings that can be changed here, their meaning, and where each value comes from."""
    return reply(_list(backend.app))


@router.put("/{name}", responses=of(SettingList) | refusals_of(415))
async def change(name: Given, body: SettingBody, backend: InBackend) -> Response:
    """Change a setting; it applies from the next question on, and null restores the default."""
    app = backend.app
    if name not in SHOWN:
        raise UnknownName("setting to be changed here", name, SHOWN)
    if origin_of(name, app.home) == "environment":
        raise Conflict(
            f"The environment variable MOOT_{name.upper()} of the server sets this.",
            "Take it out there and start the server again. Nothing was changed.",
        )
    if name == "searchers" and isinstance(body.value, list):
        _check_searchers(app, body.value)
    if name == "council":
        app.set_default(body.text() or "")
        return reply(_list(app))
    settings_from(app.home)  # an unreadable file is another error than an invalid value
    try:
        change_setting(app.home, name, body.text())
    except BadSetting as refused:
        raise BadInput(refused.message, "Enter another value. Nothing was changed.") from None
    app.refresh()
    return reply(_list(app))


def _check_searchers(app: Application, names: list[str]) -> None:
    """Raise if a search service is unknown, before its name is stored: every later question would fail because of
    it."""
    if names != [NONE]:
        for each in names:
            app.searchers.row(each)


def _list(app: Application) -> SettingList:
    app.refresh()
    return SettingList(
        settings=setting_rows(app.home, SHOWN),
        about=About(
            version=__version__,
            moot_home=str(app.home),
            python=platform.python_version(),
            licences="/licences.txt",
            protocols=list(registry.names()),
            schema=VERSION,
        ),
    )
