"""List, check, store and remove rubrics.

A rubric that is being written is parsed as strictly as a file, and an error includes its line where that can be
determined.
"""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from moot.convening.council_choice import RUBRIC
from moot.errors import BadSetting
from moot.library.rubric_check import blind_parts, faults_in
from moot.library.rubric_shelf import ShelvedRubric, read_rubric, rubric_from
from moot.library.rubric_text import rubric_text
from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import Body
from moot.server.shapes.replies import RubricList, RubricRow, reply
from moot.server.shapes.shelf_replies import RubricChecked
from moot.vocabulary.rubrics import Rubric

router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A rubric's name.")]
Toml = Annotated[str, Field(max_length=400_000)]
DRAFT = "draft"
WHERE = "The rubric"
_LINE = re.compile(r"\(at line (\d{1,6}), column")


class RubricTextBody(Body):
    """The text of a rubric."""

    text: Toml = Field(description="The TOML.")


@router.post("/rubrics/check", responses=of(RubricChecked) | refusals_of(415))
async def check(body: RubricTextBody) -> Response:
    """Parse a rubric strictly; return its errors and the measures that its rules use."""
    return reply(await asyncio.to_thread(_checked, body.text))


@router.put("/rubrics/{name}", responses=of(RubricRow) | refusals_of(415))
async def keep_text(name: Given, body: RubricTextBody, backend: InBackend) -> Response:
    """Store a rubric under this name as it is written, comments included."""
    shelf = backend.app.rubrics
    shelf.file_of(name)  # an invalid name is refused before the text is parsed
    shelf.save(rubric_from(body.text, name, WHERE), text=body.text, replace=True)
    return reply(row_of(shelf.shelved(name)))


def _checked(text: str) -> RubricChecked:
    rubric: Rubric | None = None
    error = remedy = ""
    idle: list[str] = []
    try:
        rubric = read_rubric(text, DRAFT, WHERE)
    except BadSetting as trouble:
        error, remedy = trouble.message, trouble.remedy
    if rubric is not None:
        faults = faults_in(rubric)
        if faults:
            rubric, error, remedy = None, " ".join(faults[:5]), "Correct it here; nothing was kept."
        else:
            idle = blind_parts(rubric)
    return RubricChecked(
        rubric=rubric,
        error=error,
        line=int(found[1]) if (found := _LINE.search(error)) is not None else None,
        remedy=remedy,
        idle=idle,
    )


@router.get("/rubrics", responses=of(RubricList))
async def rubrics(backend: InBackend) -> Response:
    """List the rubrics on the shelf, and those that cannot be used."""
    shelf = backend.app.rubrics
    rows = [row_of(each) for each in shelf.rubrics().values()]
    broken = {name: error.message for name, error in shelf.broken().items()}
    return reply(RubricList(rubrics=rows, broken=broken, default=RUBRIC))


@router.delete("/rubrics/{name}", status_code=204)
async def remove(name: Given, backend: InBackend) -> Response:
    """Remove one of the user's rubrics; a packaged one of the same name takes effect again."""
    backend.app.rubrics.remove(name)
    return Response(status_code=204)


def row_of(shelved: ShelvedRubric) -> RubricRow:
    """Return a rubric as the API and the terminal show it."""
    text = shelved.text or rubric_text(shelved.rubric)
    return RubricRow(layer=shelved.layer, rubric=shelved.rubric, text=text)
