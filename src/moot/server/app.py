"""Build the ASGI application: three APIs and the pages over one `Backend`, behind one guard."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from moot import __version__
from moot.errors import MootError, of_the_machine
from moot.extension_points import load_all
from moot.server import app_files, error_responses, openapi
from moot.server.admission.access_log import AccessLog
from moot.server.admission.contracts import contract_of, installed_contracts
from moot.server.admission.guard import Guard
from moot.server.admission.path_rules import GUEST, is_openai, shaped, strict, worded
from moot.server.api import (
    endpoints,
    figures,
    sessions,
    settings,
    shares,
    shelf,
    transcript_files,
)
from moot.server.dependencies import Backend
from moot.server.openai import chat as openai
from moot.server.openai import responses as openai_responses
from moot.server.watching.socket import Client, Socket, Speaker

DESCRIPTION = """A council of language models whose verdicts can be audited.

Every route needs the token (`Authorization: Bearer TOKEN`, or the cookie the printed address sets). What goes wrong
is `{"error": {code, message, remedy}}`. Committed events are numbered; whoever watches goes on after a number."""
FASTER_THAN_SMALL = 5


def app_for(backend: Backend) -> ASGIApp:
    """Return the whole ASGI application: every route, behind the guard that checks each request."""
    app = routes_for(backend)
    inside = GZipMiddleware(app, minimum_size=1500, compresslevel=FASTER_THAN_SMALL)
    return AccessLog(Guard(inside, backend.access, app.state.contracts))


def routes_for(backend: Backend) -> FastAPI:
    """Return the application with every route, without the guard that checks each request before a route gets it."""
    app = FastAPI(
        title="Moot",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.backend = backend
    app.state.contracts = installed_contracts()
    app.router.routes += strict(every_route(), app.state.contracts)
    app.add_exception_handler(MootError, _refused)
    app.add_exception_handler(HTTPException, _refused_by_status)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _broken)
    return app


def every_route() -> list[BaseRoute]:
    """Return every route of the server, those of installed packages included, in the order in which they are tried."""
    parts = (transcript_files, sessions, shares, shelf, settings, endpoints, openai, openai_responses, figures)
    ours = [*(part.router for part in parts), sessions.threads_router, figures.parts_router]
    routers = [*ours, endpoints.searchers_router, endpoints.tools_router, endpoints.sign_in_router]
    routers += load_all("moot.routers", APIRouter).values()
    doors = [route for router in routers for route in router.routes]
    return [
        *app_files.FIRST,
        *doors,
        Route("/api/openapi.json", _document, methods=["GET"]),
        WebSocketRoute("/ws", _socket),
        *app_files.LAST,
    ]


async def _document(request: Request) -> Response:
    """Return this API as an OpenAPI document."""
    app: FastAPI = request.app
    if app.openapi_schema is None:
        app.openapi_schema = openapi.document(app)
    return error_responses.json(app.openapi_schema)


async def _socket(socket: WebSocket) -> None:
    """Open one connection that watches many sessions."""
    backend: Backend = socket.app.state.backend
    guest = GUEST in socket.scope

    def dialect(client: Client, text: str) -> Speaker | None:
        found = (each.speaker(backend, client, text, guest) for each in socket.app.state.contracts)
        return next(filter(None, found), None)

    app = backend.app
    served = Socket(
        backend.viewer_hub, backend.places, app.register, app.transcript, socket.scope, socket._send, dialect
    )
    await served.run(socket._receive)


async def _refused(request: Request, error: Any) -> Response:
    path, status = request.url.path, error.status
    if is_openai(path) and status == 422:
        status = 400  # what OpenAI's clients expect for a request that cannot be met
    body = shaped(path, error, request.app.state.contracts)
    return Response(body, status, error_responses.headers_of(error), "application/json")


async def _refused_by_status(request: Request, error: Any) -> Response:
    if isinstance(error.__cause__, MootError):  # FastAPI makes a 400 of an error while reading a body
        return await _refused(request, error.__cause__)
    status, path = error.status_code, request.url.path
    code, said, remedy = (
        error_responses.CODES.get(status, "refused"),
        str(error.detail),
        error_responses.REMEDIES.get(status, ""),
    )
    contracts = request.app.state.contracts
    if (contract := contract_of(path, contracts)) is not None and contract.own_statuses:
        remedy = ""
    elif said == HTTPStatus(status).phrase:
        said = error_responses.MESSAGES.get(status, said)
    body = worded(path, code, said, remedy, status, contracts)
    return Response(body, status, error.headers, "application/json")


async def _invalid(request: Request, error: Any) -> Response:
    wrong = error_responses.invalid(error.errors())
    path, contracts = request.url.path, request.app.state.contracts
    contract = contract_of(path, contracts)
    if contract is not None and (body := contract.invalid(error.errors())) is not None:
        return error_responses.json(body, 422)
    status = 400 if is_openai(path) else wrong.status
    return Response(shaped(path, wrong, contracts), status, media_type="application/json")


async def _broken(request: Request, error: Exception) -> Response:
    told = of_the_machine(error)
    return error_responses.broken(error) if told is None else await _refused(request, told)
