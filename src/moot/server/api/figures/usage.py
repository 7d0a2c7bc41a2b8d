"""Serve the use of models, as `moot usage` prints it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.dependencies import InBackend, TableForm, csv_file
from moot.server.openapi import refusals_of, table_or
from moot.server.shapes.replies import reply
from moot.vocabulary.history.usage import UsageReport

router = APIRouter(prefix="/api", tags=["usage"], responses=refusals_of(401, 403, 422))

First = Annotated[str | None, Query(alias="from", max_length=10, description="The first day (UTC), as 2031-05-04.")]
Last = Annotated[str | None, Query(alias="to", max_length=10, description="The last day (UTC); else today.")]
Days = Annotated[int | None, Query(description="So many days up to the last, 1 to 366; 30 unless said otherwise.")]


@router.get("/usage", responses=table_or(UsageReport))
async def usage(
    backend: InBackend, first: First = None, last: Last = None, days: Days = None, form: TableForm = "json"
) -> Response:
    """Return calls, tokens and money by day, model, council, protocol and source."""
    if form == "csv":
        return csv_file(await backend.app.usage.table(first, last, days), "usage")
    return reply(await backend.app.usage.report(first, last, days))
