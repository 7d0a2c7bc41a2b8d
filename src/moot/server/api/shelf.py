"""List councils, models and protocols with their options over HTTP, and report the server's health."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path
from msgspec.structs import replace
from pydantic import Field
from starlette.responses import Response

from moot import __version__
from moot.convening.council_choice import PANEL, RUBRIC, CouncilChoice
from moot.convening.default_council import GatheredModels, gathered
from moot.convening.model_availability import gone_since, successors_seated, troubles_of
from moot.errors import BadSetting, MootError
from moot.library.rubric_check import blind_parts, faults_in
from moot.library.rubric_shelf import ShelvedRubric, read_rubric, rubric_from, rubric_text
from moot.protocols import registry
from moot.protocols.protocol import Options, Protocol
from moot.providers.endpoint_check import offered
from moot.server.dependencies import Backend, Depth, InBackend, InBody, depth_from
from moot.server.error_responses import trouble_of
from moot.server.openapi import of, refusals_of
from moot.server.shapes.bodies import Body, Name, body_of
from moot.server.shapes.replies import (
    MOST_MODELS,
    CouncilList,
    CouncilRow,
    EndpointRow,
    Health,
    ModelList,
    PersonaRow,
    ProtocolList,
    ProtocolRow,
    RubricChecked,
    RubricList,
    RubricRow,
    UsageLimit,
    reply,
)
from moot.sessions.opening import LIMITS, options_from
from moot.settings.fields import fields_of
from moot.transcripts.sql.store import Store, free, touched
from moot.views.estimates import EstimateRow, estimate_row
from moot.vocabulary.councils import Council
from moot.vocabulary.model_rows import ModelRow, id_of
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import SUBSCRIPTION, Member, checked_model, member_from

BOUNDS: dict[str, dict[str, Any]] = {name: limit.schema() for name, limit in LIMITS.items()}
"""JSON schema of each protocol option that has the same limits in every protocol."""


@cache
def option_sheet(options: type[Options]) -> dict[str, Any]:
    """Return the JSON schema of a protocol's options, from which forms are made: every field has its description.

    Options that all protocols share are marked, and a default that differs for watched sessions is included.
    """
    schema = msgspec.json.schema(options)
    plain: dict[str, Any] = schema.get("$defs", {}).get(options.__name__, schema)
    says = {field.name: field.says for field in fields_of(options)}
    shared = set(Options.__struct_fields__)
    bounds = {**BOUNDS, **options.shown()}
    properties = {
        name: {**field, **bounds.get(name, {}), "description": says.get(name, ""), "x-shared": name in shared}
        | ({"x-watched": options.watched[name]} if name in options.watched else {})
        for name, field in plain.get("properties", {}).items()
    }
    return {**plain, "properties": properties}


router = APIRouter(prefix="/api", tags=["shelf"], responses=refusals_of(401, 403, 404, 409, 422))

Given = Annotated[str, Path(max_length=64, description="A council's name.")]
TRIED_FOR = 0.05
"""Maximum number of seconds that the health check waits for a test write to the store, because it has to answer at
once.
"""
NANO_A_TOKEN = 1000
"""Number of nano-dollars per token that equal one dollar per million tokens."""


MEMBER_BODY: Any = body_of(
    "MemberBody",
    Member,
    reasoning=(Literal["low", "medium", "high"] | None, Field(default=None, description="How hard it should think.")),
)
COUNCIL_BODY: Any = body_of(
    "CouncilBody",
    Council,
    ("name",),
    members=(list[Name | MEMBER_BODY], Field(min_length=1, max_length=64, description="Who sits in it.")),
)


@router.get("/health", responses=of(Health))
async def health(backend: InBackend) -> Response:
    """Return whether the server is well, and how much of each limit is used."""
    runner = backend.app.runner
    used, most = len(runner.running), runner.rules.most_sessions
    store = backend.app.store
    trouble = await _trouble_storing(store)
    engine, models = await backend.app.model_host.states()
    status = "stopping" if backend.closing else "storage" if trouble else "full" if used >= most else "ok"
    return reply(
        Health(
            status=status,
            storage=trouble,
            free=free(store.path),
            version=__version__,
            sessions=UsageLimit(used=used, most=most),
            viewers=UsageLimit(used=backend.places.taken, most=backend.places.most),
            put_out=backend.viewer_hub.put_out,
            recovered=backend.recovered,
            alarms=sum(not alarm.acknowledged for alarm in backend.app.upkeep.latest_alarms),
            engine=engine,
            models=models,
        )
    )


async def _trouble_storing(store: Store) -> str:
    """Return why nothing can be written to the store; empty if it can. After an earlier failure, writing is tried
    again."""
    if store.trouble:
        with suppress(MootError, TimeoutError):
            async with asyncio.timeout(TRIED_FOR):
                await store.write(touched)
    return store.trouble


@router.get("/councils", responses=of(CouncilList))
async def councils(backend: InBackend) -> Response:
    """List the councils on the shelf, and the default one."""
    app = backend.app
    app.refresh()
    refused = None
    try:
        sitting = await app.seats.by_default()
    except MootError as error:  # another council can still be chosen
        refused = trouble_of(error)
        sitting = CouncilChoice(council=Council(members=()), why="")
    shelved = app.shelf.councils()
    rows = await asyncio.gather(*(_row(backend, each.layer, each.council) for each in shelved.values()))
    name = sitting.council.name
    first = await _row(backend, shelved[name].layer if name in shelved else "", sitting.council)
    broken = {name: error.message for name, error in app.shelf.broken().items()}
    return reply(
        CouncilList(
            councils=rows,
            default=name,
            chosen=app.settings.council,
            sitting=first,
            why=sitting.why,
            refused=refused,
            broken=broken,
            personas=[
                PersonaRow(name=name, text=each.text, layer=each.layer)
                for name, each in sorted(app.shelf.personas().items())
            ],
        )
    )


@router.put("/councils/{name}", responses=of(CouncilRow) | refusals_of(415))
async def keep(name: Given, body: COUNCIL_BODY, backend: InBackend) -> Response:
    """Store a council under this name in the user's folder, replacing the user's earlier one."""
    given = body.model_dump(exclude={"members"})
    members = tuple(_member(member) for member in body.members)
    made = msgspec.convert({**given, "name": name, "members": ()}, Council)
    made = replace(made, members=members)
    for model in filter(None, (made.chair, *made.stand_ins)):
        checked_model(model)
    if made.rubric:
        backend.app.rubrics.shelved(made.rubric)
    options_from(registry.find(made.protocol), made.options, f"the council {name!r}")
    backend.app.shelf.save(made, replace=True)
    return reply(await _shelved_row(backend, name))


@router.delete("/councils/{name}", status_code=204)
async def remove(name: Given, backend: InBackend) -> Response:
    """Remove one of the user's councils; a packaged one of the same name takes effect again."""
    backend.app.shelf.remove(name)
    return Response(status_code=204)


