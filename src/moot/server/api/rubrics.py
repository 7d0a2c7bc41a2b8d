"""List and remove rubrics."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from moot.convening.council_choice import RUBRIC
from moot.library.rubric_shelf import ShelvedRubric
from moot.library.rubric_text import rubric_text
from moot.server.dependencies import InBackend
from moot.server.openapi import of, refusals_of
from moot.server.shapes.replies import RubricList, RubricRow, reply

router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A rubric's name.")]


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
