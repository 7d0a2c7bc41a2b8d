"""Which ways to judge are there, over HTTP? Rubrics are listed, read, kept and removed as councils are.

A rubric is sent as JSON with the names of its TOML file and checked as strictly; what could not be followed is not
kept.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path
from starlette.responses import Response

from moot.convening.council_choice import RUBRIC
from moot.library.rubric_shelf import ShelvedRubric, rubric_of
from moot.library.rubric_text import rubric_text
from moot.server.schema import of, ref, refusals_of
from moot.server.shapes.replies import RubricList, RubricRow, reply
from moot.server.shared import InHall

router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A rubric's name.")]
Sent = Annotated[dict[str, Any], Body(description="The rubric, with the names of its TOML file; no `name`.")]
IS_A_RUBRIC = {"requestBody": {"content": {"application/json": {"schema": ref("RubricBody")}}, "required": True}}


@router.get("/rubrics", responses=of(RubricList))
async def rubrics(hall: InHall) -> Response:
    """The rubrics on the shelf, and those that cannot be used."""
    shelf = hall.house.rubrics
    rows = [row_of(each) for each in shelf.rubrics().values()]
    broken = {name: error.message for name, error in shelf.broken().items()}
    return reply(RubricList(rubrics=rows, broken=broken, default=RUBRIC))


@router.get("/rubrics/{name}", responses=of(RubricRow))
async def rubric(name: Given, hall: InHall) -> Response:
    """One rubric."""
    return reply(row_of(hall.house.rubrics.shelved(name)))


@router.put("/rubrics/{name}", responses=of(RubricRow) | refusals_of(415), openapi_extra=IS_A_RUBRIC)
async def keep(name: Given, body: Sent, hall: InHall) -> Response:
    """Keeps a rubric under this name in the user's folder, in place of what the user kept there."""
    hall.house.rubrics.save(rubric_of(body, name, "The rubric"), replace=True)
    return reply(row_of(hall.house.rubrics.shelved(name)))


@router.delete("/rubrics/{name}", status_code=204)
async def remove(name: Given, hall: InHall) -> Response:
    """Removes one of the user's rubrics; a packaged one of the same name shows again."""
    hall.house.rubrics.remove(name)
    return Response(status_code=204)


def row_of(shelved: ShelvedRubric) -> RubricRow:
    """A rubric as doors show it."""
    text = shelved.text or rubric_text(shelved.rubric)
    return RubricRow(layer=shelved.layer, rubric=shelved.rubric, text=text)