@router.get("/models", responses=of(ModelList))
async def models(backend: InBackend) -> Response:
    """List the models of every endpoint that can be asked now, and the local models, installed or not."""
    directory = backend.app.directory
    configured = [row.name for row in directory.configured()]
    found = {each.endpoint: each for each in await asyncio.gather(*(offered(directory, name) for name in configured))}
    council = await gathered(directory, PANEL + 1)
    endpoints = [
        EndpointRow(
            endpoint=row.name,
            title=row.title,
            configured=row.name in configured,
            error=found[row.name].trouble if row.name in found else "",
        )
        for row in directory.rows().values()
    ]
    local = [_standing(backend, row, council) for row in await backend.app.model_host.rows()]
    known = {row.model for row in local}
    listed = [name for each in found.values() for name in each.models[:MOST_MODELS] if name not in known]
    models = [*(_model(backend, name, council) for name in listed), *local]
    return reply(ModelList(models=sorted(models, key=_later), endpoints=endpoints))


@router.get("/protocols", responses=of(ProtocolList))
async def protocols() -> Response:
    """List the protocols with their options."""
    return reply(ProtocolList(protocols=[_protocol(each) for each in registry.loaded().found]))


def _later(row: ModelRow) -> tuple[bool, ...]:
    """Return the key by which the list of models is sorted: models that can be used at once come first."""
    return (bool(row.unready), row.council, row.scripted, not row.sits)


