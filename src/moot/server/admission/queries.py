"""Refuse query parameters that the route does not declare, naming them.

One mechanism for every route, so that a misspelt parameter never answers another question than was asked. Tested by
`tests/server/admission/test_queries.py`.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.errors import UnknownParameter
from moot.server.admission.contracts import Contract, contract_of

TOLERANT = {
    "/v1": "OpenAI's clients and gateways add parameters of their own, such as `api-version`; services ignore them.",
    "/share": "A link that is passed on by mail and chat programs gets their marks, such as `utm_source`, on its way.",
}
"""Path prefixes that ignore unknown parameters, and why."""
MOST = 100
"""Most parameters that are checked; an address with more is refused."""


def strict(routes: Iterable[BaseRoute], contracts: Sequence[Contract]) -> list[BaseRoute]:
    """Return copies of the routes that refuse parameters they do not declare."""
    return [_guarded(route) if _is_ours(route, contracts) else route for route in routes]


def _is_ours(route: BaseRoute, contracts: Sequence[Contract]) -> bool:
    path = str(getattr(route, "path", ""))
    return isinstance(route, Route) and path.startswith("/api/") and not is_tolerant(path, contracts)


def is_tolerant(path: str, contracts: Iterable[Contract]) -> bool:
    """Return whether unknown parameters are ignored under a path."""
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
    """Return the query parameters that a route declares."""
    if not isinstance(route, APIRoute):
        return ()
    return tuple(dict.fromkeys(_aliases(route.dependant)))


def _aliases(needed: Dependant) -> Iterator[str]:
    yield from (field.alias for field in needed.query_params)
    for other in needed.dependencies:
        yield from _aliases(other)


def check(query: str, known: Iterable[str]) -> None:
    """Raise if a query contains an unknown parameter."""
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
