"""Classify paths: which API they belong to, whether they need the token, the limit of bodies, the shape of errors."""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import parse_qsl

import msgspec
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.errors import MootError, OutOfBudget, UnknownParameter
from moot.server import error_responses
from moot.server.admission.contracts import Contract, contract_of
from moot.server.error_responses import said

SMALL = 8_000_000
"""Maximum number of bytes of a body without files: a question of maximum length with every character escaped."""
LARGE = 150_000_000
"""Maximum number of bytes of a body with files: ten files of 10 MB in base64, and the question."""


_OPEN = re.compile(r"/share/[^/]+(?:/[a-z]+)?|/api/shared/[^/]+(?:/events)?|/signed-in/[A-Za-z0-9_-]{43}")
_LOCAL = re.compile(r"/(?!/)[!-\[\]-~]*")
"""Pattern of a path and query on this server: printable ASCII without a backslash, which browsers take for a slash."""
LONGEST_WAY = 2000
NO_PAGES = frozenset({"api", "v1", "ws", "assets"})
"""First path segments that are no pages of the web app."""


WITH_FILES = frozenset(
    {
        "/api/sessions",
        "/api/sessions/import",
        "/api/verify",
        "/api/conversations/import",
        "/api/estimate",
        "/v1/chat/completions",
        "/v1/responses",
    }
)
"""Paths whose bodies may contain files or a whole transcript."""


GUEST = "moot.guest"
"""Key in a request's scope that marks a request from a page that is trusted by its origin alone.

Its value is the interface whose sessions the page can read.
"""


def is_openai(path: str) -> bool:
    """Return whether the path is part of the OpenAI-compatible API."""
    return path == "/v1" or path.startswith("/v1/")


def is_page(path: str) -> bool:
    """Return whether the path is a page of the web app, so that a link on another site may lead to it."""
    return path.startswith("/") and path.split("/", 2)[1] not in NO_PAGES


def way_on(address: str) -> str:
    """Return the address to open after signing in. If `address` is a page of this server, return it; otherwise return
    `/`."""
    path, _, _ = address.partition("?")
    ours = len(address) <= LONGEST_WAY and _LOCAL.fullmatch(address) is not None and is_page(path)
    return address if ours else "/"


def is_open(path: str) -> bool:
    """Return whether the path needs no token.

    Files of the web app contain no secret. Addresses of shared sessions, and of sign-ins at a service, contain a secret
    of their own.
    """
    return path.startswith("/assets/") or path in ("/mark.svg", "/licences.txt") or _OPEN.fullmatch(path) is not None


def limit_of(path: str) -> int:
    """Return the maximum number of bytes in the body of a request to this path."""
    return LARGE if path in WITH_FILES else SMALL


def shaped(path: str, error: MootError, contracts: Iterable[Contract]) -> bytes:
    """Return the body of the response to a `MootError`, in the format of the API that the path belongs to.

    `contracts` are the rules of the APIs that other programs define.
    """
    if is_openai(path) and isinstance(error, OutOfBudget):
        return openai_refusal(error)  # with its figures
    return worded(path, error.code, error.message, error.remedy, error.status, contracts)


def worded(path: str, code: str, message: str, remedy: str, status: int, contracts: Iterable[Contract]) -> bytes:
    """Return the body of an error response, in the format of the API that the path belongs to.

    Use this for errors that are not a `MootError`. `contracts` are the APIs that other programs define.
    """
    if is_openai(path):
        return openai_error(f"{message} {remedy}", code, status)
    if (contract := contract_of(path, contracts)) is not None:
        return msgspec.json.encode(contract.refusal(path, status, code, said(f"{message} {remedy}".strip())))
    return error_responses.body(code, message, remedy)


def openai_refusal(error: MootError) -> bytes:
    """Return the response body for an error in OpenAI's format. If a budget ran out, the body includes the amounts."""
    figures = error.figures if isinstance(error, OutOfBudget) else {}
    return openai_error(f"{error}", error.code, error.status, figures)


def openai_error(message: str, code: str, status: int, figures: Mapping[str, object] | None = None) -> bytes:
    """Return the response body for an error in OpenAI's format. `figures` are extra fields beside the standard ones."""
    kind = "server_error" if status >= 500 else "rate_limit_error" if status == 429 else "invalid_request_error"
    if status == 401:
        kind, code = "authentication_error", "invalid_api_key"
    if status == 402:
        kind, code = "insufficient_quota", "insufficient_quota"
    text = said(message.strip())
    more = {"moot": dict(figures)} if figures else {}
    return msgspec.json.encode({"error": {"message": text, "type": kind, "param": None, "code": code, **more}})


TOLERANT = {
    "/v1": "OpenAI's clients and gateways add parameters of their own, such as `api-version`; services ignore them.",
    "/share": "A link that is passed on by mail and chat programs gets their marks, such as `utm_source`, on its way.",
}
"""Path prefixes under which unknown parameters are ignored, each with the reason."""
MOST = 100
"""Maximum number of parameters. An address with more is refused."""


def strict(routes: Iterable[BaseRoute], contracts: Sequence[Contract]) -> list[BaseRoute]:
    """Return copies of the routes that refuse a request with a query parameter that they do not declare."""
    return [_guarded(route) if _is_ours(route, contracts) else route for route in routes]


def _is_ours(route: BaseRoute, contracts: Sequence[Contract]) -> bool:
    path = str(getattr(route, "path", ""))
    return isinstance(route, Route) and path.startswith("/api/") and not is_tolerant(path, contracts)


def is_tolerant(path: str, contracts: Iterable[Contract]) -> bool:
    """Return whether query parameters that a route does not declare are ignored under this path."""
    if any(path == door or path.startswith(f"{door}/") for door in TOLERANT):
        return True
    contract = contract_of(path, contracts)
    return contract is not None and bool(contract.ignores_parameters)


def _guarded(route: BaseRoute) -> BaseRoute:
    assert isinstance(route, Route)
    known = parameters_of(route)
    inner: ASGIApp = route.app

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        check(scope["query_string"].decode("latin-1"), known)
        await inner(scope, receive, send)

    guarded = copy.copy(route)
    guarded.app = checked
    return guarded


def parameters_of(route: BaseRoute) -> tuple[str, ...]:
    """Return the names of the query parameters that a route declares."""
    if not isinstance(route, APIRoute):
        return ()
    return tuple(dict.fromkeys(_aliases(route.dependant)))


def _aliases(needed: Dependant) -> Iterator[str]:
    yield from (field.alias for field in needed.query_params)
    for other in needed.dependencies:
        yield from _aliases(other)


def check(query: str, known: Iterable[str]) -> None:
    """Raise `UnknownParameter` if a request's query string has a parameter whose name is not in `known`."""
    names = list(known)
    try:
        given = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST)
    except ValueError:
        raise UnknownParameter(f"There are more than {MOST} parameters behind the `?`.", _remedy("", names)) from None
    for name, _ in given:
        if name not in names:
            raise UnknownParameter(f"There is no parameter {name[:80]!r} here. Nothing was done.", _remedy(name, names))


def _remedy(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"Did you mean {near[0]!r}?"
    return f"It has {', '.join(sorted(known))}." if known else "It has none; leave out what stands behind the `?`."