def _model(backend: Backend, name: str, council: GatheredModels) -> ModelRow:
    directory = backend.app.directory
    listed, day = directory.listing_of(name), gone_since(directory, name)
    row, price, standing = directory.endpoint_of(name), directory.price_of(name), council.of(directory, name)
    return ModelRow(
        model=name,
        endpoint=row.name,
        scripted=row.scripted,
        speaks=row.speaks,
        priced=price is not None,
        input=None if price is None else price.input / NANO_A_TOKEN,
        output=None if price is None else price.output / NANO_A_TOKEN,
        included=price is not None and price.source == SUBSCRIPTION,
        context=directory.context_of(name),
        sits=standing.sits,
        why=standing.why,
        council=row.moot or (listed is not None and listed.council),
        unready=f"Its service took it away on {day}." if day else listed.lacks if listed is not None else "",
        id=id_of(name),
    )


def _standing(backend: Backend, row: ModelRow, council: GatheredModels) -> ModelRow:
    if row.status == "absent":
        return row
    standing = council.of(backend.app.directory, row.model)
    return replace(row, sits=standing.sits, why=standing.why)


def _protocol(protocol: Protocol) -> ProtocolRow:
    options = options_from(protocol, {}, protocol.name)
    return ProtocolRow(
        protocol=protocol.name,
        title=protocol.title,
        stages=list(protocol.stages_for(options)),
        options=option_sheet(protocol.options),
        offices=protocol.offices,
        chairless=protocol.chairless,
        takes_rubric=protocol.rubric is not None,
        stops_early=protocol.stops_early is not None and protocol.stops_early(options, False),
        fewest=protocol.fewest,
        writes_openly=protocol.writes_openly,
        looks_up=protocol.looks_up,
    )


async def _shelved_row(backend: Backend, name: str) -> CouncilRow:
    shelved = backend.app.shelf.shelved(name)
    return await _row(backend, shelved.layer, shelved.council)


async def _row(backend: Backend, layer: str, council: Council) -> CouncilRow:
    directory = backend.app.directory
    now = await successors_seated(council, directory)
    return CouncilRow(
        layer=layer,
        council=council,
        seated=now.council,
        notes=list(now.notes),
        troubles=list(troubles_of(now.council, directory)),
    )


def _member(member: Any) -> Member | str:
    made = member_from(member) if isinstance(member, str) else Member(**member.model_dump())
    checked_model(made.model)
    return member if isinstance(member, str) else made


@router.post("/estimate", responses=of(EstimateRow) | refusals_of(413, 415, 503))
async def estimate(ask: InBody, backend: InBackend, depth: Depth = None) -> Response:
    """Estimate the typical and the maximum cost of a question, and list its seats."""
    ask = replace(ask, depth=depth_from(depth))
    sitting = await backend.app.sits(ask)
    found = await backend.app.estimate(ask.put_to(sitting.council), strict=True)
    return reply(estimate_row(found, sitting.council.name, sitting.why))


RubricName = Annotated[str, Path(max_length=64, description="A rubric's name.")]
Toml = Annotated[str, Field(max_length=400_000)]
DRAFT = "draft"
WHERE = "The rubric"
_LINE = re.compile(r"\(at line (\d{1,6}), column")


class RubricTextBody(Body):
    """The text of a rubric, as TOML."""

    text: Toml = Field(description="The TOML.")


@router.post("/rubrics/check", responses=of(RubricChecked) | refusals_of(415))
async def check(body: RubricTextBody) -> Response:
    """Parse a rubric strictly; return its errors and the measures that its rules use."""
    return reply(await asyncio.to_thread(_checked, body.text))


@router.put("/rubrics/{name}", responses=of(RubricRow) | refusals_of(415))
async def keep_text(name: RubricName, body: RubricTextBody, backend: InBackend) -> Response:
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
async def remove_rubric(name: RubricName, backend: InBackend) -> Response:
    """Remove one of the user's rubrics; a packaged one of the same name takes effect again."""
    backend.app.rubrics.remove(name)
    return Response(status_code=204)


def row_of(shelved: ShelvedRubric) -> RubricRow:
    """Return a rubric with its text and where it is stored, as the API and the terminal show it."""
    text = shelved.text or rubric_text(shelved.rubric)
    return RubricRow(layer=shelved.layer, rubric=shelved.rubric, text=text)
