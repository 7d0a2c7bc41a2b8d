"""What would a session cost, and what can a council be made of, over HTTP? Nothing here opens or changes anything."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from moot.attachments.documents import document_from
from moot.server.schema import of, refusals_of
from moot.server.shapes.bodies import SessionBody
from moot.server.shapes.replies import reply
from moot.server.shapes.shelf_replies import (
    EstimateRow,
    PersonaList,
    PersonaRow,
    SearcherList,
    SearcherRow,
    SeatRow,
    StageRow,
    where,
)
from moot.server.shared import Depth, InHall, Put, depth_from
from moot.sessions.amounts import cap_in_dollars
from moot.vocabulary.filling import filled
from moot.vocabulary.seats import dollars

router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))


@router.post("/estimate", responses=of(EstimateRow) | refusals_of(413, 415))
async def estimate(body: SessionBody, hall: InHall, depth: Depth = None) -> Response:
    """What a question would cost, usually and at most, and who would sit. What could not sit is refused alike."""
    documents = [await document_from(file.name, file.content(), file.media_type) for file in body.attachments]
    put = Put.of(body, documents, depth_from(depth))
    sitting = await hall.sits(put)
    found = await hall.house.estimate(
        put.question,
        sitting.council,
        options=put.options,
        documents=documents,
        budget=put.budget,
        thread=put.thread,
        follows=put.follows,
        depth=put.depth,
        strict=True,
    )
    return reply(
        filled(
            EstimateRow,
            found,
            dollars=dollars(found.most),
            typical=dollars(found.typical),
            least=float(cap_in_dollars(found.least)) if found.least is not None else None,
            lacking_of=found.whose if found.lacking else "",
            unknown=list(found.unknown),
            presumed=list(found.presumed),
            presumed_dollars=dollars(found.presumed_most) or 0.0,
            stages=[
                StageRow(
                    stage=each.stage,
                    calls=each.calls,
                    says=each.says,
                    typical=dollars(each.typical),
                    most=dollars(each.most),
                )
                for each in found.stages
            ],
            council=sitting.council.name,
            members=[SeatRow(seat=seat.id, model=seat.model, scripted=seat.scripted) for seat in found.seats],
            notes=list(found.notes),
            why=sitting.why,
        )
    )


@router.get("/personas", responses=of(PersonaList))
async def personas(hall: InHall) -> Response:
    """The personas a member may wear."""
    shelf = hall.house.shelf
    rows = [PersonaRow(name=name, text=each.text, layer=each.layer) for name, each in sorted(shelf.personas().items())]
    return reply(
        PersonaList(
            personas=rows, broken={name: error.message for name, error in sorted(shelf.broken_personas().items())}
        )
    )


@router.get("/searchers", responses=of(SearcherList))
async def searchers(hall: InHall) -> Response:
    """The services things can be looked up with, and whether they have their key."""
    known = hall.house.searchers
    return reply(
        SearcherList(
            searchers=[
                SearcherRow(
                    name=name,
                    title=row.title or name,
                    configured=known.ready(name),
                    needs_key=row.needs_key,
                    where=where(known.key_source(name)),
                )
                for name, row in sorted(known.rows().items())
            ]
        )
    )
