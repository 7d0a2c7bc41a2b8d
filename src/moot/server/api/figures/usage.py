"""What did calls take, over HTTP? The same figures as `moot usage`, and as CSV."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from moot.server.schema import of, refusals_of, text_response
from moot.server.shapes.replies import reply
from moot.server.shared import InHall
from moot.vocabulary.earlier.usage import UsageReport

router = APIRouter(prefix="/api", tags=["usage"], responses=refusals_of(401, 403, 422))

First = Annotated[str | None, Query(alias="from", max_length=10, description="The first day (UTC), as 2031-05-04.")]
Last = Annotated[str | None, Query(alias="to", max_length=10, description="The last day (UTC); else today.")]
Days = Annotated[int | None, Query(description="So many days up to the last, 1 to 366; 30 unless said otherwise.")]


@router.get("/usage", responses=of(UsageReport))
async def usage(hall: InHall, first: First = None, last: Last = None, days: Days = None) -> Response:
    """Calls, tokens and money by day, model, council, protocol and source."""
    return reply(await hall.house.usage.report(first, last, days))


@router.get("/usage.csv", responses=text_response("text/csv"))
async def usage_csv(hall: InHall, first: First = None, last: Last = None, days: Days = None) -> Response:
    """The same as a table: a line for each day, model, council, protocol and source."""
    text = await hall.house.usage.table(first, last, days)
    headers = {"Content-Disposition": 'attachment; filename="moot-usage.csv"'}
    return Response(text, headers=headers, media_type="text/csv")
